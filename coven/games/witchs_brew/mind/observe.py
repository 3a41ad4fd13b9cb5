"""What a seat sees, as numbers for a learner (`engine.observation`).

Potion cards are told by what they cost and give, from the top of each stack down, so a policy can play other decks.
"""

from __future__ import annotations

from collections.abc import Sequence

from coven.engine.jit import rule, rule_distinct
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
    put_set,
    seat_at,
)
from coven.games.witchs_brew.rules.actions import ROLE_TEXTS, STACK_TEXTS
from coven.games.witchs_brew.rules.goods import GOODS, NOTHING, count
from coven.games.witchs_brew.rules.roles import CHOSEN, FEATURES, ROLES, SPELLS, STACKS, TALLEST, CardTables
from coven.games.witchs_brew.rules.state import MOST_SETS, SHELVES, Answer, Deed, Ending, Phase, WitchsBrew

PHASES = Phase.OVER + 1
ANSWERS = Answer.PASS + 1
DEEDS = Deed.UNABLE + 1
ENDINGS = Ending.MOST_SETS + 1
ROUND_BITS = 5
ROUNDS = 1 << ROUND_BITS
"""Rounds are counted in two numbers: so many of the second are one of the first."""


def planes(players: int) -> Sequence[Plane]:
    """The parts of an observation."""
    return (*planes_of_game(players), *planes_of_goods(players), *planes_of_roles(players), *planes_of_cards(players))


def planes_of_game(players: int) -> Sequence[Plane]:
    """Where the game stands."""
    seats, roles = (players,), f"roles: {', '.join(ROLE_TEXTS)}"
    return (
        *asked(players, PHASES, "choose, call, answer, use, vial, give, add, over"),
        Plane("leader", seats, "the seat that called the role"),
        Plane("claimant", seats, "the seat that claimed it last"),
        Plane("turn", seats, "the seat that calls, answers or carries out; or that begins, while roles are chosen"),
        Plane("starter", seats, "who began the game"),
        Plane("winners", seats, "seats that have won"),
        Plane("ending", (ENDINGS,), "how the game ended: not yet, ravens, the most sets"),
        Plane("is_full", (), "everybody has answered"),
        Plane("role", (ROLES,), roles + ": the one called in this round, or in the last"),
        Plane("spells", (SPELLS, SPELLS), "how many books on from the top, spell; no spell: not seen yet"),
        Plane("set", (), "the set", MOST_SETS),
        Plane("round", (), "the round of the set", ROLES),
        Plane("rounds", (2,), f"rounds of the game: times {ROUNDS}, and the rest", ROUNDS - 1),
    )  # fmt: skip


def planes_of_goods(players: int) -> Sequence[Plane]:
    """What seats have, and what went to and fro in this round."""
    goods = "red, green and white drops, gold, vials"
    return (
        Plane("goods", (players, GOODS), f"seat: {goods}", BYTE, 10),
        Plane("paid", (players, GOODS), f"seat: {goods} paid, given and added in this round", BYTE, 10),
        Plane("got", (players, GOODS), f"seat: {goods} from the supply in this round", BYTE, 10),
        Plane("picked", (GOODS,), f"the viewer's picks so far: {goods}", BYTE, 10),
        Plane("on_shelf", (SHELVES, GOODS), f"gold shelf, ingredients shelf: {goods}", BYTE, 10),
    )


def planes_of_roles(players: int) -> Sequence[Plane]:
    """Who holds and has played what."""
    seats = (players,)
    return (
        Plane("hand", (ROLES,), "the viewer's roles"),
        Plane("hand_sizes", seats, "roles in hand by seat", CHOSEN),
        Plane("played", (players, ROLES), "seat, role: played in this set"),
        Plane("called", (ROLES,), "roles called in this set"),
        Plane("excluded", (ROLES,), "roles that nobody may choose for this set"),
        Plane("turned_up", (ROLES,), "roles of the spare pack that have been turned up"),
        Plane("spare_pack", (), "a spare pack excludes roles"),
        Plane("shuffles", (), "shuffles of the spare pack", BYTE, 10),
    )


def planes_of_cards(players: int) -> Sequence[Plane]:
    """Potion cards, and what everybody has done in this round."""
    seats = (players,)
    return (
        Plane("points", seats, "points of potion cards by seat", BYTE, 30),
        Plane("ravens", seats, "ravens by seat", 2 * STACKS),
        Plane("toll", seats, "what a seat must give to the red role", BYTE, 5),
        Plane("answers", (players, ANSWERS), "seat, its answer: not yet, claim, favour, pass"),
        Plane("deeds", (players, DEEDS), "seat, its favour or action: not yet, used, declined, unable"),
        Plane("got_card", (players, STACKS), f"seat, stack: a card taken in this round; {', '.join(STACK_TEXTS)}"),
        Plane("taken", (STACKS,), "cards taken from each stack", TALLEST),
        Plane("cards", (STACKS, TALLEST, FEATURES), "stack, how far below the top: red, green and white drops that it "
              "costs, what it needs in all, points, raven; all 0: no more cards", 99, 10),
        Plane("owners", (players, STACKS, TALLEST), "seat, stack, place from the top at first: potion card taken"),
    )  # fmt: skip


