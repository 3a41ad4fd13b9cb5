// Made by `python -m coven.server.wire` from coven/server/messages.py and deeds.py; a test fails when it is stale.

/** One seat as everybody at the table sees it. */
export interface Seat {
  seat: number;
  name: string;
  kind: "bot" | "empty" | "person";
  /** A bot's level. */
  level: string | null;
  /** The same in words. */
  level_title: string | null;
  /** Is a page of its person open? */
  present: boolean;
  /** Does it belong to a person, even while a bot plays for her? */
  is_owned: boolean;
  /** Has its person conceded the game? */
  has_conceded: boolean;
  /** Seconds until a bot may play for a person who is not here; 0: it may now, or she is here. */
  rest: number;
  /** Has nobody opened a page of this person's seat for minutes? Then anybody may free it before the start. */
  is_ghost: boolean;
  /** Is the table waiting for a decision of this seat? */
  owes: boolean;
  /** How a bot plays that cannot play at its level: "by rules of thumb until ...". */
  excuse: string | null;
}

/** What the seat is asked, or who is waited for. */
export interface Question {
  /** Sent back with the answer. It changes only when this seat's own options change. */
  id: string;
  text: string;
  /** The clause of the rules that it is about, or "". */
  clause: string;
  /** Does this seat owe a decision? */
  is_due: boolean;
}

/** One legal action. */
export interface Choice {
  action: number;
  /** As in records: "play owl-3". */
  text: string;
  /** In words. */
  label: string;
  /** Ids of the things on the table that stand for it ("card:owl-3"). If there are none, it is a button of its own. */
  touches: string[];
}

/** A thing of one's own that may not be used now, and why. */
export interface Closed {
  touch: string;
  text: string;
  clause: string;
}

/** A fixed phrase of table talk that may be said now. */
export interface Phrase {
  key: string;
  text: string;
}

/** A phrase said in the present moment of the game. */
export interface Speech {
  seat: number;
  text: string;
}

/** Advice for a first game, shown until its key has been dismissed. */
export interface Hint {
  key: string;
  text: string;
}

/** What is said to the newcomer of a lesson. */
export interface Note {
  /** "" while nothing is to be said. */
  text: string;
  /** The clause of the rules that it is about, or "". */
  clause: string;
  /** Of the step, from 1. */
  number: number;
  /** All steps of the lesson. */
  steps: number;
  /** Does the lesson still go on? If not, this is an ordinary game with a prepared deal. */
  is_on: boolean;
  /** The actions that it asks for, in any order. */
  acts: number[];
}

/** How one seat stands at the end. */
export interface Standing {
  seat: number;
  /** 1 for winners; seats that are equal share a place. 0 if the game ended without a winner. */
  place: number;
  is_winner: boolean;
  /** What counts in this game: "17 points". */
  text: string;
  /** What that comes from; "" if there is nothing to say. */
  detail: string;
}

/** Something remarkable that happened in a finished game. */
export interface Moment {
  text: string;
  /** Number of the table's entry that tells it in the log. */
  entry: number;
  /** How many acts had been played then. */
  acts: number;
}

/** Hidden cards, once they no longer matter. */
export interface Revealed {
  /** Whose cards they were, and when. */
  text: string;
  /** Their ids, as in `Board.faces`. */
  cards: string[];
}

/** How the game ended. What is not said to be for the reader has everybody's name in it, and can be shown to others. */
export interface Result {
  winners: number[];
  /** Each seat's share of the victory, such as "1" or "1/2". */
  shares: string[];
  /** The clause of the rules that decided it; "" if the game was ended otherwise. */
  clause: string;
  /** Who won, in words for the reader. */
  text: string;
  /** How it was decided, in words for the reader. */
  why: string;
  /** Who won. */
  told: string;
  /** How it was decided. */
  decided: string;
  /** Every seat, the winners first. */
  standings: Standing[];
  /** At most three, in the order in which they happened. */
  moments: Moment[];
  /** What was hidden during the game. */
  hidden: Revealed[];
}

/** A position of the game as one seat sees it. */
export interface Sight {
  /** The game's own description of it (`Texts.describe`). */
  view: unknown;
  /** The words and marks on the table (`Board.captions`). */
  captions: unknown;
}

/** One line of the log. */
export interface Line {
  kind: "game" | "said" | "table";
  text: string;
  /** Number of the table's entry that it tells, counting from 1. Lines of one entry come together. */
  entry: number;
}

