// Made by `python -m coven.server.wire` from coven/games/midnight; a test fails when it is stale.

export type Phase = "turn" | "declare" | "pass" | "over";

/** Who did what last, as typed actions; for a Coven Circle "pass" without a card. */
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
  /** The seats, one of which holds it. */
  in_hand_of: number[];
}

/** What a hand is known to have lacked: a suit by name, other sets card by card. */
export interface Lack {
  suit: Suit | null;
  cards: string[];
  /** How many such cards it may hold now. */
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
  /** How many things have happened that everybody has seen. */
  events: number;
  /** The latest of them. */
  last: Last | null;
  starter: number;
  /** 1 is clockwise, -1 counter-clockwise. */
  direction: number;
  /** In the deck's order, identical cards side by side. */
  hand: string[];
  hand_sizes: number[];
  /** Cards to draw. */
  pile: number;
  discard: Record<string, number>;
  /** How many cards a new draw pile would have now. */
  to_reshuffle: number;
  top: string;
  /** Sidestep cards above the pile. */
  sidesteps: number;
  counts: Counts;
  /** The suit that must be followed while Follow the Recipe is on. */
  follow: Suit | null;
  /** Curses in the stack that the seat at turn faces. */
  curses: number;
  /** Who forgot to call "Midnight!" and can be caught. */
  offenders: number[];
  /** [seat]: the card chosen in Coven Circle, "hidden" for those of others; null before that. */
  passed: (string | null)[];
  calls_made: boolean;
  known: Followed[];
  lacks: Lack[][];
  winners: number[];
}

export type Look = "words" | "chip" | "only" | "curse" | "follow" | "winner";

/** A piece of the line that says what counts. */
export interface Part {
  text: string;
  look: Look;
  /** The key of the suit, shape or type to draw beside it. */
  sign: string;
  /** The colour to draw beside it. */
  colour: string;
}

export type Way = "suit" | "shape" | "colour" | "kind" | "wild" | "sidestep";

/** How a card of the hand fits what is on the pile. */
export interface Match {
  marks: Way[];
  words: string;
}

/** The words and marks on the table. */
export interface Captions {
  /** What happened last, in a short line. */
  happened: string;
  /** [seat]: what was called with the last play. */
  called: string[][];
  /** "Midnight!", if it was called with the last play. */
  strikes: string;
  /** Has the top card just been laid? */
  is_laid: boolean;
  /** What the next card must go with. */
  counts: Part[];
  /** By card of the hand, while cards are being played. */
  matches: Record<string, Match>;
  /** Which features of the top card count. */
  top: Way[];
  /** A suit that counts and is not that of the top card. */
  seal: Suit | null;
  /** What touching the draw pile does. */
  draw: string;
  direction: string;
  /** [seat]: what the seat is doing. */
  states: string[];
  /** [seat]: how many cards it has left: "7 cards left". */
  left: string[];
  /** In Coven Circle: who gets the reader's card. */
  gives_to: number | null;
  /** In Coven Circle: whose card the reader gets. */
  gets_from: number | null;
}

export type Type = "standard" | "polymorph" | "counter-stir" | "curse-you" | "betrayed" | "follow-the-recipe" | "a-pox-on-all-of-you" | "coven-circle" | "failed-spell" | "wicked-cackle" | "witch-gone-wild";

export type Word = "wild" | "sidestep";

/** A kind of card. */
export interface CardFace {
  id: string;
  title: string;
  type: Type;
  suit: Suit | null;
  shape: Shape | null;
  colour: string | null;
  count: number;
  /** Without its suit and colour: "Bat", "Polymorph". */
  name: string;
  /** The colour that a card without one goes with. */
  goes_with: string | null;
  /** Printed on its edge if it needs no match. */
  word: Word | null;
  /** What a special card does; "" for standard ones. */
  does: string;
  /** What a special card goes on. */
  goes_on: string;
}

export const LABELS = {
  "suit": {
    "witchs-hat": "Witch's Hat",
    "cauldron": "Cauldron",
    "broomstick": "Broomstick",
    "black-cat": "Black Cat",
    "crystal-ball": "Crystal Ball"
  },
  "shape": {
    "frog": "Frog",
    "pentagram": "Pentagram",
    "skull": "Skull",
    "bat": "Bat",
    "spider": "Spider",
    "crow": "Crow",
    "snake": "Snake",
    "moon": "Moon",
    "spellbook": "Spellbook",
    "eyeball": "Eyeball"
  },
  "sort_your_hand": "Sort your hand",
  "by": "by",
  "look_closer": "Look closer",
  "on_top": "On top",
  "your_hand": "Your hand",
  "declare_a_suit": "Declare a suit",
  "not_now": "not now",
  "in_your_hand": "in your hand",
  "in_hand": "in hand",
  "you_pass": "You pass",
  "no_card_chosen": "No card chosen",
  "choose": "choose",
  "you_pass_a_card_to": "You pass a card to",
  "and_get_one_from": "and get one from",
  "not_now_as": "not now.",
  "draw_pile": "Draw pile,",
  "play_goes": "Play goes",
  "counts": "counts",
  "in_the_stack": "in the stack",
  "pox_above": "A Pox on All of You! above the pile",
  "special_cards": "Special cards",
  "shapes_title": "Shape",
  "none": "none",
  "at_turn": "to play",
  "winner": "winner",
  "last_card": "last card",
  "two_left": "two left",
  "catch": "Catch!",
  "no_midnight": "no “Midnight!”",
  "calls_title": "Call with the card you play",
  "with_the_card": "✓ with the card",
  "not_called": "not called",
  "call_midnight": "Call “Midnight!”",
  "announce_pox": "Announce “A Pox on all of you!”",
  "not_last": "A Pox on All of You!, Coven Circle and Wicked Cackle may not be your last card.",
  "standard": "Standard cards: play a card on another of the same suit, shape or colour",
  "goes_on": "Play it on",
  "picture": [
    {
      "id": "cauldron-bat",
      "title": "Cauldron Bat, green",
      "type": "standard",
      "suit": "cauldron",
      "shape": "bat",
      "colour": "green",
      "count": 2,
      "name": "Bat",
      "goes_with": null,
      "word": null,
      "does": "",
      "goes_on": ""
    },
    {
      "id": "curse-you-witchs-hat",
      "title": "Curse You! of Witch's Hat",
      "type": "curse-you",
      "suit": "witchs-hat",
      "shape": null,
      "colour": null,
      "count": 2,
      "name": "Curse You!",
      "goes_with": null,
      "word": null,
      "does": "The next player draws 1 and loses the turn, or passes the curse on with 1 more",
      "goes_on": "its suit, or a curse on you"
    },
    {
      "id": "black-cat-moon",
      "title": "Black Cat Moon, orange",
      "type": "standard",
      "suit": "black-cat",
      "shape": "moon",
      "colour": "orange",
      "count": 2,
      "name": "Moon",
      "goes_with": null,
      "word": null,
      "does": "",
      "goes_on": ""
    }
  ]
} as const;
