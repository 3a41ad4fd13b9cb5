"""Run the server on this machine: data folder, address, QR code, browser."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import click
import segno
from filelock import FileLock, Timeout
from sqlalchemy.exc import SQLAlchemyError

from coven.engine.fallback import Fallback, fall_back
from coven.players.own import BotFailed, OwnBot, is_own
from coven.server import front, logs
from coven.server.app import STATIC, USUAL_PULSE, Settings, create_app
from coven.server.backup import DATABASE, LOCK, url_of
from coven.server.connections import Server
from coven.server.database import TakenDatabase, UnusableDatabase, database_url, engine_of
from coven.server.housekeeping import CLOSE_AFTER, House
from coven.server.lan import lan_addresses
from coven.server.levels import Levels
from coven.server.live import Live
from coven.server.owning import new_life
from coven.server.schema import UnknownSchema
from coven.server.several import CannotStart, several
from coven.server.site import Site
from coven.server.store import RESTORE, check_database, said_by
from coven.server.tokens import kept_secret

LOCAL = "127.0.0.1"
LOCAL_6 = "::1"
USUAL_PORT = 8765
TRIES = 5
"""Free ports that are tried."""
EVERYWHERE = "0.0.0.0"  # noqa: S104  # --lan asks for it
START = "is PostgreSQL running, and may this user write there?"
HOLDS = "another program holds it: stop that first"
ADDRESS = "server.address"
FRONT = "front"
"""The folder of the front's files."""
PRIVATE = 0o077
"""Permissions denied to everybody but the server's user: the files contain hidden cards."""
SECRET = "server.secret"  # noqa: S105  # a file's name


class CannotServe(Exception):
    """The server cannot be started; says why and what to do."""


@dataclass(frozen=True)
class Plan:
    """How `coven serve` was called."""

    folder: Path
    port: int | None = None
    """The port to listen on; None: USUAL_PORT, or a free one if that is taken."""
    is_lan: bool = False
    opens_browser: bool = True
    names: tuple[str, ...] = ()
    """Other allowed host names."""
    site: Site | None = None
    """Its public address, if it is behind a proxy."""
    forwarded_by: tuple[str, ...] = ()
    """Addresses and networks of trusted proxies."""
    close_after: float = CLOSE_AFTER
    """Days without a visit after which a table is closed."""
    remove_after: float | None = None
    """Days after which an ended table's data is removed; None: never."""
    watchers: tuple[str, ...] = ()
    """Networks that may read health and metrics, besides this machine."""
    bots: tuple[str, ...] = ()
    """The operator's own bots: NAME=MODULE:FUNCTION each."""
    log_form: str = "text"
    """"text" or "json"."""
    url: str | None = None
    """The address of a PostgreSQL database; None: the tables are in the folder."""
    worker: int | None = None
    """The number of this server, if several share the database."""
    workers: int | None = None
    """How many servers to start behind a front; None: this is the only one, or one of several."""

    @property
    def database(self) -> str:
        """The address of the database."""
        return self.url or url_of(self.folder / DATABASE)

    @property
    def database_name(self) -> str:
        """The database as messages name it, without any password."""
        if self.url:
            return database_url(self.url).set(drivername="postgresql").render_as_string()
        return str(self.folder / DATABASE)

    def friends(self, port: int) -> list[str]:
        """Where friends reach the server on that port; looked up each time."""
        outside = [self.site.address] if self.site else []
        hosts = [*self.names, *lan_addresses()] if self.is_lan else []
        return [*outside, *(f"http://{host}:{port}" for host in hosts)]


def serve(plan: Plan) -> None:
    """Serve until Ctrl-C. Raises CannotServe."""
    _need_client()
    if plan.url:
        _need_postgresql(plan.url)
    elif plan.worker is not None or plan.workers is not None:
        raise CannotServe("workers share a PostgreSQL database: name it with --database")
    if plan.workers is not None and (plan.worker is not None or plan.is_lan):
        raise CannotServe("--workers starts the whole site: leave --worker out, and --lan, which is for one server")
    bots = own_bots(plan.bots)
    os.umask(PRIVATE)
    try:
        plan.folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotServe(f"{plan.folder}: {error.strerror}: name another folder with --data") from None
    with _alone(plan), _listening(plan) as listeners:
        _make_private(plan.folder)
        port = listeners[0].getsockname()[1]
        address = f"http://{LOCAL}:{port}"
        if plan.worker is None:
            (plan.folder / ADDRESS).write_text(address, encoding="utf-8")
        if plan.workers is None:
            _run(plan, bots, listeners, port, address)
        else:
            for listener in listeners:  # the front takes this port
                listener.close()
            _run_several(plan, plan.workers, port, address)


