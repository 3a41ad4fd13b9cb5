"""People at a table in the browser: links to seats, the host, lost answers."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, BrowserContext, Route, expect

from tests.browser.browser_play import PHONE, axe, open_home, play_now, seat_bots
from tests.browser.test_table import invite_of

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]


def test_only_a_touch_uses_up_a_seat_link(browser: Browser, context: BrowserContext, address: str) -> None:
    anna = open_home(context, address)
    anna.get_by_label("Your name").fill("Anna")
    play_now(anna)
    anna.get_by_role("button", name="Table and settings").click()
    anna.get_by_role("button", name="Play on another device").click()
    link = anna.get_by_label("Opens your seat on another device").input_value()
    for touches in (False, True):
        other = browser.new_context(viewport=PHONE, reduced_motion="reduce")
        phone = other.new_page()
        phone.goto(link)
        take = phone.get_by_role("button", name="Take Anna's seat here")
        expect(take).to_be_visible()
        assert axe(phone) == []
        if touches:
            take.click()
            phone.locator(".board").wait_for()
        other.close()


def test_the_host_sends_a_guest_away_after_confirming(browser: Browser, context: BrowserContext, address: str) -> None:
    other = browser.new_context(viewport=PHONE, reduced_motion="reduce")
    anna = open_home(context, address)
    anna.get_by_label("Your name").fill("Anna")
    link = invite_of(anna)
    bea = other.new_page()
    bea.goto(link)
    bea.get_by_label("Your name").fill("Bea")
    bea.get_by_role("button", name="Sit here").first.click()
    expect(anna.get_by_role("listitem").filter(has_text="Bea")).to_be_visible()
    seat_bots(anna, "Let a bot play", "thumb")
    anna.get_by_role("button", name="Begin").click()
    bea.locator(".board").wait_for()
    anna.get_by_role("button", name="Table and settings").click()
    menu = anna.get_by_role("dialog", name="Table")
    small = "e => [...e.querySelectorAll('button, summary, select')].filter(b => b.getBoundingClientRect().height < 44)"
    assert menu.evaluate(f"e => ({small})(e).map(b => b.textContent)") == []
    menu.get_by_role("button", name="Send away").click()
    expect(menu).to_contain_text("Bea cannot come back to this table")
    expect(menu.get_by_role("button", name="No", exact=True)).to_be_focused()
    menu.get_by_role("button", name="Send away", exact=True).click()
    expect(bea.get_by_text("This seat is no longer yours")).to_be_visible()
    anna.keyboard.press("Escape")
    expect(anna.get_by_label("What has happened").first).to_contain_text("Anna, the host, sent Bea away")
    other.close()


def test_a_lost_answer_is_asked_for_again(browser: Browser, address: str) -> None:
    context = browser.new_context(reduced_motion="reduce")  # not watched: it complains of the loss
    page = open_home(context, address)
    asked = []

    def lose(route: Route) -> None:
        asked.append(route.request.post_data)
        if len(asked) == 1:
            route.fetch()
            route.abort()
        else:
            route.continue_()

    page.route("**/api/tables", lose)
    play_now(page)
    page.locator(".board").wait_for()
    assert len(asked) == 2
    assert asked[0] == asked[1]
    context.close()