/** A whole table as one seat sees it. */
export interface Frame {
  type: "frame";
  status: "closed" | "lobby" | "over" | "playing";
  you: number;
  seats: Seat[];
  /** The game's own description of what this seat sees (`Texts.describe`); null in the lobby. */
  view: unknown;
  /** The words and marks on the table (`Board.captions`); null in the lobby. */
  captions: unknown;
  question: Question | null;
  choices: Choice[];
  closed: Closed[];
  can_undo: boolean;
  phrases: Phrase[];
  said: Speech[];
  /** May people show faces now? */
  has_emotes: boolean;
  hint: Hint | null;
  /** null at a table that is no lesson. */
  lesson: Note | null;
  result: Result | null;
  /** What the table has agreed on, by `GameOption.key`. */
  options: Record<string, number>;
  /** May the player to decide ask what a high witch would do? */
  has_advice: boolean;
  /** The seat of the host. */
  host: number | null;
  /** The level of bots that stand in for people. */
  level: string;
  /** Has the table agreed that several people may play in one browser? */
  shares_devices: boolean;
  /** Who may watch. */
  watching: "after" | "off" | "public";
  /** How many spectators watch now. */
  watchers: number;
  /** Was this deal played before? Then it claims not to be fair. */
  is_repeat: boolean;
  /** Number of the current invitation; 0 if there is none. */
  invitation: number;
  /** Seats whose people want to end the game without a winner. */
  wants_end: number[];
  /** The table where the same people play again. */
  next: string | null;
  /** Why the table was closed. */
  reason: string | null;
  /** What could be seen and is gone, such as a trick that ended a round; for pages that saw what went before. */
  between: Sight | null;
  /** Number of the entry after which `log` begins: the last one that the page was told of. It is later in a first
   * frame, or if the page was told of that one too long ago; what lies before can be asked for (`AskLog`). */
  log_from: number;
  log: Line[];
}

/** The message with this id was done, and is on disk. */
export interface Answer {
  type: "answer";
  id: string;
}

/** The one shape of errors, on the socket and over HTTP. */
export interface Problem {
  type: "error";
  code: string;
  text: string;
  clause?: string;
  /** The message that it answers. */
  id?: string;
}

/** What a high witch thinks of one choice. */
export interface Estimate {
  action: number;
  label: string;
  /** The chance to win the game, from 0 to 1, as the seat sees it. */
  chance: number;
}

/** What a high witch would do: the answer to `AskAdvice`, only for the page that asked. */
export interface Advice {
  type: "advice";
  /** The message that it answers. */
  id: string;
  /** The question that it is about. */
  question: string;
  /** Each choice, best first. The first is what she would do. */
  estimates: Estimate[];
}

/** The beginning of the log: the answer to `AskLog`, only for the page that asked. */
export interface Earlier {
  type: "earlier";
  /** The message that it answers. */
  id: string;
  last: number;
  /** All lines about entries up to the `last` one. */
  log: Line[];
}

/** The connection is alive: the first message of a socket, and again every PULSE seconds. */
export interface Pulse {
  type: "pulse";
  /** The build of the page that this server gives out. A page from another build should reload. */
  build: string;
}

/** Somebody at the table shows a face. */
export interface Emoted {
  type: "emote";
  seat: number;
  emote: "angry" | "bravo" | "cry" | "laugh" | "sleep" | "sly" | "think" | "wow";
}

/** Play one of the question's choices, and those in `then` for the same seat: all or none. Only the last may be
 * irrevocable. */
export interface Act {
  type: "act";
  id: string;
  question: string;
  action: number;
  then?: number[];
}

/** Take back your last decisions that nobody has seen: this many, or as many as there are. */
export interface Undo {
  type: "undo";
  id: string;
  question: string;
  steps?: number;
}

/** Say a phrase. */
export interface Say {
  type: "say";
  id: string;
  phrase: string;
}

/** Agree on something before the start. Fields left out stay as they are. */
export interface Agree {
  type: "agree";
  id: string;
  /** Options of the game. */
  options?: Record<string, number>;
  /** The level of bots that stand in for people. */
  level?: string;
  /** May several people play in one browser? */
  devices?: boolean | null;
}

/** Begin: every seat is taken. */
export interface Start {
  type: "start";
  id: string;
}

/** Put a bot in an empty seat, or in the seat of somebody who is away. */
export interface PlaceBot {
  type: "bot";
  id: string;
  seat: number;
  /** For an empty seat before the start; a bot that stands in for somebody plays at the agreed level. */
  level?: string;
}

/** Take your seat back from a bot. */
export interface TakeBack {
  type: "take";
  id: string;
}

