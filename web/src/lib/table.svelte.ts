import type { Advice, Earlier, Emote, Emoted, Frame, Problem, Pulse, ToClient, ToServer } from "../wire";
import { base, isOther } from "./base";
import { randomHex } from "./http";
import type { PaceName } from "./pace.svelte";
import { afterFrame } from "./tasks";
import { NO_LOG, withEarlier, withFrame, type Log } from "./log";

type WithoutId<T> = T extends unknown ? Omit<T, "id"> : never;
/** What changes a table. */
export type Wish = WithoutId<Exclude<ToServer, { type: "advise" | "log" | "pace" | "emote" }>>;
export type Link = "opening" | "open" | "lost" | "gone";

const FIRST_WAIT = 250;
const LONGEST_WAIT = 5000;
const PATIENCE = 5000;
/** The server sends something every 20 s: a line silent for this long is dead. */
const LONGEST_SILENCE = 45_000;
/** After this much silence, a page that becomes visible or is online again reconnects at once. */
const DOUBTFUL_SILENCE = 15_000;
const WATCH = 5000;
const GONE = new Set([4401, 4403, 4404]);
const TOO_FAST = new Set([1008, 4429]);

/** One seat of one table, or a spectator's place, updated only by its socket. It reconnects by itself, and resends unanswered messages. */
export class Table {
  frame = $state.raw<Frame | null>(null);
  log = $state.raw<Log>(NO_LOG);
  link = $state<Link>("opening");
  problem = $state.raw<Problem | null>(null);
  isBusy = $state(false);
  advice = $state.raw<Advice | null>(null);
  /** The question a high witch is thinking about. */
  pondered = $state<string | null>(null);
  /** The server's build of the page, if it differs from this one. */
  newBuild = $state<string | null>(null);

  /** Told of every face that somebody shows. */
  onEmote: (emoted: Emoted) => void = () => undefined;

  /** The message by which the beginning of the log was asked for, if that has not come. */
  private askedLog = $state<string | null>(null);

  /** How fast bots should act; a new line has not been told. */
  private pace: PaceName = "calm";

  private socket: WebSocket | null = null;
  /** Sent messages, by id; nothing is rendered from it. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  private unanswered = new Map<string, string>();
  /** The last question to a high witch that is not yet answered. */
  private asked: { id: string; question: string } | null = null;
  private wait = FIRST_WAIT;
  private timer = 0;
  private doubt = 0;
  private isClosed = false;
  /** When the server last sent something. */
  private heard = Date.now();
  private watch = 0;
  private readonly wake = () => {
    if (document.visibilityState === "hidden") return;
    if (this.silence() > DOUBTFUL_SILENCE || this.socket?.readyState !== WebSocket.OPEN) this.connect();
  };
  private readonly drop = () => this.socket?.close();

  /** `seat`: -1 for a spectator, who asks for nothing but the log. */
  constructor(
    readonly id: string,
    readonly seat: number,
  ) {
    addEventListener("online", this.wake);
    addEventListener("offline", this.drop);
    document.addEventListener("visibilitychange", this.wake);
    this.watch = window.setInterval(() => {
      if (this.socket && this.silence() > LONGEST_SILENCE) this.connect();
    }, WATCH);
    this.connect();
  }

  private silence(): number {
    return Date.now() - this.heard;
  }

  /** Ask the server for something; the answer comes as a frame or as `problem`. */
  send(wish: Wish): void {
    const id = randomHex(8);
    const text = JSON.stringify({ ...wish, id });
    this.unanswered.set(id, text);
    this.isBusy = true;
    this.problem = null;
    this.transmit(text);
  }

  /** Ask what a high witch would do, without waiting. She thinks about one question at a time. */
  askAdvice(question: string): void {
    this.pondered = question;
    this.advice = null;
    this.problem = null;
    if (this.asked) return;
    this.asked = { id: randomHex(8), question };
    this.transmitAsked();
  }

  private transmitAsked(): void {
    if (this.asked && this.socket?.readyState === WebSocket.OPEN)
      this.socket.send(JSON.stringify({ type: "advise", ...this.asked }));
  }

  /** Wish for a pace; nothing waits for the answer. */
  wishFor(pace: PaceName): void {
    if (pace === this.pace) return;
    this.pace = pace;
    this.transmitPace();
  }

  private transmitPace(): void {
    if (this.socket?.readyState === WebSocket.OPEN)
      this.socket.send(JSON.stringify({ type: "pace", id: randomHex(8), pace: this.pace }));
  }

