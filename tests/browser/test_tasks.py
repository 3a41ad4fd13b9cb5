"""A game goes on with all its motion: nothing is complained of in the console."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser

from coven.games import all_games, load_game
from tests.browser.browser_play import PHONE, Witness
from tests.browser.layout import Stage
from tests.browser.moments import THE_END, moments
from tests.browser.tasks import moments_of
from tests.server.serving import serving, settings

pytestmark = pytest.mark.slow
FRAMES = 36
APART = 60
"""Milliseconds between two frames: most motions are cut short, some are not."""
PAUSE = 400
EVERY = 9
"""After so many frames, motions come to their end."""

EVERY_FRAME = "if (location.protocol !== 'about:') localStorage.setItem('coven.pace', 'at-once')"


@pytest.fixture
def stage(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with serving(settings(tmp_path_factory.mktemp("tasks"))) as address:
        stage = Stage(browser, address)
        yield stage
        stage.close()


@pytest.mark.parametrize("key", [game.key for game in all_games()])
def test_nothing_is_complained_of_while_things_move(stage: Stage, key: str) -> None:
    witness = Witness(stage.page.context, stage.address)
    stage.page.add_init_script(
        "if (location.protocol !== 'about:') localStorage.setItem('coven.pace', 'at-once')"
    )  # every frame is shown
    stage.page.emulate_media(reduced_motion="no-preference")
    first, *rest = list(moments_of(key, FRAMES))
    stage.show(first)
    for i, moment in enumerate(rest):
        stage.send(moment.frame)
        stage.page.wait_for_timeout(PAUSE if i % EVERY == EVERY - 1 else APART)
    assert witness.complaints == []


INHERITED = """() => Object.fromEntries([...document.querySelector('.board .centre').computedStyleMap()]
  .filter(([name]) => name.startsWith('--')).map(([name, value]) => [name, String(value)]))"""


@pytest.mark.parametrize("key", [game.key for game in all_games()])
def test_phases_differ_in_nothing_that_all_of_the_board_inherits(stage: Stage, key: str) -> None:
    """If they did, all of the board would be styled anew with each phase: half of a long task."""
    game = load_game(key)
    phases = {moment.name.split()[2]: moment for moment in reversed(moments(game, max(game.players)))}
    phases.pop(THE_END.split()[0], None)
    assert len(phases) > 1
    stage.page.set_viewport_size(PHONE)
    found = []
    for moment in phases.values():
        stage.show(replace(moment, kept={f"coven.hints.{key}": '["*"]'}))
        found.append(stage.page.evaluate(INHERITED))
    assert len(found[0]) > 40
    assert [other for other in found if other != found[0]] == []
