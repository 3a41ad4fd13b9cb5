"""What a seat knows: redeal draws every world behind a view alike and nothing else; fits tells them apart.

"Worlds" are those of the brute-force list in `worlds`.
"""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from coven.engine.dice import open_stream, seed_words
from coven.engine.jit import compiled
from coven.engine.loops import Loops
from coven.engine.states import SPECTATOR, TRUTH
from coven.games.three_witches.deck import default_deck, load_deck
from coven.games.three_witches.game import GAME
from coven.games.three_witches.mind.fits import fits
from coven.games.three_witches.mind.redeal import redeal
from coven.games.three_witches.rules import actions, contract
from coven.games.three_witches.rules.state import HIDDEN, NONE, PASSED, SEATS, Phase, ThreeWitches
from coven.games.three_witches.rules.view import hide
from tests.games.position import ONE_IN_A_MILLION, surprise
from tests.games.three_witches.all_worlds import (
    ELIXIR,
    KINDS,
    World,
    as_bits,
    as_cards,
    hidden_cards,
    positions,
    random_game,
    swapped,
    view_of,
    whole_state,
)

DECK = default_deck()
TABLES: Any = DECK.tables
TWINS = {"Owl": [2, 2, 3, 3], "Dog": [2, 2, 2, 4], "Bat": [2, 3, 3, 3], "Newt": [3, 3, 5], "Frog": [3, 4]}
VIEWERS = (SPECTATOR, 0, 1, 2)
DRAWS = 40
"""Draws for each world: that one is never met by chance has probability e**-40."""
HANDS = (
    "owl-2 owl-3 owl-4 owl-5 dog-2 elixir",
    "dog-3 dog-4 dog-6 bat-2 bat-3 newt-2",
    "bat-5 bat-6 newt-3 newt-4 frog-3 frog-4",
)
"""Seat 0 has the Elixir and so bids last."""


def draw_all(deck: Any, view: Any, deals: Any, seen: Any) -> int:
    """Fill `deals` with redeals of the view and `seen` with their views; returns how many do not fit."""
    misfits = 0
    for i in range(len(deals)):
        s = deals[i]
        open_stream(s, 100, i)
        redeal(deck, view, s)
        hide(deck, s, view.viewer, seen[i])
        if not fits(deck, view, s):
            misfits += 1
    return misfits


@cache
def draw_natively() -> tuple[Loops[Any, Any], Any]:
    """The loop as native code, and what makes its arrays."""
    loops = Loops(GAME, DECK.tables, SEATS)
    return loops, compiled(draw_all, loops.deck, loops.states(1)[0], loops.states(1), loops.states(1))


def redeals(view: ThreeWitches, count: int, tables: Any = TABLES) -> Any:
    """An array of redeals, each of which shows the view and fits it."""
    loops, draw = draw_natively()
    deals, seen, record = loops.states(count), loops.states(count), view.to_record()
    deals["seed"] = seed_words(20)
    assert draw(tables.to_record(), record, deals, seen) == 0
    assert set(seen.view(f"V{seen.itemsize}").tolist()) == {view.to_bytes()}
    return deals


def drawn_worlds(view: ThreeWitches, count: int) -> Counter[World]:
    """How often each world was drawn."""
    deals = redeals(view, count)
    fields = ("hands", "discards", "down", "first", "second", "back")
    rows, counts = np.unique(np.hstack([deals[field] for field in fields]), axis=0, return_counts=True)
    found: Counter[World] = Counter()
    for row, times in zip(rows.tolist(), counts.tolist(), strict=True):
        hands = tuple(as_cards(hand) for hand in row[:3])
        tricks = [tuple(row[at : at + 5]) for at in (6, 11, 16, 21)]
        found[World(hands, tuple(row[3:6]), *tricks)] = times
    return found