/** Leave your seat. */
export interface Leave {
  type: "leave";
  id: string;
}

/** Change a name. */
export interface Rename {
  type: "name";
  id: string;
  name: string;
}

/** Free the seat of somebody who is away or has never come, before the start. */
export interface Free {
  type: "free";
  id: string;
  seat: number;
}

/** As the host: send a person away for good. */
export interface SendAway {
  type: "away";
  id: string;
  seat: number;
}

/** As the host: withdraw the invitation, or make a new one. */
export interface Invite {
  type: "invite";
  id: string;
  is_open: boolean;
}

/** As the host: decide who may watch. */
export interface LetWatch {
  type: "watch";
  id: string;
  how: "after" | "off" | "public";
}

/** As the host: close the table for everybody. */
export interface CloseTable {
  type: "close";
  id: string;
}

/** Propose to end the game without a winner, agree to it, or take that back. */
export interface End {
  type: "end";
  id: string;
  wants: boolean;
}

/** Concede the game. */
export interface Concede {
  type: "concede";
  id: string;
}

/** Leave the first lesson and play on. */
export interface LeaveLesson {
  type: "lesson";
  id: string;
}

/** Ask what a high witch would do; answered by `Advice`. */
export interface AskAdvice {
  type: "advise";
  id: string;
  question: string;
}

/** Ask for the beginning of the log, up to an entry; answered by `Earlier`. */
export interface AskLog {
  type: "log";
  id: string;
  last: number;
}

/** Wish for a pace, until the next wish or until the seat's last page closes. Nothing of it is stored. */
export interface Pace {
  type: "pace";
  id: string;
  pace: "at-once" | "calm" | "quick";
}

/** Show a face for some seconds to everybody at the table, if talk is free there. Nothing of it is stored. */
export interface Emote {
  type: "emote";
  id: string;
  emote: "angry" | "bravo" | "cry" | "laugh" | "sleep" | "sly" | "think" | "wow";
}

/** A kind of bot. */
export interface Level {
  key: string;
  label: string;
  /** How it plays. */
  note: string;
  /** Is it the one that sits down if nobody has said which? */
  is_usual: boolean;
}

/** Something a table may agree on before its game: a switch (0 or 1), or a seat (-1: none is named). */
export interface GameOption {
  key: string;
  title: string;
  note: string;
  is_seat: boolean;
  /** The numbers of players with which it can be changed; if empty, any number. */
  players: number[];
}

/** A game, for the home page and its board. */
export interface GameInfo {
  key: string;
  title: string;
  edition: string;
  summary: string;
  /** How it is won, in one sentence. */
  goal: string;
  /** Possible numbers of seats, ascending. */
  players: number[];
  /** How many minutes a game takes, as text: "20". */
  minutes: string;
  levels: Level[];
  options: GameOption[];
  /** Of its first lesson, the number of seats and of minutes; empty if it has none. */
  lesson: number[];
  /** Names of the decks that can be chosen besides the default one. */
  decks: string[];
  /** Where the numbers on the cards come from. */
  provenance: string;
}

/** A game's rules as HTML; each clause is an element with its id. */
export interface Rules {
  title: string;
  html: string;
  /** Their short version, as HTML. */
  in_one_minute: string;
}

/** Ask for a table (POST /api/tables); the asker sits down in the first seat. The same request with the same nonce
 * gets the same table, as long as it is not over. */
export interface NewTable {
  game: string;
  players: number;
  name: string;
  /** 32 hexadecimal digits of the browser's own randomness, mixed into the deal. */
  nonce: string;
  /** Levels for the seats after the first one, in order. If there are fewer than seats, the rest stay empty. */
  bots: string[];
  /** Options of the game that differ from the default. */
  options?: Record<string, number>;
  /** One of `GameInfo.decks`; "" for the default one. */
  deck?: string;
  /** May the player to decide ask what a high witch would do? null: only if all others are bots. */
  advice?: boolean | null;
  /** Is it the game's first lesson, against bots? */
  lesson?: boolean;
}

/** A seat is yours. Its cookie came with this. */
export interface Seated {
  table: string;
  seat: number;
  /** Token for the link that friends get: /table/ID#invite=TOKEN. */
  invite: string | null;
}

/** Exchange a link's token for a cookie (POST /api/tables/ID/enter). */
export interface Enter {
  token: string;
  /** 32 hexadecimal digits made for this request. If its answer was lost, the same request gets the same one. */
  nonce?: string;
}

/** What a link leads to, before it is used (POST /api/tables/ID/look). */
export interface LinkInfo {
  /** The seat that it opens; null for an invitation. */
  seat: number | null;
  /** Who has that seat. */
  name: string;
  game: string;
}

