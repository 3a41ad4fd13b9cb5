import type { Frame, Sight } from "../wire";

/** How long a frame must be seen before the next one, in milliseconds; the game's board decides. Called only if
 * both show a game. */
export type Hold<F extends Frame> = (before: F, after: F) => number;

const BETWEEN_TIME = 3000;

/** Shows frames no faster than people can follow: whatever has just finished stays for a moment. */
export class Pace<F extends Frame> {
  frame = $state.raw<F | null>(null);
  private next: F | null = null;
  /** Positions before the next frame that have not been shown. */
  private between: F["between"] = null;
  private isBetween = false;
  private until = 0;
  private timer = 0;

  constructor(private readonly hold: Hold<F>) {}

  take(frame: F): void {
    this.next = frame;
    this.between = frame.between ?? this.between;
    const rest = this.until - performance.now();
    clearTimeout(this.timer);
    if (rest > 0) this.timer = window.setTimeout(() => this.show(), rest);
    else this.show();
  }

  /** Acting means having read enough: the next frame is shown at once. */
  skip(): void {
    this.until = 0;
  }

  /** A touch means the positions between two frames have been seen. */
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
    const between = before && this.between;
    this.between = null;
    this.isBetween = Boolean(between);
    if (before && between) {
      this.frame = asIn(before, between);
      this.until = performance.now() + BETWEEN_TIME;
      this.timer = window.setTimeout(() => this.show(), BETWEEN_TIME);
      return;
    }
    this.until = performance.now() + (before ? this.hold(before, this.next) : 0);
    this.frame = this.next;
    this.next = null;
  }
}

/** The previous table with another position, in which nobody is asked anything. */
function asIn<F extends Frame>(frame: F, { view, captions }: Sight): F {
  const seats = frame.seats.map((seat) => ({ ...seat, owes: false }));
  const quiet = { question: null, choices: [], closed: [], phrases: [], said: [], hint: null, can_undo: false };
  return { ...frame, ...quiet, seats, view, captions };
}
