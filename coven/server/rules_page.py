"""A game's RULES.md as HTML in which every clause is an element with its id."""

from __future__ import annotations

import re
from functools import cache

from markdown_it import MarkdownIt

from coven.engine.game import AnyGame

CLAUSE = re.compile(r"<p><strong>([A-Z]+-\d+)</strong>")


def rules_html(game: AnyGame) -> str:
    """The rules, made from our own text with inline HTML switched off."""
    return _html(game.rules_text)


@cache
def _html(text: str) -> str:
    text = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
    return CLAUSE.sub(r'<p id="\1" class="clause"><strong>\1</strong>', text)
