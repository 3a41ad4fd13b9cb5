"""Coven: witch-themed tabletop games by exact rules.

>>> import coven
>>> m = coven.new("three-witches", players=3, seed=7)
>>> m.pending
(2,)
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from coven.engine.decks import Deck, DeckError, read_toml
from coven.engine.game import Game, Outcome, Refusal
from coven.engine.match import Action, IllegalAction, Match
from coven.engine.record import GameRecord, RecordError
from coven.games import UnknownGame, all_games, load_game
from coven.players import UnknownPlayer
from coven.players.simulation import Simulation, simulate_game

__version__ = "0.1.0"

__all__ = [
    "Action",
    "Deck",
    "DeckError",
    "Game",
    "GameRecord",
    "IllegalAction",
    "Match",
    "Outcome",
    "RecordError",
    "Refusal",
    "Simulation",
    "UnknownGame",
    "UnknownPlayer",
    "all_games",
    "load_deck",
    "load_game",
    "new",
    "simulate",
]


def _deck(game: Game, deck: Deck | str | Path | None) -> Deck | None:
    return deck if deck is None or isinstance(deck, Deck) else load_deck(game, deck)


def load_deck(game: Game, path: str | Path) -> Deck:
    """A deck for `game` from a TOML file; raises DeckError naming the file, the key and the reason."""
    return game.load_deck(read_toml(Path(path)), str(path))


def new(game: str, players: int | None = None, seed: int | None = None, deck: Deck | str | Path | None = None) -> Match:
    """Start a game by its key; the default seed is drawn from the system. `deck` is a file, or a
    deck made by `load_deck`.

    Raises UnknownGame, DeckError, and ValueError for a wrong number of players or seed.
    """
    found = load_game(game)
    return Match(found, players, seed, _deck(found, deck))


def simulate(
    game: str,
    players: Sequence[str],
    games: int = 1000,
    seed: int = 0,
    deck: Deck | str | Path | None = None,
    *,
    fixed_seats: bool = False,
) -> Simulation:
    """Play many games between players ("random", "thumb"); the figures of `coven simulate`.

    Raises UnknownGame, UnknownPlayer, DeckError, and ValueError for a wrong number of games or players.
    """
    found = load_game(game)
    chosen = _deck(found, deck)
    return simulate_game(found, players, games, seed, chosen, fixed_seats=fixed_seats)
