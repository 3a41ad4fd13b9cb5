"""The command `coven`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import coven
from coven.engine.decks import AnyDeck, DeckError
from coven.engine.fallback import told_to
from coven.engine.game import AnyGame
from coven.engine.match import Match
from coven.engine.record import RecordError
from coven.engine.states import SPECTATOR
from coven.games import UnknownGame, all_games, load_game
from coven.hosting import COMMANDS
from coven.measuring import COMMANDS as MEASURING
from coven.players import PLAYERS, UnknownPlayer
from coven.terminal.seats import names_of, seats_of_record
from coven.terminal.typed import DECK, FILE, GAME, Failure, Misuse, Seed, fail, naming, open_record, read_seats

if TYPE_CHECKING:
    from coven.terminal.play import Options

INTERRUPTED = 130
"""Exit code after Ctrl-C."""
DEFAULT_SEATS = "me,thumb,thumb"


class Commands(click.Group):
    """The commands; errors end in one sentence, never in a traceback."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command."""
        for stream in (sys.stdin, sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")
        try:
            with told_to(lambda _, text: click.echo(f"{text[:1].upper()}{text[1:]}.", err=True)):
                return super().invoke(ctx)
        except RecordError as error:
            raise Failure(str(error)) from None
        except (UnknownGame, UnknownPlayer, DeckError) as error:
            raise Misuse(error.args[0]) from None
        except KeyboardInterrupt:
            click.echo("Stopped.", err=True)
            ctx.exit(INTERRUPTED)
        except BrokenPipeError:
            raise
        except OSError as error:
            raise Failure(f"{error.filename or 'the system'}: {error.strerror}") from None


SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


@click.group(cls=Commands, context_settings=SETTINGS)
@click.version_option(coven.__version__, prog_name="coven")
def main() -> None:
    """Witch-themed tabletop games with exact rules, to play, measure and study.

    \b
    A first game, against two bots:
        coven play three-witches
    \b
    Every command explains itself:
        coven play --help

    Games are saved in your data folder; set COVEN_DATA to use another one. Output is plain text if NO_COLOR is set
    or if it does not go to a terminal.
    """


@main.command()
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list.")
def games(as_json: bool) -> None:
    """List the games, and where the numbers on their cards come from.

    \b
    Example:
        coven games
    """
    from coven.terminal.report import game_data, show_game
    from coven.terminal.screen import Screen

    data = [game_data(game) for game in all_games()]
    if as_json:
        click.echo(json.dumps(data, indent=2, ensure_ascii=False))
        return
    screen = Screen()
    for number, one in enumerate(data):
        if number:
            screen.line()
        show_game(screen, one)


@main.command()
@GAME
@click.option("--clause", metavar="ID", help="Print only this clause, such as TW-32.")
def rules(game: str, clause: str | None) -> None:
    """Read the rules of GAME, clause by clause.

    \b
    Examples:
        coven rules three-witches
        coven rules three-witches --clause TW-32
    """
    from coven.terminal.rules import clause_text, page, provenance
    from coven.terminal.screen import Screen

    chosen = load_game(game)
    screen, text = Screen(), chosen.rules_text
    if clause is None:
        page(screen, f"{text.rstrip()}\n\n## Where the card data comes from\n\n{provenance(chosen.decks.default())}\n")
        return
    only = clause_text(text, clause)
    if only is None:
        fail(f'the rules of {chosen.title} have no clause "{clause}"')
    screen.line(only)


@main.command()
@click.argument("game", metavar="[GAME]", required=False)
@click.option("--seats", metavar="WORDS", help=f"Who sits where: me, {', '.join(PLAYERS)}.  [default: {DEFAULT_SEATS}]")
@click.option("--seed", type=Seed(), help="Deal the same cards as the game with this seed.")
@DECK
@click.option("--option", "agreed", multiple=True, metavar="NAME[=VALUE]",
              help="An option, such as calls_made or first_seat=0: see coven games.")  # fmt: skip
@click.option("--resume", type=FILE, metavar="FILE", help="Continue an unfinished game.")
@click.option("--record", type=FILE, metavar="FILE", help="Save the finished game here.")
@click.option("--pause", type=click.FloatRange(0, 60), default=0.0, metavar="SECONDS",
              help="Wait after each move of a bot.")  # fmt: skip
def play(
    game: str | None, seats: str | None, seed: int | None, deck: Path | None, agreed: tuple[str, ...],
    resume: Path | None, record: Path | None, pause: float,
) -> None:  # fmt: skip
    """Play GAME at this terminal.

    Each seat is "me" (several people can share the keyboard) or a bot: thumb plays by rules of thumb, a witch thinks
    ahead, a high-witch further. Without a "me" you watch. Ctrl-C, Ctrl-D or q saves the game for later.

    \b
    Examples:
        coven play three-witches
        coven play three-witches --seats me,witch,me --seed 7
        coven play --resume FILE
    """
    from coven.terminal.play import Options

    if record and (record.is_dir() or not record.absolute().parent.is_dir()):
        fail(f"{record}: cannot save a file there")
    options = Options(pause, record, resume)
    if resume:
        if seed is not None or deck or agreed:
            fail("a resumed game keeps its seed, deck and options: leave out --seed, --deck and --option")
        code = go_on(game, seats, resume, options)
    elif game is None:
        fail("name a game, for example: coven play three-witches")
    else:
        code = start(load_game(game), seats, seed, deck, agreed, options)
    sys.exit(code)


def start(
    game: AnyGame, seats: str | None, seed: int | None, deck: Path | None, agreed: tuple[str, ...], options: Options
) -> int:
    """Play a new game. Returns the exit code."""
    from coven.terminal.answers import read_options
    from coven.terminal.play import Play
    from coven.terminal.screen import Screen

    chosen = read_seats(seats or DEFAULT_SEATS, game)
    cards = read_deck(game, deck)
    try:
        match = Match(game, len(chosen), seed, cards, options=read_options(agreed))
    except ValueError as error:
        fail(error)
    return Play(match, chosen, Screen(), options).run()


def go_on(game: str | None, seats: str | None, path: Path, options: Options) -> int:
    """Continue an unfinished game. Returns the exit code."""
    from coven.terminal.files import program
    from coven.terminal.play import Play
    from coven.terminal.screen import Screen
    from coven.terminal.seats import seats_of_record

    record, found = open_record(path)
    if game and load_game(game).key != found.key:
        fail(f"{path}: is a game of {found.key}, not of {game}")
    with naming(path):
        if record.verify(found).over:
            fail(f"{path}: this game is over; replay it with: {program()} replay {path}")
        match = record.start(found)
    chosen = read_seats(seats, found) if seats else seats_of_record(record.names, match.players)
    game_on = Play(match, chosen, Screen(), options)
    game_on.catch_up(record)
    return game_on.run()


@main.command()
@GAME
@click.option(
    "--players",
    required=True,
    metavar="WORDS",
    help="Who plays, such as thumb,random or mine=package.module:function; names may repeat.",
)
@click.option("--deals", type=click.IntRange(1), default=100, metavar="N", show_default=True,
              help="How many deals; each is played once in every seating.")  # fmt: skip
@click.option("--seats", type=click.IntRange(1), metavar="K", help="Seats per game.  [default: one per player]")
@click.option("--seed", type=Seed(), default=0, show_default=True, help="The same seed deals the same cards.")
@DECK
@click.option("--save", type=FILE, metavar="FILE",
              help="Save finished deals here; run the command again to continue, or to add deals.")  # fmt: skip
@click.option("--jobs", type=click.IntRange(1), metavar="J", help="Number of processes.  [default: one per core]")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object.")
def tournament(
    game: str, players: str, deals: int, seats: int | None, seed: int, deck: Path | None, save: Path | None,
    jobs: int | None, as_json: bool,
) -> None:  # fmt: skip
    """Find out who plays GAME better: the same deals for all, in every seat.

    Every deal is played once in every seating, so luck cancels out. You see each player's win share per seat, its
    rating, and the differences between players, with 95 % intervals.

    \b
    Examples:
        coven tournament three-witches --players thumb,random --deals 200
        coven tournament midnight --players thumb,random --seats 4 --save FILE
    """
    from coven.lab.tournament import make_plan
    from coven.terminal.report import show_tournament
    from coven.terminal.screen import Screen
    from coven.terminal.seats import read_players
    from coven.terminal.tournament import run_tournament

    chosen = load_game(game)
    names = read_players(players)
    cards = read_deck(chosen, deck)
    try:
        plan = make_plan(chosen, names, seats, seed, cards)
    except ValueError as error:
        fail(error)
    figures = run_tournament(plan, deals, jobs, save, is_shown=not as_json)
    if as_json:
        click.echo(json.dumps(figures.as_dict(), ensure_ascii=False))
    else:
        show_tournament(Screen(), chosen.title, figures)


@main.command()
@click.argument("file", type=FILE, metavar="FILE")
@click.option("--step/--no-step", default=None, help="Wait for Enter after each step.  [default: at a terminal]")
@click.option("--seat", type=click.IntRange(0), metavar="N", help="See what this seat saw; seats are numbered from 0.")
@click.option("--all", "is_open", is_flag=True, help="See all hands (only when the game is over).")
def replay(file: Path, step: bool | None, seat: int | None, is_open: bool) -> None:
    """Replay the game in FILE, in words.

    \b
    Examples:
        coven replay game.json
        coven replay game.json --seat 0 --no-step
    """
    from coven.terminal.replay import Replay, make_teller
    from coven.terminal.screen import Screen

    record, game = open_record(file)
    with naming(file):
        is_over = record.verify(game).over
        match = record.start(game)
    if seat is not None and seat >= match.players:
        fail(f"there is no seat {seat}: seats are 0 to {match.players - 1}")
    if (is_open or seat is not None) and not is_over:
        fail(f"{file}: this game is not over: its hands stay hidden")
    viewer = SPECTATOR if seat is None else seat
    steps = sys.stdin.isatty() and sys.stdout.isatty() if step is None else step
    Replay(record, match, Screen(), make_teller(record, match, viewer, is_open=is_open)).run(step=steps)


@main.command()
@click.argument("file", type=FILE, metavar="FILE")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object.")
def verify(file: Path, as_json: bool) -> None:
    """Check the game in FILE: replay it by the rules and compare.

    The exit code is 0 if everything agrees, 1 otherwise.

    \b
    Example:
        coven verify game.json
    """
    result: dict[str, Any] = {"file": str(file), "agrees": False, "finished": False, "error": None}
    try:
        record, game = open_record(file)
        with naming(file):
            match = record.verify(game)
        ending = record.ending(match.players)
        result |= {"agrees": True, "finished": match.over, "game": game.key, "acts": len(match.acts), **ending.options}
    except RecordError as error:
        if not as_json:
            raise
        result["error"] = str(error)
    if as_json:
        click.echo(json.dumps(result, ensure_ascii=False))
        sys.exit(0 if result["agrees"] else 1)
    state = "verified to the end" if match.over else "verified so far; the game was not finished"
    if ending.how:
        names = names_of(seats_of_record(record.names, match.players), SPECTATOR)
        state = f"verified so far. {ending.told(names)}"
    if not record.has_state(match):
        state += " (its last state could not be compared)"
    click.echo(f"{file}: {game.title}, {len(match.acts)} acts, {state}.")


@main.command()
def prepare() -> None:
    """Compile the witches' searches ahead of time, so that nobody has to wait.

    The result is kept in your cache folder; set COVEN_CACHE to use another one.

    \b
    Example:
        coven prepare
    """
    from coven.terminal.prepare import prepare as run

    if run():
        click.echo("The witches are ready.")


for more in (*MEASURING, *COMMANDS):
    main.add_command(more)


def read_deck(game: AnyGame, path: Path | None) -> AnyDeck | None:
    """The deck of a file, if one is named; a bad deck is wrong usage."""
    return coven.load_deck(game, path) if path else None
