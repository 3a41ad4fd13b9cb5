import type { AskReplay, Chapter, Frame, Position, Replay, Seat } from "../wire";
import { get, inWords, post } from "./http";
import type { Moment } from "./router.svelte";

/** Where a game comes from: a table of this server that one sits at, or the text of a record file. */
export type Source = { table: string; seat: number } | { record: string };
export type Speed = "slow" | "usual" | "fast";

/** How long a position is shown when the replay plays by itself, in milliseconds. */
const TIMES: Record<Speed, number> = { slow: 2600, usual: 1300, fast: 450 };

/** A finished game position by position, as one reader sees it. */
export class Watched {
  /** The newest piece's facts; null until the first has come. */
  facts = $state.raw<Replay | null>(null);
  positions = $state.raw<Position[]>([]);
  /** Index of the position on show. */
  index = $state(0);
  problem = $state("");
  /** Is what is on show about to be replaced? */
  isFetching = $state(false);
  isPlaying = $state(false);
  speed = $state<Speed>("usual");
  /** How many acts had been played at the place that was asked for, while it has not been fetched. */
  private wanted: number | null;
  /** May whoever looks choose by whose eyes? Spectators may not. */
  readonly mayChoose: boolean;
  private reader: number;
  private isOpen: boolean;
  /** Counts fetches, so that an old one does not add to a new one. */
  private fetch = 0;
  private timer = 0;
  /** How long the game's board wants a position to be seen, once it has come. */
  hold: (before: Frame, after: Frame) => number = () => 0;

  /** `reader`: who looks unless the moment says so. */
  constructor(
    private readonly source: Source,
    moment: Moment,
    reader: number,
  ) {
    this.wanted = moment.at;
    this.mayChoose = !("seat" in source) || source.seat >= 0;
    this.reader = this.mayChoose ? (moment.reader ?? reader) : -1;
    this.isOpen = this.mayChoose && moment.isOpen;
    void this.load();
  }

  get moment(): Moment {
    return { at: this.wanted ?? this.position?.acts ?? 0, reader: this.reader, isOpen: this.isOpen };
  }
  get position(): Position | null {
    return this.positions[this.index] ?? null;
  }
  /** Has everything come? */
  get isWhole(): boolean {
    return this.facts !== null && this.positions.at(-1)?.acts === this.facts.acts;
  }
  get isAtTheEnd(): boolean {
    return this.isWhole && this.index === this.positions.length - 1;
  }
  /** The table as it is on show. */
  get frame(): Frame | null {
    return this.frameAt(this.index);
  }

  /** The part of the game that is on show: what was seen before the last act belongs to the part before. */
  get chapter(): Chapter | null {
    const acts = this.position?.acts ?? 0;
    const isBetween = this.positions[this.index + 1]?.acts === acts;
    return this.facts?.chapters.filter((one) => one.acts <= acts - Number(isBetween)).at(-1) ?? null;
  }

  look(reader: number, isOpen: boolean): void {
    this.wanted = this.moment.at;
    this.reader = reader;
    this.isOpen = isOpen;
    void this.load();
  }

  go(index: number): void {
    this.index = Math.max(0, Math.min(index, this.positions.length - 1));
    this.wanted = null;
    if (this.isAtTheEnd) this.pause();
  }

  /** To the last position after so many acts. */
  goToAct(acts: number): void {
    const index = this.positions.filter((one) => one.acts <= acts).length - 1;
    const isThere = this.isWhole || (this.positions.at(-1)?.acts ?? -1) >= acts;
    this.go(index);
    if (!isThere) this.wanted = acts;
  }

  /** To the beginning of a part of the game: the next one, or the one before. */
  jump(by: 1 | -1): void {
    const at = this.position?.acts ?? 0;
    const starts = this.facts?.chapters.map((one) => one.acts) ?? [];
    if (by === 1) this.goToAct(starts.find((acts) => acts > at) ?? this.facts?.acts ?? 0);
    else this.goToAct(starts.filter((acts) => acts < at).at(-1) ?? 0);
  }

  play(): void {
    if (this.isAtTheEnd) this.go(0);
    this.isPlaying = true;
    this.wait();
  }
  pause(): void {
    this.isPlaying = false;
    clearTimeout(this.timer);
  }

  stop(): void {
    this.fetch += 1;
    this.pause();
  }

  private wait(): void {
    const [now, next] = [this.frameAt(this.index), this.frameAt(this.index + 1)];
    const own = now && next ? this.hold(now, next) / 2 : 0;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(
      () => {
        if (!this.isPlaying) return;
        if (this.index < this.positions.length - 1) this.go(this.index + 1);
        if (this.isPlaying) this.wait();
      },
      Math.max(TIMES[this.speed], this.speed === "fast" ? 0 : own),
    );
  }

  private frameAt(index: number): Frame | null {
    const [facts, position] = [this.facts, this.positions[index]];
    return facts && position ? frameOf(facts, position, position.acts === facts.acts) : null;
  }

  private async load(): Promise<void> {
    const mine = (this.fetch += 1);
    this.isFetching = true;
    this.problem = "";
    try {
      let found: Position[] = [];
      for (let first = 0, all = 0; first <= all;) {
        const piece = await this.piece(first);
        if (mine !== this.fetch) return;
        found = [...found, ...piece.positions];
        all = piece.acts;
        first = (found.at(-1)?.acts ?? all) + 1;
        this.facts = piece;
        this.isFetching = false;
        this.positions = found;
        if (this.wanted !== null) this.goToAct(this.wanted);
      }
    } catch (error) {
      if (mine !== this.fetch) return;
      this.problem = inWords(error);
      this.isFetching = false;
    }
  }

  private piece(first: number): Promise<Replay> {
    const [{ source }, asked] = [this, { reader: this.reader, is_open: this.isOpen, first }];
    if ("record" in source) {
      const wish: AskReplay = { record: source.record, ...asked };
      return post<Replay>("/replay", wish);
    }
    const query = new URLSearchParams({ seat: String(source.seat) });
    for (const [key, value] of Object.entries(asked)) query.set(key, String(value));
    return get<Replay>(`/tables/${source.table}/replay?${query}`);
  }
}

/** The frame of a position: the table as a seat saw it, with nothing to decide. */
export function frameOf(facts: Replay, position: Position, isLast: boolean): Frame {
  return {
    type: "frame",
    status: isLast ? "over" : "playing",
    you: facts.reader,
    seats: facts.names.map((name, seat) => seatOf(name, seat, position.owes.includes(seat))),
    view: position.sight.view,
    captions: position.sight.captions,
    question: null,
    choices: [],
    closed: [],
    can_undo: false,
    phrases: [],
    said: position.said,
    has_emotes: false,
    hint: null,
    result: null,
    options: {},
    has_advice: false,
    host: null,
    level: "",
    shares_devices: false,
    watching: "off",
    watchers: 0,
    is_repeat: false,
    lesson: null,
    invitation: 0,
    wants_end: [],
    next: null,
    reason: null,
    between: null,
    log_from: 0,
    log: [],
  };
}

function seatOf(name: string, seat: number, owes: boolean): Seat {
  return {
    seat,
    name,
    kind: "person",
    level: null,
    level_title: null,
    present: true,
    is_owned: true,
    has_conceded: false,
    rest: 0,
    is_ghost: false,
    owes,
    excuse: null,
  };
}