def _need_postgresql(url: str) -> None:
    try:
        found = database_url(url)
        if found.get_backend_name() != "postgresql":
            raise UnusableDatabase("use postgresql here; SQLite needs no address: name its folder with --data")
        engine_of(url, writes=False).dispose()
    except UnusableDatabase as error:
        raise CannotServe(f"--database: {error}") from None


def own_bots(named: tuple[str, ...]) -> dict[str, str]:
    """The operator's own bots by name. Each is loaded once in a process of its own. Raises CannotServe."""
    for text in named:
        if not is_own(text) or "=" not in text:
            raise CannotServe(f"--bot {text}: write NAME=package.module:function")
    keys = [text.split("=")[0] for text in named]
    try:
        Levels(keys)
    except ValueError as error:
        raise CannotServe(f"--bot {error}") from None
    for text in named:
        bot = OwnBot(text, 1)
        try:
            bot.load()
        except BotFailed as error:
            raise CannotServe(f"--bot {text}: {error}") from None
        finally:
            bot.close()
    return dict(zip(keys, named, strict=True))


def _make_private(folder: Path) -> None:
    """Make the folder private. Older versions left the database readable for all, and it contains hidden cards."""
    for path in folder.glob(f"{DATABASE}*"):
        with contextlib.suppress(OSError):  # somebody else's file: she decides who reads it
            path.chmod(path.stat().st_mode & ~PRIVATE)


def _run(plan: Plan, bots: dict[str, str], listeners: list[socket.socket], port: int, address: str) -> None:
    secret = kept_secret(plan.folder / SECRET)
    settings = Settings(
        database=plan.database,
        worker=plan.worker,
        pulse=USUAL_PULSE if plan.worker is None else front.PULSE,
        hosts=[LOCAL, "localhost", LOCAL_6, *plan.names],
        site=plan.site,
        forwarded_by=plan.forwarded_by,
        addresses=lambda: plan.friends(port),
        secret=secret,
        watchers=plan.watchers,
        house=House(plan.close_after, plan.remove_after),
        own_bots=bots,
    )
    _check(plan, secret)
    logs.set_up(plan.log_form)
    Announced(settings, lambda: _announce(plan, address, plan.friends(port))).run(sockets=listeners)


def _run_several(plan: Plan, count: int, port: int, address: str) -> None:
    """Start workers and their front, and look after them until this process is told to end."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with several(plan.folder / FRONT, port, free_ports(count), _words(plan)) as crew:
            _announce(plan, address, plan.friends(port))
            for name in crew.watch():
                click.echo(f"{name} has ended and is started again", err=True)
    except CannotStart as error:
        raise CannotServe(str(error)) from None
    except KeyboardInterrupt:
        pass


def free_ports(count: int) -> list[int]:
    """As many ports that nobody uses now."""
    with contextlib.ExitStack() as stack:
        probes = [stack.enter_context(tcp_socket()) for _ in range(count)]
        for probe in probes:
            probe.bind((LOCAL, 0))
        return [probe.getsockname()[1] for probe in probes]


def _words(plan: Plan) -> list[str]:
    """How each of several workers is called, besides what is its own."""
    words = ["--data", str(plan.folder), "--database", str(plan.url), "--log", plan.log_form]
    words += ["--close-after", str(plan.close_after)]
    if plan.site:
        words += ["--address", plan.site.address]
    if plan.remove_after is not None:
        words += ["--remove-after", str(plan.remove_after)]
    for option, given in (
        ("--host", plan.names), ("--forwarded-by", plan.forwarded_by), ("--metrics-for", plan.watchers),
        ("--bot", plan.bots),
    ):  # fmt: skip
        words += [word for one in given for word in (option, one)]
    return words


def _check(plan: Plan, secret: bytes) -> None:
    """Raises CannotServe if the database cannot be used."""
    try:
        me = None if plan.worker is None else new_life(plan.worker, secret)
        asyncio.run(check_database(plan.database, me))
    except (UnknownSchema, TakenDatabase, SQLAlchemyError) as error:
        reason = said_by(error)
        advice = ""
        if isinstance(error, SQLAlchemyError):
            advice = f": {START if plan.url else HOLDS if 'locked' in reason else RESTORE}"
        raise CannotServe(f"{plan.database_name}: cannot be used: {reason}{advice}") from None


class Announced(Server):
    """A server that announces itself."""

    def __init__(self, settings: Settings, announce: Callable[[], None]) -> None:
        live = Live()
        super().__init__(create_app(settings, live), live, settings.forwarded_by)
        self._announce = announce

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then announce."""
        await super().startup(sockets)
        if self.started:
            self._announce()


