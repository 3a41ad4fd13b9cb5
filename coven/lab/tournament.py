"""Tournaments: the same deals for everybody.

Each deal is played once in each seating, so the luck of the cards and of the seat cancels out, and a few hundred games
say as much as thousands with different cards.

How a game is played: the seats that owe a decision are asked in order, each for one action from its own view. Actions
out of turn (`Actions.out_of_turn`, a catch in Midnight) are among a seat's choices then, and only then: a seat that is
asked nothing is not woken, and nobody is inattentive or faster. That is the same for every seat. Deal d is game d of
`simulate` with the same seed. Every player gets its own seed for every game, from the seed of the tournament, the deal,
the seating and the seat, so the figures do not depend on the number of processes. If a compiled loop can play all
players, it does, and draws from the stream of the deal instead.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, nullcontext
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from coven.engine.decks import AnyDeck
from coven.engine.dice import MASK, RUN, WORDS, fill_block, seed_words
from coven.engine.game import AnyGame
from coven.engine.loops import POLICIES, Loops
from coven.engine.match import Match
from coven.engine.sentences import shown, whole
from coven.lab.behaviour import behaviour
from coven.lab.kept import BEHAVIOUR, Kept
from coven.lab.seatings import Seating, make_seatings, seats_for
from coven.lab.standings import Pair, Standing, Winners, compare
from coven.lab.workers import Work, spread
from coven.players import known_player, make_player

Progress = Callable[[int], None]


@dataclass(frozen=True)
class Tournament:
    """The figures of one tournament."""

    game: str
    deals: int
    seats: int
    games: int
    seed: int
    deck_hash: str
    rules_version: int
    seconds: float
    """For this run only; deals that were already in a file took no time."""
    standings: list[Standing]
    """Best first."""
    pairs: list[Pair]
    """Every two players, in the order of the standings."""

    def as_dict(self) -> dict[str, Any]:
        """Plain data, as `coven tournament --json` prints it."""
        return asdict(self)


@dataclass(frozen=True)
class Plan:
    """What decides every game of a tournament, made by `make_plan`."""

    game: AnyGame
    deck: AnyDeck
    players: tuple[str, ...]
    seats: int
    seed: int
    seatings: tuple[Seating, ...]

    @property
    def settings(self) -> dict[str, Any]:
        """Plain data: only deals with the same settings belong together. Raises KeptError as `behaviour` does."""
        return {
            "game": self.game.key,
            "rules_version": self.game.rules_version,
            "deck_hash": self.deck.hash,
            "players": list(self.players),
            "seats": self.seats,
            "seed": self.seed,
            BEHAVIOUR: behaviour(self.game, self.deck, self.players),
            **{f"thinking: {what}": how for what, how in asdict(self.game.thinking).items()},
        }


def make_plan(
    game: AnyGame, players: Sequence[str], seats: int | None = None, seed: int = 0, deck: AnyDeck | None = None
) -> Plan:
    """A tournament of `players` (names, which may repeat) in games of this many seats, by default `seats_for`.

    Raises UnknownPlayer, and ValueError for players of a single name, an impossible number of seats, and an invalid
    seed.
    """
    for name in players:
        known_player(name)
    number = whole(seed)
    if number is None:
        raise ValueError(f"a seed is a whole number, not {shown(seed)}")
    seed_words(number)
    count = seats_for(game, len(players)) if seats is None else game.seats(seats)
    seatings = tuple(make_seatings(players, count))
    return Plan(game, deck or game.decks.default(), tuple(players), count, number, seatings)


def play_tournament(
    plan: Plan, deals: int, *, jobs: int = 1, save: Path | None = None, progress: Progress | None = None
) -> Tournament:
    """Play deals 0 to deals - 1 and compare the players; the figures are the same for any number of `jobs` (processes).

    `save` names a file that keeps each finished deal; deals already in it are not played again, however the program
    ended. `progress` is called with the number of games done. Raises ValueError for fewer than one deal or job,
    KeptError for a file that does not fit, WorkerDied, and OSError.
    """
    for count, what in ((whole(deals), "deals"), (whole(jobs), "jobs")):
        if count is None or count < 1:
            raise ValueError(f"the number of {what} must be 1 or more, not {shown(deals if what == 'deals' else jobs)}")
    started = time.perf_counter()
    keeping = Kept(save, plan.settings, len(plan.seatings), plan.seats) if save else nullcontext()
    with keeping as kept:
        done = {deal: winners for deal, winners in (kept.deals if kept else {}).items() if deal < deals}
        for deal, winners in _play(
            plan, [deal for deal in range(deals) if deal not in done], jobs, progress, len(done)
        ):
            done[deal] = winners
            if kept:
                kept.add(deal, winners)
    standings, pairs = compare(plan.seatings, [done[deal] for deal in range(deals)])
    return Tournament(
        plan.game.key, deals, plan.seats, deals * len(plan.seatings), plan.seed, plan.deck.hash,
        plan.game.rules_version, time.perf_counter() - started, standings, pairs,
    )  # fmt: skip


def _play(
    plan: Plan, missing: Sequence[int], jobs: int, progress: Progress | None, before: int
) -> Iterator[tuple[int, Winners]]:
    """Each missing deal as soon as all its games are done; `before` deals were done already."""
    each = len(plan.seatings)
    games = before * each
    numbers = [deal * each + seating for deal in missing for seating in range(each)]
    open_deals: dict[int, dict[int, list[int]]] = {}
    if progress:
        progress(games)
    with closing(spread(referee, (plan,), numbers, max(1, min(jobs, len(numbers))))) as results:
        for number, winners in results:
            deal, seating = divmod(number, each)
            found = open_deals.setdefault(deal, {})
            found[seating] = winners
            if len(found) == each:
                yield deal, [found[number] for number in range(each)]
                del open_deals[deal]
            games += 1
            if progress:
                progress(games)


def referee(plan: Plan) -> Work:
    """play(number): the winners' seats, ascending, of one game: deal times number of seatings, plus the seating."""
    play = _compiled(plan) if set(plan.players) <= set(POLICIES) else _matches(plan)
    return lambda number: play(*divmod(number, len(plan.seatings)))


