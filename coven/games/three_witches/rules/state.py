"""The record of a game of 3 Witches, field by field. Seats are 0, 1, 2 clockwise.

A set of cards is a number whose bits are cards (see `cards`). A single card is its number, or one of NONE, HIDDEN and
PASSED.
"""

from __future__ import annotations

from coven.engine.codes import Codes
from coven.engine.states import State, int8, int32

SEATS = 3
TRICKS = 5
MOST_ROUNDS = 7
MOST_PASSINGS = 3
HAND = 6
GIVEN = 2
GOAL = 5

NONE = -1
"""No card, seat or result yet."""
HIDDEN = -2
"""In a view: a card is here, unseen."""
PASSED = -3
"""First has passed and will play after Second (TW-33, TW-35)."""


class Phase(Codes):
    """What is being decided."""

    BID = 0
    RAISE = 1
    GIVE = 2
    DISCARD = 3
    LEAD = 4
    CONCEAL = 5
    FIRST = 6
    SECOND = 7
    LATE = 8
    RETURN = 9
    PROPOSE = 10
    OVER = 11


class Call(Codes):
    """What a seat has said in this bidding. Bids are their own numbers."""

    SILENT = 0
    DECLINED = 1
    THREE = 3
    FOUR = 4


class ThreeWitches(State):
    """The whole truth of a game, or a seat's view of it."""

    knowledge = ("voids",)

    hands: list[int] = int32(SEATS)
    """Cards in hand. In a view only the viewer's own; the others' are 0 (for their sizes see `view.hand_size`)."""
    given: list[list[int]] = int32(MOST_PASSINGS, SEATS)
    """[passing][seat]: what the seat gave to its left (TW-15). A view has what its seat gave and was given."""
    phase: int = int8()
    """A Phase. A view shows CONCEAL as LEAD to everybody but the Lead: both cards are laid together (TW-30)."""
    owing: int = int8()
    """Bits of the seats that owe a decision."""
    round: int = int8()
    """1, 2, ... 7 (TW-52)."""
    tokens: list[int] = int8(SEATS)
    """Fate tokens. Nobody ever has more than 6."""
    elixir: int = int8()
    """Public: the seat that has the Elixir, in hand, as its discard or in front of it in the trick; NONE: in a pile."""
    passings: int = int8()
    """Passings done in this round, 0 to 3."""
    asked: int = int8()
    """Seats that have declined in this bidding, or accepted the bid of 3."""
    calls: list[int] = int8(SEATS)
    """What each seat said last in this bidding, a Call."""
    bid: int = int8()
    """0, 3 or 4: the current bid."""
    lead: int = int8()
    """The seat that made the bid, who is the Lead Witch once phase is DISCARD or later. NONE without a bid."""
    discards: list[int] = int8(SEATS)
    """What each Lesser Witch has discarded (TW-20); NONE for the Lead."""
    voids: list[int] = int8(SEATS)
    """Bits of the suits that a Lesser Witch is known not to hold (RULES.md: What a seat knows)."""
    trick: int = int8()
    """The trick being played, 0 to 4. Index of the five lists below."""
    up: list[int] = int8(TRICKS)
    """The Lead's face-up card."""
    down: list[int] = int8(TRICKS)
    """The Lead's face-down card."""
    first: list[int] = int8(TRICKS)
    """First's card, or PASSED."""
    second: list[int] = int8(TRICKS)
    """Second's card."""
    back: list[int] = int8(TRICKS)
    """The card that went back to the Lead's hand (TW-43)."""
    lead_won: list[int] = int8(TRICKS)
    """1: the Lead won the trick, 0: the Lesser Witches, NONE: not yet played."""
    proposals: list[int] = int8(SEATS)
    """The Lesser Witches' proposals for the card that goes back (TW-46): sealed while phase is PROPOSE, and in sight
    until the next trick ends."""
    sheet_lead: list[int] = int8(MOST_ROUNDS)
    """Score sheet, [round - 1]: who was the Lead; NONE for rounds not yet played."""
    sheet_bid: list[int] = int8(MOST_ROUNDS)
    """Score sheet: the bid."""
    sheet_won: list[int] = int8(MOST_ROUNDS)
    """Score sheet: how many tricks the Lead won."""
    last_trick: list[int] = int8(4)
    """Up, down, First's and Second's card of the last round's trick 5, in sight until the next one's (TW-48)."""
