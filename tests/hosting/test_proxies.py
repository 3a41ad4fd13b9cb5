"""nginx and Caddy before a server, over TLS, at the root and under a sub-path, by the files of docs/hosting."""

from __future__ import annotations

import re
from dataclasses import replace

import httpx
import pytest
from playwright.sync_api import expect
from websockets.exceptions import InvalidStatus

from coven.server.limits import UNLIMITED, Rate
from tests.browser.browser_play import CHROMIUM, chromium, is_required, open_home, play_now
from tests.hosting.conftest import Front, Opener
from tests.server.serving import nonce
from tests.server.test_bad_input import is_problem

pytestmark = pytest.mark.slow
PROXIES = ["nginx", "caddy"]
BASES = ["", "/games"]


@pytest.mark.parametrize("proxy", PROXIES)
@pytest.mark.parametrize("base", BASES)
def test_a_game_is_played_through_a_proxy(behind: Opener, proxy: str, base: str) -> None:
    with behind(proxy, base) as front:
        anna = front.person()
        for path in ("/", "/table/abc"):
            page = anna.http.get(path)
            assert page.status_code == 200
            files = re.findall(r'(?:src|href)="(/[^"]+)"', page.text)
            assert len(files) > 3
            assert all(file.startswith(f"{base}/") for file in files)
            assert all(anna.http.get(file.removeprefix(base)).status_code == 200 for file in files)
        anna.open_table(bots=("thumb",))
        bea = front.person().join(anna, 2, "Bea")
        kept = [one for one in anna.http.cookies.jar if one.name == "coven-seat-0"]
        assert [(one.secure, one.path) for one in kept] == [(True, f"{base}/api/tables/{anna.table}")]
        anna.look()
        bea.look()
        assert anna.ask("start")["type"] == "answer"
        anna.hear(lambda: anna.now["status"] == "playing")
        others_are_refused(front)


def others_are_refused(front: Front) -> None:
    """Pages of other servers can do nothing in somebody's name."""
    eve = front.person()
    wish = {"game": "three-witches", "players": 3, "name": "Eve", "nonce": nonce(), "bots": ["thumb", "thumb"]}
    for origin in ("https://evil.example", "null", front.address.replace("https", "http")):
        is_problem(eve.http.post("/api/tables", json=wish, headers={"Origin": origin}), 403, "forbidden")
        eve.table = "none"
        with pytest.raises(InvalidStatus):
            eve.dial(origin=origin)


@pytest.mark.parametrize("proxy", PROXIES)
def test_each_client_of_a_proxy_has_its_own_limits(behind: Opener, proxy: str) -> None:
    with behind(proxy, "", replace(UNLIMITED, requests=Rate(0.001, 10))) as front:
        greedy, modest = front.person("127.0.0.2"), front.person("127.0.0.3")
        liar = {"X-Forwarded-For": "203.0.113.7"}
        codes = [greedy.http.get("/api/games", headers=liar).status_code for _ in range(15)]
        assert codes == [200] * 10 + [429] * 5
        assert modest.http.get("/api/games").status_code == 200


def test_a_path_beside_ours_is_not_ours(behind: Opener) -> None:
    with behind("caddy", "/games") as front:
        origin = front.address.removesuffix("/games")
        with httpx.Client(verify=front.tls) as guest:
            answer = guest.get(f"{origin}/api/games")
        assert not answer.text


def test_a_browser_plays_a_game_under_a_sub_path(behind: Opener) -> None:
    if not CHROMIUM:
        assert not is_required()
        pytest.skip("Chromium is missing")
    with behind("nginx", "/games") as front, chromium() as browser:
        context = browser.new_context(ignore_https_errors=True, reduced_motion="reduce")
        broken: list[str] = []
        context.on("weberror", lambda error: broken.append(str(error.error)))
        page = open_home(context, f"{front.address}/")
        play_now(page)
        assert page.url.startswith(f"{front.address}/table/")
        page.reload()
        page.locator(".board").wait_for()
        page.get_by_role("button", name="Table and settings").click()
        page.goto(f"{front.address}/nonsense/there")
        expect(page.get_by_text("There is nothing at this address")).to_be_visible()
        page.get_by_role("link", name="Home").click()
        page.get_by_role("button", name="Play now against bots").first.wait_for()
        assert page.url == f"{front.address}/"
        assert broken == []
        context.close()
