import type { Component } from "svelte";
import BarnOwl from "~icons/game-icons/barn-owl";
import Bat from "~icons/game-icons/bat";
import Eyeball from "~icons/game-icons/eyeball";
import FeatheredWing from "~icons/game-icons/feathered-wing";
import Frog from "~icons/game-icons/frog";
import FrogFoot from "~icons/game-icons/frog-foot";
import Gecko from "~icons/game-icons/gecko";
import RoundPotion from "~icons/game-icons/round-potion";
import SittingDog from "~icons/game-icons/sitting-dog";
import Tongue from "~icons/game-icons/tongue";
import Wool from "~icons/game-icons/wool";

export const SUITS: Record<string, Component> = { owl: BarnOwl, dog: SittingDog, bat: Bat, newt: Gecko, frog: Frog };
export const PARTS: Record<string, Component> = {
  eye: Eyeball,
  tongue: Tongue,
  toe: FrogFoot,
  wing: FeatheredWing,
  wool: Wool,
};
export const Elixir = RoundPotion;
