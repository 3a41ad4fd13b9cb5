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
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing, nullcontext
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from coven.engine.decks import AnyDeck
from coven.engine.dice import MASK, RUN, WORDS, fill_block, seed_words
from coven.engine.game import AnyGame
from coven.engine.loops import POLICIES, Loops
from coven.engine.match import Match
from coven.engine.sentences import listed, shown, whole
from coven.env.batch import ADVISERS, NO_ACTION, Batch
from coven.lab.behaviour import behaviour
from coven.lab.kept import BEHAVIOUR, VERSIONS, Kept, KeptError
from coven.lab.matches import play_match
from coven.lab.seatings import Seating, make_seatings, seats_for
from coven.lab.standings import Pair, Standing, Winners, compare
from coven.lab.workers import Work, spread
from coven.players import is_own, known_player, version_of
from coven.players.earlier import KEPT, check_rules
from coven.players.own import own_name

Progress = Callable[[int], None]
Policy = Callable[[Any, Any], Any]
"""policy(observations, masks): from uint8 [k, F] and [k, A], k actions: a player of many games at once."""
Result = tuple[list[int], str]
"""Of a game: the winners' seats, ascending; and why a bot has lost it by failing, or ""."""
MANY = 4096
"""Games that policies play at once."""


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
    failures: list[str] = field(default_factory=list)
    """Games that a bot of one's own has lost by failing (`players.own`), in no order, with the reason. Deals that were
    already in a file are not among them."""

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
    policies: Mapping[str, Policy] = field(default_factory=dict)
    """Players that are functions of many observations, by name."""

    @property
    def named(self) -> list[Seating]:
        """The seatings with the players' names."""
        return [tuple(map(own_name, seating)) for seating in self.seatings]

    @property
    def settings(self) -> dict[str, Any]:
        """Plain data: only deals with the same settings belong together. Raises KeptError as `behaviour` does, and for
        bots of one's own, since nobody can tell later whether they have changed."""
        if self.policies or any(map(is_own, self.players)):
            raise KeptError("a tournament with bots of your own cannot be saved and continued")
        return {
            "game": self.game.key,
            "rules_version": self.game.rules_version,
            "deck_hash": self.deck.hash,
            "players": list(self.players),
            VERSIONS: [version_of(name) for name in self.players],
            "seats": self.seats,
            "seed": self.seed,
            BEHAVIOUR: behaviour(self.game, self.deck, self.players),
            **{f"thinking: {what}": how for what, how in asdict(self.game.thinking).items()},
        }


def make_plan(
    game: AnyGame, players: Sequence[str], seats: int | None = None, seed: int = 0, deck: AnyDeck | None = None,
    policies: Mapping[str, Policy] | None = None,
) -> Plan:  # fmt: skip
    """A tournament of `players` (names, which may repeat) in games of this many seats, by default `seats_for`.

    `policies` are players that are functions of many observations, by the name under which they play.

    Raises UnknownPlayer, and ValueError for players of a single name, an earlier player that knows other rules, an
    impossible number of seats, and an invalid seed.
    """
    for name in set(players) - set(policies or {}):
        if known_player(name) in KEPT:
            check_rules(name, game)
    if len(set(map(own_name, players))) < len(set(players)):
        raise ValueError("two players have the same name: write NAME=MODULE:FUNCTION")
    number = whole(seed)
    if number is None:
        raise ValueError(f"a seed is a whole number, not {shown(seed)}")
    seed_words(number)
    count = seats_for(game, len(players)) if seats is None else game.seats(seats)
    seatings = tuple(make_seatings(players, count))
    return Plan(game, deck or game.decks.default(), tuple(players), count, number, seatings, dict(policies or {}))


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
    started, failures = time.perf_counter(), list[str]()
    keeping = Kept(save, plan.settings, len(plan.seatings), plan.seats) if save else nullcontext()
    with keeping as kept:
        done = {deal: winners for deal, winners in (kept.deals if kept else {}).items() if deal < deals}
        for deal, winners in _play(
            plan, [deal for deal in range(deals) if deal not in done], jobs, progress, len(done), failures
        ):
            done[deal] = winners
            if kept:
                kept.add(deal, winners)
    standings, pairs = compare(plan.named, [done[deal] for deal in range(deals)])
    return Tournament(
        plan.game.key, deals, plan.seats, deals * len(plan.seatings), plan.seed, plan.deck.hash,
        plan.game.rules_version, time.perf_counter() - started, standings, pairs, failures,
    )  # fmt: skip


