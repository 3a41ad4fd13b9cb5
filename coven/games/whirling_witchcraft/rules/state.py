"""The record of a game of Whirling Witchcraft, field by field. Seats are 0, 1, ... clockwise.

A set of recipes is a number whose bits are recipes, a bag of cubes a number that counts six colours (see `recipes` and
`cubes`). A single recipe is the number of its kind, or one of NONE and HIDDEN.
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
"""The starting recipe, and one for each round except that of WW-52."""
ARRIVALS = 1 + MOST_ROUNDS
"""A place for the starting recipe and for every round, including that of WW-52."""

NONE = -1
"""No recipe, no place yet."""
HIDDEN = -2
"""In a view: an unseen recipe; in `laid`, an unseen choice."""
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
    """The set of recipes face up in a seat's lab."""
    fed: list[int] = int64(MOST_PLAYERS)
    """The set of recipes fed in this round's step 3, or else in the last one's. In step 3 a view has only its own."""
    bench: list[int] = int64(MOST_PLAYERS)
    """Workbenches, as bags; in step 3 as they were when it began (WW-26)."""
    used: list[int] = int64(MOST_PLAYERS)
    """The bag of cubes that `fed` took from the workbench; seen when `fed` is."""
    made: list[int] = int64(MOST_PLAYERS)
    """The mixture, a bag of cubes produced and not used up; seen when `fed` is. After step 5, the mixture sent then."""
    hand_not: list[list[int]] = int64(MOST_PLAYERS, MOST_HAND)
    """The set of recipes that the card at this place cannot be, as identical ones were laid from behind it (WW-12)."""
    pile_not: list[int] = int64(ORDINARY)
    """The same for a place of the deck. Both are public, as they follow from what everybody has seen."""
    pile: list[int] = int8(ORDINARY)
    """The deck, a ring of places whose top card is at `top`; NONE where there is no card."""
    pile_known: list[int] = int8(ORDINARY)
    """Bits of the seats that know the card at this place (WW-11). Public: it follows from what everybody has seen."""
    hands: list[list[int]] = int8(MOST_PLAYERS, MOST_HAND)
    """Hands in order of arrival (WW-12), including the recipe laid face down, still in its place; then NONE."""
    hand_known: list[list[int]] = int8(MOST_PLAYERS, MOST_HAND)
    """Bits of the seats that know the card at this place; also public."""
    arrivals: list[list[int]] = int8(MOST_PLAYERS, ARRIVALS)
    """[seat][round]: the recipe laid then, the starting one at 0; NONE for later rounds, and if none was laid."""
    laid: list[int] = int8(MOST_PLAYERS)
    """The place in the hand from which this round's recipe was laid, or CHANGING until everybody has chosen; NONE
    before that. HIDDEN from others until step 2."""
    phase: int = int8()
    """A Phase."""
    owing: int = int8()
    """Bits of the seats that owe a decision."""
    round: int = int8()
    """1, 2, ..."""
    is_last: int = int8()
    """1 in the round that begins with empty hands (WW-52)."""
    hand_size: int = int8()
    """Cards in every hand; all hands have the same size (WW-51)."""
    balls: int = int8()
    """Bits of the seats that still have their crystal ball."""
    changed: int = int8()
    """Bits of the seats that have used it in this round; set once everybody has chosen (WW-11)."""
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
    """WW-12: is this the first card of its kind in the hand? Only such a card is ever laid."""
    for before in range(place):  # noqa: SIM110 - compiled code has no generators
        if s.hands[seat][before] == s.hands[seat][place]:
            return False
    return True
