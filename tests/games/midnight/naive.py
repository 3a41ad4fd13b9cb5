"""A deliberately simple and slow reading of Witching Hour: Midnight, to compare the engine with."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from .naive_cards import (
    BETRAYED,
    CACKLE,
    CIRCLE,
    COUNTER_STIR,
    CURSE_YOU,
    FAILED,
    GONE_WILD,
    NEVER_LAST,
    POLYMORPH,
    POX,
    RECIPE,
    STANDARD,
    Card,
    Current,
    all_cards,
    in_full,
)
from .naive_piles import Laid, Piles

HAND = 7
"""MN-10: the cards dealt to each seat."""

MOST_TURNS = 1000
"""MN-65."""


class Naive(Piles):
    """One game, decision by decision. The lists are for reading only.

    `phase`: "turn" (a normal turn, a cursed one where `curses`, else one in Follow the Recipe where `follow_suit`),
    "declare", "pass" or "over". `turns` counts the turns that have ended, those lost to a curse and those spent on
    stacking included; the turn in which a hand is emptied does not count.
    """

    def __init__(
        self,
        deck: Mapping[str, Any],
        players: int,
        chance: Callable[[str, int], int],
        first_seat: int | None = None,
        calls_made: bool = False,
    ) -> None:
        """MN-1, MN-10, MN-11: shuffle, deal, find the first seat, turn a card up."""
        super().__init__(all_cards(deck), chance)
        self.players: int = players
        self.seats: list[int] = list(range(players))
        self.calls_made: bool = calls_made
        self.suits: list[str] = list(dict(deck["standard"]))
        self.hands: list[Counter[str]] = [Counter(self._off_the_top(HAND)) for _ in self.seats]
        self.turn: int = chance("start", players) if first_seat is None else first_seat
        self.direction: int = 1
        self.phase: str = "turn"
        self.curses: int = 0
        self.follow_suit: str | None = None
        self.open_offences: set[int] = set()
        self.sealed: dict[int, str] = {}
        self.turns: int = 0
        self.idle: int = 0
        self.moved: bool = False
        self._winners: set[int] = set()
        self._ending: str = ""
        self.current: Current = Current(STANDARD, any_suit=True)
        if self._flip():
            self.current = in_full(self._top())

    # --- questions ---

    def winners(self) -> set[int]:
        """MN-15, MN-64: empty while the game goes on."""
        return set(self._winners)

    def ending(self) -> str:
        """The clause by which the game ended: MN-15, MN-64 or MN-65; empty while it goes on."""
        return self._ending

    def pending(self) -> set[int]:
        """The seats that owe a decision now."""
        if self.phase == "over":
            return set()
        if self.phase == "pass":
            return {seat for seat in self.seats if seat not in self.sealed}
        return {self.turn}

    def legal(self, seat: int) -> set[str]:
        """All action texts of a seat, catching and owning up included."""
        if self.phase == "over":
            return set()
        texts = {f"catch {offender}" for offender in self.open_offences if offender != seat}
        if seat in self.open_offences:
            texts.add("own up")
        if seat not in self.pending():
            return texts
        if self.phase == "pass":
            return texts | {f"pass {card}" for card in self.hands[seat]}
        if self.phase == "declare":
            return texts | {f"declare {suit}" for suit in self._declarable()}
        if self.curses:
            return texts | self._legal_cursed(seat)
        return texts | (self._legal_follow(seat) if self.follow_suit else self._legal_turn(seat))

    def act(self, seat: int, text: str) -> None:
        """Carry out one legal action."""
        if text not in self.legal(seat):
            raise ValueError(f"seat {seat} may not do {text!r} now")
        word, *rest = text.split()
        if word == "catch":
            self._pay(int(rest[0]))
        elif word == "own":
            self._pay(seat)
        elif word == "play":
            self._play(seat, rest[0], rest[1:])
        elif word == "draw":
            self._draw_in_turn(seat)
        elif word == "take":
            self._take_curse(seat)
        elif word == "declare":
            self._declare(rest[0])
        else:
            self._pass(seat, rest[0])

    # --- what is legal ---

    def _size(self, seat: int) -> int:
        """The number of cards in a hand."""
        return self.hands[seat].total()

    def _allowed(self, seat: int) -> list[Card]:
        """MN-16: the cards of a hand that may be played at all."""
        cards = [self.cards[text] for text in self.hands[seat]]
        return [card for card in cards if self._size(seat) > 1 or card.kind not in NEVER_LAST]

    def _plays(self, seat: int, cards: list[Card]) -> set[str]:
        """MN-14, MN-51: each card with and without the calls that are due."""
        texts = set()
        for card in cards:
            variants = [f"play {card.text}"]
            if card.kind == POX:
                variants = self._with_call(variants, "pox")
            if self._size(seat) == 2:
                variants = self._with_call(variants, "midnight")
            texts |= set(variants)
        return texts

    def _with_call(self, variants: list[str], call: str) -> list[str]:
        """Forgotten or made; only made where calls are made for everybody."""
        made = [f"{variant} {call}" for variant in variants]
        return made if self.calls_made else variants + made

    def _legal_turn(self, seat: int) -> set[str]:
        """MN-12, MN-64: play or draw; who can play must where nothing can be drawn."""
        cards = [card for card in self._allowed(seat) if self.current.takes(card)]
        texts = self._plays(seat, cards)
        must_play = not self._can_draw() and any(card.kind != POX for card in cards)
        return texts if must_play else texts | {"draw"}

    def _legal_cursed(self, seat: int) -> set[str]:
        """MN-36, MN-45: stack any Curse You! or take; no sidestep."""
        return self._plays(seat, [card for card in self._allowed(seat) if card.kind == CURSE_YOU]) | {"take"}

    def _legal_follow(self, seat: int) -> set[str]:
        """MN-41, MN-42: a card of the Follow Suit, or a sidestep; draw only without the former."""
        cards = self._allowed(seat)
        following = [card for card in cards if card.suit == self.follow_suit]
        texts = self._plays(seat, following + [card for card in cards if card.kind == POX])
        return texts if following else texts | {"draw"}

    def _declarable(self) -> list[str]:
        """MN-25, MN-67: any suit, only Polymorph not its own."""
        return [suit for suit in self.suits if suit != self._top().suit]

    # --- turns ---

    def _from_next(self, seat: int) -> list[int]:
        """All seats in turn order, beginning with the one after `seat`, which is last itself."""
        return [(seat + step * self.direction) % self.players for step in range(1, self.players + 1)]

    def _end_turn(self) -> None:
        """MN-14, MN-64, MN-65: the next player's turn comes, and its open offence lapses; or the game is over."""
        self.turns += 1
        self.idle = 0 if self.moved else self.idle + 1
        self.moved = False
        if self.idle >= self.players:
            self._fewest_win("MN-64")
        elif self.turns >= MOST_TURNS:
            self._fewest_win("MN-65")
        else:
            self.phase = "turn"
            self.turn = self._from_next(self.turn)[0]
            self.open_offences.discard(self.turn)

    def _fewest_win(self, clause: str) -> None:
        """MN-64: the fewest cards win, equal ones share."""
        fewest = min(self._size(seat) for seat in self.seats)
        self._end_game({seat for seat in self.seats if self._size(seat) == fewest}, clause)

    def _end_game(self, winners: set[int], clause: str) -> None:
        """Nothing is left to decide, to catch or to own up to."""
        self.phase = "over"
        self.open_offences = set()
        self._winners = winners
        self._ending = clause

    def _wins(self, seat: int) -> bool:
        """MN-15: an empty hand wins."""
        if not self._size(seat):
            self._end_game({seat}, "MN-15")
        return self.phase == "over"

    def _win_or_end_turn(self, seat: int) -> None:
        """MN-15: for the cards after which nothing is decided."""
        if not self._wins(seat):
            self._end_turn()

    def _win_or_declare(self, seat: int) -> None:
        """MN-15: a last card needs no declaration."""
        if not self._wins(seat):
            self.current = Current(self._top().kind)
            self.phase = "declare"

    # --- decisions ---

    def _draw(self, seat: int, number: int) -> None:
        """MN-13: who must draw more than there is draws what there is."""
        cards = self._off_the_top(number)
        self.hands[seat].update(cards)
        self.moved = self.moved or bool(cards)

    def _pay(self, offender: int) -> None:
        """MN-14: an offence is paid for once."""
        self.open_offences.discard(offender)
        self._draw(offender, 2)

    def _draw_in_turn(self, seat: int) -> None:
        """MN-12, MN-42: one card; three in Follow the Recipe, which end the event."""
        self._draw(seat, 3 if self.follow_suit else 1)
        self.follow_suit = None
        self._done(RECIPE)
        self._end_turn()

    def _take_curse(self, seat: int) -> None:
        """MN-37: a card for each curse, and the turn is lost; a Follow the Recipe goes on (MN-43)."""
        self._draw(seat, self.curses)
        self.curses = 0
        self._done(CURSE_YOU)
        self._end_turn()

    def _declare(self, suit: str) -> None:
        """MN-6, MN-25, MN-44, MN-55: the suit alone counts; within the event it is the new Follow Suit."""
        self.current = Current(self._top().kind, suit, declared=True)
        if self.follow_suit:
            self.follow_suit = suit
        if self._top().kind == CIRCLE:
            self.phase = "pass"
        else:
            self._end_turn()

    def _pass(self, seat: int, card: str) -> None:
        """MN-55: nothing moves before all have chosen."""
        self.sealed[seat] = card
        if self.pending():
            return
        for giver, text in self.sealed.items():
            self._move(text, giver, self._from_next(giver)[0])
        self.sealed = {}
        self._end_turn()

    def _remove(self, seat: int, text: str) -> None:
        """One card leaves a hand."""
        self.hands[seat] -= Counter([text])
        self.moved = True

    def _move(self, text: str, giver: int, taker: int) -> None:
        """One card goes from hand to hand."""
        self._remove(giver, text)
        self.hands[taker][text] += 1

    # --- plays ---

    def _play(self, seat: int, text: str, calls: list[str]) -> None:
        """MN-14: without a call that is due an offence is open; then the card does what it does."""
        if self._size(seat) == 2 and "midnight" not in calls:
            self.open_offences.add(seat)
        self._remove(seat, text)
        if text == POX:
            self._play_pox(seat, "pox" in calls)
            return
        card = self.cards[text]
        lasting = card.kind if card.kind in (CURSE_YOU, RECIPE, CACKLE) else ""
        self.table.append(Laid(text, lasting))
        self.current = in_full(card)
        self._effect(seat, card.kind)

    def _effect(self, seat: int, kind: str) -> None:
        """What a played card does by itself, and what comes next."""
        if kind == COUNTER_STIR:
            self.direction = -self.direction
        elif kind == CURSE_YOU:
            self.curses += 1
        elif kind == BETRAYED:
            self._betray(seat)
        elif kind == FAILED:
            self._draw(seat, 5)
        elif kind == RECIPE:
            self._flip()
            self.current = in_full(self._top())
            self.follow_suit = self.current.suit
        elif kind == CACKLE:
            self._cackle(seat)
            return
        if kind in (POLYMORPH, CIRCLE, FAILED, GONE_WILD):
            self._win_or_declare(seat)
        else:
            self._win_or_end_turn(seat)

    def _play_pox(self, seat: int, announced: bool) -> None:
        """MN-50, MN-51: the pile stays as it was. The card itself joins no reshuffle of its own draws (MN-13)."""
        if announced:
            for other in self._from_next(seat)[:-1]:
                self._draw(other, 1)
        else:
            self._draw(seat, 3)
        self.sidesteps.append(POX)
        self._end_turn()

    def _betray(self, seat: int) -> None:
        """MN-21: one random card from every other player who holds 3 or more."""
        for victim in self._from_next(seat)[:-1]:
            if self._size(victim) >= 3:
                cards = self._in_order(list(self.hands[victim].elements()))
                self._move(cards[self.chance("take", len(cards))], victim, seat)

    def _cackle(self, cackler: int) -> None:
        """MN-60 to MN-63: lay all down, take all penalties, flip; then see who has won (MN-15) or go on."""
        in_order = self._from_next(cackler)
        forced = [
            (seat, text) for seat in in_order for text in (BETRAYED, FAILED) for _ in range(self.hands[seat][text])
        ]
        for seat, text in forced:
            self._remove(seat, text)
            self.table.append(Laid(text, CACKLE))
        for seat, text in forced:
            if text == BETRAYED:
                self._betray(seat)
            else:
                self._draw(seat, 5)
        found = self._flip()
        self._done(CACKLE)
        self.current = Current(self._top().kind, self._top().suit, declared=found, any_suit=not found)
        if not any(self._wins(seat) for seat in in_order):
            self._end_turn()
