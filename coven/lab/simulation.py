"""Playing many games, and measuring the players and the seats."""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from coven.engine.decks import AnyDeck
from coven.engine.game import AnyGame
from coven.engine.loops import Loops
from coven.engine.match import Match
from coven.engine.sentences import shown, whole
from coven.lab.matches import play_match
from coven.lab.statistics import wilson
from coven.lab.tournament import deal_seed, player_seed
from coven.players import is_own, known_player, policy
from coven.players.own import own_name

CHUNK = 1000
"""Games played between two reports of progress."""


@dataclass(frozen=True)
class Simulation:
    """The figures of one run. Shares are of the victory (1/k each for k winners); lists go by player or by seat."""

    game: str
    games: int
    seed: int
    players: list[str]
    win_share: list[float]
    win_share_low: list[float]
    """Lower end of the 95 % interval, by player."""
    win_share_high: list[float]
    seat_win_share: list[float]
    seat_win_share_low: list[float]
    seat_win_share_high: list[float]
    decisions_mean: float
    decisions_max: int
    decisions_per_second: float
    """For the games only, after compiling; depends on the machine."""
    fixed_seats: bool
    deck_hash: str
    rules_version: int

    def as_dict(self) -> dict[str, Any]:
        """Plain data, as `coven simulate --json` prints it."""
        return asdict(self)


def simulate_game(
    game: AnyGame,
    players: Sequence[str],
    games: int,
    seed: int,
    deck: AnyDeck | None = None,
    *,
    fixed_seats: bool = False,
    progress: Callable[[int], None] | None = None,
) -> Simulation:
    """Play `games` games; player i sits in seat i, moved on by one each game unless `fixed_seats`.

    `progress` is called with the number of games done, first with 0. Raises ValueError for a number of games below 1
    or of players that the game is not made for, UnknownPlayer, and TypeError for a text instead of a list.
    """
    count, master = whole(games), whole(seed)
    if count is None or count < 1:
        raise ValueError(f"the number of games must be 1 or more, not {shown(games)}")
    if master is None:
        raise ValueError(f"a seed is a whole number, not {shown(seed)}")
    if isinstance(players, str):
        raise TypeError(f'players must be a list of names, like ["thumb", "random"], not "{shown(players)}"')
    game.seats(len(players))
    deck = deck or game.decks.default()
    if any(map(is_own, players)):
        return _ask_each(game, list(map(known_player, players)), count, master, deck, fixed_seats, progress)
    policies = [policy(name) for name in players]
    if progress:
        progress(0)
    run = Loops(game, deck.tables, len(players)).policy_games
    counts, shares, seconds = [], [], 0.0
    for first in range(0, count, CHUNK):
        started = time.perf_counter()
        decisions, share, _ = run(master, first, min(CHUNK, count - first), policies, int(not fixed_seats))
        seconds += time.perf_counter() - started
        counts.append(decisions)
        shares.append(share)
        if progress:
            progress(first + len(decisions))
    return _figures(game, list(players), master, deck, np.concatenate(counts), np.concatenate(shares),
                    seconds, fixed_seats)  # fmt: skip


def _ask_each(
    game: AnyGame, players: list[str], games: int, seed: int, deck: AnyDeck, fixed: bool,
    progress: Callable[[int], None] | None,
) -> Simulation:  # fmt: skip
    """The same with bots of one's own, which are asked one by one. A bot that fails has lost its game, and is warned
    of."""
    counts, shares, started = [], [], time.perf_counter()
    for number in range(games):
        turn = 0 if fixed else number
        names = [players[(seat + turn) % len(players)] for seat in range(len(players))]
        match = Match(game, len(players), deal_seed(seed, number), deck)
        share, failure = play_match(match, names, [player_seed(seed, number, 0, seat) for seat in range(len(players))])
        if failure:
            warnings.warn(f"game {number}: {failure}: it has lost the game", stacklevel=3)
        counts.append(len(match.acts))
        shares.append(share)
        if progress:
            progress(number + 1)
    seconds = time.perf_counter() - started
    named = list(map(own_name, players))
    return _figures(game, named, seed, deck, np.array(counts), np.array(shares), seconds, fixed)


def _figures(
    game: AnyGame, players: list[str], seed: int, deck: AnyDeck, counts: Any, shares: Any, seconds: float, fixed: bool
) -> Simulation:
    seat_of = np.arange(len(players))[None, :]
    if not fixed:
        seat_of = (seat_of - np.arange(len(counts))[:, None]) % len(players)
    by_player = np.take_along_axis(shares, np.broadcast_to(seat_of, shares.shape), axis=1).mean(axis=0)
    by_seat = shares.mean(axis=0)
    low, high = _intervals(by_player, len(counts))
    seat_low, seat_high = _intervals(by_seat, len(counts))
    return Simulation(
        game=game.key,
        games=len(counts),
        seed=seed,
        players=players,
        win_share=by_player.tolist(),
        win_share_low=low,
        win_share_high=high,
        seat_win_share=by_seat.tolist(),
        seat_win_share_low=seat_low,
        seat_win_share_high=seat_high,
        decisions_mean=float(counts.mean()),
        decisions_max=int(counts.max()),
        decisions_per_second=float(counts.sum()) / max(seconds, 1e-9),
        fixed_seats=fixed,
        deck_hash=deck.hash,
        rules_version=game.rules_version,
    )


def _intervals(shares: Any, games: int) -> tuple[list[float], list[float]]:
    ends = [wilson(share * games, games) for share in shares.tolist()]
    return [low for low, _ in ends], [high for _, high in ends]
