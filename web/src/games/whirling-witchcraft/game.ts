import "./palette.css";
import type { GameClient } from "../board";
import Board from "./Board.svelte";
import LogLine from "./LogLine.svelte";
import Reference from "./Reference.svelte";
import type { Frame } from "./seats";
import type { Recipe } from "./wire";

export const client: GameClient<Frame, Recipe> = {
  board: Board,
  reference: Reference,
  hold: () => 0,
  line: LogLine,
};
