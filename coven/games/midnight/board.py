"""Things to touch on a table of Midnight, and advice for a first game.

Things: `card:` with a card's text, `suit:` to declare one, `seat:` to catch somebody, `pile`, `curse`, and the calls
that go with a play: `call:midnight`, `call:pox`.
"""

from __future__ import annotations

from typing import Annotated

from coven.engine.decks import Deck
from coven.engine.game import Board, Names, Refusal
from coven.engine.plain import Plain, among
from coven.engine.words import capital
from coven.games.midnight import actions
from coven.games.midnight.cards import NONE
from coven.games.midnight.deck import SHAPES, SUITS, TYPES, tables_of
from coven.games.midnight.describe import Shape, Suit
from coven.games.midnight.rules import legal
from coven.games.midnight.state import Midnight, Phase
from coven.games.midnight.why import why_not
from coven.games.midnight.words import WORDS, say

MIDNIGHT, POX = "call:midnight", "call:pox"


class CardFace(Plain):
    """A kind of card."""

    id: str
    title: str
    type: Annotated[str, among("Type", TYPES.values())]
    suit: Suit | None
    shape: Shape | None
    colour: str | None
    count: int


def faces(deck: Deck) -> list[CardFace]:
    """Each kind of card."""
    tables = tables_of(deck)
    return [
        CardFace(
            id=deck.cards[kind],
            title=deck.titles[kind],
            type=TYPES[tables.type[kind]],
            suit=None if tables.suit[kind] == NONE else SUITS[tables.suit[kind]],
            shape=None if tables.shape[kind] == NONE else SHAPES[tables.shape[kind]],
            colour=None if tables.colour[kind] == NONE else deck.data["colours"][tables.colour[kind]],
            count=tables.copies[kind],
        )
        for kind in range(tables.kinds)
    ]


def touches(deck: Deck, view: Midnight, action: int) -> list[str]:
    """A card with the calls that are made; a suit, a seat, the draw pile, the curse. Owning up is a button."""
    if action < actions.DRAW:
        kind, calls = (action - actions.PLAY) // actions.CALLS, (action - actions.PLAY) % actions.CALLS
        made = [call for bit, call in ((actions.CALL_MIDNIGHT, MIDNIGHT), (actions.CALL_POX, POX)) if calls & bit]
        return [f"card:{deck.cards[kind]}", *made]
    if action in (actions.DRAW, actions.TAKE):
        return ["pile" if action == actions.DRAW else "curse"]
    if action == actions.OWN_UP:
        return []
    if action < actions.PASS:
        return [f"suit:{SUITS[action - actions.DECLARE]}"]
    if action < actions.OWN_UP:
        return [f"card:{deck.cards[action - actions.PASS]}"]
    return [f"seat:{action - actions.CATCH}"]


def closed(deck: Deck, view: Midnight, seat: int, names: Names) -> list[tuple[str, Refusal]]:
    """At one's turn: the cards of the hand that may not be played now."""
    if not view.owing >> seat & 1 or view.phase != Phase.TURN:
        return []
    out = [0] * actions.MOST_LEGAL
    numbers = out[: legal(tables_of(deck), view, seat, out)]
    open_kinds = {number // actions.CALLS for number in numbers if number < actions.DRAW}
    shut = [kind for kind in range(len(deck.cards)) if view.held[seat] >> kind & 1 and kind not in open_kinds]
    refusals = [(kind, why_not(deck, view, seat, actions.PLAY + kind * actions.CALLS, names)) for kind in shut]
    return [(f"card:{deck.cards[kind]}", refusal) for kind, refusal in refusals if refusal]


def hint(deck: Deck, view: Midnight, seat: int) -> tuple[str, str] | None:
    """Advice at the moment it matters, to a seat that owes a decision."""
    if not view.owing >> seat & 1:
        return None
    keys = {Phase.DECLARE: "declare", Phase.PASS: "pass"}
    key = keys.get(view.phase) or ("cursed" if view.curses else "follow" if view.follow != NONE else "turn")
    return key, str(WORDS["hint"][key])


def reveal(deck: Deck, before: Midnight, after: Midnight, names: Names) -> list[str]:
    """The hands as they were at the end."""
    if after.phase != Phase.OVER:
        return []
    hands = [
        (seat, [deck.titles[kind] for kind, number in enumerate(after.counts[seat]) for _ in range(number)])
        for seat in range(after.players)
    ]
    return [say("log", "held", whom=capital(names[seat]), cards="; ".join(cards)) for seat, cards in hands if cards]


BOARD = Board(faces=faces, touches=touches, closed=closed, hint=hint, reveal=reveal)
