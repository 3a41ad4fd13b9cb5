"""The cards of Witching Hour: Midnight as the naive reading sees them, and what may lie on what."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

STANDARD = "standard"
POLYMORPH = "polymorph"
COUNTER_STIR = "counter-stir"
CURSE_YOU = "curse-you"
BETRAYED = "betrayed"
RECIPE = "follow-the-recipe"
POX = "a-pox-on-all-of-you"
CIRCLE = "coven-circle"
FAILED = "failed-spell"
CACKLE = "wicked-cackle"
GONE_WILD = "witch-gone-wild"

SUITED = (POLYMORPH, COUNTER_STIR, CURSE_YOU)
"""MN-4: the specials that bear a suit."""

BARE = (BETRAYED, RECIPE, POX, CIRCLE, FAILED, CACKLE, GONE_WILD)
"""MN-4: the specials without a suit."""

WILD = (CIRCLE, FAILED, CACKLE, GONE_WILD)
"""MN-5: playable on anything."""

NEVER_LAST = (POX, CIRCLE, CACKLE)
"""MN-16: these may not be the last card played."""


@dataclass(frozen=True)
class Card:
    """MN-2, MN-4: what is printed on a card."""

    text: str
    kind: str
    suit: str | None = None
    shape: str | None = None
    colour: str | None = None


@dataclass(frozen=True)
class Current:
    """What counts on the discard pile (MN-3, MN-6).

    `kind` is that of the card on top. With `declared` the suit alone counts (named, or set by Wicked Cackle's flip).
    With `any_suit` Wicked Cackle found no card with a suit (MN-63). Between a wild card and its declaration nothing
    counts: all three are None.
    """

    kind: str
    suit: str | None = None
    colour: str | None = None
    shape: str | None = None
    declared: bool = False
    any_suit: bool = False

    @property
    def red_only(self) -> bool:
        """MN-22: a Betrayed that was played counts (a forced one is covered by the flip, MN-63)."""
        return self.kind == BETRAYED and self.colour == "red"

    def takes(self, card: Card) -> bool:
        """Whether a card may be played in a normal turn (the last card aside, MN-16)."""
        if card.kind in WILD or card.kind == POX:
            return True
        if card.kind == BETRAYED:  # MN-20
            return self.kind in (STANDARD, BETRAYED) and self.colour == "red"
        if card.kind == RECIPE:  # MN-40
            return self.kind == STANDARD and self.colour == "yellow"
        if self.any_suit or card.suit == self.suit:  # MN-3, MN-25, MN-30, MN-35, MN-63
            return True
        if card.kind in (POLYMORPH, COUNTER_STIR):  # MN-25, MN-30
            return card.kind == self.kind
        if card.kind == STANDARD:  # MN-3; both are None after a declaration (MN-6)
            return card.colour == self.colour or card.shape == self.shape
        return False


def in_full(card: Card) -> Current:
    """MN-6: a top card that is matched in full."""
    return Current(card.kind, card.suit, card.colour, card.shape)


def all_cards(deck: Mapping[str, Any]) -> list[Card]:
    """MN-1: two copies of a deck, in the order of the card numbers, cards alike next to each other."""
    cards = [
        Card(f"{suit}-{shape}", STANDARD, suit, shape, colour)
        for suit, shapes in dict(deck["standard"]).items()
        for shape, colour in dict(shapes).items()
    ]
    special = deck["special"]
    cards += [Card(f"{kind}-{suit}", kind, suit) for kind in SUITED for suit in special.get(kind, [])]
    colours = {BETRAYED: "red", RECIPE: "yellow"}
    cards += [Card(kind, kind, colour=colours.get(kind)) for kind in BARE for _ in range(special.get(kind, 0))]
    numbers = Counter(cards)  # in the order of their first appearance
    return [card for card, number in numbers.items() for _ in range(2 * number)]
