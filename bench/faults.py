"""What a fault costs several workers: python -m bench.faults [--tables N] [--pause SECONDS] [--workers N].

Each table has a person and two bots. After each fault it prints how long it took until the tables' next acts were
answered: their median, the slowest of twenty, and the slowest; at the end, what was lost or doubled.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from pathlib import Path

from tests.server import postgres
from tests.server.crew import FAULTS, crew, database_is_away, played, wrong


def main() -> None:
    """Measure, and end with 1 if anything was lost or doubled."""
    parser = argparse.ArgumentParser(prog="python -m bench.faults")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--pause", type=float, default=2.0, help="seconds between two acts of a person")
    parser.add_argument("--workers", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    found = postgres.programs()
    if found is None:
        sys.exit("PostgreSQL is not installed here (Debian's package postgresql)")
    began, size = time.monotonic(), (given.tables, given.pause)
    with tempfile.TemporaryDirectory() as folder, postgres.running(found) as cluster:
        url = cluster.new_database()
        with crew(Path(folder), url, given.workers) as workers:
            faults = [*FAULTS, database_is_away]
            felt, players = asyncio.run(played(workers, cluster, random.Random(given.seed), size, faults))
        bad = [fault for one in players for fault in wrong(cluster, url, one)]
    for name, times in felt.items():
        late = times[len(times) * 19 // 20]
        print(f"{name}: {len(times)} tables, p50 {times[len(times) // 2]:.1f} p95 {late:.1f} max {times[-1]:.1f} s")
    acts = sum(len(one.done) for one in players)
    print(f"{acts} acts of {len(players)} persons in {time.monotonic() - began:.0f} s; lost or doubled: {len(bad)}")
    for fault in bad:
        print(fault)
    sys.exit(bool(bad))


if __name__ == "__main__":
    main()
