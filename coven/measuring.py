"""Commands for makers: what happens in many games, and what a change of the deck does."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

import coven
from coven.terminal.typed import DECK, FILE, GAME, Seed, fail

if TYPE_CHECKING:
    from coven.lab.blocks import Plan

PLAYERS = click.option(
    "--players",
    metavar="WORDS",
    help="Who sits where: random, thumb, apprentice, witch, high-witch; or a number of seats for thumbs.  "
    "[default: thumbs]",
)
SEED = click.option("--seed", type=Seed(), default=0, show_default=True, help="The same seed deals the same cards.")
SAVE = click.option("--save", type=FILE, metavar="FILE",
                    help="Save finished games here; run the command again to continue, or to add games.")  # fmt: skip
JOBS = click.option("--jobs", type=click.IntRange(1), metavar="J", help="Number of processes.  [default: one per core]")
JSON = click.option("--json", "as_json", is_flag=True, help="Print a JSON object.")
MANY = 5000
"""Games from which on a simulation is worth starting more processes."""


def plan_of(game: str, decks: tuple[Path | None, ...], players: str | None, seed: int) -> Plan:
    """The plan of a command; what cannot be played is wrong usage."""
    from coven.lab.report import make_plan
    from coven.terminal.seats import read_players

    chosen = coven.load_game(game)
    cards = [coven.load_deck(chosen, deck) if deck else chosen.decks.default() for deck in decks]
    is_number = players is not None and players.strip().isdigit()
    names = read_players(players) if players is not None and not is_number else None
    try:
        return make_plan(chosen, cards, names, seed, int(players) if players and is_number else None)
    except ValueError as error:
        fail(error)


@click.command()
@GAME
@DECK
@PLAYERS
@click.option("--games", type=click.IntRange(1), metavar="N",
              help="How many games.  [default: 20000; 24 with witches or apprentices]")  # fmt: skip
@SEED
@JOBS
@SAVE
@JSON
@click.option("--html", type=FILE, metavar="FILE", help="Write a page with plots and tables (needs matplotlib).")
def report(
    game: str, deck: Path | None, players: str | None, games: int | None, seed: int, jobs: int | None,
    save: Path | None, as_json: bool, html: Path | None,
) -> None:  # fmt: skip
    """What happens in many games of GAME, and what each of its cards is worth.

    Wins by seat and by who begins, lengths, endings, how often the lead changes; for each card, role or recipe how
    often it is in hand, playable and played, and what it does for its owner's chance to win.

    \b
    Examples:
        coven report midnight --players 4
        coven report witchs-brew --deck my-deck.toml --games 100000 --html report.html
        coven report three-witches --players witch,witch,witch --games 60 --save witches.jsonl
    """
    from coven.lab.report import deals_for, make_report
    from coven.lab.workers import cores
    from coven.terminal.lab import kept_in, show_report, with_progress
    from coven.terminal.screen import Screen

    plan = plan_of(game, (deck,), players, seed)
    deals = deals_for(plan, games)
    with kept_in(save):
        if html:
            from coven.terminal.report_page import check_page

            check_page(html)
        number = jobs or cores()
        found = with_progress(
            plan, deals * plan.games_a_deal,
            lambda progress: make_report(plan, deals, jobs=number, save=save, progress=progress), is_shown=not as_json,
        )  # fmt: skip
    if html:
        from coven.terminal.report_page import write_page

        write_page(html, found, plan)
    if as_json:
        click.echo(json.dumps(found.as_dict(), ensure_ascii=False))
    else:
        show_report(Screen(), found)


@click.command()
@GAME
@click.option("--games", "number", type=click.IntRange(1), default=1000, metavar="N", show_default=True,
              help="How many games.")  # fmt: skip
@click.option("--players", default="thumb,random,random", metavar="WORDS", show_default=True,
              help="One player per seat: random, thumb, or a bot of your own as NAME=MODULE:FUNCTION.")  # fmt: skip
@SEED
@DECK
@click.option("--fixed-seats", is_flag=True, help="Keep every player in the same seat; otherwise they rotate by one.")
@click.option("--records", type=FILE, metavar="DIR", help="Save a record of each game in this folder.")
@click.option("--decisions", type=FILE, metavar="FILE",
              help="Save all decisions in this Parquet file, to learn from (needs pyarrow).")  # fmt: skip
@JOBS
@SAVE
@JSON
def simulate(
    game: str, number: int, players: str, seed: int, deck: Path | None, fixed_seats: bool, records: Path | None,
    decisions: Path | None, jobs: int | None, save: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Let bots play many games of GAME and see who wins.

    \b
    Examples:
        coven simulate three-witches --games 20000 --players thumb,random,random
        coven simulate three-witches --players thumb,thumb,thumb --seed 1 --json
    """
    from coven.lab.played import keep_games, played_games
    from coven.lab.simulation import simulate_game
    from coven.lab.workers import cores
    from coven.terminal.lab import kept_in
    from coven.terminal.report import progress_bar, show_simulation
    from coven.terminal.screen import Screen
    from coven.terminal.seats import read_players

    chosen = coven.load_game(game)
    names = read_players(players)
    cards = coven.load_deck(chosen, deck) if deck else None
    count = jobs or (cores() if number > MANY else 1)
    try:
        with kept_in(save), progress_bar(number, is_shown=not as_json) as report:
            figures = simulate_game(
                chosen, names, number, seed, cards, fixed_seats=fixed_seats, progress=report, jobs=count, save=save
            )
        played = played_games(chosen, names, number, seed, cards, fixed_seats=fixed_seats)
        keep_games(played, records, decisions)
    except (ValueError, ImportError, OSError) as error:
        fail(error)
    if as_json:
        click.echo(json.dumps(figures.as_dict(), ensure_ascii=False))
    else:
        show_simulation(Screen(), chosen.title, figures)


