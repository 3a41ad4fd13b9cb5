"""Servers for the tests of this folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.serving import serving, settings


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """A running server."""
    with serving(settings(tmp_path)) as found:
        yield found
