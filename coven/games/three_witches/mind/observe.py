"""What a seat sees, as numbers for a learner (`engine.observation`)."""

from __future__ import annotations

from collections.abc import Sequence

from coven.engine.jit import rule, rule_distinct
from coven.engine.observation import (
    Observation,
    Plane,
    asked,
    put,
    put_asked,
    put_one,
    put_seat,
    put_seats,
    put_set,
    seat_at,
)
from coven.engine.seats import right_of
from coven.games.three_witches.rules.cards import CARDS, SUITS, DeckTables
from coven.games.three_witches.rules.state import (
    HIDDEN,
    MOST_PASSINGS,
    MOST_ROUNDS,
    PASSED,
    SEATS,
    TRICKS,
    Call,
    Phase,
    ThreeWitches,
)
from coven.games.three_witches.rules.view import hand_size

PHASES = Phase.OVER + 1
SAID = 4
BIDS = 3
MOST_TOKENS = 6


def planes(players: int) -> Sequence[Plane]:
    """The parts of an observation."""
    card = "a card"
    return (
        *asked(SEATS, PHASES, "bid, raise, give, discard, lead, conceal, first, second, late, return, propose, over"),
        Plane("round", (MOST_ROUNDS,), "the round"),
        Plane("tokens", (SEATS,), "tokens by seat", MOST_TOKENS, 5),
        Plane("hand", (CARDS,), "cards in the viewer's hand"),
        Plane("hand_sizes", (SEATS,), "cards in hand by seat", 6),
        Plane("elixir", (SEATS,), "the seat that has the Elixir; none: it is in a pile"),
        Plane("gave", (MOST_PASSINGS, CARDS), "passing, card: what the viewer gave to the left"),
        Plane("received", (MOST_PASSINGS, CARDS), "passing, card: what the viewer was given"),
        Plane("passings", (), "passings in this round", MOST_PASSINGS),
        Plane("asked", (SEATS,), "seats that have declined in this bidding, or accepted the bid of 3"),
        Plane("calls", (SEATS, SAID), "seat, what it said last: nothing, decline, 3, 4"),
        Plane("bid", (BIDS,), "the bid: none, 3, 4"),
        Plane("lead", (SEATS,), "the seat that made the bid"),
        Plane("discard", (CARDS,), "the viewer's discard"),
        Plane("discarded", (SEATS,), "seats that have discarded"),
        Plane("voids", (SEATS, SUITS), "seat, suit: known not to be held"),
        Plane("trick", (TRICKS,), "the trick that is played"),
        Plane("up", (TRICKS, CARDS), f"trick, {card}: the Lead's face up"),
        Plane("down", (TRICKS, 1 + CARDS), f"trick, an unseen card or {card}: the Lead's face down"),
        Plane("first", (TRICKS, 2 + CARDS), f"trick, a pass, an unseen card or {card}: First's"),
        Plane("second", (TRICKS, 1 + CARDS), f"trick, an unseen card or {card}: Second's"),
        Plane("back", (TRICKS, 1 + CARDS), f"trick, an unseen card or {card}: what went back to the Lead"),
        Plane("won", (TRICKS, 2), "trick, who won: the Lesser Witches, the Lead"),
        Plane("proposals", (SEATS, 1 + CARDS), f"seat, an unseen card or {card}: what it proposes to give back"),
        Plane("sheet_lead", (MOST_ROUNDS, SEATS), "round, seat: who was the Lead"),
        Plane("sheet_bid", (MOST_ROUNDS, BIDS), "round, bid: none, 3, 4"),
        Plane("sheet_won", (MOST_ROUNDS, 1 + TRICKS), "round, tricks that the Lead won: 0 to 5"),
        Plane("last_trick", (4, CARDS), f"up, down, First's or Second's card of the last round's fifth trick, {card}"),
    )  # fmt: skip


