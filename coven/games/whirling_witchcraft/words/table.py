"""The table as lines of text for a terminal."""

from __future__ import annotations

from coven.engine.seats import owes, right_of
from coven.engine.sentences import Names, capital
from coven.engine.states import TRUTH
from coven.games.whirling_witchcraft.rules.cubes import COLOURS, LETTERS, LIMITS, count, size
from coven.games.whirling_witchcraft.rules.produce import in_stock
from coven.games.whirling_witchcraft.rules.recipes import Deck
from coven.games.whirling_witchcraft.rules.state import CHANGING, HIDDEN, Phase, WhirlingWitchcraft
from coven.games.whirling_witchcraft.words.describe import arrivals, fed_recipes, hand_size, has_chosen, has_laid
from coven.games.whirling_witchcraft.words.sentences import recipe_name

STAGES = {Phase.LAY: "laying a recipe", Phase.PRODUCE: "production", Phase.OVER: "the game is over"}
TOO_MANY = "!"


def table(deck: Deck, view: WhirlingWitchcraft, names: Names) -> list[str]:
    """A heading, then lines of the form "what: how". The reader's own hand is the last one."""
    heading = f"Round {view.round}, {STAGES[view.phase]}. Cards in the deck: {view.left}"
    lines = [line for seat in _as_mixtures_go(view) for line in _seat(deck, view, seat, names)]
    return [heading, *lines, *_hands(deck, view, names)]


def _as_mixtures_go(view: WhirlingWitchcraft) -> list[int]:
    """All seats, each before the one it sends to, the reader's own last."""
    return [(max(view.viewer, 0) - 1 - i) % view.players for i in range(view.players)]


def _seat(deck: Deck, view: WhirlingWitchcraft, seat: int, names: Names) -> list[str]:
    is_own_plan = view.phase == Phase.PRODUCE and seat == view.viewer
    bench = in_stock(view, seat) if is_own_plan else view.bench[seat]
    facts = [*_facts(view, seat), f"sends to {names[right_of(view, seat)]}"]
    lines = [
        f"{capital(names[seat])}: {_bench(bench)} ({', '.join(facts)})",
        f"lab: {_recipes(deck, arrivals(view, seat))}",
    ]
    if is_own_plan or view.phase == Phase.OVER:
        fed = _recipes(deck, fed_recipes(deck, view, seat))
        lines += [f"fed: {fed}", f"mixture: {_mixture(view.made[seat])}"]
    return lines


def _facts(view: WhirlingWitchcraft, seat: int) -> list[str]:
    facts = [f"{hand_size(view, seat)} in hand"]
    if has_chosen(view, seat):
        facts.append(_choice(view, seat))
    if view.phase == Phase.PRODUCE and not owes(view, seat):
        facts.append("is done")
    if view.balls >> seat & 1:
        facts.append("crystal ball")
    return facts


def _choice(view: WhirlingWitchcraft, seat: int) -> str:
    """What the viewer knows of a choice: once it can no longer be a ball, a recipe was laid."""
    if view.laid[seat] == CHANGING:
        return "chooses the crystal ball"
    return "has laid" if has_laid(view, seat) else "has chosen"


def _bench(bench: int) -> str:
    """Each colour's count, out of the most that fit."""
    parts = []
    for colour in range(COLOURS):
        here, most = count(bench, colour), count(LIMITS, colour)
        parts.append(f"{LETTERS[colour]} {here}/{most}{TOO_MANY if here > most else ''}")
    return "  ".join(parts) + f"  = {size(bench)}"


def _mixture(made: int) -> str:
    letters = [LETTERS[colour] * count(made, colour) for colour in range(COLOURS)]
    return " ".join(filter(None, letters)) or "empty"


def _recipes(deck: Deck, recipes: list[int]) -> str:
    return ", ".join(recipe_name(deck, recipe) for recipe in recipes) or "none"


def _hands(deck: Deck, view: WhirlingWitchcraft, names: Names) -> list[str]:
    """What the reader knows to be in hands; given the truth, every hand."""
    lines = []
    for seat in _as_mixtures_go(view):
        hand = [recipe for recipe in view.hands[seat][: view.hand_size] if recipe != HIDDEN]
        is_own = seat == view.viewer
        if is_own and has_laid(view, seat):
            lines.append(f"Face down: {_recipes(deck, [view.hands[seat][view.laid[seat]]])}")
            del hand[view.laid[seat]]
        if is_own:
            lines.append(f"Your hand: {_recipes(deck, hand)}")
        elif view.viewer == TRUTH:
            lines.append(f"{capital(names[seat])} holds: {_recipes(deck, hand)}")
        elif hand:
            laid = ", one of them perhaps face down" if has_chosen(view, seat) else ""
            lines.append(f"known: {_recipes(deck, hand)} in the hand of {names[seat]}{laid}")
    return lines if view.phase != Phase.OVER else []
