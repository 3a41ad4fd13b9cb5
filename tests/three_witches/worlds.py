"""Every world behind a view: a brute-force list, written from the rules and not from `redeal`.

A world is one way to put the cards that the viewer does not see: hands, discards, cards face down, and
which card went back to the Lead in secret. What the others gave away is no part of it; it must only have
been possible. No two cards are alike here, so these lists are wrong for a deck with alike cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from math import factorial
from typing import Any, NamedTuple

from coven.engine.decks import Deck
from coven.engine.states import TRUTH
from coven.games.three_witches.state import HIDDEN, NONE, SEATS, TRICKS, Phase, ThreeWitches

Cards = frozenset[int]
Gifts = list[tuple[Cards, Cards, Cards]]
"""[passing][seat]: the two cards that the seat gave."""

WHOLE_DECK: Cards = frozenset(range(18))
ELIXIR = 17
EMPTY: Cards = frozenset()
HAND, DISCARD, DOWN, FIRST, SECOND = "hand", "discard", "down", "first", "second"


class Spot(NamedTuple):
    """A place for unseen cards."""

    kind: str
    seat: int
    size: int


class World(NamedTuple):
    """Where everything lies; the last four are lists by trick, as in a state."""

    hands: tuple[Cards, ...]
    discards: tuple[int, ...]
    down: tuple[int, ...]
    first: tuple[int, ...]
    second: tuple[int, ...]
    back: tuple[int, ...]


def as_cards(bits: int) -> Cards:
    """The cards of a state's set."""
    return frozenset(card for card in WHOLE_DECK if bits >> card & 1)


def as_bits(cards: Cards) -> int:
    """The cards as a state's set."""
    return sum(1 << card for card in cards)


def suit_of(deck: Deck, card: int) -> int:
    """The card's suit; the Elixir's is its own."""
    tables: Any = deck.tables
    suit: int = tables.suit[card]
    return suit


def trick_hidden(view: ThreeWitches) -> list[tuple[str, int]]:
    """The cards of the trick that lie face down, unseen: kind of spot and seat."""
    first, second = (view.lead + 1) % SEATS, (view.lead + 2) % SEATS
    laid = [(DOWN, view.lead, view.down), (FIRST, first, view.first), (SECOND, second, view.second)]
    return [(kind, seat) for kind, seat, cards in laid if cards[view.trick] == HIDDEN]


def unseen(view: ThreeWitches) -> Cards:
    """The cards that the viewer neither holds or discarded nor has seen in a trick."""
    shown = {*view.up, *view.down, *view.first, *view.second}
    if view.viewer >= 0:
        shown |= as_cards(view.hands[view.viewer]) | {view.discards[view.viewer]}
    return WHOLE_DECK - shown


def cards_in_hand(view: ThreeWitches, seat: int) -> int:
    """TW-4, TW-20, TW-30 to TW-35, TW-43: how many cards the seat holds, by what has been laid."""
    if view.phase < Phase.DISCARD:
        return 6
    if seat == view.lead:
        laid = sum(card != NONE for card in [*view.up, *view.down])
        return 6 - laid + sum(card != NONE for card in view.back)
    played = view.first if seat == (view.lead + 1) % SEATS else view.second
    laid = sum(card >= 0 or card == HIDDEN for card in played)
    return 6 - laid - (view.discards[seat] != NONE)


def spots(view: ThreeWitches) -> list[Spot]:
    """Where unseen cards, and those that the Lead took back, are."""
    discards = [Spot(DISCARD, seat, 1) for seat in range(SEATS) if view.discards[seat] == HIDDEN]
    laid = [Spot(kind, seat, 1) for kind, seat in trick_hidden(view)]
    hands = [Spot(HAND, seat, cards_in_hand(view, seat)) for seat in range(SEATS) if seat != view.viewer]
    return [*discards, *laid, *hands]


def most_worlds(view: ThreeWitches) -> int:
    """About how many worlds there are at most, to choose positions by: all cards but the returned ones anywhere."""
    most = 0
    for _, returned in returns(view):
        ways = factorial(len(unseen(view)))
        for spot in spots(view):
            is_leads_hand = spot.kind == HAND and spot.seat == view.lead
            ways //= factorial(max(0, spot.size - len(returned)) if is_leads_hand else spot.size)
        most += ways * (1 + len(returned) * len(trick_hidden(view)) * len(unseen(view)))
    return most


def returns(view: ThreeWitches) -> Iterator[tuple[tuple[int, ...], Cards]]:
    """TW-43, TW-44: each way the Lead can have taken cards back, and what of them is in its hand now.

    Out goes the other card: it cannot be laid again.
    """
    choices = [(view.up[t], view.down[t]) if view.back[t] == HIDDEN else (view.back[t],) for t in range(TRICKS)]
    for backs in product(*choices):
        held: set[int] = set()
        out: set[int] = set()
        is_possible = True
        for t in range(TRICKS):
            laid = {card for card in (view.up[t], view.down[t]) if card >= 0}
            is_possible = is_possible and not laid & out
            held -= laid
            if backs[t] >= 0:
                held.add(backs[t])
                out |= laid - {backs[t]}
        if is_possible:
            yield backs, EMPTY if view.viewer == view.lead else frozenset(held)


def may_lie(deck: Deck, view: ThreeWitches, spot: Spot, card: int) -> bool:
    """TW-5, TW-16: the Elixir is its holder's; TW-32 to TW-34: nobody holds a suit that it did not follow.

    That says nothing of the discard.
    """
    if card == ELIXIR:
        return spot.seat == view.elixir
    return spot.kind == DISCARD or not view.voids[spot.seat] >> suit_of(deck, card) & 1


