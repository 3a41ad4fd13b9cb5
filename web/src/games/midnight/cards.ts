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

/** A kind of card of Midnight. */
export interface CardFace extends wire.CardFace {
  /** The colour as it is drawn; of Betrayed and Follow the Recipe the one that they go with. */
  hue: Hue | null;
}

interface Sign {
  icon: Component;
  name: string;
}

export const SUITS: Record<string, Sign> = {
  "witchs-hat": { icon: Hat, name: "Witch's Hat" },
  cauldron: { icon: Cauldron, name: "Cauldron" },
  broomstick: { icon: Broom, name: "Broomstick" },
  "black-cat": { icon: Cat, name: "Black Cat" },
  "crystal-ball": { icon: CrystalBall, name: "Crystal Ball" },
};

export const SHAPES: Record<string, Sign> = {
  frog: { icon: Frog, name: "Frog" },
  pentagram: { icon: Pentacle, name: "Pentagram" },
  skull: { icon: Skull, name: "Skull" },
  bat: { icon: Bat, name: "Bat" },
  spider: { icon: Spider, name: "Spider" },
  crow: { icon: Raven, name: "Crow" },
  snake: { icon: Snake, name: "Snake" },
  moon: { icon: Moon, name: "Moon" },
  spellbook: { icon: Book, name: "Spellbook" },
  eyeball: { icon: Eyeball, name: "Eyeball" },
};

export interface Special extends Sign {
  /** What the card does, in a line. */
  does: string;
  /** What it goes on, in a line. */
  goes: string;
  /** The word on its edge where it needs no match. */
  word: "wild" | "sidestep" | null;
}

export const SPECIALS: Record<string, Special> = {
  polymorph: {
    icon: Wand,
    name: "Polymorph",
    does: "Declare another suit",
    goes: "its suit, or any Polymorph",
    word: null,
  },
  "counter-stir": {
    icon: Anticlockwise,
    name: "Counter Stir",
    does: "The direction turns",
    goes: "its suit, or any Counter Stir",
    word: null,
  },
  "curse-you": {
    icon: Doll,
    name: "Curse You!",
    does: "The next player draws 1 and loses the turn, or curses on: then it is 1 more",
    goes: "its suit, or a curse that you face",
    word: null,
  },
  betrayed: {
    icon: Backstab,
    name: "Betrayed",
    does: "Take a card from everyone with 3 or more; then only red or wild cards go",
    goes: "a red card",
    word: null,
  },
  "follow-the-recipe": {
    icon: Scroll,
    name: "Follow the Recipe",
    does: "A suit is turned up: all must follow it until one cannot and draws 3",
    goes: "a yellow card",
    word: null,
  },
  "a-pox-on-all-of-you": {
    icon: Plague,
    name: "A Pox on All of You!",
    does: "Announce it, and all others draw 1; if you do not, you draw 3",
    goes: "anything: it lies above the pile",
    word: "sidestep",
  },
  "coven-circle": {
    icon: Circle,
    name: "Coven Circle",
    does: "Declare a suit; then everybody passes a card on",
    goes: "anything",
    word: "wild",
  },
  "failed-spell": {
    icon: Flask,
    name: "Failed Spell",
    does: "Draw 5 and declare a suit",
    goes: "anything",
    word: "wild",
  },
  "wicked-cackle": {
    icon: Witch,
    name: "Wicked Cackle",
    does: "All lay down their Failed Spells and Betrayed and pay for them; a suit is turned up",
    goes: "anything",
    word: "wild",
  },
  "witch-gone-wild": {
    icon: Flight,
    name: "Witch Gone Wild",
    does: "Declare a suit",
    goes: "anything",
    word: "wild",
  },
};

/** Cards that are no colour and yet go with one. */
const GOES_WITH: Record<string, string> = { betrayed: "red", "follow-the-recipe": "yellow" };
export const CURSE = "curse-you";
export const POX = "a-pox-on-all-of-you";
/** Kinds that go on any card of their own kind. */
const ON_THEIR_OWN = ["polymorph", "counter-stir"];
export function goesOnItself(face: CardFace): boolean {
  return ON_THEIR_OWN.includes(face.type);
}

export function cardsOf(faces: wire.CardFace[]): CardFace[] {
  const drawn = hues([...new Set(faces.flatMap((face) => face.colour ?? []))]);
  return faces.map((face) => ({ ...face, hue: drawn.get(face.colour ?? GOES_WITH[face.type] ?? "") ?? null }));
}

/** The feature by which a card goes on the pile. */
export type Way = "suit" | "shape" | "colour" | "kind" | "wild" | "sidestep";

interface Situation {
  counts: { suit: string | null; shape: string | null; colour: string | null; red_only: boolean; any_suit: boolean };
  follow: string | null;
  curses: number;
}

/** In which ways a card that may be played matches what counts: for marks and words, not for what is allowed. */
export function waysOf(face: CardFace, { counts, follow, curses }: Situation, top: CardFace | undefined): Way[] {
  const word = SPECIALS[face.type]?.word;
  if (word === "sidestep") return ["sidestep"];
  if (curses) return face.type === CURSE ? ["kind"] : [];
  if (follow) return face.suit === follow ? ["suit"] : [];
  if (word === "wild") return ["wild"];
  if (counts.any_suit) return face.suit ? ["suit"] : [];
  const ways: Way[] = [];
  if (face.suit && face.suit === counts.suit) ways.push("suit");
  if (face.shape && face.shape === counts.shape) ways.push("shape");
  if (face.hue && face.hue.name === (counts.red_only ? "red" : counts.colour)) ways.push("colour");
  if (face.type === top?.type && goesOnItself(face)) ways.push("kind");
  return ways;
}

/** How a card matches, for those who do not see its marks. */
export function waysInWords(face: CardFace, ways: Way[]): string {
  const words: Record<Way, string> = {
    suit: `suit ${SUITS[face.suit ?? ""]?.name ?? ""}`,
    shape: `shape ${SHAPES[face.shape ?? ""]?.name ?? ""}`,
    colour: `colour ${face.hue?.name ?? ""}`,
    kind: `its kind, ${SPECIALS[face.type]?.name ?? ""}`,
    wild: "",
    sidestep: "",
  };
  if (ways.includes("wild")) return "wild";
  if (ways.includes("sidestep")) return "a sidestep";
  return ways.length ? `matches by ${ways.map((way) => words[way]).join(" and ")}` : "";
}