@click.command()
@GAME
@click.option("--deck", "decks", type=FILE, multiple=True, metavar="FILE",
              help="A deck, twice for two of them; one is compared with the game's own.")  # fmt: skip
@click.option("--target", type=FILE, metavar="FILE", help="What you want of a deck: see docs/lab.md.")
@click.option("--sensitivity", is_flag=True, help="Instead: which number of the deck moves which metric most.")
@click.option("--metric", "metrics", multiple=True, metavar="NAME",
              help="With --sensitivity: a metric, or several with *.  [default: those of the whole game]")  # fmt: skip
@PLAYERS
@click.option(
    "--games",
    type=click.IntRange(1),
    metavar="N",
    help="How many games a deck at most.  [default: 50000; 2000 with --sensitivity; 60 of witches]",
)
@SEED
@JOBS
@SAVE
@JSON
def balance(
    game: str, decks: tuple[Path, ...], target: Path | None, sensitivity: bool, metrics: tuple[str, ...],
    players: str | None, games: int | None, seed: int, jobs: int | None, save: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Compare two decks of GAME on the same deals, or see what each number of a deck does.

    Games are played in all seatings until every difference, or every target, is decided: the chance that any decision
    is wrong is 5 % at most. A deck file may also switch rulings: coven report --html lists them.

    \b
    Examples:
        coven balance midnight --deck full-grid --players 4
        coven balance whirling-witchcraft --deck a.toml --deck b.toml --target wanted.toml
        coven balance witchs-brew --sensitivity --metric "wins.place-*"
    """
    from coven.terminal import balance as shown

    if sensitivity:
        if target or len(decks) > 1:
            fail("--sensitivity is about one deck, and takes no --target")
        plan = plan_of(game, (decks[0] if decks else None,), players, seed)
        shown.run_sensitivity(plan, games, metrics, jobs, save, as_json=as_json)
        return
    if metrics:
        fail("--metric goes with --sensitivity")
    if len(decks) > 2 or not (decks or target):
        fail("name one deck to compare with the game's own, or two: --deck A --deck B")
    both = (*decks,) if len(decks) == 2 or (decks and target) else (None, *decks)
    plan = plan_of(game, both, players, seed)
    shown.run_balance(plan, [str(deck or "the game's own") for deck in both], games, target, jobs, save,
                      as_json=as_json)  # fmt: skip


COMMANDS = (simulate, report, balance)
