"""What acts tell of hidden cards: likelihoods in 3 Witches."""

from __future__ import annotations

import copy
import math
from collections.abc import Iterator
from itertools import combinations

import pytest

from coven.engine.dice import open_stream, seed_words
from coven.engine.match import Match
from coven.games.three_witches.deck import default_deck
from coven.games.three_witches.game import GAME
from coven.games.three_witches.mind import beliefs
from coven.games.three_witches.mind.thumb import GREATEST_MISS, company, level, promise
from coven.games.three_witches.rules.actions import BID_3, BID_4, PASS
from coven.games.three_witches.rules.cards import ALL, ELIXIR_BIT, DeckTables, without_cards
from coven.games.three_witches.rules.state import SEATS, Call, Phase, ThreeWitches
from coven.players import make_player
from tests.games.three_witches.position import cards, tables

DECK = default_deck()
TABLES: DeckTables = tables(DECK)
REDEAL = 100
"""Purpose of the dice stream for redeals."""
GAMES, WORLDS = 12, 12


def hand(text: str) -> int:
    return cards(DECK, text.split())


def members(hand: int) -> list[int]:
    return [card for card in range(18) if hand >> card & 1]


@pytest.mark.clause("TW-20")
def test_the_likeliest_discard_is_the_least_useful_card() -> None:
    six = hand("owl-2 owl-4 dog-2 dog-6 bat-3 newt-4")
    others = without_cards(TABLES, ALL, six)
    chances = {card: beliefs.discard_chance(TABLES, six, card) for card in members(six)}
    assert max(chances, key=lambda card: chances[card]) == min(members(six), key=lambda c: company(TABLES, c, others))
    assert sum(chances.values()) == pytest.approx(1.0)
    assert min(chances.values()) >= beliefs.LAPSE / 6, "no discard is impossible"


def chance_of(hand: int, options: list[int], action: int, own_bid: int) -> float:
    """What an observer thinks of one call, from the options that its seat had."""
    goal = level(TABLES, without_cards(TABLES, ALL, hand))
    bids = {PASS: own_bid, BID_3: Call.THREE, BID_4: Call.FOUR}
    appeals = {
        option: promise(TABLES, hand, bids[option], goal) if bids[option] else -GREATEST_MISS for option in options
    }
    weights = {option: math.exp(appeal / beliefs.CALL_HEAT) for option, appeal in appeals.items()}
    softmax = weights[action] / sum(weights.values())
    return (1 - beliefs.LAPSE) * softmax + beliefs.LAPSE / len(options)


def biddings(match: Match, chances: list[float], said: list[int]) -> Iterator[tuple[ThreeWitches, list[float]]]:
    """Every course of the bidding from here, after every call: the truth, and how likely each seat's calls were."""
    s = match.state
    assert isinstance(s, ThreeWitches)
    yield s, chances
    if s.phase > Phase.RAISE:
        return
    seat = match.pending[0]
    for action in match.numbers(seat):
        if [*said, action] == [PASS, PASS, BID_3, PASS, PASS, BID_4]:
            continue  # whether she bid 4 at once, nobody can tell from the view: see `opener`
        other = copy.deepcopy(match)
        own_bid = Call.THREE if s.phase == Phase.RAISE and seat == s.lead else 0
        chance = chance_of(s.hands[seat], match.numbers(seat), action, own_bid)
        other.act(seat, action)
        yield from biddings(other, [*chances[:seat], chances[seat] * chance, *chances[seat + 1 :]], [*said, action])


@pytest.mark.clause("TW-10", "TW-11", "TW-12", "TW-13", "TW-14", "TW-18")
@pytest.mark.parametrize("passings", [0, 3])
def test_calls_are_as_likely_as_turn_by_turn(passings: int) -> None:
    match, courses = Match(GAME, seed=passings), 0
    while match.state.passings < passings:  # type: ignore[attr-defined]
        seat = match.pending[0]
        match.act(seat, match.numbers(seat)[0])
    for s, chances in biddings(match, [1.0] * SEATS, []):
        last = next(seat for seat in range(SEATS) if s.hands[seat] & ELIXIR_BIT)
        found = [beliefs.calls_chance(TABLES, s, seat, s.hands[seat], last) for seat in range(SEATS)]
        assert found == pytest.approx(chances), (s.calls, s.bid, s.lead, s.asked)
        courses += 1
    assert courses > 20


