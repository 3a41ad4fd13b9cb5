"""The record of a game of Witch's Brew, field by field. Seats are 0, 1, ... clockwise.

A set of roles is a number with a bit for each role (see `roles`), a bag of goods another number (see `goods`).
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
"""The value of `first_seat` if the host has named nobody."""


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
    """What a seat has answered to the role called in this round."""

    OPEN = 0
    CLAIM = 1
    FAVOUR = 2
    PASS = 3


class Deed(Codes):
    """What a seat has done with its favour or full action in this round."""

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
    """Drops, gold and vials of each seat, as a bag."""
    picked: list[int] = int64(MOST_PLAYERS)
    """What a seat has picked so far to take, pay, give or add; in a view only its own (WB-39)."""
    on_shelf: list[int] = int64(SHELVES)
    """What is on the top gold shelf and the top ingredients shelf (WB-38, WB-39)."""
    paid: list[int] = int64(MOST_PLAYERS)
    """What a seat has paid, given and added in this round."""
    got: list[int] = int64(MOST_PLAYERS)
    """What a seat got from the supply in this round."""
    hand: list[int] = int16(MOST_PLAYERS)
    """The set of roles in a hand, or of those chosen so far; in a view only the viewer's own."""
    played: list[int] = int16(MOST_PLAYERS)
    """The roles that a seat has played in this set (WB-20)."""
    called: int = int16()
    """The roles called in this set."""
    excluded: int = int16()
    """The roles that nobody may choose for this set (WB-70)."""
    card_points: list[int] = int16(MOST_PLAYERS)
    """Points of a seat's potion cards."""
    toll: list[int] = int16(MOST_PLAYERS)
    """What a seat must give to this round's red role, fixed when its action starts (WB-39)."""
    ravens: list[int] = int8(MOST_PLAYERS)
    """Ravens on a seat's potion cards."""
    owners: list[list[int]] = int8(STACKS, TALLEST)
    """The owner of each potion card: a seat, or NONE while it is in its stack."""
    taken: list[int] = int8(STACKS)
    """Potion cards taken from each stack, which is the place of its top card."""
    hand_size: list[int] = int8(MOST_PLAYERS)
    """Roles in a hand; 0 while they are being chosen."""
    books: list[int] = int8(SPELLS)
    """The spell books in order; HIDDEN in a view until they have been on top (WB-4)."""
    book: int = int8()
    """The place of the top book."""
    spare: list[int] = int8(ROLES)
    """The spare pack in order (WB-70): HIDDEN in a view until turned up, NONE without the variant."""
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
    """The role called in this round; while the next one is being called, that of the last round."""
    leader: int = int8()
    """The seat that called it."""
    claimant: int = int8()
    """The seat that claimed it last."""
    turn: int = int8()
    """The seat that calls, answers, or carries out its favour or full action; while roles are chosen, the one that will
    begin the set."""
    is_full: int = int8()
    """1 from when everybody has answered until the next call."""
    answer: list[int] = int8(MOST_PLAYERS)
    """What each seat has answered in this round, an Answer."""
    deed: list[int] = int8(MOST_PLAYERS)
    """What each seat has done with it, a Deed."""
    got_card: list[int] = int8(MOST_PLAYERS)
    """The stack from which each seat has taken a potion card in this round, or NONE."""
    first_seat: int = int8()
    """Table option: the seat that the host has named to begin, or BY_LOT (WB-5)."""
    starter: int = int8()
    """Who began the game."""
    spare_pack: int = int8()
    """Table option: 1 if a spare pack excludes roles (WB-70)."""
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
    """Has a role been called whose round is not over yet?"""
    return s.phase >= Phase.ANSWER and s.phase != Phase.OVER
