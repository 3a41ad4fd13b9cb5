import type { Frame, Result } from "../wire";
import type { Played } from "./kept";

/** A finished game as this device remembers it. */
export function playedOf(table: string, game: { key: string; title: string }, frame: Frame, result: Result): Played {
  return {
    table,
    seat: frame.you,
    game: game.key,
    title: game.title,
    against: frame.seats.filter((seat) => seat.seat !== frame.you).map((seat) => seat.name),
    hasWon: result.winners.length ? result.winners.includes(frame.you) : null,
    text: result.standings.find((one) => one.seat === frame.you)?.text ?? "",
    told: result.told,
    isRepeat: frame.is_repeat,
    when: Date.now(),
  };
}

export interface Figures {
  game: string;
  title: string;
  played: number;
  won: number;
}

/** How many games of each kind were played and won, the most played first. */
export function figuresOf(history: Played[]): Figures[] {
  const found = new Map<string, Figures>();
  for (const { game, title, hasWon } of history) {
    const before = found.get(game) ?? { game, title, played: 0, won: 0 };
    found.set(game, { ...before, played: before.played + 1, won: before.won + Number(hasWon === true) });
  }
  return [...found.values()].sort((one, other) => other.played - one.played);
}
