// Made by `python -m coven.server.wire` from coven/games/whirling_witchcraft; a test fails when it is stale.

export type Phase = "lay" | "produce" | "over";

/** A card that the viewer knows to be in the deck. */
export interface Known {
  /** Counting from 1 at the top. */
  place: number;
  recipe: string;
}

/** How many cubes of each colour. */
export interface Cubes {
  green: number;
  blue: number;
  red: number;
  white: number;
  grey: number;
  black: number;
}

export const COLOURS = ["green", "blue", "red", "white", "grey", "black"] as const;
export type Colour = (typeof COLOURS)[number];

/** What a seat produced: during production its own plan so far, otherwise the last round's, which everybody has
 * seen. */
export interface Production {
  /** The recipes fed, in the order in which they came into the lab. */
  fed: string[];
  /** Cubes taken from the workbench. */
  used: Cubes;
  /** The mixture: cubes produced and not used up, on their way to the right neighbour. */
  made: Cubes;
}

/** The right neighbour's workbench if it stayed as it is and got the viewer's mixture. */
export interface Preview {
  seat: number;
  bench: Cubes;
  over: Colour[];
}

/** What a seat sees of Whirling Witchcraft. Recipes are texts as in actions ("rr-bw"), "hidden" for an unseen one;
 * seats are numbers. */
export interface View {
  you: number | null;
  phase: Phase;
  /** Seats that owe a decision; not those that have chosen, or said "done". */
  pending: number[];
  round: number;
  /** The last round: hands are empty, no recipe is laid, and the fewest ingredients will win (WW-52). */
  is_last: boolean;
  /** Cards left in the deck. */
  pile: number;
  pile_known: Known[];
  /** [seat]: recipes in order of arrival, the starting one first. */
  labs: string[][];
  /** The viewer's own in order of arrival, without the recipe that it has laid face down. */
  hand: string[];
  /** [seat]: without a recipe laid face down. For a seat that may have chosen either, the number before the choice. */
  hand_sizes: number[];
  /** [seat]: its hand in order of arrival: recipes that the viewer knows to be there, "hidden" for the others. A
   * recipe laid face down is still listed in its place, because others cannot know which one it is. */
  hands: string[][];
  /** [seat]: the recipe laid face down, or "ball" for the crystal ball. For others, "hidden" for a recipe, or
   * "chosen" if it may be either (then `hand_sizes` has the number before the choice). null until they have chosen. */
  laid: (string | null)[];
  /** [seat]: does it still have its crystal ball? */
  balls: boolean[];
  /** [seat]: the workbench. During production: the viewer's own without what its plan takes, others' as they were
   * when the step began. */
  benches: Cubes[];
  /** [seat]: colours of which the workbench holds more than fits. */
  over: Colour[][];
  /** The most of each colour that fit on a workbench. */
  limits: Cubes;
  /** [seat]: in the round `produced_in`. null for others during production, and for everybody before the first one. */
  production: (Production | null)[];
  /** The present round once everybody is done; null before the first production. */
  produced_in: number | null;
  /** Have the mixtures reached the right neighbours? */
  is_sent: boolean;
  /** [seat]: the right neighbour, who gets its mixture. */
  sends_to: number[];
  /** During production. */
  preview: Preview | null;
  winners: number[];
}

export type Mark = "" | "gold" | "laurel" | "card";

/** How a seat is doing. */
export interface State {
  text: string;
  mark: Mark;
}

/** The words and marks on the table. */
export interface Captions {
  round: string;
  deck: string;
  /** What happens to the mixtures, while they are on their way. */
  news: string;
  /** [seat]. */
  states: State[];
  /** [seat]: what is on its workbench. */
  benches: string[];
  /** [seat]: how many cubes that is; none are wanted. */
  left: string[];
  /** [seat]: what it produced, as far as it can be seen. */
  mixtures: string[];
  /** [seat]: by colour, how many do not fit on its workbench: "2 red". */
  too_many: string[][];
  /** The same for the right neighbour, if it gets the reader's mixture and feeds nothing. */
  to_come: string[];
  /** For a reader with too many. */
  warning: string;
  /** [seat]: what it is to the reader. */
  roles: string[];
  /** [seat][recipe fed]: which of its outputs have been used up. Identical cubes are not told apart: those on a
   * recipe that takes the colour itself are the last to count as used. */
  used: boolean[][][];
  /** [seat]: how much of its hand the reader does not know. */
  unseen: string[];
  /** Cards that the reader knows to be in the deck. */
  in_deck: string[];
}

/** A kind of recipe. */
export interface Recipe {
  /** As in actions and on the table: "rr-bw". */
  id: string;
  title: string;
  inputs: Colour[];
  outputs: Colour[];
  is_starting: boolean;
  is_printed: boolean;
  count: number;
  /** What it does: "2 red mushrooms become 1 blue flower". */
  words: string;
}

export const LABELS = {
  "cube": {
    "green": {
      "one": "green frog",
      "many": "green frogs"
    },
    "blue": {
      "one": "blue flower",
      "many": "blue flowers"
    },
    "red": {
      "one": "red mushroom",
      "many": "red mushrooms"
    },
    "white": {
      "one": "white smoke",
      "many": "white smoke"
    },
    "grey": {
      "one": "grey lesser creature",
      "many": "grey lesser creatures"
    },
    "black": {
      "one": "black higher creature",
      "many": "black higher creatures"
    }
  },
  "limits": [
    "8 green frogs",
    "8 blue flowers",
    "8 red mushrooms",
    "4 white smoke",
    "3 grey lesser creatures",
    "2 black higher creatures"
  ],
  "chosen": "chosen",
  "draw_anew_sure": "a new hand: sure?",
  "crystal_ball": "crystal ball",
  "not_now": "not now.",
  "workbench_of": "Workbench of",
  "of": "of",
  "with_the_mixture": "with the mixture, if nothing is fed",
  "from_the": "from the",
  "feed": "Feed",
  "workbench": "Workbench",
  "recipes_in_the_lab": "recipes in the lab",
  "your_hand": "Your hand",
  "lay": "Lay",
  "your_lab": "Your lab",
  "recipes_of_your_lab": "Recipes of your lab",
  "which_cubes": "which cubes?",
  "can_be_fed": "can be fed",
  "fed": "fed",
  "other_cubes_for": "Other cubes for",
  "other_cubes": "other cubes",
  "was_fed": "Fed",
  "with": "with",
  "from_the_mixture": "from the mixture",
  "laid_face_down": "Laid face down",
  "face_down": "face down",
  "mixture": "Mixture",
  "empty": "empty",
  "sent_in_round": "Sent in round",
  "sent": "sent",
  "nothing": "nothing",
  "look_at_lab": "Look closer at the lab of",
  "your_seat": "Your seat",
  "your_mixture": "Your mixture",
  "for": "for",
  "if": "If",
  "feeds_nothing": "feeds nothing",
  "what_fits_on_a_workbench": "What fits on a workbench",
  "starting_recipes": "Starting recipes",
  "recipes": "Recipes",
  "to_you": "to you",
  "you_to": "you to",
  "and_fed": ", fed",
  "mixture_of_round": "Mixture of round",
  "lab": "Lab",
  "hand": "Hand",
  "known_in_deck": "Cards you know in the deck",
  "has_the_crystal_ball": "has the crystal ball",
  "sure": "Touch again: when all have chosen, your hand goes under the deck and you draw a new one",
  "too_many": "too many",
  "one_more": "One more of any colour is too many when the winner is decided.",
  "whose": "Cubes that stay on the workbench remain yours; cubes in the mixture go to your right neighbour."
} as const;
