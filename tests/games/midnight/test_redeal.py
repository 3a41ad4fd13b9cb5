"""What a seat knows: the truth fits its view, redeals show the same view and fit it, and what is known is kept."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from coven.engine.dice import open_stream, seed_words
from coven.engine.seats import over
from coven.engine.states import SPECTATOR
from coven.games.midnight.deck import default_deck
from coven.games.midnight.mind.fits import fits
from coven.games.midnight.mind.redeal import redeal
from coven.games.midnight.rules import actions, contract
from coven.games.midnight.rules.account import begin_account
from coven.games.midnight.rules.cards import NONE
from coven.games.midnight.rules.knowledge import later_kinds, note_play
from coven.games.midnight.rules.state import Midnight, Phase
from coven.games.midnight.rules.view import hide
from tests.games.midnight.test_against_naive import PLAYERS, forgets, legal, start

DECK = default_deck().tables
OFTEN = 8
"""At one in so many decisions a view is dealt again."""
REDEALS = 100
"""Purpose of the dice stream for redeals."""


def seen(s: Midnight, viewer: int) -> Midnight:
    view = Midnight()
    hide(DECK, s, viewer, view)
    return view


def dealt_again(view: Midnight, number: int) -> Midnight:
    s = Midnight()
    s.seed = seed_words(9)
    open_stream(s, REDEALS, number)
    redeal(DECK, view, s)
    return s


def play(s: Midnight, seat: int, text: str) -> None:
    assert text in legal(default_deck(), s, seat)
    contract.apply(DECK, s, seat, actions.parse_action(default_deck(), text))


@pytest.mark.slow
@pytest.mark.parametrize("players", PLAYERS)
def test_truth_and_redeals_fit_every_view(players: int) -> None:
    known = Counter[str]()
    for seed in range(6 if players < 5 else 3):
        s, rng = start(default_deck(), players, seed, calls_made=False), random.Random(seed)
        while not over(s):
            viewer = rng.randrange(SPECTATOR, players)
            view = seen(s, viewer)
            assert rng.randrange(OFTEN // 2) or fits(DECK, view, s)
            if rng.randrange(OFTEN) == 0:
                other = dealt_again(view, s.turns)
                assert seen(other, viewer) == view
                assert fits(DECK, view, other)
            known["facts"] += viewer >= 0 and view.fact_kind[viewer][0] != NONE
            known["voids"] += any(view.void_count)
            known["shuffles"] += s.shuffles > 0
            seat = rng.choice([one for one in range(players) if legal(default_deck(), s, one)])
            play(s, seat, forgets(rng, legal(default_deck(), s, seat)))
    assert known["facts"] > 10
    assert known["voids"] > 10


def set_hand(s: Midnight, seat: int, *texts: str) -> None:
    """Other cards for a hand; what it held goes into the draw pile in their place."""
    wanted = [default_deck().cards.index(text) for text in texts]
    held = [kind for kind, number in enumerate(s.counts[seat]) for _ in range(number)]
    for old, new in zip(held, wanted, strict=False):
        place = s.pile.index(new, s.pile_top)
        s.pile[place] = old
        s.counts[seat][old] -= 1
        s.counts[seat][new] += 1
    s.held[seat] = sum(1 << kind for kind, number in enumerate(s.counts[seat]) if number)
    begin_account(s)


def test_a_seat_that_drew_three_holds_none_of_the_suit() -> None:
    s = start(default_deck(), 3, 1, calls_made=True)
    s.follow, s.turn, s.owing = 1, 0, 1
    suit = [kind for kind in range(DECK.kinds) if DECK.of_suit[1] >> kind & 1]
    others = [text for kind, text in enumerate(default_deck().cards) if kind not in suit][:7]
    set_hand(s, 0, *others)
    play(s, 0, "draw")
    view = seen(s, 2)
    most = 0
    for number in range(60):
        hand = dealt_again(view, number).counts[0]
        held = sum(hand[kind] for kind in suit)
        assert held <= 3
        most = max(most, held)
    assert most > 0


def test_a_card_that_was_passed_on_is_followed_until_it_may_be_elsewhere() -> None:
    s = start(default_deck(), 3, 2, calls_made=True)
    s.phase, s.owing = Phase.PASS, 0b111
    s.passed[:3] = [NONE] * 3
    kinds = [next(kind for kind, number in enumerate(s.counts[seat]) if number) for seat in range(3)]
    for seat, kind in enumerate(kinds):
        play(s, seat, f"pass {default_deck().cards[kind]}")
    view = seen(s, 0)
    assert (view.fact_kind[0][0], view.fact_hands[0][0]) == (kinds[0], 0b010)
    assert all(dealt_again(view, number).counts[1][kinds[0]] for number in range(40))
    s.phase, s.owing = Phase.PASS, 0b111
    hands = [[kind for kind, number in enumerate(s.counts[seat]) for _ in range(number)] for seat in range(3)]
    for seat, hand in enumerate(hands):
        kind = next(one for one in hand if one != kinds[0])
        play(s, seat, f"pass {default_deck().cards[kind]}")
    view = seen(s, 0)
    assert view.fact_hands[0][0] == 0b110
    for number in range(40):
        again = dealt_again(view, number)
        assert again.counts[1][kinds[0]] + again.counts[2][kinds[0]] > 0


def facts_after(seat: int, kind: int, *known: tuple[int, int]) -> set[tuple[int, int]]:
    """What seat 0 of four still knows, as (kind, hands), when a card of the kind has been played by a seat."""
    s = start(default_deck(), 4, 2, calls_made=True)
    for number, (other, hands) in enumerate(known):
        s.fact_kind[0][number], s.fact_hands[0][number] = other, hands
    note_play(s, seat, kind)
    facts = list(zip(s.fact_kind[0], s.fact_hands[0], strict=True))
    left = [fact for fact in facts if fact[0] != NONE]
    assert facts[len(left) :] == [(NONE, 0)] * (len(facts) - len(left)), "they stand at the beginning"
    assert len(set(left)) == len(left)
    return set(left)


def test_a_card_that_is_played_is_one_of_those_known_and_no_more() -> None:
    assert facts_after(1, 5, (5, 0b0010)) == set()
    assert facts_after(1, 5, (5, 0b0100)) == {(5, 0b0100)}
    assert facts_after(1, 5, (4, 0b0010)) == {(4, 0b0010)}
    assert facts_after(1, 5, (5, 0b0110)) == set()
    assert facts_after(1, 5, (5, 0b0110), (5, 0b0010)) == {(5, 0b0110)}, "the one that must have been there"
    assert facts_after(1, 5, (5, 0b0110), (5, 0b0110)) == {(5, 0b0110)}
    assert facts_after(1, 5, (5, 0b0110), (6, 0b0110), (5, 0b1010)) == {(5, 0b1110), (6, 0b0110)}
    assert facts_after(1, 5, (5, 0b0110), (5, 0b1100), (5, 0b1010)) == {(5, 0b1110), (5, 0b1100)}


def test_two_players_know_each_other_after_a_shuffle() -> None:
    s, rng = start(default_deck(), 2, 3, calls_made=True), random.Random(3)
    while s.shuffles == 0:
        texts = legal(default_deck(), s, s.turn) if s.owing >> s.turn & 1 else []
        seat = s.turn if texts else next(one for one in range(2) if legal(default_deck(), s, one))
        options = legal(default_deck(), s, seat)
        play(s, seat, "draw" if "draw" in options else rng.choice(options))
    fresh = sum(1 << kind for kind in range(DECK.kinds) if s.least[kind])
    assert fresh
    for viewer in range(2):
        other = 1 - viewer
        again = dealt_again(seen(s, viewer), 1)
        drawn = s.void_fresh[other][s.void_count[other] - 1]
        different = sum(abs(a - b) for a, b in zip(again.counts[other], s.counts[other], strict=True))
        assert different <= 2 * drawn


def test_a_world_that_denies_what_is_known_does_not_fit() -> None:
    s = start(default_deck(), 3, 4, calls_made=True)
    s.phase, s.owing = Phase.PASS, 0b111
    s.passed[:3] = [NONE] * 3
    kinds = [next(kind for kind, number in enumerate(s.counts[seat]) if number) for seat in range(3)]
    for seat, kind in enumerate(kinds):
        play(s, seat, f"pass {default_deck().cards[kind]}")
    view, wrong = seen(s, 0), s.copy()
    place = next(i for i in range(s.pile_top, s.pile_top + s.pile_left) if s.pile[i] != kinds[0])
    for _ in range(wrong.counts[1][kinds[0]]):
        wrong.counts[1][kinds[0]] -= 1
        wrong.counts[1][wrong.pile[place]] += 1
        wrong.pile[place] = kinds[0]
    wrong.held[1] = sum(1 << kind for kind, number in enumerate(wrong.counts[1]) if number)
    assert fits(DECK, view, s)
    assert not fits(DECK, view, wrong)


def test_voids_in_a_row_are_nested() -> None:
    s = Midnight()
    s.void_count[0], s.void_kinds[0][:2], s.void_fresh[0][:2] = 2, [0b1, 0b10], [3, 1]
    assert [later_kinds(s, 0, i) for i in range(2)] == [0b11, 0b10]
