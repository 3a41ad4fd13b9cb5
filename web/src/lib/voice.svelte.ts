/** How many lines stay; screen readers have read the others. */
const MOST = 60;

/** What screen readers read aloud: each line once, in order, however quickly they come. */
class Voice {
  lines = $state.raw<{ number: number; text: string }[]>([]);
  private count = 0;

  say(...texts: string[]): void {
    if (!texts.length) return;
    const added = texts.map((text) => ({ number: (this.count += 1), text }));
    this.lines = [...this.lines, ...added].slice(-MOST);
  }
}

export const voice = new Voice();