def _play(
    plan: Plan, missing: Sequence[int], jobs: int, progress: Progress | None, before: int, failures: list[str]
) -> Iterator[tuple[int, Winners]]:
    """Each missing deal as soon as all its games are done; `before` deals were done already. Notes failures."""
    each = len(plan.seatings)
    games = before * each
    numbers = [deal * each + seating for deal in missing for seating in range(each)]
    open_deals: dict[int, dict[int, list[int]]] = {}
    if progress:
        progress(games)
    many = bool(plan.policies)
    results = play_many(plan, numbers) if many else spread(referee, (plan,), numbers, max(1, min(jobs, len(numbers))))
    with closing(results):
        for number, (winners, failure) in results:
            deal, seating = divmod(number, each)
            if failure:
                failures.append(f"deal {deal}, seating {seating}: {failure}")
            found = open_deals.setdefault(deal, {})
            found[seating] = winners
            if len(found) == each:
                yield deal, [found[number] for number in range(each)]
                del open_deals[deal]
            games += 1
            if progress:
                progress(games)


def referee(plan: Plan) -> Work:
    """play(number): the winners' seats, ascending, of one game: deal times number of seatings, plus the seating; and
    why a bot has lost it by failing, or ""."""
    play = _compiled(plan) if set(plan.players) <= set(POLICIES) else _matches(plan)
    return lambda number: play(*divmod(number, len(plan.seatings)))


def _matches(plan: Plan) -> Callable[[int, int], Result]:
    def play(deal: int, number: int) -> Result:
        match = Match(plan.game, plan.seats, deal_seed(plan.seed, deal), plan.deck)
        seeds = [player_seed(plan.seed, deal, number, seat) for seat in range(plan.seats)]
        shares, failure = play_match(match, plan.seatings[number], seeds)
        return [seat for seat, share in enumerate(shares) if share], failure

    return play


def _compiled(plan: Plan) -> Callable[[int, int], Result]:
    run = Loops(plan.game, plan.deck.tables, plan.seats).policy_games

    def play(deal: int, number: int) -> Result:
        policies = [POLICIES[name] for name in plan.seatings[number]]
        _, shares, _ = run(plan.seed, deal, 1, policies, 0)
        return [seat for seat, share in enumerate(shares[0]) if share], ""

    return play


def play_many(plan: Plan, numbers: Sequence[int]) -> Generator[tuple[int, Result], None, None]:
    """Games with policies, many at once: each number and what `referee` says of it, when all of a chunk are over.

    "random" and "thumb" draw from the seeds that `player_seed` gives them.
    """
    others = set(plan.players) - set(plan.policies)
    if not others <= set(ADVISERS):
        raise ValueError(f"{listed(sorted(others - set(ADVISERS)))} cannot play along with functions of many games")
    for start in range(0, len(numbers), MANY):
        chunk = numbers[start : start + MANY]
        batch = Batch(plan.game, len(chunk), plan.seats, plan.deck, seed=[plan.seed] * len(chunk), restart=False)
        deals, seatings = zip(*(divmod(number, len(plan.seatings)) for number in chunk), strict=True)
        batch.reset([plan.seed] * len(chunk), first=deals)
        who = np.array([plan.seatings[seating] for seating in seatings])
        rngs = {
            name: np.array(
                [player_seed(plan.seed, deal, seating, 0) + 1 for deal, seating in zip(deals, seatings, strict=True)]
            )
            for name in others
        }
        winners: list[list[int]] = [[] for _ in chunk]
        while (batch.seat >= 0).any():
            step_many(batch, plan.policies, who, rngs)
            for env in np.flatnonzero(batch.done):
                winners[env] = np.flatnonzero(batch.rewards[env]).tolist()
        yield from zip(chunk, [(won, "") for won in winners], strict=True)


def step_many(batch: Batch, policies: Mapping[str, Policy], who: Any, rngs: Mapping[str, Any]) -> None:
    """One decision in every game that goes on: `who[env, seat]` is the player's name."""
    actions = np.full(batch.envs, NO_ACTION)
    movers = np.where(batch.seat >= 0, who[np.arange(batch.envs), batch.seat], "")
    for name in set(who.ravel()):
        here = movers == name
        if here.any():
            chosen = policies[name](batch.obs[here], batch.mask[here]) if name in policies else None
            actions[here] = batch.advise(name, rngs[name])[here] if chosen is None else chosen
    batch.step(actions)


def deal_seed(seed: int, deal: int) -> int:
    """The seed of the deal's games: that of game `deal` of a run with this seed (`dice.start_game`)."""
    words = [0] * WORDS
    fill_block(seed_words(seed), 0, RUN, deal, words)
    return sum((words[i] & MASK) << 32 * i for i in range(4))


def player_seed(seed: int, deal: int, seating: int, seat: int) -> int:
    """The seed of the player in one seat of one game, 56 bits."""
    return int.from_bytes(hashlib.sha256(f"{seed} {deal} {seating} {seat}".encode()).digest()[:7], "big")
