"""What the page costs: what comes over the line before home stands there."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.browser.budget import first_page

pytestmark = pytest.mark.slow
MOST = 150_000
"""Bytes of document, scripts, styles and answers; fonts come on top."""


def test_the_first_page_is_small(browser: Browser, address: str) -> None:
    found = first_page(browser, address)
    assert set(found) == {"document", "script", "stylesheet", "fetch"}
    assert 50_000 < found.total() < MOST, found


def test_home_fetches_no_board(browser: Browser, address: str) -> None:
    page = browser.new_page()
    page.add_init_script("window.requestIdleCallback = () => 0")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(address)
    page.locator(".picture svg").first.wait_for()
    page.wait_for_load_state("networkidle")
    assert [url for url in asked if "/Picture-" in url]
    assert not [url for url in asked if "/game-" in url or "/TablePage-" in url]
    page.close()
