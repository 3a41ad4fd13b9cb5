"""The items of a redeal (see `placing`): how they lie in its working memory."""

from __future__ import annotations

from coven.engine.jit import rule
from coven.games.midnight.cards import CARDS, KINDS, NONE
from coven.games.midnight.state import DEPARTURES, MOST_PLAYERS, Midnight

ITEMS = CARDS + DEPARTURES
AT = 0
"""Parts of the work: of each item its hand, its kind, whether it is old, in which hand it is counted, how many new
cards that had before it left it, and whether it must be new; of each kind the cards left to be dealt."""
KIND = AT + ITEMS
OLD = KIND + ITEMS
GROUP = OLD + ITEMS
LIMIT = GROUP + ITEMS
FORCED = LIMIT + ITEMS
OWN = FORCED + ITEMS
RAW = OWN + ITEMS
CARRIES = RAW + ITEMS
TURNABLE = CARRIES + ITEMS
POOL = TURNABLE + ITEMS
NEED = POOL + KINDS
"""Of each kind the old cards that are still to be dealt."""
ROOM = NEED + KINDS
"""Of each hand the old cards that are still to be dealt to its group."""
ALIVE = ROOM + MOST_PLAYERS
"""How many items are held now: they come first."""
ALL = ALIVE + 1
"""How many items there are."""
CARRIED = ALL + 1
"""How many cards have gone unseen from hand to hand."""
BASED = CARRIED + 1
"""1 if items are old or new; 0: nothing is made of the base but what all know."""
LEFT = BASED + 1
"""Of each number of new cards how many cards left when so many had come; zero between two uses."""
MOST_COME = 250
WORK = LEFT + MOST_COME + 1
ENDLESS = 1 << 14
"""No limit."""


@rule
def row_of(view: Midnight) -> int:
    """The row of the viewer's memory."""
    return view.viewer if view.viewer >= 0 else view.players


@rule
def add_item(w: list[int], seat: int, kind: int, limit: int, forced: int) -> None:
    """One item more, counted in its own hand."""
    i = w[ALL]
    w[AT + i] = seat
    w[KIND + i] = kind
    w[OLD + i] = 0
    w[GROUP + i] = seat
    w[LIMIT + i] = limit
    w[OWN + i] = limit
    w[RAW + i] = limit
    w[CARRIES + i] = NONE
    w[FORCED + i] = forced
    w[ALL] += 1


@rule
def give_kind(w: list[int], i: int, kind: int) -> None:
    """A card of this kind for an item that is held."""
    w[KIND + i] = kind
    w[POOL + kind] -= 1
    w[NEED + kind] -= w[OLD + i]


@rule
def nth_of(w: list[int], part: int, n: int) -> int:
    """The kind of the n-th card of a part of the work, from 0."""
    kind = 0
    while n >= w[part + kind]:
        n -= w[part + kind]
        kind += 1
    return kind
