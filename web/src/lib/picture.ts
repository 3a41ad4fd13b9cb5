/** A picture of a finished game to show to others, drawn on this page. It has names and what happened, and nothing that
 * leads to the table. */
import { WORDS } from "./words";

export interface Story {
  title: string;
  /** The outline of the game's emblem, in a square of EMBLEM units. */
  emblem: string;
  /** Who won, and how it was decided. */
  told: string;
  decided: string;
  standings: { name: string; place: number; isWinner: boolean; text: string }[];
  moments: string[];
}

type Font = (size: number) => string;

const WIDTH = 1200;
const HEIGHT = 630;
const EMBLEM = 512;
const EDGE = 58;
const GAP = 44;
/** Left edge of the moments. */
const MOMENTS = 664;
const title: Font = (size) => `400 ${size}px "IM Fell English SC", serif`;
const text: Font = (size) => `400 ${size}px "Alegreya Sans", system-ui, sans-serif`;
const medium: Font = (size) => `500 ${size}px "Alegreya Sans", system-ui, sans-serif`;
const bold: Font = (size) => `700 ${size}px "Alegreya Sans", system-ui, sans-serif`;

/** Everything that is written in it, for those who do not see it. */
export function inWords(story: Story): string {
  const rows = story.standings.map((one) => `${one.name}: ${one.text}`);
  return [story.title, story.told, story.decided, ...rows, ...story.moments].join(". ");
}

export async function draw(canvas: HTMLCanvasElement, story: Story): Promise<void> {
  await Promise.all([title, text, medium, bold].map((font) => document.fonts.load(font(20))));
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const context = canvas.getContext("2d");
  if (!context) throw new Error(WORDS.noPicture);
  const pen = new Pen(context);
  paintNight(pen, story.emblem);
  const right = story.moments.length ? MOMENTS - GAP : WIDTH - EDGE;
  writeStandings(pen, story, writeResult(pen, story, right), right);
  if (story.moments.length) writeMoments(pen, story.moments);
}

/** As a file. */
export async function toFile(canvas: HTMLCanvasElement, story: Story): Promise<File> {
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  if (!blob) throw new Error(WORDS.noPicture);
  return new File([blob], `${story.title.toLowerCase().replace(/[^a-z0-9]+/g, "-")}.png`, { type: "image/png" });
}

/** Writes in the page's colours. */
class Pen {
  private readonly style = getComputedStyle(document.documentElement);
  constructor(readonly on: CanvasRenderingContext2D) {}

  colour(token: string): string {
    return this.style.getPropertyValue(`--${token}`).trim();
  }

  /** A gradient through these colours from one point to another. */
  blend(from: [number, number], to: [number, number], ...tokens: string[]): CanvasGradient {
    const found = this.on.createLinearGradient(...from, ...to);
    tokens.forEach((token, i) => found.addColorStop(i / (tokens.length - 1), this.colour(token)));
    return found;
  }

  /** One line from x on, or up to it; what is wider than `width` is cut. */
  line(words: string, x: number, y: number, font: string, token: string, width: number, align: CanvasTextAlign): void {
    this.on.font = font;
    this.on.fillStyle = this.colour(token);
    this.on.textAlign = align;
    const letters = [...words];
    let shown = words;
    while (letters.length && this.on.measureText(shown).width > width) {
      letters.pop();
      shown = `${letters.join("")}…`;
    }
    this.on.fillText(shown, x, y);
  }

  /** The words in lines of at most this width. */
  wrap(words: string, width: number, font: string): string[] {
    this.on.font = font;
    const lines: string[] = [];
    for (const word of words.split(" ")) {
      const longer = [...lines.slice(-1), word].join(" ");
      if (lines.length && this.on.measureText(longer).width <= width) lines[lines.length - 1] = longer;
      else lines.push(word);
    }
    return lines;
  }

  box(x: number, y: number, width: number, height: number, radius: number): void {
    const [right, low] = [x + width, y + height];
    this.on.beginPath();
    this.on.moveTo(x + radius, y);
    this.on.arcTo(right, y, right, low, radius);
    this.on.arcTo(right, low, x, low, radius);
    this.on.arcTo(x, low, x, y, radius);
    this.on.arcTo(x, y, right, y, radius);
    this.on.closePath();
  }

  /** The emblem with its upper left corner there. */
  emblem(outline: string, x: number, y: number, size: number, fill: string | CanvasGradient, alpha = 1): void {
    this.on.save();
    this.on.globalAlpha = alpha;
    this.on.translate(x, y);
    this.on.scale(size / EMBLEM, size / EMBLEM);
    this.on.fillStyle = fill;
    this.on.fill(new Path2D(outline));
    this.on.restore();
  }
}

