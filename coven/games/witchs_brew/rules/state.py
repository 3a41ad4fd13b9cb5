"""The record of a game of Witch's Brew, field by field. Seats are 0, 1, ... clockwise.

A set of roles is a number with a bit for each (see `roles`), a bag of goods another (see `goods`).
"""

from __future__ import annotations

from coven.engine.codes import Codes
from coven.engine.jit import rule
from coven.engine.states import State, int8, int16, int64
from coven.games.witchs_brew.rules.goods import drop_count
from coven.games.witchs_brew.rules.roles import ROLES, SPELLS, STACKS, TALLEST

MOST_PLAYERS = 5
MOST_SETS = 60
"""WB-64."""
ENOUGH_RAVENS = 4
"""WB-60."""
SHELVES = 2

NONE = -1
"""No seat, role or card."""
HIDDEN = -2
"""In a view: a spell book or a spare role that has not been seen."""
BY_LOT = -1
"""`first_seat` where the host has named nobody."""


class Phase(Codes):
    """What is being decided."""

    CHOOSE = 0
    CALL = 1
    ANSWER = 2
    USE = 3
    VIAL = 4
    GIVE = 5
    ADD = 6
    OVER = 7


class Answer(Codes):
    """What a seat has said to the role called in this round."""

    OPEN = 0
    CLAIM = 1
    FAVOUR = 2
    PASS = 3


class Deed(Codes):
    """What a seat has made of its favour or full action in this round."""

    OPEN = 0
    USED = 1
    DECLINED = 2
    UNABLE = 3


class Ending(Codes):
    """How a game ended."""

    OPEN = 0
    RAVENS = 1
    MOST_SETS = 2


class WitchsBrew(State):
    """The whole truth of a game, or a seat's view of it."""

    goods: list[int] = int64(MOST_PLAYERS)
    """Drops, gold and vials of each seat: a bag."""
    picked: list[int] = int64(MOST_PLAYERS)
    """What a seat has picked so far to take, pay, give or add; only its own in a view (WB-39)."""
    on_shelf: list[int] = int64(SHELVES)
    """What lies on the top gold shelf and on the top ingredients shelf (WB-38, WB-39)."""
    paid: list[int] = int64(MOST_PLAYERS)
    """What a seat has paid, given and added in this round."""
    got: list[int] = int64(MOST_PLAYERS)
    """What it got from the supply in this round."""
    hand: list[int] = int16(MOST_PLAYERS)
    """The roles in a hand, or those chosen so far: a set; in a view only the viewer's own."""
    played: list[int] = int16(MOST_PLAYERS)
    """The roles that a seat has played in this set (WB-20)."""
    called: int = int16()
    """The roles called in this set."""
    excluded: int = int16()
    """The roles that nobody may choose for this set (WB-70)."""
    card_points: list[int] = int16(MOST_PLAYERS)
    """Points of a seat's potion cards."""
    toll: list[int] = int16(MOST_PLAYERS)
    """What a seat must give to the red role of this round; fixed when its action starts (WB-39)."""
    ravens: list[int] = int8(MOST_PLAYERS)
    """Ravens on a seat's potion cards."""
    owners: list[list[int]] = int8(STACKS, TALLEST)
    """Whose each potion card is: a seat, or NONE while it lies in its stack."""
    taken: list[int] = int8(STACKS)
    """Potion cards taken from each stack: the place of its top card."""
    hand_size: list[int] = int8(MOST_PLAYERS)
    """Roles in a hand; 0 while they are being chosen."""
    books: list[int] = int8(SPELLS)
    """The spell books in their order; HIDDEN in a view before they have been on top (WB-4)."""
    book: int = int8()
    """Place of the top book."""
    spare: list[int] = int8(ROLES)
    """The spare pack in its order (WB-70); HIDDEN in a view before they are turned up; NONE without the variant."""
    turned: int = int8()
    """Roles of the spare pack that have been turned up."""
    shuffles: int = int8()
    """How often the spare pack has been shuffled."""
    set: int = int8()
    """1, 2, ..."""
    round: int = int8()
    """Number of the round in this set; 0 before the first."""
    rounds: int = int16()
    """Rounds of the whole game that have begun."""
    phase: int = int8()
    """A Phase."""
    owing: int = int8()
    """Bits of the seats that owe a decision."""
    role: int = int8()
    """The role called in this round, or in the one before while the next is being called."""
    leader: int = int8()
    """The seat that called it."""
    claimant: int = int8()
    """The seat that claimed it last."""
    turn: int = int8()
    """The seat that calls, answers, or carries out its favour or full action; while roles are chosen, the one that will
    begin the set."""
    is_full: int = int8()
    """1 from when all have answered until the next call."""
    answer: list[int] = int8(MOST_PLAYERS)
    """What each seat has said in this round: an Answer."""
    deed: list[int] = int8(MOST_PLAYERS)
    """What it has made of it: a Deed."""
    got_card: list[int] = int8(MOST_PLAYERS)
    """The stack from which it has taken a potion card in this round, or NONE."""
    first_seat: int = int8()
    """Table option: whom the host has named to begin, or BY_LOT (WB-5)."""
    starter: int = int8()
    """Who began the game."""
    spare_pack: int = int8()
    """Table option: 1 where a spare pack excludes roles (WB-70)."""
    winners: int = int8()
    """Bits of the seats that have won; 0 while the game runs."""
    ending: int = int8()
    """An Ending."""


@rule
def spell(s: WitchsBrew) -> int:
    """The spell that counts."""
    return s.books[s.book]


@rule
def drops(s: WitchsBrew, seat: int) -> int:
    """How many drops a seat has."""
    return drop_count(s.goods[seat])


@rule
def is_round_running(s: WitchsBrew) -> bool:
    """Has a role been called whose round is not over?"""
    return s.phase >= Phase.ANSWER and s.phase != Phase.OVER
