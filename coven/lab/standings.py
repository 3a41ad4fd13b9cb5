"""The results of a tournament: win shares with intervals, differences, ratings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from coven.lab.seatings import Seating
from coven.lab.statistics import Z_95, mean_interval

Winners = list[list[int]]
"""For one deal: the winning seats of each seating, ascending; they share the victory equally."""


@dataclass(frozen=True)
class Standing:
    """One player's figures."""

    player: str
    win_share: float
    """Mean share of the victory per seat it held, 0 to 1; between equals, 1 / number of seats."""
    low: float
    """Lower end of the 95 % interval, from the means of the deals."""
    high: float
    rating: float
    """Plackett-Luce rating (Weng and Lin 2011): everybody begins at 25."""
    rating_low: float
    """Rating minus 1.96 standard deviations. It treats all games as independent, even those of one deal."""
    rating_high: float
    games: int
    """Games in which it held at least one seat."""


@dataclass(frozen=True)
class Pair:
    """Two players compared deal by deal, so that the luck of the cards cancels out."""

    a: str
    b: str
    difference: float
    """Win share of a minus that of b, -1 to 1."""
    low: float
    """Lower end of the 95 % interval, from the differences in each deal."""
    high: float


def shares_of(seatings: Sequence[Seating], winners: Winners) -> dict[str, Fraction]:
    """By name: the mean share of the victory per seat it held in the games of one deal."""
    won: dict[str, Fraction] = {}
    held: dict[str, int] = {}
    for seating, seats in zip(seatings, winners, strict=True):
        for seat, name in enumerate(seating):
            share = Fraction(1, len(seats)) if seat in seats else Fraction(0)
            won[name] = won.get(name, Fraction(0)) + share
            held[name] = held.get(name, 0) + 1
    return {name: won[name] / held[name] for name in won}


def compare(seatings: Sequence[Seating], deals: Sequence[Winners]) -> tuple[list[Standing], list[Pair]]:
    """Standings, best first, and every pair of their players in that order. Needs at least one deal."""
    by_deal = [shares_of(seatings, winners) for winners in deals]
    values = {name: [shares[name] for shares in by_deal] for name in by_deal[0]}
    ratings = rate(seatings, deals)
    standings = []
    for name, shares in values.items():
        rating, deviation = ratings[name]
        games = sum(name in seating for seating in seatings) * len(deals)
        half = Z_95 * deviation
        standings.append(Standing(name, *mean_interval(shares, 0, 1), rating, rating - half, rating + half, games))
    standings.sort(key=lambda standing: (-standing.win_share, standing.player))
    order = [standing.player for standing in standings]
    return standings, [_pair(a, b, values[a], values[b]) for a, b in combinations(order, 2)]


def _pair(a: str, b: str, ours: Sequence[Fraction], theirs: Sequence[Fraction]) -> Pair:
    differences = [own - other for own, other in zip(ours, theirs, strict=True)]
    return Pair(a, b, *mean_interval(differences, -1, 1))


def rate(seatings: Sequence[Seating], deals: Iterable[Winners]) -> dict[str, tuple[float, float]]:
    """By name: rating and its standard deviation after all games, in the order of deals and seatings.

    Winners share the first rank, all others the second. Every seat is a separate entry: if a name holds several,
    each enters with the name's rating, and the name gets the sum of their gains and losses (gains from each other
    cancel out) and the mean of their deviations. So equals keep their ratings on average, however many seats each
    holds. Players do not change over time: nothing is added to the deviations between games.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce(tau=0.0)
    names = sorted({name for seating in seatings for name in seating})
    ratings = {name: (model.rating().mu, model.rating().sigma) for name in names}
    for winners in deals:
        for seating, seats in zip(seatings, winners, strict=True):
            entries = [[model.rating(*ratings[name])] for name in seating]
            ranks = [float(seat not in seats) for seat in range(len(seating))]
            after = [team[0] for team in model.rate(entries, ranks=ranks)]
            for name in set(seating):
                own = [after[seat] for seat, other in enumerate(seating) if other == name]
                mu = ratings[name][0]
                ratings[name] = (mu + sum(one.mu - mu for one in own), sum(one.sigma for one in own) / len(own))
    return ratings
