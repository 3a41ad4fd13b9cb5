import "./palette.css";
import Emblem from "~icons/game-icons/bubbling-flask";
import type { GameClient } from "../board";
import Board from "./Board.svelte";
import Face from "./Face.svelte";
import LogLine from "./LogLine.svelte";
import Reference from "./Reference.svelte";
import type { Frame } from "./seats";
import type { Recipe } from "./wire";

export const client: GameClient<Frame, Recipe> = {
  board: Board,
  emblem: Emblem,
  reference: Reference,
  hold: () => 0,
  line: LogLine,
  card: Face,
  cardShape: "8 / 7",
};
