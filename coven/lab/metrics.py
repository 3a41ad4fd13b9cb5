"""What is measured: each metric's numerator and denominator in every deal, from the notes of its games.

Families of metrics are made for a game, a deck and the players; each gives its numbers for many games at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from coven.engine.decks import AnyDeck
from coven.engine.game import AnyGame
from coven.engine.measures import End, Thing

SHARE, MEAN, GAIN = "share", "mean", "gain"
"""From 0 to 1; any number; a difference of two win shares."""


@dataclass(frozen=True)
class Metric:
    """One figure."""

    key: str
    """Its name in files, such as "wins.seat-1" or "card.betrayed.playable"."""
    title: str
    kind: str = SHARE
    things: str = ""
    """The group of the thing it is about, if any."""
    thing: str = ""
    """The key of that thing."""


@dataclass(frozen=True)
class Played:
    """Some games, one of each deal."""

    shares: Any
    """float64[deals, seats]: payoffs."""
    notes: Any
    """The `Notes` of each game."""
    who: Sequence[int]
    """By seat, the number of the player's name."""


Numbers = tuple[Any, Any]
"""N and D: float64[deals, metrics]."""


@dataclass(frozen=True)
class Family:
    """Metrics that are counted together."""

    metrics: list[Metric]
    values: Callable[[Played], Numbers]


def endings_of(game: AnyGame) -> tuple[End, ...]:
    """Every way in which a game ends."""
    return game.measures.endings or (End(0, game.texts.endings[0], "the end"),)


def families(game: AnyGame, deck: AnyDeck, seats: int, names: Sequence[str]) -> list[Family]:
    """All families. `names`: the players' names, each once."""
    things = list(game.measures.things(deck))
    found = [*_games(game, seats), _figures(game), *_things(things)]
    if len(names) > 1:
        found += [family for number, name in enumerate(names) for family in _player(game, things, number, name)]
    return found


def distinct(things: Sequence[Thing]) -> list[int]:
    """The numbers of the things, of identical ones (see `Measures.things`) the first."""
    first = dict[str, int]()
    for number, thing in enumerate(things):
        first.setdefault(thing.key, number)
    return list(first.values())


def metrics_of(found: Sequence[Family]) -> list[Metric]:
    """All metrics, in the order of `values_of`; after each win share of seats with a thing, nothing else is stored:
    `gains_of` derives the gains."""
    return [metric for family in found for metric in family.metrics]


def values_of(found: Sequence[Family], played: Played) -> Any:
    """float64[deals, metrics, 2]: N and D of every metric."""
    parts = [np.stack(family.values(played), axis=2) for family in found if family.metrics]
    return np.concatenate(parts, axis=1)


def gains_of(metrics: Sequence[Metric]) -> Iterator[tuple[int, Metric]]:
    """The gains that follow from win shares, each with the place of its share."""
    for place, metric in enumerate(metrics):
        if metric.key.endswith((".wins-first", ".wins-played")):
            yield place, replace(metric, key=f"{metric.key}-gain", title=f"{metric.title}: less without", kind=GAIN)


def _ones(played: Played, count: int) -> Any:
    return np.ones((len(played.shares), count))


def _games(game: AnyGame, seats: int) -> Iterator[Family]:
    """Who wins, and how games go."""
    yield Family(
        [Metric(f"wins.seat-{seat}", f"wins of seat {seat}") for seat in range(seats)],
        lambda played: (played.shares, _ones(played, seats)),
    )
    place = ["who begins", "the second", "the third", *(f"number {i}" for i in range(4, seats + 1))]
    yield Family([Metric(f"wins.place-{i + 1}", f"wins of {place[i]}") for i in range(seats)], _by_place)
    ends = endings_of(game)
    numbers = np.array([end.number for end in ends])
    yield Family(
        [Metric(f"ending.{end.clause}", f"ends by {end.clause}, {end.title}") for end in ends],
        lambda played: (1.0 * (played.notes["ending"][:, None] == numbers), _ones(played, len(ends))),
    )
    unit = game.measures.unit
    yield Family(
        [
            Metric("ties", "games with more than one winner"),
            Metric("decisions", "decisions a game", MEAN),
            Metric("lead-changes", "changes of the lead", MEAN),
            Metric("comebacks", "winners that were once alone in last place"),
            Metric("behind", f"{unit} that winners were behind at most", MEAN),
        ],
        _course,
    )
    kinds = game.measures.kinds
    yield Family(
        [Metric(f"decisions.{kind.replace(' ', '-').lower()}", kind) for kind in kinds],
        lambda played: _of_all(played.notes["kinds"].sum(axis=1)[:, : len(kinds)]),
    )


def _of_all(counts: Any) -> Numbers:
    """Each count as a part of their sum."""
    return counts.astype(float), np.repeat(counts.sum(axis=1, keepdims=True).astype(float), counts.shape[1], axis=1)


def _by_place(played: Played) -> Numbers:
    """Win shares from who begins on, clockwise; nothing where all begin at once."""
    starter = played.notes["starter"].astype(int)[:, None]
    seats = played.shares.shape[1]
    turned = np.take_along_axis(played.shares, (np.maximum(starter, 0) + np.arange(seats)) % seats, axis=1)
    begun = 1.0 * (starter >= 0)
    return turned * begun, np.repeat(begun, seats, axis=1)


