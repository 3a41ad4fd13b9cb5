"""The operator's own bots at tables: what they are sent, what becomes of those that fail, and when they end."""

from __future__ import annotations

import asyncio
import importlib
import random
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import coven
from coven.players import BotFailed
from coven.players.own import Home
from coven.server import own_bots, serve, thinker
from coven.server.own_bots import NotOffered, OwnBots
from coven.server.serve import CannotServe, Plan
from coven.server.thinker import Busy, NotWarm
from tests.server.serving import Person, is_running, serving, settings, until

pytestmark = pytest.mark.slow

BOTS = "tests.players.bots"
FUNCTION = f"mine={BOTS}:first"
EXCUSE = "by rules of thumb, because it failed"


class Spy:
    """What bots are sent, what they answer, and their processes."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.questions: list[dict[str, Any]] = []
        self.pids: list[int] = []
        ask, start = Home.ask, Home.__init__

        def asked(home: Home, question: dict[str, Any], seconds: float) -> Any:
            self.questions.append(question)
            return ask(home, question, seconds)

        def started(home: Home, *given: Any, **named: Any) -> None:
            start(home, *given, **named)
            self.pids.append(home._process.pid)

        patch.setattr(Home, "ask", asked)
        patch.setattr(Home, "__init__", started)

    @property
    def alive(self) -> list[int]:
        return [pid for pid in self.pids if is_running(pid)]

    @property
    def views(self) -> list[Any]:
        """What they have seen."""
        return [view_of(question) for question in self.questions]


@pytest.fixture
def spy(monkeypatch: pytest.MonkeyPatch) -> Spy:
    return Spy(monkeypatch)


def view_of(question: dict[str, Any]) -> Any:
    module, name = question["state"]
    return getattr(importlib.import_module(module), name).from_bytes(bytes.fromhex(question["view"]))


def play_until(person: Person, holds: Callable[[], bool]) -> None:
    """Random choices, until something holds or the game is over."""
    rng, answered = random.Random(1), ""
    while person.now["status"] == "playing" and not holds():
        question = person.now["question"]
        if question["is_due"] and question["id"] != answered:
            answered = question["id"]
            person.act(rng.choice(person.now["choices"])["action"])
        else:
            with suppress(TimeoutError):
                person.read(0.2)


def excuse(person: Person, seat: int = 1) -> str:
    found: str | None = person.now["seats"][seat]["excuse"]
    return found or ""


def test_a_bot_of_the_operators_plays_a_game(tmp_path: Path, spy: Spy) -> None:
    """It is sent its seat's view, the legal actions and a seed; its processes end with the game."""
    with serving(settings(tmp_path, own_bots={"mine": FUNCTION})) as address:
        levels = Person(address).http.get("/api/games").json()[0]["levels"]
        assert levels[-1] == {"key": "mine", "label": "Mine", "note": levels[-1]["note"], "is_usual": False}
        anna = Person(address).open_table(bots=("mine", "mine")).look()
        play_until(anna, lambda: bool(excuse(anna) or excuse(anna, 2)))
        assert anna.now["result"]["winners"]
        assert anna.now["seats"][1]["level_title"] == "Mine"
        until(lambda: not spy.alive)
    assert len(spy.pids) == 2
    assert all(question.keys() == {"state", "view", "legal", "seed"} for question in spy.questions)
    assert {view.viewer for view in spy.views} == {1, 2}
    for question, view in zip(spy.questions, spy.views, strict=True):
        assert not any(view.seed)
        assert not any(view.dice)
        assert [seat for seat, hand in enumerate(view.hands) if hand > 0] in ([], [view.viewer])
        assert question["legal"] == sorted(question["legal"])
    assert len({question["seed"] for question in spy.questions}) == len(spy.questions)


