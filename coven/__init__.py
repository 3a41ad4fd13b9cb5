"""Coven: witch-themed tabletop games with exact rules.

>>> import coven
>>> m = coven.new("three-witches", players=3, seed=7)
>>> m.pending
(2,)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from coven.engine.decks import AnyDeck, Deck, DeckError, read_toml
from coven.engine.game import AnyGame, Game, Outcome
from coven.engine.match import Action, IllegalAction, Match
from coven.engine.record import GameRecord, RecordError
from coven.engine.sentences import Cited
from coven.engine.soundness import UnsoundState
from coven.env.batch import NO_ACTION, Batch
from coven.games import UnknownGame, all_games, load_game
from coven.lab.simulation import Simulation, simulate_game
from coven.lab.tournament import Policy, Tournament, make_plan, play_tournament
from coven.players import BotFailed, UnknownPlayer, is_own
from coven.players.own import as_text

__version__ = "0.1.0"

__all__ = [
    "NO_ACTION",
    "Action",
    "Batch",
    "BotFailed",
    "Cited",
    "Deck",
    "DeckError",
    "Game",
    "GameRecord",
    "IllegalAction",
    "Match",
    "Outcome",
    "RecordError",
    "Simulation",
    "Tournament",
    "UnknownGame",
    "UnknownPlayer",
    "UnsoundState",
    "all_games",
    "batch",
    "batched",
    "load_deck",
    "load_game",
    "new",
    "simulate",
    "tournament",
]


def _deck(game: AnyGame, deck: AnyDeck | str | Path | None) -> AnyDeck | None:
    return deck if deck is None or isinstance(deck, Deck) else load_deck(game, deck)


def load_deck(game: AnyGame, path: str | Path) -> AnyDeck:
    """A deck for `game` from a TOML file, or one that comes with the game by its name ("full-grid" of Midnight).

    Raises DeckError naming the file, the key and the reason.
    """
    if str(path) in game.decks.others:
        return game.decks.others[str(path)]()
    return game.decks.load(read_toml(Path(path)), str(path))


def new(
    game: str,
    players: int | None = None,
    seed: int | None = None,
    deck: AnyDeck | str | Path | None = None,
    options: Mapping[str, object] | None = None,
) -> Match:
    """Start a game by its key; the default seed is drawn from the system. `deck` is a file, the name of a deck that
    comes with the game, or a deck made by `load_deck`; `options` are what a table may agree on (`Game.options`).

    Raises UnknownGame, DeckError, and ValueError for a wrong number of players, seed or option.
    """
    found = load_game(game)
    return Match(found, players, seed, _deck(found, deck), options=options)


def batch(
    game: str,
    envs: int,
    players: int | None = None,
    deck: AnyDeck | str | Path | None = None,
    options: Mapping[str, object] | None = None,
    seed: int | Sequence[int] = 0,
    **settings: Any,
) -> Batch:
    """Many games at once in NumPy arrays, for learners: see `Batch`, whose settings are together, restart, light,
    floats and threads.

    Raises UnknownGame, DeckError, and ValueError for a number that is out of range.
    """
    found = load_game(game)
    return Batch(found, envs, players, _deck(found, deck), options, seed, **settings)


def simulate(
    game: str,
    players: Sequence[str],
    games: int = 1000,
    seed: int = 0,
    deck: AnyDeck | str | Path | None = None,
    *,
    fixed_seats: bool = False,
) -> Simulation:
    """Play many games between players ("random", "thumb"); the figures of `coven simulate`.

    Raises UnknownGame, UnknownPlayer, DeckError, and ValueError for a wrong number of games or players.
    """
    found = load_game(game)
    chosen = _deck(found, deck)
    return simulate_game(found, players, games, seed, chosen, fixed_seats=fixed_seats)


def tournament(
    game: str,
    players: Sequence[str] | Mapping[str, Any],
    deals: int = 100,
    *,
    seats: int | None = None,
    seed: int = 0,
    deck: AnyDeck | str | Path | None = None,
    jobs: int = 1,
) -> Tournament:
    """Who plays better? Every deal is played once in every seating; the figures of `coven tournament`.

    `players` are names, or bots by the name under which they play: a name ("witch"), "package.module:function" or such
    a function (`players.own`: it runs in a process of its own), or `batched(function)`, which plays many games at once.
    Raises UnknownGame, UnknownPlayer, DeckError, and ValueError for what cannot be played.
    """
    found = load_game(game)
    bots = dict(players) if isinstance(players, Mapping) else {name: name for name in players}
    policies = {name: bot.policy for name, bot in bots.items() if isinstance(bot, Batched)}
    texts = [name if name in policies else _player(name, bot) for name, bot in bots.items()]
    if not isinstance(players, Mapping):
        texts = list(players)
    plan = make_plan(found, texts, seats, seed, _deck(found, deck), policies)
    return play_tournament(plan, deals, jobs=jobs)


def _player(name: str, bot: Any) -> str:
    """A player as tournaments write it: a name, or a bot of one's own under its name."""
    if isinstance(bot, str) and not is_own(bot):
        if bot != name:
            raise ValueError(f"{bot} plays under its own name, not as {name}")
        return bot
    return as_text(name, bot)


@dataclass(frozen=True)
class Batched:
    """A player of many games at once, made by `batched`."""

    policy: Policy


def batched(policy: Policy) -> Batched:
    """A player for tournaments that decides in many games at once: policy(observations, masks) -> actions.

    It gets uint8 [k, F] and [k, A] of the games in which it is to move, and returns k actions. All others must be
    batched too, or "random" or "thumb".
    """
    return Batched(policy)
