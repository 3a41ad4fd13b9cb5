"""Several workers behind nginx: whoever is asked, a table is played at its owner."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner

from coven.cli import main
from coven.server.app import create_app
from coven.server.front import configuration
from coven.server.slots import SLOTS, home, slot_of
from tests.hosting.conftest import command_of, free_port, running
from tests.server.postgres import Cluster
from tests.server.serving import LOCAL, Person, serving, settings, until

pytestmark = pytest.mark.slow
NUMBERS = (1, 2)


@dataclass
class Site:
    """A front, and its workers by number."""

    address: str
    workers: dict[int, str]


@contextlib.contextmanager
def site(folder: Path, url: str) -> Iterator[Site]:
    """Two workers in threads of this process, behind nginx."""
    with contextlib.ExitStack() as stack:
        addresses = dict[int, str]()
        owners = dict[int, object]()
        for number in NUMBERS:
            chosen = settings(folder, database=url, worker=number, forwarded_by=[LOCAL])
            app = create_app(chosen)
            owners[number] = app._owning  # type: ignore[attr-defined]
            addresses[number] = stack.enter_context(serving(chosen, app))
        until(lambda: all(len(one._owners) == SLOTS for one in owners.values()))  # type: ignore[attr-defined]
        until(lambda: {*owners[1]._owners.values()} == {1, 2} == {*owners[2]._owners.values()})  # type: ignore[attr-defined]
        port = free_port()
        text = configuration(
            {number: at.removeprefix("http://") for number, at in addresses.items()}, f"{LOCAL}:{port}"
        )
        stack.enter_context(running(command_of("nginx", folder, text), folder, port))
        yield Site(f"http://{LOCAL}:{port}", addresses)


def test_a_table_is_played_at_its_owner_whoever_is_asked(cluster: Cluster, tmp_path: Path) -> None:
    with site(tmp_path, cluster.new_database()) as found:
        played = set[int]()
        for _ in range(12):
            anna = Person(found.address).open_table(bots=("thumb",))
            bea = Person(found.address).join(anna, 2, "Bea")
            anna.look()
            bea.look()
            assert anna.ask("start")["type"] == "answer"
            bea.hear(lambda: bea.now["status"] == "playing")  # noqa: B023
            info = anna.http.get(f"/api/tables/{anna.table}").json()
            assert [seat["present"] for seat in info["seats"]] == [True, False, True]
            played.add(home(slot_of(anna.table), NUMBERS))
            nobody_else_answers(found, anna)
            anna.go()
            bea.go()
        assert played == set(NUMBERS)


def nobody_else_answers(found: Site, anna: Person) -> None:
    """Only the table's owner knows it; no answer for a client says who that is."""
    owner = home(slot_of(anna.table), NUMBERS)
    for number, address in found.workers.items():
        answer = httpx.get(f"{address}/api/tables/{anna.table}", headers={"Cookie": anna.cookie})
        assert answer.status_code == (200 if number == owner else 503)
        assert "x-accel-redirect" not in answer.headers
    asked = httpx.get(f"{found.address}/api/tables/{anna.table}", headers={"Coven-Front": "ask"})
    assert asked.status_code == 403
    assert asked.json()["code"] == "forbidden"
    assert "x-accel-redirect" not in asked.headers


def test_the_same_request_gets_the_same_table_from_any_worker(cluster: Cluster, tmp_path: Path) -> None:
    with site(tmp_path, cluster.new_database()) as found:
        for number in range(6):
            anna = Person(found.address).open_table(share=f"{number:032x}")
            again = Person(found.address).open_table(share=f"{number:032x}")
            assert (again.table, again.seat) == (anna.table, anna.seat)
            anna.look()
            for seat in (anna, again):
                assert seat.http.get(f"/api/tables/{anna.table}/glance?seat=0").status_code == 200
        home_page = {httpx.get(f"{found.address}/").status_code for _ in range(4)}
        assert home_page <= {200, 404}
        assert len(anna.http.get("/api/games").json()) == 4


def test_an_unreachable_front_answers_in_words(tmp_path: Path) -> None:
    port = free_port()
    text = configuration({1: f"{LOCAL}:{free_port()}"}, f"{LOCAL}:{port}")
    with running(command_of("nginx", tmp_path, text), tmp_path, port):
        for path in ("/api/tables/abc", "/api/tables/abc/socket?seat=0", "/api/games"):
            answer = httpx.get(f"http://{LOCAL}:{port}{path}")
            assert (answer.status_code, answer.json()["code"]) == (503, "elsewhere")


@pytest.mark.parametrize(("words", "why"), [
    (["1=127.0.0.1"], "write NUMBER=HOST:PORT"),
    (["0=127.0.0.1:80"], "write NUMBER=HOST:PORT"),
    (["1=a:80; evil"], "write NUMBER=HOST:PORT"),
    (["1=a:80", "1=b:80"], "same number or address"),
    (["1=a:80", "2=a:80"], "same number or address"),
    (["1=a:80", "--listen", "8765; x"], "write HOST:PORT"),
    ([], "Missing argument"),
])  # fmt: skip
def test_a_front_that_cannot_be_is_refused_in_words(words: list[str], why: str) -> None:
    done = CliRunner().invoke(main, ["front", *words])
    assert done.exit_code
    assert why in done.output


def test_workers_without_postgresql_are_refused(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["serve", "--worker", "1", "--no-open", "--data", str(tmp_path)])
    assert done.exit_code == 1
    assert "workers share a PostgreSQL database: name it with --database" in done.output


class Slow(BaseHTTPRequestHandler):
    """A worker that says nothing until it may."""

    may = threading.Event()

    def do_GET(self) -> None:
        self.may.wait()
        with contextlib.suppress(OSError):  # the front has gone away
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass


def test_workers_that_were_slow_are_asked_again_at_once(tmp_path: Path) -> None:
    """When pages come back all at once, all workers may be slow: if the front rested from them, nobody would get in."""
    Slow.may.clear()
    with contextlib.ExitStack() as stack:
        places = dict[int, str]()
        for number in NUMBERS:
            worker = stack.enter_context(ThreadingHTTPServer((LOCAL, 0), Slow))
            stack.callback(worker.shutdown)
            threading.Thread(target=worker.serve_forever, daemon=True).start()
            places[number] = f"{LOCAL}:{worker.server_port}"
        port = free_port()
        text = configuration(places, f"{LOCAL}:{port}")
        stack.enter_context(running(command_of("nginx", tmp_path, text), tmp_path, port))
        stack.callback(Slow.may.set)
        asked = f"http://{LOCAL}:{port}/api/tables/some"
        assert httpx.get(asked, timeout=60).status_code == 503
        Slow.may.set()
        assert httpx.get(asked, timeout=60).status_code == 200
