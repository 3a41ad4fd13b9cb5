import "./palette.css";
import Emblem from "~icons/game-icons/moon-bats";
import type { GameClient } from "../board";
import Board from "./Board.svelte";
import Face from "./Face.svelte";
import Reference from "./Reference.svelte";
import type { Frame } from "./table";
import type * as wire from "./wire";

/** Shorter than the quickest bot thinks, so that none of its plays is skipped. */
const READING = 650;

/** What another seat does can be followed before the next one acts. */
function hold(before: Frame, after: Frame): number {
  const [was, is] = [before.view, after.view];
  return is.events !== was.events && is.last?.seat !== after.you ? READING : 0;
}

export const client: GameClient<Frame, wire.CardFace> = {
  board: Board,
  emblem: Emblem,
  reference: Reference,
  hold,
  card: Face,
};
