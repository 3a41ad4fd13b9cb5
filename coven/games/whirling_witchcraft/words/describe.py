"""A view as plain data, for programs and for the page."""

from __future__ import annotations

from typing import Annotated

from coven.engine.plain import Plain, among, seat_or_none
from coven.engine.seats import right_of
from coven.engine.sets import members
from coven.engine.states import TRUTH
from coven.games.whirling_witchcraft.rules.cubes import LIMITS, NAMES, counts
from coven.games.whirling_witchcraft.rules.lay import may_be_ball
from coven.games.whirling_witchcraft.rules.produce import in_stock
from coven.games.whirling_witchcraft.rules.recipes import Deck, without_recipe
from coven.games.whirling_witchcraft.rules.state import CHANGING, HIDDEN, NONE, Ending, Phase, WhirlingWitchcraft

PHASES = Phase.names()
Colour = Annotated[str, among("Colour", NAMES, "COLOURS")]
"""An ingredient, from common to rare: the order in which everything is listed."""


class Cubes(Plain):
    """How many cubes of each colour."""

    green: int
    blue: int
    red: int
    white: int
    grey: int
    black: int


class Production(Plain):
    """What a seat produced: during production its own plan so far, otherwise the last round's, which everybody has
    seen."""

    fed: list[str]
    """The recipes fed, in the order in which they came into the lab."""
    used: Cubes
    """Cubes taken from the workbench."""
    made: Cubes
    """The mixture: cubes produced and not used up, on their way to the right neighbour."""


class Known(Plain):
    """A card that the viewer knows to be in the deck."""

    place: int
    """Counting from 1 at the top."""
    recipe: str


class Preview(Plain):
    """The right neighbour's workbench if it stayed as it is and got the viewer's mixture."""

    seat: int
    bench: Cubes
    over: list[Colour]


class View(Plain):
    """What a seat sees of Whirling Witchcraft. Recipes are texts as in actions ("rr-bw"), "hidden" for an unseen one;
    seats are numbers."""

    you: int | None
    phase: Annotated[str, among("Phase", PHASES.values())]
    pending: list[int]
    """Seats that owe a decision; not those that have chosen, or said "done"."""
    round: int
    is_last: bool
    """The last round: hands are empty, no recipe is laid, and the fewest ingredients will win (WW-52)."""
    pile: int
    """Cards left in the deck."""
    pile_known: list[Known]
    labs: list[list[str]]
    """[seat]: recipes in order of arrival, the starting one first."""
    hand: list[str]
    """The viewer's own in order of arrival, without the recipe that it has laid face down."""
    hand_sizes: list[int]
    """[seat]: without a recipe laid face down. For a seat that may have chosen either, the number before the choice."""
    hands: list[list[str]]
    """[seat]: its hand in order of arrival: recipes that the viewer knows to be there, "hidden" for the others. A
    recipe laid face down is still listed in its place, because others cannot know which one it is."""
    laid: list[str | None]
    """[seat]: the recipe laid face down, or "ball" for the crystal ball. For others, "hidden" for a recipe, or "chosen"
    if it may be either (then `hand_sizes` has the number before the choice). None until they have chosen."""
    balls: list[bool]
    """[seat]: does it still have its crystal ball?"""
    benches: list[Cubes]
    """[seat]: the workbench. During production: the viewer's own without what its plan takes, others' as they were when
    the step began."""
    over: list[list[Colour]]
    """[seat]: colours of which the workbench holds more than fits."""
    limits: Cubes
    """The most of each colour that fit on a workbench."""
    production: list[Production | None]
    """[seat]: in the round `produced_in`. None for others during production, and for everybody before the first one."""
    produced_in: int | None
    """The present round once everybody is done; None before the first production."""
    is_sent: bool
    """Have the mixtures reached the right neighbours?"""
    sends_to: list[int]
    """[seat]: the right neighbour, who gets its mixture."""
    preview: Preview | None
    """During production."""
    winners: list[int]


def describe(deck: Deck, view: WhirlingWitchcraft) -> View:
    """Exactly what the view holds."""
    seats = range(view.players)
    is_producing = view.phase == Phase.PRODUCE
    you = seat_or_none(view.viewer)
    benches = [in_stock(view, seat) if is_producing and seat == you else view.bench[seat] for seat in seats]
    return View(
        you=you,
        phase=PHASES[view.phase],
        pending=members(view.owing),
        round=view.round,
        is_last=bool(view.is_last),
        pile=view.left,
        pile_known=_known_in_pile(deck, view),
        labs=[[deck.cards[recipe] for recipe in arrivals(view, seat)] for seat in seats],
        hand=own_hand(deck, view) if you is not None else [],
        hand_sizes=[hand_size(view, seat) for seat in seats],
        hands=[[recipe_text(deck, recipe) or "" for recipe in view.hands[seat][: view.hand_size]] for seat in seats],
        laid=[_laid(deck, view, seat) for seat in seats],
        balls=[bool(view.balls >> seat & 1) for seat in seats],
        benches=[cubes_of(bench) for bench in benches],
        over=[too_many(bench) for bench in benches],
        limits=cubes_of(LIMITS),
        production=[_production(deck, view, seat) for seat in seats],
        produced_in=produced_in(view),
        is_sent=view.phase == Phase.LAY or view.ending == Ending.LAST_ROUND,
        sends_to=[right_of(view, seat) for seat in seats],
        preview=_preview(view, you) if is_producing and you is not None else None,
        winners=members(view.winners),
    )


