import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { frameOf, Watched } from "../src/lib/replay.svelte";
import type { Position, Replay } from "../src/wire";
import { pretend } from "./browser";

vi.mock("../src/lib/base", () => ({ base: "" }));

/** A game of six acts in two rounds, in pieces of three; something was seen between acts 3 and 4. */
const ACTS = [0, 1, 2, 3, 4, 4, 5, 6];
const asked: Record<string, string>[] = [];

function position(acts: number): Position {
  const log = [{ kind: "game" as const, text: `act ${acts}`, entry: acts }];
  return { acts, sight: { view: acts, captions: {} }, log, said: [], owes: [acts % 2], hands: [] };
}
function piece(first: number, reader: number): Replay {
  const positions = ACTS.filter((acts) => acts >= first && acts < first + 3).map(position);
  const chapters = [
    { text: "Round 1", acts: 0 },
    { text: "Round 2", acts: 4 },
  ];
  const facts = { game: "midnight", names: ["Anna", "Bea"], faces: [], reader, acts: 6, first, told: "", decided: "" };
  return { ...facts, chapters, positions };
}

beforeEach(() => {
  pretend();
  vi.stubGlobal("fetch", (path: string) => {
    const query = Object.fromEntries(new URL(path, "http://127.0.0.1").searchParams);
    asked.push(query);
    const answer = piece(Number(query.first), Number(query.reader));
    return Promise.resolve({ ok: true, json: () => Promise.resolve(answer) });
  });
});
afterEach(() => {
  asked.length = 0;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function watched(at = 0): Promise<Watched> {
  const found = new Watched({ table: "t", seat: 1 }, { at, reader: null, isOpen: false }, 1);
  await vi.advanceTimersByTimeAsync(0);
  return found;
}

test("all pieces come one after the other, and a moment far on is gone to when it is there", async () => {
  const one = await watched(5);
  expect(asked.map((query) => query.first)).toEqual(["0", "3", "6"]);
  expect(one.positions.map((each) => each.acts)).toEqual(ACTS);
  expect([one.position?.acts, one.isWhole, one.isAtTheEnd]).toEqual([5, true, false]);
});

test("parts begin at their first act, and what lies between belongs to the part before", async () => {
  const one = await watched();
  one.jump(1);
  expect([one.index, one.chapter?.text]).toEqual([5, "Round 2"]);
  one.go(one.index - 1);
  expect([one.position?.acts, one.chapter?.text]).toEqual([4, "Round 1"]);
  one.jump(-1);
  expect(one.index).toBe(0);
  one.jump(1);
  one.jump(1);
  expect([one.position?.acts, one.isAtTheEnd]).toEqual([6, true]);
});

test("it plays by itself to the end, and begins again from there", async () => {
  const one = await watched();
  one.speed = "fast";
  one.play();
  await vi.advanceTimersByTimeAsync(1000);
  expect(one.index).toBe(2);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([one.isAtTheEnd, one.isPlaying]).toEqual([true, false]);
  one.play();
  expect([one.index, one.isPlaying]).toEqual([0, true]);
  one.stop();
});

test("another reader is asked for, and the moment stays", async () => {
  const one = await watched(2);
  one.look(-1, true);
  await vi.advanceTimersByTimeAsync(0);
  expect(asked.at(-1)).toMatchObject({ reader: "-1", is_open: "true", seat: "1" });
  expect([one.position?.acts, one.frame?.you]).toEqual([2, -1]);
  expect(one.moment).toEqual({ at: 2, reader: -1, isOpen: true });
});

test("who may only watch asks for what everybody saw", async () => {
  const moment = { at: 0, reader: 0, isOpen: true };
  const one = new Watched({ table: "t", seat: -1 }, moment, -1);
  await vi.advanceTimersByTimeAsync(0);
  expect(one.mayChoose).toBe(false);
  expect(asked[0]).toMatchObject({ reader: "-1", is_open: "false" });
});

test("a position is a frame in which nobody is asked anything", () => {
  const frame = frameOf(piece(0, 1), position(1), false);
  expect(frame).toMatchObject({ you: 1, status: "playing", question: null, choices: [], result: null });
  expect(frame.seats.map((seat) => [seat.name, seat.owes])).toEqual([
    ["Anna", false],
    ["Bea", true],
  ]);
});
