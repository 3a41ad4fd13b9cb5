/** How this page is used just now: by keyboard, or by pointer. */
export const hand = { isOnKeys: false };

const note = (isOnKeys: boolean) => () => (hand.isOnKeys = isOnKeys);
addEventListener("keydown", note(true), true);
addEventListener("pointerdown", note(false), true);
