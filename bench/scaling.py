"""What several workers cost and bring: python -m bench.scaling [--rounds N] [--seconds N] [--tables N] [--open N]
[--pace SECONDS].

One server on SQLite, one on PostgreSQL, one worker and two workers behind nginx, in turns. Every act is on disk before
anybody hears of it. Clients, servers, nginx and PostgreSQL share the machine's cores: the processor time of an act says
more than the rate. With --pace each table acts once in so many seconds, at two workers alone.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from bench.evening import kept, played, section, used_by
from bench.table import browsers, load
from coven.server.owning import BEAT
from tests.hosting.conftest import free_port
from tests.server import postgres
from tests.server.crew import crew, is_shared
from tests.server.serving import LOCAL, nonce, until
from tests.server.test_kill import answers

WORKERS = {"1 worker, nginx, PostgreSQL": 1, "2 workers, nginx, PostgreSQL": 2}
AT_ONCE = 16
SPREAD = " reuseport"
"""Both of nginx's processes take up connections."""
FORMS = ("SQLite", "PostgreSQL", *WORKERS)


@dataclass
class Running:
    """Servers, and the address at which they are reached."""

    address: str
    processes: list[int]


@contextlib.contextmanager
def running(form: str, folder: Path, cluster: postgres.Cluster) -> Iterator[Running]:
    """One of the forms, on a new database."""
    if form in WORKERS:
        url = cluster.new_database()
        with crew(folder, url, WORKERS[form]) as workers:
            until(lambda: is_shared(cluster, url, WORKERS[form]))
            time.sleep(3 * BEAT)  # until each has heard of it
            yield Running(workers.address, workers.processes)
        return
    port, database = free_port(), [] if form == "SQLite" else [cluster.new_database()]
    words = [sys.executable, "-m", "tests.server.server_process", str(folder), str(port), *database]
    with subprocess.Popen(words, stderr=subprocess.DEVNULL) as server:
        try:
            until(lambda: answers(port))
            yield Running(f"http://{LOCAL}:{port}", [server.pid])
        finally:
            server.kill()


async def fill(address: str, count: int) -> None:
    """Open so many tables, at which games go on that nobody looks at."""
    rest = iter(range(count))
    wish = {"game": "three-witches", "players": 3, "name": "Anna", "bots": ["thumb", "thumb"]}
    async with browsers(address) as client:

        async def opened() -> None:
            for _ in rest:
                (await client.post("/api/tables", json={**wish, "nonce": nonce()})).raise_for_status()

        await asyncio.gather(*(opened() for _ in range(AT_ONCE)))


def crowd(cluster: postgres.Cluster, tables: int, seconds: float, pace: float) -> None:
    """Two workers, and tables at the pace of people."""
    url = cluster.new_database()
    with tempfile.TemporaryDirectory() as folder, crew(Path(folder), url, 2, SPREAD) as workers:
        until(lambda: is_shared(cluster, url, 2))
        time.sleep(3 * BEAT)
        seen = asyncio.run(played(workers.address, workers.processes, tables, seconds, pace))
    seen.kept = kept(url, seen.sent)
    found = section(seen, tables, seconds, pace)
    print(found.about, *(f"{one.name}: {one.values[0]:.1f} {one.unit}" for one in found.figures), sep="\n")


def main() -> None:
    """Measure, and print a line for each form: medians, with the least and the most."""
    parser = argparse.ArgumentParser(prog="python -m bench.scaling")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--tables", type=int, default=32)
    parser.add_argument("--open", type=int, default=0, help="how many tables are open besides")
    parser.add_argument("--pace", type=float, default=0, help="seconds between two acts of a table")
    given = parser.parse_args()
    found = postgres.programs()
    if found is None:
        sys.exit("PostgreSQL is not installed here (Debian's package postgresql)")
    figures = defaultdict[str, list[tuple[float, ...]]](list)
    with postgres.running(found, ("-c", "max_connections=40")) as cluster:
        if given.pace:
            crowd(cluster, given.tables, given.seconds, given.pace)
            return
        for _ in range(given.rounds):
            for form in FORMS:
                with tempfile.TemporaryDirectory() as folder, running(form, Path(folder), cluster) as site:
                    asyncio.run(fill(site.address, given.open))
                    before = used_by(site.processes)
                    rate, delays = asyncio.run(load(site.address, given.seconds, given.tables))
                    cost = (used_by(site.processes) - before) / (rate * given.seconds) * 1e6
                delays.sort()
                figures[form].append((rate, cost, *(1000 * delays[len(delays) * part // 100] for part in (50, 95, 99))))
    names = ("acts/s", "server's µs/act", "p50 ms", "p95 ms", "p99 ms")
    for form, rows in figures.items():
        columns = zip(names, zip(*rows, strict=True), strict=True)
        print(
            form, *(f"{name} {median(one):.0f} ({min(one):.0f} to {max(one):.0f})" for name, one in columns), sep="; "
        )


if __name__ == "__main__":
    main()
