"""Players: a seat's mind for any game. A player is given a view, never a state."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

from coven.engine.decks import Deck
from coven.engine.dice import LOT_MULTIPLIER, draw, next_lots
from coven.engine.game import Game
from coven.engine.loops import POLICIES, THUMB

Player = Callable[[Game, Deck, Any, int, list[int]], int]
"""player(game, deck, view, seat, legal): one of the legal action numbers (ascending), from the seat's view."""


class UnknownPlayer(LookupError):
    """There is no player of that name; says which there are."""


def policy(name: str) -> int:
    """The number by which compiled loops know a player; raises UnknownPlayer."""
    if name not in POLICIES:
        raise UnknownPlayer(f'there is no player "{name}": choose among {", ".join(POLICIES)}')
    return POLICIES[name]


def make_player(name: str, seed: int | None = None) -> Player:
    """A player by name, with a random generator of its own; raises UnknownPlayer.

    random: any of the legal actions that `Rules.casual` leaves, each equally likely. thumb: the game's rules of thumb.
    """
    number = policy(name)
    start = secrets.randbits(60) if seed is None else seed
    lots = start % (LOT_MULTIPLIER << 30) + 1

    def choose(game: Game, deck: Deck, view: Any, seat: int, legal: list[int]) -> int:
        nonlocal lots
        lots = next_lots(lots)
        if number == THUMB:
            return game.rules.thumb(deck.tables, view, seat, legal, len(legal), lots)
        among = list(legal)
        return among[draw(lots, game.rules.casual(deck.tables, view, seat, among, len(among)))]

    return choose
