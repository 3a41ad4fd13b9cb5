"""States: one flat record per game, and its plain mirror for Python.

A game declares its state as a class whose fields are made with `int8`, `int16`, `int32`, `int64`. The class provides
the numpy `dtype` of the record (fixed size, no padding) that compiled loops work on. Its objects are the plain mirror:
ints and lists with the same names, on which rules run in Python. Whenever a mirror is written out, its numbers are
checked against the record's ranges.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from math import prod
from typing import Any, ClassVar, Self

import numpy as np

from coven.engine.jit import rule


@dataclass(frozen=True)
class Field:
    """One field of a record: a struct code for its numbers, and a shape (() for a single number)."""

    code: str
    shape: tuple[int, ...] = ()

    @property
    def count(self) -> int:
        """How many numbers the field holds."""
        return prod(self.shape)


def int8(*shape: int) -> Any:
    """A field of integers from -128 to 127."""
    return Field("b", shape)


def int16(*shape: int) -> Any:
    """A field of integers from -32768 to 32767."""
    return Field("h", shape)


def int32(*shape: int) -> Any:
    """A field of integers from -2**31 to 2**31 - 1."""
    return Field("i", shape)


def int64(*shape: int) -> Any:
    """A field of integers from -2**63 to 2**63 - 1."""
    return Field("q", shape)


def word32(*shape: int) -> Any:
    """A field of unsigned 32-bit words, for dice only. Read it through `jit.signed`."""
    return Field("I", shape)


def _by_size(fields: dict[str, Field], last: Collection[str]) -> dict[str, Field]:
    """Sort the largest numbers first, so that fields are aligned without padding; those in `last` come at the end."""
    size = struct.calcsize
    return dict(sorted(fields.items(), key=lambda item: (item[0] in last, -size("<" + item[1].code))))


def _zeros(shape: tuple[int, ...]) -> Any:
    if not shape:
        return 0
    if len(shape) == 1:
        return [0] * shape[0]
    return [_zeros(shape[1:]) for _ in range(shape[0])]


def _shaped(numbers: Iterator[int], shape: tuple[int, ...]) -> Any:
    if not shape:
        return next(numbers)
    if len(shape) == 1:
        return [next(numbers) for _ in range(shape[0])]
    return [_shaped(numbers, shape[1:]) for _ in range(shape[0])]


def _copied(value: Any, depth: int) -> Any:
    return value[:] if depth == 1 else [_copied(part, depth - 1) for part in value]


def _flatten(value: Any, depth: int, out: list[int]) -> None:
    if depth == 0:
        out.append(value)
    elif depth == 1:
        out.extend(value)
    else:
        for part in value:
            _flatten(part, depth - 1, out)


class Record:
    """Base class of every flat record. Subclasses list their fields; the largest numbers are stored first."""

    fields: ClassVar[dict[str, Field]] = {}
    unhashed: ClassVar[frozenset[str]] = frozenset()
    """Fields that come after all others. `State` explains what they are for."""
    dtype: ClassVar[np.dtype[Any]]
    _empty: ClassVar[dict[str, Any]]
    _flat: ClassVar[list[str]]
    """The fields that are lists of numbers."""
    _deep: ClassVar[list[tuple[str, int]]]
    """The fields that are nested lists, and how deep they are."""
    _packed: ClassVar[struct.Struct]

    def __init_subclass__(cls) -> None:
        own = {name: value for name, value in vars(cls).items() if isinstance(value, Field)}
        for name in own:
            delattr(cls, name)
        cls.fields = _by_size({**cls.fields, **own}, cls.unhashed)
        cls._empty = {name: _zeros(field.shape) for name, field in cls.fields.items()}
        depths = [(name, len(field.shape)) for name, field in cls.fields.items()]
        cls._flat = [name for name, depth in depths if depth == 1]
        cls._deep = [(name, depth) for name, depth in depths if depth > 1]
        cls.dtype = np.dtype([(name, f.code, f.shape) for name, f in cls.fields.items()])
        cls._packed = struct.Struct("<" + "".join(f"{f.count}{f.code}" for f in cls.fields.values()))

    def __init__(self) -> None:
        self._take(self._empty)

    def _take(self, numbers: dict[str, Any]) -> None:
        """Take over all fields of another record of the same type."""
        own = self.__dict__
        own.update(numbers)
        for name in self._flat:
            own[name] = numbers[name][:]
        for name, depth in self._deep:
            own[name] = _copied(numbers[name], depth)

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """The mirror of a record's bytes. Raises ValueError if they do not have this record's size."""
        if len(data) != cls._packed.size:
            raise ValueError(f"a {cls.__name__} has {cls._packed.size} bytes, these are {len(data)}")
        new = cls.__new__(cls)
        numbers = iter(cls._packed.unpack(data))
        for name, field in cls.fields.items():
            setattr(new, name, _shaped(numbers, field.shape))
        return new

    def to_bytes(self) -> bytes:
        """The record's bytes, little-endian. Raises OverflowError naming the field that is out of range."""
        numbers: list[int] = []
        for name, field in self.fields.items():
            _flatten(getattr(self, name), len(field.shape), numbers)
        try:
            return self._packed.pack(*numbers)
        except struct.error as error:
            raise OverflowError(f"{type(self).__name__}.{self._misfit()}: {error}") from None

    def bytes_of(self, names: Collection[str]) -> bytes:
        """The bytes of some of the fields: largest numbers first, otherwise in the order of the class."""
        numbers: list[int] = []
        fields = {name: field for name, field in self.fields.items() if name in names}
        for name, field in fields.items():
            _flatten(getattr(self, name), len(field.shape), numbers)
        return struct.pack("<" + "".join(f"{f.count}{f.code}" for f in fields.values()), *numbers)

    def to_record(self) -> Any:
        """A new numpy record (an element of a new array of one)."""
        return np.frombuffer(bytearray(self.to_bytes()), dtype=self.dtype)[0]

    def copy(self) -> Self:
        """An independent copy."""
        new = type(self).__new__(type(self))
        new._take(self.__dict__)
        return new

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and vars(other) == vars(self)

    __hash__ = None  # type: ignore[assignment]  # a state changes: hash its bytes

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{k}={v}' for k, v in vars(self).items())})"

    def _misfit(self) -> str:
        for name, field in self.fields.items():
            numbers: list[int] = []
            _flatten(getattr(self, name), len(field.shape), numbers)
            try:
                struct.pack(f"<{len(numbers)}{field.code}", *numbers)
            except struct.error:
                return f"{name} = {getattr(self, name)}"
            if len(numbers) != field.count:
                return f"{name} has {len(numbers)} numbers instead of {field.count}"
        return "unknown"


