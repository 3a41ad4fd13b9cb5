/** Identical things get distinct keys: the second "owl-3" is "owl-3 1". */
export function keyed(ids: string[]): { key: string; id: string }[] {
  const seen = new Map<string, number>();
  return ids.map((id) => {
    const count = seen.get(id) ?? 0;
    seen.set(id, count + 1);
    return { key: count ? `${id} ${count}` : id, id };
  });
}
