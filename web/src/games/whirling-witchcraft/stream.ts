/** The way of the mixtures round the table, in pixels of the board: from each place to the right neighbour's. */
import { leftOf, rightOf } from "./seats";
import type { View } from "./wire";

export interface Point {
  x: number;
  y: number;
}
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}
/** What a seat sends flows along this curve. */
export interface Flow {
  from: number;
  /** The places that it leads from and to. */
  stops: string;
  kind: "in" | "own" | "out" | "far";
  path: string;
}

/** The way through the own lab. */
const OWN = -1;
/** Beside a place, between it and the edge of the table. */
const GUTTER = 4;
/** Two boxes with a gap up to this belong together. */
const CLOSE = 20;

export function boxOf(board: HTMLElement, element: Element | null): Box | null {
  if (!element?.checkVisibility()) return null;
  const [own, from] = [element.getBoundingClientRect(), board.getBoundingClientRect()];
  if (!own.height) return null;
  const { left, top } = from;
  return { left: own.left - left, top: own.top - top, right: own.right - left, bottom: own.bottom - top };
}

const middle = (box: Box): Point => ({ x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 });

/** All flows, as far as their places are on the board. */
export function flowsOf(board: HTMLElement, view: View, you: number): Flow[] {
  const stop = (name: string | number) => boxOf(board, board.querySelector(`[data-stop="${name}"]`));
  const question = boxOf(board, board.querySelector(".prompt"));
  const far = boxOf(board, board.querySelector(".far"));
  const lab = boxOf(board, board.querySelector(".own .lab li"));
  const [bench, kettle] = [stop("in"), stop("out")];
  const own: Flow[] =
    bench && kettle
      ? [{ from: OWN, stops: "in out", kind: "own", path: flow(bench, kettle, null, lab && middle(lab).y) }]
      : [];
  const flows = view.sends_to.flatMap((to, from): Flow[] => {
    const kind = from === you ? "out" : to === you ? "in" : "far";
    const [source, goal] = [from === you ? "out" : from, to === you ? "in" : to];
    const [start, end] = [stop(source), stop(goal)];
    if (!start || !end) return [];
    const isAcross = from === rightOf(view, you) && to === leftOf(view, you);
    return [
      {
        from,
        stops: `${source} ${goal}`,
        kind,
        path: flow(start, end, question, isAcross && far ? middle(far).y : null),
      },
    ];
  });
  return [...own, ...flows];
}

function flow(start: Box, end: Box, question: Box | null, height: number | null): string {
  const [top, bottom] = [Math.max(start.top, end.top), Math.min(start.bottom, end.bottom)];
  if (bottom > top + CLOSE) return level(start, end, Math.min(bottom, height ?? (top + bottom) / 2));
  const isDown = middle(end).y > middle(start).y;
  const [upper, lower] = isDown ? [start, end] : [end, start];
  const way = upright(upper, lower, question);
  return curve(isDown ? way : way.reverse());
}

/** From side to side. */
function level(start: Box, end: Box, y: number): string {
  const isLeftwards = middle(end).x < middle(start).x;
  return curve([
    { x: isLeftwards ? start.left : start.right, y },
    { x: isLeftwards ? end.right : end.left, y },
  ]);
}

/** From the upper box down: round its corner, from its lower edge, or where the question is in the way past its side. */
function upright(upper: Box, lower: Box, question: Box | null): Point[] {
  const [above, below] = [middle(upper), middle(lower)];
  const side = below.x < (question ? middle(question).x : above.x) ? "left" : "right";
  const out = side === "left" ? -1 : 1;
  if ((below.x - upper[side]) * out > CLOSE) {
    return [
      { x: upper[side], y: above.y },
      { x: below.x, y: above.y },
      { x: below.x, y: lower.top },
    ];
  }
  const isFree = !question || question.top >= lower.top || above.x < question.left || above.x > question.right;
  if (isFree && lower.top - upper.bottom > CLOSE) {
    const x = Math.max(upper.left + CLOSE, Math.min(upper.right - CLOSE, below.x));
    return [
      { x, y: upper.bottom },
      { x, y: lower.top },
    ];
  }
  const x = (out < 0 ? Math.min(upper.left, lower.left) : Math.max(upper.right, lower.right)) + out * GUTTER;
  const [from, to] = [upper.bottom - Math.min(28, above.y - upper.top), lower.top + Math.min(28, below.y - lower.top)];
  return [
    { x: upper[side], y: from },
    { x, y: from },
    { x, y: to },
    { x: lower[side], y: to },
  ];
}

/** Through the points with round corners. */
function curve(points: Point[]): string {
  const [first, ...others] = points;
  if (!first) return "";
  let path = `M${at(first)}`;
  others.forEach((point, i) => {
    const next = others[i + 1];
    if (!next) path += `L${at(point)}`;
    else {
      const last = others[i - 1] ?? first;
      path += `L${at(towards(point, last))}Q${at(point)} ${at(towards(point, next))}`;
    }
  });
  return path;
}

const BEND = 60;
/** A point near the first, at most half the way to the second. */
function towards(from: Point, to: Point): Point {
  const way = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const part = Math.min(BEND, way / 2) / way;
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

const at = ({ x, y }: Point) => `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;

export interface Step extends Point {
  /** Degrees. */
  turn: number;
}

/** Points on the curve, `gap` pixels from each other; at least one. */
export function stepsOn(path: string, gap: number): Step[] {
  const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
  line.setAttribute("d", path);
  const long = line.getTotalLength();
  const count = Math.max(1, Math.floor(long / gap));
  return Array.from({ length: count }, (_, i) => {
    const way = (long * (i + 0.5)) / count;
    const [before, after] = [line.getPointAtLength(way - 1), line.getPointAtLength(way + 1)];
    const { x, y } = line.getPointAtLength(way);
    return { x, y, turn: (Math.atan2(after.y - before.y, after.x - before.x) * 180) / Math.PI };
  });
}
