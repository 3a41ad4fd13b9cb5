import { get } from "./http";
import { kept } from "./kept";

export type Verdict = "fair" | "joined" | "unfair" | "uncheckable";

interface Fair {
  seed: string;
  salt: string;
  commitment: string;
  nonces: Record<string, string>;
}

/** Check a finished game's deal: is the server's share the one it committed to, and did ours count?
 *
 * `coven verify` checks on the record that the deal comes from these shares, and the game from the deal.
 */
export async function checkFairness(table: string, seat: number): Promise<Verdict> {
  const mine = kept.seat(table, seat);
  if (!mine?.commitment || !globalThis.crypto.subtle) return "uncheckable";
  const record = await get<{ options: { fair?: Fair } }>(`/tables/${table}/record?seat=${seat}`);
  const fair = record.options.fair;
  if (!fair) return "uncheckable";
  const hash = await sha256(`${fair.seed}:${fair.salt}`);
  if (hash !== mine.commitment || hash !== fair.commitment) return "unfair";
  if (mine.nonce === null) return "joined";
  return fair.nonces[String(seat)] === mine.nonce ? "fair" : "unfair";
}

async function sha256(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