@pytest.mark.slow
@pytest.mark.clause("TW-5", "TW-15", "TW-16", "TW-20", "TW-32", "TW-34", "TW-36", "TW-43", "TW-44", "TW-46")
@pytest.mark.parametrize("kind", KINDS)
def test_redeal_draws_every_world_alike_and_nothing_else(kind: str) -> None:
    total, total_freedom = 0.0, 0
    assert len(positions()[kind]) > 2
    for view, worlds in ((position.view, position.worlds) for position in positions()[kind]):
        drawn = drawn_worlds(view, DRAWS * len(worlds))
        assert set(drawn) == set(worlds)
        chi_square = sum((times - DRAWS) ** 2 / DRAWS for times in drawn.values())
        assert surprise(chi_square, len(worlds) - 1) < ONE_IN_A_MILLION, view
        total, total_freedom = total + chi_square, total_freedom + len(worlds) - 1
    assert surprise(total, total_freedom) < ONE_IN_A_MILLION


@pytest.mark.slow
@pytest.mark.clause("TW-4", "TW-5", "TW-15", "TW-16")
@pytest.mark.parametrize("passings", range(4))
def test_spectator_of_a_bidding_knows_only_the_elixir(passings: int) -> None:
    """Two cards lie as if dealt by hand: 5 places at the Elixir's seat and 6 at each other one."""
    game = random_game(DECK, 1)
    view = view_of(DECK, next(s for s in game if s.passings == passings), SPECTATOR)
    hands, count = redeals(view, 20_000)["hands"], 20_000
    size = [5 if seat == view.elixir else 6 for seat in range(SEATS)]
    assert (hands[:, view.elixir] >> ELIXIR & 1).all()
    for a, b in ((0, 1), (3, 16), (7, 12)):
        at_a, at_b = ((hands >> card & 1).argmax(axis=1) for card in (a, b))
        chi_square = 0.0
        for x in range(SEATS):
            for y in range(SEATS):
                expected = count * size[x] * (size[y] - (x == y)) / (17 * 16)
                chi_square += float((((at_a == x) & (at_b == y)).sum() - expected) ** 2 / expected)
        assert surprise(chi_square, SEATS * SEATS - 1) < ONE_IN_A_MILLION


@pytest.mark.slow
@pytest.mark.clause("TW-16", "TW-20", "TW-32", "TW-36", "TW-44")
@pytest.mark.parametrize("kind", KINDS)
def test_fits_is_true_of_the_worlds_and_of_no_other_placement(kind: str) -> None:
    rng, counts = random.Random(kind), Counter[bool]()
    for view, worlds in ((position.view, position.worlds) for position in positions()[kind]):
        for world in rng.sample(list(worlds), min(len(worlds), 20)):
            assert is_fitting(view, whole_state(view, world, worlds[world]))
            pairs = list(combinations(hidden_cards(view, world), 2))
            for a, b in rng.sample(pairs, min(len(pairs), 5)):
                other = swapped(view, world, a, b)
                counts[other in worlds] += 1
                if other not in worlds:
                    assert not is_fitting(view, whole_state(view, other, worlds[world]))
    assert counts[True] > 0
    assert counts[False] > 0


def is_fitting(view: ThreeWitches, s: ThreeWitches) -> bool:
    """Does the state, which shows the view, fit it?"""
    assert view_of(DECK, s, view.viewer) == view
    return fits(TABLES, view, s)


def bits(texts: str) -> int:
    return as_bits(frozenset(DECK.cards.index(text) for text in texts.split()))


def card(text: str) -> int:
    return DECK.cards.index(text)


def play(*script: str) -> ThreeWitches:
    """A game with HANDS dealt, after these actions ("1 bid 4"); "all pass" is one bidding without a bid."""
    s = ThreeWitches()
    s.viewer, s.players = TRUTH, SEATS
    contract.setup(TABLES, s)
    s.hands, s.elixir, s.owing = [bits(hand) for hand in HANDS], 0, 1 << 1
    go_on(s, *script)
    return s


