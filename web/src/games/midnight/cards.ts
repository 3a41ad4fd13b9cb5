import type { Component } from "svelte";
import Anticlockwise from "~icons/game-icons/anticlockwise-rotation";
import Backstab from "~icons/game-icons/backstab";
import Bat from "~icons/game-icons/bat";
import Book from "~icons/game-icons/book-cover";
import Broom from "~icons/game-icons/broom";
import Cat from "~icons/game-icons/cat";
import Cauldron from "~icons/game-icons/cauldron";
import Circle from "~icons/game-icons/meeple-circle";
import CrystalBall from "~icons/game-icons/crystal-ball";
import Doll from "~icons/game-icons/voodoo-doll";
import Eyeball from "~icons/game-icons/semi-closed-eye";
import Flask from "~icons/game-icons/fizzing-flask";
import Flight from "~icons/game-icons/witch-flight";
import Frog from "~icons/game-icons/frog";
import Hat from "~icons/game-icons/pointy-hat";
import Moon from "~icons/game-icons/moon";
import Pentacle from "~icons/game-icons/pentacle";
import Plague from "~icons/game-icons/plague-doctor-profile";
import Raven from "~icons/game-icons/raven";
import Scroll from "~icons/game-icons/scroll-unfurled";
import Skull from "~icons/game-icons/death-skull";
import Snake from "~icons/game-icons/snake";
import Spider from "~icons/game-icons/spider-alt";
import Wand from "~icons/game-icons/fairy-wand";
import Witch from "~icons/game-icons/witch-face";
import { hues, type Hue } from "./colours";
import type * as wire from "./wire";
import type { Shape, Suit, Type } from "./wire";

/** A kind of card with the colour that it is drawn in. */
export interface CardFace extends wire.CardFace {
  /** Its own, or for Betrayed and Follow the Recipe the colour they match. */
  hue: Hue | null;
}

export const SUIT_ICONS: Record<Suit, Component> = {
  "witchs-hat": Hat,
  cauldron: Cauldron,
  broomstick: Broom,
  "black-cat": Cat,
  "crystal-ball": CrystalBall,
};
export const SHAPE_ICONS: Record<Shape, Component> = {
  frog: Frog,
  pentagram: Pentacle,
  skull: Skull,
  bat: Bat,
  spider: Spider,
  crow: Raven,
  snake: Snake,
  moon: Moon,
  spellbook: Book,
  eyeball: Eyeball,
};
export const SPECIAL_ICONS: Record<Exclude<Type, "standard">, Component> = {
  polymorph: Wand,
  "counter-stir": Anticlockwise,
  "curse-you": Doll,
  betrayed: Backstab,
  "follow-the-recipe": Scroll,
  "a-pox-on-all-of-you": Plague,
  "coven-circle": Circle,
  "failed-spell": Flask,
  "wicked-cackle": Witch,
  "witch-gone-wild": Flight,
};
/** By the keys of suits, shapes and special cards. */
export const ICONS: Record<string, Component> = { ...SUIT_ICONS, ...SHAPE_ICONS, ...SPECIAL_ICONS };

/** What is drawn in the middle of a card. */
export function pictureOf(face: CardFace): Component | undefined {
  return ICONS[face.type === "standard" ? (face.shape ?? "") : face.type];
}

export function cardsOf(faces: wire.CardFace[]): CardFace[] {
  const drawn = hues([...new Set(faces.flatMap((face) => face.colour ?? []))]);
  return faces.map((face) => ({ ...face, hue: drawn.get(face.colour ?? face.goes_with ?? "") ?? null }));
}
