"""Every game at every size: what can be chosen is seen or a scroll away, and nothing is cut, covered or too small."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Route

from coven.games import all_games, load_game
from tests.browser.beside import deal, door_of_a_deal, history, home, lesson, replays, spectators
from tests.browser.browser_play import axe
from tests.browser.layout import SIZES, Stage, judged, moved
from tests.browser.moments import SEAT, Moment, moments
from tests.server.serving import serving, settings

pytestmark = pytest.mark.slow
SAMPLE = 2
"""Moments of a game that are laid out, for its least and its greatest number of players."""


@pytest.fixture(scope="module")
def stage(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with serving(settings(tmp_path_factory.mktemp("layout"))) as address:
        stage = Stage(browser, address)
        yield stage
        stage.close()


def sample() -> list[Moment]:
    """Spread over each game."""
    found: list[Moment] = []
    for game in all_games():
        for players in sorted({min(game.players), max(game.players)}):
            every = moments(game, players)
            found += every[:: len(every) // SAMPLE][:SAMPLE]
    return found


def test_everything_has_its_place_at_every_size(stage: Stage) -> None:
    assert list(judged(stage, sample())) == []


def test_nothing_is_judged_before_its_letters_have_come(stage: Stage) -> None:
    moment = moments(load_game("witchs-brew"), 5)[0]

    def late(route: Route) -> None:
        stage.page.wait_for_timeout(300)
        route.continue_()

    stage.page.route("**/*.woff2", late)
    assert list(judged(stage, [moment], sizes=["320x568"])) == []
    stage.page.unroute("**/*.woff2", late)


STEADY = {
    ("midnight", 2, "390x844"): ("declare MN-25 due 4", "turn MN-12 due 4"),
    ("midnight", 3, "1280x800"): ("turn MN-50 due 5", "turn MN-12 due 5"),
    ("midnight", 6, "390x844"): ("pass MN-55 waits 0", "turn MN-12 due 3"),
    ("midnight", 8, "1280x800"): ("declare MN-25 due 5", "pass MN-55 due 21", "turn MN-12 due 10"),
    ("witchs-brew", 5, "390x844"): ("give WB-39 waits 0", "vial waits 0", "use WB-37 due 4"),
}
"""Moments that ask for much room and for little: a hand of one row or two, calls, goods laid aside."""


@pytest.mark.parametrize(("key", "players", "size"), STEADY)
def test_what_must_not_move_stays_where_it_is(stage: Stage, key: str, players: int, size: str) -> None:
    known = {moment.name: moment for moment in moments(load_game(key), players)}
    without_hints = {f"coven.hints.{key}": '["*"]'}
    few = [replace(known[f"{key} {players} {name}"], kept=without_hints) for name in STEADY[key, players, size]]
    assert list(judged(stage, few, sizes=[size])) == []


def few_beside() -> list[Moment]:
    """One of each page beside a table's."""
    game = load_game("three-witches")
    replay, watched, compared = replays(game)[1], spectators(game)[-1], deal(game)[0]
    return [replay, watched, compared, home(), history(), door_of_a_deal()[0]]


def test_pages_beside_the_table_have_their_place_too(stage: Stage) -> None:
    assert list(judged(stage, few_beside(), sizes=("320x568", "844x390"))) == []


def of_each_phase() -> list[Moment]:
    """The first moment of each phase in which the page's seat has to decide, and of each game in which it waits."""
    found: dict[tuple[str, ...], Moment] = {}
    for game in all_games():
        for players in (max(game.players), min(game.players)):
            for moment in moments(game, players):
                words = moment.name.split()
                found.setdefault((game.key, words[2] if "due" in words else "waits"), moment)
    return list(found.values())


def test_axe_finds_nothing_in_any_phase(stage: Stage) -> None:
    """On a phone and on a desk in turns."""
    sample = [*of_each_phase(), *few_beside()]
    assert len(sample) > 26
    found = {}
    for i, moment in enumerate(sample):
        stage.page.set_viewport_size(SIZES["1280x800" if i % 2 else "390x844"])
        stage.show(moment)
        found[moment.name] = axe(stage.page)
    assert {name: problems for name, problems in found.items() if problems} == {}


def test_axe_finds_nothing_in_what_opens(stage: Stage) -> None:
    """The end of each game, and its cards beside the rules; the settings."""
    page = stage.page
    page.set_viewport_size(SIZES["1280x800"])
    for game in all_games():
        stage.show(moments(game, min(game.players))[-1])
        page.get_by_role("dialog", name="The end").wait_for()
        assert axe(page) == [], game.key
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Rules").click()
        page.get_by_role("button", name="Cards", exact=True).click()
        assert axe(page) == [], game.key
        page.keyboard.press("Escape")
    page.get_by_role("button", name="Table and settings").click()
    page.get_by_role("dialog").wait_for()
    assert axe(page) == []


BOXES = """selector => [...document.querySelectorAll(selector)].map((e) => {
  const r = e.getBoundingClientRect();
  return [r.left, r.top, r.right, r.bottom];
})"""
Box = tuple[float, float, float, float]


def boxes(stage: Stage, moment: Moment, size: str, *selectors: str) -> list[list[Box]]:
    """Where these things lie without a hint, as left, top, right and lower edge."""
    stage.page.set_viewport_size(SIZES[size])
    stage.show(replace(moment, kept={f"coven.hints.{moment.game}": '["*"]'}))
    return [stage.page.evaluate(BOXES, selector) for selector in selectors]


ROLES = [("390x844", 3, 98), ("390x844", 4, 84), ("390x844", 5, 79), ("1280x800", 3, 111)]
"""Window, players, and the least height of a role in pixels."""


