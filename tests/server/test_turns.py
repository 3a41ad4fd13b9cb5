"""Who thinks next: addresses take turns, then tables, then seats."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Collection
from itertools import pairwise

import pytest

from coven.server import turns
from coven.server.live import Live
from coven.server.turns import Served, Turns

HOME, SCHOOL, STRANGER = "10.0.0.1", "10.0.0.2", "10.0.0.3"


async def served(
    watched: dict[str, Collection[str]], waiting: dict[str, int], rounds: int, workers: int = 1
) -> list[str]:  # fmt: skip
    """The tables that get the next turns, in their order. At each so many seats wait: whoever had a turn asks again."""
    line, order = Turns(workers, watched.__getitem__), list[str]()
    for _ in range(workers):
        await line.take(None)  # nobody begins before all wait

    async def seat(table: str) -> None:
        while True:
            await line.take(table)
            order.append(table)
            await asyncio.sleep(0)
            line.give_back()

    seats = [asyncio.create_task(seat(table)) for table, count in waiting.items() for _ in range(count)]
    await asyncio.sleep(0)
    for _ in range(workers):
        line.give_back()
    while len(order) < rounds:
        await asyncio.sleep(0)
    for one in seats:
        one.cancel()
    await asyncio.gather(*seats, return_exceptions=True)
    return order[:rounds]


def tables_of(address: str, count: int) -> dict[str, Collection[str]]:
    return {f"{address} {number}": {address} for number in range(count)}


@pytest.mark.parametrize("workers", [1, 3])
def test_many_tables_of_a_stranger_take_every_other_turn_at_most(workers: int) -> None:
    watched = tables_of(STRANGER, 40) | tables_of(HOME, 1)
    mine = f"{HOME} 0"
    waiting = dict.fromkeys(watched, 4)
    order = asyncio.run(served(watched, waiting, 300, workers))
    when = [place for place, table in enumerate(order) if table == mine]
    assert when[0] <= workers
    if workers == 1:
        assert all(later - sooner <= 2 for sooner, later in pairwise(when))
    assert len(when) >= 140


def test_tables_behind_one_address_share_equally() -> None:
    """Ten tables behind one address, and one elsewhere: it has half of the turns while it wants them, and no more."""
    school, other = tables_of(SCHOOL, 10), f"{HOME} 0"
    watched = school | tables_of(HOME, 1)
    turns = Counter(asyncio.run(served(watched, dict.fromkeys(watched, 3), 200)))
    assert turns[other] == 100
    assert {turns[table] for table in school} == {10}
    alone = Counter(asyncio.run(served(watched, dict.fromkeys(school, 3), 200)))
    assert {alone[table] for table in school} == {20}


def test_a_device_with_several_pages_counts_once() -> None:
    live = Live()
    for seat in range(3):
        live.join("crowded", seat, HOME)
    live.join("lonely", 0, STRANGER)
    watched: dict[str, Collection[str]] = {table: live.networks(table) for table in ("crowded", "lonely")}
    turns = Counter(asyncio.run(served(watched, {"crowded": 3, "lonely": 1}, 100)))
    assert turns["crowded"] == turns["lonely"] == 50


def test_one_crowded_network_does_not_hold_up_the_others() -> None:
    watched = tables_of(SCHOOL, 20) | {"ours": {SCHOOL, HOME}}
    order = asyncio.run(served(watched, dict.fromkeys(watched, 2), 100))
    assert order.count("ours") == 50


def test_seats_of_a_table_are_served_in_order() -> None:
    async def run() -> list[int]:
        line, order = Turns(1, lambda table: [HOME]), list[int]()
        await line.take(None)

        async def seat(number: int) -> None:
            await line.take("table")
            order.append(number)
            line.give_back()

        asked = [3, 1, 2, 0]
        seats = [asyncio.create_task(seat(number)) for number in asked]
        await asyncio.sleep(0)
        line.give_back()
        await asyncio.gather(*seats)
        return order

    assert asyncio.run(run()) == [3, 1, 2, 0]


def test_an_unwatched_table_leaves_the_queue_and_costs_no_turn() -> None:
    async def run() -> None:
        live = Live()
        bell = live.join("table", 0, HOME)
        line = Turns(1, live.networks)
        await line.take(None)
        waiting = asyncio.create_task(line.take("table"))
        await asyncio.sleep(0)
        live.leave("table", bell)
        line.give_back()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        live.join("other", 0, HOME)
        await asyncio.wait_for(line.take("other"), 1)

    asyncio.run(run())


def test_a_turn_is_never_lost_when_somebody_gives_up() -> None:
    """Seats that give up at any moment, also just as their turn comes."""

    async def run(seed: int) -> None:
        rng, line, at_once = random.Random(seed), Turns(2, lambda table: [table[0]]), 0

        async def seat(table: str) -> None:
            nonlocal at_once
            await line.take(table, asyncio.get_running_loop().time() + rng.choice([0, 0.001, 1]))
            at_once += 1
            assert at_once <= 2
            try:
                await asyncio.sleep(rng.choice([0, 0.001]))
            finally:
                at_once -= 1
                line.give_back()

        seats = [asyncio.create_task(seat(rng.choice(["a1", "a2", "b1"]))) for _ in range(40)]
        while not all(one.done() for one in seats):
            rng.choice(seats).cancel()
            await asyncio.sleep(0)
        await asyncio.gather(*seats, return_exceptions=True)
        assert not any(isinstance(one.exception(), AssertionError) for one in seats if not one.cancelled())
        for _ in range(2):
            await asyncio.wait_for(line.take("a1"), 1)

    for seed in range(30):
        asyncio.run(run(seed))


def test_waiting_too_long_is_told() -> None:
    async def run() -> None:
        line = Turns(1, lambda table: [HOME])
        await line.take("table")
        with pytest.raises(TimeoutError):
            await line.take("table", asyncio.get_running_loop().time() + 0.01)

    asyncio.run(run())


def test_a_limited_number_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "MOST_REMEMBERED", 3)
    seen = Served()
    for name in "abcad":
        seen.serve(name)
    assert [seen.when(name) for name in "abcd"] == [4, 0, 3, 5]
