import type { Frame } from "../../wire";
import type { Goods } from "./goods";

type Phase = "choose" | "call" | "answer" | "use" | "vial" | "give" | "add" | "over";
export const STACKS = ["copper", "iron", "silver", "gold-shelf", "ingredient-shelf"] as const;
export type Stack = (typeof STACKS)[number];
export type Shelf = "gold-shelf" | "ingredient-shelf";

/** What the server says a seat sees of Witch's Brew. Roles, spells and potion cards are texts: "begging-monk", "copia",
 * "iron-2" (the second card of the full stack). `role` to `got_card` are of the round that runs, or of the last one
 * until the next role is called. */
export interface View {
  you: number | null;
  phase: Phase;
  /** Seats that owe a decision. */
  pending: number[];
  set: number;
  /** In this set; 0 before the first. */
  round: number;
  starter: number;
  /** Your own; while roles are chosen, those that the server has of yours. */
  hand: string[];
  /** [seat]; 0 while roles are chosen. */
  hand_sizes: number[];
  /** [seat]: roles played in this set. */
  played: string[][];
  /** The role called. */
  role: string | null;
  /** Who called it; null before the first round. */
  leader: number | null;
  /** Who claimed it last. */
  claimant: number | null;
  /** Who calls, answers, or carries out a favour or the full action; while roles are chosen, who begins the set. */
  turn: number | null;
  /** Have all answered? The full action is next, or over. */
  is_full: boolean;
  /** [seat]: null before it has answered. */
  answers: ("claim" | "favour" | "pass" | null)[];
  /** [seat]: what it has made of its favour or full action. */
  deeds: ("used" | "declined" | "unable" | null)[];
  /** [seat]: what it must give to the red role of this round. */
  tolls: number[];
  /** [seat]: what it paid, gave and added in this round. */
  paid: Goods[];
  /** [seat]: what it got from the supply in this round. */
  got: Goods[];
  /** [seat]: the potion card taken in this round. */
  got_card: (string | null)[];
  goods: Goods[];
  /** [seat]: potion cards won, by stack. */
  cards: string[][];
  card_points: number[];
  points: number[];
  ravens: number[];
  ravens_to_end: number;
  /** The top card of each stack; null where it is empty. */
  tops: Record<Stack, string | null>;
  left: Record<Stack, number>;
  on_shelf: Record<Shelf, Goods>;
  /** The spell books from the top; "hidden" where one has not been on top yet. */
  books: string[];
  /** Is a spare pack of roles turned up, so that some are excluded from each set? */
  spare_pack: boolean;
  excluded: string[];
  /** Roles of the spare pack turned up so far, those of this set among them. */
  turned_up: string[];
  /** What you have picked so far to take, pay, give or add. */
  picked: Goods;
  /** Drops that you still have to pick. */
  to_pick: number;
  winners: number[];
}

export function viewOf(frame: Frame): View {
  return frame.view as unknown as View;
}

/** The seat's name for this reader. */
export function nameOf(frame: Frame, seat: number): string {
  return seat === frame.you ? "You" : (frame.seats[seat]?.name ?? `seat ${seat + 1}`);
}

/** The other seats clockwise from the reader. */
export function othersOf(frame: Frame): number[] {
  const seats = frame.seats.length;
  return Array.from({ length: seats - 1 }, (_, i) => (frame.you + 1 + i) % seats);
}

/** Has the seat claimed the role, and another one after it? */
export function isDeposed(view: View, seat: number): boolean {
  return view.answers[seat] === "claim" && view.claimant !== seat;
}

export function ravensOf(view: View): number {
  return view.ravens.reduce((sum, one) => sum + one, 0);
}

export function isShelf(stack: Stack): stack is Shelf {
  return stack === "gold-shelf" || stack === "ingredient-shelf";
}