@pytest.mark.parametrize(("size", "players", "high"), ROLES)
def test_the_roles_to_choose_from_and_the_spell_have_their_words(
    stage: Stage, size: str, players: int, high: int
) -> None:
    moment = next(one for one in moments(load_game("witchs-brew"), players) if "choose WB-10 due" in one.name)
    spoken = (".choose .role", ".choose .full .words", ".book .book", ".book .text")
    roles, words, books, spells = boxes(stage, moment, size, *spoken)
    assert len(roles) == len(words) == 12
    assert min(bottom - top for _, top, _, bottom in roles) >= high
    for (_, top, _, bottom), (_, above, _, below) in zip(roles + books, words + spells, strict=True):
        assert top < above < below <= bottom


def test_the_longest_spell_fits_beside_the_last_set(stage: Stage) -> None:
    moment = next(one for one in moments(load_game("witchs-brew"), 5) if "call WB-12 due" in one.name)
    frame = json.loads(moment.frame)
    frame["view"]["books"][0], frame["captions"]["is_last_set"] = "sanatio", True
    said = replace(moment, frame=json.dumps(frame).encode())
    (book,), (spell,), (line,) = boxes(stage, said, "390x844", ".book .book", ".book .text", ".line .end")
    assert book[1] <= spell[1] < spell[3] <= book[3]
    assert line[2] <= book[0]


@pytest.mark.parametrize("size", ["390x844", "1280x800"])
def test_the_tag_of_curses_lies_over_no_word(stage: Stage, size: str) -> None:
    moment = next(one for one in moments(load_game("midnight"), 8) if "turn MN-36 due" in one.name)
    (tag,), (words,) = boxes(stage, moment, size, ".discard .stacked", ".discard .body")
    assert tag[2] <= words[0] + 1


def test_with_four_players_the_round_fits_its_line(stage: Stage) -> None:
    moment = next(one for one in moments(load_game("witchs-brew"), 4) if "add WB-40 due 2" in one.name)
    assert list(judged(stage, [moment], sizes=["390x844"])) == []


def test_what_the_winner_did_last_is_not_written_on_her_laurel(stage: Stage) -> None:
    end = moments(load_game("witchs-brew"), 5)[-1]
    frame = json.loads(end.frame)
    frame["view"]["winners"] = [SEAT]
    frame["captions"]["outcomes"][SEAT] = {"words": "declined", "is_trade": False}
    moment = replace(end, frame=json.dumps(frame).encode())
    (winner,), (told,) = boxes(stage, moment, "390x844", ".own-panel .winner", ".own-panel .said .none")
    assert told[3] <= winner[1] + 4


def test_few_cards_are_larger_on_a_phone_and_no_tag_lies_on_the_heading(stage: Stage) -> None:
    every = moments(load_game("three-witches"), 3)
    three = next(one for one in every if len(json.loads(one.frame)["view"]["hand"]) == 3)
    (hand,) = boxes(stage, three, "390x844", "ul.hand button")
    assert min(right - left for left, _, right, _ in hand) >= 95
    gone = next(one for one in every if "lead TW-30 due" in one.name and json.loads(one.frame)["view"]["tricks"])
    (head,), (tag,) = boxes(stage, gone, "390x844", ".trick .head", ".trick .tag")
    assert tag[1] >= head[3] - 1


STYLE = """text => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}"""
FAULTS = {
    "cannot be brought into sight": ".hand li:last-child button { position: fixed; left: 400px }",
    "is covered": ".hand::after { content: ''; position: absolute; inset: -600px 0; background: red; z-index: 9 }",
    "px alone": ".hand button { width: 20px }",
    "px small": ".question { font-size: 11px !important }",
    "is cut": ".asked { overflow: hidden; height: 8px }",
    "overlap by": ".asked { margin-bottom: -60px }",
    "px wide in a window": ".page { width: 800px }",
}


@pytest.mark.parametrize("what", FAULTS)
def test_the_judge_sees_a_fault(stage: Stage, what: str) -> None:
    game = next(game for game in all_games() if game.key == "three-witches")
    stage.show(next(moment for moment in moments(game, 3) if "second TW-34 due" in moment.name))
    stage.page.evaluate(STYLE, FAULTS[what])
    complaints, _ = stage.judge(SIZES["390x844"])
    assert any(what in complaint for complaint in complaints), complaints


def test_the_judge_sees_a_choice_that_a_hint_pushes_away(stage: Stage) -> None:
    stage.show(lesson(load_game("three-witches"))[0])
    assert stage.judge(SIZES["390x844"])[0] == []
    stage.page.evaluate(STYLE, ".prompt { padding-bottom: 900px }")
    complaints, _ = stage.judge(SIZES["390x844"])
    assert any("out of sight beside a hint" in complaint for complaint in complaints), complaints


def test_what_sticks_may_be_scrolled_to_its_end(stage: Stage) -> None:
    """A hint makes the question's column higher than a low room."""
    moment = next(one for one in moments(load_game("witchs-brew"), 5) if one.name.endswith("use WB-17 due 4"))
    with_hint = {"coven.hints.witchs-brew": "[]", "coven.hinted.witchs-brew": "{}"}
    assert list(judged(stage, [replace(moment, kept=with_hint)], sizes=["640x400"])) == []


def test_what_moves_too_far_is_told() -> None:
    assert not list(moved({"the centre": {"bid": (100, 300), "lead": (104, 330)}}))
    assert len(list(moved({"the centre": {"bid": (100, 300), "lead": (120, 330)}}))) == 1