/** The invitation of one's table (POST /api/tables/ID/invitation). */
export interface Invitation {
  token: string;
}

/** Take a free seat (POST /api/tables/ID/seats/N). */
export interface Sit {
  name: string;
  nonce: string;
}

/** The same people play again (POST /api/tables/ID/again). */
export interface PlayAgain {
  seat: number;
  nonce: string;
}

/** A single-use link to one's own seat for another device: /table/ID#seat=TOKEN. */
export interface SeatLink {
  token: string;
}

/** A table for somebody who holds its invitation or one of its seats (GET /api/tables/ID). */
export interface TableInfo {
  table: string;
  game: string;
  status: "closed" | "lobby" | "over" | "playing";
  seats: Seat[];
  /** Seats for which this browser holds the cookie. */
  mine: number[];
  /** The seat of the host. */
  host: number | null;
  /** SHA-256 of the server's share of the deal, fixed before any browser gave its share; "" for a repeated deal. */
  commitment: string;
  has_advice: boolean;
  /** The cards of this table: `Board.faces`. */
  faces: unknown[];
  /** Why it was closed. */
  reason: string | null;
}

/** How a table stands, for whoever holds one of its seats (GET /api/tables/ID/glance?seat=N). */
export interface Glance {
  status: "closed" | "lobby" | "over" | "playing";
  seats: Seat[];
  /** Why it was closed. */
  reason: string | null;
}

/** Addresses under which other devices reach this server; empty if only this machine does (GET /api/share). */
export interface Share {
  addresses: string[];
}

/** A part of a finished game. */
export interface Chapter {
  /** "Round 3". */
  text: string;
  /** How many acts were played before it. */
  acts: number;
}

/** A finished game after some of its acts, as one reader sees it. */
export interface Position {
  /** How many acts were played. Of two positions with as many, the first shows what was seen in between. */
  acts: number;
  sight: Sight;
  /** What has happened; the `entry` of a line is `acts`. */
  log: Line[];
  said: Speech[];
  /** Seats that owe a decision. */
  owes: number[];
  /** Every card that somebody holds unseen, in an open replay. */
  hands: Revealed[];
}

/** A piece of a finished game (POST /api/replay, GET /api/tables/ID/replay). */
export interface Replay {
  game: string;
  names: string[];
  /** The cards: `Board.faces`. */
  faces: unknown[];
  /** The seat whose knowledge is shown; -1: what everybody saw. */
  reader: number;
  /** How many there are in the whole game. */
  acts: number;
  /** The number of acts before the first position here. */
  first: number;
  /** Of the whole game. */
  chapters: Chapter[];
  positions: Position[];
  /** Who won. */
  told: string;
  /** How it was decided. */
  decided: string;
}

/** Ask for a piece of the game in a record file (POST /api/replay). The file is not kept. */
export interface AskReplay {
  /** The file's text. */
  record: string;
  /** The seat whose knowledge is shown; -1: what everybody saw. */
  reader: number;
  /** Are all hands shown as well? */
  is_open: boolean;
  first?: number;
}

/** Play the deal of a finished game again, from the same seat (POST /api/tables/ID/deal). */
export interface PlayDeal {
  seat: number;
  nonce: string;
  /** Of whoever plays it; "" at one's own seat: as there. */
  name?: string;
  /** Of the link that lets a friend play it; "" at one's own seat. */
  token?: string;
}

/** Ask what the link to a deal leads to (POST /api/tables/ID/deal/look). */
export interface AskDeal {
  seat: number;
  token: string;
}

/** A deal that somebody has played. */
export interface DealInfo {
  game: string;
  /** Who has played it. */
  name: string;
  players: number;
}

/** Token for the link that lets a friend play a deal: /table/ID?deal=SEAT#deal=TOKEN. */
export interface DealLink {
  /** The table at which the deal was first played. */
  table: string;
  token: string;
}

/** How somebody has played a deal. */
export interface DealResult {
  name: string;
  is_you: boolean;
  /** 1 for winners. */
  place: number;
  /** What counts in this game: "17 points". */
  text: string;
  detail: string;
}

export type ToClient = Frame | Answer | Problem | Advice | Earlier | Pulse | Emoted;

export type ToServer = Act | Undo | Say | Agree | Start | PlaceBot | TakeBack | Leave | Rename | Free | SendAway | Invite | LetWatch | CloseTable | End | Concede | LeaveLesson | AskAdvice | AskLog | Pace | Emote;
