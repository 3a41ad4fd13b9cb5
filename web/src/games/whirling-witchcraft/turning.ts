import { lasting } from "../../lib/motion";

/** A recipe that lay face down is turned over. */
export function turnOver(_: Element) {
  return {
    duration: lasting(380),
    css: (t: number) => `transform: perspective(600px) rotateY(${(1 - t) * 90}deg)`,
  };
}
