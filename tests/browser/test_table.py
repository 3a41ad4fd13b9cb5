"""The table in a real browser: whole games, by clicks and by keyboard, on desktop and phone."""

from __future__ import annotations

import json
import random
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.browser.browser_play import (
    A_SCROLL,
    LONGEST_GAME,
    PHONE,
    Witness,
    card,
    is_over,
    open_home,
    play_now,
    play_to_the_end,
    press,
    seat_bots,
    take_turn,
    turn_clocks,
)
from tests.browser.conftest import BOT_PAUSE
from tests.browser.short import SHORT, soon_over
from tests.server.serving import serving, settings

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]


def test_a_whole_game_by_clicks_and_its_record(context: BrowserContext, address: str, tmp_path: Path) -> None:
    turn_clocks(context)
    page = open_home(context, address)
    play_now(page)
    assert play_to_the_end([page], random.Random(1)) > 20
    end = page.get_by_role("dialog", name="The end")
    expect(end).to_contain_text("What was hidden")
    expect(end).to_contain_text("The deal was fair")
    end.get_by_text("The deal was fair").click()
    with page.expect_download() as download:
        end.get_by_role("link", name="Download the record").click()
    path = tmp_path / "record.json"
    download.value.save_as(path)
    assert json.loads(path.read_text())["options"]["fair"]["nonces"].keys() == {"0"}
    done = subprocess.run([sys.executable, "-m", "coven", "verify", str(path)], capture_output=True, text=True)
    assert "verified to the end" in done.stdout
    end.get_by_role("button", name="Play again").click()
    expect(page.locator(".stage")).to_contain_text("Round 1")
    assert not is_over(page)


def invite_of(page: Page) -> str:
    card(page).get_by_role("button", name="Play with friends").click()
    return page.get_by_label("Link for your friends").input_value()


