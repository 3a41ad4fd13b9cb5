"""The words and marks on the table of Whirling Witchcraft, for one reader; what all have produced before it is sent."""

from __future__ import annotations

from typing import Annotated

from coven.engine.plain import Plain, among
from coven.engine.seats import left_of, owes, right_of
from coven.engine.sentences import Names
from coven.engine.states import TRUTH
from coven.games.whirling_witchcraft.deck import sides
from coven.games.whirling_witchcraft.rules.cubes import COLOURS, LETTERS, LIMITS, NAMES, count, counts, size
from coven.games.whirling_witchcraft.rules.produce import in_stock
from coven.games.whirling_witchcraft.rules.recipes import Deck
from coven.games.whirling_witchcraft.rules.state import CHANGING, HIDDEN, NONE, Ending, Phase, WhirlingWitchcraft
from coven.games.whirling_witchcraft.words.describe import (
    fed_recipes,
    has_chosen,
    has_laid,
    pile_of,
    produced_in,
    shows_production,
    texts_of,
    too_many,
)
from coven.games.whirling_witchcraft.words.sentences import WORDS, cube_list, piece, recipe_name, say

MARKS = ("", "gold", "laurel", "card")
LABELS = {
    "cube": {name: {"one": one, "many": many} for name, (one, many) in WORDS["cube"].items()},
    "limits": [f"{most} {WORDS['cube'][name][most > 1]}" for name, most in zip(NAMES, counts(LIMITS), strict=True)],
    **WORDS["page"],
}


class State(Plain):
    """How a seat is doing."""

    text: str
    mark: Annotated[str, among("Mark", MARKS)]


class Captions(Plain):
    """The words and marks on the table."""

    round: str
    deck: str
    news: str
    """What happens to the mixtures, while they are on their way."""
    states: list[State]
    """[seat]."""
    benches: list[str]
    """[seat]: what is on its workbench."""
    left: list[str]
    """[seat]: how many cubes that is; none are wanted."""
    mixtures: list[str]
    """[seat]: what it produced, as far as it can be seen."""
    too_many: list[list[str]]
    """[seat]: by colour, how many do not fit on its workbench: "2 red"."""
    to_come: list[str]
    """The same for the right neighbour, if it gets the reader's mixture and feeds nothing."""
    warning: str
    """For a reader with too many."""
    roles: list[str]
    """[seat]: what it is to the reader."""
    used: list[list[list[bool]]]
    """[seat][recipe fed]: which of its outputs have been used up. Identical cubes are not told apart: those on a recipe
    that takes the colour itself are the last to count as used."""
    unseen: list[str]
    """[seat]: how much of its hand the reader does not know."""
    in_deck: list[str]
    """Cards that the reader knows to be in the deck."""


def captions(deck: Deck, view: WhirlingWitchcraft, names: Names) -> Captions:
    """The words and marks on the table, for the reader of `names`."""
    seats, you = range(view.players), names.you
    is_over, is_own_plan = view.phase == Phase.OVER, view.phase == Phase.PRODUCE and view.viewer == you and you >= 0
    benches = [in_stock(view, seat) if is_own_plan and seat == you else view.bench[seat] for seat in seats]
    return Captions(
        round=say("stage", "last" if view.is_last else "round", round=view.round),
        deck=say("stage", "deck", count=view.left),
        news=say("stage", "sent") if view.viewer == TRUTH and view.phase == Phase.PRODUCE else "",
        states=[_state(view, seat, you) for seat in seats],
        benches=[cube_list(bench) for bench in benches],
        left=[say("stage", "left", count=size(bench)) for bench in benches],
        mixtures=[cube_list(view.made[seat]) if shows_production(view, seat) else "" for seat in seats],
        too_many=[_excess(bench) for bench in benches],
        to_come=_excess(view.bench[right_of(view, you)] + view.made[you]) if is_own_plan else [],
        warning=say("warning", "own") if you >= 0 and not is_over and too_many(benches[you]) else "",
        roles=[_role(view, seat, you) for seat in seats],
        used=[_used(deck, view, seat) for seat in seats],
        unseen=[_unseen(view, seat) for seat in seats],
        in_deck=[
            say("unseen", "in_deck", recipe=recipe_name(deck, recipe), place=place, count=view.left)
            for place, recipe in enumerate(pile_of(view), start=1)
            if recipe != HIDDEN
        ],
    )


