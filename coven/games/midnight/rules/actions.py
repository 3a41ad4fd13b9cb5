"""Action numbers: what they mean, and their text both ways.

Plays come in four forms, depending on the calls made with them. Then come single words, then a block for each verb that
takes a suit, a card or a seat.
"""

from __future__ import annotations

from coven.engine.sentences import shown
from coven.games.midnight.rules.cards import KINDS, SUIT_TEXTS, SUITS, Deck
from coven.games.midnight.rules.state import MOST_PLAYERS

CALL_MIDNIGHT = 1
CALL_POX = 2
CALLS = 4
"""The bits of a playing action that say which calls are made."""

PLAY = 0
DRAW = PLAY + KINDS * CALLS
TAKE = DRAW + 1
DECLARE = TAKE + 1
PASS = DECLARE + SUITS
OWN_UP = PASS + KINDS
"""From here on, what is done out of turn (MN-14)."""
CATCH = OWN_UP + 1
ACTIONS = CATCH + MOST_PLAYERS
MOST_LEGAL = 2 * KINDS + CALLS + 3 + MOST_PLAYERS
"""Every kind with and without "Midnight!", a sidestep's two other forms, draw, take, own up, and catches."""

WORDS = {DRAW: "draw", TAKE: "take", OWN_UP: "own up"}
CALL_WORDS = ("", " midnight", " pox", " pox midnight")


def action_text(deck: Deck, action: int) -> str:
    """The action's text, such as "play cauldron-bat midnight"."""
    if action in WORDS:
        return WORDS[action]
    if action < DRAW:
        return f"play {deck.cards[(action - PLAY) // CALLS]}{CALL_WORDS[(action - PLAY) % CALLS]}"
    if action < PASS:
        return f"declare {SUIT_TEXTS[action - DECLARE]}"
    if action < OWN_UP:
        return f"pass {deck.cards[action - PASS]}"
    return f"catch {action - CATCH}"


def parse_action(deck: Deck, text: str) -> int:
    """The action's number from its text. Raises a ValueError that says what is not understood."""
    words = text.lower().split()
    for action, word in WORDS.items():
        if words == word.split():
            return action
    verb, what = [*words, "", ""][:2]
    calls = set(words[2:])
    if verb == "play" and what in deck.cards and calls <= {"midnight", "pox"}:
        return (
            PLAY + deck.cards.index(what) * CALLS + CALL_MIDNIGHT * ("midnight" in calls) + CALL_POX * ("pox" in calls)
        )
    if verb == "pass" and what in deck.cards and not calls:
        return PASS + deck.cards.index(what)
    if verb == "declare" and what in SUIT_TEXTS and not calls:
        return DECLARE + SUIT_TEXTS.index(what)
    if verb == "catch" and what in map(str, range(MOST_PLAYERS)) and not calls:
        return CATCH + int(what)
    raise ValueError(
        f'"{shown(text)}" is not an action: draw, take, own up, play and a card (then midnight or pox for a call), '
        "declare and a suit, pass and a card, catch and a seat"
    )