def texts_of(deck: Deck) -> list[str]:
    """The recipes by number, as written in deck files: "RR -> BW"."""
    return [*deck.data["starting"], *deck.data["ordinary"]]


def pile_of(view: WhirlingWitchcraft) -> list[int]:
    """The deck from the top."""
    return [view.pile[(view.top + i) % len(view.pile)] for i in range(view.left)]


def _known_in_pile(deck: Deck, view: WhirlingWitchcraft) -> list[Known]:
    """WW-11: what somebody's ball put under the deck, if the viewer had seen it before."""
    cards = enumerate(pile_of(view), start=1)
    return [Known(place, deck.cards[recipe]) for place, recipe in cards if recipe != HIDDEN]


def cubes_of(cubes: int) -> Cubes:
    """A bag as counts by colour."""
    return Cubes(*counts(cubes))


def too_many(bench: int) -> list[str]:
    """WW-32: the colours of which there are more than fit."""
    return [name for name, here, most in zip(NAMES, counts(bench), counts(LIMITS), strict=True) if here > most]


def arrivals(view: WhirlingWitchcraft, seat: int) -> list[int]:
    """The recipes of a lab in order of arrival."""
    return [recipe for recipe in view.arrivals[seat] if recipe != NONE]


def recipe_text(deck: Deck, recipe: int) -> str | None:
    """A single recipe of the state as text (see `View`)."""
    if recipe == HIDDEN:
        return "hidden"
    return None if recipe == NONE else deck.cards[recipe]


def has_chosen(view: WhirlingWitchcraft, seat: int) -> bool:
    """Has the seat chosen a recipe or its crystal ball while others are still choosing?"""
    return view.phase == Phase.LAY and view.laid[seat] != NONE


def has_laid(view: WhirlingWitchcraft, seat: int) -> bool:
    """Does the viewer know that this seat has laid a recipe face down? Not if it may have chosen the ball."""
    is_open = view.laid[seat] == HIDDEN and may_be_ball(view, seat)
    return has_chosen(view, seat) and view.laid[seat] != CHANGING and not is_open


def hand_size(view: WhirlingWitchcraft, seat: int) -> int:
    """Cards in the seat's hand, without one known to be laid face down (see `has_laid`)."""
    return view.hand_size - has_laid(view, seat)


def own_hand(deck: Deck, view: WhirlingWitchcraft) -> list[str]:
    """The viewer's hand in order of arrival, without what it has laid."""
    seat = view.viewer
    laid = view.laid[seat] if has_laid(view, seat) else NONE
    return [deck.cards[recipe] for i, recipe in enumerate(view.hands[seat][: view.hand_size]) if i != laid]


def fed_recipes(deck: Deck, view: WhirlingWitchcraft, seat: int) -> list[int]:
    """The recipes in `fed`, in the order in which they came into the lab."""
    left, found = view.fed[seat], []
    for recipe in arrivals(view, seat):
        if left & deck.tables.alike[recipe]:
            left = without_recipe(deck.tables, left, recipe)
            found.append(recipe)
    return found


def _laid(deck: Deck, view: WhirlingWitchcraft, seat: int) -> str | None:
    if not has_chosen(view, seat):
        return None
    place = view.laid[seat]
    if place == CHANGING:
        return "ball"
    if place == HIDDEN:
        return "hidden" if has_laid(view, seat) else "chosen"
    return recipe_text(deck, view.hands[seat][place])


def produced_in(view: WhirlingWitchcraft) -> int | None:
    """The round of the present production, or of the last one; None before the first one."""
    number = view.round - 1 if view.phase == Phase.LAY else view.round
    return number or None


def shows_production(view: WhirlingWitchcraft, seat: int) -> bool:
    """Does the viewer see a production of this seat? Plans are sealed until everybody is done."""
    is_hidden = view.phase == Phase.PRODUCE and view.viewer not in (seat, TRUTH)
    return not is_hidden and produced_in(view) is not None


def _production(deck: Deck, view: WhirlingWitchcraft, seat: int) -> Production | None:
    if not shows_production(view, seat):
        return None
    return Production(
        fed=[deck.cards[recipe] for recipe in fed_recipes(deck, view, seat)],
        used=cubes_of(view.used[seat]),
        made=cubes_of(view.made[seat]),
    )


def _preview(view: WhirlingWitchcraft, you: int) -> Preview:
    """WW-40: the right neighbour's workbench if it stayed as it is and got the viewer's mixture."""
    seat = right_of(view, you)
    bench = view.bench[seat] + view.made[you]
    return Preview(seat, cubes_of(bench), too_many(bench))
