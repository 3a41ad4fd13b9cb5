import type { Component } from "svelte";
import Alchemist from "~icons/game-icons/bubbling-flask";
import Assistant from "~icons/game-icons/pestle-mortar";
import Ball from "~icons/game-icons/crystal-ball";
import Herbs from "~icons/game-icons/herbs-bundle";
import Hood from "~icons/game-icons/hood";
import Monk from "~icons/game-icons/monk-face";
import Robber from "~icons/game-icons/robber";
import Sickle from "~icons/game-icons/sickle";
import Snake from "~icons/game-icons/snake";
import Witch from "~icons/game-icons/witch-face";
import Wizard from "~icons/game-icons/wizard-face";
import Wolf from "~icons/game-icons/wolf-head";
import type { Kind } from "./goods";
import type { PotionFace, RoleFace, SpellFace, Stack } from "./wire";

/** What a pictogram is made of. */
export type Sign =
  | { good: Kind | "any"; count: number }
  | { stack: Stack }
  | { mark: "to" | "cost" | "spell" | "less" | "third" | "quarter" };

interface Half {
  signs: Sign[];
  /** In few words; all of them are in the face. */
  words: string;
}

export interface Role {
  icon: Component;
  /** Roles of a kind have the same ground. */
  group: "herbs" | "gold" | "brew" | "spell" | "red";
  full: Half;
  favour: Half;
}

const TO: Sign = { mark: "to" };
const COST: Sign = { mark: "cost" };

function goods(count: number, good: Kind | "any"): Sign {
  return { good, count };
}

function collector(icon: Component, good: Kind, name: string): Role {
  return {
    icon,
    group: "herbs",
    full: { signs: [goods(3, good)], words: `3 ${name}` },
    favour: { signs: [goods(1, good)], words: `1 ${name}` },
  };
}

function brewer(icon: Component, stack: Stack, name: string): Role {
  return {
    icon,
    group: "brew",
    full: { signs: [COST, TO, { stack }], words: `brew ${name}` },
    favour: { signs: [COST, goods(2, "gold"), TO, { stack }], words: "2 gold more" },
  };
}

function exchange(from: Sign, to: Sign, words: string): Half {
  return { signs: [from, TO, to], words };
}

export const ROLES: Record<string, Role> = {
  "wolf-keeper": collector(Wolf, "red", "wolf blood"),
  "snake-hunter": collector(Snake, "white", "snake venom"),
  "herb-collector": collector(Herbs, "green", "herb juice"),
  alchemist: {
    icon: Alchemist,
    group: "gold",
    full: exchange(goods(1, "any"), goods(5, "gold"), "a drop into 5 gold"),
    favour: exchange(goods(1, "any"), goods(2, "gold"), "a drop into 2 gold"),
  },
  "fortune-teller": {
    icon: Ball,
    group: "gold",
    full: exchange(goods(1, "gold"), goods(2, "vials"), "1 gold to 2 vials"),
    favour: exchange(goods(1, "gold"), goods(1, "vials"), "1 gold to 1 vial"),
  },
  assistant: {
    icon: Assistant,
    group: "gold",
    full: exchange(goods(1, "gold"), goods(3, "any"), "1 gold to 3 drops"),
    favour: exchange(goods(1, "gold"), goods(1, "any"), "1 gold to 1 drop"),
  },
  wizard: brewer(Wizard, "copper", "copper"),
  witch: brewer(Witch, "iron", "iron"),
  druid: brewer(Sickle, "silver", "silver"),
  warlock: {
    icon: Hood,
    group: "spell",
    full: { signs: [{ mark: "spell" }], words: "cast the spell" },
    favour: { signs: [goods(1, "gold")], words: "1 gold" },
  },
  cutpurse: {
    icon: Robber,
    group: "red",
    full: {
      signs: [{ mark: "third" }, goods(1, "gold"), TO, { stack: "gold-shelf" }],
      words: "a third of all gold",
    },
    favour: { signs: [{ mark: "less" }, goods(1, "gold")], words: "give 1 less" },
  },
  "begging-monk": {
    icon: Monk,
    group: "red",
    full: {
      signs: [{ mark: "quarter" }, goods(1, "any"), TO, { stack: "ingredient-shelf" }],
      words: "a quarter of all drops",
    },
    favour: { signs: [{ mark: "less" }, goods(1, "any")], words: "give 1 less" },
  },
};

export type AnyFace = RoleFace | PotionFace | SpellFace;

/** The faces by what the view calls them: "witch", "iron-2", "copia". */
export interface Faces {
  roles: Map<string, RoleFace>;
  potions: Map<string, PotionFace>;
  spells: Map<string, SpellFace>;
}

export function facesOf(faces: AnyFace[]): Faces {
  const roles = faces.flatMap((face) => (face.kind === "role" ? face : []));
  const spells = faces.flatMap((face) => (face.kind === "spell" ? face : []));
  return {
    roles: new Map(roles.map((face) => [face.id.replace("role:", ""), face])),
    potions: new Map(faces.flatMap((face) => (face.kind === "potion" ? [[face.id, face]] : []))),
    spells: new Map(spells.map((face) => [face.id.replace("spell:", ""), face])),
  };
}

/** "Witch" */
export function titleOf(faces: Faces, role: string): string {
  return faces.roles.get(role)?.title ?? role;
}

/** "Witch: full action: ..., favour: ...", for those who do not see the card. */
export function roleInWords(faces: Faces, role: string): string {
  const face = faces.roles.get(role);
  return face ? `${face.title}. Full action: ${face.action}. Favour: ${face.favour}.` : role;
}

/** The role that takes from a stack. */
export const TAKER: Record<Stack, string> = {
  copper: "wizard",
  iron: "witch",
  silver: "druid",
  "gold-shelf": "cutpurse",
  "ingredient-shelf": "begging-monk",
};
