"""Players: a seat's mind for any game. A player is given a view, never a state."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from coven.engine.decks import Deck
from coven.engine.dice import LOT_MULTIPLIER, draw, next_lots
from coven.engine.game import Game
from coven.engine.loops import POLICIES, THUMB

PLAYERS = {
    "random": "Anything goes",
    "apprentice": "Apprentice",
    "thumb": "Rules of thumb",
    "witch": "Witch",
    "high-witch": "High witch",
}
"""Every player's name and title for people, in order of strength."""


@dataclass(frozen=True)
class Choice:
    """What a high witch thinks of one legal action."""

    action: int
    chance: float
    """Estimated chance to win, from 0 to 1."""
    share: float
    """Part of the simulations that tried it."""


def advise(game: Game, deck: Deck, view: Any, seat: int, legal: list[int], seed: int | None = None) -> list[Choice]:
    """Stands in until the search is there: by rules of thumb, and every choice as likely to win."""
    best = make_player("thumb", seed)(game, deck, view, seat, legal)
    ranked = [best, *(action for action in legal if action != best)]
    return [Choice(action, 1 / view.players, 1 / len(legal)) for action in ranked]


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
    number = policy(name if name in POLICIES else "thumb")
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
