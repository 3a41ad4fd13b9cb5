import type { Component, Snippet } from "svelte";
import type { Hold } from "../lib/pace.svelte";
import type { Choice, Closed, Frame } from "../wire";

/** A frame of a game that has begun, with what its own program says: its types are made from that (`wire.ts`). */
export interface Shown<View, Captions> extends Frame {
  view: View;
  captions: Captions;
}

export interface BoardProps<Shown extends Frame, Face> {
  frame: Shown;
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
export interface GameClient<Shown extends Frame, Face> {
  board: Component<BoardProps<Shown, Face>>;
  reference: Component<{ faces: Face[] }>;
  hold: Hold<Shown>;
  /** A line of the log with pictures for what the game writes in signs, or in words where it is only spoken; without it,
   * the text alone. */
  line?: Component<{ text: string; faces: Face[]; isSpoken?: boolean }>;
  /** The sign of the game, at its end. */
  emblem: Component;
  /** A card's face, as large as its place, with all kinds of cards; without it, cards are named in words. */
  card?: Component<{ face: Face; faces: Face[] }>;
  /** A card's width and height as an aspect ratio; "5 / 7" where a game does not say. */
  cardShape?: string;
  /** How many of one's own decisions "Take back" takes back at once; one where a game does not say. */
  takesBack?: (frame: Shown) => number;
}

/** The client of a game that nobody knows before the server says its key. What the server sends under that key comes
 * from the program that the client's types were made from. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyClient = GameClient<any, any>;

/** Does nobody sit there who could act? */
export function isAbsent(frame: Frame, seat: number): boolean {
  const { kind, present } = frame.seats[seat] ?? {};
  return frame.status === "playing" && seat !== frame.you && kind !== "bot" && !present;
}

/** Does the reader sit at this table? Spectators do not, nor do readers of a replay of what everybody saw. */
export function isSeated(frame: Frame): boolean {
  return frame.you >= 0;
}

/** The seat that is drawn nearest to the reader: her own, or for somebody without a seat the first. */
export function nearest(frame: Frame): number {
  return Math.max(0, frame.you);
}

/** The seat's name for its reader. */
export function nameOf(frame: Frame, seat: number): string {
  return seat === frame.you ? "You" : (frame.seats[seat]?.name ?? `seat ${seat + 1}`);
}

/** Is this a kind of card? Every game's have an id and a title. */
export function isFace(one: unknown): one is { id: string; title: string } {
  return typeof one === "object" && one !== null && "id" in one && "title" in one;
}
