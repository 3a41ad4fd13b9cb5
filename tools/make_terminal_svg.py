"""Draw docs/terminal.svg: some moves of a game as they look at a terminal. `python -m tools.make_terminal_svg`."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme

import coven
from coven.terminal.play import Options, Play
from coven.terminal.screen import Screen
from coven.terminal.seats import parse_seats

PICTURE = Path(__file__).parents[1] / "docs" / "terminal.svg"
SEED = 3
BEFORE = ("1", "newt-2")
"""Answers before the part that is shown."""
ANSWERS = (*BEFORE, "say 1", "? dog-6", "2")
WIDTH = 100
THEME = TerminalTheme((22, 15, 32), (239, 230, 245), [(22, 15, 32)] * 8)
FONT = "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace"
SVG = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" xml:space="preserve"
role="img" aria-label="A game at the terminal">
<style>
.{unique_id}-matrix {{ font-family: FONT; font-size: {char_height}px; line-height: {line_height}px; }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal"><rect width="{terminal_width}" height="{terminal_height}"/></clipPath>
{lines}
</defs>
<rect width="{width}" height="{height}" rx="10" fill="#160f20"/>
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""


class Enough(Exception):
    """All answers are given."""


def main() -> None:
    """Play the answers, and save what stood on the screen."""
    console = Console(
        record=True, width=WIDTH, file=StringIO(), force_terminal=True, color_system="truecolor", highlight=False
    )
    answers = iter(ANSWERS)

    def read() -> str:
        answer = next(answers, None)
        console.print(f"> {answer or ''}")
        if answer is None:
            raise Enough
        if answer in BEFORE:
            console.export_text()  # forgets what stood there so far
        return answer

    match = coven.new("three-witches", seed=SEED)
    play = Play(match, parse_seats("me,thumb,thumb", match.game), Screen(console, read), Options())
    with tempfile.TemporaryDirectory() as folder, suppress(Enough):
        os.environ["COVEN_DATA"] = folder
        play.run()
    console.save_svg(str(PICTURE), theme=THEME, code_format=SVG.replace("FONT", FONT), unique_id="coven")


if __name__ == "__main__":
    main()