def _course(played: Played) -> Numbers:
    """Ties, lengths, the lead, and what the winners had to make up for."""
    notes, shares = played.notes, played.shares
    seats = shares.shape[1]
    columns = [
        1.0 * ((shares > 0).sum(axis=1) > 1),
        notes["decisions"],
        notes["changes"],
        (shares * notes["last"][:, :seats]).sum(axis=1),
        (shares * notes["behind"][:, :seats]).sum(axis=1),
    ]
    return np.stack(columns, axis=1).astype(float), _ones(played, len(columns))


def _figures(game: AnyGame) -> Family:
    """The game's own figures."""
    figures = game.measures.figures

    def values(played: Played) -> Numbers:
        both = played.notes["figures"][:, : 2 * len(figures)].astype(float)
        return both[:, ::2], both[:, 1::2]

    return Family([Metric(one.key, one.title, SHARE if one.is_share else MEAN) for one in figures], values)


THING_METRICS = (
    ("held", "in hand when something can be played", SHARE),
    ("playable", "playable when in hand", SHARE),
    ("chosen", "played when playable", SHARE),
    ("played", "times played a game", MEAN),
    ("wins-first", "wins of seats that have it at the start", SHARE),
    ("wins-played", "wins of seats that have played it", SHARE),
)


def _things(things: Sequence[Thing]) -> Iterator[Family]:
    kept = distinct(things)
    for what, title, kind in THING_METRICS:
        yield Family(
            [
                Metric(f"card.{one.key}.{what}", f"{one.title}: {title}", kind, one.group, one.key)
                for one in (things[number] for number in kept)
            ],
            _columns(THING_VALUES[what](len(things)), kept),
        )


def _columns(values: Callable[[Played], Numbers], kept: Sequence[int]) -> Callable[[Played], Numbers]:
    """These columns alone."""

    def some(played: Played) -> Numbers:
        n, d = values(played)
        return n[:, kept], d[:, kept]

    return some


def _counted(field: str, of: str, count: int) -> Callable[[Played], Numbers]:
    """Sums of one field over seats, as parts of those of another one."""

    def values(played: Played) -> Numbers:
        notes = played.notes
        whole = notes[of][:, :, :count].sum(axis=1) if of != "turns" else notes["turns"].sum(axis=1)[:, None]
        n = notes[field][:, :, :count].sum(axis=1).astype(float)
        return n, np.broadcast_to(whole, n.shape).astype(float)

    return values


def _times(count: int) -> Callable[[Played], Numbers]:
    def values(played: Played) -> Numbers:
        return played.notes["played"][:, :, :count].sum(axis=1).astype(float), _ones(played, count)

    return values


def _chosen(count: int) -> Callable[[Played], Numbers]:
    """Of the decisions at which a thing could be played, those at which it was; things that need no hand are left
    out."""

    def values(played: Played) -> Numbers:
        can = played.notes["playable"][:, :, :count].sum(axis=1).astype(float)
        did = played.notes["played"][:, :, :count].sum(axis=1).astype(float)
        return np.minimum(did, can), can

    return values


def _winning(field: str, count: int) -> Callable[[Played], Numbers]:
    """The victory of the seats whose set has the thing, and how many they are."""

    def values(played: Played) -> Numbers:
        seats = played.shares.shape[1]
        has = (played.notes[field][:, :seats, None] >> np.arange(count) & 1).astype(float)
        return np.einsum("ns,nst->nt", played.shares, has), has.sum(axis=1)

    return values


THING_VALUES: dict[str, Callable[[int], Callable[[Played], Numbers]]] = {
    "held": lambda count: _counted("held", "turns", count),
    "playable": lambda count: _counted("playable", "held", count),
    "chosen": _chosen,
    "played": _times,
    "wins-first": lambda count: _winning("first", count),
    "wins-played": lambda count: _winning("used", count),
}


def _player(game: AnyGame, things: Sequence[Thing], number: int, name: str) -> Iterator[Family]:
    """How one of several players wins, decides and plays."""

    def own(played: Played) -> Any:
        return np.array([seat for seat, who in enumerate(played.who) if who == number], dtype=int)

    def wins(played: Played) -> Numbers:
        seats = own(played)
        return played.shares[:, seats].sum(axis=1, keepdims=True), np.full((len(played.shares), 1), float(len(seats)))

    def kinds(played: Played) -> Numbers:
        return _of_all(played.notes["kinds"][:, own(played), : len(game.measures.kinds)].sum(axis=1))

    def chosen(played: Played) -> Numbers:
        can = played.notes["playable"][:, own(played)].sum(axis=1)[:, kept].astype(float)
        did = played.notes["played"][:, own(played)].sum(axis=1)[:, kept].astype(float)
        return np.minimum(did, can), can

    kept, first = distinct(things), f"player.{name}"
    yield Family([Metric(f"{first}.wins", f"wins of {name}, a seat")], wins)
    yield Family(
        [Metric(f"{first}.decisions.{one.replace(' ', '-').lower()}", f"{name}: {one}") for one in game.measures.kinds],
        kinds,
    )
    yield Family(
        [
            Metric(f"{first}.card.{one.key}.chosen", f"{name}: {one.title}, played when playable")
            for one in (things[number] for number in kept)
        ],
        chosen,
    )