@rule_distinct
def write(deck: CardTables, view: WitchsBrew, out: list[int]) -> None:
    """Write a seat's view into `out`, which holds zeros."""
    k = write_seats(view, out, 0)
    k = write_spells(view, out, k)
    k = put(out, k, view.set)
    k = put(out, k, view.round)
    k = put(out, k, view.rounds >> ROUND_BITS)
    k = put(out, k, view.rounds & ROUNDS - 1)
    k = write_goods(view, out, k)
    k = write_roles(view, out, k)
    k = write_answers(view, out, k)
    k = put_row(out, k, view.taken)
    k = write_cards(deck, view, out, k)
    write_owners(view, out, k)


@rule
def write_seats(view: WitchsBrew, out: list[int], k: int) -> int:
    """Where the game stands."""
    k = put_asked(out, view, PHASES)
    k = put_seat(out, k, view, view.leader)
    k = put_seat(out, k, view, view.claimant)
    k = put_seat(out, k, view, view.turn)
    k = put_seat(out, k, view, view.starter)
    k = put_seats(out, k, view, view.winners)
    k = put_one(out, k, view.ending, ENDINGS)
    k = put(out, k, view.is_full)
    return put_one(out, k, view.role, ROLES)


@rule
def write_spells(view: WitchsBrew, out: list[int], k: int) -> int:
    """WB-4: the books from the top one on, and round again."""
    for i in range(SPELLS):
        k = put_one(out, k, view.books[view.book + i & SPELLS - 1], SPELLS)
    return k


@rule
def put_goods(out: list[int], k: int, goods: int) -> int:
    """The five counts of a bag, which is mostly empty."""
    if goods == NOTHING:
        return k + GOODS
    for kind in range(GOODS):
        k = put(out, k, count(goods, kind))
    return k


@rule
def write_goods(view: WitchsBrew, out: list[int], k: int) -> int:
    """What seats have, and what went to and fro in this round."""
    for turned in range(view.players):
        k = put_goods(out, k, view.goods[seat_at(view, turned)])
    for turned in range(view.players):
        k = put_goods(out, k, view.paid[seat_at(view, turned)])
    for turned in range(view.players):
        k = put_goods(out, k, view.got[seat_at(view, turned)])
    k = put_goods(out, k, view.picked[view.viewer])
    for shelf in range(SHELVES):
        k = put_goods(out, k, view.on_shelf[shelf])
    return k


@rule
def write_roles(view: WitchsBrew, out: list[int], k: int) -> int:
    """Who holds and has played what."""
    k = put_set(out, k, view.hand[view.viewer], ROLES)
    for turned in range(view.players):
        k = put(out, k, view.hand_size[seat_at(view, turned)])
    for turned in range(view.players):
        k = put_set(out, k, view.played[seat_at(view, turned)], ROLES)
    k = put_set(out, k, view.called, ROLES)
    k = put_set(out, k, view.excluded, ROLES)
    turned_up = 0
    for place in range(ROLES):
        if view.spare[place] >= 0:
            turned_up |= 1 << view.spare[place]
    k = put_set(out, k, turned_up, ROLES)
    k = put(out, k, view.spare_pack)
    return put(out, k, view.shuffles)


@rule
def write_answers(view: WitchsBrew, out: list[int], k: int) -> int:
    """Points, ravens, and what everybody has done in this round."""
    for turned in range(view.players):
        k = put(out, k, view.card_points[seat_at(view, turned)])
    for turned in range(view.players):
        k = put(out, k, view.ravens[seat_at(view, turned)])
    for turned in range(view.players):
        k = put(out, k, view.toll[seat_at(view, turned)])
    for turned in range(view.players):
        k = put_one(out, k, view.answer[seat_at(view, turned)], ANSWERS)
    for turned in range(view.players):
        k = put_one(out, k, view.deed[seat_at(view, turned)], DEEDS)
    for turned in range(view.players):
        k = put_one(out, k, view.got_card[seat_at(view, turned)], STACKS)
    return k


@rule
def write_cards(deck: CardTables, view: WitchsBrew, out: list[int], k: int) -> int:
    """WB-3: what the cards left in each stack cost and give."""
    for stack in range(STACKS):
        top = FEATURES * view.taken[stack]
        for i in range(FEATURES * TALLEST):  # always the same length: zeros follow the cards
            out[k + i] = deck.features[stack][top + i]
        k += FEATURES * TALLEST
    return k


@rule
def write_owners(view: WitchsBrew, out: list[int], k: int) -> int:
    """Who has taken the other cards."""
    for turned in range(view.players):
        seat = seat_at(view, turned)
        for stack in range(STACKS):
            for place in range(TALLEST):
                out[k + TALLEST * stack + place] = 1 if view.owners[stack][place] == seat else 0
        k += STACKS * TALLEST
    return k


OBSERVATION = Observation(
    planes,
    write,
    left_out={
        "book": "books are counted from the top one",
        "spare": "only which roles have been turned up, not in which order",
        "turned": "the number of those",
        "first_seat": "`starter` says who began",
    },
)
"""The observation of Witch's Brew."""