@pytest.mark.clause("TW-15", "TW-16")
@pytest.mark.parametrize("text", ["owl-3 owl-4 dog-2 dog-6 bat-3 newt-4", "owl-3 owl-4 dog-2 dog-6 bat-3 elixir"])
def test_gifts_that_leave_a_good_hand_are_likely(text: str) -> None:
    six = hand(text)
    gifts = [1 << a | 1 << b for a, b in combinations(members(six), 2)]
    if six & ELIXIR_BIT:
        gifts = [gift for gift in gifts if gift & ELIXIR_BIT]
    chances = {gift: beliefs.gift_chance(TABLES, six, gift) for gift in gifts}
    assert sum(chances.values()) == pytest.approx(1.0)
    goal = level(TABLES, without_cards(TABLES, ALL, six))
    rest = {gift: promise(TABLES, six & ~gift, Call.THREE, goal) for gift in gifts}
    assert rest[max(gifts, key=lambda gift: chances[gift])] == max(rest.values()) > min(rest.values())
    assert min(chances.values()) >= beliefs.LAPSE / len(gifts), "no gift is impossible"


@pytest.mark.clause("TW-15", "TW-17")
def test_every_gift_is_judged_with_the_hand_that_it_came_from() -> None:
    match = Match(GAME, seed=5)
    s = match.state
    assert isinstance(s, ThreeWitches)
    expected = [1.0] * SEATS
    while s.passings < 2 or s.phase != Phase.GIVE or s.owing.bit_count() > 1:
        seat = match.pending[0]
        held, gave = s.hands[seat], s.given[s.passings][seat]
        if s.phase == Phase.BID:
            expected[seat] *= chance_of(held, match.numbers(seat), PASS, 0) if s.passings < 2 else 1.0
        match.act(seat, PASS if s.phase == Phase.BID else match.numbers(seat)[-1])
        s = match.state
        assert isinstance(s, ThreeWitches)
        gift = s.given[s.passings][seat] if s.phase == Phase.GIVE else 0
        if gift and gave and gift != gave:
            expected[seat] *= beliefs.gift_chance(TABLES, held, gift)
        elif gave and s.phase == Phase.BID:
            expected[seat] *= beliefs.gift_chance(TABLES, held, s.given[s.passings - 1][seat])
    found = [beliefs.passings_chance(TABLES, s, seat, s.hands[seat]) for seat in range(SEATS)]
    assert found == pytest.approx(expected)
    view = match.view_record(0)
    assert isinstance(view, ThreeWitches)
    last = next(seat for seat in range(SEATS) if s.hands[seat] & ELIXIR_BIT)
    calls = [beliefs.calls_chance(TABLES, s, seat, s.hands[seat], last) for seat in (1, 2)]
    assert beliefs.likelihood(TABLES, view, s) == pytest.approx(math.prod([*expected[1:], *calls]))


def test_bids_tell_of_strong_hands_and_declines_of_weak_ones() -> None:
    strong, weak = hand("elixir owl-5 dog-6 bat-6 newt-4 frog-4"), hand("owl-2 owl-3 dog-2 bat-2 newt-2 frog-3")
    for call, likelier, less in ((Call.FOUR, strong, weak), (Call.DECLINED, weak, strong)):
        chances = [
            beliefs.call_chance(TABLES, held, call, beliefs.DECLINE, True, True)  # both may be said
            for held in (likelier, less)
        ]
        assert chances[0] > 2 * chances[1] > 0.0


def test_what_rules_of_thumb_do_is_likelier_in_the_truth() -> None:
    told = 0.0
    for number in range(GAMES):
        match, thumb = Match(GAME, seed=number), make_player("thumb", number)
        assert isinstance(match.state, ThreeWitches)
        while match.state.phase < Phase.LEAD:
            seat = match.pending[0]
            match.act(seat, thumb(GAME, DECK, match.view_record(seat), seat, match.numbers(seat)))
        told += sum(gain(match, viewer) for viewer in range(SEATS))
    assert told / (GAMES * SEATS) > 0.5, "a world by chance gains 0 on average"


def gain(match: Match, viewer: int) -> float:
    """By how much, as a logarithm, the truth is likelier than the mean redeal."""
    view, s, truth = match.view_record(viewer), GAME.new_state(SEATS), match.state
    assert isinstance(view, ThreeWitches)
    assert isinstance(s, ThreeWitches)
    assert isinstance(truth, ThreeWitches)
    s.seed = seed_words(viewer)
    open_stream(s, REDEAL, viewer)
    others = []
    for _ in range(WORLDS):
        GAME.rules.redeal(TABLES, view, s)
        others.append(GAME.rules.likelihood(TABLES, view, s))
    return math.log(GAME.rules.likelihood(TABLES, view, truth) / (sum(others) / WORLDS))
