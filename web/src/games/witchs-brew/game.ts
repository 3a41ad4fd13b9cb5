import "./palette.css";
import Emblem from "~icons/game-icons/cauldron";
import type { GameClient } from "../board";
import Board from "./Board.svelte";
import Reference from "./Reference.svelte";
import type { Frame } from "./table";
import type { View } from "./wire";
import type { AnyFace } from "./roles";

/** Shorter than the quickest bot thinks, so that none of its answers is skipped. */
const READING = 650;

/** What has been said and done so far in a set. */
function story(view: View): string {
  return JSON.stringify([view.set, view.round, view.answers, view.deeds, view.paid, view.got, view.got_card]);
}

/** What another seat says or does can be followed before the next one speaks. */
function hold(before: Frame, after: Frame): number {
  const [was, is] = [before.view, after.view];
  return was.turn !== after.you && story(was) !== story(is) ? READING : 0;
}

/** Roles are taken together, and taken back together. */
function takesBack(frame: Frame): number {
  const view = frame.view;
  return view.phase === "choose" ? Math.max(1, view.hand.length) : 1;
}

export const client: GameClient<Frame, AnyFace> = {
  board: Board,
  emblem: Emblem,
  reference: Reference,
  hold,
  takesBack,
};
