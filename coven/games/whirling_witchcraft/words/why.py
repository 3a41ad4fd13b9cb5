"""Why a seat may not do something now, from its own view and with the clause."""

from __future__ import annotations

from coven.engine.seats import owes
from coven.engine.sentences import Cited, Names
from coven.games.whirling_witchcraft.rules import actions
from coven.games.whirling_witchcraft.rules.cubes import missing
from coven.games.whirling_witchcraft.rules.produce import in_stock
from coven.games.whirling_witchcraft.rules.recipes import Deck
from coven.games.whirling_witchcraft.rules.state import CHANGING, Phase, WhirlingWitchcraft
from coven.games.whirling_witchcraft.words.sentences import WORDS, cite, cube_list, recipe_name


def why_not(deck: Deck, view: WhirlingWitchcraft, seat: int, action: int, names: Names) -> Cited:
    """Why `seat`, whose view this is, may not play `action`, which is not legal now."""
    if view.phase == Phase.OVER:
        return cite("refusal", "over")
    is_laying = view.phase == Phase.LAY
    if not owes(view, seat):
        chosen = "ball_chosen" if view.laid[seat] == CHANGING else "laid"
        return cite("refusal", chosen if is_laying else "done", whom=names.row(view.owing))
    if action == actions.BALL:
        return _why_not_ball(view, seat)
    if is_laying and action < actions.FEED:
        return cite("refusal", "not_held", recipe=recipe_name(deck, actions.action_recipe(action)))
    if is_laying or action < actions.FEED:
        return cite("refusal", "now_lay" if is_laying else "now_produce" if will_lay(view) else "now_produce_only")
    return why_not_feed(deck, view, seat, actions.action_recipe(action), actions.action_sources(action))


def will_lay(view: WhirlingWitchcraft) -> bool:
    """WW-51, WW-52: will there be cards in hand in the round after this production?"""
    return view.hand_size > 0 or view.left >= view.players


def _why_not_ball(view: WhirlingWitchcraft, seat: int) -> Cited:
    if not view.balls >> seat & 1:
        return cite("refusal", "ball_used")
    return cite("refusal", "ball_now" if view.phase == Phase.PRODUCE else "ball_empty")


def why_not_feed(deck: Deck, view: WhirlingWitchcraft, seat: int, recipe: int, sources: int) -> Cited:
    """Why a recipe cannot be fed from these sources in the step for feeding."""
    tables, name = deck.tables, recipe_name(deck, recipe)
    alike = tables.alike[recipe]
    if view.labs[seat] & alike == 0:
        return cite("refusal", "not_there", recipe=name)
    if view.labs[seat] & ~view.fed[seat] & alike == 0:
        return cite("refusal", "fed", recipe=name)
    lacking = missing(in_stock(view, seat) + view.made[seat], tables.needs[recipe])
    if lacking:
        return cite("refusal", "lacking", cubes=cube_list(lacking))
    return cite("refusal", "sources", places=_short_of(deck, view, seat, recipe, sources))


def _short_of(deck: Deck, view: WhirlingWitchcraft, seat: int, recipe: int, sources: int) -> str:
    """The place that has too little."""
    tables = deck.tables
    from_made = tables.from_made[recipe][sources]
    is_short = missing(view.made[seat], from_made), missing(in_stock(view, seat), tables.needs[recipe] - from_made)
    key = "both" if all(is_short) else "made" if is_short[0] else "bench"
    return str(WORDS["places"][key])
