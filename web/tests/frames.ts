import type { Frame } from "../src/wire";

const NOBODY_ASKED = {
  question: null,
  choices: [],
  closed: [],
  can_undo: false,
  phrases: [],
  said: [],
  has_emotes: false,
  hint: null,
  lesson: null,
  result: null,
};

/** A frame of a table at which a game is played. */
export function frameOf(view: unknown, more: Partial<Frame> = {}): Frame {
  return {
    ...{ type: "frame", status: "playing", you: 0, seats: [], view, captions: {}, between: null },
    ...NOBODY_ASKED,
    ...{ log_from: 0, log: [], options: {}, has_advice: false, host: 0, level: "", shares_devices: false },
    ...{ watching: "off", watchers: 0, is_repeat: false },
    ...{ invitation: 0, wants_end: [], next: null, reason: null },
    ...more,
  };
}
