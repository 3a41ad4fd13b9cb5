"""A deliberately simple and slow reading of Witch's Brew, to compare the engine with.

The whole game is one generator: it yields what each seat that is asked may answer, and is sent who answered what.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from tests.games.witchs_brew.naive_table import ROLES, STACKS, Flow, Table, as_dict

ENOUGH_RAVENS = 4
MOST_SETS = 60
CHOSEN = 5
TURNED_UP = {3: 2, 4: 1}
"""WB-70: the roles of the spare pack that are turned up for each set."""


class Naive(Table):
    """One game, decision by decision. `spare` gives the order of the spare pack whenever it is shuffled (WB-70)."""

    def __init__(
        self,
        cards: dict[str, Any],
        players: int,
        books: list[str],
        starter: int,
        spare: Callable[[], list[str]] | None = None,
    ) -> None:
        super().__init__(cards, players, books)
        self.starter = self.begins = starter
        self.seen_books = {books[0]}
        self._shuffled = spare
        self._spare: list[str] = []
        self.turned_up: list[str] = []
        self.excluded: list[str] = []
        self.set = 0
        self._winners: list[int] = []
        self._ending = ""
        self._flow = self._game()
        self._asked = next(self._flow)

    # --- questions ---

    def pending(self) -> set[int]:
        """The seats that owe a decision."""
        return set(self._asked)

    def legal(self, seat: int) -> set[str]:
        """The action texts that a seat may choose from."""
        return set(self._asked.get(seat, []))

    def act(self, seat: int, text: str) -> None:
        """Carry out one legal action."""
        if text not in self.legal(seat):
            raise ValueError(f"seat {seat} may not do {text!r} now")
        try:
            self._asked = self._flow.send((seat, text))
        except StopIteration:
            self._asked = {}

    def winners(self) -> set[int]:
        """Who has won; nobody before the game is over."""
        return set(self._winners)

    def ending(self) -> str:
        """The clause that ended the game; "" before it is over."""
        return self._ending

    # --- the game ---

    def _game(self) -> Flow[None]:
        """WB-21, WB-60, WB-64: set after set."""
        for number in range(1, MOST_SETS + 1):
            self._turn_up()
            self.set, self.round = number, 0
            yield from self._play_set()
            self._turn_book()
            if sum(self.ravens(seat) for seat in self.seats) >= ENOUGH_RAVENS:
                return self._end("WB-60")
            if not any(self.stacks.values()):
                raise AssertionError("WB-63: ten ravens lie in empty stacks")
        return self._end("WB-64")

    def _turn_up(self) -> None:
        """WB-70: some roles are turned up; a spare pack that is used up is shuffled first."""
        if self._shuffled is None:
            return
        if not self._spare:
            self._spare, self.turned_up = self._shuffled(), []
            assert sorted(self._spare) == sorted(ROLES)
            self.happened["spare pack shuffled"] += 1
        number = TURNED_UP[self.players]
        self.excluded, self._spare = self._spare[:number], self._spare[number:]
        self.turned_up = self.turned_up + self.excluded

    def _turn_book(self) -> None:
        """WB-22: the top spell book goes to the bottom."""
        self.books = [*self.books[1:], self.books[0]]
        self.seen_books.add(self.books[0])
        for lying in self.on_shelf.values():
            self.happened["shelf carried over to the next set"] += lying.total() > 0

    def _end(self, clause: str) -> None:
        """WB-61, WB-62: most points; of several, most drops and gold; of several still, all."""
        best = max(self.points(seat) for seat in self.seats)
        first = [seat for seat in self.seats if self.points(seat) == best]
        rest = {seat: sum(self.goods[seat][kind] for kind in ("red", "green", "white", "gold")) for seat in first}
        self._winners = [seat for seat in first if rest[seat] == max(rest.values())]
        self._ending = clause
        self.phase, self.turn = "over", None
        self.happened[clause] += 1
        self.happened["shared victory"] += len(self._winners) > 1
        self.happened["tie broken by what is left"] += len(self._winners) < len(first)

    # --- a set ---

    def _play_set(self) -> Flow[None]:
        """WB-10 to WB-22."""
        yield from self._choose()
        seat = self.begins
        while any(self.hands):
            while not self.hands[seat]:
                seat = self.left(seat)
            self.happened["playing alone"] += sum(1 for hand in self.hands if hand) == 1
            seat = yield from self._play_round(seat)
        self.begins = seat
        self.happened[f"{self.round} rounds in a set"] += 1

    def _choose(self) -> Flow[None]:
        """WB-10: all choose five roles, unseen."""
        self.phase, self.turn = "choose", self.begins
        self.played = [[] for _ in self.seats]
        self.chosen: list[list[str]] = [[] for _ in self.seats]
        open_roles = [role for role in ROLES if role not in self.excluded]
        while any(len(chosen) < CHOSEN for chosen in self.chosen):
            seat, text = yield {
                seat: [f"choose {role}" for role in open_roles if role not in self.chosen[seat]]
                for seat in self.seats
                if len(self.chosen[seat]) < CHOSEN
            }
            self.chosen[seat].append(text.split()[1])
        self.hands, self.chosen = self.chosen, [[] for _ in self.seats]

    def _play_round(self, leader: int) -> Flow[int]:
        """WB-12 to WB-16: returns who claimed the role last."""
        call = yield from self.ask(leader, "call", [f"call {role}" for role in self.hands[leader]])
        role = call.split()[1]
        self._begin_round(leader, role)
        self._play_card(leader, "claim")
        could = {leader: self.could_pay(leader)}
        seat = self.left(leader)
        while seat != leader:
            if role not in self.hands[seat]:
                self.answers[seat] = "pass"
            else:
                answer = yield from self.ask(seat, "answer", ["claim", "favour"])
                self._play_card(seat, answer)
                if answer == "claim":
                    self.claimant = seat
                    could[seat] = self.could_pay(seat)
                else:
                    self.deeds[seat] = yield from self.carry_out(seat, role, is_full=False)
            seat = self.left(seat)
        self.is_full = True
        claimant = self.claimant
        assert claimant is not None
        self.note_disappointment(claimant, could[claimant])
        self.deeds[claimant] = yield from self.carry_out(claimant, role, is_full=True)
        return claimant

    def _begin_round(self, leader: int, role: str) -> None:
        """What is told of the round before is forgotten."""
        self.round += 1
        self.leader, self.claimant, self.role, self.is_full = leader, leader, role, False
        self.answers = [None for _ in self.seats]
        self.deeds = [None for _ in self.seats]
        self.tolls = [0 for _ in self.seats]
        self.paid = [Counter() for _ in self.seats]
        self.got = [Counter() for _ in self.seats]
        self.got_card = [None for _ in self.seats]

    def _play_card(self, seat: int, answer: str) -> None:
        """WB-13: the card leaves the hand."""
        assert self.role is not None
        self.hands[seat].remove(self.role)
        self.played[seat].append(self.role)
        self.answers[seat] = answer

    # --- what a seat knows ---

    def view(self, viewer: int | None) -> dict[str, Any]:
        """All that a seat (None: a spectator) may know, in the words of the engine's plain data."""
        own = [] if viewer is None else self.hands[viewer] + self.chosen[viewer]
        return {
            **self._public(),
            "you": viewer,
            "hand": in_order(own),
            "picked": as_dict(Counter() if viewer is None else self.picked[viewer]),
            "to_pick": 0 if viewer is None else self.due[viewer],
        }

    def _public(self) -> dict[str, Any]:
        """WB-4, WB-6, WB-20, WB-70: what everybody sees."""
        return {
            "phase": self.phase,
            "pending": sorted(self.pending()),
            "set": self.set,
            "round": self.round,
            "starter": self.starter,
            "hand_sizes": [len(hand) for hand in self.hands],
            "played": [in_order(played) for played in self.played],
            "role": self.role,
            "leader": self.leader,
            "claimant": self.claimant,
            "turn": self.turn,
            "is_full": self.is_full,
            "answers": list(self.answers),
            "deeds": list(self.deeds),
            "tolls": list(self.tolls),
            "got_card": list(self.got_card),
            "winners": sorted(self._winners),
            "books": [book if book in self.seen_books else "hidden" for book in self.books],
            "spare_pack": self._shuffled is not None,
            "excluded": in_order(self.excluded),
            "turned_up": list(self.turned_up),
            **self._areas(),
        }

    def _areas(self) -> dict[str, Any]:
        """What lies before each seat and in the middle."""
        return {
            "goods": [as_dict(goods) for goods in self.goods],
            "paid": [as_dict(paid) for paid in self.paid],
            "got": [as_dict(got) for got in self.got],
            "cards": [[card.name for stack in STACKS for card in cards if card.stack == stack] for cards in self.cards],
            "card_points": [sum(card.points for card in cards) for cards in self.cards],
            "points": [self.points(seat) for seat in self.seats],
            "ravens": [self.ravens(seat) for seat in self.seats],
            "ravens_to_end": ENOUGH_RAVENS,
            "tops": {stack: cards[0].name if cards else None for stack, cards in self.stacks.items()},
            "left": {stack: len(cards) for stack, cards in self.stacks.items()},
            "on_shelf": {shelf: as_dict(lying) for shelf, lying in self.on_shelf.items()},
        }


def in_order(roles: list[str]) -> list[str]:
    """Roles in the order of the rulebook."""
    return sorted(roles, key=ROLES.index)
