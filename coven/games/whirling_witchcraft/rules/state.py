"""The record of a game of Whirling Witchcraft, field by field. Seats are 0, 1, ... clockwise.

A set of recipes is a number whose bits are recipes, a bag of cubes a number that counts six colours (see `recipes`
and `cubes`). A single recipe is the number of its kind, or one of NONE and HIDDEN.
"""

from __future__ import annotations

from coven.engine.codes import Codes
from coven.engine.jit import rule
from coven.engine.states import State, int8, int64
from coven.games.whirling_witchcraft.rules.recipes import ORDINARY

MOST_PLAYERS = 5
MOST_HAND = 5
MOST_ROUNDS = 25
"""With 2 players: 24 recipes each, and the round of WW-52."""
LARGEST_LAB = MOST_ROUNDS
"""The starting recipe, and one of each round but that of WW-52."""
ARRIVALS = 1 + MOST_ROUNDS
"""The starting recipe has a place, and so has every round, that of WW-52 too."""

NONE = -1
"""No recipe, no place yet."""
HIDDEN = -2
"""In a view: there is a recipe here, unseen; or, in `laid`, a choice."""
CHANGING = -3
"""In `laid`: the crystal ball instead of a recipe."""


class Phase(Codes):
    """What is being decided, by all seats at the same time (WW-1)."""

    LAY = 0
    PRODUCE = 1
    OVER = 2


class Ending(Codes):
    """How a game ended."""

    OPEN = 0
    EMPTY = 1
    FLOODED = 2
    FEWEST_OF_WINNERS = 3
    ALL_FLOODED = 4
    LAST_ROUND = 5


class WhirlingWitchcraft(State):
    """The whole truth of a game, or a seat's view of it."""

    knowledge = ("hand_not", "pile_not", "pile_known", "hand_known")

    labs: list[int] = int64(MOST_PLAYERS)
    """Recipes face up in a seat's lab: a set."""
    fed: list[int] = int64(MOST_PLAYERS)
    """Recipes fed in this round's step 3, or else in the last one's: a set. In step 3 a view has its own seat's."""
    bench: list[int] = int64(MOST_PLAYERS)
    """Workbenches: bags. In step 3 as they were when it began (WW-26)."""
    used: list[int] = int64(MOST_PLAYERS)
    """Cubes that `fed` took from the workbench: a bag, seen as `fed` is."""
    made: list[int] = int64(MOST_PLAYERS)
    """The mixture, cubes produced and not used up: a bag, seen as `fed` is; after step 5 what was sent in it."""
    hand_not: list[list[int]] = int64(MOST_PLAYERS, MOST_HAND)
    """Recipes that the card at this place is known not to be, as alike ones were laid from behind it (WW-12): a set."""
    pile_not: list[int] = int64(ORDINARY)
    """The same of a place of the deck; public both, as they follow from what all have seen."""
    pile: list[int] = int8(ORDINARY)
    """The deck, a ring of places: the top card is at `top`, NONE where no card lies."""
    pile_known: list[int] = int8(ORDINARY)
    """Bits of the seats that know the card at this place (WW-11); public, as it follows from what all have seen."""
    hands: list[list[int]] = int8(MOST_PLAYERS, MOST_HAND)
    """Hands in order of arrival (WW-12), with the recipe that lies face down still at its place; then NONE."""
    hand_known: list[list[int]] = int8(MOST_PLAYERS, MOST_HAND)
    """Bits of the seats that know the card at this place; public too."""
    arrivals: list[list[int]] = int8(MOST_PLAYERS, ARRIVALS)
    """[seat][round]: the recipe laid in it, at 0 the starting one; NONE for what is to come, and where none is laid."""
    laid: list[int] = int8(MOST_PLAYERS)
    """The place in the hand from which this round's recipe was laid, or CHANGING until all have chosen; NONE before.
    HIDDEN from others until step 2."""
    phase: int = int8()
    """A Phase."""
    owing: int = int8()
    """Bits of the seats that owe a decision."""
    round: int = int8()
    """1, 2, ..."""
    is_last: int = int8()
    """1 in the round that begins with empty hands (WW-52)."""
    hand_size: int = int8()
    """Cards in every hand: hands are equal (WW-51)."""
    balls: int = int8()
    """Bits of the seats that still have their crystal ball."""
    changed: int = int8()
    """Bits of the seats that have used it in this round; some from the moment on that all have chosen (WW-11)."""
    top: int = int8()
    """Place of the deck's top card."""
    left: int = int8()
    """Cards in the deck."""
    winners: int = int8()
    """Bits of the seats that have won; 0 while the game runs."""
    ending: int = int8()
    """An Ending."""


@rule
def is_first(s: WhirlingWitchcraft, seat: int, place: int) -> bool:
    """WW-12: does no card before this place of the hand have its kind? Only such a card is ever laid."""
    for before in range(place):  # noqa: SIM110 - compiled code has no generators
        if s.hands[seat][before] == s.hands[seat][place]:
            return False
    return True
