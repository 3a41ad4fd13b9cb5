import { nearest, type Shown } from "../board";
import type { Captions, View } from "./wire";

export type Frame = Shown<View, Captions>;

/** Where the others sit, clockwise from the reader: up along the left side, over the top, down along the right. */
export interface Around {
  left: number[];
  top: number[];
  right: number[];
}

/** By the number of others: how many of them sit at each side. */
const AT_A_SIDE = [0, 0, 0, 0, 1, 1, 2, 2];

export function around(frame: Frame): Around {
  const others = frame.seats.length - 1;
  const clockwise = Array.from({ length: others }, (_, i) => (nearest(frame) + 1 + i) % frame.seats.length);
  const side = AT_A_SIDE[others] ?? 0;
  return {
    left: clockwise.slice(0, side),
    top: clockwise.slice(side, others - side),
    right: clockwise.slice(others - side),
  };
}
