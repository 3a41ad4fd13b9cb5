import { LABELS, type Goods } from "./wire";

export type Kind = keyof Goods;
/** Drops, gold and vials: the order in which everything is listed. */
export const KINDS: Kind[] = ["red", "green", "white", "gold", "vials"];

export function less(goods: Goods, others: Goods): Goods {
  const rest = { ...goods };
  for (const kind of KINDS) rest[kind] -= others[kind];
  return rest;
}

export function kindsIn(goods: Goods): Kind[] {
  return KINDS.filter((kind) => goods[kind] > 0);
}

/** One by one. */
export function oneByOne(goods: Goods): Kind[] {
  return KINDS.flatMap((kind) => Array<Kind>(goods[kind]).fill(kind));
}

export function some(count: number, kind: Kind): string {
  return `${count} ${LABELS.good[kind][count === 1 ? "one" : "many"]}`;
}
