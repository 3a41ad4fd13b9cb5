import { base } from "./base";

/** Where we are: the home page, a seat, a table's door, or an unknown address. */
export type Place =
  | { page: "home" }
  | { page: "nowhere" }
  | { page: "history" }
  | { page: "replay"; table: string | null; moment: Moment }
  | { page: "deal"; table: string; seat: number; token: string }
  | { page: "table"; table: string; seat: number | null; token: Token | null; isWatching: boolean };
/** A moment of a replay: after how many acts, seen by which seat (null: as whoever looks likes), and if all is open. */
export interface Moment {
  at: number;
  reader: number | null;
  isOpen: boolean;
}
export type Token = { kind: "invite" | "seat" | "watch"; text: string };

function here(): Place {
  const path = location.pathname.slice(base.length);
  if (path === "/" || path === "/index.html") return { page: "home" };
  if (path === "/history") return { page: "history" };
  const again = /^(?:\/table\/([\w-]+))?\/replay$/.exec(path);
  if (again) return { page: "replay", table: again[1] ?? null, moment: momentHere() };
  const found = /^\/table\/([\w-]+)$/.exec(path);
  if (!found?.[1]) return { page: "nowhere" };
  const asked = new URLSearchParams(location.search);
  const [seat, deal] = [asked.get("seat"), asked.get("deal")];
  const key = /^#deal=([\w-]+)$/.exec(location.hash)?.[1]; // it opens no seat, so it may stay in sight
  if (deal && /^\d$/.test(deal) && key) return { page: "deal", table: found[1], seat: Number(deal), token: key };
  const [, kind, text] = /^#(invite|seat|watch)=(.+)$/.exec(location.hash) ?? [];
  const token = kind && text ? { kind: kind as Token["kind"], text } : null;
  if (token) history.replaceState(null, "", location.pathname + location.search); // a secret does not stay in sight
  const isWatching = token?.kind === "watch" || asked.has("watch");
  return { page: "table", table: found[1], seat: seat && /^\d$/.test(seat) ? Number(seat) : null, token, isWatching };
}

function momentHere(): Moment {
  const asked = new URLSearchParams(location.search);
  const reader = asked.get("as");
  return {
    at: Math.max(0, Number(asked.get("at")) || 0),
    reader: reader !== null && /^(-1|\d)$/.test(reader) ? Number(reader) : null,
    isOpen: asked.get("open") === "1",
  };
}

class Router {
  place = $state.raw<Place>(here());

  constructor() {
    addEventListener("popstate", () => (this.place = here()));
    addEventListener("hashchange", () => {
      const place = here();
      if (place.page === "table" && place.token) this.place = place; // a link pasted into an open tab
    });
  }

  go(address: string): void {
    history.pushState(null, "", address);
    this.place = here();
    scrollTo(0, 0);
  }

  /** Leave a page that nobody wants to come back to. */
  goOn(address: string): void {
    history.replaceState(null, "", address);
    this.place = here();
    scrollTo(0, 0);
  }
}

export const router = new Router();

export function seatAddress(table: string, seat: number): string {
  return `${base}/table/${table}?seat=${seat}`;
}

export function watchAddress(table: string): string {
  return `${base}/table/${table}?watch`;
}

export const home = `${base}/`;

export function recordAddress(table: string, seat: number): string {
  return `${base}/api/tables/${table}/record?seat=${seat}`;
}

export const historyAddress = `${base}/history`;

/** The address of a replay; without a table, of the page that shows records. */
export function replayAddress(table: string | null, moment?: Moment): string {
  const path = table === null ? `${base}/replay` : `${base}/table/${table}/replay`;
  if (!moment) return path;
  const { at, reader, isOpen } = moment;
  return `${path}?at=${at}${reader === null ? "" : `&as=${reader}`}${isOpen ? "&open=1" : ""}`;
}
