import { moves } from "../../lib/motion";
import { boxOf } from "./stream";
import { fly } from "./travel";

/** In milliseconds: the water rises, and then what does not fit goes over the brim, one cube after the other. */
const RISE = 650;
const SPILL = 750;
const APART = 60;
const MOST_APART = 5;
const HEIGHT = 60;
const LARGE = 2.2;
const UP = [{ transform: "translateY(100%)" }, { transform: "none" }];
const ROCKING = ["none", "rotate(-0.7deg)", "rotate(0.6deg)", "rotate(-0.3deg)", "none"];

/** Workbenches run over: the water rises behind them, and what does not fit goes over the brim to whoever poured it on
 * them (`giver`). A touch or a key ends it. Returns what ends it. */
export function flood(board: HTMLElement, giver: (seat: number) => number): () => void {
  if (!moves()) return () => undefined;
  const spilt = [...board.querySelectorAll<HTMLElement>("[data-spilt]")];
  const waves: Animation[] = [];
  const flying: HTMLElement[] = [];
  for (const place of board.querySelectorAll<HTMLElement>("[data-seat]")) {
    const water = place.querySelector("[data-water]");
    const goal = board.querySelector(`[data-seat="${giver(Number(place.dataset.seat))}"]`);
    if (!water || !goal) continue;
    const cubes = spilt.filter((cube) => place.contains(cube));
    flying.push(...cubes.flatMap((cube, i) => spill(board, cube, goal, APART * Math.min(i, MOST_APART))));
    const rocks = ROCKING.map((transform) => ({ transform }));
    waves.push(place.animate(rocks, { duration: RISE + SPILL, easing: "ease-in-out" }));
    waves.push(water.animate(UP, { duration: RISE, easing: "cubic-bezier(0.3, 0, 0.4, 1.2)" }));
  }
  const timer = window.setTimeout(end, RISE + SPILL);
  const acts = ["pointerdown", "keydown"];
  for (const one of acts) addEventListener(one, end);
  function end(): void {
    clearTimeout(timer);
    for (const one of acts) removeEventListener(one, end);
    for (const wave of waves) wave.finish();
    for (const one of flying) one.remove();
    for (const cube of spilt) cube.style.opacity = "";
  }
  return end;
}

function spill(board: HTMLElement, cube: HTMLElement, goal: Element, wait: number): HTMLElement[] {
  const [start, end] = [boxOf(board, cube), boxOf(board, goal)];
  if (!start || !end) return [];
  const over = { x: start.left + ((end.left + end.right) / 2 - start.left) / 3, y: Math.max(0, start.top - HEIGHT) };
  return fly(board, cube, goal, [over], LARGE, { duration: SPILL - wait, delay: RISE + wait });
}
