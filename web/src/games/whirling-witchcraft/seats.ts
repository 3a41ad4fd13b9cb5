import { keyed } from "../../lib/keyed";
import type { Shown } from "../board";
import type { Captions, Colour, View } from "./wire";

export type Frame = Shown<View, Captions>;

export function rightOf(view: View, seat: number): number {
  return view.sends_to[seat] ?? seat;
}

/** The left neighbour: the seat whose mixture goes to this one. */
export function leftOf(view: View, seat: number): number {
  return view.sends_to.indexOf(seat);
}

/** Seats that are not the reader's neighbours, from the left neighbour's side to the right's: mixtures go leftwards. */
export function farFrom(view: View, you: number): number[] {
  const far: number[] = [];
  const right = rightOf(view, you);
  let seat = leftOf(view, you);
  while (seat !== right) {
    seat = leftOf(view, seat);
    if (seat !== right) far.push(seat);
  }
  return far;
}

/** Is everybody's production on the table, with the mixtures still where they were made? */
export function isRevealed(frame: Frame): boolean {
  const view = frame.view;
  return !view.is_sent && view.production.every((production) => production !== null);
}

export interface Entry {
  key: string;
  id: string;
  /** Its place in the list of recipes fed; -1 if it is not in it. */
  fed: number;
}

/** A seat's lab, recipe by recipe; identical ones get distinct keys. */
export function entriesOf(view: View, seat: number): Entry[] {
  return entriesAndFed(view, seat, view.phase === "lay" ? [] : (view.production[seat]?.fed ?? []));
}

/** More recipes in the own lab are shown smaller. */
export const FULL = 6;

/** The same with what was fed last; newest first. */
export function lastEntriesOf(view: View, seat: number): Entry[] {
  const entries = entriesAndFed(view, seat, view.production[seat]?.fed ?? []).reverse();
  return [...entries.filter(({ fed }) => fed >= 0), ...entries.filter(({ fed }) => fed < 0)];
}

function entriesAndFed(view: View, seat: number, ids: string[]): Entry[] {
  const fed = keyed(ids).map(({ key }) => key);
  return keyed(view.labs[seat] ?? []).map(({ key, id }) => ({ key, id, fed: fed.indexOf(key) }));
}

/** The row of a colour on a seat's workbench: the target of a mixture's cubes. */
export function rowKey(seat: number, colour: Colour): string {
  return `${seat}:${colour}`;
}

export function placeKey(seat: number, colour: Colour, place: number): string {
  return `${rowKey(seat, colour)}:${place}`;
}
