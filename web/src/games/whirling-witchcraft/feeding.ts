import type { Choice } from "../../wire";
import { tally } from "./ingredients";
import type { Frame } from "./seats";
import { COLOURS, type Cubes, type Recipe } from "./wire";

/** The cubes that a choice feeds, by where they come from. */
export interface Sources {
  bench: Cubes;
  made: Cubes;
}

/** All ways to feed a recipe; the first is the proposal. */
export function waysToFeed(frame: Frame, id: string): Choice[] {
  return frame.choices.filter((choice) => choice.touches.includes(`lab:${id}`));
}

export function sourcesOf(choice: Choice): Sources {
  const from = (place: string) =>
    tally(
      COLOURS.flatMap((colour) => choice.touches.flatMap((touch) => (touch === `${place}:${colour}` ? colour : []))),
    );
  return { bench: from("bench"), made: from("made") };
}

/** For each input of the recipe where its cube would come from. */
export function sourceOfEach(recipe: Recipe, choice: Choice): ("bench" | "made")[] {
  const { bench } = sourcesOf(choice);
  return recipe.inputs.map((colour) => (bench[colour]-- > 0 ? "bench" : "made"));
}
