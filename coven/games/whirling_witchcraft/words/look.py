"""What may be looked through at any time, as lines of text for a terminal."""

from __future__ import annotations

from coven.engine.sentences import Names
from coven.games.whirling_witchcraft.rules.recipes import Deck
from coven.games.whirling_witchcraft.rules.state import HIDDEN, WhirlingWitchcraft
from coven.games.whirling_witchcraft.words.describe import fed_recipes, pile_of, produced_in, shows_production
from coven.games.whirling_witchcraft.words.sentences import cube_list, recipe_list, recipe_name


def look(deck: Deck, view: WhirlingWitchcraft, names: Names) -> list[str]:
    """The last productions seen, and the cards that the reader knows in the deck, in lines of the form "what: how"."""
    lines = [_production(deck, view, seat, names) for seat in range(view.players) if shows_production(view, seat)]
    pile = enumerate(pile_of(view), 1)
    known = [f"card {place} from the top: {recipe_name(deck, card)}" for place, card in pile if card != HIDDEN]
    return [*lines, *known]


def _production(deck: Deck, view: WhirlingWitchcraft, seat: int, names: Names) -> str:
    fed = fed_recipes(deck, view, seat)
    made = f"fed {recipe_list(deck, fed)} for {cube_list(view.made[seat])}" if fed else "fed nothing"
    return f"Round {produced_in(view)}, {names[seat]}: {made}"
