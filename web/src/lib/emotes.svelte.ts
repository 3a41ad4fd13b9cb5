import type { Emote, Emoted } from "../wire";

export type Face = Emote["emote"];
export const FACES: readonly Face[] = ["laugh", "bravo", "wow", "think", "sly", "cry", "angry", "sleep"];
/** How long a face is seen, in milliseconds. */
const LASTING = 4000;

/** The faces that are seen now, one for each seat: a new one takes the place of an older one. */
export class Faces {
  shown = $state.raw<(Emoted & { number: number })[]>([]);
  private count = 0;
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is rendered from it
  private readonly timers = new Set<number>();

  show(emoted: Emoted): void {
    const number = (this.count += 1);
    this.shown = [...this.shown.filter((one) => one.seat !== emoted.seat), { ...emoted, number }];
    const timer = window.setTimeout(() => {
      this.timers.delete(timer);
      this.shown = this.shown.filter((one) => one.number !== number);
    }, LASTING);
    this.timers.add(timer);
  }

  clear(): void {
    this.timers.forEach((timer) => clearTimeout(timer));
    this.timers.clear();
    this.shown = [];
  }
}
