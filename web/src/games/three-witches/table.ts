import { nearest, type Shown } from "../board";
import { LABELS, type Captions, type Role, type Trick, type View } from "./wire";

export type Frame = Shown<View, Captions>;

/** Where a seat is, seen from the reader: the next one clockwise sits at the left. */
export type Side = "own" | "left" | "right";

export function isCard(text: string | null | undefined): text is string {
  return Boolean(text) && text !== "hidden" && text !== "passed";
}

export function sideOf(frame: Frame, seat: number): Side {
  if (seat === nearest(frame)) return "own";
  return (nearest(frame) + 1) % LABELS.seats === seat ? "left" : "right";
}

export function seatOf(view: View, role: Role): number {
  return view.roles.indexOf(role);
}

/** The trick on show: the one being played, or the last one until the next begins. */
export function trickInSight(view: View): { trick: Trick; number: number } | null {
  const number = view.tricks.length;
  const trick = view.tricks[number - 1];
  return trick ? { trick, number } : null;
}
