import { moves } from "../../lib/motion";

/** The mixtures are read before they go, in milliseconds. */
const READING = 1150;
const WAY = 850;

/** Every cube of the mixtures goes to its place on the right neighbour's workbench. */
export function travel(board: HTMLElement): () => void {
  const timer = window.setTimeout(() => {
    if (moves()) board.querySelectorAll<HTMLElement>("[data-goes]").forEach((cube) => go(board, cube));
  }, READING);
  return () => clearTimeout(timer);
}

function go(board: HTMLElement, cube: HTMLElement): void {
  const goal = cube.dataset.goes ?? "";
  const row = goal.slice(0, goal.lastIndexOf(":"));
  const target = board.querySelector(`[data-place="${goal}"]`) ?? board.querySelector(`[data-row="${row}"]`);
  if (!target) return;
  const [from, to] = [cube.getBoundingClientRect(), target.getBoundingClientRect()];
  const x = to.x + to.width / 2 - from.x - from.width / 2;
  const y = to.y + to.height / 2 - from.y - from.height / 2;
  const end = { translate: `${x}px ${y}px`, scale: String(Math.min(1, to.height / from.height)) };
  cube.animate([{ translate: "0 0", scale: "1" }, end], { duration: WAY, easing: "ease-in-out", fill: "forwards" });
}
