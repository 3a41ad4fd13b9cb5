/** Who has which face at a table: bots are beasts and spirits, persons have faces of people. A face follows from the
 * name, so that a name has the same face at every table where nobody else has it already. */
import type { Component } from "svelte";
import type { Seat } from "../wire";

/** Fetched when it is first seen: a table shows few of them. */
export type Picture = () => Promise<{ default: Component }>;

/** In the order of the letters that bots' names begin with: each of those names begins with another letter. */
const BEASTS: Record<string, Picture> = {
  A: () => import("~icons/game-icons/deer-head"),
  B: () => import("~icons/game-icons/rabbit-head"),
  C: () => import("~icons/game-icons/pumpkin-lantern"),
  D: () => import("~icons/game-icons/devil-mask"),
  E: () => import("~icons/game-icons/eagle-head"),
  F: () => import("~icons/game-icons/fox-head"),
  G: () => import("~icons/game-icons/goblin-head"),
  H: () => import("~icons/game-icons/hyena-head"),
  I: () => import("~icons/game-icons/imp-laugh"),
  K: () => import("~icons/game-icons/pig-face"),
  L: () => import("~icons/game-icons/ghost"),
  M: () => import("~icons/game-icons/kenku-head"),
  N: () => import("~icons/game-icons/horse-head"),
  O: () => import("~icons/game-icons/labrador-head"),
  R: () => import("~icons/game-icons/raccoon-head"),
  S: () => import("~icons/game-icons/squid-head"),
  T: () => import("~icons/game-icons/bird-mask"),
  U: () => import("~icons/game-icons/bear-face"),
  W: () => import("~icons/game-icons/walrus-head"),
  Z: () => import("~icons/game-icons/parrot-head"),
};
const PEOPLE: Picture[] = [
  () => import("~icons/game-icons/cowled"),
  () => import("~icons/game-icons/nun-face"),
  () => import("~icons/game-icons/dwarf-face"),
  () => import("~icons/game-icons/woman-elf-face"),
  () => import("~icons/game-icons/doctor-face"),
  () => import("~icons/game-icons/female-vampire"),
  () => import("~icons/game-icons/warlock-hood"),
  () => import("~icons/game-icons/viking-head"),
  () => import("~icons/game-icons/curly-mask"),
  () => import("~icons/game-icons/carnival-mask"),
  () => import("~icons/game-icons/mummy-head"),
  () => import("~icons/game-icons/ceremonial-mask"),
];

function place(name: string, length: number): number {
  let sum = 7;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521;
  return sum % length;
}

/** A bot of the table itself, and not one that plays for a person. */
export function isFamiliar(seat: Pick<Seat, "kind" | "is_owned">): boolean {
  return seat.kind === "bot" && !seat.is_owned;
}

type Sitter = Pick<Seat, "name" | "kind" | "is_owned">;

/** [seat]: its face. Whose face is taken by an earlier seat gets the next free one. */
export function facesOf(seats: Sitter[]): Picture[] {
  const taken = new Set<Picture>();
  return seats.map((seat) => {
    const [all, first] = wished(seat);
    const step = all.findIndex((_, i) => !taken.has(next(i)));
    const face = next(Math.max(0, step));
    taken.add(face);
    return face;

    function next(step: number): Picture {
      return all[(first + step) % all.length] as Picture;
    }
  });
}

function wished(seat: Sitter): [Picture[], number] {
  if (!isFamiliar(seat)) return [PEOPLE, place(seat.name, PEOPLE.length)];
  const letter = Object.keys(BEASTS).indexOf(seat.name.charAt(0).toUpperCase());
  const all = Object.values(BEASTS);
  return [all, letter >= 0 ? letter : place(seat.name, all.length)];
}