def test_two_browsers_and_a_bot_to_the_end(
    browser: Browser, context: BrowserContext, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    soon_over(monkeypatch, SHORT["three-witches"])
    other = browser.new_context(viewport=PHONE, reduced_motion="reduce")
    turn_clocks(context, other)
    anna = open_home(context, address)
    anna.get_by_label("Your name").fill("Anna")
    link = invite_of(anna)
    witness = Witness(other, address)
    bea = other.new_page()
    bea.goto(link)
    assert "#" not in bea.url
    bea.get_by_label("Your name").fill("<b>Bea</b>")
    bea.get_by_role("button", name="Sit here").first.click()
    expect(anna.get_by_role("listitem").filter(has_text="<b>Bea</b>")).to_be_visible()
    seat_bots(anna, "Let a bot play", "thumb")
    anna.get_by_role("button", name="Begin").click()
    for page in (anna, bea):
        page.locator(".board").wait_for()
    play_to_the_end([anna, bea], random.Random(2))
    winners = [page.locator("dialog .who").text_content() for page in (anna, bea)]
    assert len({text.split()[0] for text in winners if text and not text.startswith("You")}) <= 1
    anna.get_by_role("dialog").get_by_role("button", name="Play again").click()
    bea.get_by_role("dialog").get_by_role("button", name="Join them again").click()
    for page in (anna, bea):
        expect(page.locator(".stage")).to_contain_text("Round 1")
    other.close()
    assert witness.complaints == []


def what_is_seen(page: Page) -> list[str]:
    """Hand, seats, table and question, in words."""
    page.locator(".prompt .row").wait_for()
    parts = page.locator(".hand button, .seat, .middle, .question")
    return [text for text in parts.all_inner_texts() if text]


def wait_for_my_turn(page: Page) -> None:
    """Until nobody else owes anything, and nothing changes any more."""
    end, before = time.monotonic() + LONGEST_GAME, [""]
    while True:
        assert time.monotonic() < end
        page.locator(".prompt.due").wait_for()
        expect(page.locator(".turn", has_text="thinking")).to_have_count(0)
        now = what_is_seen(page)
        if now == before and not any("thinking" in text for text in now):
            return
        before = now
        page.wait_for_timeout(400)


def test_reload_second_tab_and_lost_network_restore_the_view(context: BrowserContext, address: str) -> None:
    page = open_home(context, address)
    play_now(page)
    rng = random.Random(3)
    for _ in range(6):
        wait_for_my_turn(page)
        take_turn(page, rng)
    wait_for_my_turn(page)
    before = what_is_seen(page)
    page.reload()
    wait_for_my_turn(page)
    assert what_is_seen(page) == before
    tab = context.new_page()
    tab.goto(page.url)
    wait_for_my_turn(tab)
    assert what_is_seen(tab) == before
    tab.close()
    context.set_offline(True)
    page.evaluate("dispatchEvent(new Event('offline'))")
    expect(page.get_by_text("Reconnecting")).to_be_visible()
    context.set_offline(False)
    expect(page.get_by_text("Reconnecting")).not_to_be_visible()
    assert what_is_seen(page) == before
    take_turn(page, rng)


def test_pages_find_a_restarted_server_without_a_click(browser: Browser, tmp_path: Path) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    context = browser.new_context(reduced_motion="reduce")
    with server_process(tmp_path, port):
        page = first_page(context, f"http://127.0.0.1:{port}")
        play_now(page)
        wait_for_my_turn(page)
        before = what_is_seen(page)
    expect(page.get_by_text("Reconnecting")).to_be_visible()
    with server_process(tmp_path, port):
        expect(page.get_by_text("Reconnecting")).not_to_be_visible()
        assert what_is_seen(page) == before
        assert take_turn(page, random.Random(4))
        page.wait_for_timeout(500)
        context.close()


@contextmanager
def server_process(folder: Path, port: int) -> Iterator[None]:
    """A server of its own; killed at the end, without warning."""
    with subprocess.Popen([sys.executable, "-m", "tests.server.server_process", str(folder), str(port)]) as server:
        try:
            yield
        finally:
            server.kill()


def first_page(context: BrowserContext, address: str) -> Page:
    """Home, as soon as the server answers."""
    end = time.monotonic() + LONGEST_GAME
    while True:
        try:
            return open_home(context, address)
        except Exception:
            if time.monotonic() > end:
                raise
            time.sleep(0.3)


def test_a_decision_nobody_has_seen_can_be_taken_back(context: BrowserContext, address: str) -> None:
    page = open_home(context, address)
    play_now(page)
    rng = random.Random(5)
    back = page.get_by_role("button", name="Take back", exact=True)  # proposed cards can be taken back too
    end = time.monotonic() + LONGEST_GAME
    while back.count() == 0:
        assert time.monotonic() < end
        bid = page.get_by_role("button", name="Bid 4")
        if not (bid.count() and press(bid)):
            take_turn(page, rng)
        page.wait_for_timeout(50)
    cards = page.locator(".hand li").count()
    back.click()
    expect(page.locator(".hand li")).to_have_count(cards + 1)


def test_the_number_of_seats_is_chosen_at_home_and_remembered(context: BrowserContext, address: str) -> None:
    second = "Whirling Witchcraft"
    page = open_home(context, address, second)
    card(page, second, 5).get_by_role("button", name="Play with friends").click()
    expect(page.locator(".seats .empty")).to_have_count(4)
    seat_bots(page, "Let bots play", "thumb")
    expect(page.get_by_role("button", name="Begin")).to_be_enabled()
    page.goto(address)
    expect(card(page, second).get_by_role("radio", name="5")).to_be_checked()


def test_home_shows_a_game_whose_board_cannot_be_loaded(context: BrowserContext, address: str) -> None:
    page = context.new_page()

    def strange(route: Route) -> None:
        games = route.fetch().json()
        route.fulfill(json=[{**game, "key": f"strange-{game['key']}"} for game in games])

    page.route("**/api/games", strange)
    page.goto(address)
    expect(card(page).get_by_role("button", name="Play now against bots")).to_be_enabled()
    expect(card(page).locator(".picture svg")).to_be_visible()


def test_a_dim_card_says_why_and_the_rules_open_at_the_clause(
    context: BrowserContext, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("coven.server.entries.game_seed", lambda share, nonces: 7)
    monkeypatch.setattr("coven.players.secrets.randbits", lambda bits: 3)
    page = open_home(context, address)
    play_now(page)
    rng = random.Random(6)
    end = time.monotonic() + LONGEST_GAME
    dim, reason = page.locator("button.shut"), page.locator(".reason")
    while not (dim.count() and press(dim.first) and reason.count()):  # the game may just have moved on
        assert time.monotonic() < end
        take_turn(page, rng)
        page.wait_for_timeout(50)
    expect(reason.get_by_role("button")).to_have_text(re.compile(r"TW-\d+"))
    clause = reason.get_by_role("button").inner_text()
    reason.get_by_role("button").click()
    expect(page.locator(f"#{clause}.here")).to_be_in_viewport()
    page.get_by_role("button", name="Cards", exact=True).click()
    expect(page.get_by_role("dialog")).to_contain_text("Eye of Newt")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).not_to_be_visible()


def test_the_keyboard_alone_starts_a_game(context: BrowserContext, address: str) -> None:
    page = open_home(context, address)
    page.get_by_label("Your name").focus()
    page.keyboard.type("Keys")
    page.keyboard.press("Tab")
    page.keyboard.type("Rules")  # the level of the bots
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")  # past the options
    expect(card(page).get_by_role("button", name="Play now against bots")).to_be_focused()
    page.keyboard.press("Enter")
    page.locator(".board").wait_for()


def test_the_phone_shows_everything_without_overlap(browser: Browser, address: str) -> None:
    context = browser.new_context(viewport=PHONE, reduced_motion="reduce", has_touch=True, is_mobile=True)
    page = open_home(context, address)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    play_now(page)
    page.get_by_role("button", name="No more hints").click()
    rng, end = random.Random(7), time.monotonic() + LONGEST_GAME
    while page.locator(".stage", has_text="Round 2").count() == 0 and not is_over(page):
        assert time.monotonic() < end
        if page.locator(".prompt.due").count():
            check_layout(page)
        take_turn(page, rng)
        page.wait_for_timeout(50)
    context.close()


def check_layout(page: Page) -> None:
    """Nothing sticks out of the screen, and the parts of the board lie one below the other."""
    boxes = page.evaluate(
        """() => [
            ".left", ".stage", ".middle > :not(.ring, .kettle)", ".prompt .row", ".own", ".hand ul",
        ].map((part) => {
            const box = document.querySelector(`.board ${part}`)?.getBoundingClientRect();
            return box && box.height ? [part, box.top, box.bottom, box.left, box.right] : null;
        }).filter(Boolean)"""
    )
    for (one, _, bottom, left, right), (other, top, *_) in pairwise(boxes):
        assert bottom <= top + 2, f"{one} reaches over {other}"
        assert left >= -1, one
        assert right <= 391, one
    assert boxes[-1][2] <= PHONE["height"] + A_SCROLL


def test_a_bot_can_be_taken_over_by_link(browser: Browser, tmp_path: Path) -> None:
    with serving(settings(tmp_path, bot_pause=BOT_PAUSE)) as address:
        context = browser.new_context(reduced_motion="reduce")
        anna = open_home(context, address)
        play_now(anna)
        anna.get_by_role("button", name="Table and settings").click()
        anna.get_by_text("Invite somebody").click()
        link = anna.get_by_label("Link for friends").input_value()
        other = browser.new_context(reduced_motion="reduce")
        bea = other.new_page()
        bea.goto(link)
        bea.get_by_label("Your name").fill("Bea")
        bea.get_by_role("button", name="Take over").first.click()
        bea.locator(".board").wait_for()
        anna.keyboard.press("Escape")
        expect(anna.locator(".seat").filter(has_text="Bea")).to_be_visible()
        context.close()
        other.close()
