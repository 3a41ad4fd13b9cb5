"""What a seat sees, as numbers for a learner (`engine.observation`)."""

from __future__ import annotations

from collections.abc import Sequence

from coven.engine.jit import lowest, rule, rule_distinct
from coven.engine.observation import (
    BYTE,
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
from coven.games.whirling_witchcraft.rules.cubes import COLOURS, count
from coven.games.whirling_witchcraft.rules.lay import seat_served
from coven.games.whirling_witchcraft.rules.recipes import ORDINARY, RECIPES, RecipeTables
from coven.games.whirling_witchcraft.rules.state import (
    CHANGING,
    HIDDEN,
    MOST_HAND,
    MOST_ROUNDS,
    NONE,
    Ending,
    Phase,
    WhirlingWitchcraft,
)

PHASES = Phase.OVER + 1
ENDINGS = Ending.LAST_ROUND + 1
CHOICES = MOST_HAND + 2
"""Places of the hand, the ball, and a choice that is not seen."""


def planes(players: int) -> Sequence[Plane]:
    """The parts of an observation."""
    seats, hands, bench = (players,), (players, MOST_HAND), (players, COLOURS)
    cubes = "green, blue, red, white, grey, black"
    return (
        *asked(players, PHASES, "lay, produce, over"),
        Plane("balls", seats, "seats that still have their crystal ball"),
        Plane("changed", seats, "seats that have used it in this round"),
        Plane("winners", seats, "seats that have won"),
        Plane("ending", (ENDINGS,), "how the game ended: not yet, empty, flooded, fewest cubes of winners, all "
              "flooded, last round"),
        Plane("seat_0", seats, "seat 0, which draws first when all draw"),
        Plane("served_first", seats, "the seat that is served first if balls are used in this round"),
        Plane("round", (), "the round", MOST_ROUNDS),
        Plane("is_last", (), "the round began with empty hands"),
        Plane("hand_size", (), "cards in every hand", MOST_HAND),
        Plane("left", (), "cards in the deck", ORDINARY),
        Plane("bench", bench, f"seat, workbench: {cubes}", BYTE, 8),
        Plane("used", bench, f"seat, what it has fed from the workbench: {cubes}", BYTE, 8),
        Plane("made", bench, f"seat, mixture: {cubes}", BYTE, 8),
        Plane("labs", (players, RECIPES), "seat, recipe in its lab"),
        Plane("fed", (players, RECIPES), "seat, recipe fed in this round"),
        Plane("newest", (players, RECIPES), "seat, the recipe that it laid last"),
        Plane("laid", (players, CHOICES), "seat, what it has chosen: a place of its hand, the ball, or not seen"),
        Plane("hands", (*hands, RECIPES), "seat, place of its hand, recipe that the viewer knows to be there"),
        Plane("hand_unseen", hands, "seat, place of its hand: a recipe that the viewer does not know"),
        Plane("hand_known", (*hands, players), "seat, place of its hand, a seat that knows the recipe there"),
        Plane("deck", (RECIPES,), "recipe: where in the deck the viewer knows it to be, 1 for the top card", ORDINARY),
        Plane("deck_known", (ORDINARY, players), "place of the deck from the top, a seat that knows the recipe there"),
    )  # fmt: skip


@rule_distinct
def write(deck: RecipeTables, view: WhirlingWitchcraft, out: list[int]) -> None:
    """Write a seat's view into `out`, which holds zeros."""
    k = put_asked(out, view, PHASES)
    k = put_seats(out, k, view, view.balls)
    k = put_seats(out, k, view, view.changed)
    k = put_seats(out, k, view, view.winners)
    k = put_one(out, k, view.ending, ENDINGS)
    k = put_seat(out, k, view, 0)
    k = put_seat(out, k, view, seat_served(view, view.round, 0))
    k = put(out, k, view.round)
    k = put(out, k, view.is_last)
    k = put(out, k, view.hand_size)
    k = put(out, k, view.left)
    k = write_cubes(view, out, k)
    k = write_labs(view, out, k)
    k = write_hands(view, out, k)
    write_deck(deck, view, out, k)


@rule
def put_cubes(out: list[int], k: int, cubes: int) -> int:
    """The six counts of a bag."""
    for colour in range(COLOURS):
        k = put(out, k, count(cubes, colour))
    return k


@rule
def write_cubes(view: WhirlingWitchcraft, out: list[int], k: int) -> int:
    """What is on the workbenches and in the mixtures."""
    for turned in range(view.players):
        k = put_cubes(out, k, view.bench[seat_at(view, turned)])
    for turned in range(view.players):
        k = put_cubes(out, k, view.used[seat_at(view, turned)])
    for turned in range(view.players):
        k = put_cubes(out, k, view.made[seat_at(view, turned)])
    return k


@rule
def newest(view: WhirlingWitchcraft, seat: int) -> int:
    """The recipe that a seat laid last; its starting one at first."""
    number = view.round
    while view.arrivals[seat][number] == NONE:
        number -= 1
    return view.arrivals[seat][number]


@rule
def write_labs(view: WhirlingWitchcraft, out: list[int], k: int) -> int:
    """The labs, what was fed, and what is chosen."""
    for turned in range(view.players):
        k = put_set(out, k, view.labs[seat_at(view, turned)], RECIPES)
    for turned in range(view.players):
        k = put_set(out, k, view.fed[seat_at(view, turned)], RECIPES)
    for turned in range(view.players):
        k = put_one(out, k, newest(view, seat_at(view, turned)), RECIPES)
    for turned in range(view.players):
        place = view.laid[seat_at(view, turned)]
        if place == CHANGING:
            place = MOST_HAND
        elif place == HIDDEN:
            place = MOST_HAND + 1
        k = put_one(out, k, place, CHOICES)
    return k


@rule
def write_hands(view: WhirlingWitchcraft, out: list[int], k: int) -> int:
    """WW-12: the hands, as far as the viewer knows them, and who knows what."""
    for turned in range(view.players):
        for i in range(MOST_HAND):
            k = put_one(out, k, view.hands[seat_at(view, turned)][i], RECIPES)
    for turned in range(view.players):
        for i in range(MOST_HAND):
            k = put(out, k, 1 if view.hands[seat_at(view, turned)][i] == HIDDEN else 0)
    for turned in range(view.players):
        for i in range(MOST_HAND):
            k = put_seats(out, k, view, view.hand_known[seat_at(view, turned)][i])
    return k


@rule
def write_deck(deck: RecipeTables, view: WhirlingWitchcraft, out: list[int], k: int) -> None:
    """WW-11: what has gone under the deck. Identical recipes take their numbers in turn, from the top."""
    knowers = k + RECIPES
    for i in range(view.left):
        place = (view.top + i) % ORDINARY
        if view.pile_known[place]:
            put_seats(out, knowers + view.players * i, view, view.pile_known[place])
        recipe = view.pile[place]
        if recipe >= 0:
            alike = deck.alike[recipe]
            while out[k + lowest(alike)]:
                alike &= alike - 1
            out[k + lowest(alike)] = i + 1


OBSERVATION = Observation(
    planes,
    write,
    left_out={
        "hand_not": "always empty in a deck without identical recipes",
        "pile_not": "always empty in a deck without identical recipes",
        "arrivals": "only the newest recipe: in which round the others came makes no difference",
        "pile": "told by recipe, and from the top: `deck`",
        "pile_known": "told from the top: `deck_known`",
        "top": "places of the deck are counted from it",
    },
)
"""The observation of Whirling Witchcraft."""
