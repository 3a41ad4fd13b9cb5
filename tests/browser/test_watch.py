"""Looking on and back: replays, spectators, the same deal again, and the games played on a device."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.browser_play import (
    DESK,
    PHONE,
    Witness,
    axe,
    beat,
    open_home,
    play_now,
    play_to_the_end,
    take_turn,
    turn_clocks,
)
from tests.server.serving import Person
from tests.server.test_replay import until_over

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore::ResourceWarning")]

RECORDS = Path(__file__).parents[1] / "records"
GAMES = {
    "midnight": "by-force", "three_witches": "lead-on-five", "whirling_witchcraft": "flooded",
    "witchs_brew": "most-points",
}  # fmt: skip
SIZES = (PHONE, DESK, {"width": 320, "height": 568}, {"width": 844, "height": 390}, {"width": 1366, "height": 640})
BROKEN = """() => [...document.querySelectorAll("main button, main select, main label, [role=group] *")].filter((e) => {
  const box = e.getBoundingClientRect();
  if (!box.width || e.closest(".unseen, svg, .board, .hands") || e.matches("option, span")) return false;
  return box.left < -1 || box.right > innerWidth + 1 || box.top < -1 || box.bottom > innerHeight + 1;
}).map((e) => e.outerHTML.slice(0, 120))"""


@pytest.fixture
def friend(browser: Browser, address: str) -> Iterator[BrowserContext]:
    """Somebody else's browser."""
    found = browser.new_context(viewport=PHONE, reduced_motion="reduce")
    witness = Witness(found, address)
    yield found
    found.close()
    assert witness.complaints == []


def shown_record(context: BrowserContext, address: str, game: str, query: str = "") -> Page:
    """The replay of a record, once its board is there."""
    page = context.new_page()
    page.goto(f"{address}/replay{query}")
    page.locator("input[type=file]").set_input_files(RECORDS / game / f"{GAMES[game]}.json")
    page.locator(".board").wait_for()
    return page


def position(page: Page) -> int:
    """How many acts have been played."""
    said = page.get_by_label("Position").get_attribute("aria-valuetext") or ""
    return int(said.split()[0])


@pytest.mark.parametrize("game", GAMES)
def test_a_record_is_shown_at_every_size_by_every_eye(context: BrowserContext, address: str, game: str) -> None:
    page = shown_record(context, address, game, "?at=30&as=1&open=1")
    assert position(page) == 30
    expect(page.get_by_role("group", name="All hands")).to_be_visible()
    assert page.locator(".hands figure").count() >= 2
    for size in SIZES:
        page.set_viewport_size(size)  # type: ignore[arg-type]
        assert page.evaluate(BROKEN) == [], size
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), size
    page.set_viewport_size(DESK)
    assert axe(page) == []
    page.get_by_label("Seen by").select_option("-1")
    page.get_by_label("All hands open").uncheck()
    expect(page.locator(".hands")).to_have_count(0)
    page.wait_for_url(re.compile(r"at=30&as=-1$"))


def test_a_replay_steps_jumps_plays_and_has_a_link(context: BrowserContext, address: str) -> None:
    page = shown_record(context, address, "three_witches")
    assert position(page) == 0
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    assert position(page) == 1
    page.get_by_role("button", name="To the next part").click()
    second = page.get_by_label("Go to").evaluate("select => select.options[1].value")
    assert position(page) == int(second) > 1
    assert page.get_by_label("Go to").evaluate("select => select.selectedOptions[0].text") == "Round 2"
    page.get_by_role("button", name="One step back").click()
    assert page.get_by_label("Go to").evaluate("select => select.selectedOptions[0].text") == "Round 1"
    before = position(page)
    page.get_by_role("combobox", name="Speed").select_option("fast")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_function(
        "before => parseInt(document.querySelector('.scrubber').ariaValueText) > before + 1", arg=before
    )
    page.get_by_role("button", name="Pause").click()
    told = page.get_by_role("complementary", name="Log").get_by_role("listitem").count()
    page.get_by_label("Position").fill(page.get_by_label("Position").get_attribute("max") or "")
    expect(page.locator(".told")).to_contain_text("wins the game")
    assert page.get_by_role("complementary", name="Log").get_by_role("listitem").count() > told
    last = position(page)
    page.wait_for_url(re.compile(f"at={last}&"))
    page.get_by_role("button", name="Table and settings").click()
    page.get_by_role("button", name="Another record").click()
    expect(page.get_by_role("heading", name="Replay of a record")).to_be_visible()


