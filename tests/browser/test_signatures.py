"""Each game's great moment: shown to whoever likes motion, ended by any touch or key, and in nobody's way."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from coven.games import all_games
from coven.server.frames import encode, frame_of
from coven.server.messages import Frame
from tests.browser.browser_play import hold, in_slow_motion
from tests.browser.layout import Stage
from tests.browser.moments import SEAT, Moment, about, begun
from tests.server.serving import serving, settings

pytestmark = pytest.mark.slow
MOST_GAMES = 20


@pytest.fixture(scope="module")
def stage(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with serving(settings(tmp_path_factory.mktemp("signatures"))) as address:
        stage = Stage(browser, address)
        yield stage
        stage.close()


def denies(before: Any, after: Any) -> bool:
    """Has another seat just claimed the role of the round?"""
    was, now = before.view, after.view
    is_same = (was.set, was.round) == (now.set, now.round) and None not in (was.claimant, now.claimant)
    return is_same and bool(was.claimant != now.claimant)


def strikes(before: Any, after: Any) -> bool:
    """Has "Midnight!" just been called?"""
    return bool(after.captions.strikes and not before.captions.strikes)


def turns(before: Any, after: Any) -> bool:
    """Has the Lead's hidden card just been turned?"""
    was, now = before.view.tricks, after.view.tricks
    return len(was) == len(now) > 0 and was[-1].down == "hidden" != now[-1].down


def find(key: str, players: int, happens: Callable[[Any, Any], bool]) -> tuple[Moment, bytes]:
    """The frame before it happens, and the frame that tells of it."""
    game = next(game for game in all_games() if game.key == key)
    for seed in range(MOST_GAMES):
        table, rng = begun(game, players), random.Random(seed)
        frames: list[Frame] = [frame_of(table, SEAT, set(range(players)), 0)]
        while table.status == "playing":
            seat = rng.choice(table.running.pending)
            table.act(seat, table.question_id(seat), rng.choice(table.numbers(seat)))
            frames.append(frame_of(table, SEAT, set(range(players)), 0))
        for before, after in pairwise(frames):
            if before.view and after.view and happens(before, after):
                return Moment(key, players, key, encode(before), about(table)), encode(after)
    raise AssertionError(f"it never happens in {key}")


OVERLAYS = {"witchs-brew": (4, denies, ".denial"), "midnight": (4, strikes, ".strike")}


@pytest.mark.parametrize("key", OVERLAYS)
def test_it_is_shown_until_a_key_and_never_without_motion(stage: Stage, key: str) -> None:
    players, happens, where = OVERLAYS[key]
    moment, after = find(key, players, happens)
    for motion in ("no-preference", "reduce"):
        stage.page.emulate_media(reduced_motion=motion)
        stage.show(moment)
        hold(stage.page)
        stage.send(after)
        if motion == "no-preference":
            expect(stage.page.locator(where)).to_contain_text("!")
            stage.page.keyboard.press("Shift")
        else:
            stage.page.wait_for_timeout(300)
        expect(stage.page.locator(where)).to_have_count(0)


def test_the_hidden_card_turns(stage: Stage) -> None:
    moment, after = find("three-witches", 3, turns)
    count = "document.querySelectorAll('.slot .turns').length && document.getAnimations().length"
    for motion in ("no-preference", "reduce"):
        stage.page.emulate_media(reduced_motion=motion)
        stage.show(moment)
        stage.page.wait_for_timeout(600)
        with in_slow_motion(stage.page):
            stage.send(after)
            stage.page.locator(".slot .turns .reverse").first.wait_for(state="attached")
            assert bool(stage.page.evaluate(count)) is (motion == "no-preference")
            stage.page.keyboard.press("Shift")
            stage.page.wait_for_function("document.querySelector('.turns').getAnimations().length === 0")
