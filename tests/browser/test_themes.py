"""The page by daylight and with larger letters: as good to read, and laid out as well."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from coven.games import all_games
from tests.browser.browser_play import axe, open_home, play_now
from tests.browser.layout import SIZES, Stage
from tests.browser.moments import moments
from tests.browser.test_layout import of_each_phase
from tests.server.serving import serving, settings

pytestmark = pytest.mark.slow
ENOUGH = ("390x844", "1280x800")
SAMPLE = 2
"""Moments of a game, for its least and its greatest number of players."""


@pytest.fixture(scope="module")
def stage(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with serving(settings(tmp_path_factory.mktemp("themes"))) as address:
        stage = Stage(browser, address)
        yield stage
        stage.close()


def choose(stage: Stage, **chosen: str) -> None:
    """As the settings keep it."""
    stage.page.goto(stage.address)
    stage.page.evaluate(
        "chosen => { for (const key in chosen) localStorage.setItem(`coven.${key}`, chosen[key]) }", chosen
    )


def test_axe_finds_nothing_by_daylight(stage: Stage) -> None:
    choose(stage, theme="light", text="usual")
    stage.page.set_viewport_size(SIZES["390x844"])
    found = {}
    for moment in of_each_phase()[::2]:
        stage.show(moment)
        assert stage.page.evaluate("document.documentElement.dataset.theme") == "light"
        found[moment.name] = axe(stage.page)
    assert {name: problems for name, problems in found.items() if problems} == {}


def test_the_largest_letters_have_their_place(stage: Stage) -> None:
    choose(stage, theme="dark", text="larger")
    found = []
    for game in all_games():
        for players in sorted({min(game.players), max(game.players)}):
            every = moments(game, players)
            for moment in every[:: len(every) // SAMPLE][:SAMPLE]:
                stage.show(moment)
                for size in ENOUGH:
                    found += [f"{size} {moment.name}: {what}" for what in stage.judge(SIZES[size])[0]]
    assert found == []


def test_what_is_chosen_holds_at_once_and_after_a_reload(context: BrowserContext, address: str) -> None:
    page = open_home(context, address)
    play_now(page)
    root = page.locator("html")
    expect(root).to_have_attribute("data-theme", "dark")
    page.get_by_role("button", name="Table and settings").click()
    page.get_by_role("radio", name="Daylight").check()
    page.get_by_role("radio", name="Larger").check()
    for _ in range(2):
        expect(root).to_have_attribute("data-theme", "light")
        expect(root).to_have_attribute("data-text", "larger")
        page.reload()
        page.locator(".board").wait_for()


def test_the_page_follows_the_device_if_told_so(context: BrowserContext, address: str) -> None:
    page = open_home(context, address)
    page.evaluate("localStorage.setItem('coven.theme', 'device')")
    page.emulate_media(color_scheme="light")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    page.emulate_media(color_scheme="dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
