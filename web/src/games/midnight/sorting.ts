import { DRAWN } from "./colours";
import type { CardFace } from "./cards";
import { SHAPES, SUITS } from "./wire";

/** What a hand can be sorted by. */
export const ORDERS = ["suit", "shape", "colour"] as const;
export type Order = (typeof ORDERS)[number];

const KEY = "coven.midnight.order";

/** The order chosen last in this browser. */
export function keptOrder(): Order {
  try {
    return ORDERS.find((order) => order === localStorage.getItem(KEY)) ?? "suit";
  } catch {
    return "suit"; // private windows may forbid it
  }
}

export function keepOrder(order: Order): void {
  try {
    localStorage.setItem(KEY, order);
  } catch {
    // it holds until the page is closed
  }
}

/** The faces of a hand in order: cards that lack the feature come last, cards alike stay side by side. */
export function sorted(hand: CardFace[], order: Order, faces: CardFace[]): CardFace[] {
  const places: Record<Order, (face: CardFace) => number> = {
    suit: (face) => placeOf(face.suit, SUITS),
    shape: (face) => placeOf(face.shape, SHAPES),
    colour: (face) => placeOf(face.hue?.key ?? null, DRAWN),
  };
  const place = places[order];
  return [...hand].sort((a, b) => place(a) - place(b) || faces.indexOf(a) - faces.indexOf(b));
}

function placeOf(feature: string | null, all: readonly string[]): number {
  return feature === null ? all.length : all.indexOf(feature);
}
