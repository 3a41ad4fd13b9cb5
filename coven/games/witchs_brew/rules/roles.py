"""Roles, spells and stacks of potion cards by number, and what the deck says about the cards."""

from __future__ import annotations

from typing import TypeAlias

from coven.engine import decks
from coven.engine.codes import Codes
from coven.engine.jit import rule
from coven.engine.states import Record, int8, int16, int64

ROLES = 12
ALL_ROLES = (1 << ROLES) - 1
CHOSEN = 5
"""WB-10: how many roles a player chooses for a set."""


class Role(Codes):
    """WB-30 to WB-39: the twelve role cards."""

    WOLF_KEEPER = 0
    SNAKE_HUNTER = 1
    HERB_COLLECTOR = 2
    ALCHEMIST = 3
    FORTUNE_TELLER = 4
    ASSISTANT = 5
    WIZARD = 6
    WITCH = 7
    DRUID = 8
    WARLOCK = 9
    CUTPURSE = 10
    BEGGING_MONK = 11


class Spell(Codes):
    """WB-50 to WB-53: the eight spell books."""

    COPIA = 0
    MAGUS = 1
    STRIX = 2
    SANATIO = 3
    OPTIO = 4
    HERBA = 5
    LUPUS = 6
    SERPENS = 7


class Stack(Codes):
    """WB-3: the five stacks of potion cards."""

    COPPER = 0
    IRON = 1
    SILVER = 2
    GOLD_SHELF = 3
    INGREDIENT_SHELF = 4


SPELLS = 8
CAULDRONS = 3
"""How many stacks of cauldrons there are; they come first."""
STACKS = 5
HEIGHTS = (7, 7, 7, 5, 5)
"""WB-3: potion cards in each stack."""
TALLEST = 7
FEATURES = 6


class CardTables(Record):
    """What the rules look up about potion cards: [stack][place from the top]."""

    price: list[list[int]] = int64(CAULDRONS, TALLEST)
    """The drops that a cauldron costs, as a bag."""
    need: list[list[int]] = int16(STACKS, TALLEST)
    """How many drops a cauldron costs, or how much must be on a shelf."""
    points: list[list[int]] = int16(STACKS, TALLEST)
    """What the card is worth."""
    raven: list[list[int]] = int8(STACKS, TALLEST)
    """1 if it has a raven."""
    features: list[list[int]] = int8(STACKS, 2 * TALLEST * FEATURES)
    """All of this in a row, for learners: red, green and white drops that a cauldron costs, need, points, raven.
    Zeros follow, so that a row of the same length can begin at any place."""
    all_or_nothing: int = int8()
    """1 if one adds all that a shelf is missing, or nothing (WB-40: not as we read it)."""


Deck: TypeAlias = decks.Deck[CardTables]
"""A deck of Witch's Brew."""


@rule
def is_brewer(role: int) -> bool:
    """WB-34: is it the wizard, witch or druid?"""
    return Role.WIZARD <= role <= Role.DRUID


@rule
def is_red(role: int) -> bool:
    """WB-14: is it the cutpurse or begging monk?"""
    return role >= Role.CUTPURSE


@rule
def stack_of(role: int) -> int:
    """The stack that a brewer or a red role takes from; they are in the same order."""
    return role - Role.WIZARD if role <= Role.DRUID else role - Role.CUTPURSE + Stack.GOLD_SHELF


@rule
def is_free(spell: int) -> bool:
    """WB-51: does the spell buy a cauldron for drops of any kinds?"""
    return Spell.MAGUS <= spell <= Spell.SANATIO
