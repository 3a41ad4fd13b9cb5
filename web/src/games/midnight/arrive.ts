import type { TransitionConfig } from "svelte/transition";
import { along, lasting } from "../../lib/motion";

const TIME = 380;

/** A card flies to its place from the seat that played it, or from its place in your hand. */
export function arrive(node: Element, { origin }: { origin: () => DOMRect | null }): TransitionConfig {
  return along(node, { place: origin, time: TIME });
}

/** The previous card is visible until then. */
export function stay(_: Element): TransitionConfig {
  return { duration: lasting(TIME) };
}
