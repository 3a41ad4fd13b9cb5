/** Marks on the table, by the ids of things (`data-thing`), whichever board draws them: one rule in the page's sheet. */

let sheet: CSSStyleSheet | undefined;
let rule: CSSRule | undefined;
let marked = "";

/** Mark these things, and no others; a focused thing shows its focus. */
export function mark(things: string[]): void {
  const places = things.map((thing) => `[data-thing="${CSS.escape(thing)}"]:not(:focus-visible)`).join(", ");
  if (places === marked) return; // a new rule costs a new style of the whole page
  marked = places;
  if (sheet && rule) sheet.deleteRule([...sheet.cssRules].indexOf(rule));
  rule = undefined;
  sheet ??= [...document.styleSheets].find((one) => one.ownerNode);
  if (!sheet || !places) return;
  const text = `${places} { outline: 3px dashed var(--moon-text); outline-offset: 4px; }`;
  rule = sheet.cssRules[sheet.insertRule(text, sheet.cssRules.length)];
}
