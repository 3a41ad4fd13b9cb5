/** Marks on the table, by the ids of things (`data-thing`), whichever board draws them. */

const sheet = new CSSStyleSheet();
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];

/** Mark these things, and no others; a focused thing shows its focus. */
export function mark(things: string[]): void {
  const places = things.map((thing) => `[data-thing="${CSS.escape(thing)}"]:not(:focus-visible)`).join(", ");
  sheet.replaceSync(places ? `${places} { outline: 3px dashed var(--moon); outline-offset: 4px; }` : "");
}
