"""Every world behind a view: a brute-force list, written from the rules and not from `redeal`.

A world is one way to put the cards that the viewer does not see: hands, discards, cards face down, and
which card went back to the Lead in secret. What the others gave away is no part of it; it must only have
been possible. No two cards are alike here, so these lists are wrong for a deck with alike cards.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from math import factorial
from typing import Any, NamedTuple

from coven.engine.decks import AnyDeck
from coven.engine.dice import seed_words
from coven.engine.seats import over
from coven.engine.states import SPECTATOR, TRUTH
from coven.games.three_witches.deck import default_deck
from coven.games.three_witches.rules import actions, contract
from coven.games.three_witches.rules.state import HIDDEN, NONE, SEATS, TRICKS, Phase, ThreeWitches
from coven.games.three_witches.rules.view import hide

Cards = frozenset[int]
Gifts = list[tuple[Cards, Cards, Cards]]
"""[passing][seat]: the two cards that the seat gave."""

WHOLE_DECK: Cards = frozenset(range(18))
ELIXIR = 17
EMPTY: Cards = frozenset()
HAND, DISCARD, DOWN, FIRST, SECOND = "hand", "discard", "down", "first", "second"

MOST_WORLDS = 900
POSITIONS = 4
"""How many positions of each kind are looked for, each in another game."""
GAMES = 150
BIDDINGS = [f"bidding {n}, viewer {viewer}" for n in range(4) for viewer in range(SEATS)]
MOMENTS = {
    Phase.GIVE: "giving",
    Phase.DISCARD: "discarding",
    Phase.LEAD: "leading",
    Phase.CONCEAL: "concealing",
    Phase.FIRST: "first",
    Phase.SECOND: "second",
    Phase.LATE: "late",
    Phase.RETURN: "returning",
    Phase.PROPOSE: "proposing",
}
FEATURES = [
    "first hidden", "second hidden", "one void", "two voids", "both void", "secret return", "two secret returns",
    "Elixir in a Lesser Witch's hand", "Elixir discarded", "Elixir at the Lead", "Elixir sent back",
    "passings before the brew", "spectator",
]  # fmt: skip
KINDS = [*BIDDINGS, *MOMENTS.values(), *FEATURES]


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


def suit_of(deck: AnyDeck, card: int) -> int:
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
    """About how many worlds there are at most: all cards but the returned ones anywhere."""
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


def may_lie(deck: AnyDeck, view: ThreeWitches, spot: Spot, card: int) -> bool:
    """TW-5, TW-16: the Elixir is its holder's; TW-32 to TW-34: nobody holds a suit that it did not follow.

    That says nothing of the discard.
    """
    if card == ELIXIR:
        return spot.seat == view.elixir
    return spot.kind == DISCARD or not view.voids[spot.seat] >> suit_of(deck, card) & 1


def fillings(
    deck: AnyDeck, view: ThreeWitches, open_spots: list[Spot], cards: Cards, returned: Cards
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


def follows_unseen(deck: AnyDeck, view: ThreeWitches, world: World) -> bool:
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


def worlds(deck: AnyDeck, view: ThreeWitches) -> dict[World, Gifts]:
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


def hidden_cards(view: ThreeWitches, world: World) -> list[int]:
    """The cards in the places that the viewer does not see."""
    cards = {card for seat, hand in enumerate(world.hands) if seat != view.viewer for card in hand}
    for shown, lying in places(view, world):
        cards |= {card for is_seen, card in zip(shown, lying, strict=True) if is_seen == HIDDEN}
    return sorted(cards)


def places(view: ThreeWitches, world: World) -> list[tuple[list[int], tuple[int, ...]]]:
    """Discards and face-down cards: in the view and in the world."""
    return [
        (view.discards, world.discards),
        (view.down, world.down),
        (view.first, world.first),
        (view.second, world.second),
    ]


def swapped(view: ThreeWitches, world: World, a: int, b: int) -> World:
    """The same with two hidden cards in each other's place: a placement that shows the same view."""
    other = {a: b, b: a}
    hands = tuple(frozenset(other.get(card, card) for card in hand) for hand in world.hands)
    discards, down, first, second = (
        tuple(other.get(card, card) if is_seen == HIDDEN else card for is_seen, card in zip(shown, lying, strict=True))
        for shown, lying in places(view, world)
    )
    return World(hands, discards, down, first, second, world.back)


