import { cubicOut } from "svelte/easing";
import type { TransitionConfig } from "svelte/transition";
import { fade } from "svelte/transition";

const isStill = matchMedia("(prefers-reduced-motion: reduce)");

/** A duration in milliseconds, or none for people who prefer reduced motion. */
export function lasting(milliseconds: number): number {
  return isStill.matches ? 0 : milliseconds;
}

export function moves(): boolean {
  return !isStill.matches;
}

/** Milliseconds between two cards that are dealt. */
const DEAL = 55;
const MOST_DEALT = 12;
const HIGHEST = 46;

interface Way {
  /** Where the thing comes from, or goes to; null: from a little above. */
  place: DOMRect | null;
  time?: number;
  delay?: number;
}

/** The way of a card over the table, in a small arc. */
export function along(node: Element, { place, time = 360, delay = 0 }: Way): TransitionConfig {
  const here = node.getBoundingClientRect();
  const x = place ? place.x + place.width / 2 - here.x - here.width / 2 : 0;
  const y = place ? place.y + place.height / 2 - here.y - here.height / 2 : -24;
  const scale = place && here.width ? Math.min(1, Math.max(0.3, place.width / here.width)) : 1;
  const height = Math.min(HIGHEST, Math.hypot(x, y) / 5);
  const tilt = Math.max(-14, Math.min(14, x / 24));
  return {
    delay: lasting(delay),
    duration: lasting(time),
    easing: cubicOut,
    css: (t, u) =>
      `transform: translate(${x * u}px, ${y * u - Math.sin(Math.PI * t) * height}px) rotate(${tilt * u}deg)` +
      ` scale(${1 - (1 - scale) * u}); opacity: ${Math.min(1, 0.25 + 1.5 * t)}`,
  };
}

/** Where things stood that have just left. */
const left = new Map<string, DOMRect>();

/** Things that leave one place and appear in another with the same key travel between them. */
export function send(node: Element, { key }: { key: string }): TransitionConfig {
  left.set(key, node.getBoundingClientRect());
  setTimeout(() => left.delete(key), 50);
  return fade(node, { duration: lasting(120) });
}

/** What has come at the same time from nowhere: cards are dealt one by one. */
let dealt = 0;

export function receive(node: Element, { key }: { key: string }): () => TransitionConfig {
  return () => {
    const place = left.get(key) ?? null;
    if (place) return along(node, { place });
    if (dealt === 0) setTimeout(() => (dealt = 0), 50);
    return along(node, { place, delay: DEAL * Math.min(dealt++, MOST_DEALT) });
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
