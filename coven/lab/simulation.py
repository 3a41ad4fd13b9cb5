"""Playing many games, and measuring the players and the seats."""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from coven.engine.decks import AnyDeck
from coven.engine.game import AnyGame
from coven.engine.match import Match
from coven.engine.sentences import shown, whole
from coven.engine.survey import Survey
from coven.lab.behaviour import behaviour
from coven.lab.lines import BEHAVIOUR, KeptError, Lines
from coven.lab.matches import play_match
from coven.lab.statistics import wilson
from coven.lab.tournament import deal_seed, player_seed
from coven.lab.workers import Work, spread
from coven.players import is_own, known_player, policy
from coven.players.own import own_name

CHUNK = 1000
"""Games played between two reports of progress."""
FORMAT, VERSION = "coven-simulation", 1


class Chunk(msgspec.Struct, forbid_unknown_fields=True):
    """The sums of some games."""

    first: int
    """The number of the first of them."""
    games: int
    by_player: list[float]
    by_seat: list[float]
    by_place: list[float]
    """From who begins on, clockwise."""
    begun: int
    """Games in which somebody began before the others."""
    decisions: int
    most: int
    """Decisions of the longest game."""
    seconds: float


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
    place_win_share: list[float]
    """From who begins on, clockwise; empty if everybody begins at once."""
    place_win_share_low: list[float]
    place_win_share_high: list[float]
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
    jobs: int = 1,
    save: Path | None = None,
) -> Simulation:
    """Play `games` games; player i sits in seat i, moved on by one each game unless `fixed_seats`. The figures are the
    same for any number of `jobs` (processes), but for the speed.

    `save` names a file that keeps finished games: they are not played again. `progress` is called with the number of
    games done, first with 0. Raises ValueError for a number of games or jobs below 1 or of players that the game is
    not made for, UnknownPlayer, TypeError for a text instead of a list, KeptError, WorkerDied, and OSError.
    """
    count, master, processes = whole(games), whole(seed), whole(jobs)
    if count is None or count < 1:
        raise ValueError(f"the number of games must be 1 or more, not {shown(games)}")
    if processes is None or processes < 1:
        raise ValueError(f"the number of jobs must be 1 or more, not {shown(jobs)}")
    if master is None:
        raise ValueError(f"a seed is a whole number, not {shown(seed)}")
    if isinstance(players, str):
        raise TypeError(f'players must be a list of names, like ["thumb", "random"], not "{shown(players)}"')
    game.seats(len(players))
    deck = deck or game.decks.default()
    if any(map(is_own, players)):
        if save:
            raise KeptError("games of bots of your own cannot be saved and continued")
        chunk = _ask_each(game, list(map(known_player, players)), count, master, deck, fixed_seats, progress)
        return _figures(game, list(map(own_name, players)), master, deck, [chunk], fixed_seats, 1)
    given = (game, deck, [policy(name) for name in players], master, fixed_seats, count)
    settings = _settings(game, deck, players, master, fixed_seats) if save else {}
    chunks = _play_chunks(given, settings, processes, save, progress)
    return _figures(game, list(players), master, deck, chunks, fixed_seats, processes)


def _settings(game: AnyGame, deck: AnyDeck, players: Sequence[str], seed: int, fixed: bool) -> dict[str, Any]:
    """Plain data: only games with the same settings belong together. Raises KeptError as `behaviour` does."""
    return {
        "format": FORMAT, "version": VERSION, "game": game.key, "rules_version": game.rules_version,
        "deck_hash": deck.hash, "players": list(players), "seed": seed, "fixed_seats": fixed,
        BEHAVIOUR: behaviour(game, deck, players, measured=True),
    }  # fmt: skip


def _play_chunks(
    given: tuple[Any, ...], settings: Mapping[str, Any], jobs: int, save: Path | None,
    progress: Callable[[int], None] | None,
) -> list[Chunk]:  # fmt: skip
    """Every chunk of the run in order, those from the file as they are."""
    games, seats = given[-1], len(given[2])
    wanted = {first: min(CHUNK, games - first) for first in range(0, games, CHUNK)}
    kept: dict[int, Chunk] = {}

    def take(line: Any) -> None:
        chunk = msgspec.convert(line, Chunk)
        if {len(chunk.by_player), len(chunk.by_seat), len(chunk.by_place)} != {seats}:
            raise ValueError(f"its lists must have {seats} numbers")
        kept[chunk.first] = chunk

    with Lines(save, "simulation", settings, take) if save else nullcontext() as lines:
        done = {first: kept[first] for first in wanted if first in kept and kept[first].games == wanted[first]}
        missing = [first for first in wanted if first not in done]
        played = sum(chunk.games for chunk in done.values())
        if progress:
            progress(0)
        for first, chunk in spread(_chunks, given, missing, min(jobs, len(missing)) or 1):
            done[first] = chunk
            played += chunk.games
            if lines:
                lines.add(msgspec.to_builtins(chunk))
            if progress:
                progress(played)
    return [done[first] for first in wanted]


