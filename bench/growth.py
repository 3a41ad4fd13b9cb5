"""What a table costs that has lasted long, or is one of many: nothing should grow with either."""

from __future__ import annotations

import asyncio
import gc
import random
import secrets
import tempfile
import time
import tracemalloc
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import httpx

from bench.figures import Figure, Section
from bench.table import server
from coven.games import load_game
from coven.server import entries, frames
from coven.server.changes import Change, Key, Stored
from coven.server.entries import Entry
from coven.server.folding import fold
from coven.server.keys import seat_cookie
from coven.server.opening import new_table
from coven.server.store import Store
from coven.server.table import Table
from coven.server.tokens import hash_of

BREW, WITCHES = ("witchs-brew", 5), ("three-witches", 3)
MOMENTS = (10, 400, 1200)
"""Decisions after which a table is measured."""
ACTS = 40
"""Acts that are timed each time."""
WHOLE = 1000
"""More decisions than 3 Witches takes."""
OPEN = 10_000
"""Tables of a database that is full."""
GROUP = 500
"""Tables that are written at once."""


def begun(key: str, players: int) -> Table:
    """A table in memory, with people on every seat."""
    game = load_game(key)
    table = new_table(game, players, game.decks.default())
    for seat in range(players):
        table.sit(seat, f"Seat {seat}", secrets.token_hex(16), secrets.token_hex(8))
    table.start()
    return table


def choice(table: Table, rng: random.Random) -> tuple[int, str, int]:
    """Who decides, what she is asked, and an answer at random that keeps the game going: she declines if she can."""
    match = table.running
    seat = rng.choice(match.pending)
    legal = table.numbers(seat)
    action = rng.choice([one for one in legal if match.text(one).startswith("decline")] or legal)
    return seat, table.question_id(seat), action


def played(key: str, players: int, decisions: int, rng: random.Random) -> Table:
    """A table after so many decisions, or at the end of its game."""
    table = begun(key, players)
    for _ in range(decisions):
        if table.status == "playing":
            table.act(*choice(table, rng))
    return table


def anew(table: Table) -> Table:
    """The same table from its log."""
    return fold(table.game, Stored(table.head, list(table.log), [], [], []))


def timed(work: Callable[[], object]) -> float:
    """Microseconds of this process."""
    start = time.process_time()
    work()
    return (time.process_time() - start) * 1e6


def acts_and_undos(table: Table, rng: random.Random) -> tuple[list[float], list[float]]:
    """Microseconds of an act and of taking it back, on the way from here."""
    acts, undos = list[float](), list[float]()
    while len(acts) < ACTS and table.status == "playing":
        seat, question, action = choice(table, rng)
        acts.append(timed(lambda: table.act(seat, question, action)))  # noqa: B023  # it is called at once
        if table.status == "playing" and table.running.can_undo(seat):
            undos.append(timed(lambda: table.undo(seat, table.question_id(seat))))  # noqa: B023
            table.act(seat, table.question_id(seat), action)
    return acts, undos


def first_frame(table: Table) -> bytes:
    """What a page is sent that connects: its log in words is made."""
    return frames.encode(frames.frame_of(table, 0, set(range(len(table.places))), 0))


