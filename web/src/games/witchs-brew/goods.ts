/** Drops, gold and vials: the order in which everything is listed. */
export const KINDS = ["red", "green", "white", "gold", "vials"] as const;
export type Kind = (typeof KINDS)[number];
export const DROPS = ["red", "green", "white"] as const;
export type Drop = (typeof DROPS)[number];

/** How many of each kind: every kind is a key. */
export type Goods = Record<Kind, number>;

const NOTHING: Goods = { red: 0, green: 0, white: 0, gold: 0, vials: 0 };

/** What each is called; drops by what they are. */
export const NAMES: Record<Kind, { one: string; many: string }> = {
  red: { one: "wolf blood", many: "wolf blood" },
  green: { one: "herb juice", many: "herb juice" },
  white: { one: "snake venom", many: "snake venom" },
  gold: { one: "gold", many: "gold" },
  vials: { one: "vial", many: "vials" },
};

/** Where room is scarce: colour and letter of a drop. */
export const LETTERS: Record<Drop, string> = { red: "R", green: "G", white: "W" };

export function less(goods: Goods, others: Goods): Goods {
  const rest = { ...goods };
  for (const kind of KINDS) rest[kind] -= others[kind];
  return rest;
}

export function kindsIn(goods: Goods): Kind[] {
  return KINDS.filter((kind) => goods[kind] > 0);
}

export function dropsIn(goods: Goods): number {
  return DROPS.reduce((sum, drop) => sum + goods[drop], 0);
}

/** One by one. */
export function oneByOne(goods: Goods): Kind[] {
  return KINDS.flatMap((kind) => Array<Kind>(goods[kind]).fill(kind));
}

export function tally(drops: Drop[]): Goods {
  const goods = { ...NOTHING };
  for (const drop of drops) goods[drop] += 1;
  return goods;
}

export function some(count: number, kind: Kind): string {
  return `${count} ${NAMES[kind][count === 1 ? "one" : "many"]}`;
}

/** "2 wolf blood, 1 herb juice and 3 gold" */
export function inWords(goods: Goods): string {
  const parts = kindsIn(goods).map((kind) => some(goods[kind], kind));
  const last = parts.pop();
  if (!last) return "nothing";
  return parts.length ? `${parts.join(", ")} and ${last}` : last;
}
