"""Things to touch on a table of Midnight, and advice for a first game.

Things: `card:` with a card's text, `suit:` to declare one, `seat:` to catch somebody, `pile`, `curse`, and the calls
that go with a play: `call:midnight`, `call:pox`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from coven.engine.game import Board
from coven.engine.plain import Plain, among, to_builtins
from coven.engine.sentences import Names
from coven.engine.sets import members
from coven.engine.story import Revealed
from coven.games.midnight.deck import SHAPES, TYPES, default_deck
from coven.games.midnight.deck import words as in_words
from coven.games.midnight.rules import actions
from coven.games.midnight.rules.cards import NONE, SUIT_TEXTS, Deck, Type
from coven.games.midnight.rules.state import Midnight, Phase
from coven.games.midnight.words.captions import LABELS, SIDESTEP, captions, goes_with
from coven.games.midnight.words.describe import Shape, Suit, hand_of
from coven.games.midnight.words.sentences import WORDS, say

PICTURE = ("cauldron-bat", "curse-you-witchs-hat", "black-cat-moon")
"""Cards in the picture of the game on the home page."""
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
    name: str
    """Without its suit and colour: "Bat", "Polymorph"."""
    goes_with: str | None
    """The colour that a card without one goes with."""
    word: Annotated[str, among("Word", ("wild", "sidestep"))] | None
    """Printed on its edge if it needs no match."""
    does: str
    """What a special card does; "" for standard ones."""
    goes_on: str
    """What a special card goes on."""


def faces(deck: Deck) -> list[CardFace]:
    """Each kind of card."""
    tables = deck.tables
    return [
        CardFace(
            id=deck.cards[kind],
            title=deck.titles[kind],
            type=TYPES[tables.type[kind]],
            suit=None if tables.suit[kind] == NONE else SUIT_TEXTS[tables.suit[kind]],
            shape=None if tables.shape[kind] == NONE else SHAPES[tables.shape[kind]],
            colour=None if tables.colour[kind] == NONE else deck.data["colours"][tables.colour[kind]],
            count=tables.copies[kind],
            **_text(deck, kind),
        )
        for kind in range(tables.kinds)
    ]


def _text(deck: Deck, kind: int) -> dict[str, Any]:
    """What is written on a card."""
    tables = deck.tables
    what = tables.type[kind]
    word = "wild" if tables.wild >> kind & 1 else "sidestep" if what == SIDESTEP else None
    does, goes_on = WORDS["special"][TYPES[what]] if what != Type.STANDARD else ("", "")
    name = in_words(SHAPES[tables.shape[kind]] if what == Type.STANDARD else TYPES[what])
    return {"name": name, "goes_with": goes_with(what), "word": word, "does": does, "goes_on": goes_on}


def touches(deck: Deck, view: Midnight, action: int) -> list[str]:
    """A card with the calls to make; a suit, a seat, the draw pile, the curse. Owning up is a button."""
    if action < actions.DRAW:
        kind, calls = (action - actions.PLAY) // actions.CALLS, (action - actions.PLAY) % actions.CALLS
        made = [call for bit, call in ((actions.CALL_MIDNIGHT, MIDNIGHT), (actions.CALL_POX, POX)) if calls & bit]
        return [f"card:{deck.cards[kind]}", *made]
    if action in (actions.DRAW, actions.TAKE):
        return ["pile" if action == actions.DRAW else "curse"]
    if action == actions.OWN_UP:
        return []
    if action < actions.PASS:
        return [f"suit:{SUIT_TEXTS[action - actions.DECLARE]}"]
    if action < actions.OWN_UP:
        return [f"card:{deck.cards[action - actions.PASS]}"]
    return [f"seat:{action - actions.CATCH}"]


def usable(deck: Deck, view: Midnight, seat: int) -> list[tuple[str, int]]:
    """At the seat's turn, the cards of the hand; if a suit is to be declared, the suits."""
    if view.phase == Phase.PASS:
        return []
    if view.phase == Phase.DECLARE:
        return [(f"suit:{suit}", actions.DECLARE + number) for number, suit in enumerate(SUIT_TEXTS)]
    kinds = members(view.held[seat])
    return [(f"card:{deck.cards[kind]}", actions.PLAY + kind * actions.CALLS) for kind in kinds]


def hint(deck: Deck, view: Midnight, seat: int, legal: Sequence[int]) -> str:
    """Advice at the moment when it matters."""
    keys = {Phase.DECLARE: "declare", Phase.PASS: "pass"}
    return keys.get(view.phase) or ("cursed" if view.curses else "follow" if view.follow != NONE else "turn")


def reveal(deck: Deck, before: Midnight, after: Midnight, names: Names) -> list[Revealed]:
    """The hands as they were at the end."""
    if after.phase != Phase.OVER:
        return []
    hands = [
        (seat, [deck.cards[kind] for kind, number in enumerate(after.counts[seat]) for _ in range(number)])
        for seat in range(after.players)
    ]
    return [Revealed(say("end", "held", whom=names[seat]), cards) for seat, cards in hands if cards]


def hands(deck: Deck, s: Midnight, names: Names) -> list[Revealed]:
    """The hands as they are."""
    return [Revealed(say("end", "hand", whom=names[seat]), hand_of(deck, s, seat)) for seat in range(s.players)]


def _picture() -> list[CardFace]:
    found = {face.id: face for face in faces(default_deck())}
    return [found[card] for card in PICTURE]


BOARD = Board(
    faces=faces, touches=touches, usable=usable, hint=hint, hints=WORDS["hint"], reveal=reveal, hands=hands,
    captions=captions,
    labels={**LABELS, "picture": to_builtins(_picture())},
)  # fmt: skip