def lengths(repetitions: int) -> Section:
    """The costs of a table of Witch's Brew at several moments."""
    found: dict[int, list[tuple[float, ...]]] = {moment: [] for moment in MOMENTS}
    for number in range(repetitions):
        rng = random.Random(number)
        for moment in MOMENTS:
            table = played(*BREW, moment, rng)
            again = anew(table)
            whole = timed(lambda: anew(table))  # noqa: B023
            frame, size = timed(lambda: first_frame(again)), len(first_frame(again))  # noqa: B023
            earlier = timed(lambda: again.earlier(0, len(again.log)))  # noqa: B023
            acts, undos = (sorted(times)[len(times) // 2] for times in acts_and_undos(table, rng))
            found[moment].append((acts, undos, frame, size, whole / 1000, earlier / 1000))
    names = [
        ("an act", "µs"),
        ("taken back", "µs"),
        ("a page connects: its log and frame are made", "µs"),
        ("its first frame", "bytes"),
        ("the table is folded", "ms"),
        ("its whole log is told, to whoever asks", "ms"),
    ]
    figures = [
        Figure(f"{name}, after {moment:,}", unit, [values[column] for values in found[moment]])
        for column, (name, unit) in enumerate(names)
        for moment in MOMENTS
    ]
    about = (
        "Witch's Brew with five seats, whose players decline what they can, after so many decisions. Time of the "
        "process; acts and undos are medians of what follows. The last two grow, and are done when somebody needs them."
    )
    return Section("A long game", about, figures)


def room(tables: int) -> Section:
    """Memory of a table in which every seat has been shown."""
    figures = []
    for name, (key, players), decisions in (
        ("3 Witches after 60 decisions", WITCHES, 60),
        ("3 Witches at its end", WITCHES, WHOLE),
        ("Witch's Brew after 400 decisions", BREW, 400),
    ):
        made = [played(key, players, decisions, random.Random(number)) for number in range(tables)]
        rows = [(table, [entries.encode(entry) for entry in table.log]) for table in made]
        kilobytes(rows[:1])
        figures.append(Figure(name, "KB", [kilobytes(rows) / tables]))
    about = f"tracemalloc over {tables} tables, folded from their rows; each seat's log and frame were made."
    return Section("Memory of a table", about, figures)


def kilobytes(rows: list[tuple[Table, list[bytes]]]) -> float:
    """What is held by tables that are folded from their rows."""
    gc.collect()
    tracemalloc.start()
    kept = []
    for old, texts in rows:
        log: list[Entry] = [entries.decode(text) for text in texts]
        table = fold(old.game, Stored(old.head, log, [], [], []))
        for seat in range(len(table.places)):
            frames.frame_of(table, seat, set(), 0)
        kept.append(table)
        del log
    gc.collect()
    held = tracemalloc.get_traced_memory()[0] / 1000
    tracemalloc.stop()
    return held


async def fill(folder: Path, tables: int) -> tuple[str, str]:
    """A database of open tables at which 3 Witches is played; returns the id of one and the token of its seat 0."""
    store, made = Store(f"sqlite:///{folder / 'tables.sqlite'}"), played(*WITCHES, 60, random.Random(1))
    await store.open()
    token, name = secrets.token_urlsafe(), made.head.id
    for start in range(0, tables, GROUP):
        changes = []
        for number in range(start, min(start + GROUP, tables)):
            head = replace(made.head, id=name if number == 0 else secrets.token_urlsafe(9))
            keys = [
                Key(hash_of(token if number == seat == 0 else secrets.token_hex()), seat, "seat") for seat in range(3)
            ]
            changes.append(Change(head.id, head, first=1, entries=made.log, keys=keys))
        await asyncio.gather(*map(store.write, changes))
    await store.close()
    return name, token


def starting(repetitions: int, tables: int) -> Section:
    """How long a server takes until it answers: with an empty database, and with one of many open tables."""
    empty, full, first = list[float](), list[float](), list[float]()
    with tempfile.TemporaryDirectory() as nothing, tempfile.TemporaryDirectory() as much:
        table, token = asyncio.run(fill(Path(much), tables))
        cookie = {"Cookie": f"{seat_cookie(0)}={token}"}
        for folder, times in [(nothing, empty), (much, full)] * (repetitions + 1):
            start = time.perf_counter()
            with server(Path(folder)) as address, httpx.Client(base_url=address, timeout=60) as http:
                http.get("/healthz").raise_for_status()
                http.get("/").raise_for_status()
                times.append(time.perf_counter() - start)
                if folder == much:
                    start = time.perf_counter()
                    http.get(f"/api/tables/{table}", headers=cookie).raise_for_status()
                    first.append((time.perf_counter() - start) * 1000)
    figures = [
        Figure("an empty database", "s", empty[1:]),
        Figure(f"{tables:,} open tables", "s", full[1:]),
        Figure(f"{tables:,} open tables: then one of them", "ms", first[1:]),
    ]
    about = (
        "From the start of the process until /healthz and the page have been answered; the first round does not count."
    )
    return Section("The start of a server", about, figures)