def go_on(s: ThreeWitches, *script: str) -> None:
    """Play these actions, each of which must be legal."""
    out = [0] * actions.MOST_LEGAL
    for line in script:
        turns = [f"{(s.elixir + i) % SEATS} pass" for i in (1, 2, 3)] if line == "all pass" else [line]
        for turn in turns:
            seat, action = int(turn[0]), actions.parse_action(DECK, turn[2:])
            assert action in out[: contract.legal(TABLES, s, seat, out)], turn
            contract.apply(TABLES, s, seat, action)


def give(*pairs: str) -> list[str]:
    """The seats' gifts, as in give("elixir owl-2", ...)."""
    return [f"{seat} give {text}" for seat, pair in enumerate(pairs) for text in pair.split()]


PASSING_1 = ["all pass", *give("elixir owl-2", "dog-3 dog-4", "bat-5 bat-6")]
PASSING_2 = ["all pass", *give("bat-5 owl-3", "elixir dog-6", "dog-3 frog-3")]
PASSING_3 = ["all pass", *give("owl-4 owl-5", "owl-3 bat-5", "elixir frog-4")]
FIRST_TRICK = ["1 bid 4", "2 discard bat-5", "0 discard elixir", "1 lead dog-6", "1 conceal dog-4"]
"""Seat 1 is Lead and wins the trick; seat 2, First, has no Dog."""
WON = [*FIRST_TRICK, "2 play newt-3", "0 play dog-2"]
EYE = ["1 pass", "2 pass", "0 bid 4", "1 discard bat-3", "2 discard bat-5", "0 lead owl-2", "0 conceal owl-3"]
"""Seat 0 is Lead; neither of the others has an Owl."""
ELIXIR_WON = [*EYE[:5], "0 lead owl-5", "0 conceal elixir", "1 play dog-3", "2 play newt-3"]
ELIXIR_LOST = [*EYE[:5], "0 lead owl-3", "0 conceal elixir", "1 play dog-6", "2 play bat-6"]


@pytest.mark.clause("TW-15", "TW-17")
def test_the_last_cards_given_are_with_the_left_neighbour() -> None:
    s, gift = play(*PASSING_1), bits("dog-3 dog-4")
    hands = redeals(view_of(DECK, s, 1), 2000)["hands"]
    assert (hands[:, 2] & gift == gift).all()
    go_on(s, *PASSING_2)
    hands = redeals(view_of(DECK, s, 1), 2000)["hands"]
    assert (hands[:, 2] & bits("elixir dog-6") == bits("elixir dog-6")).all()
    assert set((hands[:, 2] & gift).tolist()) == {0, bits("dog-3"), bits("dog-4"), gift}


@pytest.mark.clause("TW-5", "TW-16", "TW-18")
@pytest.mark.slow
def test_the_elixirs_place_is_known_to_all_after_the_deal_and_each_passing() -> None:
    s = play()
    for holder, passing in enumerate((PASSING_1, PASSING_2, PASSING_3, [])):
        for viewer in VIEWERS:
            view = view_of(DECK, s, viewer)
            assert view.elixir == holder % SEATS
            assert (redeals(view, 200)["hands"][:, holder % SEATS] >> ELIXIR & 1).all()
        go_on(s, *passing)


@pytest.mark.slow
@pytest.mark.clause("TW-20", "TW-32", "TW-33")
@pytest.mark.parametrize("choice", ["2 play newt-3", "2 pass"])
def test_a_void_holds_for_the_hand_and_says_nothing_of_the_discard(choice: str) -> None:
    s = play(*FIRST_TRICK, choice)
    dogs = bits("dog-2 dog-3 dog-4 dog-6")
    for viewer in (SPECTATOR, 0):
        deals = redeals(view_of(DECK, s, viewer), 2000)
        assert not (deals["hands"][:, 2] & dogs).any()
        assert card("dog-3") in deals["discards"][:, 2]
        assert (deals["hands"][:, 1] & dogs).any()


