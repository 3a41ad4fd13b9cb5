"""The rules of owning tables: searched for orders of events that lose an act, double one, or build on an old table."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest

from coven.server.slots import SIGNS, SLOTS, Seen, Slot, beside, claims, home, releases, slot_of

ACTS = (1, 2)
LIVES = 2
"""How often a worker is started."""
LENGTH = 80
WALKS = 400
RARE = {"dies": 0.03, "ends": 0.3, "takes": 3.0}
"""How often an event is chosen, beside others."""
Acts = tuple[int, ...]


@dataclass(frozen=True)
class Worker:
    """What a worker's memory holds; `None` for nothing."""

    number: int
    life: int = 1
    held: int | None = None
    """The epoch under which it owns the slot."""
    news: int | None = None
    """What its last beat found, before its tables have heard of it; 0: the slot is not its own."""
    reading: int | None = None
    """The epoch under which it has begun to read the table."""
    table: tuple[int, Acts] | None = None
    """The epoch under which it has read the table, and its acts."""
    writing: tuple[int, int, Acts] | None = None
    """An act on its way to the disk, its epoch, and the acts before it."""

    @property
    def name(self) -> str:
        return f"{self.number}.{self.life}"


NOBODYS = Slot(1, None)


@dataclass(frozen=True)
class World:
    """A database with one slot, one table and leases, and what some workers remember of it."""

    workers: tuple[Worker, ...]
    slot: Slot = NOBODYS
    live: frozenset[str] = frozenset()
    late: frozenset[str] = frozenset()
    acts: Acts = ()
    answered: frozenset[int] = frozenset()
    wrong: str = ""


@dataclass(frozen=True)
class Mistakes:
    """What a worker could do wrong."""

    does_not_fence: bool = False
    keeps_the_epoch: bool = False
    names_todays_epoch: bool = False
    answers_first: bool = False


def steps(world: World, how: Mistakes) -> Iterator[tuple[str, World]]:
    """All that can happen next. A worker that is stopped is one of which nothing happens for a while."""
    for life in world.live:  # too early, if the database's clock jumps
        yield f"the lease of {life} ends", replace(world, live=world.live - {life}, late=world.late | {life})
    for i, worker in enumerate(world.workers):
        for what, after, changed in [*beats(world, worker, how), *reads(world, worker), *acts(world, worker, how)]:
            workers = (*world.workers[:i], changed, *world.workers[i + 1 :])
            yield f"{worker.name} {what}", replace(after, workers=workers)


Step = tuple[str, World, Worker]


def beats(world: World, worker: Worker, how: Mistakes) -> Iterator[Step]:
    """Beats, hears of them, dies."""
    own = {f"{worker.number}.{life}" for life in range(worker.life)}
    live, late = (world.live | {worker.name}) - own, world.late - own - {worker.name}
    numbers = {one: int(one.split(".")[0]) for one in live}
    for is_settled in (True, False):
        slot = world.slot
        seen = Seen(numbers, late, {0: slot})
        rise = 0 if how.keeps_the_epoch else 1
        if claims(worker.name, seen, is_settled=is_settled):
            slot = Slot(slot.epoch + rise, worker.name)
        elif releases(worker.name, seen):
            slot = Slot(slot.epoch + rise, None)
        news = slot.epoch if slot.owner == worker.name else 0
        yield "beats", replace(world, slot=slot, live=live, late=late), replace(worker, news=news)
    if worker.news is not None:
        yield "hears of its beat", world, replace(worker, held=worker.news or None, news=None)
    if worker.life < LIVES:
        yield "dies and starts again", world, Worker(worker.number, worker.life + 1)


def reads(world: World, worker: Worker) -> Iterator[Step]:
    """Reads the table once it owns it."""
    if worker.reading is not None:
        yield "reads", world, replace(worker, reading=None, table=(worker.reading, world.acts))
    elif worker.held and (worker.table is None or worker.table[0] != worker.held):
        yield "begins to read", world, replace(worker, reading=worker.held, table=None)


def acts(world: World, worker: Worker, how: Mistakes) -> Iterator[Step]:
    """Is asked to act, and writes what it was asked."""
    if worker.writing is not None:
        yield from writes(world, worker, how)
    elif worker.table and worker.table[0] == worker.held:
        for act in ACTS:
            if act in worker.table[1]:  # a message that was repeated
                yield f"answers {act} again", answered(world, act), worker
            else:
                asked = answered(world, act) if how.answers_first else world
                yield f"takes {act}", asked, replace(worker, writing=(act, *worker.table))


def writes(world: World, worker: Worker, how: Mistakes) -> Iterator[Step]:
    """One transaction, whose end it may not hear of: then it does it again, and finds its own row."""
    assert worker.writing
    act, epoch, before = worker.writing
    if how.names_todays_epoch:
        epoch = worker.held or 0
    gone = replace(worker, writing=None, table=None)
    if epoch != world.slot.epoch and not how.does_not_fence:
        yield f"is refused {act}", world, gone
        return
    if act in world.acts and world.acts == (*before, act):
        yield f"finds {act} written", world, gone
        return
    wrong = "" if before == world.acts else f"{act} builds on {before}, and there is {world.acts}"
    after = replace(world, acts=(*world.acts, act), wrong=wrong)
    yield f"writes {act}, unheard", after, worker
    yield f"writes {act}", answered(after, act), replace(worker, writing=None, table=(epoch, after.acts))


