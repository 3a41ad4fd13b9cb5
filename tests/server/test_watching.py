"""Health and metrics: for operators only, and nothing about single tables."""

from __future__ import annotations

import re
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.server.serving import Person, serving, settings
from tests.server.test_housekeeping import over


def numbers(address: str) -> dict[str, float]:
    answer = httpx.get(f"{address}/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    found = {}
    for family in text_string_to_metric_families(answer.text):
        for sample in family.samples:
            labels = ",".join(f"{name}={value}" for name, value in sample.labels.items())
            found[f"{sample.name}{{{labels}}}" if labels else sample.name] = sample.value
    return found


def test_everything_is_counted(address: str) -> None:
    before = numbers(address)
    anna = Person(address).open_table(bots=("thumb", "witch")).look()
    bea = Person(address).open_table(bots=("thumb",)).look()
    more = bea.dial()
    for _ in range(3):
        anna.hear(lambda: anna.now["question"] and anna.now["question"]["is_due"] and anna.now["choices"])
        assert anna.act(anna.now["choices"][0]["action"])["type"] == "answer"
    anna.act(9999)
    Person(address).http.get("/api/tables/none")
    after = numbers(address)
    more.close()

    def grew(name: str) -> float:
        return after[name] - before.get(name, 0.0)

    assert after["coven_tables{state=open}"] == 2
    assert after["coven_tables{state=ended}"] == 0
    assert (after["coven_sockets"], after["coven_tables_watched"]) == (3, 2)
    assert grew("coven_act_seconds_count") == 3
    assert 0 < grew("coven_act_seconds_sum") < 30
    assert grew("coven_act_seconds_bucket{le=+Inf}") == 3
    assert grew("coven_thoughts_total{outcome=done}") > 0
    assert after["coven_thoughts_waiting"] == 0
    assert grew("coven_refusals_total{code=not_found}") == 1
    assert sum(grew(name) for name in after if name.startswith("coven_refusals_total")) >= 2
    assert "process_resident_memory_bytes" in after


def test_metrics_say_nothing_about_single_tables(address: str) -> None:
    anna = over(Person(address).open_table(bots=("random",), game="midnight", players=2, name="Annabella").look())
    text = httpx.get(f"{address}/metrics").text
    names = set(re.findall(r'(\w+)="', text))
    assert names <= {"state", "le", "outcome", "code"}
    for secret in (anna.table, "Annabella", "midnight", *anna.http.cookies.values()):
        assert secret not in text


@pytest.mark.slow
@pytest.mark.parametrize(
    ("client", "headers", "watchers", "is_let_in"),
    [
        ("127.0.0.1", {}, (), True),
        ("::1", {}, (), True),
        ("::ffff:127.0.0.1", {}, (), True),
        ("192.168.1.7", {}, (), False),
        ("192.168.1.7", {}, ("192.168.1.0/24",), True),
        ("::ffff:192.168.1.7", {}, ("192.168.1.7",), True),
        ("192.168.2.7", {}, ("192.168.1.0/24", "10.0.0.1"), False),
        ("2001:db8::1", {}, ("2001:db8::/32",), True),
        ("127.0.0.1", {"x-forwarded-for": "127.0.0.1"}, (), False),
        ("127.0.0.1", {"forwarded": "for=10.0.0.1"}, ("10.0.0.1",), False),
        ("10.0.0.1", {"x-forwarded-for": "10.0.0.1"}, ("10.0.0.1",), True),
        ("", {}, ("0.0.0.0/0",), False),
    ],
)
@pytest.mark.parametrize("path", ["/healthz", "/metrics"])
def test_only_allowed_addresses_are_let_in(
    path: str, client: str, headers: Any, watchers: Any, is_let_in: bool, tmp_path: Path
) -> None:
    from coven.server.app import create_app

    chosen = settings(tmp_path, watchers=watchers)
    app = create_app(chosen)

    async def from_there(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            scope = {**scope, "client": (client, 4000) if client else None}
        await app(scope, receive, send)

    with serving(chosen, from_there) as address:
        answer = httpx.get(f"{address}{path}", headers=headers)
    assert answer.status_code == (200 if is_let_in else 403)
    assert is_let_in or answer.json()["code"] == "forbidden"


@pytest.mark.slow
def test_health_reports_whether_the_database_works(tmp_path: Path) -> None:
    with serving(settings(tmp_path)) as address:
        assert httpx.get(f"{address}/healthz").text == "ok\n"
        with closing(sqlite3.connect(tmp_path / "tables.sqlite", isolation_level=None)) as other, other:
            other.execute("BEGIN IMMEDIATE")
            began = time.monotonic()
            answers = [httpx.get(f"{address}/healthz", timeout=30) for _ in range(2)]
            assert [answer.status_code for answer in answers] == [503, 503]
            assert time.monotonic() - began < 6
            other.execute("ROLLBACK")
        other.close()
        for _ in range(50):
            if httpx.get(f"{address}/healthz").status_code == 200:
                break
            time.sleep(0.1)
        assert httpx.get(f"{address}/healthz").status_code == 200
