import { nearest, type Shown } from "../board";
import type { Captions, Shelf, Stack, View } from "./wire";

export type Frame = Shown<View, Captions>;

/** What is looked at more closely. */
export type Sight =
  { at: "seat"; seat: number } | { at: "stack"; stack: Stack } | { at: "roles"; roles: string[] } | { at: "book" };

/** The other seats clockwise from the reader. */
export function othersOf(frame: Frame): number[] {
  const seats = frame.seats.length;
  return Array.from({ length: seats - 1 }, (_, i) => (nearest(frame) + 1 + i) % seats);
}

export function isShelf(stack: Stack): stack is Shelf {
  return stack === "gold-shelf" || stack === "ingredient-shelf";
}
