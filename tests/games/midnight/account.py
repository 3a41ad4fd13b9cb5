"""What a seat remembers of a game of Midnight, and whether a world is possible for it: the judge of redeals.

It is written from RULES.md ("What a seat knows") and the naive game alone: it shares nothing with what redeals read.
A seat remembers every draw, play and transfer that it saw, who was shown to lack what, and what lay outside the hands
when a new draw pile was made. A world is possible if there is a course of the game behind it: every card that has
left a hand since some moment, or is there now, was in that hand at the moment or came into it later, through no time
at which the hand was shown to lack it. At a shuffle it is known what all other hands held together. So for the
beginning and for each shuffle there must be a flow: from the kinds of which so many cards have come later, through
the cards that were played or are held, to the draws and gifts by which they came."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

NOW = 1 << 30
START = -1
Group = tuple[int, str, int, int]
"""Cards alike for the judge: hand, kind, and the times between which they have come into the hand."""


@dataclass
class Coming:
    """A card that has come into a hand: by a draw (or the deal), as a gift of a known kind, or from a third hand."""

    time: int
    gift: str = ""
    giver: int = -1


@dataclass
class Hand:
    """What a seat remembers of another hand."""

    comings: list[Coming] = field(default_factory=list)
    gone: list[tuple[str, int]] = field(default_factory=list)
    """Cards that were seen to leave it, and when."""
    lacks: list[tuple[int, frozenset[str]]] = field(default_factory=list)
    """When it was shown to hold none of some kinds."""


@dataclass
class Base:
    """A moment from which comings are counted: what the other hands held together then (None: not known)."""

    time: int
    held: Counter[str]


class Account:
    """The memory of one seat."""

    def __init__(self, players: int, viewer: int) -> None:
        """`viewer`: a seat, or -1 for a spectator."""
        self.viewer = viewer
        self.hands = {seat: Hand() for seat in range(players) if seat != viewer}
        self.bases = [Base(START, Counter())]
        self.pools: list[tuple[int, Counter[str]]] = []
        """When no suit was found: what of the suited kinds the other hands held together."""
        self.time = 0

    def drew(self, seat: int) -> None:
        """A card from the draw pile, or the deal."""
        self.time += 1
        if seat != self.viewer:
            self.hands[seat].comings.append(Coming(self.time))

    def played(self, seat: int, card: str) -> None:
        """A card left the hand openly."""
        self.time += 1
        if seat != self.viewer:
            self.hands[seat].gone.append((card, self.time))

    def lacked(self, seat: int, cards: Iterable[str]) -> None:
        """The hand was shown to hold none of these."""
        self.time += 1
        if seat != self.viewer:
            self.hands[seat].lacks.append((self.time, frozenset(cards)))

    def moved(self, moves: Sequence[tuple[int, int, str]]) -> None:
        """Cards went from hand to hand at the same time: giver, taker, and what only those two saw."""
        self.time += 2
        for giver, taker, card in moves:
            if giver == self.viewer:
                self.hands[taker].comings.append(Coming(self.time, gift=card))
            elif taker == self.viewer:
                self.hands[giver].gone.append((card, self.time - 1))
            else:
                self.hands[taker].comings.append(Coming(self.time, giver=giver))

    def shuffled(self, others: Mapping[str, int]) -> None:
        """A new draw pile: so the other hands together are known."""
        self.time += 1
        self.bases.append(Base(self.time, Counter(others)))

    def found_no_suit(self, others: Mapping[str, int]) -> None:
        """The draw pile holds no card with a suit: so the others are known to hold these together."""
        self.time += 1
        self.pools.append((self.time, Counter(others)))

    def objection(self, hands: Sequence[Mapping[str, int]]) -> str:
        """Why the hands (one for each seat) cannot be what the others hold; empty if they can."""
        for time, pool in self.pools:
            left = self._since(time, hands)
            if any(left[card] < number for card, number in pool.items()):
                return "no suit"
        for number, base in enumerate(self.bases):
            if not Flow(self, base, hands).is_full():
                return f"shuffle {number}" if number else "start"
        return ""

    def _since(self, time: int, hands: Sequence[Mapping[str, int]]) -> Counter[str]:
        found: Counter[str] = Counter()
        for seat, hand in self.hands.items():
            found.update(hands[seat])
            found.update(card for card, when in hand.gone if when > time)
        return found


class Flow:
    """The flow from kinds to comings after a base."""

    def __init__(self, account: Account, base: Base, hands: Sequence[Mapping[str, int]]) -> None:
        self.hands, self.base = account.hands, base
        self.room: list[dict[int, int]] = []
        self.names: dict[object, int] = {}
        self.source, self.sink = self._node("source"), self._node("sink")
        self.must = self.may = 0
        since = account._since(base.time, hands)
        self.fresh = {card: number - base.held[card] for card, number in since.items()}
        self.fresh |= {card: -number for card, number in base.held.items() if not since[card]}
        self.groups: Counter[Group] = Counter()
        if min(self.fresh.values(), default=0) >= 0:
            for seat in self.hands:
                self._add_hand(seat, hands[seat])
            self.forced = [group for group in self.groups if self._is_new(group)]
            for group in self.groups:
                self._add_ways(group)

    def _node(self, name: object) -> int:
        if name not in self.names:
            self.names[name] = len(self.room)
            self.room.append({})
        return self.names[name]

    def _arc(self, start: int, end: int, room: int) -> None:
        self.room[start][end] = self.room[start].get(end, 0) + room
        self.room[end].setdefault(start, 0)

    def _add_hand(self, seat: int, held: Mapping[str, int]) -> None:
        """The groups of a hand, and its comings."""
        hand = self.hands[seat]
        for card, gone in [*hand.gone, *((card, NOW) for card, number in held.items() for _ in range(number))]:
            if gone > self.base.time and self.fresh[card]:
                since = max((time for time, cards in hand.lacks if time < gone and card in cards), default=START)
                self.groups[seat, card, max(since, self.base.time), gone] += 1

    def _is_new(self, group: Group) -> bool:
        """Was the card certainly not there at the base? What was given by a third hand may have been in that."""
        seat, _, since, gone = group
        if self.base.time == START:
            return True
        return since > self.base.time and not any(
            coming.giver >= 0 and since < coming.time < gone for coming in self.hands[seat].comings
        )

    def _add_ways(self, group: Group) -> None:
        seat, card, since, gone = group
        here, number = self._node(group), self.groups[group]
        if not self._is_new(group):
            self._arc(self._node(card), here, number)
        for place, coming in enumerate(self.hands[seat].comings):
            if since < coming.time < gone and coming.gift in ("", card):
                self._arc(here, self._coming(seat, place), number)

    def _coming(self, seat: int, place: int) -> int:
        """The node of a coming; from a third hand it goes on there, whatever that lacked."""
        name = ("coming", seat, place)
        if name in self.names:
            return self.names[name]
        here, coming = self._node(name), self.hands[seat].comings[place]
        if coming.giver < 0:
            self._arc(here, self.sink, 1)
            return here
        gate = self._node(("gate", seat, place))
        self._arc(here, gate, 1)
        for earlier, other in enumerate(self.hands[coming.giver].comings):
            if self.base.time < other.time < coming.time - 1:
                self._arc(gate, self._coming(coming.giver, earlier), 1)
        return here

    def is_full(self) -> bool:
        """Is there a coming for every card that has come later?"""
        if min(self.fresh.values(), default=0) < 0:
            return False
        for group in self.forced:
            self._arc(self.source, self._node(group), self.groups[group])
            self.fresh[group[1]] -= self.groups[group]
        if min(self.fresh.values(), default=0) < 0 or not self._fill(sum(self.groups[group] for group in self.forced)):
            return False
        for card, number in self.fresh.items():
            self._arc(self.source, self._node(card), number)
        return self._fill(sum(self.fresh.values()))

    def _fill(self, number: int) -> bool:
        """So many units more, first by the shortest ways; where one finds no way, no later one does."""
        number -= sum(self._push(node) for node in list(self.room[self.source]))
        return all(self._augment() for _ in range(number))

    def _push(self, node: int) -> int:
        """Units from the source through a node and straight on to the sink, as many as go; returns how many."""
        pushed = 0
        for middle in [node, *self.room[node]]:
            way = [self.source, node] if middle == node else [self.source, node, middle]
            left = min(self.room[before][step] for before, step in pairwise(way))
            for end, room in self.room[middle].items() if left else ():
                if left and room and self.sink in self.room[end] and self.room[end][self.sink]:
                    left -= self._shift({step: before for before, step in pairwise([*way, end, self.sink])})
                    pushed += 1
        return pushed

    def _augment(self) -> bool:
        """One more unit along any way."""
        came, line = {self.source: self.source}, [self.source]
        while line:
            node = line.pop()
            for end, room in self.room[node].items():
                if room and end not in came:
                    came[end] = node
                    if end == self.sink:
                        return self._shift(came)
                    line.append(end)
        return False

    def _shift(self, came: dict[int, int]) -> bool:
        node = self.sink
        while node != self.source:
            self.room[came[node]][node] -= 1
            self.room[node][came[node]] += 1
            node = came[node]
        return True
