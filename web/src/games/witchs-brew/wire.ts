// Made by `python -m coven.server.wire` from coven/games/witchs_brew; a test fails when it is stale.

export type Phase = "choose" | "call" | "answer" | "use" | "vial" | "give" | "add" | "over";

export type Answer = "claim" | "favour" | "pass";

export type Deed = "used" | "declined" | "unable";

/** How many of each kind: drops, gold and vials. */
export interface Goods {
  red: number;
  green: number;
  white: number;
  gold: number;
  vials: number;
}

export const STACKS = ["copper", "iron", "silver", "gold-shelf", "ingredient-shelf"] as const;
export type Stack = (typeof STACKS)[number];

export type Shelf = "gold-shelf" | "ingredient-shelf";

/** What a seat sees of Witch's Brew. Roles, spells and potion cards are texts ("begging-monk", "copia",
 * "gold-shelf-2": the second card of its stack); seats are numbers. `role` to `got_card` are of the round that runs,
 * or of the last one until the next role is called. */
export interface View {
  you: number | null;
  phase: Phase;
  /** Seats that owe a decision. */
  pending: number[];
  set: number;
  /** In this set; 0 before the first. */
  round: number;
  starter: number;
  /** The viewer's own; while roles are chosen, those it has chosen so far. */
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
  answers: (Answer | null)[];
  /** [seat]: what it has made of its favour or full action. */
  deeds: (Deed | null)[];
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
  /** What the viewer has picked so far of the drops (or gold) that it pays, takes, gives or adds. */
  picked: Goods;
  /** Drops that it still has to pick. */
  to_pick: number;
  winners: number[];
}

/** A role. */
export interface RoleFace {
  kind: "role";
  /** As it is touched: "role:witch". */
  id: string;
  title: string;
  count: number;
  /** What its full action does. */
  action: string;
  /** What its favour does. */
  favour: string;
}

/** A spell book. */
export interface SpellFace {
  kind: "spell";
  /** As "spell:copia". */
  id: string;
  title: string;
  count: number;
  text: string;
}

export const DROPS = ["red", "green", "white"] as const;
export type Drop = (typeof DROPS)[number];

/** A potion card. */
export interface PotionFace {
  kind: "potion";
  /** As views have it: "iron-2". */
  id: string;
  title: string;
  count: number;
  stack: Stack;
  /** In its full stack, from 1, the top. */
  place: number;
  /** What a cauldron costs; empty for a shelf. */
  cost: Drop[];
  /** How many drops a cauldron costs, or how much must lie on a shelf. */
  needs: number;
  points: number;
  raven: boolean;
}
