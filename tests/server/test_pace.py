"""How fast bots act: as slow as the slowest wish of those who are there."""

from __future__ import annotations

import asyncio
import re
import time
from pathlib import Path

import pytest

from coven.engine.fallback import told_to
from coven.server.bots import Bots, Turn
from coven.server.live import Live
from coven.server.pace import SHARES
from coven.server.store import Store
from coven.server.tables import Tables
from coven.server.thinker import Thinker
from tests.server.serving import QUICK_MIND, Person, serving, settings

LONG = 40.0
"""A pause in seconds that nobody waits for here."""


def test_the_slowest_wish_of_those_present_counts() -> None:
    live = Live()
    anna, bea = live.join("t", 0), live.join("t", 1)
    live.paces.wish("t", 0, "at-once")
    assert live.paces.share("t", live.present("t")) == SHARES["calm"]
    live.paces.wish("t", 1, "quick")
    assert live.paces.share("t", live.present("t")) == SHARES["quick"]
    live.leave("t", bea)
    assert live.paces.share("t", live.present("t")) == SHARES["at-once"]
    live.join("t", 1)
    assert live.paces.share("t", live.present("t")) == SHARES["calm"]
    live.leave("t", anna)
    assert live.paces.share("u", {0}) == SHARES["calm"]


def test_a_page_holds_a_frame_no_longer_than_bots_wait_for_it() -> None:
    source = (Path(__file__).parents[2] / "web/src/lib/pace.svelte.ts").read_text(encoding="utf-8")
    shares = re.search(r"const SHARES[^{]*\{(.*?)\}", source)
    assert shares
    held = {name.strip('"'): float(share) for name, share in re.findall(r"([\w\"-]+): ([\d.]+)", shares[1])}
    assert set(held) == set(SHARES)
    assert all(held[name] <= share for name, share in SHARES.items())


def test_a_new_wish_ends_a_pause_that_runs() -> None:
    async def seconds() -> float:
        live, now = Live(), asyncio.get_running_loop().time
        live.join("t", 0)
        pause = asyncio.create_task(live.pause("t", now(), LONG))
        await asyncio.sleep(0.01)
        began = now()
        live.paces.wish("t", 0, "quick")
        await asyncio.sleep(0.01)
        assert not pause.done()
        live.paces.wish("t", 0, "at-once")
        await asyncio.sleep(0.01)
        assert not pause.done()
        await asyncio.create_task(live.pause("t", now() - LONG * SHARES["at-once"], LONG))
        pause.cancel()
        return now() - began

    assert asyncio.run(seconds()) < LONG * SHARES["at-once"]


@pytest.mark.parametrize(("is_due", "share"), [(True, SHARES["at-once"]), (False, 1.0)])
def test_no_wish_makes_bots_faster_out_of_turn(tmp_path: Path, is_due: bool, share: float) -> None:
    pause = 1.0

    async def seconds() -> float:
        live, now = Live(), asyncio.get_running_loop().time
        bots = Bots(Tables(Store(f"sqlite:///{tmp_path / 'tables.db'}"), live), (0.0, 0.0), Thinker(QUICK_MIND))
        live.join("t", 0)
        live.paces.wish("t", 0, "at-once")
        began = now()
        await bots._rest("t", Turn(None, None, "", None, "", [], is_due), began, pause)  # type: ignore[arg-type]
        return now() - began

    took = asyncio.run(seconds())
    assert took >= share * pause
    assert is_due is (took < pause)


@pytest.mark.filterwarnings("ignore::ResourceWarning")
@pytest.mark.slow
def test_one_person_makes_her_bots_hurry_and_nothing_is_stored(tmp_path: Path) -> None:
    with told_to(lambda *_: None), serving(settings(tmp_path, bot_pause=(LONG, LONG))) as address:
        anna = Person(address).open_table(bots=("thumb", "thumb"), game="witchs-brew", players=3).look()
        assert any(seat["owes"] for seat in anna.now["seats"][1:])
        assert anna.ask("pace", pace="in no time")["code"] == "bad_message"
        began, told = time.monotonic(), anna.told
        assert anna.ask("pace", pace="at-once")["type"] == "answer"
        assert anna.told == told
        anna.hear(lambda: not any(seat["owes"] for seat in anna.now["seats"][1:]))
        assert time.monotonic() - began < LONG / 2
