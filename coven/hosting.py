"""Commands for server operators: serving, backups, records."""

from __future__ import annotations

import re
from ipaddress import ip_network
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from coven.terminal.typed import FILE, Failure

if TYPE_CHECKING:
    from coven.server.backup import Checked
    from coven.server.site import Site

DATA = click.option("--data", type=FILE, metavar="FOLDER", help="Where the tables are kept.")
MOST_WORKERS = 32
ADDRESS = re.compile(r"(?:[\w.-]+|\[[0-9a-fA-F:.]+\]):\d{1,5}")
PLACE = re.compile(rf"(\d{{1,3}})=({ADDRESS.pattern})")
SHOWN = 5
"""How many damaged tables are named."""


class Network(click.ParamType[str]):
    """An address or a network, such as 10.0.0.7 or 10.0.0.0/8."""

    name = "network"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Its text, checked."""
        try:
            return str(ip_network(value, strict=False))
        except ValueError as error:
            self.fail(str(error), param, ctx)


class Outside(click.ParamType["Site"]):
    """A public address, such as https://example.org/games."""

    name = "url"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Site:
        """Its parts."""
        from coven.server.site import Site

        try:
            return Site.parse(value)
        except ValueError as error:
            self.fail(f"{value}: {error}", param, ctx)


class Listening(click.ParamType[str]):
    """An address to listen at, such as 127.0.0.1:8765."""

    name = "address"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Its text, checked."""
        if not ADDRESS.fullmatch(str(value)):
            self.fail(f"{value}: write HOST:PORT, such as 127.0.0.1:8765", param, ctx)
        return str(value)


DAYS = click.FloatRange(0, min_open=True)


@click.command()
@click.option("--port", type=click.IntRange(0, 65535), metavar="PORT",
              help="The port to listen on.  [default: 8765, or a free one if that is taken]")  # fmt: skip
@click.option(
    "--lan", "is_lan", is_flag=True, help="Let others on the local network play, and show a QR code for phones."
)
@click.option("--host", "names", multiple=True, metavar="NAME", help="Another host name of this machine.")
@click.option("--address", "site", type=Outside(), metavar="URL",
              help="The public address behind a proxy, such as https://example.org/games.")  # fmt: skip
@click.option("--forwarded-by", type=Network(), multiple=True, metavar="NETWORK",
              help="The address of that proxy, such as 127.0.0.1.")  # fmt: skip
@click.option("--data", type=FILE, metavar="FOLDER", help="Keep the tables here; with --database, only its secret.")
@click.option("--database", "url", metavar="URL",
              help="Keep the tables in PostgreSQL instead, such as postgresql://coven@localhost/coven.")  # fmt: skip
@click.option("--worker", type=click.IntRange(1, MOST_WORKERS), metavar="NUMBER",
              help="Be one of several servers of that database: see coven front.")  # fmt: skip
@click.option("--workers", type=click.IntRange(1, MOST_WORKERS), metavar="COUNT",
              help="Start so many servers of that database, with an nginx before them.")  # fmt: skip
@click.option("--open/--no-open", "opens_browser", default=True, show_default=True, help="Open the browser.")
@click.option("--close-after", type=DAYS, default=60, metavar="DAYS", show_default=True,
              help="Close tables that nobody has visited for this long.")  # fmt: skip
@click.option("--remove-after", type=DAYS, metavar="DAYS",
              help="Delete a table's data this long after its end.  [default: never]")  # fmt: skip
@click.option("--metrics-for", "watchers", type=Network(), multiple=True, metavar="NETWORK",
              help="Who else may read /healthz and /metrics, such as 10.0.0.7 or 10.0.0.0/8.")  # fmt: skip
@click.option("--bot", "bots", multiple=True, metavar="NAME=MODULE:FUNCTION",
              help="A bot of your own that people may let play at their tables.")  # fmt: skip
@click.option("--log", "log_form", type=click.Choice(["text", "json"]), default="text", show_default=True,
              help="Log format, one event per line.")  # fmt: skip
def serve(data: Path | None, **how: Any) -> None:
    """Open the table in the browser, for you, bots and friends.

    \b
    Examples:
        coven serve
        coven serve --lan
        coven serve --no-open --address https://example.org/games --forwarded-by 127.0.0.1
        coven serve --database postgresql://coven@localhost/coven --workers 2
    """
    from coven.server.serve import CannotServe, Plan
    from coven.server.serve import serve as run
    from coven.terminal.files import data_folder

    try:
        run(Plan(data or data_folder(), **how))
    except CannotServe as error:
        raise Failure(str(error)) from None


@click.command()
@click.argument("file", type=FILE, metavar="FILE")
@DATA
@click.option("--force", is_flag=True, help="Replace FILE if it exists.")
def backup(file: Path, data: Path | None, force: bool) -> None:
    """Copy all tables into FILE; the server may keep running.

    FILE holds the hidden cards of running games: keep it where only you can read it.

    \b
    Example:
        coven backup tables-monday.sqlite
    """
    from coven.server.backup import NoBackup, back_up
    from coven.terminal.files import data_folder

    try:
        checked = back_up(data or data_folder(), file, force=force)
    except NoBackup as error:
        raise Failure(str(error)) from None
    _tell(checked)
    click.echo(f"{file}: {checked.tables} tables.")


@click.command()
@click.argument("file", type=FILE, metavar="FILE")
@DATA
def restore(file: Path, data: Path | None) -> None:
    """Replace the tables with those in FILE, made by `coven backup`.

    Stop the server first. The old tables are kept under another name.

    \b
    Example:
        coven restore tables-monday.sqlite
    """
    from coven.server.backup import NoBackup
    from coven.server.backup import restore as run
    from coven.terminal.files import data_folder

    try:
        checked, aside = run(data or data_folder(), file)
    except NoBackup as error:
        raise Failure(str(error)) from None
    _tell(checked)
    click.echo(f"{checked.tables} tables restored." + (f" The old ones are in {aside}" if aside else ""))


@click.command(context_settings={"ignore_unknown_options": True})  # a table's name may begin with a dash
@click.argument("table", metavar="TABLE")
@click.argument("file", type=FILE, metavar="FILE")
@DATA
def export(table: str, file: Path, data: Path | None) -> None:
    """Write the record of TABLE, which is over or closed, into FILE. TABLE is the last part of its address.

    \b
    Example:
        coven export 2KaDh_Z57VZP game.json
    """
    from coven.server.backup import NoBackup
    from coven.server.backup import export as run
    from coven.server.errors import Refused
    from coven.terminal.files import data_folder

    if file.exists():
        raise Failure(f"{file}: already exists: name another file")
    try:
        run(data or data_folder(), table).save(file)
    except (NoBackup, Refused) as error:
        raise Failure(str(error)) from None
    click.echo(f"{file}: the record of table {table}.")


class Place(click.ParamType[tuple[int, str]]):
    """A worker's number and address, such as 1=127.0.0.1:8771."""

    name = "place"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, str]:
        """Its parts."""
        found = PLACE.fullmatch(str(value))
        if not found or not 1 <= int(found[1]) <= MOST_WORKERS:
            self.fail(f"{value}: write NUMBER=HOST:PORT, such as 1=127.0.0.1:8771", param, ctx)
        return int(found[1]), found[2]


