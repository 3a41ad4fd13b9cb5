"""Terminal output and its style; plain linear text if colours are not wanted.

Gold marks what you can do, moon-blue is information. Colour is never the only sign: a card always shows its name.
"""

from __future__ import annotations

import contextlib
import os
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence

from rich.console import Console
from rich.markdown import Markdown
from rich.rule import Rule
from rich.table import Table
from rich.text import Text
from rich.theme import Theme

GOLD = "#f2c14e"
MOON = "#8fb8e8"
QUIET = "#b3a3c4"
ALARM = "#e88f8f"
PARCHMENT = "#f4e8d0"
SUITS = ("#9a6a1f", "#a23f2b", "#5d4391", "#1f746d", "#4c7a22")
"""Text colours of cards on parchment, in the order of the deck's suits (first words of the titles)."""
SPECIAL = f"bold #2a1a12 on {GOLD}"
"""For cards beyond those suits."""
THEME = Theme(
    {
        "markdown.h1": f"bold {GOLD}",
        "markdown.h2": f"bold {GOLD}",
        "markdown.code": MOON,
        "markdown.item.bullet": MOON,
        "markdown.strong": f"bold {MOON}",
    }
)
WIDEST = 100
"""Lines are not drawn wider than this, however wide the terminal."""
BAR = 10
"""Width of a chance's bar."""
LEAST_RULE = 4
"""If less space than this is left beside a heading, no rule is drawn."""


def is_plain() -> bool:
    """Should output be plain text: no terminal, a dumb one, or NO_COLOR set?"""
    return not sys.stdout.isatty() or bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"


def short(title: str) -> str:
    """A card's name without its explanation: "Owl 3" of "Owl 3, Tongue of Owl"."""
    return title.split(",")[0]


def sentence(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]


def percent(chance: float) -> str:
    """A chance in whole per cent; uncertain ones are never 0 % or 100 %."""
    whole = round(100 * chance)
    if whole == 0 and chance > 0:
        return "<1%"
    return ">99%" if whole == 100 and chance < 1 else f"{whole}%"


def bar(chance: float) -> str:
    """A chance as a bar of fixed width."""
    full = round(BAR * chance)
    return "█" * full + "░" * (BAR - full)


class Painter:
    """Puts the names of a deck's cards into sentences as coloured chips."""

    def __init__(self, titles: Sequence[str] = ()) -> None:
        self._styles: dict[str, str] = {}
        suits: list[str] = []
        for title in titles:
            suit = title.split()[0]
            suits += [] if suit in suits else [suit]
            self._styles[short(title)] = _card_style(suits.index(suit))
        names = sorted(self._styles, key=len, reverse=True)
        self._pattern = re.compile(r"\b(" + "|".join(map(re.escape, names)) + r")\b") if names else None

    def paint(self, text: str, style: str = "") -> Text:
        """The sentence in a style, its cards as chips."""
        if self._pattern is None:
            return Text(text, style=style)
        painted = Text(style=style)
        parts = self._pattern.split(text)
        for number, part in enumerate(parts):
            if number % 2:
                painted.append(f" {part} ", style=self._styles[part])
            else:
                is_between = 0 < number < len(parts) - 1
                painted.append(" " if is_between and part == ", " else part)
        return painted


def _card_style(suit: int) -> str:
    return f"bold {SUITS[suit]} on {PARCHMENT}" if suit < len(SUITS) else SPECIAL


