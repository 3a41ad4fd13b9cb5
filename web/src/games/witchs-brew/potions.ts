import { dropsIn, inWords, some, tally } from "./goods";
import type { PotionFace } from "./wire";
import type { Shelf, Stack, View } from "./wire";

export const STACK_NAMES: Record<Stack, { title: string; short: string; card: string }> = {
  copper: { title: "Copper cauldrons", short: "Copper", card: "copper cauldron" },
  iron: { title: "Iron cauldrons", short: "Iron", card: "iron cauldron" },
  silver: { title: "Silver cauldrons", short: "Silver", card: "silver cauldron" },
  "gold-shelf": { title: "Gold shelves", short: "Gold shelf", card: "gold shelf" },
  "ingredient-shelf": { title: "Ingredients shelves", short: "Drops shelf", card: "ingredients shelf" },
};

/** What a shelf asks for. */
export function goodOf(stack: Shelf): "gold" | "any" {
  return stack === "gold-shelf" ? "gold" : "any";
}

/** How much lies on a shelf of what it needs. */
export function lyingOn(view: View, stack: Shelf): number {
  const goods = view.on_shelf[stack];
  return stack === "gold-shelf" ? goods.gold : dropsIn(goods);
}

/** "1 wolf blood and 2 herb juice", "5 gold", "6 ingredients" */
export function priceInWords(face: PotionFace): string {
  if (face.stack === "gold-shelf") return some(face.needs, "gold");
  if (face.stack === "ingredient-shelf") return `${face.needs} ingredients`;
  return inWords(tally(face.cost));
}

/** "iron cauldron, costs 2 wolf blood, worth 3 points, with a raven" */
export function potionInWords(face: PotionFace): string {
  const worth = `worth ${face.points} ${face.points === 1 ? "point" : "points"}`;
  const verb = face.cost.length ? "costs" : "needs";
  return `${STACK_NAMES[face.stack].card}, ${verb} ${priceInWords(face)}, ${worth}${face.raven ? ", with a raven" : ""}`;
}
