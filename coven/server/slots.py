"""Which of several servers ("workers") owns which tables: the rules of it, without a database.

Every table lies in a slot, and every slot has at most one owner. A slot's epoch rises whenever its owner changes.
Whoever writes names the epoch under which it read the table, and is refused if that has passed: a mistake about leases
costs time and never an act. `owning.py` carries the rules out; tests/server/test_slots.py searches them for bad orders
of events.
"""

from __future__ import annotations

import hashlib
import string
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

SIGNS = string.ascii_uppercase + string.ascii_lowercase + string.digits + "-_"
"""What ids of tables are made of; a table's slot is the place of its first sign."""
SLOTS = len(SIGNS)


@dataclass(frozen=True)
class Slot:
    """A row of the database."""

    epoch: int
    owner: str | None
    """The life of its owner; None: nobody has it."""


@dataclass(frozen=True)
class Seen:
    """What a worker sees in the database at one beat, after it has renewed its own lease."""

    live: Mapping[str, int]
    """The workers whose lease runs: their numbers by their lives. A life is one run of a worker's process."""
    late: Iterable[str]
    """Lives whose lease has run out: they may be slow, or dead."""
    slots: Mapping[int, Slot]


def slot_of(table: str) -> int:
    """A table's slot."""
    return max(0, SIGNS.find(table[:1]))


def beside(table: str, other: str) -> str:
    """The same id, moved to the slot of another table: what belongs together has one owner."""
    return other[:1] + table[1:]


def home(slot: int, workers: Iterable[int]) -> int:
    """Whose the slot should be among these workers. When one comes or goes, only its own slots move (rendezvous
    hashing, Thaler and Ravishankar 1998)."""
    return max(workers, key=lambda worker: _weight(slot, worker))


@cache
def _weight(slot: int, worker: int) -> bytes:
    return hashlib.sha256(f"{slot}/{worker}".encode()).digest()


def claims(life: str, seen: Seen, *, is_settled: bool) -> list[int]:
    """The slots to take now: one's own that nobody live has.

    A late owner's are taken only by who `is_settled`, whose own lease has not lapsed lately: after the database was
    away, everybody is late, and all may stay where they are.
    """
    late = frozenset(() if is_settled else seen.late)
    return [
        slot
        for slot, row in seen.slots.items()
        if row.owner not in seen.live and row.owner not in late and home(slot, seen.live.values()) == seen.live[life]
    ]


def releases(life: str, seen: Seen) -> list[int]:
    """The slots to give up now, since they should be another live worker's."""
    mine = seen.live[life]
    return [slot for slot, row in seen.slots.items() if row.owner == life and home(slot, seen.live.values()) != mine]
