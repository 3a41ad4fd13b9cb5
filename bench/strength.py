"""How strong the players are: the same deals for both, until the interval decides; and a table of all levels."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from bench.figures import Section
from coven.engine.sentences import listed
from coven.games import load_game
from coven.lab.standings import Pair
from coven.lab.tournament import make_plan, play_tournament
from coven.lab.workers import cores
from coven.players import PLAYERS, SEARCHING

SEED = 7
SEATS = {"three-witches": 3, "witchs-brew": 3, "midnight": 2, "whirling-witchcraft": 4}
"""Where two players compete they share a table of so many. At larger tables of Midnight luck hides a difference."""
LOOKS = (20, 40, 80, 160, 320, 640, 1000)
"""Deals: after so many it is looked at, and ended if the difference is decided."""
WIDER = 1.45
"""Each look asks for an interval wider than that of 95 % by so much: one of 99.3 % (Student's t for 20 deals; for more
deals it is wider than that needs). So all seven looks together find a difference between equals in fewer than 5 % of
runs (Bonferroni)."""
QUICK_LOOKS = (4,)
TABLE_DEALS = {"three-witches": 12, "witchs-brew": 3, "midnight": 10, "whirling-witchcraft": 6}
"""Deals of the table of all levels, in which every choice of players fills the smallest table."""


def strength(game: str) -> Callable[[bool], Iterator[Section]]:
    """The part that measures the players of a game."""
    return partial(_sections, game)


def _sections(game: str, quick: bool) -> Iterator[Section]:
    yield duels(game, QUICK_LOOKS if quick else LOOKS)
    yield levels(game, 2 if quick else TABLE_DEALS[game])


def duels(game: str, looks: Sequence[int]) -> Section:
    """Each witch against rules of thumb, until the difference is decided."""
    seats = SEATS[game]
    rows = ["| players | deals | games | share | difference | decided |", "|---|--:|--:|--:|--:|---|"]
    for name in reversed(SEARCHING):
        with tempfile.TemporaryDirectory() as folder:
            rows.append(duel(game, name, looks, Path(folder) / "deals.jsonl", cores()))
    about = f"Duplicate deals, seed {SEED}, tables of {seats} that the two fill in turn, each deal in all seatings. \
Win shares are per seat (even: {1 / seats:.3f}; interval 95 %, from the deals). It is looked at after \
{listed([str(look) for look in looks])} deals, and ended when the difference is decided: its interval, {WIDER} times \
as wide as one of 95 % because of the looks, leaves out zero."
    return Section("Witches against rules of thumb", about, [], ("\n".join(rows),))


def duel(game: str, name: str, looks: Sequence[int], save: Path, jobs: int) -> str:
    """A row: a witch against rules of thumb, until the difference is decided or the last look is taken."""
    plan = make_plan(load_game(game), (name, "thumb"), SEATS[game], SEED)
    for deals in looks:
        found = play_tournament(plan, deals, jobs=jobs, save=save)
        difference, half = difference_of(found.pairs[0], name)
        if abs(difference) > half:
            break
    share = next(one for one in found.standings if one.player == name)
    return (
        f"| {name} against thumb | {found.deals} | {found.games:,} | {share.win_share:.3f} ({share.low:.3f} to "
        f"{share.high:.3f}) | {difference:+.3f} ({difference - half:+.3f} to {difference + half:+.3f}) | "
        f"{'yes' if abs(difference) > half else 'no'} |"
    )


def difference_of(pair: Pair, name: str) -> tuple[float, float]:
    """By how much the player's share is higher than the other's, and half the width of the interval of a look."""
    sign = 1 if pair.a == name else -1
    return sign * pair.difference, WIDER * (pair.high - pair.low) / 2


def levels(game: str, deals: int) -> Section:
    """All players against each other."""
    seats = load_game(game).players[0]
    found = play_tournament(make_plan(load_game(game), tuple(PLAYERS), seats, SEED), deals, jobs=cores())
    rows = ["| player | share | 95 % | rating | 95 % |", "|---|--:|--:|--:|--:|"]
    rows += [
        f"| {one.player} | {one.win_share:.3f} | {one.low:.3f} to {one.high:.3f} | {one.rating:.1f} | "
        f"{one.rating_low:.1f} to {one.rating_high:.1f} |"
        for one in found.standings
    ]
    about = f"Every choice of {seats} of the {len(PLAYERS)} players in all seatings: {deals} deals, {found.games:,} \
games, seed {SEED}. Even: {1 / seats:.3f}."
    return Section("Levels", about, [], ("\n".join(rows),))
