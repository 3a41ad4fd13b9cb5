import { cubicOut } from "svelte/easing";
import type { TransitionConfig } from "svelte/transition";

const isStill = matchMedia("(prefers-reduced-motion: reduce)");

/** A duration in milliseconds, or none for people who prefer reduced motion. */
export function lasting(milliseconds: number): number {
  return isStill.matches ? 0 : milliseconds;
}

export function moves(): boolean {
  return !isStill.matches;
}

/** Looks at the page, and returns what moves then. */
type Look = () => (() => void) | undefined;
let looks: Look[] = [];

/** Move something in the next frame. All look before anything moves, so the browser lays the page out once for all of
 * them, and not in the middle of its work. */
export function inNextFrame(look: Look): void {
  looks.push(look);
  if (looks.length > 1) return;
  requestAnimationFrame(() => {
    const all = looks;
    looks = [];
    for (const move of all.map((one) => one())) move?.();
  });
}

const TIME = 350;
const FADE = 200;
/** A path's height over the straight line, as a part of its length, and at most so many pixels. */
const ARC = 0.16;
const HIGHEST = 44;
const EASING = "cubic-bezier(0.22, 0.8, 0.3, 1)";

/** The way of a thing that lies at `to` from another place: along an arc, and as large as there. */
export function path(from: DOMRect, to: DOMRect): Keyframe[] {
  const x = from.x + from.width / 2 - to.x - to.width / 2;
  const y = from.y + from.height / 2 - to.y - to.height / 2;
  const size = to.width ? Math.min(1.6, Math.max(0.3, from.width / to.width)) : 1;
  const height = Math.min(HIGHEST, ARC * Math.hypot(x, y));
  return [
    { transform: `translate(${x}px, ${y}px) scale(${size})` },
    { transform: `translate(${x / 2}px, ${y / 2 - height}px) scale(${(1 + size) / 2})` },
    { transform: "none" },
  ];
}

/** How long it takes to go so far, in milliseconds. */
export function timeOf(from: DOMRect, to: DOMRect): number {
  return Math.min(TIME, FADE + Math.hypot(from.x - to.x, from.y - to.y) / 4);
}

const leaving = new Map<unknown, Element>();
const coming = new Map<unknown, Element>();
const gone = new WeakMap<Element, Animation>();

/** Things that leave one place and come to another under the same key travel between them. What has no counterpart
 * fades. */
export function send(node: Element, { key }: { key: unknown }): TransitionConfig {
  return meet(leaving, node, key);
}

export function receive(node: Element, { key }: { key: unknown }): TransitionConfig {
  gone.get(node)?.cancel();
  return meet(coming, node, key);
}

function meet(those: Map<unknown, Element>, node: Element, key: unknown): TransitionConfig {
  if (!moves()) return { duration: 0 };
  if (!leaving.size && !coming.size) inNextFrame(travel);
  those.set(key, node);
  return { duration: TIME };
}

function travel(): () => void {
  const ways = [...coming].map(([key, node]) => {
    const start = leaving.get(key);
    if (!start) return { node, frames: [{ opacity: 0 }, { opacity: 1 }], duration: FADE };
    const [from, to] = [start.getBoundingClientRect(), node.getBoundingClientRect()];
    return { node, frames: path(from, to), duration: timeOf(from, to) };
  });
  const ends = [...leaving].map(([key, node]) => ({ node, duration: coming.has(key) ? 0 : FADE }));
  leaving.clear();
  coming.clear();
  return () => {
    for (const { node, frames, duration } of ways) node.animate(frames, { duration, easing: EASING });
    for (const { node, duration } of ends)
      gone.set(node, node.animate([{ opacity: 1 }, { opacity: 0 }], { duration, fill: "forwards" }));
  };
}

interface Way {
  x?: number;
  y?: number;
  /** The size at first. */
  size?: number;
  duration?: number;
}

/** A thing fades in, and comes from so many pixels away or grows. It measures nothing, unlike Svelte's own. */
export function appear(_: Element, { x = 0, y = 0, size = 1, duration = FADE }: Way): TransitionConfig {
  return {
    duration: lasting(duration),
    easing: cubicOut,
    css: (t, u) => `transform: translate(${x * u}px, ${y * u}px) scale(${1 - (1 - size) * u}); opacity: ${t}`,
  };
}
