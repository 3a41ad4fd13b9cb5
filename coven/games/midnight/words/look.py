"""What may be looked through at any time, as lines of text for a terminal."""

from __future__ import annotations

from coven.engine.sentences import Names, capital
from coven.games.midnight.deck import words as in_words
from coven.games.midnight.rules.cards import Deck
from coven.games.midnight.rules.state import Midnight
from coven.games.midnight.words.describe import Lack, lacks_of
from coven.games.midnight.words.sentences import card_name


def look(deck: Deck, view: Midnight, names: Names) -> list[str]:
    """The discard pile, unordered, and what hands were shown not to hold, in lines of the form "what: how"."""
    kinds = [(kind, number) for kind, number in enumerate(view.discard) if number]
    cards = [f"{number} of {card_name(deck, kind)}" if number > 1 else card_name(deck, kind) for kind, number in kinds]
    size = sum(view.discard)
    lines = [
        f"Direction: {'clockwise' if view.direction == 1 else 'anticlockwise'}",
        f"Discard pile, {size} card{'s' * (size != 1)}: {'; '.join(cards)}",
    ]
    shown = [(seat, lack) for seat in range(view.players) if seat != view.viewer for lack in lacks_of(deck, view, seat)]
    return [*lines, *(f"{capital(names[seat])}: {_lack(deck, lack)}" for seat, lack in shown)]


def _lack(deck: Deck, lack: Lack) -> str:
    """What a hand is known to have lacked, and how many such cards it may hold now."""
    titles = [deck.titles[deck.cards.index(card)] for card in lack.cards]
    what = in_words(lack.suit) if lack.suit else " or ".join(titles)
    return f"held no {what}; may hold {lack.fresh} by now" if lack.fresh else f"holds no {what}"
