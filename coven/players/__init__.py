"""Players: a seat's mind for any game. A player is given a view, never a state."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

from coven.engine.decks import AnyDeck
from coven.engine.dice import RNG_MULTIPLIER, draw, next_rng
from coven.engine.game import AnyGame
from coven.engine.loops import POLICIES
from coven.players.earlier import KEPT, Earlier, why_not_here
from coven.players.own import BotFailed, OwnBot, is_own
from coven.players.witches import SEARCHING, ActionAdvice, Witch, advise

__all__ = [
    "PLAYERS",
    "SEARCHING",
    "ActionAdvice",
    "BotFailed",
    "OwnBot",
    "Player",
    "UnknownPlayer",
    "advise",
    "is_own",
    "make_player",
]

Player = Callable[[AnyGame, AnyDeck, Any, int, list[int]], int]
"""player(game, deck, view, seat, legal): one of the legal action numbers (ascending), chosen from the seat's view."""

PLAYERS = {
    "random": "Random",
    "apprentice": "Apprentice",
    "thumb": "Rules of thumb",
    "witch": "Witch",
    "high-witch": "High witch",
}
"""All players by name, weakest first, with their titles."""
VERSIONS = {"random": 1, "apprentice": 1, "thumb": 1, "witch": 4, "high-witch": 4}
"""The players' versions: raised when a player plays otherwise in some game. An earlier one that is kept (`earlier`) is
another player, such as high-witch-1."""
OVERLOOKS = 15
"""Percentage of the legal actions that do not occur to an apprentice."""
PERCENT = 100


class UnknownPlayer(LookupError):
    """There is no player of that name. Says which players there are."""


def policy(name: str) -> int:
    """The number by which compiled loops know a player. Raises UnknownPlayer."""
    if (name in (*PLAYERS, *KEPT) and name not in POLICIES) or is_own(name):
        raise UnknownPlayer(f'"{name}" is too slow for many games at once: use {", ".join(POLICIES)}, or a tournament')
    return POLICIES[known_player(name)]


def known_player(name: str) -> str:
    """The name itself, also of an earlier player (`earlier`) or a bot of one's own (`own.OWN`). Raises UnknownPlayer if
    no player has it, and for an earlier player that is not on this machine."""
    if name not in PLAYERS and name not in KEPT and not is_own(name):
        raise UnknownPlayer(f'there is no player "{name}": choose among {", ".join(PLAYERS)}')
    if name in KEPT and (why := why_not_here(name)):
        raise UnknownPlayer(why)
    return name


def version_of(name: str) -> str:
    """A player's name with its version, such as "high-witch-3"."""
    return f"{name} of {KEPT[name].commit[:7]}" if name in KEPT else f"{name}-{VERSIONS[name]}"


def make_player(name: str, seed: int | None = None) -> Player:
    """A player by name, with its own random generator. Raises UnknownPlayer. The same seed makes the same choices.

    random: any legal action that `Rules.casual` leaves, all equally likely. thumb: the game's rules of thumb.
    apprentice: rules of thumb among the actions that occur to it. witch, high-witch: search (`ismcts`). An earlier
    player runs in a process under the package of its commit. A bot of one's own (NAME=MODULE:FUNCTION) runs in a
    process of its own; its player is for one game and has a `close`.
    """
    known_player(name)
    start = secrets.randbits(60) if seed is None else seed
    rng = start % (RNG_MULTIPLIER << 30) + 1
    if name in KEPT:
        return Earlier(name, rng)
    return OwnBot(name, rng) if is_own(name) else Mind(name, rng)


class Mind:
    """A player by name with a random generator. A copy goes on with the same numbers, independently."""

    def __init__(self, name: str, rng: int) -> None:
        self._name, self._rng = name, rng
        self._choose = Witch(name).choose if name in SEARCHING else QUICK[name]

    def __call__(self, game: AnyGame, deck: AnyDeck, view: Any, seat: int, legal: list[int]) -> int:
        """One of the legal actions."""
        self._rng = next_rng(self._rng)
        return self._choose(game, deck, view, seat, list(legal), self._rng)

    def __copy__(self) -> Mind:
        return Mind(self._name, self._rng)

    def __deepcopy__(self, memo: dict[int, Any]) -> Mind:
        return Mind(self._name, self._rng)


def choose_random(game: AnyGame, deck: AnyDeck, view: Any, seat: int, legal: list[int], rng: int) -> int:
    """Any action that the game leaves to a random player."""
    return legal[draw(rng, game.rules.casual(deck.tables, view, seat, legal, len(legal)))]


def choose_by_thumb(game: AnyGame, deck: AnyDeck, view: Any, seat: int, legal: list[int], rng: int) -> int:
    """What the rules of thumb advise."""
    return game.rules.thumb(deck.tables, view, seat, legal, len(legal), rng)


def choose_hastily(game: AnyGame, deck: AnyDeck, view: Any, seat: int, legal: list[int], rng: int) -> int:
    """What the rules of thumb advise among the actions that occur to the player."""
    seen = []
    for action in legal:
        rng = next_rng(rng)
        if draw(rng, PERCENT) >= OVERLOOKS:
            seen.append(action)
    return choose_by_thumb(game, deck, view, seat, seen or legal, next_rng(rng))


QUICK = {"random": choose_random, "thumb": choose_by_thumb, "apprentice": choose_hastily}