@dataclass(frozen=True)
class Position:
    """A view and all that can be behind it."""

    view: ThreeWitches
    worlds: dict[World, Gifts]


def view_of(deck: AnyDeck, s: ThreeWitches, viewer: int) -> ThreeWitches:
    """What the viewer sees."""
    tables: Any = deck.tables
    view = ThreeWitches()
    hide(tables, s, viewer, view)
    return view


def random_game(deck: AnyDeck, seed: int) -> Iterator[ThreeWitches]:
    """A game's states, one object that changes; after an odd seed there is much passing."""
    rng, out = random.Random(seed), [0] * actions.MOST_LEGAL
    tables: Any = deck.tables
    s = ThreeWitches()
    s.viewer, s.players, s.seed = TRUTH, SEATS, seed_words(seed)
    contract.setup(tables, s)
    while not over(s):
        yield s
        seat = rng.choice([seat for seat in range(SEATS) if s.owing >> seat & 1])
        legal = out[: contract.legal(tables, s, seat, out)]
        is_reluctant = s.phase <= Phase.RAISE and rng.random() < (0.97 if seed % 2 else 0.5)
        contract.apply(tables, s, seat, legal[0] if is_reluctant else rng.choice(legal))


def kinds(s: ThreeWitches, view: ThreeWitches) -> set[str]:
    """What this is an example of, among KINDS."""
    if view.phase <= Phase.RAISE:
        return {f"bidding {s.passings}, viewer {view.viewer}"}
    void = [voids.bit_count() for voids in s.voids]
    secrets = view.back.count(HIDDEN)
    is_lesser = s.phase > Phase.DISCARD and s.elixir not in (NONE, s.lead, view.viewer)
    is_leads = s.phase > Phase.DISCARD and s.elixir == s.lead != view.viewer
    known = {
        "first hidden": HIDDEN in view.first,
        "second hidden": HIDDEN in view.second,
        "one void": sum(void) == 1,
        "two voids": max(void) > 1,
        "both void": sum(count > 0 for count in void) == 2,
        "secret return": secrets == 1,
        "two secret returns": secrets > 1,
        "Elixir in a Lesser Witch's hand": is_lesser and s.discards[s.elixir] != ELIXIR,
        "Elixir discarded": is_lesser and s.discards[s.elixir] == ELIXIR,
        "Elixir at the Lead": is_leads,
        "Elixir sent back": is_leads and ELIXIR in s.back,
        "passings before the brew": s.passings > 1 and view.viewer >= 0 and s.phase > Phase.DISCARD,
        "spectator": view.viewer == SPECTATOR,
    }
    return {name for name, is_so in known.items() if is_so} | {MOMENTS[view.phase]}


@cache
def positions() -> dict[str, list[Position]]:
    """Up to POSITIONS positions of each kind, from random games, with 2 to MOST_WORLDS worlds each."""
    deck, found = default_deck(), {kind: list[Position]() for kind in KINDS}
    for seed in range(GAMES):
        rng, wanted = random.Random(seed), {kind for kind in KINDS if len(found[kind]) < POSITIONS}
        for s in random_game(deck, seed) if wanted else ():
            view = view_of(deck, s, rng.randrange(SPECTATOR, SEATS))
            fresh = wanted & kinds(s, view)
            if not fresh or rng.random() < 0.5 or most_worlds(view) > 4 * MOST_WORLDS:
                continue
            position = Position(view, worlds(deck, view))
            if 2 <= len(position.worlds) <= MOST_WORLDS:
                wanted -= fresh
                for kind in fresh:
                    found[kind].append(position)
    return found