@pytest.mark.parametrize(
    ("function", "fault"),
    [
        ("cheat", "the bot bad chose what is not legal"),
        ("sleepy", "the bot bad did not answer within 0.5 seconds"),
        ("broken", "the bot bad raised LookupError"),
        ("gone", "the bot bad has ended"),
        ("nobody", "the bot bad raised AttributeError"),
    ],
)
def test_rules_of_thumb_play_on_for_a_bot_that_fails(
    tmp_path: Path, spy: Spy, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture,
    function: str, fault: str,
) -> None:  # fmt: skip
    """Its seat and the log say so, after a restart too; the log does not tell what it said, which may be a card."""
    monkeypatch.setattr(own_bots, "SECONDS", 0.5)
    offered = settings(tmp_path, own_bots={"bad": f"bad={BOTS}:{function}"})
    with serving(offered) as address:
        anna = Person(address).open_table(bots=("bad", "thumb")).look()
        play_until(anna, lambda: bool(excuse(anna)))
        assert excuse(anna) == EXCUSE
        name = anna.now["seats"][1]["name"]
        play_until(anna, lambda: f"The bot of {name} has failed: rules of thumb play on" in anna.log)
        play_until(anna, lambda: len(anna.frames) > 20)
        assert anna.now["status"] == "playing"
        table, cookies = anna.table, anna.http.cookies
    faults = [record.facts["text"] for record in caplog.records if record.msg == "fall_back"]  # type: ignore[attr-defined]
    assert faults == [f"table {table}: the bot of seat 1 plays {EXCUSE} ({fault})"]
    assert "no idea" not in caplog.text
    assert "10000" not in caplog.text
    with serving(offered) as address:
        again = Person(address)
        again.http.cookies, again.table = cookies, table
        again.look()
        play_until(again, lambda: False)
        assert again.now["result"]["winners"]
        assert excuse(again) == EXCUSE
    assert len(spy.pids) == 1
    assert not spy.alive


def test_a_bot_may_be_gone_after_a_restart(tmp_path: Path, spy: Spy) -> None:
    with serving(settings(tmp_path, own_bots={"mine": FUNCTION})) as address:
        anna = Person(address).open_table(bots=("mine", "mine")).look()
        play_until(anna, lambda: len(anna.frames) > 10)
        table, cookies = anna.table, anna.http.cookies
    started = len(spy.pids)
    assert started
    with serving(settings(tmp_path)) as address:
        again = Person(address)
        again.http.cookies, again.table = cookies, table
        again.look()
        play_until(again, lambda: False)
        assert again.now["result"]["winners"]
        assert excuse(again, 2) == "by rules of thumb, because it is not offered any more"
        assert again.now["seats"][2]["level_title"] == "Mine"
        assert "level: must be one of" in again.post("", **wish("mine")).json()["text"]
        again.table = again.post(f"/{table}/again", seat=0, nonce="0" * 32).json()["table"]
        again.close()
        play_until(again.look(), lambda: len(again.frames) > 20)
        assert "not offered" in excuse(again)
    assert len(spy.pids) == started


def wish(level: str) -> dict[str, Any]:
    return {"game": "three-witches", "players": 3, "name": "Anna", "nonce": "1" * 32, "bots": [level]}


def test_a_page_cannot_name_a_function(tmp_path: Path, spy: Spy) -> None:
    with serving(settings(tmp_path, own_bots={"mine": FUNCTION})) as address:
        anna = Person(address).open_table(bots=()).look()
        assert BOTS not in anna.http.get("/api/games").text
        for level in (FUNCTION, f"{BOTS}:first", f"mine={BOTS}:cheat", "mine=./x.py:first", "Mine", "mine "):
            refused = anna.post("", **wish(level))
            assert refused.status_code == 400
            for problem in (refused.json(), anna.ask("bot", seat=1, level=level), anna.ask("agree", level=level)):
                assert problem["code"] == "bad_message"
                assert problem["text"].endswith("random, mine")
        assert anna.ask("bot", seat=1, level="mine")["type"] == "answer"
        assert anna.ask("agree", level="mine")["type"] == "answer"
        anna.hear(lambda: anna.now["level"] == "mine")
    assert not spy.pids