def test_what_is_no_record_and_an_older_one_say_why(browser: Browser, address: str, tmp_path: Path) -> None:
    page = browser.new_page()  # the console tells of each refusal
    page.goto(f"{address}/replay")
    [old, *_] = sorted((RECORDS / "older").rglob("*.json"))
    forged = tmp_path / "forged.json"
    data = json.loads((RECORDS / "midnight" / "by-force.json").read_text(encoding="utf-8"))
    forged.write_text(json.dumps({**data, "players": data["players"] + 1}), encoding="utf-8")
    reasons = {old: "version 1 of the rules", forged: "changed after it was written"}
    for path, reason in reasons.items():
        page.locator("input[type=file]").set_input_files(path)
        expect(page.get_by_role("alert")).to_contain_text(reason)
    assert axe(page) == []
    page.close()


def test_somebody_watches_is_counted_and_sees_no_hand(
    context: BrowserContext, friend: BrowserContext, address: str
) -> None:
    anna = open_home(context, address)
    play_now(anna)
    anna.get_by_role("button", name="Table and settings").click()
    anna.get_by_label("Anybody with the link").check()
    link = anna.get_by_label("Link for spectators").input_value()
    assert axe(anna) == []
    anna.keyboard.press("Escape")
    eve = friend.new_page()
    eve.goto(link)
    eve.locator(".board").wait_for()
    assert eve.url.endswith("?watch")
    assert eve.locator(".hand button, .prompt.due, .choice").count() == 0
    expect(anna.get_by_role("banner").get_by_text("One person watches")).to_have_count(1)
    told, rng = eve.locator(".told").inner_text(), random.Random(1)
    while eve.locator(".told").inner_text() == told:
        take_turn(anna, rng)
        anna.wait_for_timeout(30)
    assert axe(eve) == []
    eve.reload()
    eve.locator(".board").wait_for()
    anna.get_by_role("button", name="Table and settings").click()
    anna.get_by_label("Nobody").check()
    expect(eve.get_by_role("status")).to_contain_text(["Nobody may watch this table"])
    eve.wait_for_timeout(50)


def test_a_deal_is_played_again_by_a_friend_and_compared_and_remembered(friend: BrowserContext, address: str) -> None:
    anna = Person(address).open_table(("thumb",), game="whirling-witchcraft", players=2).look()
    until_over(anna)
    link = anna.post(f"/{anna.table}/deal/link?seat=0").json()
    path = f"/table/{link['table']}?deal=0#deal={link['token']}"
    turn_clocks(friend)
    bea = friend.new_page()
    bea.goto(address + path)
    bea.get_by_label("Your name").fill("Bea")
    assert axe(bea) == []
    bea.get_by_role("button", name="Play this deal").click()
    bea.locator(".board").wait_for()
    play_to_the_end([bea], random.Random(1))
    for _ in range(6):
        beat(bea)
    played = bea.get_by_role("list", name="How it was played")
    expect(played.get_by_role("listitem")).to_have_count(2)
    expect(bea.get_by_text("This deal was played before", exact=True)).to_be_visible()
    bea.get_by_role("button", name="Let a friend play this deal").click()
    expect(bea.get_by_label("From your seat")).to_have_value(address + path)
    assert bea.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert axe(bea) == []
    bea.get_by_role("link", name="Show it in the replay").first.click()
    bea.locator(".board").wait_for()
    assert position(bea) > 0
    bea.goto(f"{address}/history")
    entry = bea.get_by_role("main").get_by_role("listitem").filter(has_text="same deal again")
    expect(entry).to_have_count(1)
    assert axe(bea) == []
    with bea.expect_download() as saved:
        bea.get_by_role("button", name="Save as a file").click()
    [game] = json.loads(Path(saved.value.path()).read_text(encoding="utf-8"))["games"]
    assert (game["isRepeat"], len(game["against"])) == (True, 1)
    bea.get_by_role("button", name="Delete all of it").click()
    bea.get_by_role("button", name="Delete it").click()
    expect(bea.get_by_text("No game has been finished")).to_be_visible()
    assert bea.evaluate("localStorage.getItem('coven.history')") == "[]"