  /** Show a face now or, without a line, never; nothing waits for the answer. */
  showFace(emote: Emote["emote"]): void {
    if (this.socket?.readyState === WebSocket.OPEN)
      this.socket.send(JSON.stringify({ type: "emote", id: randomHex(8), emote }));
  }

  get isFetchingLog(): boolean {
    return this.askedLog !== null;
  }

  /** Ask for the beginning of the log; nothing waits for it. */
  askLog(): void {
    this.askedLog = randomHex(8);
    this.problem = null;
    if (this.socket?.readyState === WebSocket.OPEN)
      this.socket.send(JSON.stringify({ type: "log", id: this.askedLog, last: this.log.from }));
  }

  private fetched(answer: Earlier | null): void {
    this.askedLog = null;
    if (answer) this.log = withEarlier(this.log, answer);
  }

  /** She has answered, or will not: ask the next question that has come up. */
  private advised(answer: Advice | null): void {
    const asked = this.asked?.question;
    this.asked = null;
    if (this.pondered !== null && this.pondered !== asked) return this.askAdvice(this.pondered);
    this.advice = answer;
    this.pondered = null;
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
    clearTimeout(this.doubt);
    clearInterval(this.watch);
    removeEventListener("online", this.wake);
    removeEventListener("offline", this.drop);
    document.removeEventListener("visibilitychange", this.wake);
    this.socket?.close();
  }

  private connect(): void {
    if (this.isClosed || this.link === "gone") return;
    clearTimeout(this.timer);
    if (this.socket) {
      this.socket.onclose = this.socket.onmessage = null;
      this.socket.close();
      this.link = "lost";
    }
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const way = this.seat < 0 ? "watch/socket" : `socket?seat=${this.seat}`;
    const socket = new WebSocket(`${scheme}://${location.host}${base}/api/tables/${this.id}/${way}`);
    this.socket = socket;
    this.heard = Date.now();
    let isFirst = true;
    socket.onmessage = (event: MessageEvent<string>) => {
      this.heard = Date.now();
      const message = JSON.parse(event.data) as ToClient;
      if (message.type === "pulse") {
        this.newBuild = isOther(message.build) ? message.build : null;
        return;
      }
      const first = isFirst;
      isFirst = false;
      afterFrame(() => !this.isClosed && this.take(message, first));
    };
    socket.onclose = (event) => this.lost(event.code);
  }

  private take(message: Exclude<ToClient, Pulse>, isFirst: boolean): void {
    if (message.type === "frame") {
      this.log = withFrame(this.log, message);
      this.frame = message;
      if (isFirst) this.opened();
      return;
    }
    if (message.type === "emote") {
      this.onEmote(message);
      return;
    }
    if (message.type === "earlier") {
      if (message.id === this.askedLog) this.fetched(message);
      return;
    }
    if (message.type === "advice") {
      if (message.id === this.asked?.id) this.advised(message);
      return;
    }
    if (message.type === "error") {
      if (message.id !== undefined && message.id === this.askedLog) this.fetched(null);
      const isLate = message.id !== undefined && message.id === this.asked?.id;
      if (isLate) this.advised(null);
      if (!isLate || message.code !== "stale") this.problem = message;
    }
    if (message.id) this.unanswered.delete(message.id);
    this.isBusy = this.unanswered.size > 0;
    if (!this.isBusy) clearTimeout(this.doubt);
  }

  private opened(): void {
    this.link = "open";
    this.wait = FIRST_WAIT;
    for (const text of this.unanswered.values()) this.transmit(text);
    this.transmitAsked();
    if (this.pace !== "calm") this.transmitPace();
    if (this.askedLog) this.askLog();
  }

  private transmit(text: string): void {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    this.socket.send(text);
    clearTimeout(this.doubt);
    this.doubt = window.setTimeout(() => this.unanswered.size > 0 && this.connect(), PATIENCE);
  }

  private lost(code: number): void {
    this.socket = null;
    if (this.isClosed) return;
    if (GONE.has(code)) {
      this.link = "gone";
      this.unanswered.clear();
      this.isBusy = false;
      this.askedLog = null;
      return;
    }
    this.link = "lost";
    const usual = TOO_FAST.has(code) ? LONGEST_WAIT : this.wait;
    const wait = usual * (0.5 + Math.random()); // pages that lose a server together do not come back together
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
    this.timer = window.setTimeout(() => this.connect(), wait);
  }
}