def fillings(
    deck: Deck, view: ThreeWitches, open_spots: list[Spot], cards: Cards, returned: Cards
) -> Iterator[list[Cards]]:
    """Each way to put the cards into the spots, one set a spot; the returned ones stay with the Lead."""
    if not open_spots:
        if not cards:
            yield []
        return
    spot, others = open_spots[0], open_spots[1:]
    fitting = [card for card in sorted(cards) if may_lie(deck, view, spot, card)]
    if spot.seat != view.lead:
        fitting = [card for card in fitting if card not in returned]
    for chosen in combinations(fitting, spot.size):
        for rest in fillings(deck, view, others, cards - set(chosen), returned):
            yield [frozenset(chosen), *rest]


def assembled(view: ThreeWitches, backs: tuple[int, ...], filled: list[tuple[Spot, Cards]]) -> World:
    """The world in which the spots hold these cards."""
    hands = [as_cards(view.hands[seat]) for seat in range(SEATS)]
    discards = list(view.discards)
    trick = {DOWN: list(view.down), FIRST: list(view.first), SECOND: list(view.second)}
    for spot, cards in filled:
        if spot.kind == HAND:
            hands[spot.seat] = cards
        elif spot.kind == DISCARD:
            (discards[spot.seat],) = cards
        else:
            (trick[spot.kind][view.trick],) = cards
    return World(tuple(hands), tuple(discards), tuple(trick[DOWN]), tuple(trick[FIRST]), tuple(trick[SECOND]), backs)


def follows_unseen(deck: Deck, view: ThreeWitches, world: World) -> bool:
    """TW-32, TW-34, TW-36: who lies face down under an Eye has followed suit, or holds none of it."""
    for kind, seat in trick_hidden(view):
        if kind != DOWN:
            lead_suit = suit_of(deck, view.up[view.trick])
            card = (world.first if kind == FIRST else world.second)[view.trick]
            held_suits = {suit_of(deck, held) for held in world.hands[seat]}
            if suit_of(deck, card) != lead_suit and lead_suit in held_suits:
                return False
    return True


def hands_when_bid(view: ThreeWitches, world: World) -> tuple[Cards, ...]:
    """What each seat held when the bidding ended: the Lead what the Lesser Witches did not."""
    if view.phase < Phase.DISCARD:
        return world.hands
    first, second = (view.lead + 1) % SEATS, (view.lead + 2) % SEATS
    hands = list(world.hands)
    for seat, played in ((first, world.first), (second, world.second)):
        hands[seat] |= {card for card in (*played, world.discards[seat]) if card >= 0}
    hands[view.lead] = WHOLE_DECK - hands[first] - hands[second]
    return tuple(hands)


def history(view: ThreeWitches, passings: int, hands: tuple[Cards, ...]) -> Gifts | None:
    """TW-15, TW-16: gifts in so many passings that lead to these hands, or None if there are none."""
    if passings == 0:
        return []
    choices = []
    for seat in range(SEATS):
        left_hand = hands[(seat + 1) % SEATS]
        known = as_cards(view.given[passings - 1][seat])
        pairs = [known] if known else [frozenset(pair) for pair in combinations(sorted(left_hand), 2)]
        gives_elixir = ELIXIR in left_hand
        choices.append([pair for pair in pairs if pair <= left_hand and (ELIXIR in pair) == gives_elixir])
    for gifts in product(*choices):
        before = tuple(hands[seat] - gifts[seat - 1] | gifts[seat] for seat in range(SEATS))
        earlier = history(view, passings - 1, before)
        if earlier is not None:
            return [*earlier, (gifts[0], gifts[1], gifts[2])]
    return None


def worlds(deck: Deck, view: ThreeWitches) -> dict[World, Gifts]:
    """All worlds behind the view, each with passings by which it can have come about."""
    found: dict[World, Gifts] = {}
    open_spots = spots(view)
    for backs, returned in returns(view):
        for filling in fillings(deck, view, open_spots, unseen(view) | returned, returned):
            world = assembled(view, backs, list(zip(open_spots, filling, strict=True)))
            if follows_unseen(deck, view, world):
                gifts = history(view, view.passings, hands_when_bid(view, world))
                if gifts is not None:
                    found[world] = gifts
    return found


def whole_state(view: ThreeWitches, world: World, gifts: Gifts) -> ThreeWitches:
    """The world as a state; sealed gifts and proposals are any that are allowed."""
    s = view.copy()
    s.viewer = TRUTH
    s.hands = [as_bits(hand) for hand in world.hands]
    s.discards, s.back = list(world.discards), list(world.back)
    s.down, s.first, s.second = list(world.down), list(world.first), list(world.second)
    s.proposals = [view.up[view.trick] if card == HIDDEN else card for card in view.proposals]
    for passing, given in enumerate(gifts):
        s.given[passing] = [as_bits(cards) for cards in given]
    if view.phase == Phase.GIVE:
        for seat in range(SEATS):
            if seat != view.viewer and not view.owing >> seat & 1:
                hand = sorted(world.hands[seat], reverse=True)  # the Elixir is the highest number
                s.given[view.passings][seat] = as_bits(frozenset(hand[:2]))
    return s


def swapped(world: World, a: int, b: int) -> World:
    """The same with two cards in each other's place, but for the open part of the tricks and the returns."""
    other = {a: b, b: a}

    def turned(cards: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(other.get(card, card) for card in cards)

    return World(
        tuple(frozenset(other.get(card, card) for card in hand) for hand in world.hands),
        turned(world.discards),
        turned(world.down),
        turned(world.first),
        turned(world.second),
        world.back,
    )
