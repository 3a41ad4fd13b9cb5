"""The table as lines of text for a terminal."""

from __future__ import annotations

from coven.engine.seats import left_of, right_of
from coven.engine.sentences import Names, capital
from coven.engine.states import TRUTH
from coven.games.three_witches.deck import suit_names
from coven.games.three_witches.rules.cards import CARDS, ELIXIR, SUITS, Deck, without_cards
from coven.games.three_witches.rules.state import HIDDEN, NONE, PASSED, SEATS, TRICKS, Call, Phase, ThreeWitches
from coven.games.three_witches.rules.view import hand_size

CALLS = {Call.SILENT: "still to bid", Call.DECLINED: "no bid", Call.THREE: "3", Call.FOUR: "4"}


def table(deck: Deck, view: ThreeWitches, names: Names) -> list[str]:
    """A heading, then lines of the form "what: how". The reader's own hand is the last one."""
    if view.phase == Phase.OVER:
        return [_heading(view, names)]
    middle = _bidding(deck, view, names) if view.phase <= Phase.GIVE else _brew(deck, view, names)
    return [_heading(view, names), *middle, *_own(deck, view, names)]


def _heading(view: ThreeWitches, names: Names) -> str:
    tokens = ", ".join(f"{names[seat]} {view.tokens[seat]}" for seat in range(SEATS))
    return f"{_stage(view)}. Tokens: {tokens}"


def _stage(view: ThreeWitches) -> str:
    if view.phase == Phase.OVER:
        return f"The game is over after round {view.round}"
    if view.phase <= Phase.RAISE:
        return f"Round {view.round}, the bidding"
    if view.phase == Phase.GIVE:
        return f"Round {view.round}, passing cards"
    if view.phase == Phase.DISCARD:
        return f"Round {view.round}, the discards"
    return f"Round {view.round}, trick {view.trick + 1} of {TRICKS}"


def _bidding(deck: Deck, view: ThreeWitches, names: Names) -> list[str]:
    lines = [f"Elixir: with {names[view.elixir]}"]
    if view.phase == Phase.BID:
        order = (left_of(view, view.elixir), right_of(view, view.elixir), view.elixir)
        said = ", ".join(f"{names[seat]} {CALLS[view.calls[seat]]}" for seat in order)
        lines.append(f"Bids: {said}")
    elif view.phase == Phase.RAISE:
        lines.append(f"Bid: {view.bid} by {names[view.lead]}")
    if view.passings:
        lines.append(f"Cards passed: {view.passings} of 3 times")
    return lines


def _elixir(view: ThreeWitches, names: Names) -> str:
    """A Lesser Witch has it in hand or has discarded it, which only she knows."""
    seat = view.elixir
    if view.discards[seat] == ELIXIR:
        return f"discarded by {names[seat]}"
    return f"with {names[seat]}" + (", in hand or discarded" if view.discards[seat] == HIDDEN else "")


def _brew(deck: Deck, view: ThreeWitches, names: Names) -> list[str]:
    won = [view.lead_won[t] for t in range(TRICKS)]
    lines = [
        f"Bid: {view.bid} by {names[view.lead]}; tricks so far: Lead {won.count(1)}, Lesser Witches {won.count(0)}",
        f"Elixir: {'out of play' if view.elixir == NONE else _elixir(view, names)}",
    ]
    if view.phase == Phase.DISCARD:
        return lines
    t = view.trick
    seats = (view.lead, left_of(view, view.lead), right_of(view, view.lead))
    roles = ("Lead", "First", "Second")
    laid = (_lead_cards(deck, view), _one_card(deck, view.first[t]), _one_card(deck, view.second[t]))
    for seat, role, cards in zip(seats, roles, laid, strict=True):
        known = ", ".join([f"{hand_size(view, seat)} in hand", *_voids(deck, view, seat)])
        lines.append(f"{capital(names[seat])}, {role}: {cards} ({known})")
    return lines


def _lead_cards(deck: Deck, view: ThreeWitches) -> str:
    up, down = view.up[view.trick], view.down[view.trick]
    if up == NONE:
        return "nothing yet"
    if down == NONE:
        return f"{_name(deck, up)} face up"
    if view.lead_won[view.trick] != NONE:
        return f"{_name(deck, up)} and {_name(deck, down)}"
    other = "a card face down" if down == HIDDEN else f"{_name(deck, down)} face down"
    return f"{_name(deck, up)} face up, {other}"


def _one_card(deck: Deck, card: int) -> str:
    if card == NONE:
        return "nothing yet"
    return {HIDDEN: "a card face down", PASSED: "passed"}.get(card) or _name(deck, card)


def _voids(deck: Deck, view: ThreeWitches, seat: int) -> list[str]:
    suits = suit_names(deck)
    return [f"no {suits[suit]}" for suit in range(SUITS) if view.voids[seat] >> suit & 1]


def _own(deck: Deck, view: ThreeWitches, names: Names) -> list[str]:
    """What only the viewer sees; given the truth, every hand."""
    if view.viewer == TRUTH:
        return [f"{capital(names[seat])} holds: {_cards(deck, view.hands[seat])}" for seat in range(SEATS)]
    if view.viewer < 0:
        return []
    lines, hand = [], view.hands[view.viewer]
    if view.phase == Phase.GIVE and view.given[view.passings][view.viewer]:
        given = view.given[view.passings][view.viewer]
        lines.append(f"You pass on: {_cards(deck, given)}")
        hand = without_cards(deck.tables, hand, given)
    if view.discards[view.viewer] >= 0:
        lines.append(f"Your discard: {_name(deck, view.discards[view.viewer])}")
    return [*lines, f"Your hand: {_cards(deck, hand)}"]


def _cards(deck: Deck, cards: int) -> str:
    return ", ".join(_name(deck, card) for card in range(CARDS) if cards >> card & 1) or "no cards"


def _name(deck: Deck, card: int) -> str:
    return deck.titles[card].split(",")[0]
