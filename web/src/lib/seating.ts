import type { Seated, TableInfo } from "../wire";
import { get, randomHex } from "./http";
import { kept } from "./kept";
import { router, seatAddress } from "./router.svelte";

export interface Seating {
  key: string;
  title: string;
  /** Does the game begin by itself once everybody has sat down? */
  beginsAtOnce: boolean;
}

/** Take a seat by `ask`, which sends this browser's share of the deal; remember it; go there.
 *
 * The nonce is made and sent before the server's commitment is looked at. At a table that begins when somebody says
 * so, it counts for sure only if the table still waits after we have sat down.
 */
export async function takeSeat(game: Seating, ask: (nonce: string) => Promise<Seated>): Promise<void> {
  const nonce = randomHex(16);
  const seated = await ask(nonce);
  if (seated.invite) kept.keepInvite(seated.table, seated.invite);
  const info = await get<TableInfo>(`/tables/${seated.table}`).catch(() => null);
  kept.keepSeat({
    table: seated.table,
    seat: seated.seat,
    game: game.key,
    title: game.title,
    nonce: game.beginsAtOnce || info?.status === "lobby" ? nonce : null,
    commitment: info?.commitment ?? null,
    invite: kept.invite(seated.table),
    isOver: false,
    when: Date.now(),
  });
  const isFromHome = router.place.page === "home";
  const address = seatAddress(seated.table, seated.seat);
  if (isFromHome) router.go(address);
  else router.goOn(address);
}

/** Remember a seat to which a link has brought us, or which this browser had forgotten. */
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
    invite: kept.invite(info.table),
    isOver,
    when: Date.now(),
  });
}
