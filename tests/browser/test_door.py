"""The way in and out: home, the invitation, names, one's own tables, and addresses that lead nowhere."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from coven.games import all_games
from tests.browser.browser_play import PHONE, Witness, axe, card, open_home, play_now
from tests.server.serving import serving, settings

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore::ResourceWarning")]


def open_lobby(page: Page, game: str = "Witch's Brew") -> None:
    card(page, game).get_by_role("button", name="Play with friends").click()
    page.get_by_role("button", name="Begin").wait_for()


def rename(page: Page, name: str) -> None:
    page.get_by_role("button", name="Change your name").click()
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="That is my name").click()


def test_who_has_no_name_is_asked_before_anybody_is_invited(context: BrowserContext, address: str) -> None:
    page = open_home(context, address)
    open_lobby(page)
    expect(page.get_by_label("Link for your friends")).to_have_count(0)
    assert axe(page) == []
    page.get_by_label("Your name").fill("Anna")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Link for your friends")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="Anna")).to_be_visible()
    page.goto(address)
    open_lobby(page)
    expect(page.get_by_label("Link for your friends")).to_be_visible()


def test_a_guest_learns_who_invites_and_to_what(browser: Browser, context: BrowserContext, address: str) -> None:
    page = open_home(context, address)
    page.get_by_label("Your name").fill("Anna")
    open_lobby(page)
    link = page.get_by_label("Link for your friends").input_value()
    game = next(one for one in all_games() if one.key == "witchs-brew")
    other = browser.new_context(viewport=PHONE, reduced_motion="reduce")
    witness = Witness(other, address)
    guest = other.new_page()
    guest.goto(link)
    expect(guest.get_by_text("Anna invites you")).to_be_visible()
    expect(guest.get_by_text(game.summary)).to_be_visible()
    expect(guest.locator(".picture svg").first).to_be_visible()
    guest.get_by_text("Rules in one minute").click()
    expect(guest.get_by_role("listitem").filter(has_text="So be it!")).to_be_visible()
    assert axe(guest) == []
    other.close()
    assert witness.complaints == []


BESIDE = """button => {
  const { left, top, bottom } = button.getBoundingClientRect(), bar = button.closest("main > div");
  return [[left - 4, top + 9], [left + 9, bottom + 6]].map((at) => document.elementFromPoint(...at) === bar);
}"""
"""Is what is left of the button, and below it, its own bar?"""


def test_a_name_can_be_changed_in_lobby_and_menu(browser: Browser, context: BrowserContext, address: str) -> None:
    anna = open_home(context, address)
    anna.get_by_label("Your name").fill("Anna")
    open_lobby(anna, "3 Witches")
    other = browser.new_context(viewport=PHONE, reduced_motion="reduce")
    bea = other.new_page()
    bea.goto(anna.get_by_label("Link for your friends").input_value())
    bea.get_by_label("Your name").fill("Bea")
    bea.get_by_role("button", name="Sit here").first.click()
    begin = bea.get_by_role("button", name="Begin")
    expect(begin).to_be_in_viewport()
    assert begin.evaluate(BESIDE) == [True, True], "what scrolls goes behind it"
    rename(bea, "\u0410nna")  # with a Cyrillic letter
    expect(bea.get_by_role("alert").filter(has_text="Somebody at this table has that name")).to_be_visible()
    assert axe(bea) == []
    bea.get_by_label("Your name").fill("Beatrice")
    bea.get_by_role("button", name="That is my name").click()
    expect(anna.get_by_role("listitem").filter(has_text="Beatrice")).to_be_visible()
    anna.get_by_role("button", name="Let a bot play").first.click()
    anna.get_by_role("button", name="Begin").click()
    anna.locator(".board").wait_for()
    anna.get_by_role("button", name="Table and settings").click()
    rename(anna, "Beatrice")
    menu = anna.get_by_role("dialog", name="Table")
    expect(menu.get_by_role("alert").filter(has_text="Somebody at this table has that name")).to_be_visible()
    anna.get_by_label("Your name").fill("Dora")
    anna.get_by_role("button", name="That is my name").click()
    expect(bea.locator(".seat").filter(has_text="Dora")).to_be_visible()
    other.close()


def test_the_menu_leads_home_and_to_a_new_game(context: BrowserContext, address: str) -> None:
    page = open_home(context, address)
    play_now(page, game="Witching Hour: Midnight")
    for way in ("New game", "Home"):
        page.get_by_role("button", name="Table and settings").click()
        page.get_by_role("link", name=way).click()
        expect(card(page, "Witching Hour: Midnight")).to_be_visible()
        page.go_back()
        page.locator(".board").wait_for()


def test_ones_own_tables_come_first_with_whose_turn_it_is(browser: Browser, tmp_path: Path) -> None:
    with serving(settings(tmp_path, bot_pause=(0.01, 0.03))) as address:
        context = browser.new_context(viewport=PHONE, reduced_motion="reduce")
        witness = Witness(context, address)
        page = open_home(context, address)
        play_now(page, game="Whirling Witchcraft")
        page.locator(".prompt.due").wait_for()
        page.goto(address)
        open_lobby(page)
        page.goto(address)
        mine = page.get_by_role("region", name="Your tables")
        links = mine.get_by_role("link")
        expect(links.first).to_contain_text("Whirling Witchcraft")
        expect(links.first).to_contain_text("Your turn")
        expect(links.first).to_contain_text("With \u2068Grizel\u2069 and \u2068Morwen\u2069")
        expect(links.nth(1)).to_contain_text("2 seats are free")
        assert mine.evaluate("e => e.getBoundingClientRect().bottom") < page.get_by_role("article").first.evaluate(
            "e => e.getBoundingClientRect().top"
        )
        expect(links.first).to_be_in_viewport()
        assert axe(page) == []
        mine.get_by_role("button", name="Forget").nth(1).click()
        expect(links).to_have_count(1)
        links.first.click()
        page.locator(".board").wait_for()
        context.close()
        assert witness.complaints == []


@pytest.mark.parametrize(
    ("path", "what"),
    [
        ("/nowhere", "There is nothing at this address"), ("/table", "There is nothing at this address"),
        ("/table/a/b", "There is nothing at this address"), ("/%F0%9F%A7%99.html", "There is nothing at this address"),
        ("/table/abcdefghijkl", "This table cannot be opened"),
    ],
)  # fmt: skip
def test_an_unknown_address_says_so_and_leads_home(browser: Browser, address: str, path: str, what: str) -> None:
    context = browser.new_context(viewport=PHONE)
    page = context.new_page()
    answer = page.goto(address + path)
    assert answer
    assert answer.status == (200 if "abcdefghijkl" in path else 404)
    expect(page.get_by_role("heading", name=what)).to_be_visible()
    assert axe(page) == []
    page.get_by_role("link", name="Home").click()
    expect(card(page)).to_be_visible()
    context.close()
