import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Pace, type PaceName } from "../src/lib/pace.svelte";
import type { Frame } from "../src/wire";
import { pretend } from "./browser";
import { frameOf } from "./frames";

const HOLD = 500;
const BETWEEN = { view: "between", captions: {} };
let pace: Pace<Frame>;

beforeEach(() => {
  pretend();
  pace = new Pace(() => HOLD);
});
afterEach(() => {
  pace.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("the first frame is shown at once, and nothing is held in a lobby", () => {
  pace.take(frameOf(null, { status: "lobby" }));
  pace.take(frameOf("first"));
  expect(pace.frame?.view).toBe("first");
});

test("a frame is seen as long as the game says before the next one", () => {
  for (const view of ["first", "second", "third"]) pace.take(frameOf(view));
  expect(pace.frame?.view).toBe("second");
  vi.advanceTimersByTime(HOLD - 1);
  expect(pace.frame?.view).toBe("second");
  vi.advanceTimersByTime(1);
  expect(pace.frame?.view).toBe("third");
});

test("of several frames that wait the last one is shown", () => {
  for (const view of ["first", "second", "third", "fourth"]) pace.take(frameOf(view));
  vi.advanceTimersByTime(HOLD);
  expect(pace.frame?.view).toBe("fourth");
});

test("whoever acts sees what comes next at once", () => {
  for (const view of ["first", "second"]) pace.take(frameOf(view));
  pace.skip();
  pace.take(frameOf("third"));
  expect(pace.frame?.view).toBe("third");
});

test("what was to be seen between two frames is shown first, and nobody is asked meanwhile", () => {
  pace.take(frameOf("first", { can_undo: true }));
  pace.take(frameOf("second", { between: BETWEEN }));
  expect(pace.frame?.view).toBe("between");
  expect(pace.frame?.can_undo).toBe(false);
  vi.advanceTimersByTime(3000);
  expect(pace.frame?.view).toBe("second");
});

test("a touch ends what is shown between two frames", () => {
  pace.take(frameOf("first"));
  pace.take(frameOf("second", { between: BETWEEN }));
  pace.hurry();
  expect(pace.frame?.view).toBe("second");
});

test("what was to be seen between is not lost where a newer frame comes before its time", () => {
  for (const view of ["first", "second"]) pace.take(frameOf(view));
  pace.take(frameOf("third", { between: BETWEEN }));
  pace.take(frameOf("fourth"));
  vi.advanceTimersByTime(HOLD);
  expect(pace.frame?.view).toBe("between");
  vi.advanceTimersByTime(3000);
  expect(pace.frame?.view).toBe("fourth");
});

test("whoever sees nothing before is shown nothing between", () => {
  pace.take(frameOf("first", { between: BETWEEN }));
  expect(pace.frame?.view).toBe("first");
});

test("quick holds a frame for less time, and at once for none", () => {
  let chosen: PaceName = "quick";
  pace = new Pace(
    () => HOLD,
    () => chosen,
  );
  for (const view of ["first", "second", "third"]) pace.take(frameOf(view));
  vi.advanceTimersByTime(0.2 * HOLD);
  expect(pace.frame?.view).toBe("third");
  vi.advanceTimersByTime(HOLD);
  chosen = "at-once";
  for (const view of ["fourth", "fifth"]) pace.take(frameOf(view));
  expect(pace.frame?.view).toBe("fifth");
});

test("whoever skips sees at once what waits, until the next decision", () => {
  const asked = { question: { id: "q", text: "", clause: "", is_due: true } };
  for (const view of ["first", "second", "third"]) pace.take(frameOf(view));
  expect(pace.isBehind).toBe(true);
  pace.toNextDecision();
  expect([pace.frame?.view, pace.isBehind, pace.pace]).toEqual(["third", false, "at-once"]);
  pace.take(frameOf("fourth"));
  expect(pace.frame?.view).toBe("fourth");
  pace.take(frameOf("fifth", asked));
  expect([pace.frame?.view, pace.pace]).toEqual(["fifth", "calm"]);
});

test("nobody skips beyond the end of a game", () => {
  pace.take(frameOf("first"));
  pace.toNextDecision();
  pace.take(frameOf("second", { status: "over" }));
  expect(pace.isSkipping).toBe(false);
});