class Screen:
    """Where a person reads and types."""

    def __init__(self, console: Console | None = None, read: Callable[[], str] | None = None) -> None:
        """By default standard output and input, plain if `is_plain` says so; a console without colours is plain."""
        self.plain = is_plain() if console is None else console.color_system is None
        self.console = console or make_console(plain=self.plain)
        self.read = read or _read
        self.painter = Painter()

    def use_cards(self, titles: Sequence[str]) -> None:
        """From now on these card names are shown as chips."""
        self.painter = Painter(() if self.plain else titles)

    def line(self, text: str = "", style: str = "") -> None:
        """One line, cards painted."""
        self.console.print(
            self.painter.paint(text, style), soft_wrap=self.plain and not self.console.is_terminal, width=self._width
        )

    def heading(self, text: str) -> None:
        """Begin something new."""
        self.console.print()
        if self.plain or len(text) + LEAST_RULE > self.console.width:
            self.line(text, f"bold {GOLD}")
        else:
            rule = Rule(Text(text, style=f"bold {GOLD}"), style=QUIET, align="left")
            self.console.print(rule, width=self._width)

    def news(self, lines: Iterable[str]) -> None:
        """What has happened."""
        if self.plain:
            for text in lines:
                self.line(sentence(text))
        else:
            self._columns([("-", self.painter.paint(sentence(text), MOON)) for text in lines], MOON)

    def table(self, lines: Sequence[str]) -> None:
        """The position: lines like "what: how", with the labels in their own column."""
        if self.plain:
            for line in lines:
                self.line(line)
        else:
            pairs = [line.partition(": ") for line in lines]
            self._columns([(label, self.painter.paint(rest)) for label, _, rest in pairs], QUIET)

    def question(self, text: str, choices: Mapping[str, str]) -> None:
        """The question, and its answers by their keys."""
        self.console.print()
        self.line(text, f"bold {GOLD}")
        if self.plain:
            for key, label in choices.items():
                self.line(f"{key}. {label}")
        else:
            self._columns([(key, self.painter.paint(label)) for key, label in choices.items()], f"bold {GOLD}")

    def chances(self, rows: Sequence[tuple[str, str, float]]) -> None:
        """Choices with their chance to win, from 0 to 1: key, label, chance; best first."""
        if self.plain:
            for key, label, chance in rows:
                self.line(f"{key}. {percent(chance)}: {label}")
        else:
            self._columns(
                [(key, Text(f"{percent(chance):>4} {bar(chance)} ", MOON) + self.painter.paint(label))
                 for key, label, chance in rows],
                f"bold {GOLD}",
            )  # fmt: skip

    def _columns(self, rows: Sequence[tuple[str, Text]], style: str) -> None:
        """Labels in a column of that style, and what they label beside them."""
        if not rows:
            return
        grid = Table.grid(padding=(0, 2, 0, 0))
        grid.add_column(justify="right", style=style, no_wrap=True)
        grid.add_column(overflow="fold")
        for label, text in rows:
            grid.add_row(f"  {label}", text)
        self.console.print(grid, width=self._width)

    def note(self, text: str) -> None:
        """Something to know."""
        self.line(text, QUIET)

    def unbroken(self, text: str) -> None:
        """Something to know that people may copy: its lines are not wrapped."""
        self.console.print(Text(text, style=QUIET), soft_wrap=True)

    def refuse(self, text: str) -> None:
        """Why that did not work."""
        self.line(text, ALARM)

    def markdown(self, text: str) -> None:
        """A text with Markdown marks."""
        if self.plain:
            self.console.print(Text(text.strip()), soft_wrap=True)
        else:
            self.console.print(Markdown(text), width=self._width)

    def ask(self) -> str:
        """A line that somebody types. Raises EOFError at the end of the input."""
        return self.read()

    def hide_earlier(self) -> None:
        """Clear the screen."""
        if not self.plain:
            self.console.print("\x1b[3J", end="")
            self.console.clear()
        elif self.console.is_terminal:
            self.console.print("\n" * self.console.height)

    @property
    def _width(self) -> int | None:
        return None if self.plain else min(self.console.width, WIDEST)


def make_console(*, plain: bool, stderr: bool = False) -> Console:
    """A console that writes plain text, without highlighting numbers or words."""
    return Console(
        color_system=None if plain else "auto", theme=THEME, highlight=False, markup=False, emoji=False, stderr=stderr
    )


def _read() -> str:
    if sys.stdin.isatty():
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401  (gives `input` its line editing)
    return input("> ")
