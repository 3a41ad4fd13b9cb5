"""Workers that die, stop and wake, and a database that goes away, while a dozen games are played.

`python -m bench.faults` does the same with two hundred tables, and measures how long each fault is felt.
"""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from tests.server.crew import FAULTS, crew, played, wrong
from tests.server.postgres import Cluster

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