def answered(world: World, act: int) -> World:
    return replace(world, answered=world.answered | {act})


def fault(world: World) -> str:
    """What must never be."""
    if set(world.answered) - set(world.acts):
        return "an act was answered and is not there"
    if len(set(world.acts)) != len(world.acts):
        return "an act is there twice"
    return world.wrong


def searched(how: Mistakes, most: int) -> tuple[str, int]:
    """All orders of events of two workers, the short ones first: the first fault, and how many worlds were seen."""
    first = World((Worker(1), Worker(2)))
    seen, front = {first}, [first]
    while front and len(seen) < most:
        later = list[World]()
        for world in front:
            for _, after in steps(world, how):
                if why := fault(after):
                    return why, len(seen)
                if after not in seen and after.slot.epoch < 5:
                    seen.add(after)
                    later.append(after)
        front = later
    return "", len(seen)


def walked(how: Mistakes, rng: random.Random, workers: int) -> tuple[str, list[str]]:
    """One long order of events, with some faults among them."""
    world, told = World(tuple(Worker(number + 1) for number in range(workers))), list[str]()
    for _ in range(LENGTH):
        found = list(steps(world, how))
        weights = [RARE.get(what.split()[1], RARE.get(what.split()[-1], 1)) for what, _ in found]
        [(what, world)] = rng.choices(found, weights)
        told.append(what)
        if why := fault(world):
            return why, told
    return "", told


def test_no_order_of_events_loses_or_doubles_an_act(numbers: random.Random) -> None:
    why, count = searched(Mistakes(), 6_000)
    assert count >= 6_000
    assert why == ""
    for _ in range(60):
        why, told = walked(Mistakes(), numbers, 3)
        assert why == "", told


@pytest.mark.parametrize("how", [
    Mistakes(does_not_fence=True), Mistakes(keeps_the_epoch=True), Mistakes(answers_first=True),
], ids=str)  # fmt: skip
def test_the_search_finds_what_a_mistake_would_do(how: Mistakes, numbers: random.Random) -> None:
    assert any(walked(how, numbers, 2)[0] for _ in range(WALKS))


OWNS = ("beats", "hears", "begins", "reads")
RETURN = [
    *(f"1.1 {what}" for what in (*OWNS, "takes 1")), "the lease of 1.1 ends",
    *(f"2.1 {what}" for what in (*OWNS, "takes 2", "writes 2")), "the lease of 2.1 ends",
    "1.1 beats", "1.1 hears",
]  # fmt: skip
"""A worker loses the slot and has it again, with an act on its way."""


@pytest.mark.parametrize(("how", "outcome"), [
    (Mistakes(), ""), (Mistakes(names_todays_epoch=True), "1 builds on (), and there is (2,)"),
])  # fmt: skip
def test_an_act_on_its_way_does_not_outlive_another_owner(how: Mistakes, outcome: str) -> None:
    world = World((Worker(1), Worker(2)))
    for event in RETURN:
        world = next(after for what, after in steps(world, how) if what.startswith(event) and "unheard" not in what)
    afterwards = [after for what, after in steps(world, how) if what.startswith(("1.1 writes", "1.1 is refused"))]
    assert afterwards
    assert {fault(after) for after in afterwards} == {outcome}


def test_slots_move_only_from_and_to_who_comes_or_goes() -> None:
    for workers in ([1, 2], [1, 2, 3], [2, 5, 7, 9]):
        shares = [sum(home(slot, workers) == one for slot in range(SLOTS)) for one in workers]
        assert min(shares) > SLOTS / len(workers) / 2
        for gone in workers:
            rest = [one for one in workers if one != gone]
            assert all(home(slot, workers) in (gone, home(slot, rest)) for slot in range(SLOTS))


def test_a_late_owner_is_left_alone_by_who_was_late_itself() -> None:
    slots = {slot: Slot(7, "2.1") for slot in range(SLOTS)}
    late, gone = Seen({"1.1": 1}, ["2.1"], slots), Seen({"1.1": 1}, [], slots)
    assert claims("1.1", late, is_settled=False) == []
    assert claims("1.1", late, is_settled=True) == claims("1.1", gone, is_settled=False) == list(range(SLOTS))
    assert claims("1.1", Seen({"1.1": 1, "2.1": 2}, [], slots), is_settled=True) == []


def test_a_table_beside_another_lies_in_its_slot() -> None:
    assert len(set(SIGNS)) == SLOTS == 64
    assert [slot_of(sign + "bcd") for sign in SIGNS] == list(range(SLOTS))
    assert slot_of(beside("xyz", "Qrs")) == slot_of("Qrs")
    assert slot_of("") == slot_of("?") == 0
