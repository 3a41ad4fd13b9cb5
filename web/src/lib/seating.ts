import type { GameInfo, Seated, TableInfo } from "../wire";
import { get, post, randomHex, Refused } from "./http";
import { kept } from "./kept";
import { usual } from "./levels";
import { router, seatAddress } from "./router.svelte";

export interface Seating {
  key: string;
  title: string;
  /** Does the game begin by itself once everybody has sat down? */
  beginsAtOnce: boolean;
}

const TRIES = 4;
const WAIT = 700;
/** By request: its nonce until it is answered. Repeated with the same nonce, it gets the same answer. */
const unanswered = new Map<string, string>();

/** Post until it is answered, with the same nonce for the same request. */
export async function persist<T>(path: string, content: object): Promise<{ answer: T; nonce: string }> {
  const request = `${path} ${JSON.stringify(content)}`;
  const nonce = unanswered.get(request) ?? randomHex(16);
  unanswered.set(request, nonce);
  for (let left = TRIES; ; left--) {
    try {
      const answer = await post<T>(path, { ...content, nonce });
      unanswered.delete(request);
      return { answer, nonce };
    } catch (error) {
      const isLost = error instanceof Refused && ["unreachable", "storage", "broken"].includes(error.problem.code);
      if (!isLost) unanswered.delete(request);
      if (!isLost || left <= 1) throw error;
      await new Promise((done) => setTimeout(done, WAIT));
    }
  }
}

/** Take a seat by a request, which sends this browser's share of the deal; remember it; go there.
 *
 * The nonce is made and sent before we look at the server's commitment. At a table that begins on command, it certainly
 * counts only if the table is still waiting after we have sat down.
 */
export async function takeSeat(game: Seating, path: string, content: object): Promise<void> {
  const { answer: seated, nonce } = await persist<Seated>(path, content);
  const info = await get<TableInfo>(`/tables/${seated.table}`).catch(() => null);
  kept.keepSeat({
    table: seated.table,
    seat: seated.seat,
    game: game.key,
    title: game.title,
    nonce: game.beginsAtOnce || info?.status === "lobby" ? nonce : null,
    commitment: info?.commitment ?? null,
    isOver: false,
    when: Date.now(),
  });
  const isFromHome = router.place.page === "home";
  const address = seatAddress(seated.table, seated.seat);
  if (isFromHome) router.go(address);
  else router.goOn(address);
}

/** Sit down at a game's first lesson. */
export async function takeLesson(game: GameInfo, name: string): Promise<void> {
  const [players = 0] = game.lesson;
  const bots = Array<string>(players - 1).fill(usual(game.levels));
  const wanted = { game: game.key, players, name, bots, lesson: true };
  await takeSeat({ key: game.key, title: game.title, beginsAtOnce: true }, "/tables", wanted);
}

/** Remember a seat that a link has opened, or that this browser had forgotten. */
export function recallSeat(info: TableInfo, seat: number, title: string): void {
  if (kept.seat(info.table, seat)) return;
  const isOver = info.status === "over" || info.status === "closed";
  kept.keepSeat({
    table: info.table,
    seat,
    game: info.game,
    title,
    nonce: null,
    commitment: isOver ? null : info.commitment,
    isOver,
    when: Date.now(),
  });
}
