import { along, lasting } from "../../lib/motion";

const TIME = 380;

/** A card flies to its place from the seat that played it, or from its place in your hand. */
export function arrive(node: Element, { from }: { from: DOMRect | null }) {
  return along(node, { place: from, time: TIME });
}

/** The previous card is visible until then. */
export function stay(_: Element) {
  return { duration: lasting(TIME) };
}
