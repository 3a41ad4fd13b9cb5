"""A game's RULES.md as HTML in which every clause is an element with its id."""

from __future__ import annotations

import re
from functools import cache

from markdown_it import MarkdownIt

from coven.engine.game import AnyGame

CLAUSE = re.compile(r"<p><strong>([A-Z]+-\d+)</strong>")
MINUTE = re.compile(r"<h2>In one minute</h2>\s*(<ul>.*?</ul>)", re.DOTALL)


def rules_html(game: AnyGame) -> str:
    """The rules, made from our own text with inline HTML switched off."""
    return _html(game.rules_text)


def minute_html(game: AnyGame) -> str:
    """The list under "In one minute", with which rules begin; "" where they have none."""
    found = MINUTE.search(rules_html(game))
    return found[1] if found else ""


@cache
def _html(text: str) -> str:
    text = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
    return CLAUSE.sub(r'<p id="\1" class="clause"><strong>\1</strong>', text)
