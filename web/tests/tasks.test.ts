import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { afterFrame, inTurn } from "../src/lib/tasks";

let done: string[];
let frames: (() => void)[];
let tasks: (() => void)[];
const note = (what: string) => () => void done.push(what);

beforeEach(() => {
  done = [];
  frames = [];
  tasks = [];
  vi.useFakeTimers();
  vi.stubGlobal("window", { scheduler: {} });
  vi.stubGlobal("scheduler", { postTask: (act: () => void) => Promise.resolve(tasks.push(act)) });
  const body = { getBoundingClientRect: note("laid out") };
  vi.stubGlobal("document", { hidden: false, body });
  vi.stubGlobal("requestAnimationFrame", (act: () => void) => frames.push(act));
  vi.stubGlobal("cancelAnimationFrame", () => undefined);
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("changes wait for a frame, and come one by one in their order", () => {
  afterFrame(note("first"));
  afterFrame(note("second"));
  for (const frame of frames) frame();
  expect(done).toEqual([]);
  tasks.shift()?.();
  expect(done).toEqual(["first"]);
  tasks.shift()?.();
  expect(done).toEqual(["first", "second"]);
  vi.runAllTimers();
  expect(done).toEqual(["first", "second"]);
});

test("where no frame comes, changes do not wait for long", () => {
  afterFrame(note("first"));
  vi.advanceTimersByTime(100);
  expect(done).toEqual(["first"]);
});

test("a page that is hidden meanwhile does at once what waits", () => {
  afterFrame(note("first"));
  vi.stubGlobal("document", { hidden: true });
  afterFrame(note("second"));
  expect(done).toEqual(["first", "second"]);
});

test("what may wait takes turns: each is laid out and shown before the next one", () => {
  inTurn(note("first"));
  inTurn(note("second"));
  const next = () => {
    frames.shift()?.();
    tasks.shift()?.();
  };
  next();
  expect(done).toEqual(["first"]);
  tasks.shift()?.();
  expect(done).toEqual(["first", "laid out"]);
  frames.shift(); // cancelled
  expect(tasks).toEqual([]);
  next();
  expect(done).toEqual(["first", "laid out", "second"]);
  tasks.shift()?.();
  expect(done).toEqual(["first", "laid out", "second", "laid out"]);
  inTurn(note("third"));
  frames.shift(); // cancelled
  next();
  expect(done.slice(4)).toEqual(["third"]);
});
