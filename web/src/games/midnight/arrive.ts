import { cubicOut } from "svelte/easing";
import { lasting } from "../../lib/motion";

const TIME = 320;

/** A card flies to its place from the seat that played it, or from its place in your hand. */
export function arrive(node: Element, { from }: { from: DOMRect | null }) {
  const to = node.getBoundingClientRect();
  const x = from ? from.x + from.width / 2 - to.x - to.width / 2 : 0;
  const y = from ? from.y + from.height / 2 - to.y - to.height / 2 : -20;
  const scale = from ? Math.min(1, Math.max(0.3, from.width / to.width)) : 1;
  return {
    duration: lasting(TIME),
    easing: cubicOut,
    css: (t: number, u: number) =>
      `transform: translate(${x * u}px, ${y * u}px) scale(${1 - (1 - scale) * u}); opacity: ${Math.min(1, 0.3 + t)}`,
  };
}

/** The previous card is visible until then. */
export function stay(_: Element) {
  return { duration: lasting(TIME) };
}