@click.command()
@click.argument("workers", nargs=-1, required=True, type=Place(), metavar="NUMBER=HOST:PORT ...")
@click.option("--listen", type=Listening(), default="127.0.0.1:8765", show_default=True, metavar="HOST:PORT",
              help="Where the front listens.")  # fmt: skip
def front(workers: tuple[tuple[int, str], ...], listen: str) -> None:
    """Print nginx's configuration for several workers, by number and address.

    Each worker is a `coven serve --worker NUMBER` of the same PostgreSQL database.

    \b
    Example:
        coven front 1=127.0.0.1:8771 2=127.0.0.1:8772 > /etc/nginx/conf.d/coven.conf
    """
    from coven.server.front import configuration

    if len(dict(workers)) < len(workers) or len({at for _, at in workers}) < len(workers):
        raise Failure("two workers have the same number or address: each needs its own")
    click.echo(configuration(dict(workers), listen), nl=False)


@click.command()
@click.argument("source", metavar="SOURCE")
@click.argument("target", metavar="TARGET")
def move(source: str, target: str) -> None:
    """Copy all tables from SOURCE to TARGET: data folders, or addresses of PostgreSQL databases.

    Stop the servers of both first. TARGET must have no tables yet; SOURCE stays as it is. If the server gets another
    data folder, copy the file server.secret into it.

    \b
    Examples:
        coven move ~/coven postgresql://coven@localhost/coven
        coven move postgresql://coven@localhost/coven ~/copy
    """
    from coven.server.moving import NotMoved, place_of
    from coven.server.moving import move as run

    try:
        moved = run(place_of(source), place_of(target))
    except (NotMoved, OSError) as error:
        raise Failure(str(error)) from None
    click.echo(f"{moved.tables} tables moved, with {moved.entries} entries.")


def _tell(checked: Checked) -> None:
    for table in list(checked.damaged)[:SHOWN]:
        click.echo(f"Table {table} is damaged: {checked.damaged[table]}.", err=True)
    if checked.damaged:
        count = len(checked.damaged)
        which = "1 table is" if count == 1 else f"{count} tables are"
        click.echo(f"{which} damaged, kept as they are, and set aside by the server.", err=True)


COMMANDS = (serve, front, backup, restore, export, move)
