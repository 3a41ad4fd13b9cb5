"""How strong the players are: the same deals for both, until the interval has decided; and a table of all levels."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from bench.figures import Section
from coven.games import load_game
from coven.lab.standings import Pair
from coven.lab.tournament import Plan, Tournament, make_plan, play_tournament
from coven.lab.workers import cores
from coven.players import PLAYERS, SEARCHING

SEED = 7
SEATS = {"three-witches": 3, "witchs-brew": 3, "midnight": 4, "whirling-witchcraft": 4}
"""Where two players compete they share a table of so many."""
FEWEST, STEP, MOST = 10, 10, 1000
"""Deals: the first look is after so many, then after so many more each time, and no more than these."""
TABLE_DEALS = {"three-witches": 12, "witchs-brew": 3, "midnight": 10, "whirling-witchcraft": 6}
"""Deals of the table of all levels, in which every choice of players fills the smallest table."""


def strength(game: str) -> Callable[[bool], Iterator[Section]]:
    """The part that measures the players of a game."""
    return partial(_sections, game)


def _sections(game: str, quick: bool) -> Iterator[Section]:
    yield duels(game, STEP if quick else MOST)
    yield levels(game, 2 if quick else TABLE_DEALS[game])


def duels(game: str, most: int) -> Section:
    """Each witch against rules of thumb, until the interval of the difference has decided."""
    seats = SEATS[game]
    rows = ["| players | deals | games | share | difference | decided |", "|---|--:|--:|--:|--:|---|"]
    for name in reversed(SEARCHING):
        found = decide(make_plan(load_game(game), (name, "thumb"), seats, SEED), most)
        pair = next(one for one in found.pairs)
        sign = 1 if pair.a == name else -1
        share = next(one for one in found.standings if one.player == name)
        ends = sorted((sign * pair.low, sign * pair.high))
        verdict = "yes" if is_decided(pair) else "no"
        rows.append(
            f"| {name} against thumb | {found.deals} | {found.games:,} | {share.win_share:.3f} ({share.low:.3f} to "
            f"{share.high:.3f}) | {sign * pair.difference:+.3f} ({ends[0]:+.3f} to {ends[1]:+.3f}) | {verdict} |"
        )
    about = f"Duplicate deals, seed {SEED}, tables of {seats} that the two fill in turn, each deal in all seatings. \
Win shares are per seat (even: {1 / seats:.3f}), intervals 95 %, from the deals. First look after {FEWEST} deals, then \
after every {STEP}, until the interval of the difference leaves out zero."
    return Section("Witches against rules of thumb", about, [], ("\n".join(rows),))


def decide(plan: Plan, most: int) -> Tournament:
    """Play on until the difference is decided, or `most` deals are played."""
    with tempfile.TemporaryDirectory() as folder:
        deals = min(FEWEST, most)
        while True:
            found = play_tournament(plan, deals, jobs=cores(), save=Path(folder) / "deals.jsonl")
            if deals >= most or is_decided(found.pairs[0]):
                return found
            deals = min(deals + STEP, most)


def is_decided(pair: Pair) -> bool:
    """Does the interval leave out zero?"""
    return pair.low > 0 or pair.high < 0


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
