"""Moments of games laid out at every size, and judged by geometry: python -m tests.browser.layout [FOLDER].

The page is the real one; what it is told is kept (tests/browser/moments.py) and comes over a line of the test's own.
What is judged: see judge.js. With a FOLDER there is a picture of every moment with a fault.
"""

from __future__ import annotations

import argparse
import json
import re
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Browser, Route, ViewportSize, WebSocketRoute

from tests.browser.beside import beside
from tests.browser.browser_play import chromium
from tests.browser.moments import THE_END, Moment, all_moments
from tests.server.serving import serving, settings

SIZES: dict[str, ViewportSize] = {
    f"{width}x{height}": {"width": width, "height": height}
    for width, height in (
        (320, 568), (360, 640), (390, 844), (844, 390), (1024, 640), (1280, 800), (1366, 640), (1920, 1080),
        (640, 400), (320, 200),
    )
}  # fmt: skip
"""The last two are 1280 x 800 at 200 % and 400 %."""
KNOWN = {
    "cut": ".news",
    # The newest line of the log: two lines of it in the header, all of it a touch away in the log.
    "inText": ".clause, .chip",
    # Chips in a running sentence: as WCAG 2.5.8 has it, the line's height is their limit.
}
"""What is not judged, and why."""
LIMITS: dict[str, object] = {
    "target": 44, "row": 36, "hand": 36, "text": 12, "overlap": 4,
    "places": {
        "the hand": {"where": "ul.hand:not(.choose *)", "isBelow": True},
        "the question": {"where": ".question", "isBelow": False},
        "the centre": {"where": ".centre", "isBelow": False},
    },
    **KNOWN,
}  # fmt: skip
"""Pixels: the smallest target, also in a row and in a hand (whose small cards are touched twice), the smallest letter,
and how far edges may overlap. And what must stay where it is."""
UPRIGHT = 400
"""Upright windows up to this width are touched by fingers: no target is smaller for standing in a row."""
HIGH = 800
"""Windows from this height on show all choices at once, also beside a hint."""
MOST_MOVED = 8
"""Pixels by which hand, question and centre may move in a game."""
STEADY = ("390x844", "1280x800", "1920x1080")
"""Sizes at which they may not: in lower windows what comes and goes may push."""
JUDGE = (Path(__file__).parent / "judge.js").read_text(encoding="utf-8")
REMEMBER = "kept => Object.entries(kept).forEach(([key, value]) => localStorage.setItem(key, value))"
SETTLED = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  const places = () => [...document.querySelectorAll("body *")].map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [x, y, width, height];
  }).join();
  let before = "", now = "";
  for (let i = 0; i < 20 && (now === "" || now !== before || document.fonts.status === "loading"); i++) {
    await document.fonts.ready;
    before = now;
    await frame();
    await frame();
    now = places();
  }
}"""
"""Letters have come, and nothing has moved for two frames."""


Place = tuple[int, int]
"""Upper and lower edge in pixels below the upper edge of the room."""


class Stage:
    """A page at a table that is not there."""

    def __init__(self, browser: Browser, address: str) -> None:
        self._context = browser.new_context(reduced_motion="reduce")
        self.page = self._context.new_page()
        self.address = address
        self._line: WebSocketRoute | None = None
        self._moment: Moment | None = None
        self.page.route("**/api/tables/**", self._answer)
        self.page.route_web_socket(re.compile(r"/api/tables/\w+/(watch/)?socket"), self._open)

    @property
    def _now(self) -> Moment:
        assert self._moment
        return self._moment

    def _answer(self, route: Route) -> None:
        asked = urlsplit(route.request.url)
        path, first = asked.path.removeprefix("/api/"), parse_qs(asked.query).get("first", ["0"])[0]
        answers = self._now.answers
        body = answers.get(path, answers.get(f"{path}?{first}"))
        if body is None:
            route.fulfill(status=404, body='{"code": "not_found", "text": "This is not there", "clause": ""}')
        else:
            route.fulfill(body=body, content_type="application/json")

    def _open(self, line: WebSocketRoute) -> None:
        self._line = line
        line.on_message(lambda message: None)
        line.send(self._now.frame.decode())

    def show(self, moment: Moment) -> None:
        """Open its page anew, as whoever reloads it."""
        self._moment = moment
        if moment.kept:
            self.page.goto(f"{self.address}/api/games")
            self.page.evaluate(REMEMBER, moment.kept)
        self.page.goto("about:blank")
        self.page.goto(f"{self.address}{moment.address}")
        self.page.locator(moment.shows).first.wait_for()
        self.page.evaluate(SETTLED)

    def send(self, frame: bytes) -> None:
        """What happens next, while the page watches."""
        assert self._line
        self._line.send(frame.decode())

    def judge(self, size: ViewportSize) -> tuple[list[str], dict[str, Place]]:
        """What is wrong at this size, and where things lie that must not move."""
        self.page.set_viewport_size(size)
        self.page.evaluate(SETTLED)
        limits = LIMITS | ({"row": LIMITS["target"]} if size["width"] <= UPRIGHT < size["height"] else {})
        limits |= {"atOnce": size["height"] >= HIGH}
        found: dict[str, Any] = self.page.evaluate(f"({JUDGE})({json.dumps(limits)})")
        return found["found"], found["places"]

    def close(self) -> None:
        self._context.close()


def judged(
    stage: Stage, moments: list[Moment], folder: Path | None = None, sizes: Iterable[str] = SIZES
) -> Iterator[tuple[str, str, str]]:
    """Complaints as (moment, size, what)."""
    places: dict[tuple[str, str], dict[str, dict[str, Place]]] = {}
    for moment in moments:
        stage.show(moment)
        for name in sizes:
            complaints, here = stage.judge(SIZES[name])
            if complaints and folder:
                stage.page.screenshot(path=folder / f"{moment.name.replace(' ', '-')}-{name}.png")
            for complaint in complaints:
                yield moment.name, name, complaint
            if moment.name.endswith(THE_END) or moment.address != Moment.address:
                continue  # nothing is asked any more, or not here
            for what, place in here.items():
                kept = places.setdefault((f"{moment.game} {moment.players}", name), {}).setdefault(what, {})
                kept[moment.name] = place
    for (game, name), found in places.items():
        for complaint in moved(found) if name in STEADY else ():
            yield game, name, complaint


def moved(places: dict[str, dict[str, Place]]) -> Iterator[str]:
    """What has moved too far between the moments of a game, by its upper edge and by its lower one."""
    for what, found in places.items():
        spans = []
        for edge in (0, 1):
            low, high = min(found, key=lambda one: found[one][edge]), max(found, key=lambda one: found[one][edge])
            spans.append((found[high][edge] - found[low][edge], low, high))
        span, low, high = min(spans)
        if span > MOST_MOVED:
            yield f"{what} moves by {span} px between {low!r} and {high!r}"


@contextmanager
def staged() -> Iterator[Stage]:
    """A stage of its own server and browser."""
    with tempfile.TemporaryDirectory() as data, serving(settings(Path(data))) as address, chromium() as browser:
        stage = Stage(browser, address)
        yield stage
        stage.close()


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--only", default="", help="moments whose names contain this")
    parser.add_argument("--every", type=int, default=1, help="one of so many moments")
    options = parser.parse_args()
    if options.folder:
        options.folder.mkdir(parents=True, exist_ok=True)
    wanted = [moment for moment in (*all_moments(), *beside()) if options.only in moment.name][:: options.every]
    count: Counter[str] = Counter()
    with staged() as stage:
        for moment, size, what in judged(stage, wanted, options.folder):
            count[size] += 1
            print(f"{size:>9}  {moment}: {what}", flush=True)
    print(f"{len(wanted)} moments, {count.total()} complaints: {dict(count)}")
    raise SystemExit(count.total() > 0)


if __name__ == "__main__":
    main()
