import type { Frame } from "../../wire";
import type { GameClient } from "../board";
import Board from "./Board.svelte";
import Picture from "./Picture.svelte";
import Reference from "./Reference.svelte";
import { viewOf } from "./view";

/** Shorter than the quickest bot thinks, so that no play of theirs is passed over. */
const READING = 650;

/** What another seat does can be followed before the next one acts. */
function hold(before: Frame | null, after: Frame): number {
  if (!before?.view || !after.view) return 0;
  const [was, is] = [viewOf(before), viewOf(after)];
  return is.events !== was.events && is.last?.seat !== after.you ? READING : 0;
}

export const client: GameClient = { board: Board, reference: Reference, picture: Picture, hold, between: () => null };
