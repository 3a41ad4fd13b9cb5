"""Workers that die, stop and wake, and a database that goes away, while a dozen games are played.

`python -m bench.faults` does the same with two hundred tables, and measures how long each fault is felt.
"""

from __future__ import annotations

import asyncio
import random
from contextlib import ExitStack
from pathlib import Path
from signal import SIGTERM

import httpx
import pytest

from tests.conftest import REQUIRED
from tests.server import postgres
from tests.server.crew import FAULTS, Crew, crew, disk_is_full, is_shared, patiently, played, wrong
from tests.server.postgres import Cluster
from tests.server.serving import LOCAL, Person, until

pytestmark = pytest.mark.slow
TABLES = 12
PAUSE = 0.1


def test_no_act_is_lost_or_doubled_and_no_page_stays_behind(
    cluster: Cluster, tmp_path: Path, numbers: random.Random
) -> None:
    url = cluster.new_database()
    with crew(tmp_path, url, 3) as workers:
        felt, players = asyncio.run(played(workers, cluster, numbers, (TABLES, PAUSE)))
    assert [fault for one in players for fault in wrong(cluster, url, one)] == []
    assert len(felt) == len(FAULTS)
    assert min(len(one.done) for one in players) > len(FAULTS)


def test_a_full_disk_keeps_what_was_answered_and_refuses_the_rest(tmp_path: Path, numbers: random.Random) -> None:
    found = postgres.programs()
    if found is None:
        assert "postgresql" not in REQUIRED, "PostgreSQL is missing, and required here"
        pytest.skip("PostgreSQL is not installed here (Debian's package postgresql)")
    with ExitStack() as stack:
        try:
            cluster = stack.enter_context(postgres.running(found, is_small=True))
        except OSError as error:
            pytest.skip(f"this user may not mount a disk: {error}")
        url = cluster.new_database()
        workers = stack.enter_context(crew(tmp_path, url, 2))
        felt, players = asyncio.run(played(workers, cluster, numbers, (TABLES, PAUSE), [disk_is_full]))
        assert [fault for one in players for fault in wrong(cluster, url, one)] == []
    assert list(felt) == ["disk_is_full"]
    assert sum(one.refused for one in players) > 0


def test_an_update_that_changes_rules_goes_from_worker_to_worker(cluster: Cluster, tmp_path: Path) -> None:
    url = cluster.new_database()
    with crew(tmp_path, url, 2) as workers:
        both = lambda: is_shared(cluster, url, 2)  # noqa: E731
        until(both)
        old = opened_at(workers, 2)
        workers.end(1, SIGTERM)
        workers.start(1, is_newer=True)
        until(both)
        new = opened_at(workers, 1)
        workers.end(1)
        until(lambda: is_shared(cluster, url, 1))
        until(lambda: status_of(new) == 503)
        assert "needs a newer server" in new.http.get(f"/api/tables/{new.table}").text
        plays_on(old)
        workers.start(1, is_newer=True)
        until(both)
        plays_on(new)
        workers.end(2, SIGTERM)
        workers.start(2, is_newer=True)
        until(both)
        patiently(old.look)
        old.hear(lambda: old.now["status"] == "closed")
        assert "of the rules of 3 Witches" in old.now["reason"]


def opened_at(workers: Crew, number: int) -> Person:
    """Somebody at a table that this worker has."""
    while True:
        found = patiently(lambda: Person(workers.address).open_table())
        address = f"http://{LOCAL}:{workers.ports[number]}/api/tables/{found.table}"
        if httpx.get(address, headers={"Cookie": found.cookie}).is_success:
            return found


def status_of(person: Person) -> int:
    return person.http.get(f"/api/tables/{person.table}").status_code


def plays_on(person: Person) -> None:
    person.close()
    patiently(person.look)
    person.hear(lambda: person.now["question"] and person.now["question"]["is_due"])
    assert person.act(person.now["choices"][0]["action"])["type"] == "answer"
