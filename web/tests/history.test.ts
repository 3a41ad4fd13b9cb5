import { beforeEach, expect, test } from "vitest";
import { figuresOf, playedOf } from "../src/lib/history";
import { kept, type Played } from "../src/lib/kept";
import type { Result } from "../src/wire";
import { frameOf } from "./frames";

const GAME = { key: "midnight", title: "Midnight" };

function seat(number: number, name: string) {
  return { seat: number, name } as never;
}
function result(winners: number[]): Result {
  const standings = [{ seat: 1, place: 1, is_winner: true, text: "no card left", detail: "" }];
  return { winners, standings, told: "Bea wins the game" } as unknown as Result;
}
function played(table: string, more: Partial<Played> = {}): Played {
  const frame = frameOf({}, { you: 1, seats: [seat(0, "Anna"), seat(1, "Bea"), seat(2, "Cora")] });
  return { ...playedOf(table, GAME, frame, result([1])), ...more };
}

beforeEach(() => kept.forgetHistory());

test("a finished game is kept with whoever played and how it ended", () => {
  const one = played("t");
  expect(one).toMatchObject({ table: "t", seat: 1, against: ["Anna", "Cora"], hasWon: true, text: "no card left" });
  const frame = frameOf({}, { you: 0, seats: [seat(0, "Anna"), seat(1, "Bea")] });
  expect(playedOf("t", GAME, frame, result([1])).hasWon).toBe(false);
  expect(playedOf("t", GAME, frame, result([])).hasWon).toBe(null);
});

test("a game is kept once, and the newest comes first", () => {
  kept.keepPlayed(played("one"));
  kept.keepPlayed(played("two"));
  kept.keepPlayed(played("one", { hasWon: false }));
  expect(kept.history().map((one) => [one.table, one.hasWon])).toEqual([
    ["two", true],
    ["one", true],
  ]);
});

test("one game is forgotten, or all", () => {
  kept.keepPlayed(played("one"));
  kept.keepPlayed(played("two"));
  kept.forgetPlayed(played("two"));
  expect(kept.history().map((one) => one.table)).toEqual(["one"]);
  kept.forgetHistory();
  expect(kept.history()).toEqual([]);
});

test("figures count games and victories of each kind", () => {
  const history = [played("a"), played("b", { hasWon: null }), played("c", { game: "x", title: "X", hasWon: false })];
  expect(figuresOf(history)).toEqual([
    { game: "midnight", title: "Midnight", played: 2, won: 1 },
    { game: "x", title: "X", played: 1, won: 0 },
  ]);
});
