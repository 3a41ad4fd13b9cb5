"""Connections that never finish are ended, and newcomers are served."""

from __future__ import annotations

import contextlib
import gc
import resource
import socket
import subprocess
import sys
import time
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from coven.server import connections, page_socket
from tests.server.serving import LOCAL, Person, serving, settings, until

HEAD = "POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{"
UPGRADE = (
    "GET /api/tables/none/socket?seat=0 HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nConnection: Upgrade\r\n"
    "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
SENT_IN_PARTS = "{method} /api/games HTTP/1.1\r\nHost: {host}\r\nTransfer-Encoding: chunked\r\n\r\n"
BIG = "GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[str]:
    """A server that waits for nobody."""
    monkeypatch.setattr(connections, "SECONDS", dict.fromkeys(connections.SECONDS, 0.5))
    with serving(settings(tmp_path)) as address:
        yield address


def line_to(address: str) -> socket.socket:
    host, port = address.removeprefix("http://").split(":")
    line = socket.create_connection((host, int(port)))
    line.settimeout(30)
    return line


def ends(line: socket.socket) -> bool:
    """Has the server ended this connection?"""
    try:
        while line.recv(65536):
            pass
    except ConnectionError:
        pass
    except TimeoutError:
        return False
    return True


@pytest.mark.slow
@pytest.mark.parametrize("said", ["", "GET / HT", "GET / HTTP/1.1\r\nHost: x\r\n", HEAD, UPGRADE])
def test_an_unfinished_connection_is_ended(hurried: str, said: str) -> None:
    anna = Person(hurried).open_table().look()
    with line_to(hurried) as line:
        line.sendall(said.format(host=hurried.removeprefix("http://")).encode() if said == UPGRADE else said.encode())
        assert ends(line)
    assert anna.ask("undo", question="x")["code"] == "stale"


@pytest.mark.slow
@pytest.mark.parametrize("more", [b"zz\r\n", b"-1\r\nx\r\n", b"FFFFFFFFFFFFFFFFFFFFFF\r\n"])
@pytest.mark.parametrize("is_answered", [False, True])
@pytest.mark.parametrize("method", ["GET", "POST", "TRACE"])
def test_a_request_that_breaks_halfway_harms_nothing(
    address: str, caplog: pytest.LogCaptureFixture, method: str, is_answered: bool, more: bytes
) -> None:
    """Before its answer, which is not given then, and after it."""
    with line_to(address) as line:
        head = SENT_IN_PARTS.format(method=method, host=address.removeprefix("http://")).encode()
        line.sendall(head + (b"" if is_answered else more))
        assert line.recv(65536).startswith(b"HTTP/1.1 ")
        line.sendall(more)
        assert ends(line)
    assert httpx.get(f"{address}/api/games").status_code == 200
    assert not [record for record in caplog.records if record.exc_info or record.levelname == "ERROR"]


@pytest.mark.slow
def test_a_connection_that_trickles_is_ended(hurried: str) -> None:
    with line_to(hurried) as line:
        end = time.monotonic() + 30
        with contextlib.suppress(ConnectionError):
            for letter in "GET / HTTP/1.1\r\nx: " + "x" * 3000:
                line.sendall(letter.encode())
                time.sleep(0.05)
                assert time.monotonic() < end
        assert ends(line)


@pytest.mark.slow
def test_a_connection_that_reads_no_answer_is_ended(hurried: str) -> None:
    with line_to(hurried) as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
        with pytest.raises(ConnectionError):
            ask_without_end(line)


def ask_without_end(line: socket.socket) -> None:
    """Ask, and read no answer."""
    for _ in range(2000):
        line.sendall(BIG.encode() * 50)
        time.sleep(0.01)


@pytest.mark.slow
def test_silent_connections_give_way_to_newcomers(tmp_path: Path) -> None:
    with serving(settings(tmp_path), most_of_one=20) as address:
        anna = Person(address).open_table().look()
        with contextlib.ExitStack() as stack:
            lines = [stack.enter_context(line_to(address)) for _ in range(60)]
            until(lambda: sum(is_open(line) for line in lines) <= 20)
            assert is_open(lines[-1])
            assert httpx.get(f"{address}/api/games").status_code == 200
            assert anna.ask("undo", question="x")["code"] == "stale"


def is_open(line: socket.socket) -> bool:
    line.setblocking(False)
    try:
        return bool(line.recv(1))
    except BlockingIOError:
        return True
    except ConnectionError:
        return False


def test_connections_of_a_proxy_share_no_limit() -> None:
    class Connection:
        """As uvicorn's, as far as they are looked at."""

        handshake_complete = False

        def __init__(self, address: str) -> None:
            self.client, self.transport, self.is_ended = (address, 1), self, False

        def is_closing(self) -> bool:
            return False

        def abort(self) -> None:
            self.is_ended = True

    def left(address: str) -> int:
        lines: list[Any] = [Connection(address) for _ in range(50)]
        connections.Patience(1000, ["10.0.0.0/24"], of_one=10).look(lines)
        return sum(not line.is_ended for line in lines)

    assert left("10.0.0.7") == 50
    assert left("10.0.1.7") == 10


def test_the_open_file_limit_is_raised_to_the_maximum() -> None:
    code = "from coven.server.limits import raise_file_limit as r; import resource; print(r(), resource.getrlimit(7))"
    soft_and_hard = (200, 300)
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, soft_and_hard),
    )  # fmt: skip
    assert done.stdout.split()[0] == "300", done.stderr
    assert "(300, 300)" in done.stdout


