/** What this browser remembers. Private windows may forbid it; then it lasts until the page is closed. */

export interface KeptSeat {
  table: string;
  seat: number;
  game: string;
  title: string;
  /** This browser's share of the deal; null if the game had begun before it came. */
  nonce: string | null;
  /** The server's commitment to its share of the deal, as seen after the nonce was sent. */
  commitment: string | null;
  isOver: boolean;
  when: number;
}

/** A game that was played to an end on this device. It stays here: no server is ever told of it. */
export interface Played {
  table: string;
  seat: number;
  game: string;
  title: string;
  /** The others, by their names. */
  against: string[];
  /** null: the game ended without a winner. */
  hasWon: boolean | null;
  /** What counted for this seat: "17 points". */
  text: string;
  /** Who won. */
  told: string;
  isRepeat: boolean;
  when: number;
}

const MOST_SEATS = 30;
const MOST_PLAYED = 1000;
const memory = new Map<string, string>();

function read(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? memory.get(key) ?? null;
  } catch {
    return memory.get(key) ?? null;
  }
}

function write(key: string, value: string): void {
  memory.set(key, value);
  try {
    localStorage.setItem(key, value);
  } catch {
    // remembered until the page is closed
  }
}

function parsed<T>(key: string, otherwise: T): T {
  try {
    return (JSON.parse(read(key) ?? "null") as T | null) ?? otherwise;
  } catch {
    return otherwise;
  }
}

export const kept = {
  name: () => read("coven.name") ?? "",
  setName: (name: string) => write("coven.name", name),

  isLoud: () => read("coven.sound") === "on",
  setLoud: (isOn: boolean) => write("coven.sound", isOn ? "on" : "off"),

  theme: () => read("coven.theme"),
  setTheme: (theme: string) => write("coven.theme", theme),

  text: () => read("coven.text"),
  setText: (text: string) => write("coven.text", text),

  confirms: () => read("coven.confirms"),
  setConfirms: (confirms: string) => write("coven.confirms", confirms),

  pace: () => read("coven.pace"),
  setPace: (pace: string) => write("coven.pace", pace),

  isMuted: () => read("coven.emotes") === "off",
  setMuted: (isMuted: boolean) => write("coven.emotes", isMuted ? "off" : "on"),

  /** How many sit at a table of the game. */
  players: (game: string) => parsed<number | null>(`coven.players.${game}`, null),
  setPlayers: (game: string, players: number) => write(`coven.players.${game}`, JSON.stringify(players)),

  dismissed: (game: string) => parsed<string[]>(`coven.hints.${game}`, []),
  dismiss: (game: string, key: string) =>
    write(`coven.hints.${game}`, JSON.stringify([...new Set([...kept.dismissed(game), key])])),
  /** [key of a hint]: the occasions on which it was shown. */
  hinted: (game: string) => parsed<Record<string, string[]>>(`coven.hinted.${game}`, {}),
  keepHinted(game: string, key: string, occasion: string): void {
    const before = kept.hinted(game);
    write(`coven.hinted.${game}`, JSON.stringify({ ...before, [key]: [...(before[key] ?? []), occasion] }));
  },
  showHintsAgain(game: string): void {
    write(`coven.hints.${game}`, "[]");
    write(`coven.hinted.${game}`, "{}");
  },

  /** The newest first. */
  history: () => parsed<Played[]>("coven.history", []).filter((one) => typeof one?.table === "string"),
  /** A game is kept once, as it was seen first. */
  keepPlayed(played: Played): void {
    const before = kept.history();
    if (before.some((one) => one.table === played.table && one.seat === played.seat)) return;
    write("coven.history", JSON.stringify([played, ...before].slice(0, MOST_PLAYED)));
  },
  forgetPlayed(played: Played): void {
    const others = kept.history().filter((one) => one.table !== played.table || one.seat !== played.seat);
    write("coven.history", JSON.stringify(others));
  },
  forgetHistory: () => write("coven.history", "[]"),

  seats: () => parsed<KeptSeat[]>("coven.seats", []),
  seat: (table: string, seat: number) => kept.seats().find((one) => one.table === table && one.seat === seat),
  keepSeat(seat: KeptSeat): void {
    const others = kept.seats().filter((one) => one.table !== seat.table || one.seat !== seat.seat);
    write("coven.seats", JSON.stringify([seat, ...others].slice(0, MOST_SEATS)));
  },
  changeSeat(table: string, seat: number, change: Partial<KeptSeat>): void {
    const found = kept.seats().map((one) => (one.table === table && one.seat === seat ? { ...one, ...change } : one));
    write("coven.seats", JSON.stringify(found));
  },
  forgetSeat(table: string, seat: number): void {
    const others = kept.seats().filter((one) => one.table !== table || one.seat !== seat);
    write("coven.seats", JSON.stringify(others));
  },
};
