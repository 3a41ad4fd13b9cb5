import type { Component } from "svelte";
import Dragon from "~icons/game-icons/dragon-head";
import Flower from "~icons/game-icons/spoted-flower";
import Frog from "~icons/game-icons/frog";
import Mushroom from "~icons/game-icons/super-mushroom";
import Rat from "~icons/game-icons/rat";
import Smoke from "~icons/game-icons/heat-haze";
import { COLOURS, LABELS, type Colour, type Cubes, type Recipe } from "./wire";

export const ICONS: Record<Colour, Component> = {
  green: Frog,
  blue: Flower,
  red: Mushroom,
  white: Smoke,
  grey: Rat,
  black: Dragon,
};

export const LETTERS: Record<Colour, string> = {
  green: "G",
  blue: "B",
  red: "R",
  white: "W",
  grey: "S",
  black: "K",
};

export const NO_CUBES: Cubes = { green: 0, blue: 0, red: 0, white: 0, grey: 0, black: 0 };

export function nameOfSome(count: number, colour: Colour): string {
  return LABELS.cube[colour][count === 1 ? "one" : "many"];
}

export function tally(colours: Colour[]): Cubes {
  const cubes = { ...NO_CUBES };
  for (const colour of colours) cubes[colour] += 1;
  return cubes;
}

export function total(cubes: Cubes): number {
  return COLOURS.reduce((sum, colour) => sum + cubes[colour], 0);
}

/** Cubes one by one, from common to rare. */
export function oneByOne(cubes: Cubes): Colour[] {
  return COLOURS.flatMap((colour) => Array<Colour>(cubes[colour]).fill(colour));
}

/** "2 red mushrooms and 1 blue flower" */
export function inWords(cubes: Cubes): string {
  const parts = COLOURS.filter((colour) => cubes[colour] > 0).map(
    (colour) => `${cubes[colour]} ${nameOfSome(cubes[colour], colour)}`,
  );
  const last = parts.pop();
  if (!last) return "nothing";
  return parts.length ? `${parts.join(", ")} and ${last}` : last;
}

export function recipesOf(faces: Recipe[]): Map<string, Recipe> {
  return new Map(faces.map((recipe) => [recipe.id, recipe]));
}
