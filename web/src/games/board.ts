import type { Component, Snippet } from "svelte";
import type { Between, Hold } from "../lib/pace.svelte";
import type { Choice, Closed, Frame } from "../wire";

/** A card as its game draws it; `id` is what choices touch, after "card:". */
export interface Face {
  id: string;
  title: string;
  name: string;
  suit: string | null;
  rank: number | null;
  part: string | null;
  /** How many there are of this kind. */
  count: number;
}

export interface BoardProps {
  frame: Frame;
  faces: Face[];
  /** An answer is on its way: nothing may be chosen. */
  isBusy: boolean;
  act: (choice: Choice) => void;
  /** A dim thing was touched: the page shows why. */
  explain: (closed: Closed) => void;
  /** The question with its buttons: the board puts it right above the own hand. */
  prompt: Snippet;
}

/** What a game brings to the page. */
export interface GameClient {
  board: Component<BoardProps>;
  reference: Component<{ faces: Face[] }>;
  hold: Hold;
  between: Between;
}
