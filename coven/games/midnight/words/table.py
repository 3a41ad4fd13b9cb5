"""The table as lines of text for a terminal."""

from __future__ import annotations

from coven.engine.sentences import Names, capital
from coven.engine.states import TRUTH
from coven.games.midnight.rules.cards import NONE, Deck
from coven.games.midnight.rules.state import FACTS, Ending, Midnight, Phase, seat_after
from coven.games.midnight.words.sentences import card_name, suit_name, what_counts


def table(deck: Deck, view: Midnight, names: Names) -> list[str]:
    """A heading, then lines of the form "what: how". The reader's own hand is the last one."""
    turns = view.turns + (view.ending == Ending.EMPTY_HAND)  # the turn that wins does not pass on
    over = f"The game is over after {turns} turn{'s' * (turns != 1)}"
    heading = f"Turn {view.turns + 1}" if view.phase != Phase.OVER else over
    lines = [
        f"On top: {_top(deck, view)}",
        f"Cards to draw: {view.pile_left}",
        f"Hands, in turn order: {_sizes(view, names)}",
    ]
    if view.follow != NONE:
        lines.append(f"Follow the Recipe: {suit_name(view.follow)}")
    if view.curses:
        lines.append(f"Curses in the stack: {view.curses}")
    if view.sidesteps:
        lines.append(f"A Pox on All of You! above the pile: {view.sidesteps}")
    if view.offences:
        lines.append(f"Can be caught: {names.row(view.offences)}")
    return [heading, *lines, *_hands(deck, view, names)]


def _top(deck: Deck, view: Midnight) -> str:
    """The top card, and what counts in a normal turn if that differs."""
    top = card_name(deck, view.top)
    if view.phase == Phase.OVER or view.curses or view.follow != NONE:
        return top
    if view.red_only:
        return f"{top}; only red and wild cards go"
    if view.phase == Phase.DECLARE:
        return f"{top}; its suit is being declared"
    return top if view.colour != NONE else f"{top}; {what_counts(deck, view)} counts"


def _sizes(view: Midnight, names: Names) -> str:
    seats = [seat_after(view, view.turn, step) for step in range(view.players)]
    return ", ".join(f"{names[seat]} {view.hand_size[seat]}" for seat in seats)


def _hand(deck: Deck, view: Midnight, seat: int) -> str:
    cards = [card_name(deck, kind) for kind, number in enumerate(view.counts[seat]) for _ in range(number)]
    return "; ".join(cards) or "no cards"


def _hands(deck: Deck, view: Midnight, names: Names) -> list[str]:
    """The reader's own hand and what it can follow; given the truth, every hand."""
    if view.viewer == TRUTH:
        return [f"{capital(names[seat])} holds: {_hand(deck, view, seat)}" for seat in range(view.players)]
    if view.viewer < 0:
        return []
    facts = [(view.fact_kind[view.viewer][i], view.fact_hands[view.viewer][i]) for i in range(FACTS)]
    known = [
        f"known: {card_name(deck, kind)} with {_some(view, hands, names)}" for kind, hands in facts if kind != NONE
    ]
    return [*known, f"Your hand: {_hand(deck, view, view.viewer)}"]


def _some(view: Midnight, hands: int, names: Names) -> str:
    return " or ".join(names[seat] for seat in range(view.players) if hands >> seat & 1)
