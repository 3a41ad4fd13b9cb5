"""A view as plain data, for programs."""

from __future__ import annotations

from typing import Any

from coven.engine.decks import Deck
from coven.engine.states import SPECTATOR, TRUTH
from coven.games.whirling_witchcraft.cubes import LIMITS, NAMES, counts
from coven.games.whirling_witchcraft.deck import tables_of
from coven.games.whirling_witchcraft.lay import may_be_ball
from coven.games.whirling_witchcraft.produce import in_stock
from coven.games.whirling_witchcraft.recipes import without_recipe
from coven.games.whirling_witchcraft.state import CHANGING, HIDDEN, NONE, Ending, Phase, WhirlingWitchcraft, right_of

PHASES = Phase.names()


def describe(deck: Deck, view: WhirlingWitchcraft) -> dict[str, Any]:
    """What the view holds, and nothing else.

    Recipes are texts as in actions ("rr-bw"), "hidden" where one lies unseen; seats are numbers; cubes are numbers by
    colour. `phase` is one of lay, produce, over; `production` is of the round `produced_in`, which is the present one
    once all are done, and of others None before. `benches` of the viewer's own are less what its plan takes.
    `is_sent`: has its mixture reached the right neighbours?
    `pile_known` are the cards that the viewer knows in the deck, with their place from 1, the top.
    `laid` is the recipe laid face down, or "ball" for the crystal ball; of others "hidden" for a recipe and "chosen"
    where it may be either: then `hand_sizes` has the number before the choice.
    """
    seats = range(view.players)
    is_producing = view.phase == Phase.PRODUCE
    you = None if view.viewer in (SPECTATOR, TRUTH) else view.viewer
    benches = [in_stock(view, seat) if is_producing and seat == you else view.bench[seat] for seat in seats]
    return {
        "you": you,
        "phase": PHASES[view.phase],
        "pending": [seat for seat in seats if view.owing >> seat & 1],
        "round": view.round,
        "is_last": bool(view.is_last),
        "pile": view.left,
        "pile_known": _known_in_pile(deck, view),
        "labs": [[deck.cards[recipe] for recipe in arrivals(view, seat)] for seat in seats],
        "hand": own_hand(deck, view) if you is not None else [],
        "hand_sizes": [hand_size(view, seat) for seat in seats],
        "hands": [[recipe_text(deck, recipe) for recipe in view.hands[seat][: view.hand_size]] for seat in seats],
        "laid": [_laid(deck, view, seat) for seat in seats],
        "balls": [bool(view.balls >> seat & 1) for seat in seats],
        "benches": [cubes_of(bench) for bench in benches],
        "over": [too_many(bench) for bench in benches],
        "limits": cubes_of(LIMITS),
        "production": [_production(deck, view, seat) for seat in seats],
        "produced_in": produced_in(view),
        "is_sent": view.phase == Phase.LAY or view.ending == Ending.LAST_ROUND,
        "sends_to": [right_of(view, seat) for seat in seats],
        "preview": _preview(view, you) if is_producing and you is not None else None,
        "winners": [seat for seat in seats if view.winners >> seat & 1],
    }


def pile_of(view: WhirlingWitchcraft) -> list[int]:
    """The deck from the top."""
    return [view.pile[(view.top + i) % len(view.pile)] for i in range(view.left)]


def _known_in_pile(deck: Deck, view: WhirlingWitchcraft) -> list[dict[str, Any]]:
    """WW-11: what somebody's ball put under the deck and the viewer had seen before."""
    cards = enumerate(pile_of(view), start=1)
    return [{"place": place, "recipe": deck.cards[recipe]} for place, recipe in cards if recipe != HIDDEN]


def cubes_of(cubes: int) -> dict[str, int]:
    """A bag as numbers by colour, from common to rare."""
    return dict(zip(NAMES, counts(cubes), strict=True))


def too_many(bench: int) -> list[str]:
    """WW-32: the colours of which there are more than fit."""
    return [name for name, here, most in zip(NAMES, counts(bench), counts(LIMITS), strict=True) if here > most]


def arrivals(view: WhirlingWitchcraft, seat: int) -> list[int]:
    """The recipes of a lab in order of arrival."""
    return [recipe for recipe in view.arrivals[seat] if recipe != NONE]


def recipe_text(deck: Deck, recipe: int) -> str | None:
    """A single recipe of the state as text: see `describe`."""
    if recipe == HIDDEN:
        return "hidden"
    return None if recipe == NONE else deck.cards[recipe]


def has_chosen(view: WhirlingWitchcraft, seat: int) -> bool:
    """Has the seat chosen, a recipe or its crystal ball, while others still choose?"""
    return view.phase == Phase.LAY and view.laid[seat] != NONE


def has_laid(view: WhirlingWitchcraft, seat: int) -> bool:
    """Does the viewer know that a recipe of this seat lies face down? Not where it may be the ball that was chosen."""
    is_open = view.laid[seat] == HIDDEN and may_be_ball(view, seat)
    return has_chosen(view, seat) and view.laid[seat] != CHANGING and not is_open


def hand_size(view: WhirlingWitchcraft, seat: int) -> int:
    """Cards in the seat's hand, without what is known to lie face down (see `has_laid`)."""
    return view.hand_size - has_laid(view, seat)


def own_hand(deck: Deck, view: WhirlingWitchcraft) -> list[str]:
    """The viewer's hand in order of arrival, without what it has laid."""
    seat = view.viewer
    laid = view.laid[seat] if has_laid(view, seat) else NONE
    return [deck.cards[recipe] for i, recipe in enumerate(view.hands[seat][: view.hand_size]) if i != laid]


def fed_recipes(deck: Deck, view: WhirlingWitchcraft, seat: int) -> list[int]:
    """The recipes that `fed` holds, in the order in which they came into the lab."""
    left, found = view.fed[seat], []
    for recipe in arrivals(view, seat):
        if left & tables_of(deck).alike[recipe]:
            left = without_recipe(tables_of(deck), left, recipe)
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
    """The round of the present production, or of the last one; None before the first."""
    number = view.round - 1 if view.phase == Phase.LAY else view.round
    return number or None


def shows_production(view: WhirlingWitchcraft, seat: int) -> bool:
    """Is there a production of this seat that the viewer sees? Plans are sealed until all are done."""
    is_hidden = view.phase == Phase.PRODUCE and view.viewer not in (seat, TRUTH)
    return not is_hidden and produced_in(view) is not None


def _production(deck: Deck, view: WhirlingWitchcraft, seat: int) -> dict[str, Any] | None:
    if not shows_production(view, seat):
        return None
    return {
        "fed": [deck.cards[recipe] for recipe in fed_recipes(deck, view, seat)],
        "used": cubes_of(view.used[seat]),
        "made": cubes_of(view.made[seat]),
    }


def _preview(view: WhirlingWitchcraft, you: int) -> dict[str, Any]:
    """WW-40: the right neighbour's workbench if it stayed as it is and got the viewer's mixture."""
    seat = right_of(view, you)
    bench = view.bench[seat] + view.made[you]
    return {"seat": seat, "bench": cubes_of(bench), "over": too_many(bench)}
