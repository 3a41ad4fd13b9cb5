import type { Choice } from "../wire";
import { settings } from "./settings.svelte";
import { voice } from "./voice.svelte";
import { WORDS } from "./words";

const finger = matchMedia("(pointer: coarse)");

/** A card of the hand that was touched once: it is lifted, and a second touch plays it. Touching anything else lowers
 * it. The keyboard needs no second time: the focus has lifted the card before. */
export class Lift {
  private thing = $state<string | null>(null);

  /** `isThere`: can this thing still be played? */
  constructor(isThere: (thing: string) => boolean) {
    $effect(() => {
      if (this.thing !== null && !isThere(this.thing)) this.thing = null;
    });
    $effect(() => {
      if (this.thing === null) return;
      const elsewhere = (event: Event) => {
        if (!(event.target as Element).closest(".lifted")) this.thing = null;
      };
      const escape = (event: KeyboardEvent) => {
        if (event.key === "Escape") this.thing = null;
      };
      addEventListener("pointerdown", elsewhere);
      addEventListener("keydown", escape);
      return () => {
        removeEventListener("pointerdown", elsewhere);
        removeEventListener("keydown", escape);
      };
    });
  }

  has(thing: string): boolean {
    return this.thing === thing;
  }

  /** What a touch does, for screen readers. */
  says(thing: string, words: string): string {
    return this.has(thing) ? `${WORDS.touchAgain} ${words}` : words;
  }

  /** Does this click only lift the thing? `isSmall`: it is hard to read or to hit with a finger. */
  takes(thing: string, click: MouseEvent, choice: Choice, isSmall = false): boolean {
    const isAsked = settings.confirms === "always" || (settings.confirms === "small" && isSmall && finger.matches);
    const lifts = isAsked && click.detail > 0 && !this.has(thing);
    this.thing = lifts ? thing : null;
    if (lifts) voice.say(`${WORDS.touchAgain} ${choice.label}`);
    return lifts;
  }
}