@pytest.mark.clause("TW-44")
def test_a_secret_return_is_one_of_two_until_one_of_them_is_laid_again() -> None:
    s, two = play(*WON, "1 return dog-6"), bits("dog-6 dog-4")
    for viewer in (SPECTATOR, 0, 2):
        view = view_of(DECK, s, viewer)
        assert view.back[0] == HIDDEN
        deals = redeals(view, 2000)
        assert set(deals["back"][:, 0].tolist()) == {card("dog-6"), card("dog-4")}
        assert set((deals["hands"][:, 1] & two).tolist()) == {bits("dog-6"), bits("dog-4")}
    assert view_of(DECK, s, 1).back[0] == card("dog-6")
    go_on(s, "1 lead dog-6", "1 conceal newt-2")
    for viewer in (SPECTATOR, 0, 2):
        deals = redeals(view_of(DECK, s, viewer), 500)
        assert (deals["back"][:, 0] == card("dog-6")).all()
        assert not (deals["hands"] & bits("dog-4")).any()
        assert card("dog-4") not in deals["down"][:, 1]


@pytest.mark.clause("TW-45")
def test_with_the_elixir_the_leads_return_is_public() -> None:
    s = play(*ELIXIR_WON)
    for viewer in VIEWERS:
        view = view_of(DECK, s, viewer)
        assert (view.back[0], view.elixir, view.phase) == (card("owl-5"), NONE, Phase.LEAD)
        assert (redeals(view, 200)["hands"][:, 0] & bits("owl-5")).all()


@pytest.mark.clause("TW-46")
def test_proposals_are_sealed_until_both_are_in_and_the_return_is_public() -> None:
    s = play(*ELIXIR_LOST, "2 propose owl-3")
    for viewer in VIEWERS:
        assert view_of(DECK, s, viewer).proposals[2] == (card("owl-3") if viewer == 2 else HIDDEN)
    drawn = redeals(view_of(DECK, s, 0), 500)["proposals"][:, 2]
    assert set(drawn.tolist()) == {card("owl-3"), ELIXIR}
    go_on(s, "1 propose elixir")
    for viewer in VIEWERS:
        view = view_of(DECK, s, viewer)
        assert (view.back[0], view.elixir) == (ELIXIR, 0)
        assert view.proposals == [NONE, ELIXIR, card("owl-3")]
        assert (redeals(view, 200)["hands"][:, 0] >> ELIXIR & 1).all()


@pytest.mark.clause("TW-30", "TW-36")
def test_the_leads_first_card_is_not_shown_before_both_are_laid() -> None:
    before, after = play(*FIRST_TRICK[:3]), play(*FIRST_TRICK[:4])
    for viewer in (SPECTATOR, 0, 2):
        assert view_of(DECK, after, viewer) == view_of(DECK, before, viewer)
    assert view_of(DECK, after, 1).phase == Phase.CONCEAL
    go_on(after, "1 conceal dog-4")
    assert [view_of(DECK, after, viewer).down[0] for viewer in VIEWERS] == [HIDDEN, HIDDEN, card("dog-4"), HIDDEN]


@pytest.mark.clause("TW-33", "TW-36")
def test_under_an_eye_cards_are_hidden_and_a_pass_is_not() -> None:
    s = play(*EYE, "1 play dog-3")
    assert [view_of(DECK, s, viewer).first[0] for viewer in VIEWERS] == [HIDDEN, HIDDEN, card("dog-3"), HIDDEN]
    assert s.voids == [0, 0, 0]
    go_on(s, "2 play frog-3")
    assert all(view_of(DECK, s, viewer).voids == [0, 1, 1] for viewer in VIEWERS)
    assert all(view_of(DECK, s, viewer).second[0] == card("frog-3") for viewer in VIEWERS)
    s = play(*EYE, "1 pass", "2 play frog-3")
    for viewer in VIEWERS:
        view = view_of(DECK, s, viewer)
        assert (view.first[0], view.voids) == (PASSED, [0, 1, 0])
        assert view.second[0] == (card("frog-3") if viewer == 2 else HIDDEN)