def _announce(plan: Plan, address: str, friends: list[str]) -> None:
    click.echo(f"\n  Coven is open at {address}\n")
    for friend in friends:
        is_outside = plan.site is not None and friend == plan.site.address
        click.echo(f"  {'For everybody' if is_outside else 'On your network'}: {friend}")
    if friends:
        segno.make(friends[0], error="m").terminal(sys.stdout, compact=True)
    elif plan.is_lan:
        click.echo("  This machine has no address on a local network.")
    click.echo("  Ctrl-C stops it; games are kept.\n")
    if plan.opens_browser:
        threading.Thread(target=_open_browser, args=(address,), daemon=True).start()


def _open_browser(address: str) -> None:
    with contextlib.suppress(webbrowser.Error, OSError):
        webbrowser.open(address)


def _need_client() -> None:
    if not (STATIC / "index.html").is_file():
        raise CannotServe("the page has not been built: run make play, or npm run build in the folder web")


@contextlib.contextmanager
def _alone(plan: Plan) -> Iterator[None]:
    """Allow one server per data folder, or one worker of each number."""
    lock = FileLock(plan.folder / (LOCK if plan.worker is None else f"worker-{plan.worker}.lock"))
    try:
        lock.acquire(timeout=0)
    except Timeout:
        if plan.worker is not None:
            raise CannotServe(f"worker {plan.worker} is already running on {plan.folder}") from None
        with contextlib.suppress(OSError):
            address = (plan.folder / ADDRESS).read_text(encoding="utf-8")
            if plan.opens_browser:
                _open_browser(address)
            raise CannotServe(f"Coven is already running at {address}") from None
        raise CannotServe(f"another program uses {plan.folder}") from None
    try:
        yield
    finally:
        lock.release()


@contextlib.contextmanager
def _listening(plan: Plan) -> Iterator[list[socket.socket]]:
    """Listening sockets on the wanted port, or if none is wanted on any port. Raises CannotServe if it is taken."""
    host = EVERYWHERE if plan.is_lan else LOCAL
    wanted = USUAL_PORT if plan.port is None else plan.port
    try:
        found = _bound(host, wanted)
    except OSError as error:
        if plan.port is not None:
            raise CannotServe(f"port {wanted}: {error.strerror}: name another one with --port") from None
        found = _bound_anywhere(host)
        port = found[0].getsockname()[1]
        fall_back(Fallback.OTHER_PORT, f"port {wanted}: {error.strerror}: Coven listens on port {port} instead")
    try:
        yield found
    finally:
        for listener in found:
            listener.close()


def _bound_anywhere(host: str) -> list[socket.socket]:
    for _ in range(TRIES - 1):
        with contextlib.suppress(OSError):  # free at one address and taken at the other
            return _bound(host, 0)
    return _bound(host, 0)


def _bound(host: str, port: int) -> list[socket.socket]:
    """Sockets bound to one port at that address and, where the machine has it, at ::1: "localhost" may mean either."""
    found = [tcp_socket()]
    try:
        found[0].setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found[0].bind((host, port))
        if has_local_6():
            found.append(tcp_socket(socket.AF_INET6))
            found[1].setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            found[1].setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            found[1].bind((LOCAL_6, found[0].getsockname()[1]))
    except BaseException:
        for listener in found:
            listener.close()
        raise
    return found


def has_local_6() -> bool:
    """Does this machine have ::1?"""
    try:
        with tcp_socket(socket.AF_INET6) as probe:
            probe.bind((LOCAL_6, 0))
    except OSError:
        return False
    return True


def tcp_socket(family: socket.AddressFamily = socket.AF_INET) -> socket.socket:
    """A socket whose number tells asyncio that it is TCP. Only then are small messages sent without delay (40 ms)."""
    return socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
