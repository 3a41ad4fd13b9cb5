"""Rules on the screen: all of them, or one clause."""

from __future__ import annotations

import re
import sys

import click

from coven.engine.decks import PROVENANCES, AnyDeck
from coven.terminal.screen import Screen


def clause_text(rules: str, clause: str) -> str | None:
    """A clause as plain text with its id in front; None if there is no such clause."""
    clause = clause.strip().upper()
    if not re.fullmatch(r"[A-Z]+-\d+", clause):
        return None
    start = re.compile(rf"[|*#>\s-]*\[?`?{re.escape(clause)}\b`?\]?[*|:.\s]*(.*)", re.IGNORECASE)
    for block in _blocks(rules):
        heading = start.fullmatch(block)
        if heading:
            return f"{clause}: {_plain(heading[1])}"
    return None


def _blocks(rules: str) -> list[str]:
    """Table rows, list items and paragraphs, each as one line."""
    joined = re.sub(r"\n(?![\s]*(?:[|#>*-]|\d+\.|$))[ \t]*", " ", rules, flags=re.MULTILINE)
    return [line.strip() for line in joined.splitlines()]


def _plain(text: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"[*`|]+", " ", text)).strip()


def provenance(deck: AnyDeck) -> str:
    """Where the card data comes from, in a sentence, with the deck's own notes."""
    notes = "".join(f"\n- {key}: {note}" for key, note in deck.data.get("notes", {}).items())
    return f"{deck.provenance}: {PROVENANCES[deck.provenance]}.{notes}"


def page(screen: Screen, text: str) -> None:
    """Show a Markdown text, one page at a time at a terminal."""
    if not (screen.console.is_terminal and sys.stdin.isatty()):
        screen.markdown(text)
        return
    with screen.console.capture() as capture:
        screen.markdown(text)
    click.echo_via_pager(capture.get(), color=False if screen.plain else None)
