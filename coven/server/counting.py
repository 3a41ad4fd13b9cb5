"""A server's counters, for Prometheus: numbers over all tables, and nothing about any single one.

There is one set of counters per process. `coven.server.watching` shows them.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector

REGISTRY = CollectorRegistry()
ProcessCollector(registry=REGISTRY)

TABLES = Gauge("coven_tables", "Tables in the database.", ["state"], registry=REGISTRY)
TABLES_WATCHED = Gauge("coven_tables_watched", "Tables with an open page.", registry=REGISTRY)
SOCKETS = Gauge("coven_sockets", "Open pages.", registry=REGISTRY)
ACT_SECONDS = Histogram(
    "coven_act_seconds", "People's acts: seconds from the message until the act is on disk.", registry=REGISTRY,
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0),
)  # fmt: skip
THOUGHTS = Counter("coven_thoughts", "Searches that have ended, successfully or not.", ["outcome"], registry=REGISTRY)
THOUGHTS_WAITING = Gauge("coven_thoughts_waiting", "Searches waiting for a worker.", registry=REGISTRY)
REFUSALS = Counter("coven_refusals", "Refusals, by code.", ["code"], registry=REGISTRY)


@contextlib.contextmanager
def thought() -> Iterator[None]:
    """Around a search."""
    try:
        yield
    except Exception:
        THOUGHTS.labels("failed").inc()
        raise
    THOUGHTS.labels("done").inc()
