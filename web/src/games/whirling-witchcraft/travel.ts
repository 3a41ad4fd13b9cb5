import { moves } from "../../lib/motion";
import { boxOf, stepsOn, type Flow, type Point } from "./stream";

/** How much of a mixture's time on the table it is read, and how much of it the way takes. */
const READING = 0.38;
const WAY = 0.45;
/** The first cube arrives so much earlier than the last, as a part of the way. */
const APART = 0.3;
const STEP = 40;
/** How much larger a cube is on its way. */
const LARGER = 1.4;

/** Every cube of the mixtures goes along the ring to its place on the right neighbour's workbench; `time`: how long they
 * are seen, in milliseconds. Returns what ends it: the next position shows where the cubes are. */
export function travel(board: HTMLElement, flows: () => Flow[], time: number): () => void {
  let flying: HTMLElement[] = [];
  const timer = window.setTimeout(() => {
    if (!moves()) return;
    const cubes = [...board.querySelectorAll<HTMLElement>("[data-goes]")];
    flying = cubes.flatMap((cube) => {
      const goal = cube.dataset.goes ?? "";
      const row = goal.slice(0, goal.lastIndexOf(":"));
      const target = board.querySelector(`[data-place="${goal}"]`) ?? board.querySelector(`[data-row="${row}"]`);
      const flow = flows().find((one) => one.from === Number(cube.dataset.from));
      const between = flow ? stepsOn(flow.path, STEP) : [];
      const own = cubes.filter((one) => one.dataset.from === cube.dataset.from);
      const delay = (time * WAY * APART * own.indexOf(cube)) / own.length;
      return fly(board, cube, target, between, LARGER, { duration: time * WAY * (1 - APART), delay });
    });
  }, time * READING);
  return () => {
    clearTimeout(timer);
    for (const one of flying) one.remove();
    board.querySelectorAll<HTMLElement>("[data-goes]").forEach((cube) => (cube.style.opacity = ""));
  };
}

const centre = ({ left, right, top, bottom }: { left: number; right: number; top: number; bottom: number }): Point => ({
  x: (left + right) / 2,
  y: (top + bottom) / 2,
});

/** A copy of the cube, so much larger, flies over the board by way of these points, and stays where it arrives. */
export function fly(
  board: HTMLElement,
  cube: HTMLElement,
  target: Element | null,
  between: Point[],
  large: number,
  timing: { duration: number; delay: number },
): HTMLElement[] {
  const [start, goal] = [boxOf(board, cube), boxOf(board, target)];
  if (!start || !goal) return [];
  const copy = cube.cloneNode(true) as HTMLElement;
  const [size, from] = [start.bottom - start.top, centre(start)];
  Object.assign(copy.style, {
    position: "absolute",
    left: `${start.left}px`,
    top: `${start.top}px`,
    zIndex: "7",
    fontSize: `${size}px`,
    lineHeight: "1",
    pointerEvents: "none",
  });
  copy.setAttribute("aria-hidden", "true");
  copy.dataset.flying = "";
  for (const name of ["goes", "from", "spilt"]) delete copy.dataset[name];
  board.append(copy);
  cube.style.opacity = "0";
  const small = Math.min(1, Math.max(0.35, (goal.bottom - goal.top) / size));
  const points = [from, ...between, centre(goal)];
  const ways = points.map((point, i) => {
    const last = points[i - 1] ?? point;
    return Math.hypot(point.x - last.x, point.y - last.y);
  });
  const whole = ways.reduce((sum, way) => sum + way, 0) || 1;
  let gone = 0;
  const frames = points.map((point, i) => {
    gone += ways[i] ?? 0;
    const scale = i === points.length - 1 ? small : i ? large : 1;
    return {
      offset: gone / whole,
      transform: `translate(${point.x - from.x}px, ${point.y - from.y}px) scale(${scale})`,
    };
  });
  copy.animate(frames, { ...timing, easing: "ease-in-out", fill: "both" });
  return [copy];
}
