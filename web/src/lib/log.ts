import type { Earlier, Frame, Line } from "../wire";

/** The log of a table as far as a page knows it: all lines about the entries after `from`, up to `last`. */
export interface Log {
  from: number;
  last: number;
  lines: Line[];
}

export const NO_LOG: Log = { from: 0, last: 0, lines: [] };

/** Number of the last entry that a frame tells of. */
export function lastTold({ log_from, log }: Pick<Frame, "log_from" | "log">): number {
  return log.at(-1)?.entry ?? log_from;
}

/** The log with what a frame tells: nothing stands there twice, and where something is missing it begins later. */
export function withFrame(before: Log, frame: Pick<Frame, "log_from" | "log">): Log {
  const goesOn = before.from <= frame.log_from && frame.log_from <= before.last;
  const kept = goesOn ? upTo(before.lines, frame.log_from) : [];
  return {
    from: goesOn ? before.from : frame.log_from,
    last: lastTold(frame),
    lines: [...kept, ...frame.log],
  };
}

/** The log with its beginning, where that ends where this one begins. */
export function withEarlier(before: Log, { last, log }: Pick<Earlier, "last" | "log">): Log {
  return last === before.from ? { ...before, from: 0, lines: [...log, ...before.lines] } : before;
}

/** The lines about entries up to the `last` one. */
export function upTo(lines: Line[], last: number): Line[] {
  return lines.filter((line) => line.entry <= last);
}
