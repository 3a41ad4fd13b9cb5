/** Names in a row, each isolated: one that is read from the right does not turn the sentence round. */
export function listed(names: string[]): string {
  return new Intl.ListFormat("en").format(names.map((name) => `\u2068${name}\u2069`));
}
