/** Counts down between the server's coarser steps. */
export class Rest {
  seconds = $state(0);
  private end = 0;
  /** The server's steps, in milliseconds. */
  private static readonly STEP = 5000;

  constructor(told: () => number) {
    $effect(() => {
      const end = performance.now() + told() * 1000;
      if (end < this.end || end > this.end + Rest.STEP) this.end = end;
      this.count();
      if (this.seconds === 0) return;
      const timer = window.setInterval(() => this.count(), 1000);
      return () => clearInterval(timer);
    });
  }

  private count(): void {
    this.seconds = Math.max(0, Math.ceil((this.end - performance.now()) / 1000));
  }
}

/** "1 second", "40 seconds". */
export function counted(seconds: number): string {
  return seconds === 1 ? "1 second" : `${seconds} seconds`;
}
