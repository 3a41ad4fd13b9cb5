"""Golden views: what each seat and a spectator see, are asked and are told, at chosen moments of a fixed game.

After a wanted change, COVEN_GOLDEN=write makes the files anew: read their diff as a player would.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from coven.engine.game import AnyGame
from coven.engine.match import Match
from coven.engine.states import SPECTATOR, State

FOLDER = Path(__file__).parent / "golden"
Moment = Callable[[Any], str]
"""The name of the moment that a state is in: each is shown when it is first met."""
Choose = Callable[[random.Random, Any, list[int]], int]


def at_random(rng: random.Random, state: Any, legal: list[int]) -> int:
    """Any legal action."""
    return rng.choice(legal)


def render_game(game: AnyGame, players: int, seed: int, moment: Moment, choose: Choose = at_random) -> str:
    """The game of that seed, each moment once."""
    match, rng, seen = Match(game, players, seed=seed), random.Random(seed), set[str]()
    views = {viewer: game.state() for viewer in range(SPECTATOR, players)}
    parts: list[str] = []
    while True:
        log = {viewer: tell(match, views, viewer) for viewer in views}
        name = moment(match.state)
        if name not in seen:
            seen.add(name)
            parts += [f"=== {name.upper()}, after {len(match.acts)} acts"]
            parts += [part for viewer in views for part in show(match, viewer, log[viewer])]
        if not match.pending:
            return "\n".join(parts) + "\n"
        seat = rng.choice(match.pending)
        match.act(seat, choose(rng, match.state, match.numbers(seat)))


def tell(match: Match, views: dict[int, State], viewer: int) -> list[str]:
    view = match.view_record(viewer)
    lines = match.game.texts.tell(match.deck, views[viewer], view, match.names(viewer))
    views[viewer] = view
    return lines


def show(match: Match, viewer: int, log: list[str]) -> list[str]:
    name = "spectator" if viewer < 0 else f"seat {viewer}"
    lines = [f"--- {name}", json.dumps(match.view(viewer)), *(f"log: {line}" for line in log)]
    if viewer >= 0:
        lines += [f"asked: {match.question(viewer)}", f"may: {', '.join(map(str, match.legal(viewer)))}"]
    return lines


def check(name: str, now: str) -> None:
    """These views are the ones that are kept."""
    path = FOLDER / f"{name}.txt"
    if os.environ.get("COVEN_GOLDEN") == "write":
        path.write_text(now, encoding="utf-8")
    assert now == path.read_text(encoding="utf-8")
