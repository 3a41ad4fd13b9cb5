"""What may be looked through at any time, as lines of text for a terminal (WB-3)."""

from __future__ import annotations

from itertools import groupby

from coven.engine.sentences import Names, capital
from coven.games.witchs_brew.deck import STACK_KEYS
from coven.games.witchs_brew.rules.roles import CAULDRONS, HEIGHTS, SPELLS, STACKS, Deck
from coven.games.witchs_brew.rules.state import HIDDEN, NONE, WitchsBrew
from coven.games.witchs_brew.words.sentences import role_name, spell_words, stack_name


def look(deck: Deck, view: WitchsBrew, names: Names) -> list[str]:
    """Every stack, what each seat has taken, and the known spell books, in lines of the form "what: how"."""
    lines = [_stack(deck, view, stack) for stack in range(STACKS)]
    lines += [f"{capital(names[seat])}: {_taken(deck, view, seat)}" for seat in range(view.players)]
    lines.append(f"Spell books, from the top: {_books(view)}")
    lines += ["{}: {}".format(*spell_words(spell)) for spell in range(SPELLS)]
    spare = [role_name(role) for role in view.spare[: view.turned] if role not in (NONE, HIDDEN)]
    return [*lines, f"Turned up from the spare pack so far: {', '.join(spare)}"] if spare else lines


def _stack(deck: Deck, view: WitchsBrew, stack: int) -> str:
    """The cards that are still there, from the top, each with its price and worth."""
    cards = deck.data[STACK_KEYS[stack]][view.taken[stack] : HEIGHTS[stack]]
    price = "{cost} for {points}" if stack < CAULDRONS else "needs {needs} for {points}"
    parts = [price.format(**card) + (" (raven)" if card["raven"] else "") for card in cards]
    return f"{capital(stack_name(stack))}, from the top: {', '.join(parts) or 'none left'}"


def _taken(deck: Deck, view: WitchsBrew, seat: int) -> str:
    owners = [owner for stack in range(STACKS) for owner in view.owners[stack][: HEIGHTS[stack]]]
    titles = [title for title, owner in zip(deck.titles, owners, strict=True) if owner == seat]
    return "; ".join(titles) or "no potion cards"


def _books(view: WitchsBrew) -> str:
    """The spell books in order. Those that have not been on top are counted."""
    books = [view.books[(view.book + place) % SPELLS] for place in range(SPELLS)]
    runs = [(book, len(list(run))) for book, run in groupby(books)]
    return ", ".join(f"{number} not seen yet" if book == HIDDEN else spell_words(book)[0] for book, number in runs)
