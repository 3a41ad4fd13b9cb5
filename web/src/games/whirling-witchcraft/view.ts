import type { Frame } from "../../wire";

/** The six ingredients, from common to rare: the order in which everything is listed. */
export const COLOURS = ["green", "blue", "red", "white", "grey", "black"] as const;
export type Colour = (typeof COLOURS)[number];

/** How many cubes of each colour: every colour is a key. */
export type Cubes = Record<Colour, number>;

/** A kind of recipe, as `describe` of the server's game lists it. */
export interface Recipe {
  /** "rr-bw": what actions and things on the table call it. */
  id: string;
  /** "RR -> BW". */
  title: string;
  inputs: Colour[];
  outputs: Colour[];
  is_starting: boolean;
  /** How many there are of this kind. */
  count: number;
}

/** What a seat produced: in the produce phase the own plan as it stands, else the last round's, which all have seen. */
export interface Production {
  /** Ids of the recipes fed, in the order in which they came into the lab. */
  fed: string[];
  /** Cubes taken from the workbench. */
  used: Cubes;
  /** The mixture: cubes produced and not used up, on their way to the right neighbour. */
  made: Cubes;
}

/** What the server says a seat sees of Whirling Witchcraft. */
export interface View {
  you: number | null;
  phase: "lay" | "produce" | "over";
  /** Seats that owe a decision: who has chosen, or said "done", does not. */
  pending: number[];
  round: number;
  /** The last round: hands are empty, no recipe is laid, and the fewest ingredients will win (WW-52). */
  is_last: boolean;
  /** Cards left in the deck. */
  pile: number;
  /** Those of them that you know, by their place from 1, the top. */
  pile_known: { place: number; recipe: string }[];
  /** [seat]: recipes in order of arrival, the starting one first. */
  labs: string[][];
  /** Your hand in order of arrival, less the recipe that you have laid face down. */
  hand: string[];
  /** [seat]: without the recipe that lies face down; of who may have chosen either, as before the choice. */
  hand_sizes: number[];
  /** [seat]: its hand in order of arrival: recipes that you know to be there, "hidden" for the others. While a recipe
   * lies face down it is still listed here at its place, since others cannot know which one it is. */
  hands: string[][];
  /** [seat]: the recipe laid face down in this step 1, or "ball" for the crystal ball; of others "hidden" for a recipe,
   * "chosen" if it may be either; null before they have chosen. */
  laid: (string | null)[];
  /** [seat]: does it still have its crystal ball? */
  balls: boolean[];
  /** [seat]: the workbench. In the produce phase: your own less what your plan takes, others' as the step began. */
  benches: Cubes[];
  /** [seat]: colours of which the workbench holds more than fit. */
  over: Colour[][];
  /** The most of each colour that fit on a workbench. */
  limits: Cubes;
  /** [seat]: null for others in the produce phase, and for all before the first production. */
  production: (Production | null)[];
  /** The round that `production` belongs to; null before the first. */
  produced_in: number | null;
  /** Have the mixtures of `production` reached the right neighbours? */
  is_sent: boolean;
  /** [seat]: the right neighbour, to whom its mixture goes. */
  sends_to: number[];
  /** In the produce phase: the right neighbour's workbench if it stayed as it is and got your mixture now. */
  preview: { seat: number; bench: Cubes; over: Colour[] } | null;
  /** When the game is over: who won. */
  winners: number[];
}

export function viewOf(frame: Frame): View {
  return frame.view as unknown as View;
}
