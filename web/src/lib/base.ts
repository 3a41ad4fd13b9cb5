/** Where this page lies and which build it is: the server writes both into the document. */
function told(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="coven-${name}"]`)?.content ?? "";
}

/** What stands before every path: "" or as "/games". While developing nothing is written, and it is "". */
export const base = told("base").replace(/^\./, "").replace(/\/$/, "");
const PLACE = "coven-build-here";
export const build = told("build") === PLACE ? "" : told("build");

const TRIED = "coven.loaded";

/** Has the server got another page than this one? */
export function isOther(theirs: string): boolean {
  return Boolean(build && theirs && theirs !== build);
}

/** Load the page anew for that build; false if that has been tried in this tab, so that nothing goes round and round. */
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
