import type { Choice } from "../../wire";

/** What can be called with a play, as choices touch it. */
export const CALLS = ["call:midnight", "call:pox"] as const;
export type Call = (typeof CALLS)[number];

/** The optional calls: a card may be played with or without them. */
export function openCalls(choices: Choice[]): Call[] {
  return CALLS.filter((call) =>
    choices.some(
      (choice) => choice.touches.includes(call) && playsOf(choices, choice).some((one) => !one.touches.includes(call)),
    ),
  );
}

/** The choice that plays or passes a card with these calls, and no others if possible. */
export function choiceOf(choices: Choice[], card: string, called: Call[]): Choice | undefined {
  const touch = `card:${card}`;
  return CALLS.reduce(
    (some, call) => {
      const fitting = some.filter((choice) => choice.touches.includes(call) === called.includes(call));
      return fitting.length ? fitting : some;
    },
    choices.filter((choice) => choice.touches.includes(touch)),
  )[0];
}

function playsOf(choices: Choice[], play: Choice): Choice[] {
  return choices.filter((choice) => choice.touches[0] === play.touches[0]);
}
