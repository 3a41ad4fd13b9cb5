"""Faces that people show each other: at their seats, for some seconds, and muted with one touch."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.browser_play import DESK, PHONE, Witness, axe, card, open_home, play_now, seat_bots

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore::ResourceWarning")]
TITLE = "Witching Hour: Midnight"


@pytest.fixture
def friends(browser: Browser, address: str) -> Iterator[tuple[Page, Page]]:
    """Anna at a desk and Bea with a phone, at a table with a bot."""
    contexts = [browser.new_context(viewport=size, reduced_motion="reduce") for size in (DESK, PHONE)]
    witnesses = [Witness(context, address) for context in contexts]
    anna = open_home(contexts[0], address, TITLE)
    anna.get_by_label("Your name").fill("Anna")
    card(anna, TITLE, 3).get_by_role("button", name="Play with friends").click()
    link = anna.get_by_label("Link for your friends").input_value()
    bea = contexts[1].new_page()
    bea.goto(link)
    bea.get_by_label("Your name").fill("Bea")
    bea.get_by_role("button", name="Sit here").first.click()
    expect(anna.get_by_role("listitem").filter(has_text="Bea")).to_be_visible()
    seat_bots(anna, "Let a bot play", "thumb")
    anna.get_by_role("button", name="Begin").click()
    for page in (anna, bea):
        page.locator(".board").wait_for()
    yield anna, bea
    for context in contexts:
        context.close()
    assert [one.complaints for one in witnesses] == [[], []]


def show(page: Page, face: str) -> None:
    page.get_by_role("button", name="Show a face").click()
    page.get_by_role("button", name=face).click()


def test_a_face_is_seen_at_its_seat_heard_and_gone(friends: tuple[Page, Page]) -> None:
    anna, bea = friends
    for page in friends:
        page.get_by_role("button", name="Show a face").click()
        assert axe(page) == []
        page.keyboard.press("Escape")
        expect(page.get_by_role("button", name="Well played!")).to_have_count(0)
    show(anna, "Well played!")
    for page in friends:
        expect(page.locator('.bubble[data-of="0"] [data-face="bravo"]')).to_have_count(1)
    seat, face = (bea.locator(one).bounding_box() for one in ('[data-seat="0"]', ".bubble"))
    assert seat
    assert face
    assert seat["x"] - face["width"] < face["x"] < seat["x"] + seat["width"]
    assert abs(face["y"] - seat["y"]) < face["height"]
    expect(bea.get_by_role("log").first).to_contain_text("Anna: Well played!")
    for page in friends:
        expect(page.locator(".bubble")).to_have_count(0, timeout=10_000)


def test_muted_faces_are_neither_seen_nor_heard(friends: tuple[Page, Page]) -> None:
    anna, bea = friends
    bea.get_by_role("button", name="Show a face").click()
    bea.get_by_role("button", name="Mute everybody's faces").click()
    bea.reload()
    bea.locator(".board").wait_for()
    show(anna, "Ha ha!")
    expect(anna.locator(".bubble")).to_have_count(1)
    bea.wait_for_timeout(300)
    expect(bea.locator(".bubble")).to_have_count(0)
    expect(bea.get_by_role("log").first).not_to_contain_text("Ha ha!")
    bea.get_by_role("button", name="Show a face").click()
    expect(bea.get_by_role("button", name="Ha ha!")).to_have_count(0)
    bea.get_by_role("button", name="Show faces again").click()
    bea.keyboard.press("Escape")
    show(anna, "Oh no!")
    expect(bea.locator(".bubble")).to_have_count(1)


def test_three_witches_keeps_its_law_of_talk(context: BrowserContext, address: str) -> None:
    page = open_home(context, address)
    play_now(page)
    expect(page.get_by_role("button", name="Show a face")).to_have_count(0)