def _chunks(game: AnyGame, deck: AnyDeck, policies: list[int], seed: int, fixed: bool, games: int) -> Work:
    """work(first): the chunk that begins with this game."""
    survey = Survey(game, deck.tables, len(policies))
    survey.games(seed, 0, 0, policies)

    def work(first: int) -> Chunk:
        started = time.perf_counter()
        shares, notes = survey.games(seed, first, min(CHUNK, games - first), policies, int(not fixed))
        seconds = time.perf_counter() - started
        return _summed(first, shares, notes["decisions"], notes["starter"].astype(int), fixed, seconds)

    return work


def _summed(first: int, shares: Any, counts: Any, starters: Any, fixed: bool, seconds: float) -> Chunk:
    """The sums of games from number `first` on."""
    seats = np.arange(shares.shape[1])[None, :]
    turns = np.zeros(len(shares), int) if fixed else first + np.arange(len(shares))
    by_player = np.take_along_axis(shares, (seats - turns[:, None]) % shares.shape[1], axis=1)
    begun = starters >= 0
    by_place = np.take_along_axis(shares, (np.maximum(starters, 0)[:, None] + seats) % shares.shape[1], axis=1)[begun]
    return Chunk(
        first, len(shares), by_player.sum(axis=0).tolist(), shares.sum(axis=0).tolist(), by_place.sum(axis=0).tolist(),
        int(begun.sum()), int(counts.sum()), int(counts.max()), seconds,
    )  # fmt: skip


def _ask_each(
    game: AnyGame, players: list[str], games: int, seed: int, deck: AnyDeck, fixed: bool,
    progress: Callable[[int], None] | None,
) -> Chunk:  # fmt: skip
    """The same with bots of one's own, which are asked one by one. A bot that fails has lost its game, and is warned
    of."""
    counts, shares, starters, started = [], [], list[int](), time.perf_counter()
    for number in range(games):
        turn = 0 if fixed else number
        names = [players[(seat + turn) % len(players)] for seat in range(len(players))]
        match = Match(game, len(players), deal_seed(seed, number), deck)
        starters.append(game.measures.starter(match.deck.tables, match.state))
        share, failure = play_match(match, names, [player_seed(seed, number, 0, seat) for seat in range(len(players))])
        if failure:
            warnings.warn(f"game {number}: {failure}: it has lost the game", stacklevel=3)
        counts.append(len(match.acts))
        shares.append(share)
        if progress:
            progress(number + 1)
    seconds = time.perf_counter() - started
    return _summed(0, np.array(shares), np.array(counts), np.array(starters), fixed, seconds)


def _figures(
    game: AnyGame, players: list[str], seed: int, deck: AnyDeck, chunks: Sequence[Chunk], fixed: bool, jobs: int
) -> Simulation:
    games, begun = sum(chunk.games for chunk in chunks), sum(chunk.begun for chunk in chunks)
    decisions = sum(chunk.decisions for chunk in chunks)
    player, player_low, player_high = _shares([chunk.by_player for chunk in chunks], games)
    seat, seat_low, seat_high = _shares([chunk.by_seat for chunk in chunks], games)
    place, place_low, place_high = _shares([chunk.by_place for chunk in chunks], begun)
    return Simulation(
        game=game.key,
        games=games,
        seed=seed,
        players=players,
        win_share=player,
        win_share_low=player_low,
        win_share_high=player_high,
        seat_win_share=seat,
        seat_win_share_low=seat_low,
        seat_win_share_high=seat_high,
        place_win_share=place,
        place_win_share_low=place_low,
        place_win_share_high=place_high,
        decisions_mean=decisions / games,
        decisions_max=max(chunk.most for chunk in chunks),
        decisions_per_second=jobs * decisions / max(sum(chunk.seconds for chunk in chunks), 1e-9),
        fixed_seats=fixed,
        deck_hash=deck.hash,
        rules_version=game.rules_version,
    )


def _shares(sums: Sequence[Sequence[float]], games: int) -> tuple[list[float], list[float], list[float]]:
    """Shares of so many games and the ends of their intervals; nothing of no games."""
    if not games:
        return [], [], []
    shares = [sum(column) / games for column in zip(*sums, strict=True)]
    ends = [wilson(share * games, games) for share in shares]
    return shares, [low for low, _ in ends], [high for _, high in ends]
