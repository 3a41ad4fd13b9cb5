import type { Frame } from "../wire";

/** How long a frame must be seen before the next one, in milliseconds: the game's board says it. Asked, like `Between`,
 * only where both show a game. */
export type Hold<F extends Frame> = (before: F, after: F) => number;

/** What has to be seen between two frames, as a trick that ended a round; null if nothing has. */
export type Between<F extends Frame> = (before: F, after: F) => F | null;

const BETWEEN_TIME = 3000;

/** Shows frames no faster than people can follow: what has just been finished stays for a moment. */
export class Pace<F extends Frame> {
  frame = $state.raw<F | null>(null);
  private next: F | null = null;
  private isBetween = false;
  private until = 0;
  private timer = 0;

  constructor(
    private readonly hold: Hold<F>,
    private readonly between: Between<F>,
  ) {}

  take(frame: F): void {
    this.next = frame;
    const rest = this.until - performance.now();
    clearTimeout(this.timer);
    if (rest > 0) this.timer = window.setTimeout(() => this.show(), rest);
    else this.show();
  }

  /** Whoever acts has read enough: what comes next is shown at once. */
  skip(): void {
    this.until = 0;
  }

  /** Whoever touches anything has seen what was shown between two frames. */
  hurry(): void {
    if (!this.isBetween) return;
    clearTimeout(this.timer);
    this.show();
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private show(): void {
    if (!this.next) return;
    const before = this.frame?.view && this.next.view ? this.frame : null;
    const between = before && !this.isBetween && this.between(before, this.next);
    this.isBetween = Boolean(between);
    if (between) {
      this.frame = between;
      this.until = performance.now() + BETWEEN_TIME;
      this.timer = window.setTimeout(() => this.show(), BETWEEN_TIME);
      return;
    }
    this.until = performance.now() + (before ? this.hold(before, this.next) : 0);
    this.frame = this.next;
    this.next = null;
  }
}
