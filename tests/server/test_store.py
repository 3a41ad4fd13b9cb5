"""What the store promises, with each database that it can use."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine

from coven.server import schema
from coven.server.changes import Change, Draft, Head, Key, Stored
from coven.server.database import UnusableDatabase, database_url
from coven.server.entries import Said, SatDown
from coven.server.schema import UnknownSchema
from coven.server.store import Conflict, Store
from tests.server import postgres

ANNA, BEA = SatDown(0, "Anna", "a" * 32), SatDown(1, "Bea", "b" * 32)
Use = Callable[[Store], Awaitable[Any]]


def head(name: str, game: str = "three-witches", version: int = 1) -> Head:
    return Head(name, game, version, 3, "", "00ff", "salt")


def begun(name: str = "one", **others: Any) -> Change:
    return Change(name, head(name, **others), 1, [ANNA])


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A new database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.sqlite'}"
    cluster: postgres.Cluster = request.getfixturevalue("cluster")
    return cluster.new_database()


def using(url: str, *uses: Use) -> list[Any]:
    """What some uses give, each with a store that has only just opened."""

    async def one(use: Use) -> Any:
        store = Store(url)
        try:
            await store.open()
            return await use(store)
        finally:
            await store.close()

    return [asyncio.run(one(use)) for use in uses]


async def stored(store: Store, name: str = "one") -> Stored:
    found = await store.load(name)
    assert found is not None
    return found


def test_what_is_written_is_read_again(url: str) -> None:
    key = Key("hash", 0, "seat")

    async def write(store: Store) -> None:
        await store.write(Change("one", head("one"), 1, [ANNA], keys=[key, Key("spent", None, "invite")]))
        second = Change("one", None, 2, [BEA, Said(1, "hello")], answered=(1, "m1"), length=3, spent=["spent"])
        second.drafts = {0: Draft(0, ("bid 2",), 1), 1: Draft(1, ("bid 3",), 4)}
        await store.write(second)
        third = Change("one", answered=(1, "m2"), length=3, drafts={0: None, 1: Draft(1, (), 5)})
        await store.write(third)

    async def read(store: Store) -> Stored:
        assert await store.load("two") is None
        return await stored(store)

    _, found = using(url, write, read)
    assert found == Stored(head("one"), [ANNA, BEA, Said(1, "hello")], [Draft(1, (), 5)], [(1, "m1"), (1, "m2")], [key])


def test_a_number_is_given_once_and_the_rest_of_the_group_is_written(url: str) -> None:
    async def use(store: Store) -> tuple[list[Any], Stored, Stored]:
        await store.write(begun())
        group = [
            store.write(Change("one", None, 2, [BEA])),
            store.write(Change("one", None, 2, [Said(0, "no")])),
            store.write(begun("two")),
            store.write(Change("one", None, 1, [BEA, Said(0, "no")])),
        ]
        results = await asyncio.gather(*group, return_exceptions=True)
        return results, await stored(store), await stored(store, "two")

    [(results, one, two)] = using(url, use)
    assert [type(result) for result in results] == [type(None), Conflict, type(None), Conflict]
    assert (one.entries, two.entries) == ([ANNA, BEA], [ANNA])


def test_tables_are_found_by_what_the_housekeeper_asks(url: str) -> None:
    later = int(time.time()) + 100

    async def use(store: Store) -> None:
        for name in ("b", "a", "c"):
            await store.write(begun(name, game="midnight" if name == "c" else "three-witches", version=2))
        await store.write(Change("b", ends=True, keys=[Key("k", 0, "seat")]))
        assert await store.all_ids() == ["a", "b", "c"]
        assert await store.counts() == {True: 2, False: 1}
        assert await store.visited("a") >= later - 200
        assert await store.visited("nobody") == 0
        assert await store.unvisited(later, "", 10) == ["a", "b", "c"]
        assert await store.unvisited(later, "a", 1) == ["b"]
        assert await store.unvisited(0, "", 10) == []
        assert await store.ended(later, "", 10) == ["b"]
        assert await store.outdated({"three-witches": 3, "midnight": 2}, "", 10) == ["a"]

    using(url, use)


def test_a_table_can_be_removed_and_old_guests_are_pruned(url: str) -> None:
    later = int(time.time()) + 100

    async def use(store: Store) -> None:
        await store.write(begun())
        guests = [Key(f"g{i}", None, "guest") for i in range(3)]
        await store.write(
            Change("one", None, 2, [BEA], keys=[*guests, Key("k", 0, "seat")], drafts={0: Draft(0, (), 1)})
        )
        assert [await store.prune_guests(later, 2), await store.prune_guests(later, 2)] == [2, 1]
        assert (await stored(store)).keys == [Key("k", 0, "seat")]
        await store.check()
        await store.remove("one")
        assert await store.load("one") is None
        await store.write(begun())  # nothing of it was left in the way
        assert (await stored(store)).entries == [ANNA]
        assert (await stored(store)).drafts == []

    using(url, use)


@pytest.mark.parametrize(("statement", "why"), [
    ("UPDATE meta SET schema = 99", "schema 99"),
    ("UPDATE meta SET schema = 0", "does not name its schema"),
    ("DROP TABLE log", "not a Coven database"),
])  # fmt: skip
def test_a_database_that_is_not_ours_is_left_alone(url: str, statement: str, why: str) -> None:
    async def nothing(store: Store) -> None:
        await store.check()

    using(url, nothing)
    engine = create_engine(database_url(url))
    with engine.begin() as connection:
        connection.exec_driver_sql(statement)
    with pytest.raises(UnknownSchema, match=why):
        using(url, nothing)
    engine.dispose()


def test_text_of_all_kinds_is_kept(url: str) -> None:
    said = Said(0, "Grüße, 魔女 🧙 \\ % %s ? :x '\"")

    async def use(store: Store) -> Stored:
        await store.write(Change("one", head("one"), 1, [said], answered=(0, "% ? :id"), length=1))
        return await stored(store)

    [found] = using(url, use)
    assert (found.entries, found.answered) == ([said], [(0, "% ? :id")])


def test_both_databases_have_the_same_columns(tmp_path: Path) -> None:
    """PostgreSQL's integers have 32 bits, which seconds since 1970 outgrow in 2038."""
    kinds = {
        f"{part.name}.{column.name}": str(column.type.compile(create_engine("postgresql+psycopg://").dialect))
        for part in schema.metadata.sorted_tables for column in part.columns
    }  # fmt: skip
    assert {name for name, kind in kinds.items() if kind == "BIGINT"} == {"tables.visited", "keys.made"}


@pytest.mark.parametrize(("text", "why"), [
    ("mysql://localhost/coven", "mysql is not supported"),
    ("localhost", "not the address of a database"),
    ("postgresql://localhost:port/coven", "not the address of a database"),
])  # fmt: skip
def test_an_address_that_is_none_is_refused_in_words(text: str, why: str) -> None:
    with pytest.raises(UnusableDatabase, match=why):
        database_url(text)
