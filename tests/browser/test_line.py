"""The line between page and server: a line that goes silent, and a page that has been replaced."""

from __future__ import annotations

import shutil
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from playwright.sync_api import Error as PlaywrightError

from coven.server.app import STATIC, Settings
from coven.server.client import Client
from tests.browser.browser_play import open_home, play_now
from tests.browser.conftest import BOT_PAUSE
from tests.server.serving import LOCAL, WAIT, serving, settings

pytestmark = pytest.mark.slow
SILENCE = 50_000
"""Milliseconds; longer than a page waits for a sign of life."""
SLEEP = 20_000
"""Milliseconds; too short for that, and too long for a device that has just woken up to be sure."""


class SilentProxy:
    """Passes bytes on until it falls silent: then old lines stay open, but nothing comes through."""

    def __init__(self, upstream: str) -> None:
        host, port = upstream.removeprefix("http://").split(":")
        self._upstream = host, int(port)
        self._listener = socket.create_server((LOCAL, 0))
        self._lines: list[socket.socket] = []
        self._silent: set[socket.socket] = set()
        self.taken = 0
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def address(self) -> str:
        return f"http://{LOCAL}:{self._listener.getsockname()[1]}"

    def fall_silent(self) -> None:
        """All lines that are open now are dead, and nobody is told."""
        self._silent.update(self._lines)

    def close(self) -> None:
        for line in [self._listener, *self._lines]:
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
            line.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                far = socket.create_connection(self._upstream)
                self._lines += [near, far]
                self.taken += 1
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self._pass_on, args=(one, other), daemon=True).start()

    def _pass_on(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while data := one.recv(65536):
                if one not in self._silent:
                    other.sendall(data)
            other.shutdown(socket.SHUT_WR)


@pytest.fixture
def proxy(address: str) -> Iterator[SilentProxy]:
    found = SilentProxy(address)
    yield found
    found.close()


@pytest.fixture
def player(browser: Browser, proxy: SilentProxy) -> Iterator[BrowserContext]:
    found = browser.new_context(reduced_motion="reduce")
    found.clock.install()
    yield found
    found.close()


def counted(page: Page) -> Page:
    """Let the page count the sockets it opens."""
    page.evaluate(
        """() => { const Before = WebSocket; window.dialled = 0;
        window.WebSocket = class extends Before { constructor(...all) { super(...all); window.dialled += 1; } } }"""
    )
    return page


def comes(page: Page, condition: str) -> None:
    """Wait until it holds; the page's own clock stands still."""
    end = time.monotonic() + WAIT
    while True:
        with suppress(PlaywrightError):  # while it is being loaded
            if page.evaluate(condition):
                return
        assert time.monotonic() < end, condition
        page.wait_for_timeout(50)


def test_a_silent_line_is_reopened(player: BrowserContext, proxy: SilentProxy) -> None:
    page = open_home(player, proxy.address)
    play_now(page)
    counted(page)
    proxy.fall_silent()
    page.clock.run_for(SILENCE)
    comes(page, "window.dialled > 0")
    page.wait_for_timeout(500)
    taken = proxy.taken
    page.clock.run_for(30_000)
    page.wait_for_timeout(300)
    expect(page.get_by_text("Reconnecting")).not_to_be_visible()
    assert proxy.taken == taken, "it goes on reconnecting"


@pytest.mark.parametrize("event", ["visibilitychange", "online"])
def test_a_waking_device_opens_a_new_line(player: BrowserContext, proxy: SilentProxy, event: str) -> None:
    page = open_home(player, proxy.address)
    play_now(page)
    counted(page)
    page.wait_for_timeout(300)
    proxy.fall_silent()
    page.clock.fast_forward(SLEEP)
    assert page.evaluate("window.dialled") == 0
    page.evaluate("event => document.dispatchEvent(new Event(event, {bubbles: true}))", event)
    comes(page, "window.dialled === 1")
    expect(page.get_by_text("Reconnecting")).not_to_be_visible()


def test_a_line_with_heartbeats_stays(browser: Browser, tmp_path: Path) -> None:
    with serving(settings(tmp_path, bot_pause=BOT_PAUSE, pulse=0.02)) as address:
        context = browser.new_context(reduced_motion="reduce")
        context.clock.install()
        page = open_home(context, address)
        play_now(page)
        counted(page)
        for _ in range(12):
            page.wait_for_timeout(60)
            page.clock.run_for(10_000)
        assert page.evaluate("window.dialled") == 0
        context.close()


@contextmanager
def updated(folder: Path, port: int, static: Path) -> Iterator[str]:
    """A server at that port with that page."""
    chosen: Settings = settings(folder, bot_pause=BOT_PAUSE, static=static, secret=bytes(32))
    with serving(chosen, port=port) as address:
        yield address


def another_build(folder: Path, mark: str) -> Path:
    """The page as another build of it."""
    shutil.copytree(STATIC, folder / mark)
    index = folder / mark / "index.html"
    index.write_text(
        index.read_text(encoding="utf-8").replace("</head>", f'<meta name="mark" content="{mark}"></head>')
    )
    return folder / mark


def wait_for_friends(page: Page) -> None:
    """Open a table for friends, where nothing is to be decided."""
    page.get_by_label("Your name").fill("Anna")
    page.get_by_role("button", name="Play with friends").first.click()
    page.get_by_text("Waiting for the others").wait_for()


MARK = "document.querySelector('meta[name=mark]').content"


def test_a_page_of_another_build_reloads_once(browser: Browser, tmp_path: Path) -> None:
    first, second = another_build(tmp_path, "first"), another_build(tmp_path, "second")
    with socket.socket() as probe:
        probe.bind((LOCAL, 0))
        port = probe.getsockname()[1]
    context = browser.new_context(reduced_motion="reduce")
    loads: list[str] = []
    with updated(tmp_path, port, first) as address:
        page = open_home(context, address)
        page.on("load", lambda page: loads.append(page.url))
        wait_for_friends(page)
        assert page.evaluate(MARK) == "first"
        before = len(loads)
    with updated(tmp_path, port, second):
        comes(page, f"{MARK} === 'second'")
        page.get_by_text("Waiting for the others").wait_for()
        page.wait_for_timeout(1500)
        assert len(loads) == before + 1
    context.close()


def test_a_page_that_stays_old_says_so_and_stops_reloading(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Something between page and server keeps the old document."""
    first, second = another_build(tmp_path, "first"), another_build(tmp_path, "second")
    with socket.socket() as probe:
        probe.bind((LOCAL, 0))
        port = probe.getsockname()[1]
    context = browser.new_context(reduced_motion="reduce")
    loads: list[str] = []
    with updated(tmp_path, port, first) as address:
        page = open_home(context, address)
        wait_for_friends(page)
        old = page.request.get(page.url).body()
        monkeypatch.setattr(Client, "html", lambda client, base: old)
        page.on("load", lambda page: loads.append(page.url))
    with updated(tmp_path, port, second):
        page.get_by_text("Coven has been updated").wait_for()
        page.get_by_role("button", name="Load the new page").wait_for()
        page.wait_for_timeout(1500)
        assert len(loads) == 1
    context.close()


def test_a_decision_is_finished_before_reloading(browser: Browser, tmp_path: Path) -> None:
    first, second = another_build(tmp_path, "first"), another_build(tmp_path, "second")
    with socket.socket() as probe:
        probe.bind((LOCAL, 0))
        port = probe.getsockname()[1]
    context = browser.new_context(reduced_motion="reduce")
    with updated(tmp_path, port, first) as address:
        page = open_home(context, address)
        play_now(page)
        page.locator(".prompt.due").wait_for()
        page.wait_for_timeout(500)
    with updated(tmp_path, port, second):
        page.get_by_text("Coven has been updated").wait_for()
        assert page.evaluate(MARK) == "first"
        page.get_by_role("button", name="Load the new page").click()
        comes(page, f"{MARK} === 'second'")
        page.locator(".board").wait_for()
    context.close()
