"""Several workers own tables together, agreed on in a real PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest

from coven.server import owning
from coven.server.changes import Change
from coven.server.database import TakenDatabase
from coven.server.entries import Said, SatDown
from coven.server.errors import Elsewhere
from coven.server.owning import Owning, new_life
from coven.server.slots import SLOTS, home, slot_of
from coven.server.store import Store
from coven.server.writing import FENCE
from tests.server.postgres import Cluster
from tests.server.test_store import begun

pytestmark = pytest.mark.slow
SECRET = b"s" * 32
LEASE = 600.0
ANNA = SatDown(0, "Anna", "a" * 32)
Member = tuple[Store, Owning]


class Crew:
    """Some workers of one database; nothing beats by itself."""

    def __init__(self, url: str, stack: AsyncExitStack) -> None:
        self.url, self._stack = url, stack

    async def come(self, number: int, secret: bytes = SECRET) -> Member:
        """Another worker, which has beaten once."""
        one = Owning(new_life(number, secret))
        store = Store(self.url, one.me)
        self._stack.push_async_callback(store.close)
        await store.open()
        await one.beat(store)
        return store, one


def crew(cluster: Cluster, use: Callable[[Crew], Awaitable[None]]) -> None:
    async def run() -> None:
        async with AsyncExitStack() as stack:
            await use(Crew(cluster.new_database(), stack))

    asyncio.run(run())


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A slow machine must not make anybody late."""
    monkeypatch.setattr(owning, "LEASE", LEASE)


def owned(one: Owning) -> set[int]:
    return set(one._epochs)


def passed(one: Owning, seconds: float) -> None:
    """Let this worker's own clock run on."""
    one._since -= seconds


def test_workers_share_all_slots_and_give_up_what_is_anothers(cluster: Cluster) -> None:
    async def use(crew: Crew) -> None:
        first_store, first = await crew.come(1)
        assert owned(first) == set(range(SLOTS))
        assert await first_store.counts() == {True: 0, False: 0}
        lost = list[set[int]]()
        first.on_lost = lost.append
        second_store, second = await crew.come(2)
        assert owned(second) == set()
        await first.beat(first_store)
        await second.beat(second_store)
        await first.beat(first_store)
        hers = {slot for slot in range(SLOTS) if home(slot, (1, 2)) == 2}
        assert (owned(first), owned(second), lost) == (set(range(SLOTS)) - hers, hers, [hers])
        assert first._owners == second._owners == {slot: home(slot, (1, 2)) for slot in range(SLOTS)}
        await second.leave(second_store)
        await first.beat(first_store)
        assert owned(first) == set(range(SLOTS))

    crew(cluster, use)


def test_an_owner_that_lost_its_lease_writes_nothing(cluster: Cluster) -> None:
    async def use(crew: Crew) -> None:
        store, old = await crew.come(1)
        epoch = old.epoch("one")
        await store.write(Change("one", begun("one").head, 1, [ANNA], epoch=epoch))
        cluster.do("UPDATE workers SET until = clock_timestamp() - interval '1 second'", crew.url)
        store_2, new = await crew.come(2)
        assert owned(new) == set(), "who has only just come waits for a late owner"
        passed(new, LEASE)
        await new.beat(store_2)
        assert owned(new) == set(range(SLOTS))
        late = [
            store.write(Change("one", None, 2, [Said(0, "late")], epoch=epoch)),
            store.write(Change("one", answered=(0, "m"), length=1, epoch=epoch)),
        ]
        assert [type(one) for one in await asyncio.gather(*late, return_exceptions=True)] == [Elsewhere, Elsewhere]
        with pytest.raises(Elsewhere):
            await store.remove("one", epoch)
        await store_2.write(Change("one", None, 2, [Said(0, "new")], epoch=new.epoch("one")))
        found = await store.load("one")
        assert found
        assert (found.entries, found.answered) == ([ANNA, Said(0, "new")], [])
        lost = list[set[int]]()
        old.on_lost = lost.append
        await old.beat(store)
        assert lost == [set(range(SLOTS))]
        with pytest.raises(Elsewhere):
            old.epoch("one")

    crew(cluster, use)


