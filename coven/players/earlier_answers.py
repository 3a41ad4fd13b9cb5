"""What an earlier player's process does (`earlier`). It runs under the package of her commit, not under this one.

So it imports nothing of this package, and uses only what that commit and this one both have.
"""

from __future__ import annotations

import json
from importlib import import_module
from types import SimpleNamespace
from typing import Any

_playing: dict[str, Any] = {}
"""The game, the player and a deck's tables, after the first question."""


def answer(text: str) -> int:
    """The player's action; for the first question 0, when the player is ready."""
    question = json.loads(text)
    if "game" in question:
        return prepare(question["game"], question["player"])
    view = filled(_playing["game"].state(), question["view"])
    deck = SimpleNamespace(tables=filled(_playing["tables"], question["tables"]))
    return choose(deck, view, question["legal"], question["seed"])


def prepare(key: str, player: str) -> int:
    """Load the game, and compile what its player needs."""
    games, matches, witches = map(import_module, ("coven.games", "coven.engine.match", "coven.players.witches"))
    game = games.load_game(key)
    match = matches.Match(game, game.players[0], seed=0)
    _playing.update(game=game, witch=witches.Witch(player), tables=match.deck.tables.copy())
    seat = match.pending[0]
    choose(match.deck, match.view_record(seat), match.numbers(seat), 0)
    return 0


def choose(deck: Any, view: Any, legal: Any, seed: int) -> int:
    """The player's action. She keeps the memory of her tree, and nothing that she has thought."""
    return int(_playing["witch"].choose(_playing["game"], deck, view, int(view.viewer), list(legal), seed + 1))


def filled(record: Any, numbers: dict[str, Any]) -> Any:
    """The record with these numbers. Raises KeyError for a field of this commit's that the other Coven lacks."""
    for name in record.fields:
        setattr(record, name, numbers[name])
    return record
