/** What is long is done in several tasks: to change the page, to lay it out and to paint it in one would take too long on
 * a slow phone. */

/** Milliseconds after which a browser that shows no frames is not waited for. */
const LATE = 100;
const waiting: (() => void)[] = [];

/** Change the page soon after the next frame, so that there is time to lay it out before another one. (A browser that
 * has shown nothing for a while is in a hurry, and shows a frame before anything else.) Changes come in their order, each
 * in a task of its own: the page takes notice of every one. Where it is hidden they come at once. */
export function afterFrame(change: () => void): void {
  waiting.push(change);
  if (document.hidden) while (waiting.length) waiting.shift()?.();
  if (waiting.length !== 1) return;
  requestAnimationFrame(() => soon(doNext));
  setTimeout(doNext, LATE);
}

function doNext(): void {
  const change = waiting.shift();
  if (waiting.length) soon(doNext);
  change?.();
}

/** Looks at the page, and returns what moves then. */
type Look = () => (() => void) | undefined;
let looks: Look[] = [];

/** Move something in the next frame. All look before anything moves, so the browser lays the page out once for all of
 * them, in a task of its own where it runs that before the frame. */
export function inNextFrame(look: Look): void {
  looks.push(look);
  if (looks.length > 1) return;
  const frame = requestAnimationFrame(act);
  const cancel = soon(act);
  function act(): void {
    cancel();
    cancelAnimationFrame(frame);
    const all = looks;
    looks = [];
    for (const move of all.map((one) => one())) move?.();
  }
}

/** The page has changed, and is laid out in a task of its own. */
export function layOut(): void {
  inNextFrame(() => {
    document.body.getBoundingClientRect();
    return undefined;
  });
}

const turns: (() => void)[] = [];

/** As `afterFrame`, for what may wait longer: the page is laid out for each change, in a task of its own, and shown before
 * the next one comes. */
export function inTurn(change: () => void): void {
  turns.push(change);
  if (turns.length === 1) afterFrame(takeTurn);
}

function takeTurn(): void {
  inNextFrame(() => {
    document.body.getBoundingClientRect();
    turns.shift();
    if (turns.length) afterFrame(takeTurn);
    return undefined;
  });
  turns[0]?.();
}

/** In another task, before the browser shows a frame unless it is in a hurry. Returns what cancels it. */
function soon(act: () => void): () => void {
  if ("scheduler" in window) {
    const one = new AbortController();
    scheduler.postTask(act, { priority: "user-blocking", signal: one.signal }).catch(() => undefined);
    return () => one.abort();
  }
  const channel = new MessageChannel();
  channel.port1.onmessage = act;
  channel.port2.postMessage(null);
  return () => channel.port1.close();
}
