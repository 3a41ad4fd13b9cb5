"""The naive game with every seat's memory of it (see `account`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from tests.games.midnight.account import Account
from tests.games.midnight.naive import Naive
from tests.games.midnight.naive_cards import BETRAYED, FAILED, POX

PENALTIES = (BETRAYED, FAILED)


class Remembered(Naive):
    """A naive game that tells accounts what their seats see."""

    def __init__(
        self, deck: Mapping[str, Any], players: int, chance: Callable[[str, int], int], *, calls_made: bool = False
    ) -> None:
        self.accounts = [Account(players, viewer) for viewer in range(-1, players)]
        """Of the spectator first, then of every seat."""
        self.moving = self.passing = False
        self.to_lay = 0
        super().__init__(deck, players, chance, calls_made=calls_made)
        for account in self.accounts:
            for seat in self.seats:
                for _ in range(self._size(seat)):
                    account.drew(seat)

    def account_of(self, viewer: int) -> Account:
        return self.accounts[viewer + 1]

    def _others(self, account: Account, *, suited: bool = False) -> Counter[str]:
        """What all hands but the account's own hold together."""
        found: Counter[str] = Counter()
        for seat in account.hands:
            found.update({text: n for text, n in self.hands[seat].items() if not suited or self.cards[text].suit})
        return found

    def _shuffled(self, kind: str, cards: list[str]) -> list[str]:
        if kind == "reshuffle":
            for account in self.accounts:
                account.shuffled(self._others(account))
        return super()._shuffled(kind, cards)

    def _draw(self, seat: int, number: int) -> None:
        for _ in range(number):
            before = self._size(seat)
            super()._draw(seat, 1)
            if self._size(seat) > before:
                for account in self.accounts:
                    account.drew(seat)

    def _draw_in_turn(self, seat: int) -> None:
        if self.follow_suit:
            self._lack(seat, [text for text, card in self.cards.items() if card.suit == self.follow_suit])
        elif not self._can_draw():
            alone = self._size(seat) == 1
            taken = [card for card in self.cards.values() if self.current.takes(card) and card.kind != POX]
            self._lack(seat, [card.text for card in taken if not (alone and card not in self._may_be_last(taken))])
        super()._draw_in_turn(seat)

    def _may_be_last(self, cards: list[Any]) -> list[Any]:
        from tests.games.midnight.naive_cards import NEVER_LAST

        return [card for card in cards if card.kind not in NEVER_LAST]

    def _lack(self, seat: int, cards: list[str]) -> None:
        for account in self.accounts:
            account.lacked(seat, cards)

    def _remove(self, seat: int, text: str) -> None:
        super()._remove(seat, text)
        if self.moving:
            return
        for account in self.accounts:
            account.played(seat, text)
        if self.to_lay:
            self.to_lay -= 1
            if not self.to_lay:
                self._lack_penalties()

    def _lack_penalties(self) -> None:
        for seat in self.seats:
            self._lack(seat, list(PENALTIES))

    def _cackle(self, cackler: int) -> None:
        self.to_lay = sum(self.hands[seat][text] for seat in self.seats for text in PENALTIES)
        if not self.to_lay:
            self._lack_penalties()
        super()._cackle(cackler)

    def _move(self, text: str, giver: int, taker: int) -> None:
        self.moving = True
        super()._move(text, giver, taker)
        self.moving = False
        if not self.passing:
            for account in self.accounts:
                account.moved([(giver, taker, text)])

    def _pass(self, seat: int, card: str) -> None:
        sealed = {**self.sealed, seat: card}
        self.passing = True
        super()._pass(seat, card)
        self.passing = False
        if self.phase != "pass":
            direction = self.direction
            moves = [(giver, (giver + direction) % self.players, text) for giver, text in sealed.items()]
            for account in self.accounts:
                account.moved(moves)

    def _flip(self) -> bool:
        found = super()._flip()
        if not found and hasattr(self, "turn"):
            for account in self.accounts:
                account.found_no_suit(self._others(account, suited=True))
        return found
