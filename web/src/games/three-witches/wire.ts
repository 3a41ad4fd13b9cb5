// Made by `python -m coven.server.wire` from coven/games/three_witches; a test fails when it is stale.

export type Phase = "bid" | "raise" | "give" | "discard" | "lead" | "conceal" | "first" | "second" | "late" | "return" | "propose" | "over";

export type Role = "lead" | "first" | "second";

export type Call = "pass" | "bid 3" | "bid 4";

export type Winner = "lead" | "lesser witches";

/** The cards of a trick: texts, "hidden" for an unseen one, "passed" for a First who plays later. */
export interface Trick {
  /** Has an Eye been led, so that the answers are face down? */
  eye: boolean;
  up: string | null;
  down: string | null;
  first: string | null;
  second: string | null;
  winner: Winner | null;
  returned: string | null;
}

/** TW-40, TW-41: what the pairs in sight are worth; for a pair half seen, its least possible worth. */
export interface Worth {
  lead: number | null;
  lead_least: number | null;
  lesser: number | null;
  lesser_least: number | null;
}

/** A line of the score sheet. */
export interface Score {
  lead: number;
  bid: number;
  won: number;
}

/** What a seat sees of 3 Witches. Cards are texts as in actions ("owl-3"), "hidden" for an unseen one, null for no
 * card; seats are numbers. */
export interface View {
  you: number | null;
  phase: Phase;
  /** Seats that owe a decision. */
  pending: number[];
  round: number;
  tokens: number[];
  roles: (Role | null)[];
  bid: number | null;
  bidder: number | null;
  calls: (Call | null)[];
  elixir: number | null;
  hand: string[];
  hand_sizes: number[];
  discards: (string | null)[];
  passings: number;
  /** [passing][seat]: what the seat gave to its left, as far as known. */
  given: string[][][];
  voids: string[][];
  lead_tricks: number;
  lesser_tricks: number;
  trick: number | null;
  tricks: Trick[];
  /** The worth of the trick being played or just finished. */
  worth: Worth;
  proposals: (string | null)[];
  last_round_trick: (string | null)[];
  last_round_winner: Winner | null;
  score_sheet: Score[];
}

/** The words and marks on the table. */
export interface Captions {
  /** The round and its trick. */
  stage: string;
  /** What is going on in the middle of the table. */
  heading: string;
  /** What the pairs in sight are worth, and which one must be beaten. */
  worth: string;
  /** Seats in the order in which they speak in the bidding. The last one has the Elixir. */
  speakers: number[];
  /** [seat]: what it has said in the bidding. */
  said: string[];
  /** Who has the Elixir during the bidding, and how often cards have been passed. */
  about_elixir: string;
  /** [seat]: its part in this round: "Lead Witch", with the bid. */
  parts: string[];
  /** [seat]: its connection with the Elixir. */
  elixir: string[];
  /** Tricks won against the bid. */
  count: string;
  /** [trick]: who won it. */
  winners: string[];
  /** The result of the last round. */
  scored: string;
}

/** A kind of card. */
export interface CardFace {
  id: string;
  title: string;
  /** As printed on the card: "Wing of Owl". */
  name: string;
  /** In lower case; null for the Elixir. */
  suit: string | null;
  rank: number | null;
  /** In lower case. */
  part: string | null;
  count: number;
}

export const LABELS = {
  "tricks": 5,
  "goal": 5,
  "seats": 3,
  "face_down": "face down",
  "yours": "yours",
  "card": "Card",
  "for": "for",
  "discard_of": "Discard of",
  "yours_unseen": "yours, unseen",
  "unseen": "unseen",
  "score_sheet": "Score sheet",
  "unseen_title": "Yours, unseen",
  "tricks_and_scores": "Tricks and scores",
  "play_goes_clockwise_you": "Play goes clockwise: you,",
  "holds_the_elixir": "holds the Elixir",
  "suits_title": "Suit",
  "none": "none",
  "what_a_pair_is_worth": "What a pair is worth",
  "about_count": "tricks won against the bid. Look at the tricks so far",
  "in_hand": "in hand",
  "no_cards": "no cards",
  "your_hand": "Your hand",
  "not_now": "not now.",
  "the_leads_card": "The Lead's card,",
  "goes_back": "goes back",
  "this_one": "this one",
  "eye_answers_lie_face_down": "Eye: answers lie face down",
  "round": "Round",
  "the_last_trick": "The last trick",
  "last_trick": "Last trick",
  "against": "against",
  "continue": "Continue",
  "your_seat": "Your seat",
  "your_turn": "your turn",
  "thinking": "thinking",
  "empty_seat": "Empty seat",
  "tricks_of_this_round": "Tricks of this round",
  "went_back": "went back",
  "one_of_the_two_unseen": "one of the two, unseen",
  "lead_witch": "Lead Witch",
  "bid": "Bid",
  "won": "Won",
  "no_score_yet": "No round has been scored yet.",
  "fate_tokens": "Fate tokens",
  "a_card_face_down": "a card face down",
  "nothing_yet": "nothing yet",
  "of": "of",
  "tokens": "fate tokens",
  "face_up": "face up",
  "lead": "Lead",
  "discarded": "Discarded",
  "to": "To",
  "from": "From",
  "known_to_hold_none_of": "Known to hold none of",
  "holds_no": "holds no",
  "no": "no",
  "you": "you",
  "pairs": [
    [
      "Same suit, or same rank",
      "both ranks together"
    ],
    [
      "Any other two",
      "the higher rank"
    ],
    [
      "The Elixir with a card",
      "twice that card's rank"
    ],
    [
      "A tie",
      "the Lead Witch wins, like it or not"
    ],
    [
      "An Eye (rank 2) led face up",
      "the Lesser Witches answer face down"
    ]
  ],
  "picture": [
    {
      "id": "owl-5",
      "title": "Owl 5, Wing of Owl",
      "name": "Wing of Owl",
      "suit": "owl",
      "rank": 5,
      "part": "wing",
      "count": 1
    },
    {
      "id": "elixir",
      "title": "Elixir",
      "name": "Elixir",
      "suit": null,
      "rank": null,
      "part": null,
      "count": 1
    },
    {
      "id": "frog-3",
      "title": "Frog 3, Tongue of Frog",
      "name": "Tongue of Frog",
      "suit": "frog",
      "rank": 3,
      "part": "tongue",
      "count": 1
    }
  ]
} as const;
