// Made by `python -m coven.server.wire` from coven/games/midnight; a test fails when it is stale.

export type Phase = "turn" | "declare" | "pass" | "over";

/** Who has done what last, as actions are typed; of a Coven Circle "pass" without a card. */
export interface Last {
  seat: number;
  act: string;
}

export const SUITS = ["witchs-hat", "cauldron", "broomstick", "black-cat", "crystal-ball"] as const;
export type Suit = (typeof SUITS)[number];

export const SHAPES = ["frog", "pentagram", "skull", "bat", "spider", "crow", "snake", "moon", "spellbook", "eyeball"] as const;
export type Shape = (typeof SHAPES)[number];

/** What the next card is matched against (MN-6, MN-22, MN-63). */
export interface Counts {
  suit: Suit | null;
  shape: Shape | null;
  colour: string | null;
  red_only: boolean;
  any_suit: boolean;
}

/** A card that the viewer can follow from hand to hand. */
export interface Followed {
  card: string;
  /** Seats, one of which holds it. */
  in_hand_of: number[];
}

/** What a hand is known to have lacked: a suit by its name, other sets card by card. */
export interface Lack {
  suit: Suit | null;
  cards: string[];
  /** How many such cards it may have now. */
  fresh: number;
}

/** What a seat sees of Midnight. Cards are texts as in actions ("cauldron-bat"); seats are numbers. */
export interface View {
  you: number | null;
  phase: Phase;
  /** Seats that owe a decision. */
  pending: number[];
  /** The seat at turn. */
  turn: number;
  /** Turns that are over. */
  turns: number;
  /** How many things have happened that all have seen. */
  events: number;
  /** The latest of them. */
  last: Last | null;
  starter: number;
  /** 1: clockwise; -1. */
  direction: number;
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
  /** The suit that must be followed while Follow the Recipe is on. */
  follow: Suit | null;
  /** Curses in the stack that the seat at turn faces. */
  curses: number;
  /** Who forgot to call "Midnight!" and can be caught. */
  offenders: number[];
  /** [seat]: the card chosen in Coven Circle, "hidden" for those of others; null before. */
  passed: (string | null)[];
  calls_made: boolean;
  known: Followed[];
  lacks: Lack[][];
  winners: number[];
}

export type Type = "standard" | "polymorph" | "counter-stir" | "curse-you" | "betrayed" | "follow-the-recipe" | "a-pox-on-all-of-you" | "coven-circle" | "failed-spell" | "wicked-cackle" | "witch-gone-wild";

/** A kind of card. */
export interface CardFace {
  id: string;
  title: string;
  type: Type;
  suit: Suit | null;
  shape: Shape | null;
  colour: string | null;
  count: number;
}
