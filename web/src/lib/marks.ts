/** Marks on the table, by what things are called there (`data-thing`), whichever board draws them. */

const sheet = new CSSStyleSheet();
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];

/** Mark these things, and no others; a thing that has the focus shows that. */
export function mark(things: string[]): void {
  const places = things.map((thing) => `[data-thing="${CSS.escape(thing)}"]:not(:focus-visible)`).join(", ");
  sheet.replaceSync(places ? `${places} { outline: 3px dashed var(--moon); outline-offset: 4px; }` : "");
}
