import { titleOf, type Faces } from "./roles";
import { nameOf } from "../board";
import type { Frame } from "./table";
import type { View } from "./wire";

/** What a seat has said to the role of this round, as it is said at the table. */
export function wordsOf(view: View, faces: Faces, seat: number): string {
  const answer = view.answers[seat];
  if (!view.role || !answer) return "";
  return { claim: `I am the ${titleOf(faces, view.role)}!`, favour: "So be it!", pass: "Pass" }[answer];
}

/** Is it clear what the seat has of this round: something was paid or got, or it could not or would not? */
export function hasOutcome(view: View, seat: number): boolean {
  const deed = view.deeds[seat];
  return deed === "declined" || deed === "unable" || hasTraded(view, seat);
}

export function hasTraded(view: View, seat: number): boolean {
  const { paid, got } = { paid: view.paid[seat], got: view.got[seat] };
  const moved = [...Object.values(paid ?? {}), ...Object.values(got ?? {})];
  return moved.some((count) => count > 0) || Boolean(view.got_card[seat]);
}

/** What the seat is about, in a word or two; "" for nothing. */
export function statusOf(frame: Frame, seat: number): string {
  const view = frame.view;
  const owes = view.pending.includes(seat);
  switch (view.phase) {
    case "choose":
      return owes ? "choosing" : "ready";
    case "call":
      return owes ? "calls" : "";
    case "give":
      return owes ? "gives" : (view.tolls[seat] ?? 0) > 0 ? "ready" : "";
    case "over":
      return "";
    default:
      return owes ? "to act" : "";
  }
}

/** What goes on at the table, in a line. */
export function headline(frame: Frame, faces: Faces): string {
  const view = frame.view;
  const role = view.role ? titleOf(faces, view.role) : "";
  const name = (seat: number | null) => (seat === null ? "" : nameOf(frame, seat));
  const is = (seat: number | null) => (seat === frame.you ? "You are" : `${name(seat)} is`);
  switch (view.phase) {
    case "choose":
      return `Choose five roles: ${view.turn === frame.you ? "you begin" : `${name(view.turn)} begins`}`;
    case "call":
      if (view.turn === null) return "The set is over";
      return view.turn === frame.you ? "You call the next role" : `${name(view.turn)} calls the next role`;
    case "answer":
      return `${is(view.claimant)} the ${role} so far: ${view.turn === frame.you ? "you answer" : `${name(view.turn)} answers`}`;
    case "use":
    case "vial":
      if (view.is_full) return `${is(view.claimant)} the ${role}`;
      return `${name(view.turn)}: “So be it!”`;
    case "give":
      return `${is(view.claimant)} the ${role}: tolls are given`;
    case "add":
      return `${is(view.claimant)} the ${role}, and may add to the shelf`;
    default:
      return "";
  }
}