def test_bots_end_with_the_server_whatever_they_do(tmp_path: Path, spy: Spy, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server does not wait for them either."""
    monkeypatch.setattr(own_bots, "SECONDS", 600.0)
    with serving(settings(tmp_path, own_bots={"bad": f"bad={BOTS}:sleepy"})) as address:
        anna = Person(address).open_table(bots=("bad", "bad")).look()
        play_until(anna, lambda: bool(spy.questions))
        assert spy.alive
        assert anna.http.get("/api/games").is_success
    assert not spy.alive


def test_a_bot_at_rest_has_no_process(tmp_path: Path, spy: Spy, monkeypatch: pytest.MonkeyPatch) -> None:
    """It ends while nobody asks it, and starts again for the next decision. At a table nobody watches, none starts."""
    monkeypatch.setattr(own_bots, "IDLE", 0.1)
    with serving(settings(tmp_path, own_bots={"mine": FUNCTION})) as address:
        anna = Person(address).open_table(bots=("mine", "thumb"))
        assert not spy.pids
        anna.look()
        while len(spy.pids) < 2:
            seen = len(spy.questions)
            play_until(anna, lambda seen=seen: len(spy.questions) > seen)  # type: ignore[misc]
            until(lambda: not spy.alive)
        assert excuse(anna) == ""


def asked(bots: OwnBots, table: str, name: str = "mine") -> Any:
    match = coven.new("three-witches", seed=7)
    seat = match.pending[0]
    return bots.choose(table, name, match.game, match.deck, match.view_record(seat), match.numbers(seat))


def test_there_are_only_so_many_processes(spy: Spy, monkeypatch: pytest.MonkeyPatch) -> None:
    """The one that was asked longest ago makes room; if all are asked, the decision is made by others."""
    monkeypatch.setattr(own_bots, "MOST", 1)
    monkeypatch.setattr(own_bots, "SECONDS", 1.0)

    async def run() -> None:
        bots = OwnBots({"mine": FUNCTION, "bad": f"bad={BOTS}:sleepy"})
        assert await asked(bots, "a") == await asked(bots, "a") == 0
        assert len(spy.pids) == 1
        assert await asked(bots, "b") == 0
        while is_running(spy.pids[0]):
            await asyncio.sleep(0.01)
        late = asyncio.create_task(asked(bots, "c", "bad"))
        while len(spy.questions) < 4:
            await asyncio.sleep(0.01)
        with pytest.raises(Busy):
            await asked(bots, "d")
        with pytest.raises(BotFailed, match="did not answer within 1 seconds"):
            await late
        assert await asked(bots, "d") == 0
        await bots.close()
        assert not spy.alive

    asyncio.run(run())


def test_nobody_waits_for_a_bot_that_loads_or_has_no_turn(spy: Spy, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        bots = OwnBots({"mine": FUNCTION})
        with pytest.raises(NotOffered):
            await asked(bots, "a", "other")
        match = coven.new("three-witches", seed=7)
        with pytest.raises(ValueError, match="only the view of a seat"):
            await bots.choose("a", "mine", match.game, match.deck, match.state, [0])
        monkeypatch.setattr(own_bots, "DEADLINE", thinker.LAST_START + 0.1)
        turns = bots._threads._max_workers
        for _ in range(turns):
            await bots._turns.take(None)
        with pytest.raises(Busy):
            await asked(bots, "a")
        assert not spy.pids
        for _ in range(turns):
            bots._turns.give_back()
        monkeypatch.setattr(own_bots, "DEADLINE", 0.05)
        monkeypatch.setattr(own_bots, "LAST_START", 0.0)
        with pytest.raises(NotWarm):
            await asked(bots, "a")
        monkeypatch.setattr(own_bots, "DEADLINE", 60.0)
        assert await asked(bots, "a") == 0
        assert len(spy.pids) == 1
        await bots.close()

    asyncio.run(run())


@pytest.mark.parametrize(
    ("named", "why"),
    [
        (("mine",), "write NAME=package.module:function"),
        ((f"{BOTS}:first",), "write NAME=package.module:function"),
        ((f"witch={BOTS}:first",), "witch: there is a bot of that name already"),
        ((FUNCTION, f"mine={BOTS}:cheat"), "mine: there is a bot of that name already"),
        ((f"Mine={BOTS}:first",), "Mine: a bot's name has lower-case letters"),
        (("mine=no.such:bot",), "the bot mine raised ModuleNotFoundError: No module named 'no'"),
        ((f"mine={BOTS}:nobody",), "the bot mine raised AttributeError"),
        ((f"mine={BOTS}:seen",), "the bot mine raised TypeError: seen is not a function"),
    ],
)
def test_a_bot_that_cannot_play_is_told_before_the_server_listens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spy: Spy, named: tuple[str, ...], why: str
) -> None:
    monkeypatch.setattr(serve, "_need_client", lambda: None)
    with pytest.raises(CannotServe) as refused:
        serve.serve(Plan(tmp_path / "data", 0, bots=named))
    assert why in str(refused.value)
    assert not (tmp_path / "data").exists()
    assert not spy.alive


def test_the_server_offers_bots_that_can_be_loaded(spy: Spy) -> None:
    assert serve.own_bots((FUNCTION, f"bad={BOTS}:cheat")) == {"mine": FUNCTION, "bad": f"bad={BOTS}:cheat"}
    assert len(spy.pids) == 2
    assert not spy.alive
