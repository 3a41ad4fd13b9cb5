import type { Choice } from "../../wire";
import { tally } from "./ingredients";
import type { Frame } from "./seats";
import { COLOURS, type Colour, type Cubes, type Production, type Recipe } from "./wire";

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
    choice.touches.filter((touch) => touch.startsWith(`${place}:`)).map((touch) => touch.split(":")[1] as Colour);
  return { bench: tally(from("bench")), made: tally(from("made")) };
}

/** For each input of the recipe where its cube would come from. */
export function sourceOfEach(recipe: Recipe, choice: Choice): ("bench" | "made")[] {
  const { bench } = sourcesOf(choice);
  return recipe.inputs.map((colour) => (bench[colour]-- > 0 ? "bench" : "made"));
}

/** For each fed recipe which of its outputs have been used up on others: alike cubes are not told apart, so the ones
 * that lie on a recipe which takes that colour itself are the last to be called used. */
export function usedOutputs(recipes: Map<string, Recipe>, production: Production): boolean[][] {
  const fed = production.fed.flatMap((id) => recipes.get(id) ?? []);
  const used = fed.map((recipe) => recipe.outputs.map(() => false));
  for (const colour of COLOURS) {
    const places = fed.flatMap((recipe, i) =>
      recipe.outputs.flatMap((output, k) => (output === colour ? [{ recipe, i, k }] : [])),
    );
    places.sort((a, b) => Number(a.recipe.inputs.includes(colour)) - Number(b.recipe.inputs.includes(colour)));
    for (const { i, k } of places.slice(0, places.length - production.made[colour])) (used[i] ?? [])[k] = true;
  }
  return used;
}
