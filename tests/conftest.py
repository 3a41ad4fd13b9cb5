"""Settings for the whole suite."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

settings.register_profile("coven", deadline=None, max_examples=200)
settings.load_profile("coven")

pytest.register_assert_rewrite("tests.laws", "tests.games.position", "tests.golden_views")
"""Modules with asserts that are no tests: a failure shows the values there too."""

REQUIRED = os.environ.get("COVEN_REQUIRE", "")
"""Where this is set (CI), a test whose means are missing fails instead of being skipped. See tools/pythons.py too."""
