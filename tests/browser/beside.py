"""Moments of the pages beside a table's: lessons, replays, spectators, repeated deals, home and history."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import cache

from coven.engine.game import AnyGame
from coven.engine.lesson import lesson_of
from coven.engine.states import SPECTATOR
from coven.games import all_games, load_game
from coven.server.bots import busy_bots
from coven.server.changes import Change
from coven.server.deeds import LetWatch
from coven.server.ending import record_of
from coven.server.entries import Redealt
from coven.server.frames import common_frame, encode, frame_of, glance_of, info_of, spectacle_of
from coven.server.levels import Levels
from coven.server.live import Live
from coven.server.messages import NewTable
from coven.server.obeying import obeyed
from coven.server.opening import opening
from coven.server.replay import PIECE, Wish, replay_of
from coven.server.retold import DealInfo, DealResult
from coven.server.table import Table
from tests.browser.moments import NAMES, SEAT, TABLE, THE_END, Moment, about, begun

HALF, AT = 0.5, f"/table/{TABLE}"
WHEN = 1_700_000_000_000
"""Milliseconds since 1970."""


def beside() -> list[Moment]:
    """All of them."""
    games = [
        moment for game in all_games() for moment in (*lesson(game), *replays(game), *spectators(game), *deal(game))
    ]
    return [*games, home(), history(), *door_of_a_deal()]


def lesson(game: AnyGame) -> list[Moment]:
    """Each note of its lesson, and the end of it."""
    found, taught = [], lesson_of(game)
    assert taught
    table = taught_table(game)
    for number in range(len(taught.steps) + 1):
        let_bots_play(table)
        name = f"{game.key} lesson {number + 1}"
        frame = frame_of(table, SEAT, {SEAT}, 0)
        found.append(Moment(game.key, taught.players, name, encode(frame), about(table)))
        for action in taught.steps[number].actions if number < len(taught.steps) else ():
            table.act(SEAT, table.question_id(SEAT), action)
    return found


def taught_table(game: AnyGame) -> Table:
    """A table at which the lesson has just begun."""
    taught = lesson_of(game)
    assert taught
    bots = ["thumb"] * (taught.players - 1)
    return opening(TABLE, NewTable(game.key, taught.players, NAMES[0], "a" * 32, bots, lesson=True), "", Levels())[0]


def let_bots_play(table: Table) -> None:
    """Until the newcomer decides."""
    while (scripted := table.course.scripted(table.running)) and (busy := busy_bots(table)):
        table.act(busy[0], table.question_id(busy[0]), scripted[busy[0]])


@cache
def played(key: str) -> Table:
    """A finished table of this game with all its seats, whose deal was played before."""
    game = load_game(key)
    table = begun(game, max(game.players), Redealt("b" * 12, "0" * 32))
    for _ in acts(table):
        pass
    return table


def acts(table: Table) -> Iterator[Change]:
    """Somebody does something, until the game is over."""
    rng = random.Random(table.head.players)
    while table.status == "playing":
        seat = rng.choice(table.running.pending)
        yield table.act(seat, table.question_id(seat), rng.choice(table.numbers(seat)))


def replays(game: AnyGame) -> list[Moment]:
    """The beginning as everybody saw it, the middle with all hands open, and the end by one's own eyes."""
    players = max(game.players)
    table = played(game.key)
    last = len(table.running.acts)
    found = []
    for name, at, reader, is_open in (
        ("begin", 0, SPECTATOR, False),
        ("open", last // 2, 1, True),
        ("end", last, 0, False),
    ):
        answers = about(table)
        for first in range(0, last + 1, PIECE):
            piece = replay_of(record_of(table), Wish(reader, is_open, first))
            answers[f"tables/{TABLE}/replay?{first}"] = encode(piece)
        address = f"{AT}/replay?at={at}&as={reader}{'&open=1' if is_open else ''}"
        found.append(Moment(game.key, players, f"{game.key} replay {name}", b"", answers, address))
    return found


def spectators(game: AnyGame) -> list[Moment]:
    """Before the beginning, in the middle and at the end."""
    players = max(game.players)
    table = begun(game, players)
    obeyed(table, SEAT, LetWatch("1", "public"), Live(), Levels())
    middle = len(played(game.key).running.acts) // 2
    found = []

    def take(name: str) -> None:
        frame = spectacle_of(table, common_frame(table, set(range(players)), watchers=2)).frame
        answers = {f"tables/{TABLE}/watch": encode(info_of(table, set(), []))}
        found.append(Moment(game.key, players, f"{game.key} watch {name}", encode(frame), answers, f"{AT}?watch"))

    for number, _ in enumerate(acts(table)):
        if number == middle:
            take("middle")
    take("end")
    return found


def deal(game: AnyGame) -> list[Moment]:
    """The end of a deal that others have played, too."""
    players = max(game.players)
    table = played(game.key)
    results = [
        DealResult(name, seat == SEAT, place, text, detail)
        for seat, (name, (place, text, detail)) in enumerate(zip(NAMES, 2 * _standings(table), strict=False))
    ]
    answers = {**about(table), f"tables/{TABLE}/deal/results": encode(results)}
    frame = encode(frame_of(table, SEAT, set(range(players)), 0))
    return [Moment(game.key, players, f"{game.key} compared {THE_END}", frame, answers)]


def _standings(table: Table) -> list[tuple[int, str, str]]:
    result = frame_of(table, SEAT, set(), 0).result
    assert result
    return [(one.place, one.text, one.detail) for one in result.standings]


def home() -> Moment:
    """With tables that one may go back to."""
    answers, seats = {}, []
    for number, game in enumerate(all_games()):
        table = begun(game, max(game.players))
        name = f"{number}" * 12
        answers[f"tables/{name}/glance"] = encode(glance_of(table, {SEAT}))
        seats.append({
            "table": name, "seat": SEAT, "game": game.key, "title": game.title, "nonce": None, "commitment": None,
            "isOver": False, "when": WHEN,
        })  # fmt: skip
    kept = {"coven.seats": json.dumps(seats), "coven.name": NAMES[0]}
    return Moment("home", 0, "home", b"", answers, "/", kept, "article")


def history() -> Moment:
    """Games of every kind, won, lost and without a winner."""
    games = [
        {
            "table": f"{number:012}", "seat": SEAT, "game": game.key, "title": game.title,
            "against": NAMES[1 : max(game.players)], "hasWon": (True, False, None)[number % 3], "text": "17 points",
            "told": "", "isRepeat": number % 2 == 0, "when": WHEN,
        }
        for number, game in enumerate(3 * all_games())
    ]  # fmt: skip
    return Moment("history", 0, "history", b"", {}, "/history", {"coven.history": json.dumps(games)}, "ol")


def door_of_a_deal() -> list[Moment]:
    """What a friend sees who may play a deal."""
    return [
        Moment(
            game.key, 0, f"{game.key} deal offered", b"",
            {f"tables/{TABLE}/deal/look": encode(DealInfo(game.key, NAMES[1], max(game.players)))},
            f"{AT}?deal=0#deal=token", shows="main h1",
        )
        for game in all_games()
    ]  # fmt: skip
