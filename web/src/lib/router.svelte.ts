import { base } from "./base";

/** Where we are: the home page, a seat, a table's door, or an unknown address. */
export type Place =
  { page: "home" } | { page: "nowhere" } | { page: "table"; table: string; seat: number | null; token: Token | null };
export type Token = { kind: "invite" | "seat"; text: string };

function here(): Place {
  const path = location.pathname.slice(base.length);
  if (path === "/" || path === "/index.html") return { page: "home" };
  const found = /^\/table\/([\w-]+)$/.exec(path);
  if (!found?.[1]) return { page: "nowhere" };
  const seat = new URLSearchParams(location.search).get("seat");
  const [, kind, text] = /^#(invite|seat)=(.+)$/.exec(location.hash) ?? [];
  const token = kind && text ? { kind: kind as Token["kind"], text } : null;
  if (token) history.replaceState(null, "", location.pathname + location.search); // a secret does not stay in sight
  return { page: "table", table: found[1], seat: seat && /^\d$/.test(seat) ? Number(seat) : null, token };
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

export const home = `${base}/`;

export function recordAddress(table: string, seat: number): string {
  return `${base}/api/tables/${table}/record?seat=${seat}`;
}
