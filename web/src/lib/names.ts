/** Names in a row, each isolated: one that is read from the right does not turn the sentence round. */
export function listed(names: string[]): string {
  return new Intl.ListFormat("en").format(names.map((name) => `\u2068${name}\u2069`));
}

export interface Named {
  text: string;
  /** Whose name it is; null for the text between names. */
  seat: number | null;
}

/** A sentence in pieces: the names of the table in it, and the reader's "You", each with its seat. */
export function nameIn(text: string, seats: { name: string }[], you: number): Named[] {
  const owners = new Map(seats.map((seat, i) => [seat.name, i]));
  owners.set("You", you);
  owners.delete("");
  const longest = [...owners.keys()].sort((one, other) => other.length - one.length);
  const names = longest.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
  const found = new RegExp(`(${names})(?![\\p{L}\\p{N}])`, "u");
  const parts: Named[] = [];
  let plain = "";
  for (let rest = text, hit = found.exec(rest); rest; hit = found.exec(rest)) {
    if (!hit) {
      plain += rest;
      break;
    }
    const before = plain + rest.slice(0, hit.index);
    rest = rest.slice(hit.index + hit[0].length);
    if (/[\p{L}\p{N}]$/u.test(before) || (hit[0] === "You" && before && !/[.:] $/.test(before))) {
      plain = before + hit[0];
      continue;
    }
    if (before) parts.push({ text: before, seat: null });
    parts.push({ text: hit[0], seat: owners.get(hit[0]) ?? null });
    plain = "";
  }
  return plain ? [...parts, { text: plain, seat: null }] : parts;
}
