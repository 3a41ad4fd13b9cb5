"""Servers for the tests of this folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from coven.server import live
from tests.conftest import REQUIRED
from tests.server import postgres
from tests.server.serving import send_everybody_home, serving, settings

Wait = Callable[[float], None]


@pytest.fixture
def wait(monkeypatch: pytest.MonkeyPatch) -> Wait:
    """Let seconds pass on the server's clock."""
    passed, real = [0.0], live.clock
    monkeypatch.setattr(live, "clock", lambda: real() + passed[0])

    def wait(seconds: float) -> None:
        passed[0] += seconds

    return wait


@pytest.fixture(scope="module")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A running server for a whole file: starting one costs a tenth of a second."""
    with serving(settings(tmp_path_factory.mktemp("shared"))) as found:
        yield found


@pytest.fixture
def shared_address(shared_server: str) -> Iterator[str]:
    """A running server for tests that touch nothing but their own tables."""
    yield shared_server
    send_everybody_home()


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """A running server."""
    with serving(settings(tmp_path)) as found:
        yield found


@pytest.fixture(scope="session")
def cluster() -> Iterator[postgres.Cluster]:
    """A PostgreSQL that runs; the test is skipped where it is not installed."""
    found = postgres.programs()
    if found is None:
        assert "postgresql" not in REQUIRED, "PostgreSQL is missing, and required here"
        pytest.skip("PostgreSQL is not installed here (Debian's package postgresql)")
    with postgres.running(found) as cluster:
        yield cluster