@pytest.mark.slow
def test_without_descriptors_the_log_stays_short_and_others_get_in(tmp_path: Path) -> None:
    with socket.socket() as probe:
        probe.bind((LOCAL, 0))
        port = probe.getsockname()[1]
    address, most = f"http://{LOCAL}:{port}", 120
    server = subprocess.Popen(
        [sys.executable, "-m", "tests.server.server_process", str(tmp_path), str(port)],
        stderr=subprocess.PIPE, text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (most, most)),
    )  # fmt: skip
    try:
        until(lambda: answers(address))
        with contextlib.ExitStack() as stack:
            for _ in range(3 * most):
                stack.enter_context(line_to(address))
            until(lambda: answers(address), 20)
            person = Person(address).open_table().look()
            assert person.now["status"] == "playing"
            person.go()
    finally:
        server.kill()
        _, said = server.communicate()
    assert len(said.splitlines()) < 10, said[:3000]


def answers(address: str) -> bool:
    with contextlib.suppress(httpx.HTTPError):
        return httpx.get(f"{address}/api/games", timeout=5).status_code == 200
    return False


@pytest.mark.slow
def test_a_busy_connection_stays_open(hurried: str) -> None:
    with httpx.Client(base_url=hurried) as guest:
        ports = set()
        for _ in range(30):
            stream = guest.get("/api/share").extensions["network_stream"]
            ports.add(stream.get_extra_info("client_addr"))
            time.sleep(0.1)
    assert len(ports) == 1


def test_closed_pages_are_freed_without_the_collector_of_cycles(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = list[weakref.ref[object]]()
    inits: dict[Any, Any] = {kind: vars(kind)["__init__"] for kind in (page_socket.Page, connections.PageLine)}

    def init(self: Any, *given: Any, **named: Any) -> None:
        made.append(weakref.ref(self))
        inits[type(self)](self, *given, **named)

    for kind in inits:
        monkeypatch.setattr(kind, "__init__", init)
    with serving(settings(tmp_path)) as address:
        gc.disable()
        try:
            anna = Person(address).open_table(bots=()).look()
            bea = Person(address).join(anna, 1, "Bea").look()
            assert len(made) == 4
            anna.close()
            bea.close()
            until(lambda: not any(one() for one in made))
        finally:
            gc.enable()
