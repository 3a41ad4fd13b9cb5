"""Golden views: what each seat and a spectator see, are asked and are told, once in each phase of a fixed game.

After a wanted change, COVEN_GOLDEN=write makes the file anew: read its diff as a player would.
"""

from __future__ import annotations

import json
import os
import random
from pathlib import Path

from coven.engine.match import Match
from coven.engine.states import State
from coven.games.three_witches.game import GAME
from coven.games.three_witches.state import Phase

GOLDEN = Path(__file__).parents[1] / "golden" / "three_witches.txt"
SEED = 12
VIEWERS = (-1, 0, 1, 2)


def picture() -> str:
    match, rng, seen = Match(GAME, seed=SEED), random.Random(SEED), set[int]()
    views = {viewer: GAME.state() for viewer in VIEWERS}
    parts: list[str] = []
    while True:
        log = {viewer: tell(match, views, viewer) for viewer in VIEWERS}
        phase = match.state.phase  # type: ignore[attr-defined]
        if phase not in seen:
            seen.add(phase)
            parts += [f"=== {Phase.names()[phase].upper()}, after {len(match.acts)} acts"]
            parts += [part for viewer in VIEWERS for part in show(match, viewer, log[viewer])]
        if not match.pending:
            break
        seat = rng.choice(match.pending)
        # declining often shows the passing and the raise
        often = match.numbers(seat)[0] if phase <= Phase.RAISE and rng.random() < 0.6 else None
        match.act(seat, rng.choice(match.numbers(seat)) if often is None else often)
    assert len(seen) == len(Phase.names())
    return "\n".join(parts) + "\n"


def tell(match: Match, views: dict[int, State], viewer: int) -> list[str]:
    view = match.view_record(viewer)
    lines = GAME.tell(match.deck, views[viewer], view, match.names(viewer))
    views[viewer] = view
    return lines


def show(match: Match, viewer: int, log: list[str]) -> list[str]:
    name = "spectator" if viewer < 0 else f"seat {viewer}"
    lines = [f"--- {name}", json.dumps(match.view(viewer)), *(f"log: {line}" for line in log)]
    if viewer >= 0:
        lines += [f"asked: {match.question(viewer)}", f"may: {', '.join(map(str, match.legal(viewer)))}"]
    return lines


def test_views_questions_and_log_are_as_kept() -> None:
    now = picture()
    if os.environ.get("COVEN_GOLDEN") == "write":
        GOLDEN.write_text(now, encoding="utf-8")
    assert now == GOLDEN.read_text(encoding="utf-8")