def test_in_a_group_only_tables_of_other_owners_are_refused(cluster: Cluster) -> None:
    async def use(crew: Crew) -> None:
        store, one = await crew.come(1)
        epoch = one.epoch("abc")
        cluster.do("UPDATE slots SET epoch = epoch + 1 WHERE slot = %s", crew.url, slot_of("abc"))
        group = [
            store.write(Change(name, begun(name).head, 1, [ANNA], epoch=one.epoch(name)))
            for name in ("abc", "bcd", "cde")
        ]
        results = await asyncio.gather(*group, return_exceptions=True)
        assert [type(result) for result in results] == [Elsewhere, type(None), type(None)]
        assert await store.all_ids() == ["bcd", "cde"]
        assert epoch == one.epoch("abc")

    crew(cluster, use)


def test_nobody_takes_a_slot_in_the_middle_of_its_owners_write(cluster: Cluster) -> None:
    async def use(crew: Crew) -> None:
        await crew.come(1)
        with psycopg.connect(crew.url) as writing, psycopg.connect(crew.url) as taking:
            writing.execute(FENCE, ([5],))
            taking.execute("SET lock_timeout = '200ms'")
            with pytest.raises(psycopg.errors.LockNotAvailable):
                taking.execute("UPDATE slots SET epoch = epoch + 1 WHERE slot = 5")

    crew(cluster, use)


@pytest.mark.parametrize("jump", ["-1 hour", "1 hour"])
def test_a_lease_from_before_the_clock_jumped_does_not_run(cluster: Cluster, jump: str) -> None:
    async def use(crew: Crew) -> None:
        store, one = await crew.come(1)
        cluster.do("UPDATE workers SET until = until + %s::interval", crew.url, jump)
        store_2, two = await crew.come(2)
        passed(two, LEASE)
        await two.beat(store_2)
        assert owned(two) == set(range(SLOTS))
        await one.beat(store)
        assert owned(one) == set()

    crew(cluster, use)


def test_a_worker_whose_lease_has_lapsed_has_nothing(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    async def use(crew: Crew) -> None:
        store, one = await crew.come(1)
        lost = list[set[int]]()
        one.on_lost = lost.append
        monkeypatch.setattr(owning, "BEAT", 0.01)
        one._until -= LEASE
        assert not one.owns("abc")
        with pytest.raises(Elsewhere):
            one.epoch("abc")
        cluster.stop()
        try:
            running = asyncio.create_task(one.run(store))
            await asyncio.sleep(0.1)
            assert lost == [set(range(SLOTS))]
        finally:
            cluster.start()
            running.cancel()
        await one.beat(store)
        assert owned(one) == set(range(SLOTS))

    crew(cluster, use)


@asynccontextmanager
async def opened(url: str, *me: owning.Worker) -> Any:
    store = Store(url, *me)
    try:
        await store.open()
        yield store
    finally:
        await store.close()


def test_who_cannot_work_together_is_refused(cluster: Cluster, tmp_path: Path) -> None:
    async def refusal(url: str, *me: owning.Worker) -> str:
        with pytest.raises(TakenDatabase) as refused:
            async with opened(url, *me):
                pass
        return str(refused.value)

    async def use(crew: Crew) -> None:
        await crew.come(1)
        assert await refusal(crew.url) == ""
        assert "another server is worker 1" in await refusal(crew.url, new_life(1, SECRET))
        assert "another server.secret" in await refusal(crew.url, new_life(2, b"t" * 32))
        await crew.come(2)

    crew(cluster, use)
    url = cluster.new_database()

    async def alone() -> None:
        async with opened(url):
            assert await refusal(url, new_life(1, SECRET)) == ""

    asyncio.run(alone())
