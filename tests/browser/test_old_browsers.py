"""The page in browsers that lack something: it works without, or it says that it cannot."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.browser_play import PHONE, beat, card, play_now, take_turn

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore::ResourceWarning")]

LACKING = {
    "constructable style sheets": """
        delete Document.prototype.adoptedStyleSheets;
        delete CSSStyleSheet.prototype.replaceSync;
        window.CSSStyleSheet = function () { throw new TypeError('Illegal constructor'); };
    """,
    "what came in 2022 and later": """
        for (const name of ['structuredClone', 'requestIdleCallback', 'PerformanceObserver', 'CloseWatcher'])
          delete window[name];
        delete CSS.registerProperty;
        delete Document.prototype.startViewTransition;
        for (const name of ['findLast', 'toSorted', 'toReversed', 'with']) delete Array.prototype[name];
        for (const name of ['groupBy', 'hasOwn']) delete Object[name];
        delete Promise.withResolvers;
    """,
    "a memory and secure contexts": """
        Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } });
        Object.defineProperty(window, 'sessionStorage', { get() { throw new DOMException('no', 'SecurityError'); } });
        delete Crypto.prototype.subtle;
        delete Crypto.prototype.randomUUID;
        delete Navigator.prototype.clipboard;
        delete Navigator.prototype.share;
    """,
}
OLD, BROKEN = "This browser is older than Coven is made for", "Coven could not start here"


def visitor(browser: Browser, script: str = "") -> Page:
    """In a browser of her own, changed by a script."""
    page = browser.new_context(viewport=PHONE, reduced_motion="reduce").new_page()
    page.add_init_script(script)
    return page


@pytest.mark.parametrize("what", LACKING)
def test_the_page_does_without(browser: Browser, address: str, what: str) -> None:
    page = visitor(browser, LACKING[what])
    broken: list[str] = []
    page.on("pageerror", lambda error: broken.append(str(error)))
    page.goto(address)
    expect(card(page)).to_be_visible()
    play_now(page)
    page.locator(".prompt.due").wait_for()
    rng = random.Random(1)
    while not take_turn(page, rng):
        beat(page)
    page.get_by_role("button", name="Table and settings").click()
    expect(page.get_by_role("dialog", name="Table")).to_be_visible()
    expect(page.locator(".notice")).to_have_count(0)
    assert broken == []
    page.context.close()


@pytest.mark.parametrize(
    "script",
    [
        "delete HTMLScriptElement.prototype.noModule;",
        "const asked = CSS.supports; CSS.supports = text => !text.includes('container') && asked.call(CSS, text);",
        "const asked = CSS.supports; CSS.supports = text => !text.includes(':has') && asked.call(CSS, text);",
        "delete window.CSS;",
    ],
    ids=["no modules", "no container queries", "no :has", "no CSS.supports"],
)
def test_an_old_browser_is_told_so(browser: Browser, address: str, script: str) -> None:
    page = visitor(browser, script)
    page.goto(address)
    expect(page.get_by_role("alert").filter(has_text=OLD)).to_be_visible()
    page.context.close()


def syntax(route: Route) -> None:
    route.fulfill(body="let of the future = ;", content_type="text/javascript")


def nothing(route: Route) -> None:
    route.abort()


@pytest.mark.parametrize("answer", [syntax, nothing])
def test_a_page_that_cannot_start_says_so(browser: Browser, address: str, answer: object) -> None:
    page = visitor(browser)
    page.route("**/assets/index-*.js", answer)  # type: ignore[arg-type]
    page.goto(address)
    expect(page.get_by_role("alert").filter(has_text=BROKEN)).to_be_visible()
    page.context.close()
