"""What is done with positions that are drawn as text, in any game: read in parts, played on in words, and compared.

How a position is drawn is each game's own: see its `position`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from textwrap import dedent
from typing import Generic, TypeVar, cast

from coven.engine.decks import AnyDeck
from coven.engine.dice import seed_words
from coven.engine.game import AnyGame
from coven.engine.seats import pending
from coven.engine.sentences import Names
from coven.engine.states import State

S = TypeVar("S", bound=State)
MOST_SEATS = 8
ONE_IN_A_MILLION = 4.753
"""Standard deviations above the mean."""


@dataclass(frozen=True)
class Positions(Generic[S]):
    """The positions of one game; without a deck they are of its default deck."""

    game: AnyGame
    names: Names
    draw: Callable[[S, AnyDeck | None], str]
    """draw(s, deck): the picture of a state or a view."""
    short: Callable[[str], str] = str
    """The text of an action as tests write it."""
    long: Callable[[str], str] = str
    """The text of an action as the game knows it."""

    def dealt(self, players: int, seed: int, deck: AnyDeck | None = None, **options: int) -> S:
        """The first position of a game."""
        s = cast(S, self.game.new_state(players, options))
        s.seed = seed_words(seed)
        self.game.rules.setup(self._deck(deck).tables, s)
        return s

    def legal(self, s: S, seat: int, deck: AnyDeck | None = None) -> list[str]:
        """The texts of the seat's legal actions, in the order of their numbers."""
        deck = self._deck(deck)
        return [self.short(self.game.actions.text(deck, number)) for number in self._numbers(s, seat, deck)]

    def play(self, s: S, *steps: str, deck: AnyDeck | None = None) -> S:
        """Play steps such as "1 call witch", each of which must be legal; "all done" is a "done" of all that owe it.

        Returns the state.
        """
        deck = self._deck(deck)
        for step in steps:
            who, _, text = step.partition(" ")
            action = self.game.actions.parse(deck, self.long(text))
            for seat in map(int, seats_of(pending(s)).split() if who == "all" else [who]):
                is_legal = action in self._numbers(s, seat, deck)
                assert is_legal, f"{step}: legal are {self.legal(s, seat, deck)} in {self.draw(s, deck)}"
                self.game.rules.apply(deck.tables, s, seat, action)
        return s

    def same(self, picture: str, s: S, deck: AnyDeck | None = None) -> None:
        """The state looks like the picture, however that is spaced."""
        assert self.draw(s, deck).splitlines() == [" ".join(line.split()) for line in rows_of(picture)]

    def seen(self, s: S, viewer: int, deck: AnyDeck | None = None) -> S:
        """What a seat, or SPECTATOR, may see of the state."""
        view = type(s)()
        self.game.rules.hide(self._deck(deck).tables, s, viewer, view)
        return view

    def why(self, s: S, seat: int, text: str, deck: AnyDeck | None = None) -> str | None:
        """Why the seat may not, as "sentence (clause)"; None if it may."""
        deck = self._deck(deck)
        action = self.game.actions.parse(deck, self.long(text))
        refusal = self.game.why_not(deck, self.seen(s, seat, deck), seat, action, self.names)
        return str(refusal) if refusal else None

    def shares(self, s: S) -> list[float]:
        """Each seat's share of the victory."""
        out = [0.0] * s.players
        self.game.rules.payoff(s, out)
        return out

    def _deck(self, deck: AnyDeck | None) -> AnyDeck:
        return deck or self.game.decks.default()

    def _numbers(self, s: S, seat: int, deck: AnyDeck) -> list[int]:
        out = [0] * self.game.actions.most_legal
        numbers = out[: self.game.rules.legal(deck.tables, s, seat, out)]
        assert numbers == sorted(set(numbers))
        return numbers


def rows_of(picture: str) -> list[str]:
    """The lines of a picture."""
    return dedent(picture).strip().splitlines()


def sections(line: str, mark: str = ",") -> dict[str, list[str]]:
    """The words after the first of each part of a line, by that first word."""
    parts = [part.split() for part in line.split(mark)]
    return {part[0]: part[1:] for part in parts if part}


def bits_of(seats: Iterable[str]) -> int:
    """The seats of a text as bits."""
    return sum(1 << int(seat) for seat in seats)


def seats_of(bits: int) -> str:
    """The seats of some bits as a text."""
    return " ".join(str(seat) for seat in range(MOST_SEATS) if bits >> seat & 1)


def surprise(chi_square: float, freedom: int) -> float:
    """Chi-square in standard deviations of the normal law (Wilson and Hilferty 1931)."""
    spread = 2 / (9 * freedom)
    return float(((chi_square / freedom) ** (1 / 3) - 1 + spread) / spread**0.5)


def unevenness(times: list[int], expected: float) -> float:
    """The surprise of numbers that should all be as expected."""
    return surprise(sum((number - expected) ** 2 / expected for number in times), len(times) - 1)
