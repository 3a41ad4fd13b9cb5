"""Lists whose last set is not written out, compiled and in plain Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from coven.engine.jit import compiled, lazily, rule
from coven.engine.sets import list_members

ROOM = 40


@rule
def listed(first: int, second: int, out: list[int]) -> int:
    """A number, a set, a number, another set and a last number."""
    out[0] = 7
    n = list_members(first, 100, out, 1)
    out[n] = 8
    n = list_members(second, 200, out, n + 1)
    if first & 1:
        out[n] = 9
        n += 1
    return n


@rule
def cell(first: int, second: int, out: list[int], k: int) -> int:
    lazy = lazily(out)
    n = listed(first, second, lazy)
    return lazy[k] if k < n else -n


def cells(first: int, second: int, out: Any, found: Any) -> None:
    for k in range(len(found)):
        found[k] = cell(first, second, out, k)


@pytest.mark.slow
def test_a_lazy_list_reads_like_one_that_is_written_out() -> None:
    native: Callable[..., None] = compiled(cells, 0, 0, np.zeros(ROOM, np.int32), np.zeros(ROOM, np.int64))
    for first, second in ((0, 0), (1, 0), (0, 6), (0b1011, 0b110100), (1 << 17, 1 << 17 | 1), (0b111, 1 << 30)):
        plain, found = [0] * ROOM, np.zeros(ROOM, np.int64)
        cells(first, second, [0] * ROOM, plain)
        native(first, second, np.zeros(ROOM, np.int32), found)
        assert found.tolist() == plain
        assert plain[-1] == -(2 + first.bit_count() + second.bit_count() + (first & 1))