@pytest.mark.clause("TW-15", "TW-20")
def test_gifts_and_discards_are_sealed() -> None:
    s = play("all pass", "1 give dog-3", "1 give dog-4")
    assert [view_of(DECK, s, viewer).given[0][1] for viewer in VIEWERS] == [0, 0, bits("dog-3 dog-4"), 0]
    s = play(*PASSING_1)
    assert [view_of(DECK, s, viewer).given[0][1] > 0 for viewer in VIEWERS] == [False, False, True, True]
    s = play(*FIRST_TRICK)
    for viewer in VIEWERS:
        expected = [ELIXIR if viewer == 0 else HIDDEN, NONE, card("bat-5") if viewer == 2 else HIDDEN]
        assert view_of(DECK, s, viewer).discards == expected


def wrong_states() -> dict[str, tuple[ThreeWitches, int, dict[str, Any]]]:
    """By what is wrong: a state, a viewer of it, and the fields that make it wrong."""
    passed, won, laid = play(*PASSING_1), play(*WON, "1 return dog-6"), play(*FIRST_TRICK, "2 pass")
    hand_0, hand_1, hand_2 = passed.hands
    swap = bits("dog-3 owl-3")
    return {
        "a void suit in hand": (laid, 0, {"hands": [laid.hands[0], laid.hands[1] ^ bits("dog-3 newt-3"),
                                                    laid.hands[2] ^ bits("dog-3 newt-3")]}),
        "a card twice": (laid, 0, {"hands": [laid.hands[0], laid.hands[1], laid.hands[1] & ~1]}),
        "a card lost": (laid, 0, {"hands": [laid.hands[0], laid.hands[1] & ~bits("dog-3"), laid.hands[2]]}),
        "the Elixir elsewhere": (passed, 2, {"hands": [hand_0 ^ bits("elixir owl-3"),
                                                       hand_1 ^ bits("elixir owl-3"), hand_2]}),
        "a gift that is not there": (passed, 1, {"hands": [hand_0 ^ swap, hand_1, hand_2 ^ swap]}),
        "no gift": (passed, 0, {"given": [[passed.given[0][0], 0, passed.given[0][2]], *passed.given[1:]]}),
        "a return that was not the Lead's": (won, 0, {"back": [card("newt-3"), *won.back[1:]],
                                                      "hands": [won.hands[0], won.hands[1] ^ bits("dog-6 newt-3"),
                                                                won.hands[2]]}),
        "a return of the other card": (won, 0, {"back": [card("dog-4"), *won.back[1:]]}),
        "no sealed discard": (laid, 1, {"discards": [NONE, NONE, laid.discards[2]]}),
        "the Elixir in the other discard": (laid, 1, {"discards": [card("bat-5"), NONE, ELIXIR]}),
    }  # fmt: skip


@pytest.mark.clause("TW-5", "TW-15", "TW-16", "TW-20", "TW-32", "TW-43")
def test_fits_is_false_where_something_is_wrong() -> None:
    for what, (truth, viewer, fields) in wrong_states().items():
        view, wrong = view_of(DECK, truth, viewer), truth.copy()
        vars(wrong).update(fields)
        assert wrong != truth
        assert fits(TABLES, view, truth)
        assert not fits(TABLES, view, wrong), what


def test_hide_overwrites_everything_and_shows_no_dice() -> None:
    rng, garbage = random.Random(3), ThreeWitches.from_bytes(b"M" * len(ThreeWitches().to_bytes()))
    for s in random_game(DECK, 8):
        viewer, view = rng.choice(VIEWERS), garbage.copy()
        hide(TABLES, s, viewer, view)
        assert view == view_of(DECK, s, viewer)
        assert not any([*view.seed, *view.dice, view.dice_index, view.dice_block, view.dice_purpose, view.dice_used])
        assert view.viewer == viewer


@pytest.mark.slow
@pytest.mark.clause("TW-2")
def test_knowledge_holds_for_a_deck_with_alike_cards() -> None:
    twins = load_deck({"suits": TWINS}, "twins")
    tables: Any = twins.tables
    for seed in range(20):
        for s in random_game(twins, seed):
            for viewer in VIEWERS:
                view = view_of(twins, s, viewer)
                assert fits(tables, view, s)
                redeals(view, 4, tables)
