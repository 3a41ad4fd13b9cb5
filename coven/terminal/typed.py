"""Arguments shared by several commands, and the sentences for bad ones."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from coven.engine.game import AnyGame
from coven.engine.record import GameRecord, RecordError
from coven.games import UnknownGame, load_game

if TYPE_CHECKING:
    from coven.terminal.seats import Seat

USAGE = 2
"""Exit code for wrong usage."""


class Failure(click.ClickException):
    """One sentence for people: something is wrong with a record or with this machine."""


class Misuse(click.ClickException):
    """One sentence for people: the command was used wrongly."""

    exit_code = USAGE


class Seed(click.ParamType[int, Any]):
    """A seed: a whole number, also in hexadecimal."""

    name = "seed"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number."""
        try:
            seed = value if isinstance(value, int) else int(value, 0)
        except ValueError:
            seed = -1
        if not 0 <= seed < 1 << 128:
            self.fail(f"{value!r} is not a seed: use a whole number from 0 to 2**128 - 1", param, ctx)
        return seed


FILE = click.Path(path_type=Path)
GAME = click.argument("game", metavar="GAME")
DECK = click.option(
    "--deck",
    type=FILE,
    metavar="FILE",
    help="Play with the cards in this TOML file, or with one of the game's own decks by name.",
)


def fail(message: object) -> NoReturn:
    """Stop with a sentence about wrong usage."""
    raise Misuse(str(message))


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Prefix errors in a record with the file's name."""
    try:
        yield
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from None


def open_record(path: Path) -> tuple[GameRecord, AnyGame]:
    """A record and its game; a missing file is wrong usage."""
    if not path.exists():
        fail(f"{path}: no such file")
    try:
        record = GameRecord.load(path)
        return record, load_game(record.game)
    except UnknownGame as error:
        raise RecordError(f"{path}: {error.args[0]}") from None


def read_seats(text: str, game: AnyGame) -> tuple[Seat, ...]:
    """Seats from words; bad ones are wrong usage."""
    from coven.terminal.seats import SeatError, parse_seats

    try:
        return parse_seats(text, game)
    except SeatError as error:
        fail(error)
