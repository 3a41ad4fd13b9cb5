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
 * "gold-shelf-2": the second card of its stack); seats are numbers. `role` to `got_card` belong to the current
 * round, or until the next role is called to the last one. */
export interface View {
  you: number | null;
  phase: Phase;
  /** Seats that owe a decision. */
  pending: number[];
  set: number;
  /** In this set; 0 before the first. */
  round: number;
  starter: number;
  /** The viewer's own; while roles are being chosen, those it has chosen so far. */
  hand: string[];
  /** [seat]; 0 while roles are being chosen. */
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
  /** Has everybody answered? The full action is next, or over. */
  is_full: boolean;
  /** [seat]: null until it has answered. */
  answers: (Answer | null)[];
  /** [seat]: what it did with its favour or full action. */
  deeds: (Deed | null)[];
  /** [seat]: what it must give to this round's red role. */
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
  /** The top card of each stack; null if it is empty. */
  tops: Record<Stack, string | null>;
  left: Record<Stack, number>;
  on_shelf: Record<Shelf, Goods>;
  /** The spell books from the top; "hidden" for one that has not been on top yet. */
  books: string[];
  /** Is a spare pack of roles turned up, so that some are excluded from each set? */
  spare_pack: boolean;
  excluded: string[];
  /** Roles of the spare pack turned up so far, including those of this set. */
  turned_up: string[];
  /** What the viewer has picked so far of the drops (or gold) that it pays, takes, gives or adds. */
  picked: Goods;
  /** Drops still to be picked. */
  to_pick: number;
  winners: number[];
}

/** What a seat got out of this round. */
export interface Outcome {
  /** What it paid and got, or that it could not or would not. */
  words: string;
  /** Has it paid or got anything? */
  is_trade: boolean;
}

/** The words and marks on the table. */
export interface Captions {
  /** What is going on at the table. */
  headline: string;
  /** The roles that are out in this set. */
  out: string;
  /** The roles of the spare pack turned up so far. */
  turned_up: string;
  ravens: number;
  ravens_words: string;
  /** How far the end is: "1 of 4 ravens". */
  ravens_of: string;
  is_last_set: boolean;
  /** How many roles to choose for a set. */
  to_choose: number;
  /** [seat]: what it answered to this round's role. */
  said: string[];
  /** [seat]: has it claimed the role, and then somebody else? */
  deposed: boolean[];
  /** [seat]. */
  outcomes: (Outcome | null)[];
  /** [seat]: what the seat is doing. */
  states: string[];
  /** [seat]: cards, ravens and roles. */
  won: string[];
  /** [seat]: points, and where they come from. */
  sums: string[];
  /** [seat]: its goods. */
  goods: string[];
  /** What the reader has laid aside. */
  aside: string;
  /** How much is on a shelf, out of what it needs. */
  lying: Record<Shelf, number>;
  /** Who takes from a stack, and for what. */
  stacks: Record<Stack, string>;
}

export type Group = "herbs" | "gold" | "brew" | "spell" | "red";

export type Good = "red" | "green" | "white" | "gold" | "vials" | "any";

/** A number of goods of one kind. */
export interface GoodSign {
  kind: "good";
  good: Good;
  count: number;
}

/** The top card of a stack. */
export interface StackSign {
  kind: "stack";
  stack: Stack;
}

export type Mark = "to" | "cost" | "spell" | "less" | "third" | "quarter";

/** Something that is done, such as turning into, paying or casting. */
export interface MarkSign {
  kind: "mark";
  mark: Mark;
}

/** One half of a role card. */
export interface Half {
  signs: (GoodSign | StackSign | MarkSign)[];
  /** In a few words. */
  short: string;
  /** In full. */
  text: string;
}

/** A role. */
export interface RoleFace {
  kind: "role";
  /** As touched on the table: "role:witch". */
  id: string;
  title: string;
  count: number;
  /** Roles of the same group have the same background. */
  group: Group;
  full: Half;
  favour: Half;
}

/** A spell book. */
export interface SpellFace {
  kind: "spell";
  /** Such as "spell:copia". */
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
  /** As in views: "iron-2". */
  id: string;
  title: string;
  count: number;
  stack: Stack;
  /** In its full stack, counting from 1 at the top. */
  place: number;
  /** What a cauldron costs; empty for a shelf. */
  cost: Drop[];
  /** How many drops a cauldron costs, or how much must be on a shelf. */
  needs: number;
  points: number;
  raven: boolean;
  /** What it costs and is worth. */
  words: string;
}

