"""Records and their plain mirrors."""

from __future__ import annotations

import pytest

from coven.engine.states import Codes, Record, int8, int16, int32, int64


class Sample(Record):
    """One field of each size."""

    small: int = int8()
    pair: list[int] = int8(2)
    grid: list[list[int]] = int16(2, 3)
    wide: int = int32()
    big: int = int64()


class Colour(Codes):
    """Named numbers, and what a newer Python may write into a class (3.13 its first line)."""

    RED = 0
    DARK_RED = 1
    __firstlineno__ = 7


def test_codes_are_their_own_names_in_every_python() -> None:
    assert Colour.names() == {0: "red", 1: "dark_red"}


def test_fields_stand_by_size_without_padding() -> None:
    assert Sample.dtype.itemsize == 8 + 4 + 12 + 1 + 2
    assert Sample.dtype.names == ("big", "wide", "grid", "small", "pair")


def test_mirror_bytes_and_record_are_the_same() -> None:
    s = Sample()
    s.small, s.pair, s.grid, s.wide, s.big = -128, [1, 127], [[1, 2, 3], [-4, 5, 6]], -(2**31), 2**63 - 1
    record = s.to_record()
    assert record["grid"].tolist() == s.grid
    assert Sample.from_bytes(record.tobytes()) == s
    assert Sample.from_bytes(s.to_bytes()) == s


def test_copies_are_independent() -> None:
    s = Sample()
    twin = s.copy()
    twin.grid[1][2] = 9
    assert s.grid[1][2] == 0
    assert s != twin


@pytest.mark.parametrize(
    ("name", "value"), [("small", 128), ("pair", [0, -129]), ("grid", [[0, 0, 40000], [0, 0, 0]]), ("big", 2**63)]
)
def test_numbers_out_of_range_are_named(name: str, value: object) -> None:
    s = Sample()
    setattr(s, name, value)
    with pytest.raises(OverflowError, match=f"Sample.{name}"):
        s.to_bytes()


def test_wrong_lengths_are_refused() -> None:
    s = Sample()
    s.pair = [1]
    with pytest.raises(OverflowError, match="pair has 1 numbers instead of 2"):
        s.to_bytes()
    with pytest.raises(ValueError, match="27 bytes"):
        Sample.from_bytes(b"123")
