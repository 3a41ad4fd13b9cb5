"""What a report on Midnight counts. Things are the standard cards, and each type of special card."""

from __future__ import annotations

from collections.abc import Sequence

from coven.engine.jit import popcount, rule
from coven.engine.measures import NOTHING, End, Figure, Measures, Ruling, Thing
from coven.games.midnight.deck import TYPES, nearby, words
from coven.games.midnight.rules import actions
from coven.games.midnight.rules.cards import TYPES as TYPE_COUNT
from coven.games.midnight.rules.cards import CardTables, Deck, Type
from coven.games.midnight.rules.state import Ending, Midnight, Phase

KINDS = ("plays", "draws", "curses taken", "suits declared", "cards passed", "owned up", "catches")
PLAYS, DRAWS, CURSES, DECLARATIONS, PASSES, OWNED_UP, CATCHES = range(len(KINDS))
FIGURES = (
    Figure("turns", "turns a game", is_share=False),
    Figure("reshuffles", "reshuffles a game", is_share=False),
)


def things(deck: Deck) -> Sequence[Thing]:
    """Standard cards by kind, then special ones by type."""
    standard = [
        Thing(deck.cards[kind], deck.titles[kind], "Standard cards")
        for kind in range(deck.tables.kinds)
        if deck.tables.type[kind] == Type.STANDARD
    ]
    special = [Thing(TYPES[what], words(TYPES[what]), "Special cards") for what in TYPES if what != Type.STANDARD]
    return [*standard, *special]


@rule
def as_things(deck: CardTables, kinds: int) -> int:
    """A set of kinds as a set of things."""
    standard = deck.of_type[Type.STANDARD]
    found = kinds & standard
    place = popcount(standard) - 1
    for what in range(1, TYPE_COUNT):
        if kinds & deck.of_type[what]:
            found |= 1 << place + what
    return found


@rule
def held(deck: CardTables, s: Midnight, seat: int) -> int:
    """The hand, in the seat's turn."""
    return as_things(deck, s.held[seat]) if s.phase == Phase.TURN and s.turn == seat else 0


@rule
def first(deck: CardTables, s: Midnight, seat: int) -> int:
    """MN-10: the seven cards dealt."""
    return as_things(deck, s.held[seat])


@rule
def plays(deck: CardTables, s: Midnight, seat: int, action: int) -> int:
    """The card that is played."""
    if action >= actions.DRAW:
        return NOTHING
    kind = action // actions.CALLS
    what = deck.type[kind]
    return kind if what == Type.STANDARD else popcount(deck.of_type[Type.STANDARD]) - 1 + what


@rule
def kind(deck: CardTables, s: Midnight, seat: int, action: int) -> int:
    """The block of action numbers."""
    if action < actions.DRAW:
        return PLAYS
    if action < actions.DECLARE:
        return DRAWS if action == actions.DRAW else CURSES
    if action < actions.OWN_UP:
        return DECLARATIONS if action < actions.PASS else PASSES
    return OWNED_UP if action == actions.OWN_UP else CATCHES


@rule
def standing(deck: CardTables, s: Midnight, seat: int) -> int:
    """MN-15: the fewer cards the better."""
    return -s.hand_size[seat]


@rule
def starter(deck: CardTables, s: Midnight) -> int:
    """MN-11: who begins."""
    return s.starter


@rule
def ending(s: Midnight) -> int:
    """An Ending."""
    return s.ending


@rule
def figure(deck: CardTables, s: Midnight, out: list[int]) -> None:
    """Turns and reshuffles."""
    out[0] = s.turns + 1 if s.ending == Ending.EMPTY_HAND else s.turns
    out[2] = s.shuffles
    out[1] = 1
    out[3] = 1


RULINGS = (
    Ruling(
        "MN-63",
        "Of a card that a Wicked Cackle turns up only the suit counts.",
        "flip-in-full",
        "the card counts in full, with colour and shape.",
    ),
    Ruling(
        "MN-4",
        "Betrayed is red and Follow the Recipe is yellow.",
        other="cards that match nothing, and rules of thumb for them",
    ),
    Ruling(
        "MN-20",
        "Betrayed goes only on a red card that counts in full.",
        other="a colour that stays in force under a declared suit",
    ),
    Ruling(
        "MN-30",
        "With two players a Counter Stir simply passes the turn on.",
        other="a turn that stays with its seat, also in redeals",
    ),
    Ruling(
        "MN-36",
        "A curse can be stacked or taken, and no sidestep turns it away.",
        other="a stack of curses that moves on without a card",
    ),
    Ruling(
        "MN-41",
        "Who holds a card of the Follow Suit must play one.",
        other="a draw by choice, which then tells nothing about the hand",
    ),
    Ruling(
        "MN-61, MN-62",
        "Forced cards include those of the one who cackles; penalties go in turn order.",
        other="another order of the penalties",
    ),
    Ruling(
        "MN-67",
        "A declaration may name the suit that counts.",
        other="the suit before the play, kept until the declaration",
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
    unit="cards",
    starter=starter,
    ending=ending,
    endings=(
        End(Ending.EMPTY_HAND, "MN-15", "an empty hand"),
        End(Ending.STANDSTILL, "MN-64", "no card moved in a full round"),
        End(Ending.MOST_TURNS, "MN-65", "1,000 turns"),
    ),
    figures=FIGURES,
    figure=figure,
    nearby=nearby,
    rulings=RULINGS,
)
