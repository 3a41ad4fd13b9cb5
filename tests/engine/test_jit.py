"""Compiled code: the cache, its lock, and the bounds that are checked."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from coven.engine import cache, jit
from coven.engine.jit import rule
from coven.engine.loops import random_games
from coven.games.midnight.game import GAME as MIDNIGHT
from tests.toy.game import GAME as TOY

FIRST_GAME = """
from tests.toy.game import GAME
from coven.engine.loops import Loops
print(Loops(GAME, GAME.decks.default().tables, 2).random_games(7, 0, 100))
"""
OUT_OF_RANGE = """
import numpy as np
from coven.engine.jit import compiled
from tests.engine.test_jit import take
print(compiled(take, np.zeros(3), 0)(np.zeros(3), {place}))
"""


def take(numbers: list[float], i: int) -> float:
    return numbers[i]


def python(code: str, cache: Path, **environment: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", code],
        env={**os.environ, "COVEN_CACHE": str(cache), **environment},
        cwd=Path(__file__).parents[2],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.slow
def test_two_processes_compile_the_same_source_at_once(tmp_path: Path) -> None:
    runs = [python(FIRST_GAME, tmp_path) for _ in range(2)]
    results = [run.communicate(timeout=120) for run in runs]
    assert [result[0] for result in results] == ["200\n", "200\n"], results
    assert len(list((tmp_path / "compiled").iterdir())) == 1


@pytest.mark.slow
def test_bounds_are_checked_when_asked_for_and_cached_apart(tmp_path: Path) -> None:
    assert python(OUT_OF_RANGE.format(place=2), tmp_path).communicate()[0] == "0.0\n"
    for place in (3, 10**6, -1):  # an index never counts from the end
        said, error = python(OUT_OF_RANGE.format(place=place), tmp_path, NUMBA_BOUNDSCHECK="1").communicate()
        assert not said
        assert "IndexError" in error


def test_fingerprint_changes_with_flags(monkeypatch: pytest.MonkeyPatch) -> None:
    before = cache.fingerprint()
    assert before == cache.fingerprint()
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "yes")
    assert cache.fingerprint() != before


def test_fingerprint_changes_with_a_rule_and_with_no_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    package = tmp_path / "coven"
    for part in cache.COMPILED_PARTS:
        (package / part).mkdir(parents=True)
    monkeypatch.setattr(cache, "PACKAGE", package)
    for name, is_compiled in (
        ("engine/words.py", True),
        ("games/toy/rules/words.py", True),
        ("games/toy/words/log.py", False),
    ):
        source = package / name
        source.parent.mkdir(parents=True, exist_ok=True)
        source.write_text("a = 1\n")
        before = cache.fingerprint()
        source.write_text("a = 2\n")
        assert (cache.fingerprint() != before) == is_compiled, name


@rule
def counted(numbers: list[int], again: int) -> int:
    """How many of these numbers (below 4) are different; the second time as well."""
    found = 0
    for _ in range(again):
        seen = jit.scratch(4)
        found = 0
        for i in range(len(numbers)):
            found += 1 - seen[numbers[i]]
            seen[numbers[i]] = 1
    return found


def count_all(numbers: list[int], again: int) -> int:
    return counted(numbers, again)


@pytest.mark.slow
def test_scratch_is_zeros_each_time_and_costs_no_stack_in_a_loop() -> None:
    numbers = np.array([3, 1, 3, 0], dtype=np.int64)
    native = jit.compiled(count_all, numbers, 1)
    assert counted([3, 1, 3, 0], 2) == native(numbers, 2) == native(numbers, 10**7) == 3


@rule
def write_first(cells: list[int], out: list[int]) -> None:
    out[0] = cells[0] + 1
    out[1] = cells[0]


def write_bits(cells: list[int], out: list[int]) -> None:
    bits = cells[0]
    for i in range(8):
        out[i] = bits >> i & 1


@rule
def shared(cells: list[int], out: list[int]) -> None:
    write_first(cells, out)


@jit.rule_distinct
def distinct(cells: list[int], out: list[int]) -> None:
    write_first(cells, out)


def run_shared(cells: list[int], out: list[int]) -> None:
    shared(cells, out)


def run_distinct(cells: list[int], out: list[int]) -> None:
    distinct(cells, out)


def code_of(native: Any) -> str:
    text: str = native.inspect_llvm(native.signatures[0])
    return text


def test_distinct_rules_read_again_only_what_they_must(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "usable_folder", lambda: None)
    loads = []
    for run in (run_shared, run_distinct):
        cells, out = np.array([7]), np.zeros(2, np.int64)
        native = jit.compiled(run, cells, out)
        native(cells, out)
        assert out.tolist() == [8, 7]
        loads.append(code_of(native).count("= load i64"))
    assert loads[1] < loads[0]


def test_loops_in_vectors_write_neighbours_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "usable_folder", lambda: None)
    cells, out, written = np.array([0b10110001]), np.zeros(8, np.uint8), []
    for in_vectors in (False, True):
        native = jit.compiled(write_bits, cells, out, in_vectors=in_vectors)
        native(cells, out)
        assert out.tolist() == [1, 0, 0, 0, 1, 1, 0, 1]
        written.append("store <8 x i8>" in code_of(native))
    assert written == [False, True]


def test_bit_helpers() -> None:
    assert [jit.popcount(bits) for bits in (0, 1, 0b1011, 2**62)] == [0, 1, 3, 1]
    assert [jit.lowest(bits) for bits in (1, 0b1010, 2**62)] == [0, 1, 62]


def test_plain_play_never_loads_the_compiler(tmp_path: Path) -> None:
    code = "import sys, coven; coven.new('three-witches', seed=7); print('numba' in sys.modules)"
    assert python(code, tmp_path).communicate()[0] == "False\n"


@pytest.mark.slow
def test_a_cache_that_can_only_be_read_is_read(tmp_path: Path) -> None:
    code = (
        "from coven.engine import cache, jit; from tests.engine.test_jit import count_all; import numpy as np\n"
        "if {closed}: cache.FileLock.acquire = lambda lock: open('/dev/null/lock')\n"
        "loop = jit.compiled(count_all, np.zeros(1, dtype=np.int64), 1)\n"
        "print(sum(loop.stats.cache_hits.values()))"
    )
    assert python(code.format(closed=False), tmp_path).communicate()[0] == "0\n"
    assert python(code.format(closed=True), tmp_path).communicate() == ("1\n", "")


def test_a_user_without_a_home_is_told_to_name_a_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(number: int) -> None:
        raise KeyError(number)

    for name in ("COVEN_CACHE", "XDG_CACHE_HOME", "HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("pwd.getpwuid", nobody)
    with pytest.raises(OSError, match=r"no home folder \(set COVEN_CACHE"):
        cache.cache_root()


def test_a_folder_in_the_home_folder_can_be_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("COVEN_CACHE", "~/here")
    assert cache.cache_root() == tmp_path / "here"


SPELL = """from coven.engine.jit import rule, rule_beside
import wand