def _matches(plan: Plan) -> Callable[[int, int], list[int]]:
    def play(deal: int, number: int) -> list[int]:
        match = Match(plan.game, plan.seats, deal_seed(plan.seed, deal), plan.deck)
        minds = [
            make_player(name, player_seed(plan.seed, deal, number, seat))
            for seat, name in enumerate(plan.seatings[number])
        ]
        while (outcome := match.outcome) is None:
            seat = match.pending[0]
            view, legal = match.view_record(seat), match.numbers(seat)
            match.act(seat, minds[seat](match.game, match.deck, view, seat, legal))
        return list(outcome.winners)

    return play


def _compiled(plan: Plan) -> Callable[[int, int], list[int]]:
    run = Loops(plan.game, plan.deck.tables, plan.seats).policy_games

    def play(deal: int, number: int) -> list[int]:
        policies = [POLICIES[name] for name in plan.seatings[number]]
        _, shares, _ = run(plan.seed, deal, 1, policies, 0)
        return [seat for seat, share in enumerate(shares[0]) if share]

    return play


def deal_seed(seed: int, deal: int) -> int:
    """The seed of the deal's games: that of game `deal` of a run with this seed (`dice.start_game`)."""
    words = [0] * WORDS
    fill_block(seed_words(seed), 0, RUN, deal, words)
    return sum((words[i] & MASK) << 32 * i for i in range(4))


def player_seed(seed: int, deal: int, seating: int, seat: int) -> int:
    """The seed of the player in one seat of one game, 56 bits."""
    return int.from_bytes(hashlib.sha256(f"{seed} {deal} {seating} {seat}".encode()).digest()[:7], "big")
