"""Players that search, and the advice that a search gives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from coven.engine.decks import AnyDeck
from coven.engine.dice import draw, next_rng
from coven.engine.game import AnyGame, Thinking
from coven.engine.seats import owes
from coven.players.ismcts import LARGEST_SEED, ActionStatistics, Searcher

SETS = 2
"""A choice of a set in secret has so many times as many simulations: without a tree, each takes half as long."""
WITCH, HIGH_WITCH = "witch", "high-witch"
SEARCHING = (WITCH, HIGH_WITCH)
"""The players that search, which need compiled code and time."""


def simulations_of(name: str, thinking: Thinking) -> int:
    """How many simulations a witch makes per decision."""
    return thinking.simulations if name == WITCH else thinking.high_simulations


def by_lot(found: Sequence[ActionStatistics], rng: int) -> int:
    """One of the actions of a set, each as likely as `likely` says."""
    ticket = draw(rng, sum(one.likely for one in found))
    for one in found:
        ticket -= one.likely
        if ticket < 0:
            break
    return one.action


class Witch:
    """A player that searches. It keeps the memory of its tree between decisions."""

    def __init__(self, name: str) -> None:
        """`name`: one of SEARCHING."""
        self._name = name
        self._searcher: Searcher | None = None
        self._at: tuple[Any, ...] = ()

    def choose(self, game: AnyGame, deck: AnyDeck, view: Any, seat: int, legal: list[int], rng: int) -> int:
        """The action with the most visits; of a set chosen in secret, one by lot. Out of turn, or without a choice, it
        does not search."""
        if len(legal) == 1:
            return legal[0]
        if not owes(view, seat):
            return game.rules.thumb(deck.tables, view, seat, legal, len(legal), next_rng(rng))
        found = self.think(game, deck, view, seat, rng, legal=legal)
        return by_lot(found, next_rng(rng)) if game.rules.sealed(view) else found[0].action

    def think(
        self, game: AnyGame, deck: AnyDeck, view: Any, seat: int, rng: int, *, legal: Sequence[int] = (),
        tries_all: bool = False,
    ) -> list[ActionStatistics]:  # fmt: skip
        """What it has found out about these actions (or all) of a seat that owes a decision, best first."""
        count = simulations_of(self._name, game.thinking)
        at = (game.rules, game.thinking, deck.tables.to_bytes(), view.players)
        if self._searcher is None or self._at != at:
            self._at, self._searcher = at, Searcher(game, deck, view.players, count)
        times = SETS if game.rules.sealed(view) else 1
        return self._searcher.think(view, seat, rng, times * count, legal=legal, tries_all=tries_all)


@dataclass(frozen=True)
class ActionAdvice:
    """What a high witch thinks of a legal action."""

    action: int
    chance: float
    """The estimated chance to win with it, 0 to 1."""
    share: float
    """The part of the simulations that tried it, summing to 1. What she would do has the largest part; of a
    set chosen in secret she draws by lot."""


def advise(game: AnyGame, deck: AnyDeck, view: Any, seat: int, seed: int) -> list[ActionAdvice]:
    """What a high witch thinks of each legal action of a seat that owes a decision, best first, from its view alone.

    The same view and seed give the same advice. There must not be more legal actions than she makes simulations.
    """
    statistics = Witch(HIGH_WITCH).think(game, deck, view, seat, next_rng(seed % LARGEST_SEED + 1), tries_all=True)
    total = sum(one.visits for one in statistics)
    return [ActionAdvice(one.action, one.chance, one.visits / total) for one in statistics]
