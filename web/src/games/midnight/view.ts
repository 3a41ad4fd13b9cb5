import type { Frame } from "../../wire";

/** What the server says a seat sees of Midnight. A card is its id, as "cauldron-bat". */
export interface View {
  you: number | null;
  phase: "turn" | "declare" | "pass" | "over";
  /** Seats that owe a decision. */
  pending: number[];
  /** The seat at turn. */
  turn: number;
  /** Turns that are over. */
  turns: number;
  /** How many things have happened that all have seen. */
  events: number;
  /** The latest of them, as actions are typed: "play cauldron-bat midnight", "draw", "declare cauldron", "catch 3". */
  last: { seat: number; act: string } | null;
  starter: number;
  direction: 1 | -1;
  /** In the deck's order, cards alike side by side. */
  hand: string[];
  hand_sizes: number[];
  /** Cards to draw. */
  pile: number;
  discard: Record<string, number>;
  /** Cards that a new draw pile would have now. */
  to_reshuffle: number;
  top: string;
  /** Sidestep cards that lie above the pile. */
  sidesteps: number;
  counts: Counts;
  /** The Follow Suit while Follow the Recipe is on. */
  follow: string | null;
  /** Curses in the stack that the seat at turn faces. */
  curses: number;
  /** Who forgot to call "Midnight!" and can be caught. */
  offenders: number[];
  /** [seat]: the card chosen in Coven Circle, "hidden" for those of others; null before. */
  passed: (string | null)[];
  calls_made: boolean;
  known: { card: string; in_hand_of: number[] }[];
  lacks: { suit: string | null; cards: string[]; fresh: number }[][];
  winners: number[];
}

/** What the next card is matched against. */
export interface Counts {
  suit: string | null;
  shape: string | null;
  colour: string | null;
  red_only: boolean;
  any_suit: boolean;
}

export function viewOf(frame: Frame): View {
  return frame.view as unknown as View;
}

/** How many of so many cards there are to draw. */
export function atMost(view: View, number: number): number {
  return Math.min(number, view.pile + view.to_reshuffle);
}

/** The seat's name for this reader. */
export function nameOf(frame: Frame, seat: number): string {
  return seat === frame.you ? "You" : (frame.seats[seat]?.name ?? `seat ${seat + 1}`);
}

/** Where the others sit, clockwise from the reader: up along the left side, over the top, down along the right. */
export interface Around {
  left: number[];
  top: number[];
  right: number[];
}

/** By the number of others: how many of them sit at each side. */
const AT_A_SIDE = [0, 0, 0, 0, 1, 1, 2, 2];

export function around(frame: Frame): Around {
  const others = frame.seats.length - 1;
  const clockwise = Array.from({ length: others }, (_, i) => (frame.you + 1 + i) % frame.seats.length);
  const side = AT_A_SIDE[others] ?? 0;
  return {
    left: clockwise.slice(0, side),
    top: clockwise.slice(side, others - side),
    right: clockwise.slice(others - side),
  };
}

/** The words that were called with the last play, by the seat that made it. */
export function calledBy(view: View, seat: number): string[] {
  if (view.last?.seat !== seat || !view.last.act.startsWith("play ")) return [];
  const [, , ...calls] = view.last.act.split(" ");
  return [calls.includes("pox") && "A Pox on all of you!", calls.includes("midnight") && "Midnight!"].filter(
    (words) => words !== false,
  );
}
