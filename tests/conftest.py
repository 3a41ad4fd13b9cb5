"""Settings for the whole suite."""

from __future__ import annotations

import os
import random
import secrets
import signal
from base64 import urlsafe_b64encode

import pytest
from hypothesis import settings

settings.register_profile("coven", deadline=None, max_examples=200)
settings.load_profile("coven")

pytest.register_assert_rewrite("tests.laws", "tests.games.position", "tests.golden_views")
"""Modules with asserts that are no tests: a failure shows the values there too."""

REQUIRED = os.environ.get("COVEN_REQUIRE", "")
"""Where this is set (CI), a test whose means are missing fails instead of being skipped. See tools/pythons.py too."""
SEED = os.environ.get("COVEN_SEED", "")
"""Another text gives every test other random numbers."""


def pytest_configure(config: pytest.Config) -> None:
    """Let pytest-randomly shuffle the tests, but not seed `random`: see `numbers`.

    A shell has what it starts in the background ignore an interrupt, and so would every process of the tests.
    """
    config.option.randomly_reset_seed = False
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def numbers(request: pytest.FixtureRequest) -> random.Random:
    """Random numbers of this test alone, the same each time."""
    return random.Random(f"{SEED}{request.node.nodeid}")


@pytest.fixture(autouse=True)
def _drawn_alike(numbers: random.Random, monkeypatch: pytest.MonkeyPatch) -> None:
    """The system's randomness, in this process: a deal, a name or a bot that failed comes again."""
    monkeypatch.setattr(secrets, "randbits", numbers.getrandbits)
    monkeypatch.setattr(secrets, "token_bytes", lambda size=32: numbers.randbytes(size))
    monkeypatch.setattr(secrets, "token_hex", lambda size=32: numbers.randbytes(size).hex())
    monkeypatch.setattr(
        secrets, "token_urlsafe", lambda size=32: urlsafe_b64encode(numbers.randbytes(size)).rstrip(b"=").decode()
    )
    random.seed(numbers.getrandbits(64))


def urlsafe(data: bytes) -> str:
    """As `secrets.token_urlsafe` writes it."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()
