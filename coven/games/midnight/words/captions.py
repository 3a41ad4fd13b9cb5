"""The words and marks on the table of Midnight, for one reader."""

from __future__ import annotations

from typing import Annotated

from coven.engine.plain import Plain, among
from coven.engine.seats import owes
from coven.engine.sentences import Names, capital
from coven.games.midnight.deck import ON_THEIR_OWN, SHAPES, TYPES, WILD
from coven.games.midnight.deck import words as in_words
from coven.games.midnight.rules import actions
from coven.games.midnight.rules.cards import NONE, SUIT_TEXTS, Deck, Type
from coven.games.midnight.rules.state import Midnight, Phase, seat_after
from coven.games.midnight.words.describe import Suit
from coven.games.midnight.words.sentences import BOOK, WORDS, at_most, card_name, piece, say, suit_name

SIDESTEP = Type.A_POX_ON_ALL_OF_YOU
GOES_WITH = {Type.BETRAYED: "red", Type.FOLLOW_THE_RECIPE: "yellow"}
"""MN-20, MN-40: special cards that go on standard cards of one colour."""
Way = Annotated[str, among("Way", ("suit", "shape", "colour", "kind", "wild", "sidestep"))]
Look = Annotated[str, among("Look", ("words", "chip", "only", "curse", "follow", "winner"))]

LABELS = {
    "suit": {suit: in_words(suit) for suit in SUIT_TEXTS},
    "shape": {shape: in_words(shape) for shape in SHAPES},
    **WORDS["page"],
}


class Match(Plain):
    """How a card of the hand fits what is on the pile."""

    marks: list[Way]
    words: str


class Part(Plain):
    """A piece of the line that says what counts."""

    text: str
    look: Look
    sign: str = ""
    """The key of the suit, shape or type to draw beside it."""
    colour: str = ""
    """The colour to draw beside it."""


class Captions(Plain):
    """The words and marks on the table."""

    happened: str
    """What happened last, in a short line."""
    called: list[list[str]]
    """[seat]: what was called with the last play."""
    strikes: str
    """"Midnight!", if it was called with the last play."""
    is_laid: bool
    """Has the top card just been laid?"""
    counts: list[Part]
    """What the next card must go with."""
    matches: dict[str, Match]
    """By card of the hand, while cards are being played."""
    top: list[Way]
    """Which features of the top card count."""
    seal: Suit | None
    """A suit that counts and is not that of the top card."""
    draw: str
    """What touching the draw pile does."""
    direction: str
    states: list[str]
    """[seat]: what the seat is doing."""
    left: list[str]
    """[seat]: how many cards it has left: "7 cards left"."""
    gives_to: int | None
    """In Coven Circle: who gets the reader's card."""
    gets_from: int | None
    """In Coven Circle: whose card the reader gets."""


def captions(deck: Deck, view: Midnight, names: Names) -> Captions:
    """The words and marks on the table, for the reader of `names`."""
    is_passing, is_seated = view.phase == Phase.PASS, names.you >= 0
    return Captions(
        happened=_happened(deck, view, names),
        called=[_called(view) if seat == view.last_seat else [] for seat in range(view.players)],
        strikes=_strikes(view),
        is_laid=_is_play(view) and view.last_action // actions.CALLS == view.top,
        counts=_counts(deck, view, names),
        matches=_matches(deck, view, names.you),
        top=_top(deck, view),
        seal=_seal(deck, view),
        draw=_draw(deck, view),
        direction=_direction(view),
        states=[_state(view, seat) for seat in range(view.players)],
        left=[_left(view.hand_size[seat]) for seat in range(view.players)],
        gives_to=seat_after(view, names.you, 1) if is_passing and is_seated else None,
        gets_from=seat_after(view, names.you, view.players - 1) if is_passing and is_seated else None,
    )


def _left(count: int) -> str:
    return say("left", "one" if count == 1 else "many", count=count)


