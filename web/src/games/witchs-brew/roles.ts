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
import { LABELS, type PotionFace, type RoleFace, type SpellFace } from "./wire";

export const ROLE_ICONS: Record<string, Component> = {
  "wolf-keeper": Wolf,
  "snake-hunter": Snake,
  "herb-collector": Herbs,
  alchemist: Alchemist,
  "fortune-teller": Ball,
  assistant: Assistant,
  wizard: Wizard,
  witch: Witch,
  druid: Sickle,
  warlock: Hood,
  cutpurse: Robber,
  "begging-monk": Monk,
};

export type AnyFace = RoleFace | PotionFace | SpellFace;

/** The faces by their names in the view: "witch", "iron-2", "copia". */
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

/** "Witch: full action: ..., favour: ...", for screen readers. */
export function roleInWords(faces: Faces, role: string): string {
  const face = faces.roles.get(role);
  return face
    ? `${face.title}. ${LABELS.full_action}: ${face.full.text}. ${LABELS.favour}: ${face.favour.text}.`
    : role;
}
