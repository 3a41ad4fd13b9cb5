"""A real server on a free port, and people who talk to it over HTTP and sockets."""

from __future__ import annotations

import asyncio
import json
import secrets
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self, cast

import httpx
from websockets.sync.client import ClientConnection, connect

from coven.server.app import Settings, create_app
from coven.server.connections import Server
from coven.server.limits import UNLIMITED
from coven.server.live import Live
from coven.server.serve import tcp_socket
from coven.server.thinker import Mind
from coven.server.tokens import kept_secret
from tests.server import worker_jobs

QUICK = (0.0, 0.002)
QUICK_MIND = Mind(worker_jobs.first, worker_jobs.weighs, prepare=None)
LOCAL = "127.0.0.1"
WAIT = 90.0
"""Seconds; machines can be slow."""
Frame = dict[str, Any]
EVERYBODY: list[Person] = []
"""To be sent home at the end."""
USUAL_TLS = ssl.create_default_context()
"""Made once: it reads all certificates of the machine."""
TICKS = 10
"""How many times as often a test's server looks whether it should end."""


class BriskServer(Server):
    """The server, except that it notices at once that its test is over."""

    async def main_loop(self) -> None:
        count = 0
        while not (self.should_exit if count % TICKS else await self.on_tick(count // TICKS)):
            count += 1
            await asyncio.sleep(0.1 / TICKS)


def settings(folder: Path, **others: Any) -> Settings:
    """A server for tests: bots answer at once, nobody is too fast, and who thinks knows at once."""
    defaults: dict[str, Any] = {
        "bot_pause": QUICK, "limits": UNLIMITED, "mind": QUICK_MIND, "secret": kept_secret(folder / "server.secret"),
        "database": f"sqlite:///{folder / 'tables.sqlite'}",
    }  # fmt: skip
    return Settings(**{**defaults, **others})


@contextmanager
def serving(
    chosen: Settings, app: Any = None, *, most_of_one: int = 10_000, host: str = LOCAL, port: int = 0
) -> Iterator[str]:
    """A server in a thread of this process; gives its address. `app`: what it serves, if that is not made as usual."""
    with tcp_socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        live = Live()
        server = BriskServer(app or create_app(chosen, live), live, chosen.forwarded_by, most_of_one)
        thread = threading.Thread(target=server.run, args=([listener],))
        thread.start()
        try:
            until(lambda: server.started or not thread.is_alive())
            assert server.started
            yield f"http://{LOCAL}:{listener.getsockname()[1]}"
        finally:
            send_everybody_home()
            server.should_exit = True
            thread.join(WAIT)


def send_everybody_home() -> None:
    """Close all pages and connections of this test."""
    while EVERYBODY:
        EVERYBODY.pop().go()


def is_running(process: int) -> bool:
    """Is there such a process, and has it not ended?"""
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(process)], capture_output=True, text=True).stdout.strip()
    return bool(state) and not state.startswith("Z")


def until(holds: Any, seconds: float = WAIT) -> None:
    """Wait until something holds."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it did not come true in time"
        time.sleep(0.01)


def nonce() -> str:
    """A browser's share of the deal."""
    return secrets.token_hex(16)


