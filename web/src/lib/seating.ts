import type { Seated, TableInfo } from "../wire";
import { get, randomHex } from "./http";
import { kept } from "./kept";
import { router, seatAddress } from "./router.svelte";

/** Take a seat by `ask`, which sends this browser's share of the deal; remember it; go there.
 *
 * The nonce is made and sent before the server's commitment is looked at.
 */
export async function takeSeat(
  game: { key: string; title: string; hasBegun: boolean },
  ask: (nonce: string) => Promise<Seated>,
): Promise<void> {
  const nonce = randomHex(16);
  const seated = await ask(nonce);
  if (seated.invite) kept.keepInvite(seated.table, seated.invite);
  const info = await get<TableInfo>(`/tables/${seated.table}`).catch(() => null);
  kept.keepSeat({
    table: seated.table,
    seat: seated.seat,
    game: game.key,
    title: game.title,
    nonce: game.hasBegun ? null : nonce,
    commitment: info?.commitment ?? null,
    invite: kept.invite(seated.table),
    isOver: false,
    when: Date.now(),
  });
  router.go(seatAddress(seated.table, seated.seat));
}