def slowly(x):
    return x + {added} + wand.LENGTH


@rule_beside(slowly)
def power(x):
    return x + {added} + wand.LENGTH
"""
SPELL_LOOP = """from coven.engine.jit import compiled
import spell


def loop(x):
    return spell.power(x)


def cast():
    return compiled(loop, 0)(1)
"""


@pytest.mark.slow
def test_an_edit_in_a_rule_outside_the_package_is_seen(tmp_path: Path) -> None:
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import spell_loop; print(spell_loop.cast())"
    (tmp_path / "spell_loop.py").write_text(SPELL_LOOP)
    for added, length in ((1, 0), (2, 0), (2, 5)):
        (tmp_path / "spell.py").write_text(SPELL.format(added=added))
        (tmp_path / "wand.py").write_text(f"LENGTH = {length}\n")
        run = python(code, tmp_path / "cache", PYTHONDONTWRITEBYTECODE="1")
        assert run.communicate()[0] == f"{1 + added + length}\n"


def test_a_loop_is_found_again_whatever_else_was_imported() -> None:
    def calling(function: Callable[..., int]) -> Callable[..., int]:
        return lambda numbers: function(numbers, 1)

    assert cache.foreign_code(random_games(MIDNIGHT.rules), jit.texts) == ""
    toy, counting = (cache.foreign_code(loop, jit.texts) for loop in (random_games(TOY.rules), calling(counted)))
    assert "counted" not in toy
    assert toy != counting
    assert (
        counting == cache.foreign_code(calling(counted), jit.texts) != cache.foreign_code(calling(count_all), jit.texts)
    )


def test_no_rule_stands_among_a_games_sentences() -> None:
    sources = sorted(cache.PACKAGE.glob(f"games/*/{cache.UNCOMPILED}/*.py"))
    assert sources
    assert [str(path) for path in sources if "@rule" in path.read_text(encoding="utf-8")] == []
