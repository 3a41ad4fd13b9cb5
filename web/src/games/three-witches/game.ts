import "./palette.css";
import Emblem from "~icons/game-icons/witch-face";
import type { GameClient } from "../board";
import { moves } from "../../lib/motion";
import Board from "./Board.svelte";
import Card from "./Card.svelte";
import CardReference from "./CardReference.svelte";
import type { Frame } from "./table";
import type { CardFace } from "./wire";

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

export const client: GameClient<Frame, CardFace> = {
  board: Board,
  emblem: Emblem,
  reference: CardReference,
  hold,
  card: Card,
};
