import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Table } from "../src/lib/table.svelte";
import type { Line as LogLine } from "../src/wire";
import { Line, pretend } from "./browser";
import { frameOf } from "./frames";

vi.mock("../src/lib/base", () => ({ base: "", isOther: (build: string) => build !== "mine" }));

const told = (text: string): LogLine => ({ kind: "game", text });
const frame = (view: string, from: number, ...lines: string[]) =>
  frameOf(view, { log_from: from, log: lines.map(told) });
let table: Table;

beforeEach(() => {
  pretend();
  table = new Table("abc", 2);
});
afterEach(() => {
  table.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("it asks for its own seat, and adds to the log what is new", () => {
  expect(Line.last.address).toContain("/api/tables/abc/socket?seat=2");
  Line.last.says(frame("first", 0, "a", "b"));
  Line.last.says(frame("second", 2, "c"));
  expect(table.link).toBe("open");
  expect(table.log.map(({ text }) => text)).toEqual(["a", "b", "c"]);
});

test("where lines of the log are missing, it begins anew", () => {
  Line.last.says(frame("first", 0, "a"));
  Line.last.says(frame("third", 5, "f"));
  expect(Line.all).toHaveLength(2);
  Line.last.says(frame("third", 0, "a", "b", "f"));
  expect(table.log).toHaveLength(3);
});

test("it is busy until its message is answered, and tells a refusal", () => {
  Line.last.says(frame("first", 0));
  table.send({ type: "start" });
  const id = String(Line.last.sent.at(-1)?.id);
  expect(table.isBusy).toBe(true);
  Line.last.says({ type: "error", code: "illegal", text: "Not now", id });
  expect([table.isBusy, table.problem?.text]).toEqual([false, "Not now"]);
});

test("what was not answered is sent again with the same id over a new line", () => {
  Line.last.says(frame("first", 0));
  table.send({ type: "start" });
  const sent = Line.last.sent.at(-1);
  Line.last.breaks();
  expect(table.link).toBe("lost");
  vi.advanceTimersByTime(250);
  Line.last.says(frame("first", 0));
  expect(Line.last.sent).toEqual([sent]);
});

test("it knows that the server has another page than this", () => {
  Line.last.says({ type: "pulse", build: "mine" });
  expect(table.newBuild).toBeNull();
  Line.last.says({ type: "pulse", build: "newer" });
  expect(table.newBuild).toBe("newer");
});

test("after a seat is gone it does not come back", () => {
  Line.last.says(frame("first", 0));
  Line.last.breaks(4403);
  vi.advanceTimersByTime(60_000);
  expect([table.link, Line.all.length]).toEqual(["gone", 1]);
});

test("a line that says nothing for long is replaced", () => {
  Line.last.says(frame("first", 0));
  vi.advanceTimersByTime(44_000);
  expect(Line.all).toHaveLength(1);
  vi.advanceTimersByTime(10_000);
  expect(Line.all).toHaveLength(2);
});

test("advice is asked for one question at a time, the newest last", () => {
  Line.last.says(frame("first", 0));
  table.askAdvice("1.0");
  table.askAdvice("2.0");
  const [first] = Line.last.sent;
  expect(Line.last.sent).toHaveLength(1);
  Line.last.says({ type: "advice", id: first?.id, question: "1.0", estimates: [] });
  expect(table.advice).toBeNull();
  const second = Line.last.sent[1];
  Line.last.says({ type: "advice", id: second?.id, question: "2.0", estimates: [] });
  expect([table.advice?.question, table.pondered]).toEqual(["2.0", null]);
});
