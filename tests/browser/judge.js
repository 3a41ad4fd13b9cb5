// What is wrong with a page at the size that it has: sentences. Called by tests/browser/layout.py in the page.
(options) => {
  const found = [];
  const OPEN = "button.open, button.pick, button.choice";
  const say = (what) => found.push(what);
  const named = (e) => `"${(e.getAttribute("aria-label") || e.textContent || e.className || e.tagName).trim().replace(/\s+/g, " ").slice(0, 50)}"`;
  const isSeen = (e) => e.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const scroller = document.scrollingElement;
  const isOver = (v) => v === "auto" || v === "scroll";
  const scrollers = (e) => {
    const all = [];
    for (let p = e.parentElement; p; p = p.parentElement) {
      const s = getComputedStyle(p);
      if ((isOver(s.overflowY) && p.scrollHeight > p.clientHeight + 1) || (isOver(s.overflowX) && p.scrollWidth > p.clientWidth + 1)) all.push(p);
    }
    return all;
  };
  const reset = () => {
    scroller.scrollTo(0, 0);
    for (const e of document.querySelectorAll("*")) if (e.scrollTop || e.scrollLeft) e.scrollTo(0, 0);
  };
  const belongs = (hit, e) => hit && (e === hit || e.contains(hit));

  if (scroller.scrollWidth > innerWidth + 1) say(`the page is ${scroller.scrollWidth} px wide in a window of ${innerWidth}`);

  // everything that can be chosen
  const top = document.querySelector("dialog[open]");
  const choices = [...document.querySelectorAll(OPEN)].filter((e) => isSeen(e) && (!top || top.contains(e)));
  for (const e of choices) {
    e.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const r = e.getBoundingClientRect();
    const moved = scrollers(e).filter((p) => p.scrollTop || p.scrollLeft);
    if (moved.length > 1) say(`${named(e)} takes scrolling in ${moved.length} places`);
    if (r.left < -1 || r.right > innerWidth + 1 || r.top < -1 || r.bottom > innerHeight + 1) {
      const fits = r.width <= innerWidth && r.height <= innerHeight;
      say(`${named(e)} ${fits ? "cannot be brought into sight" : "is larger than the window"}: ${[r.left, r.top, r.right, r.bottom].map(Math.round)}`);
    }
    let wide = 0, high = 0;
    const y = (r.top + r.bottom) / 2, x = (r.left + r.right) / 2;
    for (let i = Math.ceil(r.left); i < r.right; i++) if (belongs(document.elementFromPoint(i, y), e)) wide++;
    for (let i = Math.ceil(r.top); i < r.bottom; i++) if (belongs(document.elementFromPoint(x, i), e)) high++;
    if (!wide && !high) {
      const hit = document.elementFromPoint(x, y);
      say(`${named(e)} is covered${hit ? ` by ${named(hit)}` : ""}`);
      continue;
    }
    const inRow = [...(e.parentElement?.closest("ul, ol, [role=group], div, section")?.querySelectorAll(OPEN) ?? [])].length > 1;
    const least = inRow ? options.row : options.target;
    if (Math.min(wide, high) < Math.min(least, options.target)) say(`${named(e)} can be touched on ${wide} x ${high} px alone`);
  }
  reset();

  // everything that is written
  const walker = document.createTreeWalker(top ?? document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const told = new Set();
  for (let n = walker.nextNode(); n; n = walker.nextNode()) {
    const text = n.textContent.trim(), e = n.parentElement;
    if (!text || !e || !isSeen(e) || e.closest("script, style, svg, .hidden, .sr-only, .visually-hidden, [aria-hidden=true]")) continue;
    range.selectNodeContents(n);
    const rects = [...range.getClientRects()].filter((r) => r.width > 1 && r.height > 1);
    if (!rects.length) continue;
    const style = getComputedStyle(e);
    const size = parseFloat(style.fontSize);
    if (size < options.text && !told.has(e)) { told.add(e); say(`"${text.slice(0, 40)}" is written ${size} px small`); }
    // cut by a box that does not scroll
    for (let p = e; p; p = p.parentElement) {
      const s = getComputedStyle(p);
      if (s.overflowX === "visible" && s.overflowY === "visible") continue;
      if (s.clipPath !== "none" && p.getBoundingClientRect().width <= 2) { told.add(e); break; } // for screen readers alone
      const b = p.getBoundingClientRect();
      if (b.width <= 2 || b.height <= 2) { told.add(e); break; }
      const r = rects.find((r) => (!isOver(s.overflowX) && (r.left < b.left - 2 || r.right > b.right + 2)) || (!isOver(s.overflowY) && (r.top < b.top - 3 || r.bottom > b.bottom + 3)));
      if (r && !told.has(e)) { told.add(e); say(`"${text.slice(0, 40)}" is cut`); }
      if (isOver(s.overflowX) || isOver(s.overflowY)) break;
    }
    if (told.has(e)) continue;
    const r = rects[0];
    if (r.top < 0 || r.bottom > innerHeight || r.left < 0 || r.right > innerWidth) continue; // a scroll away
    const hit = document.elementFromPoint((r.left + r.right) / 2, (r.top + r.bottom) / 2);
    const isClear = !hit || e.contains(hit) || hit.contains(e) || scrollers(e).length;
    if (!isClear && style.pointerEvents !== "none") { told.add(e); say(`"${text.slice(0, 40)}" lies under ${named(hit)}`); }
  }
  return found;
}
