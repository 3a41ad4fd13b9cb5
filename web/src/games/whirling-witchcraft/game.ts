import type { GameClient } from "../board";
import Board from "./Board.svelte";
import Picture from "./Picture.svelte";
import Reference from "./Reference.svelte";
import { isRevealed } from "./seats";
import type { Frame } from "./seats";
import { COLOURS, type Cubes, type Production, type View } from "./wire";
import type { Recipe } from "./wire";

function plus(cubes: Cubes, others: Cubes, sign: 1 | -1): Cubes {
  const sum = { ...cubes };
  for (const colour of COLOURS) sum[colour] += sign * others[colour];
  return sum;
}

/** Workbenches after production and before anything is sent. */
function benchesAfter(was: View, you: number, done: Production[]): Cubes[] {
  const draft = was.phase === "produce" ? was.production[you] : null;
  return was.benches.map((bench, seat) => {
    const before = draft && seat === you ? plus(bench, draft.used, 1) : bench;
    return plus(before, done[seat]?.used ?? before, -1);
  });
}

/** Has the round of the frame before been played out, with mixtures that were sent? */
function hasSent(before: Frame, after: Frame): boolean {
  const [was, is] = [before.view, after.view];
  return was.phase !== "over" && !isRevealed(before) && is.is_sent && is.produced_in === was.round;
}

/** What all have produced lies on the table before it travels to the right neighbours. */
function between(before: Frame, after: Frame): Frame | null {
  const [was, is] = [before.view, after.view];
  const done = is.production.filter((production) => production !== null);
  if (!hasSent(before, after) || done.length !== is.production.length) return null;
  const benches = benchesAfter(was, before.you, done);
  const over = benches.map((bench) => COLOURS.filter((colour) => bench[colour] > is.limits[colour]));
  const view: View = {
    ...was,
    ...{ phase: "produce", pending: [], labs: is.labs, laid: was.laid.map(() => null) },
    ...{ production: is.production, produced_in: is.produced_in, benches, over, preview: null, is_sent: false },
  };
  const seats = before.seats.map((seat) => ({ ...seat, owes: false }));
  const quiet = { question: null, choices: [], closed: [], phrases: [], said: [], hint: null, can_undo: false };
  return { ...before, ...quiet, seats, view };
}

export const client: GameClient<Frame, Recipe> = {
  board: Board,
  reference: Reference,
  picture: Picture,
  hold: () => 0,
  between,
};
