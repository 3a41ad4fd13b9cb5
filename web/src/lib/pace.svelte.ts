import type { Frame, Pace as Wish, Sight } from "../wire";

/** How long a frame must be seen before the next one, in milliseconds; the game's board decides. Called only if
 * both show a game. */
export type Hold<F extends Frame> = (before: F, after: F) => number;

export type PaceName = Wish["pace"];
/** The part of its time that a frame is held: as in coven/server/pace.py, so that no bot acts before it was seen. */
const SHARES: Record<PaceName, number> = { calm: 1, quick: 0.2, "at-once": 0 };
/** How long positions between two frames are shown. */
export const BETWEEN_TIMES: Record<PaceName, number> = { calm: 3000, quick: 1500, "at-once": 600 };

/** Shows frames no faster than people can follow, or want to: whatever has just finished stays for a moment. It knows
 * nothing of a game but how long a frame should be seen. */
export class Pace<F extends Frame> {
  frame = $state.raw<F | null>(null);
  /** On the way to one's next decision, as fast as can be. */
  isSkipping = $state(false);
  private next = $state.raw<F | null>(null);
  /** Positions before the next frame that have not been shown. */
  private between: F["between"] = null;
  private isBetween = false;
  private until = 0;
  private timer = 0;

  /** `chosen`: the pace that the person has chosen. */
  constructor(
    private readonly hold: Hold<F>,
    private readonly chosen: () => PaceName = () => "calm",
  ) {}

  /** The pace now. */
  get pace(): PaceName {
    return this.isSkipping ? "at-once" : this.chosen();
  }

  /** Is there something newer than what is shown? */
  get isBehind(): boolean {
    return this.next !== null;
  }

  /** Show what waits, and hold nothing up until the next decision. */
  toNextDecision(): void {
    this.isSkipping = true;
    clearTimeout(this.timer);
    this.show();
  }

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
      const time = BETWEEN_TIMES[this.pace];
      this.until = performance.now() + time;
      this.timer = window.setTimeout(() => this.show(), time);
      return;
    }
    this.until = performance.now() + (before ? SHARES[this.pace] * this.hold(before, this.next) : 0);
    this.frame = this.next;
    this.next = null;
    if (this.frame.question?.is_due || this.frame.status !== "playing") this.isSkipping = false;
  }
}

/** The previous table with another position, in which nobody is asked anything. */
function asIn<F extends Frame>(frame: F, { view, captions }: Sight): F {
  const seats = frame.seats.map((seat) => ({ ...seat, owes: false }));
  const lesson = frame.lesson && { ...frame.lesson, text: "" };
  const quiet = { question: null, choices: [], closed: [], phrases: [], said: [], hint: null, lesson, can_undo: false };
  return { ...frame, ...quiet, seats, view, captions };
}
