import { afterEach, beforeEach, expect, test, vi, type MockInstance } from "vitest";
import { Table } from "../src/lib/table.svelte";
import type { Line as LogLine } from "../src/wire";
import { Line, pretend } from "./browser";
import { frameOf } from "./frames";

vi.mock("../src/lib/base", () => ({ base: "", isOther: (build: string) => build !== "mine" }));
vi.mock("../src/lib/tasks", () => ({ afterFrame: (change: () => void) => change() }));

const told = (text: string, entry: number): LogLine => ({ kind: "game", text, entry });
/** A frame that tells of the entries after one, a line of each. */
const frame = (view: string, from: number, ...lines: string[]) =>
  frameOf(view, { log_from: from, log: lines.map((text, i) => told(text, from + i + 1)) });
const texts = () => table.log.lines.map(({ text }) => text).join("");
let table: Table;
let chance: MockInstance<() => number>;

beforeEach(() => {
  pretend();
  chance = vi.spyOn(Math, "random").mockReturnValue(0.5);
  table = new Table("abc", 2);
});
afterEach(() => {
  table.close();
  chance.mockRestore();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("it asks for its own seat, and adds to the log what is new", () => {
  expect(Line.last.address).toContain("/api/tables/abc/socket?seat=2");
  Line.last.says(frame("first", 0, "a", "b"));
  Line.last.says(frame("second", 2, "c"));
  expect(table.link).toBe("open");
  expect(texts()).toBe("abc");
  expect(table.log.from).toBe(0);
});

test("where lines of the log are missing, it begins later", () => {
  Line.last.says(frame("first", 0, "a"));
  Line.last.says(frame("third", 5, "f"));
  expect(texts()).toBe("f");
  expect(table.log.from).toBe(5);
  Line.last.says(frame("fourth", 6, "g"));
  expect(texts()).toBe("fg");
});

test("over a new line the log goes on: nothing is lost, and nothing stands there twice", () => {
  Line.last.says(frame("first", 3, "d", "e", "f"));
  Line.last.breaks();
  vi.advanceTimersByTime(250);
  Line.last.says(frame("second", 4, "e", "f", "g"));
  expect(texts()).toBe("defg");
  expect(table.log.from).toBe(3);
  Line.last.breaks();
  vi.advanceTimersByTime(250);
  Line.last.says(frame("third", 2, "c", "d", "e", "f", "g", "h"));
  expect(texts()).toBe("cdefgh");
  expect(table.log.from).toBe(2);
});

test("pages that lose a server together come back one after the other", () => {
  const lines = Line.all.length;
  chance.mockReturnValue(0.1);
  Line.last.breaks();
  vi.advanceTimersByTime(149);
  expect(Line.all.length).toBe(lines);
  vi.advanceTimersByTime(1);
  expect(Line.all.length).toBe(lines + 1);
  chance.mockReturnValue(0.9);
  Line.last.breaks();
  vi.advanceTimersByTime(699);
  expect(Line.all.length).toBe(lines + 1);
  vi.advanceTimersByTime(1);
  expect(Line.all.length).toBe(lines + 2);
});

test("the beginning of the log comes when it is asked for, once", () => {
  Line.last.says(frame("first", 3, "d"));
  table.askLog();
  const asked = Line.last.sent.at(-1);
  expect(asked).toMatchObject({ type: "log", last: 3 });
  expect([table.isFetchingLog, table.isBusy]).toEqual([true, false]);
  Line.last.says(frame("second", 4, "e"));
  const log = ["a", "b", "c"].map((text, i) => told(text, i + 1));
  for (let times = 0; times < 2; times++) Line.last.says({ type: "earlier", id: asked?.id, last: 3, log });
  expect(texts()).toBe("abcde");
  expect([table.isFetchingLog, table.log.from]).toEqual([false, 0]);
});

test("it asks for the beginning again over a new line, up to where its log begins now", () => {
  Line.last.says(frame("first", 3, "d"));
  table.askLog();
  Line.last.breaks();
  vi.advanceTimersByTime(250);
  Line.last.says(frame("second", 7, "h"));
  expect(Line.last.sent.at(-1)).toMatchObject({ type: "log", last: 7 });
  const { id } = Line.last.sent.at(-1) ?? {};
  Line.last.says({ type: "error", code: "slow_down", text: "Wait", id });
  expect([table.isFetchingLog, table.problem?.text, table.log.from]).toEqual([false, "Wait", 7]);
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

test("a wish for a pace is told at once, and again on a new line; nothing waits for it", () => {
  Line.last.says(frame("first", 0));
  expect(Line.last.sent).toEqual([]);
  table.wishFor("quick");
  table.wishFor("quick");
  expect(Line.last.sent).toMatchObject([{ type: "pace", pace: "quick" }]);
  expect(table.isBusy).toBe(false);
  Line.last.breaks();
  vi.advanceTimersByTime(250);
  Line.last.says(frame("second", 0));
  expect(Line.last.sent).toMatchObject([{ type: "pace", pace: "quick" }]);
});
