"""Reports at a terminal: playing them, and showing their figures in words."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import click
from rich.table import Table

from coven.lab.blocks import Plan
from coven.lab.lines import KeptError
from coven.lab.report import Report, Row, ThingRow
from coven.lab.workers import WorkerDied
from coven.terminal.report import progress_bar
from coven.terminal.screen import GOLD, MOON, Screen
from coven.terminal.typed import Failure, fail

R = TypeVar("R")
MOST_SHOWN = 12
"""Things and bots' differences that are shown at a terminal; the rest are in the HTML and JSON."""
SLOW = 3.0
"""Seconds of a game from which on we say how long all will take."""


@contextmanager
def kept_in(save: Path | None) -> Iterator[None]:
    """Errors and Ctrl-C end in a sentence that says where the finished games are."""
    if save and (save.is_dir() or not save.absolute().parent.is_dir()):
        fail(f"{save}: cannot save a file there")
    kept = f"The finished games are saved in {save}: run the same command to continue." if save else ""
    try:
        yield
    except KeyboardInterrupt:
        if kept:
            click.echo(kept, err=True)
        raise
    except (KeptError, ImportError) as error:
        fail(error)
    except WorkerDied as error:
        raise Failure(f"{error}. {kept}".strip()) from None


def with_progress(plan: Plan, games: int, run: Callable[[Callable[[int], None]], R], *, is_shown: bool) -> R:
    """Run it with a bar. For slow players, a line says after the second deal how long all will take: the first one also
    waits for compiling."""
    first: tuple[int, float] | None = None
    is_told = plan.is_quick

    with progress_bar(games, is_shown=is_shown) as report:

        def progress(done: int) -> None:
            nonlocal first, is_told
            if first and done > first[0] and not is_told:
                left = (time.monotonic() - first[1]) / (done - first[0]) * (games - done)
                if left > SLOW:
                    is_told = True
                    click.echo(f"{games} games: about {duration(left)} to go.", err=True)
            elif done and not first:
                first = done, time.monotonic()
            report(done)

        return run(progress)


def duration(seconds: float) -> str:
    """A time in words."""
    if seconds < 90:
        return f"{seconds:.0f} seconds"
    return f"{seconds / 60:.0f} minutes" if seconds < 5400 else f"{seconds / 3600:.1f} hours"


def figure(row: Row | None) -> str:
    """A value in its unit."""
    if row is None:
        return "-"
    if row.kind == "mean":
        return f"{row.value:.2f}"
    return f"{100 * row.value:+.1f}" if row.kind == "gain" else f"{100 * row.value:.1f} %"


def interval(row: Row | None) -> str:
    """The interval, in the same unit."""
    if row is None:
        return ""
    if row.low is None or row.high is None:
        return "not known yet"
    if row.kind == "mean":
        return f"{row.low:.2f} to {row.high:.2f}"
    if row.kind == "gain":
        return f"{100 * row.low:+.1f} to {100 * row.high:+.1f}"
    return f"{100 * row.low:.1f} to {100 * row.high:.1f}"


def show_report(screen: Screen, report: Report) -> None:
    """The figures for people."""
    players = ", ".join(report.players)
    screen.line(f"{report.title}: {report.games:,} games of {players}, seed {report.seed}", "bold")
    screen.line(f"95 % intervals from {report.deals:,} deals. An even share is {100 / report.seats:.1f} %.")
    _show_rows(screen, "Of the game", [row for row in report.figures if not row.key.startswith("decisions.")])
    _show_rows(screen, "Of all decisions", report.named("decisions."))
    if report.things:
        _show_things(screen, report)
    if report.bots:
        _show_rows(screen, "Between the players, in points", report.bots[:MOST_SHOWN])


def _show_rows(screen: Screen, head: str, rows: list[Row]) -> None:
    if screen.plain:
        for row in rows:
            screen.line(f"{row.title}: {figure(row)}, 95 % interval {interval(row)}")
        return
    table = Table(box=None, header_style=MOON, pad_edge=False, padding=(0, 3, 0, 0))
    table.add_column(head)
    table.add_column("", justify="right", style=GOLD)
    table.add_column("95 % interval")
    for row in rows:
        table.add_row(row.title, figure(row), interval(row))
    screen.console.print(table)


def surest(report: Report) -> list[ThingRow]:
    """The things whose gain is surest to be there, clear ones first, the largest first."""
    return sorted(report.things, key=_rank)


def _rank(one: ThingRow) -> tuple[bool, float]:
    row = one.gain_first or one.gain_played
    return (not (row and row.is_clear), -abs(row.value) if row else 0.0)


def _show_things(screen: Screen, report: Report) -> None:
    """The things with the clearest gains."""
    table = Table(box=None, header_style=MOON, pad_edge=False, padding=(0, 2, 0, 0))
    for head in ("", "playable in hand", "played a game", "gain at start", "95 % interval", "gain when played"):
        table.add_column(head, justify="left" if head in ("", "95 % interval") else "right")
    for one in surest(report)[:MOST_SHOWN]:
        first, mark = one.gain_first, " *" if one.gain_first and one.gain_first.is_clear else ""
        cells = [one.title, figure(one.playable), figure(one.played), figure(first), interval(first) + mark]
        cells.append(figure(one.gain_played))
        if screen.plain:
            screen.line(
                f"{one.title}: playable {cells[1]} of the times in hand, played {cells[2]} times a game, "
                f"gain at the start {cells[3]} points ({cells[4]}), when played {cells[5]}"
            )
        table.add_row(*cells)
    if not screen.plain:
        screen.console.print(table)
    clear = sum(1 for one in report.things if one.gain_first and one.gain_first.is_clear)
    screen.line(
        f"Gain: points of win share more than seats without it. {clear} of {len(report.things)} are clear (*) after "
        "Holm's correction for looking at all of them; the rest may be chance. --html shows every one."
    )
