import type { Shown } from "../board";
import type { Role, Trick, View } from "./wire";

export type Frame = Shown<View>;

/** Where a seat is, seen from the reader: the next one clockwise sits at the left. */
export type Side = "own" | "left" | "right";

export const SEATS = 3;
export const GOAL = 5;
export const TRICKS = 5;

export const ROLE_NAMES: Record<Role, string> = { lead: "Lead Witch", first: "First", second: "Second" };

export function isCard(text: string | null | undefined): text is string {
  return Boolean(text) && text !== "hidden" && text !== "passed";
}

export function sideOf(frame: Frame, seat: number): Side {
  if (seat === frame.you) return "own";
  return (frame.you + 1) % SEATS === seat ? "left" : "right";
}

export function seatOf(view: View, role: Role): number {
  return view.roles.indexOf(role);
}

/** The trick to be looked at: the one being played, or the last one while the next has not been laid. */
export function trickInSight(view: View): { trick: Trick; number: number } | null {
  const number = view.tricks.length;
  const trick = view.tricks[number - 1];
  return trick ? { trick, number } : null;
}
