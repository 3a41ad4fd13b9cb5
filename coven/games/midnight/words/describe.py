"""A view as plain data, for programs and for the page."""

from __future__ import annotations

from typing import Annotated

from coven.engine.plain import Plain, among, seat_or_none
from coven.engine.sets import members
from coven.games.midnight.deck import SHAPES
from coven.games.midnight.rules import actions
from coven.games.midnight.rules.cards import NONE, SUIT_TEXTS, SUITS, Deck
from coven.games.midnight.rules.piles import all_spare
from coven.games.midnight.rules.state import FACTS, HIDDEN, Midnight, Phase

PHASES = Phase.names()
Suit = Annotated[str, among("Suit", SUIT_TEXTS, "SUITS")]
Shape = Annotated[str, among("Shape", SHAPES, "SHAPES")]


class Last(Plain):
    """Who did what last, as typed actions; for a Coven Circle "pass" without a card."""

    seat: int
    act: str


class Counts(Plain):
    """What the next card is matched against (MN-6, MN-22, MN-63)."""

    suit: Suit | None
    shape: Shape | None
    colour: str | None
    red_only: bool
    any_suit: bool


class Followed(Plain):
    """A card that the viewer can follow from hand to hand."""

    card: str
    in_hand_of: list[int]
    """The seats, one of which holds it."""


class Lack(Plain):
    """What a hand is known to have lacked: a suit by name, other sets card by card."""

    suit: Suit | None
    cards: list[str]
    fresh: int
    """How many such cards it may hold now."""


class View(Plain):
    """What a seat sees of Midnight. Cards are texts as in actions ("cauldron-bat"); seats are numbers."""

    you: int | None
    phase: Annotated[str, among("Phase", PHASES.values())]
    pending: list[int]
    """Seats that owe a decision."""
    turn: int
    """The seat at turn."""
    turns: int
    """Turns that are over."""
    events: int
    """How many things have happened that everybody has seen."""
    last: Last | None
    """The latest of them."""
    starter: int
    direction: int
    """1 is clockwise, -1 counter-clockwise."""
    hand: list[str]
    """In the deck's order, identical cards side by side."""
    hand_sizes: list[int]
    pile: int
    """Cards to draw."""
    discard: dict[str, int]
    to_reshuffle: int
    """How many cards a new draw pile would have now."""
    top: str
    sidesteps: int
    """Sidestep cards above the pile."""
    counts: Counts
    follow: Suit | None
    """The suit that must be followed while Follow the Recipe is on."""
    curses: int
    """Curses in the stack that the seat at turn faces."""
    offenders: list[int]
    """Who forgot to call "Midnight!" and can be caught."""
    passed: list[str | None]
    """[seat]: the card chosen in Coven Circle, "hidden" for those of others; None before that."""
    calls_made: bool
    known: list[Followed]
    lacks: list[list[Lack]]
    winners: list[int]


def describe(deck: Deck, view: Midnight) -> View:
    """Exactly what the view holds."""
    seats = range(view.players)
    you = seat_or_none(view.viewer)
    return View(
        you=you,
        phase=PHASES[view.phase],
        pending=members(view.owing),
        turn=view.turn,
        turns=view.turns,
        events=view.events,
        last=_last(deck, view),
        starter=view.starter,
        direction=view.direction,
        hand=hand_of(deck, view, you) if you is not None else [],
        hand_sizes=[view.hand_size[seat] for seat in seats],
        pile=view.pile_left,
        discard={deck.cards[kind]: number for kind, number in enumerate(view.discard) if number},
        to_reshuffle=all_spare(deck.tables, view),
        top=deck.cards[view.top],
        sidesteps=view.sidesteps,
        counts=_counts(deck, view),
        follow=_suit(view.follow),
        curses=view.curses,
        offenders=members(view.offences),
        passed=[_passed(deck, view, seat) for seat in seats],
        calls_made=bool(view.calls_made),
        known=_known(deck, view, you),
        lacks=[lacks_of(deck, view, seat) for seat in seats],
        winners=members(view.winners),
    )


def _last(deck: Deck, view: Midnight) -> Last | None:
    if view.last_seat == NONE:
        return None
    if view.last_action == actions.PASS:
        return Last(view.last_seat, "pass")
    return Last(view.last_seat, actions.action_text(deck, view.last_action))


def hand_of(deck: Deck, view: Midnight, seat: int) -> list[str]:
    """A hand in the deck's order, identical cards side by side."""
    return [deck.cards[kind] for kind, number in enumerate(view.counts[seat]) for _ in range(number)]


def _suit(suit: int) -> str | None:
    return None if suit == NONE else SUIT_TEXTS[suit]


def _counts(deck: Deck, view: Midnight) -> Counts:
    return Counts(
        suit=_suit(view.suit),
        shape=None if view.shape == NONE else SHAPES[view.shape],
        colour=None if view.colour == NONE else deck.data["colours"][view.colour],
        red_only=bool(view.red_only),
        any_suit=bool(view.any_suit),
    )


def _passed(deck: Deck, view: Midnight, seat: int) -> str | None:
    kind = view.passed[seat]
    if kind == HIDDEN:
        return "hidden"
    return None if kind == NONE else deck.cards[kind]


def _known(deck: Deck, view: Midnight, you: int | None) -> list[Followed]:
    if you is None:
        return []
    facts = [(view.fact_kind[you][i], view.fact_hands[you][i]) for i in range(FACTS)]
    return [Followed(deck.cards[kind], members(hands)) for kind, hands in facts if kind != NONE]


def lacks_of(deck: Deck, view: Midnight, seat: int) -> list[Lack]:
    """What a hand is known to have lacked."""
    tables, found = deck.tables, []
    for i in range(view.void_count[seat]):
        kinds = view.void_kinds[seat][i]
        suits = [SUIT_TEXTS[suit] for suit in range(SUITS) if tables.of_suit[suit] == kinds]
        cards = [text for kind, text in enumerate(deck.cards) if kinds >> kind & 1]
        found.append(Lack(suits[0] if suits else None, [] if suits else cards, view.void_fresh[seat][i]))
    return found
