import { cubicOut } from "svelte/easing";
import { crossfade, fade } from "svelte/transition";

const isStill = matchMedia("(prefers-reduced-motion: reduce)");

/** A duration in milliseconds, or none for people who prefer reduced motion. */
export function lasting(milliseconds: number): number {
  return isStill.matches ? 0 : milliseconds;
}

export function moves(): boolean {
  return !isStill.matches;
}

/** Things that leave one place and appear in another with the same key travel between them. */
export const [send, receive] = crossfade({
  duration: (distance) => lasting(Math.min(350, 200 + distance / 4)),
  easing: cubicOut,
  fallback: (node) => fade(node, { duration: lasting(200) }),
});

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