@rule_distinct
def write(deck: DeckTables, view: ThreeWitches, out: list[int]) -> None:
    """Write a seat's view into `out`, which holds zeros."""
    k = put_asked(out, view, PHASES)
    k = put_one(out, k, view.round - 1, MOST_ROUNDS)
    for turned in range(SEATS):
        k = put(out, k, view.tokens[seat_at(view, turned)])
    k = put_set(out, k, view.hands[view.viewer], CARDS)
    for turned in range(SEATS):
        k = put(out, k, hand_size(view, seat_at(view, turned)))
    k = put_seat(out, k, view, view.elixir)
    k = write_given(view, out, k)
    k = write_bidding(view, out, k)
    k = write_tricks(view, out, k)
    for turned in range(SEATS):
        k = put_card(out, k, view.proposals[seat_at(view, turned)])
    write_sheet(view, out, k)


@rule
def put_card(out: list[int], k: int, card: int) -> int:
    """A card, or the bit before them for one that is not seen."""
    if card == HIDDEN:
        out[k] = 1
    return put_one(out, k + 1, card, CARDS)


@rule
def write_given(view: ThreeWitches, out: list[int], k: int) -> int:
    """TW-15: what the viewer gave, and what it was given."""
    for passing in range(MOST_PASSINGS):
        k = put_set(out, k, view.given[passing][view.viewer], CARDS)
    for passing in range(MOST_PASSINGS):
        k = put_set(out, k, view.given[passing][right_of(view, view.viewer)], CARDS)
    return put(out, k, view.passings)


@rule
def write_bidding(view: ThreeWitches, out: list[int], k: int) -> int:
    """The bidding, the discards and the suits that seats lack."""
    k = put_seats(out, k, view, view.asked)
    for turned in range(SEATS):
        call = view.calls[seat_at(view, turned)]
        k = put_one(out, k, call - 1 if call >= Call.THREE else call, SAID)
    k = put_one(out, k, view.bid - 2 if view.bid else 0, BIDS)
    k = put_seat(out, k, view, view.lead)
    k = put_one(out, k, view.discards[view.viewer], CARDS)
    for turned in range(SEATS):
        card = view.discards[seat_at(view, turned)]
        k = put(out, k, 1 if card >= 0 or card == HIDDEN else 0)
    for turned in range(SEATS):
        k = put_set(out, k, view.voids[seat_at(view, turned)], SUITS)
    return k


@rule
def write_tricks(view: ThreeWitches, out: list[int], k: int) -> int:
    """The tricks of the round."""
    k = put_one(out, k, view.trick, TRICKS)
    for t in range(TRICKS):
        put_one(out, k + CARDS * t, view.up[t], CARDS)
    k += CARDS * TRICKS
    for t in range(TRICKS):
        k = put_card(out, k, view.down[t])
    for t in range(TRICKS):
        if view.first[t] == PASSED:
            out[k] = 1
        k = put_card(out, k + 1, view.first[t])
    for t in range(TRICKS):
        k = put_card(out, k, view.second[t])
    for t in range(TRICKS):
        k = put_card(out, k, view.back[t])
    for t in range(TRICKS):
        k = put_one(out, k, view.lead_won[t], 2)
    return k


@rule
def write_sheet(view: ThreeWitches, out: list[int], k: int) -> int:
    """The score sheet, and the last round's fifth trick."""
    for i in range(MOST_ROUNDS):
        k = put_seat(out, k, view, view.sheet_lead[i])
    for i in range(MOST_ROUNDS):
        bid = view.sheet_bid[i]
        k = put_one(out, k, bid - 2 if bid > 0 else bid, BIDS)
    for i in range(MOST_ROUNDS):
        k = put_one(out, k, view.sheet_won[i], 1 + TRICKS)
    for i in range(4):
        k = put_one(out, k, view.last_trick[i], CARDS)
    return k


OBSERVATION = Observation(planes, write)
"""The observation of 3 Witches: everything that the view holds."""
