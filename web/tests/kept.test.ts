import { beforeEach, expect, test, vi } from "vitest";
import { kept, type KeptSeat } from "../src/lib/kept";
import { storage } from "./browser";

const seatOf = (table: string): KeptSeat => ({
  ...{ table, seat: 1, game: "midnight", title: "Midnight", nonce: null, commitment: null, isOver: false, when: 0 },
});

beforeEach(() => vi.stubGlobal("localStorage", storage()));

test("seats are kept once, the newest first, and no more than thirty", () => {
  for (let i = 0; i < 40; i++) kept.keepSeat(seatOf(`t${i}`));
  kept.keepSeat(seatOf("t39"));
  expect(kept.seats()).toHaveLength(30);
  expect(kept.seats()[0]?.table).toBe("t39");
});

test("a seat can be changed and forgotten", () => {
  kept.keepSeat(seatOf("a"));
  kept.changeSeat("a", 1, { isOver: true });
  expect(kept.seat("a", 1)?.isOver).toBe(true);
  kept.forgetSeat("a", 1);
  expect(kept.seat("a", 1)).toBeUndefined();
});

test("what others wrote into the storage does no harm", () => {
  localStorage.setItem("coven.seats", "{broken");
  expect(kept.seats()).toEqual([]);
});

test("hints are kept by game, and shown again all together", () => {
  kept.dismiss("midnight", "turn");
  kept.keepHinted("midnight", "pass", "1");
  expect([kept.dismissed("midnight"), kept.dismissed("witchs-brew")]).toEqual([["turn"], []]);
  expect(kept.hinted("midnight")).toEqual({ pass: ["1"] });
  kept.showHintsAgain("midnight");
  expect([kept.dismissed("midnight"), kept.hinted("midnight")]).toEqual([[], {}]);
});

test("where nothing may be stored it is remembered until the page is closed", () => {
  vi.stubGlobal("localStorage", storage(true));
  kept.setName("Anna");
  expect(kept.name()).toBe("Anna");
});