def _direction(view: Midnight) -> str:
    return piece("way", "clockwise" if view.direction == 1 else "anticlockwise")


def goes_with(kind_type: int) -> str | None:
    """The colour that a special card goes with, if any."""
    return GOES_WITH.get(kind_type)


def _is_play(view: Midnight) -> bool:
    return view.last_seat != NONE and view.last_action < actions.DRAW


def _called(view: Midnight) -> list[str]:
    if view.phase == Phase.OVER or not _is_play(view):
        return []
    calls = view.last_action % actions.CALLS
    found = ((actions.CALL_POX, "pox"), (actions.CALL_MIDNIGHT, "midnight"))
    return [say("call", key) for bit, key in found if calls & bit]


def _strikes(view: Midnight) -> str:
    midnight = say("call", "midnight")
    return midnight if midnight in _called(view) else ""


def _happened(deck: Deck, view: Midnight, names: Names) -> str:
    seat, action = view.last_seat, view.last_action
    if seat == NONE:
        return ""
    who = capital(names[seat])
    if action < actions.DRAW:
        calls = _called(view)
        card = card_name(deck, action // actions.CALLS)
        return say("happened", "play", who=who, card=card) + "".join(f": “{call}”" for call in calls)
    if action in actions.WORDS:
        return say("happened", actions.WORDS[action].replace(" ", "_"), who=who)
    if action < actions.PASS:
        return say("happened", "declare", who=who, suit=suit_name(action - actions.DECLARE))
    if action < actions.OWN_UP:
        return say("happened", "pass")
    return say("happened", "catch", who=who, whom=names[action - actions.CATCH])


def _counts(deck: Deck, view: Midnight, names: Names) -> list[Part]:
    if view.phase == Phase.OVER:
        return [Part(BOOK.winners("counts", view.winners, names), "winner")]
    if view.phase == Phase.DECLARE:
        return [] if view.turn == names.you else [_words("declares", who=capital(names[view.turn]))]
    if view.curses:
        drawn = at_most(deck, view, view.curses)
        what = _words("curse_on", count=drawn) if drawn else _words("curse_on_bare")
        return [Part(say("counts", "curse", count=view.curses), "curse", TYPES[Type.CURSE_YOU]), what]
    if view.follow != NONE:
        follow = Part(say("counts", "follow"), "follow", TYPES[Type.FOLLOW_THE_RECIPE])
        return [follow, Part(suit_name(view.follow), "only", SUIT_TEXTS[view.follow])]
    if view.phase == Phase.PASS:
        circle = Part(in_words(TYPES[Type.COVEN_CIRCLE]), "chip", TYPES[Type.COVEN_CIRCLE])
        return [circle, _words("circle", way=_direction(view), suit=suit_name(view.suit) if view.suit != NONE else "")]
    return _what_goes(deck, view)


def _what_goes(deck: Deck, view: Midnight) -> list[Part]:
    """What goes at a turn without a curse or a recipe."""
    if view.red_only:
        return [_words("only"), Part("red", "chip", colour="red"), _words("or_wild")]
    if view.any_suit:
        return [_words("any_card"), Part(piece("counts", "a_suit"), "only"), _words("or_wild")]
    suit, what = Part(suit_name(view.suit), "chip", SUIT_TEXTS[view.suit]), deck.tables.type[view.top]
    if what in ON_THEIR_OWN:
        return [suit, _words("or_any"), Part(in_words(TYPES[what]), "chip", TYPES[what])]
    if view.shape == NONE or view.colour == NONE:
        return [_words("only"), Part(suit.text, "only", suit.sign), _words("alone")]
    shape, colour = SHAPES[view.shape], deck.data["colours"][view.colour]
    return [suit, Part(in_words(shape), "chip", shape), _words("or"), Part(colour, "chip", colour=colour)]


def _words(key: str, **values: object) -> Part:
    return Part(piece("counts", key, **values), "words")


def _matches(deck: Deck, view: Midnight, seat: int) -> dict[str, Match]:
    if view.phase != Phase.TURN or seat < 0:
        return {}
    kinds = [kind for kind in range(len(deck.cards)) if view.held[seat] >> kind & 1]
    found = {kind: _ways(deck, view, kind) for kind in kinds}
    return {deck.cards[kind]: Match(ways, _in_words(deck, kind, ways)) for kind, ways in found.items()}


def _ways(deck: Deck, view: Midnight, kind: int) -> list[str]:
    """What a card has in common with what counts: for marks and words, not for what is allowed."""
    tables = deck.tables
    what, suit = tables.type[kind], tables.suit[kind]
    if what == SIDESTEP:
        return ["sidestep"]
    if view.curses:
        return ["kind"] if what == Type.CURSE_YOU else []
    if view.follow != NONE:
        return ["suit"] if suit == view.follow else []
    if what in WILD:
        return ["wild"]
    if view.any_suit:
        return ["suit"] if suit != NONE else []
    has = {
        "suit": suit != NONE and suit == view.suit,
        "shape": tables.shape[kind] != NONE and tables.shape[kind] == view.shape,
        "colour": _colour(deck, kind) is not None and _colour(deck, kind) == _colour_that_counts(deck, view),
        "kind": what in ON_THEIR_OWN and what == tables.type[view.top],
    }
    return [way for way, is_so in has.items() if is_so]


def _colour(deck: Deck, kind: int) -> str | None:
    """A card's colour, or the one that it goes with."""
    colour = deck.tables.colour[kind]
    return goes_with(deck.tables.type[kind]) if colour == NONE else deck.data["colours"][colour]


def _colour_that_counts(deck: Deck, view: Midnight) -> str | None:
    if view.red_only:
        return "red"
    return None if view.colour == NONE else deck.data["colours"][view.colour]


def _in_words(deck: Deck, kind: int, ways: list[str]) -> str:
    tables = deck.tables
    if not ways or ways[0] in ("wild", "sidestep"):
        return piece("match", ways[0]) if ways else ""
    names = {
        "suit": suit_name(tables.suit[kind]),
        "shape": in_words(SHAPES[tables.shape[kind]]),
        "colour": _colour(deck, kind),
        "kind": in_words(TYPES[tables.type[kind]]),
    }
    found = [piece("match", way, name=names[way]) for way in ways]
    return piece("match", "by", ways=" and ".join(found))


def _top(deck: Deck, view: Midnight) -> list[str]:
    tables = deck.tables
    if view.phase == Phase.OVER:
        return []
    suit = view.suit if view.follow == NONE else view.follow
    is_alone = view.follow != NONE or view.curses > 0
    has = {
        "suit": suit != NONE and suit == tables.suit[view.top],
        "kind": not is_alone and tables.type[view.top] in ON_THEIR_OWN,
        "shape": not is_alone and view.shape != NONE and view.shape == tables.shape[view.top],
        "colour": not is_alone and _colour(deck, view.top) == (_colour_that_counts(deck, view) or ""),
    }
    if view.curses and view.follow == NONE:
        return ["kind"]
    return [way for way, is_so in has.items() if is_so]


def _seal(deck: Deck, view: Midnight) -> str | None:
    suit = view.suit if view.follow == NONE else view.follow
    is_shown = suit != NONE and suit != deck.tables.suit[view.top] and not view.curses
    return SUIT_TEXTS[suit] if is_shown and view.phase != Phase.OVER else None


def _draw(deck: Deck, view: Midnight) -> str:
    if not view.curses:
        return piece("draw", "draw" if at_most(deck, view, 1) else "pass")
    count = at_most(deck, view, view.curses)
    return piece("draw", "take" if count else "take_nothing", count=count)


def _state(view: Midnight, seat: int) -> str:
    if view.phase == Phase.PASS:
        return piece("state", "chooses" if owes(view, seat) else "chosen")
    return piece("state", "forgot") if view.offences >> seat & 1 and view.phase != Phase.OVER else ""
