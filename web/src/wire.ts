// Made by `python -m coven.server.wire` from coven/server/messages.py and deeds.py; a test fails when it is stale.

export interface Seat {
  seat: number;
  name: string;
  kind: "bot" | "empty" | "person";
  level: string | null;
  level_title: string | null;
  present: boolean;
  is_owned: boolean;
  has_conceded: boolean;
  rest: number;
  is_ghost: boolean;
  owes: boolean;
  excuse: string | null;
}

export interface Question {
  id: string;
  text: string;
  clause: string;
  is_due: boolean;
}

export interface Choice {
  action: number;
  text: string;
  label: string;
  touches: string[];
}

export interface Closed {
  touch: string;
  text: string;
  clause: string;
}

export interface Phrase {
  key: string;
  text: string;
}

export interface Speech {
  seat: number;
  text: string;
}

export interface Hint {
  key: string;
  text: string;
}

export interface Line {
  kind: "game" | "said" | "table";
  text: string;
}

export interface Result {
  winners: number[];
  shares: string[];
  clause: string;
  text: string;
  why: string;
  hidden: string[];
}

export interface Frame {
  type: "frame";
  status: "closed" | "lobby" | "over" | "playing";
  you: number;
  seats: Seat[];
  view: Record<string, unknown> | null;
  question: Question | null;
  choices: Choice[];
  closed: Closed[];
  can_undo: boolean;
  phrases: Phrase[];
  said: Speech[];
  hint: Hint | null;
  log_from: number;
  log: Line[];
  result: Result | null;
  options: Record<string, number>;
  has_advice: boolean;
  host: number | null;
  level: string;
  shares_devices: boolean;
  invitation: number;
  wants_end: number[];
  next: string | null;
  reason: string | null;
}

export interface Answer {
  type: "answer";
  id: string;
}

export interface Problem {
  type: "error";
  code: string;
  text: string;
  clause?: string;
  id?: string;
}

export interface Estimate {
  action: number;
  label: string;
  chance: number;
}

export interface Advice {
  type: "advice";
  id: string;
  question: string;
  estimates: Estimate[];
}

export interface Pulse {
  type: "pulse";
  build: string;
}

export interface Act {
  type: "act";
  id: string;
  question: string;
  action: number;
  then?: number[];
}

export interface Undo {
  type: "undo";
  id: string;
  question: string;
  steps?: number;
}

export interface Say {
  type: "say";
  id: string;
  phrase: string;
}

export interface Agree {
  type: "agree";
  id: string;
  options?: Record<string, number>;
  level?: string;
  devices?: boolean | null;
}

export interface Start {
  type: "start";
  id: string;
}

export interface PlaceBot {
  type: "bot";
  id: string;
  seat: number;
  level?: string;
}

export interface TakeBack {
  type: "take";
  id: string;
}

export interface Leave {
  type: "leave";
  id: string;
}

export interface Rename {
  type: "name";
  id: string;
  name: string;
}

export interface Free {
  type: "free";
  id: string;
  seat: number;
}

export interface SendAway {
  type: "away";
  id: string;
  seat: number;
}

export interface Invite {
  type: "invite";
  id: string;
  is_open: boolean;
}

export interface CloseTable {
  type: "close";
  id: string;
}

export interface End {
  type: "end";
  id: string;
  wants: boolean;
}

export interface Concede {
  type: "concede";
  id: string;
}

export interface AskAdvice {
  type: "advise";
  id: string;
  question: string;
}

export interface Level {
  key: string;
  label: string;
  note: string;
  is_usual: boolean;
}

export interface GameOption {
  key: string;
  title: string;
  note: string;
  is_seat: boolean;
  players: number[];
}

export interface GameInfo {
  key: string;
  title: string;
  edition: string;
  summary: string;
  players: number[];
  minutes: string;
  levels: Level[];
  options: GameOption[];
  decks: string[];
  faces: Record<string, unknown>[];
  provenance: string;
}

export interface Rules {
  title: string;
  html: string;
}

export interface NewTable {
  game: string;
  players: number;
  name: string;
  nonce: string;
  bots: string[];
  options?: Record<string, number>;
  deck?: string;
  advice?: boolean | null;
}

export interface Seated {
  table: string;
  seat: number;
  invite: string | null;
}

export interface Enter {
  token: string;
  nonce?: string;
}

export interface LinkInfo {
  seat: number | null;
  name: string;
  game: string;
}

export interface Invitation {
  token: string;
}

export interface Sit {
  name: string;
  nonce: string;
}

export interface PlayAgain {
  seat: number;
  nonce: string;
}

export interface SeatLink {
  token: string;
}

export interface TableInfo {
  table: string;
  game: string;
  status: "closed" | "lobby" | "over" | "playing";
  seats: Seat[];
  mine: number[];
  commitment: string;
  has_advice: boolean;
  faces: Record<string, unknown>[];
  reason: string | null;
}

export interface Share {
  addresses: string[];
}

export type ToClient = Frame | Answer | Problem | Advice | Pulse;

export type ToServer = Act | Undo | Say | Agree | Start | PlaceBot | TakeBack | Leave | Rename | Free | SendAway | Invite | CloseTable | End | Concede | AskAdvice;
