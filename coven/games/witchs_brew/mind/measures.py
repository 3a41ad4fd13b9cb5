"""What a report on Witch's Brew counts. Things are the roles, then the potion cards in the deck's order."""

from __future__ import annotations

from collections.abc import Sequence

from coven.engine.jit import rule
from coven.engine.measures import NOTHING, End, Figure, Measures, Ruling, Thing
from coven.games.witchs_brew.deck import STACK_KEYS, nearby
from coven.games.witchs_brew.rules import actions
from coven.games.witchs_brew.rules.goods import VIAL, count
from coven.games.witchs_brew.rules.roles import HEIGHTS, ROLES, STACKS, CardTables, Deck, Role
from coven.games.witchs_brew.rules.sets import points
from coven.games.witchs_brew.rules.state import Ending, Phase, WitchsBrew

KINDS = ("roles chosen", "roles called", "answers", "uses of an action", "vials", "gifts", "additions to a shelf")
"""By Phase."""
FIGURES = (
    Figure("sets", "sets a game", is_share=False),
    Figure("winners-points", "points of the winner", is_share=False),
    Figure("vials", "vials a seat", is_share=False),
    Figure("cards", "potion cards a seat", is_share=False),
)


def things(deck: Deck) -> Sequence[Thing]:
    """Roles and potion cards."""
    names = [name.replace("_", "-") for name in Role.names().values()]
    roles = [Thing(name, name.replace("-", " ").title(), "Roles") for name in names]
    groups = [key for key, height in zip(STACK_KEYS, HEIGHTS, strict=True) for _ in range(height)]
    cards = zip(deck.cards, deck.titles, groups, strict=True)
    return [*roles, *(Thing(key, title, f"Potions: {group.replace('_', ' ')}") for key, title, group in cards)]


@rule
def held(deck: CardTables, s: WitchsBrew, seat: int) -> int:
    """The roles in the hand, when the seat calls one or answers with the one called."""
    if s.phase == Phase.ANSWER:
        return 1 << s.role
    return s.hand[seat] if s.phase == Phase.CALL else 0


@rule
def first(deck: CardTables, s: WitchsBrew, seat: int) -> int:
    """The roles chosen for the first set."""
    return 0 if s.phase == Phase.CHOOSE else s.hand[seat]


@rule
def plays(deck: CardTables, s: WitchsBrew, seat: int, action: int) -> int:
    """The role that is called or claimed; not one whose favour is taken."""
    if action == actions.CLAIM:
        return s.role
    return action - actions.CALL if action >= actions.CALL and action < actions.CLAIM else NOTHING


@rule
def owned(deck: CardTables, s: WitchsBrew, seat: int) -> int:
    """The potion cards that the seat has taken."""
    found, card = 0, ROLES
    for stack in range(STACKS):
        for place in range(HEIGHTS[stack]):
            if s.owners[stack][place] == seat:
                found |= 1 << card
            card += 1
    return found


@rule
def kind(deck: CardTables, s: WitchsBrew, seat: int, action: int) -> int:
    """The phase."""
    return s.phase


@rule
def standing(deck: CardTables, s: WitchsBrew, seat: int) -> int:
    """WB-61: points."""
    return points(s, seat)


@rule
def starter(deck: CardTables, s: WitchsBrew) -> int:
    """WB-5: who begins."""
    return s.starter


@rule
def ending(s: WitchsBrew) -> int:
    """An Ending."""
    return s.ending


@rule
def figure(deck: CardTables, s: WitchsBrew, out: list[int]) -> None:
    """Sets, points, vials and cards."""
    best, vials, cards = 0, 0, 0
    for seat in range(s.players):
        best = max(best, points(s, seat))
        vials += count(s.goods[seat], VIAL)
    for stack in range(STACKS):
        cards += s.taken[stack]
    out[0] = s.set
    out[1] = 1
    out[2] = best
    out[3] = 1
    out[4] = vials
    out[5] = s.players
    out[6] = cards
    out[7] = s.players


RULINGS = (
    Ruling(
        "WB-40",
        "One may add to a shelf anything from nothing to all that is missing.",
        "all-or-nothing",
        "one adds all that is missing, or nothing.",
    ),
    Ruling("WB-17", "An action is used whole or not at all.", other="parts of actions, with a question for each"),
    Ruling(
        "WB-22",
        "The book turns before the end is checked and roles are chosen.",
        other="another order at the end of a set",
    ),
    Ruling(
        "WB-39",
        "Tolls are fixed when the action starts; givers choose in secret.",
        other="gifts one after the other, seen by those who follow",
    ),
    Ruling("WB-51", "Strix takes from iron, Sanatio from silver.", other="a table from spells to stacks"),
    Ruling(
        "WB-52",
        "Optio takes a cauldron for drops of the kinds it shows.",
        other="a choice of stack followed by a choice of drops",
    ),
    Ruling("WB-70", "The spare pack is off.", other="an option of the table (spare_pack) that decks can carry"),
)
"""What the rulebook leaves open; `deck.RULINGS` has the switches."""

MEASURES = Measures(
    things=things,
    held=held,
    first=first,
    plays=plays,
    owned=owned,
    kinds=KINDS,
    kind=kind,
    standing=standing,
    unit="points",
    starter=starter,
    ending=ending,
    endings=(
        End(Ending.RAVENS, "WB-60", "four ravens"),
        End(Ending.MOST_SETS, "WB-64", "60 sets"),
    ),
    figures=FIGURES,
    figure=figure,
    nearby=nearby,
    rulings=RULINGS,
)
