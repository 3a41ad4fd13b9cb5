import type { Component, Snippet } from "svelte";
import type { Between, Hold } from "../lib/pace.svelte";
import type { Choice, Closed, Frame } from "../wire";

/** A card as every game has it; each game's own type adds what its board draws. */
export interface Face {
  /** What choices touch, after "card:". */
  id: string;
  title: string;
  /** How many there are of this kind. */
  count: number;
}

export interface BoardProps {
  frame: Frame;
  faces: Face[];
  /** An answer is on its way: nothing may be chosen. */
  isBusy: boolean;
  /** Answer the question; `then` are choices that follow at once: all of them are played, or none. */
  act: (choice: Choice, then?: Choice[]) => void;
  /** A dim thing was touched: the page shows why. */
  explain: (closed: Closed) => void;
  /** The question with its buttons: the board puts it right above the own hand. */
  prompt: Snippet;
}

/** What a game brings to the page. */
export interface GameClient {
  board: Component<BoardProps>;
  reference: Component<{ faces: Face[] }>;
  /** For the home page; nothing in it can be used or is read aloud. Its box is the size container "picture", of any
   * shape and from 90 to 600 pixels wide: it is drawn in cqw and cqh. */
  picture: Component;
  hold: Hold;
  between: Between;
  /** How many of one's own decisions "Take back" takes back at once; one where a game does not say. */
  takesBack?: (frame: Frame) => number;
}