TRUTH = -2
"""`viewer` of a state that holds the whole truth."""

SPECTATOR = -1
"""`viewer` of a view for somebody without a seat."""


class State(Record):
    """The fields that every game's state begins with. A view is a record of the same type with `viewer` set."""

    seed: list[int] = word32(4)
    """The 128-bit seed of the whole game; zero in a view."""
    dice: list[int] = word32(16)
    """The current block of random words (see `dice`); zero in a view, as are the four fields below."""
    dice_index: int = int32()
    """Index of the current stream within its purpose, such as a round."""
    dice_block: int = int32()
    """How many blocks of the current stream have been made."""
    dice_purpose: int = int8()
    """What the current stream is for."""
    dice_used: int = int8()
    """How many words of the current block are used up, 0 to 16."""
    players: int = int8()
    """Number of seats."""
    viewer: int = int8()
    """TRUTH, or whose view this is: a seat, or SPECTATOR."""
    owing: int
    """Bits of the seats that owe a decision; 0 when the game is over. Every game declares it among its own fields."""

    knowledge: ClassVar[tuple[str, ...]] = ()
    """Fields that hold what seats have learnt. They follow from the acts, so they are not part of `identity`: a game
    may keep its knowledge in another way, and its old records still verify."""
    unhashed: ClassVar[frozenset[str]] = frozenset()
    """The knowledge that was added after format 1 of records, so not part of `identity_1` either. It comes after the
    first `hashed_size()` bytes, and search does not tell views apart by it."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "owing" not in cls.fields:
            raise TypeError(f"{cls.__name__} declares no field `owing`: the bits of the seats that owe a decision")

    @classmethod
    def hashed_size(cls) -> int:
        """How many bytes come before the unhashed fields."""
        sizes = {name: field.count * struct.calcsize("<" + field.code) for name, field in cls.fields.items()}
        return sum(size for name, size in sizes.items() if name not in cls.unhashed)

    def identity(self) -> bytes:
        """What records hash: the numbers of all fields except those of knowledge, by name, regardless of layout."""
        out = self.unhashed.union(self.knowledge)
        kept = {name: getattr(self, name) for name in self.fields if name not in out}
        return json.dumps(kept, sort_keys=True, separators=(",", ":")).encode()

    def identity_1(self) -> bytes | None:
        """What records of format 1 hash: the bytes of all fields but `unhashed`, in the layout of that time.

        A game that no longer has some of them returns None here: its records of format 1 are judged by their acts and
        result.
        """
        return self.bytes_of(self.fields.keys() - self.unhashed)


@rule
def hide_dice(s: State, viewer: int, view: State) -> None:
    """The part of every game's `hide` for the fields of `State`: views have no dice."""
    for i in range(4):
        view.seed[i] = 0
    for i in range(16):
        view.dice[i] = 0
    view.dice_index = 0
    view.dice_block = 0
    view.dice_purpose = 0
    view.dice_used = 0
    view.players = s.players
    view.viewer = viewer
