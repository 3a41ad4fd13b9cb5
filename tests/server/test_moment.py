"""A seat's page is shown something at a new moment only: at the same one its frame is the same."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from coven.engine.game import AnyGame
from coven.games import all_games
from coven.server import page_socket
from coven.server.frames import common_frame, frame_from, without_log
from coven.server.live import Moment
from coven.server.table import Table
from tests.browser.moments import begun
from tests.server.serving import serving, settings
from tests.server.test_play import company, due

DEEDS = 200
TABLES = [(game, players) for game in all_games() for players in (game.players[0], game.players[-1])]


@pytest.mark.parametrize(("game", "players"), TABLES, ids=[f"{game.key}-{players}" for game, players in TABLES])
def test_at_the_same_moment_a_seat_is_shown_the_same(game: AnyGame, players: int) -> None:
    table, rng = begun(game, players), random.Random(players)
    shown: dict[int, tuple[Moment, bytes]] = {}
    same = new = 0
    for _ in range(DEEDS):
        if table.status != "playing":
            break
        do_something(table, rng)
        common = common_frame(table, set(range(players)))
        for seat in range(players):
            moment = Moment.of(table, seat, common)
            frame = without_log(frame_from(common, table, seat, len(table.log)))
            before, then = shown.get(seat, (None, b""))
            assert before != moment or then == frame
            same, new = same + (before == moment), new + (before != moment)
            shown[seat] = (moment, frame)
    assert new > same
    assert same or game.key == "midnight"  # where others see of each draft that it is there


def do_something(table: Table, rng: random.Random) -> None:
    """Of some seat that owes a decision: it decides, takes back, or speaks."""
    seat = rng.choice(table.running.pending)
    phrases = table.running.phrases(seat, table.view(seat))
    if phrases and rng.random() < 0.2:
        table.say(seat, rng.choice(phrases))
    elif table.running.can_undo(seat) and rng.random() < 0.3:
        table.undo(seat, table.question_id(seat))
    else:
        table.act(seat, table.question_id(seat), rng.choice(table.numbers(seat)))


def test_no_frame_is_made_of_what_a_seat_cannot_see(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make, made = frame_from, list[int]()

    def counted(common: Any, table: Table, seat: int, told: int) -> Any:
        made.append(seat)
        return make(common, table, seat, told)

    monkeypatch.setattr(page_socket, "frame_from", counted)
    with serving(settings(tmp_path)) as address:
        people = company(address, game="witchs-brew")
        assert due(people) == people
        made.clear()
        people[0].act(people[0].now["choices"][0]["action"])
        assert due(people) == people
        assert people[0].now["can_undo"]
        assert made == [0]
