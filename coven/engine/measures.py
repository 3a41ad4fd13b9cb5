"""What a laboratory asks of a game: which things can be held and played, what is decided, who is ahead.

A game fills `Measures`, and the compiled loops of `survey` count with it. A *thing* is whatever a maker wants figures
of (a card, a role, a recipe), with a number from 0 to THINGS - 1; a set of things is a number with a bit for each.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from coven.engine.decks import D, Deck
from coven.engine.jit import rule
from coven.engine.rules import S
from coven.engine.states import Record, int8, int16, int32, int64

THINGS = 63
"""The most things of a deck."""
KINDS = 16
"""The most kinds of decision."""
FIGURES = 16
"""The most figures of a game's own."""
SEATS = 8
"""The most seats."""
NOTHING = -1
"""No thing, no seat."""


class Notes(Record):
    """What was counted in one game. Lists go by seat."""

    first: list[int] = int64(SEATS)
    """The set of things that the seat held at the start (`Measures.first`)."""
    used: list[int] = int64(SEATS)
    """The set of things that it has played."""
    figures: list[int] = int32(2 * FIGURES)
    """The game's own figures, each a sum and how many it is the sum of."""
    behind: list[int] = int32(SEATS)
    """How far the seat was behind the best at most (in the units of `Measures.standing`)."""
    decisions: int = int32()
    """Decisions of all seats."""
    changes: int = int32()
    """How often the lead went from one seat to another."""
    turns: list[int] = int16(SEATS)
    """Decisions at which the seat held anything (`Measures.held`)."""
    kinds: list[list[int]] = int16(SEATS, KINDS)
    """Decisions by kind."""
    held: list[list[int]] = int16(SEATS, THINGS)
    """Decisions at which the seat held the thing."""
    playable: list[list[int]] = int16(SEATS, THINGS)
    """Those at which it could play the thing it held."""
    played: list[list[int]] = int16(SEATS, THINGS)
    """How often it has played the thing."""
    last: list[int] = int8(SEATS)
    """1 if the seat was once alone in the last place."""
    starter: int = int8()
    """Who began, or NOTHING."""
    leader: int = int8()
    """Who was alone in the lead last, or NOTHING."""
    ending: int = int8()
    """How the game ended (`Measures.endings`)."""


@dataclass(frozen=True)
class Thing:
    """Something that can be held or played."""

    key: str
    """Its name in files: "betrayed", "owl-3"."""
    title: str
    """Its name for people."""
    group: str
    """What it is one of, in the plural: "Special cards"."""


@dataclass(frozen=True)
class End:
    """A way in which a game ends."""

    number: int
    """What `Measures.ending` returns."""
    clause: str
    title: str
    """The same in a few words: "an empty hand"."""


@dataclass(frozen=True)
class Figure:
    """A figure of a game's own: a sum over a game, and how many it is the sum of."""

    key: str
    """Its name in files: "bid-3-made"."""
    title: str
    """What is measured, in a few words."""
    is_share: bool = True
    """Is it from 0 to 1? Otherwise it is a mean."""


@dataclass(frozen=True)
class Ruling:
    """How we read what the rulebook leaves open: a switch of the deck file, or what a switch would need."""

    clause: str
    """The clause of RULES.md that says how we read it."""
    title: str
    """The question that the rulebook leaves open, and our answer."""
    key: str = ""
    """The switch's name in `[rulings]` of a deck file; "" if there is none."""
    other: str = ""
    """What the switch makes of the clause; or, without one, what a switch would need."""


@rule
def no_things(deck: Any, s: Any, seat: int) -> int:
    """The set of things of a game that has none."""
    return 0


@rule
def plays_nothing(deck: Any, s: Any, seat: int, action: int) -> int:
    """No action plays a thing."""
    return NOTHING


@rule
def all_of_one_kind(deck: Any, s: Any, seat: int, action: int) -> int:
    """All decisions are of the first kind."""
    return 0


@rule
def all_level(deck: Any, s: Any, seat: int) -> int:
    """Nobody is ever ahead."""
    return 0


@rule
def all_begin(deck: Any, s: Any) -> int:
    """Nobody begins before the others."""
    return NOTHING


@rule
def one_ending(s: Any) -> int:
    """Every game ends in the first of the ways."""
    return 0


@rule
def no_figures(deck: Any, s: Any, out: list[int]) -> None:
    """The game has no figures of its own."""


def nothing_of(deck: Any) -> Sequence[Any]:
    """The default for a game without things, or without decks near by."""
    return ()


@dataclass(frozen=True)
class Measures(Generic[S, D]):
    """A game's answers. Everything but `things` and `nearby` is a `jit.rule`, called with the truth."""

    things: Callable[[Deck[D]], Sequence[Thing]] = nothing_of
    """things(deck): every thing, by number; at most THINGS. Identical ones share a key; the first of them counts."""
    held: Callable[[D, S, int], int] = no_things
    """held(deck, s, seat): the set of things that the seat, which owes a decision, holds and might play at this moment.
    0 where the decision is about something else."""
    first: Callable[[D, S, int], int] = no_things
    """first(deck, s, seat): what the seat holds at the start; 0 if that is not settled yet. The first set that is not
    empty counts."""
    plays: Callable[[D, S, int, int], int] = plays_nothing
    """plays(deck, s, seat, action): the thing that a legal action plays, or NOTHING."""
    owned: Callable[[D, S, int], int] = no_things
    """owned(deck, s, seat): at the end of the game, the things that the seat got without an action that plays them.
    They count as played."""
    kinds: tuple[str, ...] = ("decisions",)
    """The kinds of decision, in the plural; at most KINDS."""
    kind: Callable[[D, S, int, int], int] = all_of_one_kind
    """kind(deck, s, seat, action): of which kind the decision is, a number into `kinds`."""
    standing: Callable[[D, S, int], int] = all_level
    """standing(deck, s, seat): how well the seat stands, in what counts at the end; more is better."""
    unit: str = "points"
    """What a difference of `standing` counts, in the plural."""
    starter: Callable[[D, S], int] = all_begin
    """starter(deck, s): who begins, right after the setup; NOTHING if everybody begins at the same time."""
    ending: Callable[[S], int] = one_ending
    """ending(s): how a finished game ended, the number of one of `endings`."""
    endings: tuple[End, ...] = ()
    """Each way to end. By default there is one, under the first of `Texts.endings`."""
    figures: tuple[Figure, ...] = ()
    """The game's own figures; at most FIGURES."""
    figure: Callable[[D, S, list[int]], None] = no_figures
    """figure(deck, s, out): from a finished game, write the sum and the count of figure i to out[2 * i] and
    out[2 * i + 1], which hold zeros."""
    nearby: Callable[[Deck[D]], Sequence[tuple[str, dict[str, Any]]]] = nothing_of
    """nearby(deck): decks in which one number has changed by one step: what changed, and the content of the deck
    file."""
    rulings: tuple[Ruling, ...] = ()
    """What the rulebook leaves open, with the switches that there are."""


NO_MEASURES: Measures[Any, Any] = Measures()
"""The default for a game without them: seats, lengths and winners are counted all the same."""
