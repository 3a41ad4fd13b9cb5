"""Players that search, and the advice of one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from coven.engine.decks import AnyDeck
from coven.engine.dice import next_lots
from coven.engine.game import AnyGame, Thinking
from coven.engine.seats import owes
from coven.players.ismcts import LARGEST_SEED, Searcher, Thought

WITCH, HIGH_WITCH = "witch", "high-witch"
SEARCHING = (WITCH, HIGH_WITCH)
"""The players that search: they need compiled code, and time."""


def simulations_of(name: str, thinking: Thinking) -> int:
    """How many simulations a witch makes for a decision."""
    return thinking.few if name == WITCH else thinking.many


class Witch:
    """A player that searches; keeps the memory of its tree from one decision to the next."""

    def __init__(self, name: str) -> None:
        """`name`: one of SEARCHING."""
        self._name = name
        self._searcher: Searcher | None = None
        self._at: tuple[Any, ...] = ()

    def choose(self, game: AnyGame, deck: AnyDeck, view: Any, seat: int, legal: list[int], lots: int) -> int:
        """The action that was tried most. Out of turn and where there is no choice it does not search."""
        if len(legal) == 1:
            return legal[0]
        if not owes(view, seat):
            return game.rules.thumb(deck.tables, view, seat, legal, len(legal), next_lots(lots))
        return self.think(game, deck, view, seat, lots, legal=legal)[0].action

    def think(
        self, game: AnyGame, deck: AnyDeck, view: Any, seat: int, lots: int, *, legal: Sequence[int] = (),
        tries_all: bool = False,
    ) -> list[Thought]:  # fmt: skip
        """What it found out about these actions (or all) of a seat that owes a decision, best first."""
        count = simulations_of(self._name, game.thinking)
        at = (game.rules, game.thinking, deck.tables.to_bytes(), view.players)
        if self._searcher is None or self._at != at:
            self._at, self._searcher = at, Searcher(game, deck, view.players, count)
        return self._searcher.think(view, seat, lots, count, legal=legal, tries_all=tries_all)


@dataclass(frozen=True)
class Choice:
    """What a high witch thinks of a legal action."""

    action: int
    chance: float
    """The estimated chance to win with it, 0 to 1."""
    share: float
    """The part of the simulations that tried it: what she would do has the largest. They sum to 1."""


def advise(game: AnyGame, deck: AnyDeck, view: Any, seat: int, seed: int) -> list[Choice]:
    """What a high witch thinks of each legal action of a seat that owes a decision, best first, from its view alone.

    The same view and seed give the same advice. Needs no more legal actions than she makes simulations.
    """
    thoughts = Witch(HIGH_WITCH).think(game, deck, view, seat, next_lots(seed % LARGEST_SEED + 1), tries_all=True)
    total = sum(one.tried for one in thoughts)
    return [Choice(one.action, one.chance, one.tried / total) for one in thoughts]
