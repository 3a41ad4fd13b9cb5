"""Midnight: worlds that redeals offer, judged by what the seats remember.

    python -m bench.midnight_worlds [--games 2000] [--first 0] [--processes 2]

Games of two to eight players with both decks of the box. In each of them ten moments, most of them after a new draw
pile was made where there was one; at each a seat's view is dealt again twenty times, and the account of that seat,
which knows only what it has seen (tests/games/midnight/account.py), says whether it could be so."""

from __future__ import annotations

import argparse
import random
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from multiprocessing import get_context
from typing import Any

from coven.engine.decks import AnyDeck
from coven.engine.dice import open_stream
from coven.engine.jit import compiled
from coven.engine.loops import Loops
from coven.engine.seats import over
from coven.games.midnight.deck import default_deck, full_grid
from coven.games.midnight.game import GAME
from coven.games.midnight.mind.redeal import redeal
from coven.games.midnight.rules import actions, contract
from coven.games.midnight.rules.state import Midnight
from coven.games.midnight.rules.view import hide
from tests.games.midnight.remembered import Remembered
from tests.games.midnight.test_against_naive import Dice, forgets, legal, start

MOMENTS = 10
EARLY = 3
"""Of these moments before the first shuffle, where there is one."""
WORLDS = 20
REDEALS = 100
"""Purpose of the dice stream for redeals."""
LINGERING = 5
"""In all but one of so many games players linger until there is a reshuffle."""
DRAWS = 0.4
"""How often a lingering player draws where it may."""
PLAYERS = range(2, 9)
REPORTED = 100
"""Games between two progress reports."""


def lingers(rng: random.Random, texts: list[str]) -> str:
    """Draws often where it may; otherwise anything."""
    return "draw" if "draw" in texts and rng.random() < DRAWS else forgets(rng, texts)


def deal_again(deck: Any, view: Any, s: Any, number: int) -> None:
    """One redeal with dice of its own."""
    open_stream(s, REDEALS, number)
    redeal(deck, view, s)


@dataclass
class Verdict:
    """What was judged, by "before" and "after" a shuffle."""

    worlds: Counter[str] = field(default_factory=Counter)
    objections: Counter[str] = field(default_factory=Counter)
    examples: list[str] = field(default_factory=list)
    truths: int = 0
    """Truths that were objected to: a fault of the judge or of the rules."""
    forgotten: int = 0
    """What did not fit into memories, by the seats that forgot it."""

    def add(self, other: Verdict) -> None:
        """Count together."""
        self.worlds += other.worlds
        self.objections += other.objections
        self.examples += other.examples
        self.truths += other.truths
        self.forgotten += other.forgotten


class Judge:
    """The games of one deck and number of players."""

    def __init__(self, deck: AnyDeck, players: int) -> None:
        self.deck, self.players, self.tables = deck, players, deck.tables
        loops = Loops(GAME, self.tables, players)
        self.record = loops.deck
        self.world = loops.states(1)[0]
        self.deal = compiled(deal_again, self.record, self.world, self.world, 0)

    def game(self, seed: int, worlds: int = WORLDS) -> Verdict:
        """Ten moments of a game, and so many worlds at each."""
        acts, shuffled = self.played(seed)
        rng, verdict = random.Random(f"moments {seed}"), Verdict()
        early = EARLY if shuffled < len(acts) else MOMENTS
        moments = sorted(rng.choices(range(min(shuffled, len(acts))), k=early))
        moments += sorted(rng.choices(range(shuffled, len(acts)), k=MOMENTS - early)) if early < MOMENTS else []
        naive = Remembered(self.deck.data, self.players, Dice(seed))
        for number, (s, seat, text) in enumerate(acts):
            for _ in range(moments.count(number)):
                self.judge(naive, s, rng.randrange(-1, self.players), seed, worlds, verdict)
            naive.act(seat, text)
        verdict.forgotten = acts[-1][0].forgotten
        return verdict

    def played(self, seed: int) -> tuple[list[tuple[Midnight, int, str]], int]:
        """The acts of a game, with the state before each; from which of them on there has been a shuffle."""
        s, rng = start(self.deck, self.players, seed, calls_made=False), random.Random(seed)
        acts, shuffled = [], 0
        while not over(s):
            seat = rng.choice([one for one in range(self.players) if legal(self.deck, s, one)])
            choose = lingers if seed % LINGERING and not s.shuffles else forgets
            text = choose(rng, legal(self.deck, s, seat))
            acts.append((s.copy(), seat, text))
            shuffled += s.shuffles == 0
            contract.apply(self.tables, s, seat, actions.parse_action(self.deck, text))
        return acts, shuffled

    def judge(self, naive: Remembered, s: Midnight, viewer: int, seed: int, worlds: int, verdict: Verdict) -> None:
        """Worlds of one view."""
        view, account = Midnight(), naive.account_of(viewer)
        hide(self.tables, s, viewer, view)
        record = view.to_record()
        verdict.truths += account.objection(self.hands(s.counts)) != ""
        when = "after" if s.shuffles else "before"
        for number in range(worlds):
            self.world["seed"] = (seed, number, viewer + 1, s.events)
            self.deal(self.record, record, self.world, number)
            why = account.objection(self.hands(self.world["counts"].tolist()))
            verdict.worlds[when] += 1
            if why:
                verdict.objections[f"{when}: {why}"] += 1
                verdict.examples.append(f"{self.players} players, seed {seed}, event {s.events}, seat {viewer}: {why}")

    def hands(self, counts: list[list[int]]) -> list[dict[str, int]]:
        """Hands by the names of cards."""
        return [
            {self.deck.cards[kind]: number for kind, number in enumerate(row) if number}
            for row in counts[: self.players]
        ]


@cache
def judge_of(deck: str, players: int) -> Judge:
    """The judge of a table, once in a process."""
    return Judge(default_deck() if deck == "default" else full_grid(), players)


def game(number: int) -> Verdict:
    """A game by its number: the tables take turns."""
    tables = [(deck, players) for deck in ("default", "full grid") for players in PLAYERS]
    return judge_of(*tables[number % len(tables)]).game(number)


def report(games: int, found: Verdict) -> str:
    """The figures in words."""
    lines = [f"{games:,} games, {found.worlds.total():,} worlds; truths ruled out: {found.truths}"]
    for when, worlds in sorted(found.worlds.items()):
        wrong = sum(number for why, number in found.objections.items() if why.startswith(when))
        lines.append(f"{when} a reshuffle: {worlds:,} worlds, {wrong:,} ruled out ({100 * wrong / worlds:.3f} %)")
    lines.append(f"facts dropped: {found.forgotten:,}")
    return "\n".join([*lines, *(f"{number} {why}" for why, number in found.objections.most_common())])


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m bench.midnight_worlds", description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--processes", type=int, default=2)
    args = parser.parse_args()
    found, done = Verdict(), 0
    with ProcessPoolExecutor(args.processes, get_context("spawn")) as pool:
        for verdict in pool.map(game, range(args.first, args.first + args.games)):
            found.add(verdict)
            done += 1
            if done % REPORTED == 0:
                print(report(done, found), flush=True)
    print(report(done, found))
    print(*found.examples[:40], sep="\n")


if __name__ == "__main__":
    main()
