"""Action numbers: what they mean, and their text both ways.

Blocks for each verb that takes something, and single words. Declining has the highest number, so it is always a
question's last choice.
"""

from __future__ import annotations

from coven.engine.sentences import shown
from coven.games.witchs_brew.rules.goods import DROPS, GOLD, NAMES
from coven.games.witchs_brew.rules.roles import CAULDRONS, ROLES, Deck, Role, Stack

CHOOSE = 0
CALL = CHOOSE + ROLES
CLAIM = CALL + ROLES
FAVOUR = CLAIM + 1
USE = FAVOUR + 1
BREW = USE + 1
TAKE = BREW + CAULDRONS
PAY = TAKE + DROPS
GIVE = PAY + DROPS
ADD = GIVE + DROPS
DONE = ADD + GOLD + 1
DECLINE = DONE + 1
ACTIONS = DECLINE + 1
MOST_LEGAL = ROLES

ROLE_TEXTS = tuple(name.replace("_", "-") for name in Role.names().values())
STACK_TEXTS = tuple(name.replace("_", "-") for name in Stack.names().values())
WORDS = {CLAIM: "claim", FAVOUR: "favour", USE: "use", DONE: "done", DECLINE: "decline"}
BLOCKS = {
    "choose": (CHOOSE, ROLE_TEXTS),
    "call": (CALL, ROLE_TEXTS),
    "brew": (BREW, STACK_TEXTS[:CAULDRONS]),
    "take": (TAKE, NAMES[:DROPS]),
    "pay": (PAY, NAMES[:DROPS]),
    "give": (GIVE, NAMES[:DROPS]),
    "add": (ADD, NAMES[: GOLD + 1]),
}
"""By verb: its first number, and what may follow it."""


def block_of(action: int) -> tuple[str, int] | None:
    """The verb of an action and the number of what follows it; None for a single word."""
    for verb, (first, things) in BLOCKS.items():
        if first <= action < first + len(things):
            return verb, action - first
    return None


def action_text(deck: Deck, action: int) -> str:
    """The action's text, such as "call witch"."""
    block = block_of(action)
    if block is None:
        return WORDS[action]
    verb, number = block
    return f"{verb} {BLOCKS[verb][1][number]}"


def parse_action(deck: Deck, text: str) -> int:
    """The action's number from its text. Raises a ValueError that says what is not understood."""
    words = text.lower().split()
    for action, word in WORDS.items():
        if words == [word]:
            return action
    verb, thing = words[0] if words else "", "-".join(words[1:])
    if verb not in BLOCKS:
        known = ", ".join([*WORDS.values(), *BLOCKS])
        raise ValueError(f'"{shown(text)}" is not an action: actions begin with {known}')
    first, things = BLOCKS[verb]
    if thing not in things:
        raise ValueError(f'"{verb}" needs one of {", ".join(things)}, not "{shown(thing)}"')
    return first + things.index(thing)