@dataclass
class Person:
    """One browser: a cookie jar, and an open page if she has a seat."""

    address: str
    http: httpx.Client = field(init=False)
    table: str = ""
    seat: int = 0
    invite: str | None = None
    page: ClientConnection | None = None
    frames: list[Frame] = field(default_factory=list)
    log: list[str] = field(default_factory=list)
    told: int | None = None
    """The last entry of the table that the page was told of; None before its first frame."""
    others: list[dict[str, Any]] = field(default_factory=list)
    """Answers and problems."""
    last: str = ""
    """The kind of message that was sent last."""
    tls: ssl.SSLContext | None = None
    """What she trusts, where the address is one of TLS."""
    comes_from: str | None = None
    """Her own address; None: the usual one."""

    def __post_init__(self) -> None:
        self._pages = ExitStack()
        self.origin = "/".join(self.address.split("/")[:3])
        way = httpx.HTTPTransport(verify=self.tls or USUAL_TLS, local_address=self.comes_from)
        self.http = httpx.Client(base_url=self.address, headers={"Origin": self.origin}, timeout=WAIT, transport=way)
        EVERYBODY.append(self)

    def go(self) -> None:
        """Close everything that is open."""
        self.close()
        self.http.close()

    def post(self, path: str, **content: Any) -> httpx.Response:
        return self.http.post(f"/api/tables{path}", json=content)

    def open_table(
        self, bots: tuple[str, ...] = ("thumb", "thumb"), name: str = "Anna", share: str = "",
        game: str = "three-witches", players: int = 3, **more: Any,
    ) -> Self:  # fmt: skip
        answer = self.post("", game=game, players=players, name=name, nonce=share or nonce(), bots=list(bots), **more)
        return self._seated(answer)

    def enter(self, host: Person) -> Self:
        """Use the host's invitation."""
        self.table = host.table
        answer = self.post(f"/{host.table}/enter", token=host.invite)
        assert answer.is_success, answer.text
        return self

    def enter_again(self, token: str | None) -> None:
        """Use an invitation at one's own table."""
        answer = self.post(f"/{self.table}/enter", token=token)
        assert answer.is_success, answer.text

    def join(self, host: Person, seat: int, name: str, share: str = "") -> Self:
        assert self.post(f"/{host.table}/enter", token=host.invite).status_code == 200
        return self._seated(self.post(f"/{host.table}/seats/{seat}", name=name, nonce=share or nonce()))

    def _seated(self, answer: httpx.Response) -> Self:
        assert answer.is_success, answer.text
        seated = answer.json()
        self.table, self.seat, self.invite = seated["table"], seated["seat"], seated["invite"]
        return self

    @property
    def cookie(self) -> str:
        path = f"/api/tables/{self.table}"
        return "; ".join(f"{one.name}={one.value}" for one in self.http.cookies.jar if one.path.endswith(path))

    def path(self) -> str:
        """Of the socket that she opens."""
        return f"/api/tables/{self.table}/socket?seat={self.seat}"

    def dial(self, **others: Any) -> ClientConnection:
        """A socket to one's seat."""
        address = self.address.replace("http", "ws", 1) + self.path()
        chosen = {
            "origin": self.origin,
            "ssl": self.tls,
            "additional_headers": {"Cookie": self.cookie},
            "max_size": None,
            "open_timeout": WAIT,
            **others,
        }
        page: ClientConnection = self._pages.enter_context(cast(Any, connect)(address, **chosen))
        return page

    def look(self) -> Self:
        """Open the page, and read its first frame."""
        self.log.clear()
        self.told = None
        self.page = self.dial()
        self.hear(lambda: bool(self.frames))
        return self

    def close(self) -> None:
        self._pages.close()
        self.page = None
        self.frames.clear()

    @property
    def now(self) -> Frame:
        return self.frames[-1]

    def read(self, seconds: float = WAIT) -> dict[str, Any]:
        """One message of the server."""
        assert self.page
        text = self.page.recv(timeout=seconds)
        self.hear_raw(text)
        message: dict[str, Any] = json.loads(text)
        if message["type"] == "pulse":
            return message
        if message["type"] != "frame":
            self.others.append(message)
            return message
        assert self.told in (None, message["log_from"])
        self.told = message["log"][-1]["entry"] if message["log"] else message["log_from"]
        self.log += [line["text"] for line in message["log"]]
        self.frames.append(message)
        return message

    def hear_raw(self, text: str | bytes) -> None:
        """A message as it came; for those who want to keep it."""

    def hear(self, holds: Any) -> None:
        """Read until something holds."""
        while not holds():
            self.read()

    def send(self, kind: str, **content: Any) -> str:
        """Send a message; its id."""
        assert self.page
        name = content.pop("id", None) or secrets.token_hex(6)
        self.last = "" if content.get("question") == "none" else kind
        self.page.send(json.dumps({"type": kind, "id": name, **content}))
        return str(name)

    def ask(self, kind: str, **content: Any) -> dict[str, Any]:
        """Send a message and wait for its answer."""
        name, seen = self.send(kind, **content), len(self.others)
        self.hear(lambda: any(one.get("id") == name for one in self.others[seen:]))
        return next(one for one in self.others[seen:] if one.get("id") == name)

    def act(self, action: int | str, **others: Any) -> dict[str, Any]:
        """Answer the question by an action's number or text."""
        if isinstance(action, str):
            action = next(one["action"] for one in self.now["choices"] if one["text"] == action)
        return self.ask("act", question=self.now["question"]["id"], action=action, **others)
