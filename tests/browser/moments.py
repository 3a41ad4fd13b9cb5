"""Moments of games as one seat's page gets them: a seeded game for each game and number of players, played once."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from coven.engine.game import AnyGame
from coven.games import all_games
from coven.server.changes import Head
from coven.server.entries import Entry
from coven.server.frames import encode, frame_of, info_of
from coven.server.messages import Frame
from coven.server.table import Table

SEAT = 0
"""Whose page it is."""
TABLE = "a" * 12
MOST_ACTS = 1200
"""A game in which nobody means to win may be long."""
THE_END = "the end"
NAMES = ("Anna", "Bartholomew", "Cassandra", "Dorothea", "Ermintrude", "Fenella", "Griselda", "Hildegard")
"""Some are as long as names are."""


@dataclass(frozen=True)
class Moment:
    """What a page shows, and what makes it another than those before."""

    game: str
    players: int
    name: str
    """For complaints: "witchs-brew 5 choose WB-10 due 12"."""
    frame: bytes = field(repr=False)
    """What the table's line tells; b"" where there is none."""
    answers: Mapping[str, bytes] = field(repr=False)
    """What the server answers, by path below /api/; everything else it answers itself."""
    address: str = f"/table/{TABLE}?seat={SEAT}"
    kept: Mapping[str, str] = field(default_factory=dict, repr=False)
    """What the browser remembers."""
    shows: str = ".board"
    """What is there when the page has come."""


def moments(game: AnyGame, players: int) -> list[Moment]:
    """Of one game, the first frame of each phase, question and number of choices, and its end."""
    table = begun(game, players)
    found: dict[str, Moment] = {}
    for frame in frames(table):
        name = f"{game.key} {players} {name_of(frame)}"
        if name not in found:
            found[name] = Moment(game.key, players, name, encode(frame), about(table))
    return list(found.values())


def about(table: Table) -> dict[str, bytes]:
    """What the server answers to whoever opens the table's page."""
    return {f"tables/{TABLE}": encode(info_of(table, set(range(table.head.players)), [SEAT]))}


def begun(game: AnyGame, players: int, *before: Entry) -> Table:
    """A table at which everybody is a person; `before` anybody sits down, this is noted."""
    head = Head(TABLE, game.key, game.rules_version, players, json.dumps(game.decks.default().data), "0" * 32, "0" * 32)
    table = Table(game, head)
    for entry in before:
        table.step(entry)
    for seat in range(players):
        table.sit(seat, NAMES[seat], f"{seat:032x}")
    table.start()
    return table


def frames(table: Table) -> Iterator[Frame]:
    """What the seat's page gets, until the game is over."""
    rng, present = random.Random(table.head.players), set(range(table.head.players))
    for _ in range(MOST_ACTS):
        yield beside_bots(frame_of(table, SEAT, present, 0))
        if table.status != "playing":
            return
        seat = rng.choice(table.running.pending)
        table.act(seat, table.question_id(seat), rng.choice(table.numbers(seat)))


def beside_bots(frame: Frame) -> Frame:
    """The frame with a bot in every other seat, whose acts can be skipped."""
    for seat in frame.seats[1::2]:
        seat.kind, seat.level, seat.level_title = "bot", "witch", "Witch"
    return frame


def name_of(frame: Frame) -> str:
    """Phase, clause, whether it is the seat's own decision, and the number of choices."""
    if frame.question is None:
        return THE_END
    due = "due" if frame.question.is_due else "waits"
    return f"{frame.view.phase} {frame.question.clause} {due} {len(frame.choices)}".replace("  ", " ")


def all_moments() -> list[Moment]:
    """Of every game, with every number of players."""
    return [moment for game in all_games() for players in game.players for moment in moments(game, players)]
