import type { Frame } from "../wire";

/** How long a frame must be seen before the next one, in milliseconds: the game's board says it. */
export type Hold = (before: Frame | null, after: Frame) => number;

/** Shows frames no faster than people can follow: what has just been finished stays for a moment. */
export class Pace {
  frame = $state.raw<Frame | null>(null);
  private next: Frame | null = null;
  private until = 0;
  private timer = 0;

  take(frame: Frame, hold: Hold): void {
    this.next = frame;
    const rest = this.until - performance.now();
    clearTimeout(this.timer);
    if (rest > 0) this.timer = window.setTimeout(() => this.show(hold), rest);
    else this.show(hold);
  }

  /** Whoever acts has read enough: what comes next is shown at once. */
  skip(): void {
    this.until = 0;
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private show(hold: Hold): void {
    if (!this.next) return;
    this.until = performance.now() + hold(this.frame, this.next);
    this.frame = this.next;
    this.next = null;
  }
}