/** Ink above, candle light below, stars, a large emblem behind it all, and a thin golden frame. */
function paintNight(pen: Pen, emblem: string): void {
  const { on } = pen;
  on.fillStyle = pen.blend([0, 0], [0, HEIGHT], "ink", "plum", "plum-deep");
  on.fillRect(0, 0, WIDTH, HEIGHT);
  for (const [x, y, radius, token] of [
    [330, HEIGHT + 120, 560, "candle"],
    [960, HEIGHT + 60, 620, "hood-edge"],
  ] as const) {
    const light = on.createRadialGradient(x, y, 0, x, y, radius);
    light.addColorStop(0, pen.colour(token));
    light.addColorStop(1, "transparent");
    on.fillStyle = light;
    on.fillRect(0, 0, WIDTH, HEIGHT);
  }
  let seed = 7;
  const next = (most: number) => (seed = (seed * 16807) % 2147483647) % most;
  on.fillStyle = pen.colour("moon-pale");
  for (let i = 0; i < 90; i++) {
    on.globalAlpha = 0.12 + next(50) / 100;
    on.beginPath();
    on.arc(next(WIDTH), next(HEIGHT * 0.8), 0.6 + next(12) / 10, 0, 2 * Math.PI);
    on.fill();
  }
  on.globalAlpha = 1;
  pen.emblem(emblem, -70, 190, 520, pen.colour("hood"), 0.16);
  on.strokeStyle = pen.colour("gold-strong");
  on.lineWidth = 2;
  pen.box(18, 18, WIDTH - 36, HEIGHT - 36, 26);
  on.stroke();
}

/** The game, who won, and how; returns where that ends. */
function writeResult(pen: Pen, story: Story, right: number): number {
  const width = right - EDGE;
  pen.emblem(story.emblem, EDGE, 46, 62, pen.blend([0, 0], [0, EMBLEM], "gold-pale", "gold"));
  const [name = "", edition] = story.title.split(", ");
  pen.line(name, EDGE + 78, edition ? 80 : 90, title(edition ? 36 : 40), "gold", width - 78, "left");
  if (edition) pen.line(edition, EDGE + 80, 106, text(21), "quiet", width - 80, "left");
  const linesAt = (one: number) => pen.wrap(story.told, width, title(one)).length;
  const size =
    [58, 54, 50, 46].find((one) => linesAt(one) === 1) ?? [44, 38, 34].find((one) => linesAt(one) === 2) ?? 30;
  let y = 124;
  for (const words of pen.wrap(story.told, width, title(size)).slice(0, 2)) {
    y += size * 1.06;
    pen.line(words, EDGE, y, title(size), "text", width, "left");
  }
  y += 14;
  for (const words of pen.wrap(story.decided, width, text(23)).slice(0, 3)) {
    y += 28;
    pen.line(words, EDGE, y, text(23), "quiet", width, "left");
  }
  return y + 28;
}

function writeStandings(pen: Pen, { standings }: Story, top: number, right: number): void {
  const step = Math.min(66, (HEIGHT - 46 - top) / standings.length);
  const [height, size, width] = [step - 6, Math.min(26, step * 0.58), right - EDGE];
  standings.forEach((one, i) => {
    const y = top + i * step;
    const base = y + height / 2 + size * 0.34;
    pen.box(EDGE, y, width, height, Math.min(14, height / 3));
    pen.on.fillStyle = pen.colour(one.isWinner ? "gold" : "shade");
    pen.on.fill();
    const [ink, quiet] = one.isWinner ? ["ink-brown", "ink-brown"] : ["text", "quiet"];
    if (one.place) pen.line(String(one.place), EDGE + 26, base, title(size * 1.05), quiet, 40, "center");
    pen.on.font = bold(size);
    const room = pen.on.measureText(one.text).width;
    pen.line(one.text, right - 18, base, bold(size), ink, width / 2, "right");
    pen.line(one.name, EDGE + 52, base, medium(size), ink, width - 52 - 36 - Math.min(room, width / 2), "left");
  });
}

/** On a sheet of parchment, as large as it fits. */
function writeMoments(pen: Pen, moments: string[]): void {
  const { on } = pen;
  const [x, y, width, height] = [MOMENTS, 58, WIDTH - EDGE - MOMENTS, HEIGHT - 116];
  on.save();
  on.shadowColor = pen.colour("shadow-colour");
  on.shadowBlur = 34;
  on.shadowOffsetY = 10;
  pen.box(x, y, width, height, 16);
  on.fillStyle = pen.blend([x, y], [x + width, y + height], "parchment-1", "parchment-2", "parchment-3");
  on.fill();
  on.restore();
  on.strokeStyle = pen.colour("parchment-edge");
  on.lineWidth = 1.5;
  pen.box(x + 10, y + 10, width - 20, height - 20, 10);
  on.stroke();
  pen.line(WORDS.moments(moments.length), x + width / 2, y + 66, title(38), "ink-brown", width - 60, "center");
  const inner = width - 100;
  const lines = (size: number) => moments.map((one) => pen.wrap(one, inner, text(size)));
  const room = height - 120;
  const size = [30, 28, 26, 24, 22, 20, 18].find((one) => lines(one).flat().length * one * 1.24 + 80 <= room) ?? 16;
  const told = lines(size);
  const gap = Math.min(54, (room - told.flat().length * size * 1.24) / (told.length + 0.4));
  let base = y + 84 + gap / 2;
  told.forEach((one) => {
    on.fillStyle = pen.colour("gold-deep");
    on.save();
    on.translate(x + 38, base + size * 0.78);
    on.rotate(Math.PI / 4);
    on.fillRect(-6, -6, 12, 12);
    on.restore();
    one.forEach((words) => {
      base += size * 1.24;
      pen.line(words, x + 64, base - size * 0.16, text(size), "ink-brown", inner, "left");
    });
    base += gap;
  });
}
