import type { Shown } from "../board";
import type { Shelf, Stack, View } from "./wire";

export type Frame = Shown<View>;

/** The other seats clockwise from the reader. */
export function othersOf(frame: Frame): number[] {
  const seats = frame.seats.length;
  return Array.from({ length: seats - 1 }, (_, i) => (frame.you + 1 + i) % seats);
}

/** Has the seat claimed the role, and another one after it? */
export function isDeposed(view: View, seat: number): boolean {
  return view.answers[seat] === "claim" && view.claimant !== seat;
}

export function ravensOf(view: View): number {
  return view.ravens.reduce((sum, one) => sum + one, 0);
}

export function isShelf(stack: Stack): stack is Shelf {
  return stack === "gold-shelf" || stack === "ingredient-shelf";
}
