"""A view as plain data, for programs and for the page."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated

from coven.engine.plain import Plain, among, seat_or_none
from coven.engine.seats import left_of, right_of
from coven.engine.sets import members
from coven.games.three_witches.deck import suit_names
from coven.games.three_witches.rules.brew import tricks_won
from coven.games.three_witches.rules.cards import EYE, Deck
from coven.games.three_witches.rules.state import HIDDEN, NONE, PASSED, SEATS, TRICKS, Call, Phase, ThreeWitches
from coven.games.three_witches.rules.view import hand_size

PHASES = Phase.names()
CALLS = {Call.SILENT: None, Call.DECLINED: "pass", Call.THREE: "bid 3", Call.FOUR: "bid 4"}
NO_CARD = {HIDDEN: "hidden", PASSED: "passed", NONE: None}
BEHIND = tuple(NO_CARD[card] for card in range(min(NO_CARD), 0))
"""The same as the end of a tuple, whose last places have these negative numbers."""
LEAD, LESSER = "lead", "lesser witches"


class Trick(Plain):
    """The cards of a trick: texts, "hidden" for an unseen one, "passed" for a First who plays later."""

    eye: bool
    """Has an Eye been led, so that the answers are face down?"""
    up: str | None
    down: str | None
    first: str | None
    second: str | None
    winner: Annotated[str, among("Winner", (LEAD, LESSER))] | None
    returned: str | None


class Worth(Plain):
    """TW-40, TW-41: what the pairs in sight are worth; for a pair half seen, its least possible worth."""

    lead: int | None
    lead_least: int | None
    lesser: int | None
    lesser_least: int | None


class Score(Plain):
    """A line of the score sheet."""

    lead: int
    bid: int
    won: int


class View(Plain):
    """What a seat sees of 3 Witches. Cards are texts as in actions ("owl-3"), "hidden" for an unseen one, None for no
    card; seats are numbers."""

    you: int | None
    phase: Annotated[str, among("Phase", PHASES.values())]
    pending: list[int]
    """Seats that owe a decision."""
    round: int
    tokens: list[int]
    roles: list[Annotated[str, among("Role", ("lead", "first", "second"))] | None]
    bid: int | None
    bidder: int | None
    calls: list[Annotated[str, among("Call", [call for call in CALLS.values() if call])] | None]
    elixir: int | None
    hand: list[str]
    hand_sizes: list[int]
    discards: list[str | None]
    passings: int
    given: list[list[list[str]]]
    """[passing][seat]: what the seat gave to its left, as far as known."""
    voids: list[list[str]]
    lead_tricks: int
    lesser_tricks: int
    trick: int | None
    tricks: list[Trick]
    worth: Worth
    """The worth of the trick being played or just finished."""
    proposals: list[str | None]
    last_round_trick: list[str | None]
    last_round_winner: Annotated[str, among("Winner", (LEAD, LESSER))] | None
    score_sheet: list[Score]


def describe(deck: Deck, view: ThreeWitches) -> View:
    """Exactly what the view holds."""
    is_brewing = view.phase > Phase.DISCARD
    parts = _parts(view)
    texts = _texts(deck.cards)
    rounds = len(view.sheet_lead) - view.sheet_lead.count(NONE)
    return View(
        you=seat_or_none(view.viewer),
        phase=PHASES[view.phase],
        pending=members(view.owing),
        round=view.round,
        tokens=list(view.tokens),
        roles=[parts.get(seat) for seat in range(SEATS)],
        bid=int(view.bid) or None,
        bidder=seat_or_none(view.lead),
        calls=[CALLS[call] for call in view.calls],
        elixir=seat_or_none(view.elixir),
        hand=cards_of(deck, view.hands[view.viewer]) if view.viewer >= 0 else [],
        hand_sizes=[hand_size(view, seat) for seat in range(SEATS)],
        discards=[texts[card] for card in view.discards],
        passings=view.passings,
        given=[[cards_of(deck, cards) if cards else [] for cards in passing] for passing in view.given],
        voids=[_suits(deck, voids) if voids else [] for voids in view.voids],
        lead_tricks=tricks_won(view) if is_brewing else 0,
        lesser_tricks=view.lead_won.count(0) if is_brewing else 0,
        trick=view.trick + 1 if is_brewing else None,
        tricks=[_trick(deck, view, t, texts) for t in range(TRICKS) if view.up[t] != NONE],
        worth=worth_of(deck, view),
        proposals=[texts[card] for card in view.proposals],
        last_round_trick=[texts[card] for card in view.last_trick],
        last_round_winner=_last_winner(deck, view),
        score_sheet=[Score(view.sheet_lead[i], int(view.sheet_bid[i]), view.sheet_won[i]) for i in range(rounds)],
    )


def worth_of(deck: Deck, view: ThreeWitches) -> Worth:
    """What the pairs in sight are worth."""
    t = view.trick
    if t > 0 and view.up[t] == NONE:
        t -= 1
    return Worth(*_worth(deck, view.up[t], view.down[t]), *_worth(deck, view.first[t], view.second[t]))


def _worth(deck: Deck, a: int, b: int) -> tuple[int | None, int | None]:
    """The value of a pair if both cards are seen, and the least value that it can have."""
    value, card = deck.tables.value, max(a, b)
    if min(a, b) >= 0:
        return value[a][b], value[a][b]
    return (None, min(value[card][:card] + value[card][card + 1 :])) if card >= 0 else (None, None)


def _last_winner(deck: Deck, view: ThreeWitches) -> str | None:
    """TW-42: who won the last round's fifth trick."""
    up, down, first, second = view.last_trick
    if up == NONE:
        return None
    value = deck.tables.value
    return _side(value[up][down] >= value[first][second])


def _side(is_lead: bool) -> str:
    return LEAD if is_lead else LESSER


@lru_cache(16)
def _texts(cards: tuple[str, ...]) -> tuple[str | None, ...]:
    """[card]: a card of the state as text (see `View` and `Trick`), given the deck's cards."""
    return cards + BEHIND


def cards_of(deck: Deck, cards: int) -> list[str]:
    """A set of cards as texts, in the deck's order."""
    return [deck.cards[card] for card in members(cards)] if cards else []


def _trick(deck: Deck, view: ThreeWitches, t: int, texts: tuple[str | None, ...]) -> Trick:
    winner, ranks = view.lead_won[t], deck.tables.rank
    return Trick(
        eye=ranks[view.up[t]] == EYE,
        up=texts[view.up[t]],
        down=texts[view.down[t]],
        first=texts[view.first[t]],
        second=texts[view.second[t]],
        winner=None if winner == NONE else _side(winner == 1),
        returned=texts[view.back[t]],
    )


def _parts(view: ThreeWitches) -> dict[int, str]:
    """What each seat is in this round, once known."""
    if view.phase < Phase.DISCARD:
        return {}
    return {view.lead: LEAD, left_of(view, view.lead): "first", right_of(view, view.lead): "second"}


def _suits(deck: Deck, voids: int) -> list[str]:
    names = suit_names(deck)
    return [names[suit].lower() for suit in members(voids)]
