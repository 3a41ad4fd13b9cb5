// What is wrong with a page at the size that it has: sentences, and where the things lie that must not jump.
// Called by tests/browser/layout.py in the page.
(options) => {
  const found = [];
  const OPEN = "button.open, button.pick, button.choice";
  const OTHER = "button, a[href], select, input:not([type=radio], [type=checkbox])";
  const THINGS = "button, a[href], select, [role=img], figure, section, h2, .hint, .reason, .speech, .asked";
  const STEP = 2;
  const REACH = 12; // how far beyond its box a thing may be touched
  const NAME = 5; // letters of a name that must be seen before it ends in an ellipsis
  const say = (what) => found.push(what);
  const short = (text, most) => text.trim().replace(/\s+/g, " ").slice(0, most);
  const named = (e) => `"${short(e.getAttribute?.("aria-label") || e.textContent || e.getAttribute?.("class") || e.tagName, 50)}"`;
  const isSeen = (e) => e.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  /** Or for screen readers alone: in a box of a pixel. */
  const isForEyes = (e) => {
    if (!isSeen(e) || e.closest("script, style, .unseen, [inert]")) return false;
    for (let p = e; p; p = p.parentElement) {
      if (p.clientWidth <= 2 && p.clientHeight <= 2 && getComputedStyle(p).overflow !== "visible") return false;
    }
    return true;
  };
  const scroller = document.scrollingElement;
  const isOver = (v) => v === "auto" || v === "scroll";
  const scrolled = [...document.querySelectorAll("*")].filter((p) => {
    const isHigh = p.scrollHeight > p.clientHeight + 1, isWide = p.scrollWidth > p.clientWidth + 1;
    if (!isHigh && !isWide) return false;
    const s = getComputedStyle(p);
    return (isHigh && isOver(s.overflowY)) || (isWide && isOver(s.overflowX));
  });
  const scrollers = (e) => scrolled.filter((p) => p !== e && p.contains(e));
  const reset = () => {
    scroller.scrollTo(0, 0);
    for (const e of scrolled) e.scrollTo({ left: 0, top: 0, behavior: "instant" });
  };
  const show = (e) => e.scrollIntoView({ block: e.clientHeight > innerHeight / 2 ? "start" : "center", inline: "center", behavior: "instant" });
  const isHit = (x, y, e) => {
    const hit = document.elementFromPoint(x, y);
    return Boolean(hit) && (e === hit || e.contains(hit));
  };
  /** Of the whole box: does the window show it, and do all boxes that scroll? */
  const isInSight = (e, r) =>
    [document.documentElement, ...scrollers(e)].every((p) => {
      const b = p === document.documentElement ? { left: 0, top: 0, right: innerWidth, bottom: innerHeight } : p.getBoundingClientRect();
      return r.left >= b.left - 1 && r.right <= b.right + 1 && r.top >= b.top - 1 && r.bottom <= b.bottom + 1;
    });

  /** On how many pixels it can be touched, from left to right and from top to bottom. */
  const touched = (e, r) => {
    let wide = 0, high = 0;
    const y = (r.top + r.bottom) / 2, x = (r.left + r.right) / 2;
    for (let i = Math.ceil(r.left) - REACH; i < r.right + REACH && wide < options.target; i += STEP) if (isHit(i, y, e)) wide += STEP;
    for (let i = Math.ceil(r.top) - REACH; i < r.bottom + REACH && high < options.target; i += STEP) if (isHit(x, i, e)) high += STEP;
    return [wide, high];
  };
  /** Scroll to it, from the top of everything: what sticks comes along with any scrolling. */
  const bring = (e, box) => {
    if (isInSight(e, box())) return;
    reset();
    if (!isInSight(e, box())) show(e);
    if (isInSight(e, box())) return;
    for (const p of scrollers(e)) p.scrollTo({ top: p.scrollHeight, behavior: "instant" }); // what sticks comes late
  };
  /** Do they lie on the two sides of one card? */
  const isTurned = (e, hit) => {
    for (let p = e; p; p = p.parentElement) if (getComputedStyle(p).transformStyle === "preserve-3d") return p.contains(hit);
    return false;
  };

  const top = document.querySelector("dialog[open]");
  const isHere = (e) => isForEyes(e) && (!top || top.contains(e));
  const choices = [...document.querySelectorAll(OPEN)].filter(isHere);
  // before anything is scrolled
  if (options.atOnce && document.querySelector(".hint")) {
    for (const e of choices) if (!isInSight(e, e.getBoundingClientRect())) say(`${named(e)} is out of sight beside a hint`);
  }
  reset();
  if (scroller.scrollWidth > innerWidth + 1) say(`the page is ${scroller.scrollWidth} px wide in a window of ${innerWidth}`);
  const room = document.querySelector(".room"), board = room?.querySelector(".board");
  const places = {};
  const from = room?.getBoundingClientRect();
  const isPushed = document.querySelector(".hint, .reason, .advice"); // by what is told once
  const isLong = board && board.scrollHeight > board.clientHeight + 8;
  for (const [what, { where, isBelow }] of Object.entries(options.places)) {
    const r = [...document.querySelectorAll(where)].find(isSeen)?.getBoundingClientRect();
    if (!r?.height || isPushed || (isBelow && isLong)) continue; // what is scrolled to has no place
    places[what] = [Math.round(r.top - from.top), Math.round(r.bottom - from.top)];
  }

  // everything that can be chosen or pressed
  const others = [...document.querySelectorAll(OTHER)].filter((e) => isHere(e) && !e.matches(OPEN) && !e.matches(options.inText));
  for (const e of [...choices, ...others]) {
    const isChoice = e.matches(OPEN);
    bring(e, () => e.getBoundingClientRect());
    const r = e.getBoundingClientRect();
    const moved = scrollers(e).filter((p) => p.scrollTop || p.scrollLeft);
    if (isChoice && moved.length > 1) say(`${named(e)} takes scrolling in ${moved.length} places`);
    const isToBeSeenWhole = isChoice || r.height < (room?.clientHeight ?? innerHeight) * 0.8;
    if (isToBeSeenWhole && !isInSight(e, r)) {
      const fits = r.width <= innerWidth && r.height <= (room?.clientHeight ?? innerHeight);
      say(`${named(e)} ${fits ? "cannot be brought into sight" : "is larger than the window"}: ${[r.left, r.top, r.right, r.bottom].map(Math.round)}`);
    }
    let [wide, high] = touched(e, r);
    if (Math.min(wide, high) < options.target) {
      show(e); // at an edge a part of what can be touched may be out of sight
      const again = touched(e, e.getBoundingClientRect());
      [wide, high] = [Math.max(wide, again[0]), Math.max(high, again[1])];
    }
    if (!wide && !high) {
      const s = e.getBoundingClientRect();
      const hit = document.elementFromPoint((s.left + s.right) / 2, (s.top + s.bottom) / 2);
      say(`${named(e)} is covered${hit ? ` by ${named(hit)}` : ""}`);
      continue;
    }
    const row = e.parentElement?.closest("ul, ol, nav, [role=group], div, section, p, aside");
    const inRow = [...(row?.querySelectorAll(OTHER) ?? [])].length > 1;
    if (Math.min(wide, high) < (e.closest("ul.hand") ? options.hand : inRow ? options.row : options.target)) say(`${named(e)} can be touched on ${wide} x ${high} px alone`);
  }
  reset();

  // things that lie over each other: but marks may lie on what they mark, and cards of a hand on each other
  const isLaidOn = (a, b) =>
    (a.parentElement === b.parentElement && [a, b].some((e) => getComputedStyle(e).position === "absolute")) ||
    (a.closest("ul.hand") && a.closest("ul.hand") === b.closest("ul.hand"));
  const things = [...(room?.querySelectorAll(THINGS) ?? [])].filter((e) => isForEyes(e) && !e.closest("svg, [aria-hidden=true]"));
  const boxes = things.map((e) => e.getBoundingClientRect());
  for (let i = 0; i < things.length; i++) {
    for (let j = i + 1; j < things.length; j++) {
      const a = things[i], b = things[j];
      if (a.contains(b) || b.contains(a) || isLaidOn(a, b)) continue;
      const wide = Math.min(boxes[i].right, boxes[j].right) - Math.max(boxes[i].left, boxes[j].left);
      const high = Math.min(boxes[i].bottom, boxes[j].bottom) - Math.max(boxes[i].top, boxes[j].top);
      if (wide > options.overlap && high > options.overlap) say(`${named(a)} and ${named(b)} overlap by ${Math.round(wide)} x ${Math.round(high)} px`);
    }
  }

  // everything that is written
  const walker = document.createTreeWalker(top ?? document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const told = new Set();
  const lines = (n, from = 0, to = n.length) => {
    range.setStart(n, from);
    range.setEnd(n, to);
    return [...range.getClientRects()].filter((r) => r.width > 1 && r.height > 1);
  };
  for (let n = walker.nextNode(); n; n = walker.nextNode()) {
    const text = n.textContent.trim(), e = n.parentElement;
    if (!/[\p{L}\p{N}]/u.test(text) || !e || !isForEyes(e) || e.closest("svg, .picture[aria-hidden=true]")) continue;
    if (!lines(n).length) continue;
    const style = getComputedStyle(e);
    if (style.pointerEvents === "none" && style.opacity === "0") continue;
    const size = parseFloat(style.fontSize);
    const once = (what) => { if (!told.has(e)) say(what); told.add(e); };
    if (size < options.text - 0.01) once(`"${short(text, 40)}" is written ${size} px small`);
    bring(e, () => lines(n)[0]);
    const all = lines(n);
    if (!isInSight(e, all[0])) {
      if (all[0].width < innerWidth) once(`"${short(text, 40)}" cannot be brought into sight`);
      reset();
      continue;
    }
    let isClipped = false;
    // cut by a box that does not scroll
    for (let p = e; p && !e.closest(options.cut || "none"); p = p.parentElement) {
      const s = getComputedStyle(p);
      if (s.overflowX === "visible" && s.overflowY === "visible") continue;
      const b = p.getBoundingClientRect();
      if (s.textOverflow === "ellipsis" && e.closest("bdi")) {
        const first = lines(n, 0, Math.min(NAME, n.length)), last = lines(n);
        const isWhole = Math.max(...last.map((r) => r.right)) <= b.right + 1;
        if (!isWhole && Math.max(...first.map((r) => r.right)) > b.right - size * 0.7) once(`less than ${NAME} letters of "${short(text, 40)}" are seen`);
        isClipped = true;
        break;
      }
      if (all.find((r) => (!isOver(s.overflowX) && (r.left < b.left - 2 || r.right > b.right + 2)) || (!isOver(s.overflowY) && (r.top < b.top - 3 || r.bottom > b.bottom + 3)))) once(`"${short(text, 40)}" is cut`);
      if (isOver(s.overflowX) || isOver(s.overflowY)) break;
    }
    if (/\p{L}{3}/u.test(text)) {
      for (const icon of e.closest(".card, .potion, .role, .recipe")?.querySelectorAll("svg") ?? []) {
        const i = icon.getBoundingClientRect();
        const on = all.find((r) => Math.min(r.right, i.right) - Math.max(r.left, i.left) > options.overlap && Math.min(r.bottom, i.bottom) - Math.max(r.top, i.top) > options.overlap);
        if (on && isForEyes(icon)) once(`"${short(text, 40)}" is written on a picture`);
      }
    }
    if (!e.closest("bdi")) {
      for (const word of n.textContent.matchAll(/[\p{L}\u2019']{3,}/gu)) {
        const tops = new Set(lines(n, word.index, word.index + word[0].length).map((r) => Math.round(r.top)));
        if (tops.size > 1) once(`"${word[0]}" is broken`);
      }
    }
    const own = e.closest("button, a, .button, section, figure")?.getBoundingClientRect();
    const out = !isClipped && own && all.find((r) => r.right > own.right + 3 || r.left < own.left - 3);
    if (out) once(`"${short(text, 40)}" sticks out of its box`);
    const r = all[0];
    const hit = document.elementFromPoint((r.left + Math.min(r.right, innerWidth)) / 2, (r.top + r.bottom) / 2);
    const isClear = !hit || e.contains(hit) || hit.contains(e) || isTurned(e, hit) || e.closest("label")?.contains(hit);
    if (!isClear && style.pointerEvents !== "none" && !e.closest(options.cut || "none")) once(`"${short(text, 40)}" lies under ${named(hit)}`);
  }
  reset();
  return { found, places };
}
