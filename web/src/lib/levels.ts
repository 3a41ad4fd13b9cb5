import type { Level, Seat } from "../wire";

/** The level of a bot if nobody has named one. */
export function usual(levels: Level[]): string {
  return (levels.find((level) => level.is_usual) ?? levels[0])?.key ?? "";
}

/** What a level is called in a sentence. */
export function levelInWords(levels: Level[], key: string): string {
  return (levels.find((level) => level.key === key)?.label ?? key).toLowerCase();
}

/** "bot: high witch", and how she plays if she cannot play like one; "" for people. */
export function botInWords(seat: Seat | undefined): string {
  if (seat?.kind !== "bot") return "";
  const level = seat.level_title ? `bot: ${seat.level_title.toLowerCase()}` : "bot";
  if (seat.has_conceded) return "conceded · bot";
  return seat.excuse ? `${level}, ${seat.excuse}` : level;
}
