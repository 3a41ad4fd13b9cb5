"""The draw pile, the discard pile and the sidesteps of Witching Hour: Midnight as the naive reading sees them."""

from collections.abc import Callable
from dataclasses import dataclass

from .naive_cards import Card


@dataclass(eq=False)
class Laid:
    """A card of the discard pile; `effect` names the effect that it is a part of as long as that lasts (MN-13)."""

    text: str
    effect: str = ""


class Piles:
    """What lies on the table: `pile` with its top first, `table` (the discard pile) with its top last."""

    def __init__(self, cards: list[Card], chance: Callable[[str, int], int]) -> None:
        """MN-1: all cards shuffled together."""
        self.chance = chance
        self.cards: dict[str, Card] = {card.text: card for card in cards}
        self.order: list[str] = [card.text for card in cards]
        self.table: list[Laid] = []
        self.sidesteps: list[str] = []
        self.pile: list[str] = self._shuffled("deal", self.order)

    @property
    def discard(self) -> list[str]:
        """The discard pile, the top last."""
        return [laid.text for laid in self.table]

    def _top(self) -> Card:
        """The top of the discard pile."""
        return self.cards[self.table[-1].text]

    def _in_order(self, cards: list[str]) -> list[str]:
        """Sorted by the card numbers."""
        return sorted(cards, key=self.order.index)

    def _shuffled(self, kind: str, cards: list[str]) -> list[str]:
        """From the order of the card numbers, from the last place down."""
        cards = self._in_order(cards)
        for last in range(len(cards) - 1, 0, -1):
            other = self.chance(kind, last + 1)
            cards[last], cards[other] = cards[other], cards[last]
        return cards

    def _staying(self) -> list[Laid]:
        """MN-13: the top discard, and the cards whose effect is being carried out."""
        return [laid for place, laid in enumerate(self.table) if laid.effect or place == len(self.table) - 1]

    def _spare(self) -> list[str]:
        """MN-13: what a reshuffle would bring."""
        staying = self._staying()
        return [laid.text for laid in self.table if laid not in staying] + self.sidesteps

    def _can_draw(self) -> bool:
        """MN-64: not both piles are spent."""
        return bool(self.pile or self._spare())

    def _off_the_top(self, number: int) -> list[str]:
        """MN-13: the next cards of the draw pile, as many as there are; shuffled anew only when one is needed."""
        cards: list[str] = []
        while len(cards) < number and self._can_draw():
            if not self.pile:
                spare, self.table, self.sidesteps = self._spare(), self._staying(), []
                self.pile = self._shuffled("reshuffle", spare)
            cards.append(self.pile.pop(0))
        return cards

    def _flip(self) -> bool:
        """MN-10, MN-40, MN-63: turn cards over until a suit shows; nothing where there is none left."""
        if not any(self.cards[text].suit for text in self.pile + self._spare()):
            return False
        while True:
            [text] = self._off_the_top(1)  # this may reshuffle the table
            self.table.append(Laid(text))
            if self._top().suit:
                return True

    def _done(self, effect: str) -> None:
        """MN-13: an effect is over; its cards are discards like any others."""
        for laid in self.table:
            if laid.effect == effect:
                laid.effect = ""
