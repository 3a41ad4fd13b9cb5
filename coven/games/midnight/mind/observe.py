"""What a seat sees, as numbers for a learner (`engine.observation`).

Identical cards are one kind, so a hand is a count of each kind. What has become of cards since the deal is not told act
by act, but as what follows from it (`rules.knowledge`).
"""

from __future__ import annotations

from collections.abc import Sequence

from coven.engine.jit import lowest, popcount, rule, rule_distinct
from coven.engine.observation import (
    BYTE,
    Observation,
    Plane,
    asked,
    put,
    put_asked,
    put_one,
    put_row,
    put_seat,
    put_seats,
    seat_at,
)
from coven.games.midnight.rules.cards import CARDS, COLOURS, KINDS, NONE, SHAPES, SUITS, CardTables
from coven.games.midnight.rules.state import FACTS, MOST_TURNS, Ending, Midnight, Phase

PHASES = Phase.OVER + 1
ENDINGS = Ending.MOST_TURNS + 1
TURNS = 32
"""Turns are counted in two numbers: so many of the second are one of the first."""


def planes(players: int) -> Sequence[Plane]:
    """The parts of an observation."""
    seats, kinds, others = (players,), (KINDS,), (players - 1, KINDS)
    return (
        *asked(players, PHASES, "turn, declare, pass, over"),
        Plane("offences", seats, 'seats that forgot to call "Midnight!" and can be caught'),
        Plane("turn", seats, "the seat at turn"),
        Plane("starter", seats, "who began"),
        Plane("winners", seats, "seats that have won"),
        Plane("passed", seats, "seats that have chosen a card to pass"),
        Plane("ending", (ENDINGS,), "how the game ended: not yet, an empty hand, a standstill, the most turns"),
        Plane("suit", (SUITS,), "the suit that counts"),
        Plane("colour", (COLOURS,), "the colour that counts"),
        Plane("shape", (SHAPES,), "the shape that counts"),
        Plane("follow", (SUITS,), "the suit to follow while Follow the Recipe is on"),
        Plane("flags", (6,), "counter-clockwise; only red; any suit; a card has moved in this turn; the top card is "
              "bound; calls are made for everybody"),
        Plane("curses", (), "curses that the seat at turn faces", BYTE, 4),
        Plane("sidesteps", (), "sidesteps above the pile", BYTE, 4),
        Plane("still", (), "turns in a row in which no card moved", 8),
        Plane("shuffles", (), "shuffles of a new draw pile", BYTE, 10),
        Plane("turns", (2,), f"turns that are over: times {TURNS}, and the rest", MOST_TURNS // TURNS),
        Plane("pile_left", (), "cards in the draw pile", CARDS),
        Plane("hand_sizes", seats, "cards in hand by seat", CARDS, 10),
        Plane("hand", kinds, "the viewer's cards of each kind", CARDS, 2),
        Plane("top", kinds, "the card on top of the discard pile"),
        Plane("discard", kinds, "cards of each kind in the discard pile", CARDS, 2),
        Plane("bound", kinds, "those of them whose effect is being carried out", CARDS, 2),
        Plane("to_pass", kinds, "the card that the viewer has chosen to pass"),
        Plane("least", kinds, "cards of each kind that all hands together hold at least", CARDS, 2),
        Plane("bounds", (players, KINDS), "seat, kind: at most so many cards of this kind, and of all kinds of "
              "this seat with no larger number here, can be in the hand", CARDS, 10),
        Plane("known", others, "another seat, kind: cards that the viewer knows to be in that hand", CARDS, 2),
        Plane("shared", others, "another seat, kind: cards that the viewer knows to be in that hand or in another",
              CARDS, 2),
    )  # fmt: skip


@rule_distinct
def write(deck: CardTables, view: Midnight, out: list[int]) -> None:
    """Write a seat's view into `out`, which holds zeros."""
    k = put_asked(out, view, PHASES)
    k = put_seats(out, k, view, view.offences)
    k = put_seat(out, k, view, view.turn)
    k = put_seat(out, k, view, view.starter)
    k = put_seats(out, k, view, view.winners)
    for turned in range(view.players):
        k = put(out, k, 0 if view.passed[seat_at(view, turned)] == NONE else 1)
    k = put_one(out, k, view.ending, ENDINGS)
    k = write_top(view, out, k)
    for turned in range(view.players):
        k = put(out, k, view.hand_size[seat_at(view, turned)])
    k = write_kinds(view, out, k)
    for turned in range(view.players):
        k = write_bounds(view, seat_at(view, turned), out, k)
    write_facts(view, out, k)


@rule
def write_top(view: Midnight, out: list[int], k: int) -> int:
    """What counts, and how far the game has come."""
    k = put_one(out, k, view.suit, SUITS)
    k = put_one(out, k, view.colour, COLOURS)
    k = put_one(out, k, view.shape, SHAPES)
    k = put_one(out, k, view.follow, SUITS)
    k = put(out, k, 1 if view.direction < 0 else 0)
    k = put(out, k, view.red_only)
    k = put(out, k, view.any_suit)
    k = put(out, k, view.has_moved)
    k = put(out, k, view.top_bound)
    k = put(out, k, view.calls_made)
    k = put(out, k, view.curses)
    k = put(out, k, view.sidesteps)
    k = put(out, k, view.still)
    k = put(out, k, view.shuffles)
    k = put(out, k, view.turns // TURNS)
    k = put(out, k, view.turns % TURNS)
    return put(out, k, view.pile_left)


@rule
def write_kinds(view: Midnight, out: list[int], k: int) -> int:
    """Where cards of each kind are."""
    k = put_row(out, k, view.counts[view.viewer])
    k = put_one(out, k, view.top, KINDS)
    k = put_row(out, k, view.discard)
    k = put_row(out, k, view.bound)
    k = put_one(out, k, view.passed[view.viewer], KINDS)
    return put_row(out, k, view.least)


@rule
def write_bounds(view: Midnight, seat: int, out: list[int], k: int) -> int:
    """The voids of a hand: the newest that covers a kind has the smallest number."""
    for kind in range(KINDS):
        out[k + kind] = view.hand_size[seat]
    for i in range(view.void_count[seat]):
        kinds = view.void_kinds[seat][i]
        while kinds:
            out[k + lowest(kinds)] = view.void_fresh[seat][i]
            kinds &= kinds - 1
    return k + KINDS


@rule
def write_facts(view: Midnight, out: list[int], k: int) -> None:
    """What the viewer can follow in other hands."""
    shared = k + KINDS * (view.players - 1)
    for i in range(FACTS):
        kind = view.fact_kind[view.viewer][i]
        if kind != NONE:
            hands = view.fact_hands[view.viewer][i]
            first = k if popcount(hands) == 1 else shared
            for turned in range(1, view.players):
                if hands >> seat_at(view, turned) & 1:
                    out[first + KINDS * (turned - 1) + kind] += 1


OBSERVATION = Observation(
    planes,
    write,
    left_out={
        "held": "the kinds of which `hand` has any",
        "pile_top": "where the pile lies in memory",
        "events": "a counter for the log",
        "takings": "a counter of dice",
        "last_action": "the news of the last event; what remains of it is told",
        "last_seat": "the news of the last event; what remains of it is told",
        "forced_betrayed": "the news of the last event; what remains of it is told",
        "forced_spells": "the news of the last event; what remains of it is told",
        "lost": "the news of the last event; what remains of it is told",
        "first_seat": "`starter` says who began",
        "void_kinds": "told by kind: `bounds`",
        "void_fresh": "told by kind: `bounds`",
        "void_count": "told by kind: `bounds`",
        "fact_kind": "told by hand: `known`, `shared`; of several unsure cards of a kind not which hands go together",
        "fact_hands": "told by hand: `known`, `shared`; of several unsure cards of a kind not which hands go together",
        "account": "the history of all cards, for redeals",
        "noted": "the history of all cards, for redeals",
        "pools": "the history of all cards, for redeals",
        "forgotten": "the history of all cards, for redeals",
    },
)
"""The observation of Midnight."""