def between(deck: Deck, before: WhirlingWitchcraft, after: WhirlingWitchcraft) -> WhirlingWitchcraft | None:
    """Show what everybody has produced before it goes to the right neighbours.

    Nothing in that round is hidden any longer, so it is a view of the truth, except for hands and the deck.
    """
    is_sent = after.phase == Phase.LAY or after.ending == Ending.LAST_ROUND
    if not before.round or before.phase == Phase.OVER or not is_sent or produced_in(after) != before.round:
        return None
    seen = before.copy()
    seen.viewer, seen.phase, seen.owing = TRUTH, Phase.PRODUCE, 0
    seen.laid = [NONE] * len(seen.laid)
    seen.arrivals = [list(recipes) for recipes in after.arrivals]
    seen.fed, seen.used, seen.made = list(after.fed), list(after.used), list(after.made)
    seen.bench = [bench - used for bench, used in zip(before.bench, after.used, strict=True)]
    return seen


def _state(view: WhirlingWitchcraft, seat: int, you: int) -> State:
    if view.phase == Phase.OVER:
        if view.winners >> seat & 1:
            return State(piece("state", "winner"), "laurel")
        return State(piece("state", "too_many") if too_many(view.bench[seat]) else "", "")
    is_asked = owes(view, seat)
    if is_asked and seat == you:
        return State(piece("state", "your_turn"), "gold")
    if view.phase == Phase.PRODUCE:
        return State(piece("state", "feeds" if is_asked else "done"), "")
    if is_asked:
        return State(piece("state", "chooses"), "")
    if has_laid(view, seat):
        return State(piece("state", "has_laid"), "card")
    return State(piece("state", "has_chosen") if has_chosen(view, seat) else "", "")


def _excess(bench: int) -> list[str]:
    """WW-32: what does not fit."""
    numbers = [count(bench, colour) - count(LIMITS, colour) for colour in range(COLOURS)]
    return [f"{number} {NAMES[colour]}" for colour, number in enumerate(numbers) if number > 0]


def _role(view: WhirlingWitchcraft, seat: int, you: int) -> str:
    if you < 0 or seat == you:
        return ""
    is_left, is_right = left_of(view, you) == seat, right_of(view, you) == seat
    if is_left or is_right:
        return piece("role", "both" if is_left and is_right else "left" if is_left else "right")
    return ""


def _used(deck: Deck, view: WhirlingWitchcraft, seat: int) -> list[list[bool]]:
    if not shows_production(view, seat):
        return []
    texts = texts_of(deck)
    fed = [sides(texts[recipe]) for recipe in fed_recipes(deck, view, seat)]
    used = [[False] * len(outputs) for _, outputs in fed]
    for colour, letter in enumerate(LETTERS):
        places = [(i, k) for i, (_, outputs) in enumerate(fed) for k, one in enumerate(outputs) if one == letter]
        places.sort(key=lambda place: letter in fed[place[0]][0])
        for i, k in places[: len(places) - count(view.made[seat], colour)]:
            used[i][k] = True
    return used


def _unseen(view: WhirlingWitchcraft, seat: int) -> str:
    size, place = view.hand_size, view.laid[seat]
    unknown = sum(recipe == HIDDEN for recipe in view.hands[seat][:size])
    text = say("unseen", "all" if unknown == size else "rest", count=unknown)
    if not has_chosen(view, seat) or place == CHANGING:
        return text
    key = "is_laid" if has_laid(view, seat) else "may_be_laid"
    return f"{text}. {WORDS['unseen'][key][size > 1].format(count=size)}"
