import { cubicOut } from "svelte/easing";
import type { TransitionConfig } from "svelte/transition";
import { inNextFrame } from "./tasks";

const isStill = matchMedia("(prefers-reduced-motion: reduce)");

/** A duration in milliseconds, or none for people who prefer reduced motion. */
export function lasting(milliseconds: number): number {
  return isStill.matches ? 0 : milliseconds;
}

export function moves(): boolean {
  return !isStill.matches;
}

const TIME = 360;
const FADE = 160;
const EASING = "cubic-bezier(0.22, 0.8, 0.3, 1)";
/** Milliseconds between two cards that are dealt. */
const DEAL = 55;
const MOST_DEALT = 12;
const HIGHEST = 46;

type Where = () => DOMRect | null;
interface Way {
  /** Where the thing comes from, or goes to, asked in the next frame; null: from a little above. */
  place: Where;
  time?: number;
  delay?: number;
  /** Does it go there? It comes from there otherwise. */
  goes?: boolean;
}

/** The way of a card over the table, in a small arc. */
export function along(node: Element, { place, time = TIME, delay = 0, goes = false }: Way): TransitionConfig {
  if (!moves()) return { duration: 0 };
  inNextFrame(() => {
    const frames = wayOf(node, place());
    return () => {
      if (goes) node.animate(frames.reverse(), { duration: time, delay, easing: "ease-in", fill: "forwards" });
      else node.animate(frames, { duration: time, delay, easing: EASING, fill: "backwards" });
    };
  });
  return { duration: delay + time };
}

function wayOf(node: Element, place: DOMRect | null): Keyframe[] {
  const here = node.getBoundingClientRect();
  const x = place ? place.x + place.width / 2 - here.x - here.width / 2 : 0;
  const y = place ? place.y + place.height / 2 - here.y - here.height / 2 : -24;
  const size = place && here.width ? Math.min(1, Math.max(0.3, place.width / here.width)) : 1;
  const height = Math.min(HIGHEST, Math.hypot(x, y) / 5);
  const tilt = Math.max(-14, Math.min(14, x / 24));
  return [
    { transform: `translate(${x}px, ${y}px) rotate(${tilt}deg) scale(${size})`, opacity: 0.25 },
    {
      transform: `translate(${x / 2}px, ${y / 2 - height}px) rotate(${tilt / 2}deg) scale(${(1 + size) / 2})`,
      opacity: 1,
    },
    { transform: "none", opacity: 1 },
  ];
}

/** What leaves and what comes until the next frame, by key. */
const leaving = new Map<string, Element>();
const gone = new WeakMap<Element, Animation>();
/** How many have come from nowhere: cards are dealt one by one. */
let dealt = 0;

/** Things that leave one place and come to another under the same key travel between them. */
export function send(node: Element, { key }: { key: string }): TransitionConfig {
  if (!moves()) return { duration: 0 };
  leaving.set(key, node);
  inNextFrame(() => () => {
    if (leaving.get(key) === node) leaving.delete(key);
    gone.set(node, node.animate([{ opacity: 1 }, { opacity: 0 }], { duration: FADE, fill: "forwards" }));
  });
  return { duration: FADE };
}

export function receive(node: Element, { key }: { key: string }): TransitionConfig {
  gone.get(node)?.cancel();
  if (!moves()) return { duration: 0 };
  inNextFrame(() => {
    const frames = wayOf(node, leaving.get(key)?.getBoundingClientRect() ?? null);
    const delay = leaving.has(key) ? 0 : DEAL * Math.min(dealt++, MOST_DEALT);
    return () => {
      dealt = 0;
      node.animate(frames, { duration: TIME, delay, easing: EASING, fill: "backwards" });
    };
  });
  return { duration: TIME + DEAL * MOST_DEALT };
}

interface Coming {
  x?: number;
  y?: number;
  /** The size at first. */
  size?: number;
  duration?: number;
}

/** A thing fades in, and comes from so many pixels away or grows. It measures nothing, unlike Svelte's own. */
export function appear(_: Element, { x = 0, y = 0, size = 1, duration = 200 }: Coming): TransitionConfig {
  return {
    duration: lasting(duration),
    easing: cubicOut,
    css: (t, u) => `transform: translate(${x * u}px, ${y * u}px) scale(${1 - (1 - size) * u}); opacity: ${t}`,
  };
}

/** A great moment of a thing on the table; any touch or key ends it. */
export function flourish(node: Element, keyframes: Keyframe[], duration: number): void {
  if (!moves()) return;
  const shown = node.animate(keyframes, { duration, easing: "ease-in-out" });
  const end = () => shown.finish();
  addEventListener("pointerdown", end);
  addEventListener("keydown", end);
  shown.onfinish = shown.oncancel = () => {
    removeEventListener("pointerdown", end);
    removeEventListener("keydown", end);
  };
}
