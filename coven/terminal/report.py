"""Output of the commands that do not play: the games, and the figures of simulations and tournaments."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeRemainingColumn
from rich.table import Table

from coven.engine.decks import PROVENANCES
from coven.engine.game import AnyGame
from coven.lab.simulation import Simulation
from coven.lab.tournament import Tournament
from coven.terminal.compile_notice import LONG
from coven.terminal.screen import GOLD, MOON, Screen, make_console

COMPILING = "Compiling once, some seconds"

Row = tuple[str, float, float, float]
"""A name, a share, and the ends of its interval."""


def game_data(game: AnyGame) -> dict[str, Any]:
    """What `coven games --json` says about a game."""
    deck = game.decks.default()
    return {
        "key": game.key,
        "title": game.title,
        "edition": game.edition,
        "players": list(game.players),
        "minutes": game.minutes,
        "summary": game.summary,
        "rules_version": game.rules_version,
        "provenance": deck.provenance,
        "provenance_text": PROVENANCES[deck.provenance],
        "notes": deck.data.get("notes", {}),
        "deck_hash": deck.hash,
        "other_decks": list(game.decks.others),
        "options": {option.key: f"{option.title}. {option.note}" for option in game.options},
    }


def show_game(screen: Screen, data: dict[str, Any]) -> None:
    """One game for people."""
    players = ", ".join(map(str, data["players"]))
    screen.line(f"{data['key']}: {data['title']}, {data['edition']}, for {players} players", f"bold {GOLD}")
    screen.line(f"{data['summary']} Takes about {data['minutes']} minutes.")
    screen.line(f"Card data, {data['provenance']}: {data['provenance_text']}.")
    screen.table([f"{key}: {note}" for key, note in data["notes"].items()])
    if data["other_decks"]:
        screen.line(f"Other decks: {', '.join(data['other_decks'])}.")
    screen.table([f"--option {key}: {note}" for key, note in data["options"].items()])


@contextmanager
def progress_bar(games: int, *, is_shown: bool) -> Iterator[Any]:
    """A bar on standard error; gives the function to call with the number of games done.

    If the first game takes long, that is compiling, and the bar says so.
    """
    console = make_console(plain=False, stderr=True)
    columns = (
        SpinnerColumn(style=GOLD), TextColumn("{task.description}"),
        BarColumn(complete_style=GOLD, finished_style=MOON), MofNCompleteColumn(), TimeRemainingColumn(),
    )  # fmt: skip
    is_moving = is_shown and console.is_terminal
    with Progress(*columns, console=console, disable=not is_moving, transient=True) as bar:
        task = bar.add_task("Playing", total=games)

        def explain() -> None:
            if is_moving:
                bar.update(task, description=COMPILING)
            else:
                console.print(f"{COMPILING} ...")

        timer = threading.Timer(LONG, explain)
        timer.daemon = True
        timer.start()

        reports = 0

        def report(done: int) -> None:
            nonlocal reports
            reports += 1
            if reports > 1:  # the first report comes before the first game
                timer.cancel()
                bar.update(task, description="Playing")
            bar.update(task, completed=done)

        try:
            yield report
        finally:
            timer.cancel()


def show_simulation(screen: Screen, title: str, figures: Simulation) -> None:
    """The figures for people."""
    seats = "in fixed seats" if figures.fixed_seats else "in rotating seats"
    screen.line(f"{title}: {figures.games:,} games {seats}, seed {figures.seed}", "bold")
    numbers = range(len(figures.players))
    by_player = zip(numbers, figures.players, strict=True)
    shares = list(zip(figures.win_share, figures.win_share_low, figures.win_share_high, strict=True))
    _show_shares(screen, "Player", [(f"{n + 1}. {name}", *shares[n]) for n, name in by_player])
    seats_of = list(zip(figures.seat_win_share, figures.seat_win_share_low, figures.seat_win_share_high, strict=True))
    _show_shares(screen, "Seat", [(f"seat {n}", *seats_of[n]) for n in numbers])
    if figures.place_win_share:
        places = list(
            zip(figures.place_win_share, figures.place_win_share_low, figures.place_win_share_high, strict=True)
        )
        _show_shares(screen, "In turn order", [(f"number {n + 1}", *places[n]) for n in numbers])
    speed = f"{figures.decisions_per_second:,.0f} a second"
    screen.line(f"Decisions a game: {figures.decisions_mean:.1f} on average, {figures.decisions_max} at most; {speed}.")


def _show_shares(screen: Screen, head: str, rows: list[Row]) -> None:
    if screen.plain:
        for name, share, low, high in rows:
            screen.line(f"{head} {name.removeprefix('seat ')}: wins {share:.1%}, 95 % interval {low:.1%} to {high:.1%}")
        return
    table = Table(box=None, header_style=MOON, pad_edge=False, padding=(0, 3, 0, 0))
    table.add_column(head)
    table.add_column("Wins", justify="right", style=GOLD)
    table.add_column("95 % interval")
    for name, share, low, high in rows:
        table.add_row(name, f"{share:.1%}", f"{low:.1%} to {high:.1%}")
    screen.console.print(table)


def show_tournament(screen: Screen, title: str, figures: Tournament) -> None:
    """The figures for people."""
    deals = "1 deal" if figures.deals == 1 else f"{figures.deals:,} deals"
    screen.line(f"{title}: {deals}, {figures.games:,} games of {figures.seats} seats, seed {figures.seed}", "bold")
    if screen.plain:
        for one in figures.standings:
            screen.line(
                f"{one.player}: wins {one.win_share:.1%} a seat, 95 % interval {one.low:.1%} to {one.high:.1%}, "
                f"rating {one.rating:.1f} ({one.rating_low:.1f} to {one.rating_high:.1f}), {one.games:,} games"
            )
    else:
        screen.console.print(_standings(figures))
    screen.line(f"Equal players win {1 / figures.seats:.1%} per seat; every rating starts at 25.")
    for pair in figures.pairs:
        low, high = 100 * pair.low, 100 * pair.high
        is_clear = "" if low > 0 or high < 0 else " Too close to call."
        screen.line(
            f"{pair.a} wins {100 * pair.difference:.1f} points more than {pair.b}, "
            f"95 % interval {low:.1f} to {high:.1f}.{is_clear}"
        )
    if figures.failures:
        count = len(figures.failures)
        screen.line(f"{count:,} game{'s' * (count > 1)} lost by a bot that failed, such as {figures.failures[0]}")


def _standings(figures: Tournament) -> Table:
    table = Table(box=None, header_style=MOON, pad_edge=False, padding=(0, 3, 0, 0))
    table.add_column("Player")
    table.add_column("Wins per seat", justify="right", style=GOLD)
    table.add_column("95 % interval")
    table.add_column("Rating", justify="right", style=GOLD)
    table.add_column("95 % interval")
    table.add_column("Games", justify="right")
    for one in figures.standings:
        table.add_row(
            one.player, f"{one.win_share:.1%}", f"{one.low:.1%} to {one.high:.1%}",
            f"{one.rating:.1f}", f"{one.rating_low:.1f} to {one.rating_high:.1f}", f"{one.games:,}",
        )  # fmt: skip
    return table
