"""Action numbers: what they mean, and their texts both ways.

0 pass, 1 bid 3, 2 bid 4, then a block of 18 for each verb that takes a card.
"""

from __future__ import annotations

from coven.engine.sentences import shown
from coven.games.three_witches.rules.cards import CARDS, Deck

PASS = 0
BID_3 = 1
BID_4 = 2
GIVE = 3
DISCARD = GIVE + CARDS
LEAD = DISCARD + CARDS
CONCEAL = LEAD + CARDS
PLAY = CONCEAL + CARDS
RETURN = PLAY + CARDS
PROPOSE = RETURN + CARDS
ACTIONS = PROPOSE + CARDS
MOST_LEGAL = 6
"""Six cards in hand, or five and First's pass."""

WORDS = ("pass", "bid 3", "bid 4")
VERBS = ("give", "discard", "lead", "conceal", "play", "return", "propose")


def action_card(action: int) -> int:
    """The card of an action from GIVE on."""
    return (action - GIVE) % CARDS


def action_verb(action: int) -> str:
    """The verb: "pass", "bid" or one of VERBS."""
    return VERBS[(action - GIVE) // CARDS] if action >= GIVE else WORDS[action].split()[0]


def action_text(deck: Deck, action: int) -> str:
    """The action's text, such as "lead owl-3"."""
    if action < GIVE:
        return WORDS[action]
    return f"{action_verb(action)} {deck.cards[action_card(action)]}"


def parse_action(deck: Deck, text: str) -> int:
    """The action's number from its text. Raises a ValueError that says what is not understood."""
    words = text.lower().split()
    if " ".join(words) in WORDS:
        return WORDS.index(" ".join(words))
    if not words or words[0] not in VERBS:
        raise ValueError(f'"{shown(text)}" is not an action: {", ".join(WORDS)}, or {"/".join(VERBS)} and a card')
    if len(words) != 2 or words[1] not in deck.cards:
        raise ValueError(f'"{words[0]}" needs one card of the deck, as in "{words[0]} {deck.cards[0]}"')
    return GIVE + CARDS * VERBS.index(words[0]) + deck.cards.index(words[1])
