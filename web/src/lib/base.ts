/** The page's base path and build: the server writes both into the document. */
function told(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="coven-${name}"]`)?.content ?? "";
}

/** The prefix of every path: "" or, say, "/games". During development nothing is written, and it is "". */
export const base = told("base").replace(/^\./, "").replace(/\/$/, "");
const PLACE = "coven-build-here";
export const build = told("build") === PLACE ? "" : told("build");

const TRIED = "coven.loaded";

/** Does the server have a different build of the page? */
export function isOther(theirs: string): boolean {
  return Boolean(build && theirs && theirs !== build);
}

/** Reload the page for that build; false if this tab has already tried, to avoid a loop. */
export function loadAnew(theirs: string): boolean {
  try {
    if (sessionStorage.getItem(TRIED) === theirs) return false;
    sessionStorage.setItem(TRIED, theirs);
  } catch {
    return false; // nothing can be remembered here
  }
  location.reload();
  return true;
}
