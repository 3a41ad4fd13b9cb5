import type { GameClient } from "../board";
import { moves } from "../../lib/motion";
import Board from "./Board.svelte";
import CardReference from "./CardReference.svelte";
import Picture from "./Picture.svelte";
import { TRICKS, type Frame } from "./table";
import type { Trick, View } from "./wire";
import type { CardFace } from "./wire";

const LAST = TRICKS - 1;
const READING = 1200;
const READING_STILL = 600;

function finished(frame: Frame): number {
  const view = frame.view;
  return view.score_sheet.length * 10 + view.tricks.filter((trick) => trick.winner).length;
}

/** A trick that has just been finished can be read before the next card is laid. */
function hold(before: Frame, after: Frame): number {
  if (finished(after) === finished(before)) return 0;
  return moves() ? READING : READING_STILL;
}

/** A round deals the next one at once: its last trick is laid on the table before the score is told. */
function between(before: Frame, after: Frame): Frame | null {
  if (after.status !== "playing") return null;
  const [was, is] = [before.view, after.view];
  const score = is.score_sheet.at(-1);
  const [up = null, down = null, first = null, second = null] = is.last_round_trick;
  if (!score || is.score_sheet.length !== was.score_sheet.length + 1 || was.tricks.length < LAST) return null;
  if (was.tricks[LAST]?.winner) return null;
  const last: Trick = { eye: false, up, down, first, second, winner: is.last_round_winner, returned: null };
  const view: View = {
    ...was,
    hand: [],
    pending: [],
    hand_sizes: [0, 0, 0],
    lead_tricks: score.won,
    lesser_tricks: TRICKS - score.won,
    tricks: [...was.tricks.slice(0, LAST), last],
    proposals: [],
    elixir: null,
    worth: { lead: null, lead_least: null, lesser: null, lesser_least: null },
  };
  const seats = before.seats.map((seat) => ({ ...seat, owes: false }));
  const quiet = { question: null, choices: [], closed: [], phrases: [], said: [], hint: null, can_undo: false };
  return { ...before, ...quiet, seats, view };
}

export const client: GameClient<Frame, CardFace> = {
  board: Board,
  reference: CardReference,
  picture: Picture,
  hold,
  between,
};
