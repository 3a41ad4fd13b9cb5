import type { Frame } from "../../wire";
import type { Face } from "../board";

/** A kind of card of 3 Witches. */
export interface CardFace extends Face {
  name: string;
  /** null: the Elixir. */
  suit: string | null;
  rank: number | null;
  part: string | null;
}

/** What the server says a seat sees of 3 Witches. A card is its id, "hidden", "passed", or null where there is none. */
export interface View {
  you: number | null;
  phase: Phase;
  pending: number[];
  round: number;
  tokens: number[];
  roles: (Role | null)[];
  bid: number | null;
  bidder: number | null;
  calls: ("pass" | "bid 3" | "bid 4" | null)[];
  elixir: number | null;
  hand: string[];
  hand_sizes: number[];
  discards: (string | null)[];
  passings: number;
  /** [passing][seat]: what the seat gave to its left, as far as it is known. */
  given: string[][][];
  voids: string[][];
  lead_tricks: number;
  lesser_tricks: number;
  trick: number | null;
  tricks: Trick[];
  worth: { lead: number | null; lead_least: number | null; lesser: number | null; lesser_least: number | null };
  proposals: (string | null)[];
  last_round_trick: (string | null)[];
  last_round_winner: Trick["winner"];
  score_sheet: Score[];
}

export interface Trick {
  /** Has an Eye been led, so that the answers lie face down? */
  eye: boolean;
  up: string | null;
  down: string | null;
  first: string | null;
  second: string | null;
  winner: "lead" | "lesser witches" | null;
  returned: string | null;
}

export interface Score {
  lead: number;
  bid: number;
  won: number;
}

export type Role = "lead" | "first" | "second";
export type Phase =
  | "bid"
  | "raise"
  | "give"
  | "discard"
  | "lead"
  | "conceal"
  | "first"
  | "second"
  | "late"
  | "return"
  | "propose"
  | "over";

/** Where a seat is, seen from the reader: the next one clockwise sits at the left. */
export type Side = "own" | "left" | "right";

export const SEATS = 3;
export const GOAL = 5;
export const TRICKS = 5;

export const ROLE_NAMES: Record<Role, string> = { lead: "Lead Witch", first: "First", second: "Second" };

export function viewOf(frame: Frame): View {
  return frame.view as unknown as View;
}

export function cardsOf(faces: Face[]): CardFace[] {
  return faces as CardFace[];
}

export function isCard(text: string | null | undefined): text is string {
  return Boolean(text) && text !== "hidden" && text !== "passed";
}

/** The seat's name for this reader. */
export function nameOf(frame: Frame, seat: number): string {
  return seat === frame.you ? "You" : (frame.seats[seat]?.name ?? `seat ${seat + 1}`);
}

export function sideOf(frame: Frame, seat: number): Side {
  if (seat === frame.you) return "own";
  return (frame.you + 1) % SEATS === seat ? "left" : "right";
}

export function seatOf(view: View, role: Role): number {
  return view.roles.indexOf(role);
}

/** The trick to be looked at: the one being played, or the last one while the next has not been laid. */
export function trickInSight(view: View): { trick: Trick; number: number } | null {
  const number = view.tricks.length;
  const trick = view.tricks[number - 1];
  return trick ? { trick, number } : null;
}
