"""What a report on Whirling Witchcraft counts. Things are the recipes; identical ones are one thing."""

from __future__ import annotations

from collections.abc import Sequence

from coven.engine.jit import popcount, rule
from coven.engine.measures import NOTHING, End, Figure, Measures, Ruling, Thing
from coven.games.whirling_witchcraft.deck import nearby
from coven.games.whirling_witchcraft.rules import actions
from coven.games.whirling_witchcraft.rules.cubes import COLOURS, LIMITS, NAMES, count, is_flooded, size
from coven.games.whirling_witchcraft.rules.produce import unfed
from coven.games.whirling_witchcraft.rules.recipes import RECIPES, SOURCES, STARTING, Deck, RecipeTables
from coven.games.whirling_witchcraft.rules.state import Ending, Phase, WhirlingWitchcraft

ALL_STARTING = (1 << STARTING) - 1
KINDS = ("recipes laid", "recipes fed", "crystal balls", "done")
LAID, FED, BALLS, DONE = range(len(KINDS))
FIGURES = (
    Figure("rounds", "rounds a game", is_share=False),
    Figure("balls-used", "crystal balls that were used"),
    *(Figure(f"flooded-{name}", f"floods in which {name} was too much") for name in NAMES),
)
ROUNDS, USED, FLOODS = 0, 1, 2


def things(deck: Deck) -> Sequence[Thing]:
    """The recipes."""
    group = ["Starting recipes"] * STARTING + ["Recipes"] * (RECIPES - STARTING)
    return [Thing(deck.cards[i], deck.titles[i], group[i]) for i in range(RECIPES)]


@rule
def hand(s: WhirlingWitchcraft, seat: int) -> int:
    """The set of kinds in a hand."""
    found = 0
    for i in range(s.hand_size):
        found |= 1 << s.hands[seat][i]
    return found


@rule
def held(deck: RecipeTables, s: WhirlingWitchcraft, seat: int) -> int:
    """The hand, when a recipe is laid; the starting recipe while it is not fed, when recipes are."""
    return hand(s, seat) if s.phase == Phase.LAY else unfed(s, seat) & ALL_STARTING


@rule
def first(deck: RecipeTables, s: WhirlingWitchcraft, seat: int) -> int:
    """WW-3: the starting recipe and the first hand."""
    return hand(s, seat) | s.labs[seat]


@rule
def plays(deck: RecipeTables, s: WhirlingWitchcraft, seat: int, action: int) -> int:
    """The recipe laid, or the starting recipe that is fed."""
    if action < actions.FEED:
        return action - actions.LAY
    if action < actions.FEED + STARTING * SOURCES:
        return (action - actions.FEED) // SOURCES
    return NOTHING


@rule
def kind(deck: RecipeTables, s: WhirlingWitchcraft, seat: int, action: int) -> int:
    """The block of action numbers."""
    if action < actions.BALL:
        return LAID if action < actions.FEED else FED
    return BALLS if action == actions.BALL else DONE


@rule
def standing(deck: RecipeTables, s: WhirlingWitchcraft, seat: int) -> int:
    """WW-31, WW-33: the fewer ingredients on the workbench the better."""
    return -size(s.bench[seat])


@rule
def ending(s: WhirlingWitchcraft) -> int:
    """An Ending."""
    return s.ending


@rule
def figure(deck: RecipeTables, s: WhirlingWitchcraft, out: list[int]) -> None:
    """Rounds, crystal balls, and which colours flooded the losers."""
    out[2 * ROUNDS] = s.round
    out[2 * ROUNDS + 1] = 1
    out[2 * USED] = s.players - popcount(s.balls)
    out[2 * USED + 1] = s.players
    if s.ending == Ending.EMPTY or s.ending == Ending.LAST_ROUND:
        return
    for seat in range(s.players):
        if not is_flooded(s.bench[seat]):
            continue
        for colour in range(COLOURS):
            i = 2 * (FLOODS + colour)
            out[i] += 1 if count(s.bench[seat], colour) > count(LIMITS, colour) else 0
            out[i + 1] += 1


RULINGS = (
    Ruling(
        "WW-34",
        "An empty workbench comes before any win by a flood.",
        "floods-first",
        "a flood comes before an empty workbench.",
    ),
    Ruling(
        "WW-3", "Starting recipes are dealt at random.", other="a choice of starting recipes before the first round"
    ),
    Ruling(
        "WW-11",
        "The ball can be used before a recipe is laid, with cards in hand and deck.",
        other="a ball at other moments, which redeals would follow",
    ),
    Ruling(
        "WW-33, WW-35",
        "Where the fewest ingredients are equal, the victory is shared.",
        other="another tie-break, such as the rarest colour",
    ),
    Ruling(
        "WW-51",
        "If the deck cannot serve everybody, nobody draws.",
        other="hands of different sizes in views and redeals",
    ),
    Ruling(
        "WW-52",
        "The round that begins with empty hands is the last.",
        other="rounds without recipes, and a bound for them",
    ),
)
"""What the rulebook leaves open; `deck.RULINGS` has the switches."""

MEASURES = Measures(
    things=things,
    held=held,
    first=first,
    plays=plays,
    kinds=KINDS,
    kind=kind,
    standing=standing,
    unit="ingredients",
    ending=ending,
    endings=(
        End(Ending.EMPTY, "WW-31", "an empty workbench"),
        End(Ending.FLOODED, "WW-32", "a flooded workbench"),
        End(Ending.FEWEST_OF_WINNERS, "WW-33", "several floods"),
        End(Ending.ALL_FLOODED, "WW-35", "all workbenches flooded"),
        End(Ending.LAST_ROUND, "WW-52", "no recipes left"),
    ),
    figures=FIGURES,
    figure=figure,
    nearby=nearby,
    rulings=RULINGS,
)