export const LABELS = {
  "set": "Set",
  "round": "round",
  "last_set": "last set",
  "look_closer": "Look closer",
  "spell_books": "Spell books",
  "the_top_spell_book": "The top spell book",
  "not_seen_yet": "Not seen yet",
  "this_set": "this set",
  "next_set": "next set",
  "spells_not_seen_yet": "Spells not seen yet",
  "of": "of",
  "picked": "picked",
  "the_twelve_roles": "The twelve roles",
  "not_now": "Not now",
  "potion_cards": "potion cards",
  "ravens": "ravens",
  "roles_in_hand": "roles in hand",
  "your_hand": "Your hand",
  "no_roles_in_hand": "No roles in hand",
  "your_place": "Your place",
  "winner": "winner",
  "your_goods": "Your goods",
  "you_have": "You have",
  "not_now_as": "not now.",
  "roles_title": "Roles: the full action above, the favour below",
  "spells_title": "Spells of the Warlock: one book for each set",
  "the_end": "The end",
  "goods": "Goods",
  "potions_title": "Potion cards",
  "none_yet": "None yet",
  "roles_played_in_this_set": "Roles played in this set",
  "in_hand": "in hand",
  "in_the_stack": "In the stack, from the top",
  "the_stack_is_empty": "The stack is empty",
  "on_top": "on top",
  "taken": "Taken",
  "empty": "empty",
  "left": "left",
  "lie_on_it": "lie on it",
  "left_on_top": "left, on top",
  "look_at_all_cards": "Look at all cards",
  "the_last_role": "The last role",
  "the_role_of_this_round": "The role of this round",
  "laid_aside": "laid aside",
  "more": "more",
  "aside_title": "Laid aside",
  "book_count": "books",
  "full_action": "Full action",
  "favour": "Favour",
  "books": "The Warlock casts the top spell. After every set the top book goes to the bottom.",
  "numbers": "Numbers are points; cards with ravens bring the end nearer.",
  "end": "Once all players together have four or more ravens, the game ends after the set. Every vial is a point, and every potion card is worth its number. The most points win; on a tie, the most drops and gold left.",
  "five": "Five are picked: touch one to put it back",
  "take_five": "Take these five",
  "stack": {
    "copper": {
      "title": "Copper cauldrons",
      "short": "Copper",
      "taker": "wizard",
      "good": "any"
    },
    "iron": {
      "title": "Iron cauldrons",
      "short": "Iron",
      "taker": "witch",
      "good": "any"
    },
    "silver": {
      "title": "Silver cauldrons",
      "short": "Silver",
      "taker": "druid",
      "good": "any"
    },
    "gold-shelf": {
      "title": "Gold shelves",
      "short": "Gold shelf",
      "taker": "cutpurse",
      "good": "gold"
    },
    "ingredient-shelf": {
      "title": "Ingredients shelves",
      "short": "Drops shelf",
      "taker": "begging-monk",
      "good": "any"
    }
  },
  "good": {
    "red": {
      "one": "wolf blood",
      "many": "wolf blood"
    },
    "green": {
      "one": "herb juice",
      "many": "herb juice"
    },
    "white": {
      "one": "snake venom",
      "many": "snake venom"
    },
    "gold": {
      "one": "gold",
      "many": "gold"
    },
    "vials": {
      "one": "vial",
      "many": "vials"
    }
  },
  "letter": {
    "red": "R",
    "green": "G",
    "white": "W"
  },
  "picture": [
    {
      "kind": "role",
      "id": "role:wolf-keeper",
      "title": "Wolf Keeper",
      "count": 1,
      "group": "herbs",
      "full": {
        "signs": [
          {
            "kind": "good",
            "good": "red",
            "count": 3
          }
        ],
        "short": "3 wolf blood",
        "text": "Take 3 red wolf blood"
      },
      "favour": {
        "signs": [
          {
            "kind": "good",
            "good": "red",
            "count": 1
          }
        ],
        "short": "1 wolf blood",
        "text": "Take 1 red wolf blood"
      }
    },
    {
      "kind": "role",
      "id": "role:witch",
      "title": "Witch",
      "count": 1,
      "group": "brew",
      "full": {
        "signs": [
          {
            "kind": "mark",
            "mark": "cost"
          },
          {
            "kind": "mark",
            "mark": "to"
          },
          {
            "kind": "stack",
            "stack": "iron"
          }
        ],
        "short": "brew iron",
        "text": "Pay the drops on the top iron cauldron and take it; then 1 more drop may become a vial"
      },
      "favour": {
        "signs": [
          {
            "kind": "mark",
            "mark": "cost"
          },
          {
            "kind": "good",
            "good": "gold",
            "count": 2
          },
          {
            "kind": "mark",
            "mark": "to"
          },
          {
            "kind": "stack",
            "stack": "iron"
          }
        ],
        "short": "2 gold more",
        "text": "The same for 2 gold more"
      }
    },
    {
      "kind": "role",
      "id": "role:cutpurse",
      "title": "Cutpurse",
      "count": 1,
      "group": "red",
      "full": {
        "signs": [
          {
            "kind": "mark",
            "mark": "third"
          },
          {
            "kind": "good",
            "good": "gold",
            "count": 1
          },
          {
            "kind": "mark",
            "mark": "to"
          },
          {
            "kind": "stack",
            "stack": "gold-shelf"
          }
        ],
        "short": "a third of all gold",
        "text": "Everybody else lays a third of their gold on the top gold shelf; add to it, and take it if that is enough"
      },
      "favour": {
        "signs": [
          {
            "kind": "mark",
            "mark": "less"
          },
          {
            "kind": "good",
            "good": "gold",
            "count": 1
          }
        ],
        "short": "give 1 less",
        "text": "Give 1 gold less to the Cutpurse"
      }
    }
  ]
} as const;
