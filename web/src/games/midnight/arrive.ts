import type { TransitionConfig } from "svelte/transition";
import { inNextFrame, lasting, moves, path } from "../../lib/motion";

const TIME = 320;
const FROM_ABOVE = [
  { transform: "translateY(-20px)", opacity: 0.3 },
  { transform: "none", opacity: 1 },
];

/** A card flies to its place from the seat that played it, or from its place in your hand. */
export function arrive(node: Element, { origin }: { origin: () => DOMRect | null }): TransitionConfig {
  if (moves())
    inNextFrame(() => {
      const from = origin();
      const frames = from ? path(from, node.getBoundingClientRect()) : FROM_ABOVE;
      return () => node.animate(frames, { duration: TIME, easing: "ease-out" });
    });
  return { duration: lasting(TIME) };
}

/** The previous card is visible until then. */
export function stay(_: Element): TransitionConfig {
  return { duration: lasting(TIME) };
}
