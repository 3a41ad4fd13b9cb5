import { SUITS, type CardFace } from "./cards";
import { nameOf } from "../board";
import { calledBy, type Frame } from "./table";

/** What has happened last, in a short line: "Hester declared Cauldron". */
export function lastInWords(frame: Frame, faces: CardFace[]): string {
  const view = frame.view;
  if (!view.last) return "";
  const who = nameOf(frame, view.last.seat);
  const [verb, what = ""] = view.last.act.split(" ");
  switch (verb) {
    case "play": {
      const calls = calledBy(view, view.last.seat).map((words) => `: “${words}”`);
      return `${who} played ${faces.find((face) => face.id === what)?.title ?? what}${calls.join("")}`;
    }
    case "draw":
      return `${who} drew`;
    case "take":
      return `${who} took the curse`;
    case "declare":
      return `${who} declared ${SUITS[what]?.name ?? what}`;
    case "pass":
      return "Everybody passed a card on";
    case "own":
      return `${who} owned up`;
    case "catch":
      return `${who} caught ${Number(what) === frame.you ? "you" : nameOf(frame, Number(what))}`;
    default:
      return "";
  }
}
