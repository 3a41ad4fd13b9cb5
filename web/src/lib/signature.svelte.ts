import { moves } from "./motion";
import { settings } from "./settings.svelte";

/** Milliseconds that a game's great moment is shown. */
export const SIGNATURE = 1500;

/** A game's great moment, shown over the table for a moment: it takes no touch and delays nothing, any touch or key
 * ends it, and whoever wants no motion or no waiting sees the table as it is then. */
export class Signature<What> {
  shown = $state.raw<What | null>(null);

  constructor() {
    $effect(() => {
      if (this.shown === null) return;
      const timer = window.setTimeout(this.end, SIGNATURE);
      addEventListener("pointerdown", this.end);
      addEventListener("keydown", this.end);
      return () => {
        clearTimeout(timer);
        removeEventListener("pointerdown", this.end);
        removeEventListener("keydown", this.end);
      };
    });
  }

  show(what: What): void {
    if (moves() && settings.pace !== "at-once") this.shown = what;
  }

  private end = (): void => {
    this.shown = null;
  };
}
