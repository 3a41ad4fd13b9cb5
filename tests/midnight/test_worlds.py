"""Worlds that redeals offer, judged by what each seat remembers (see `account`), which redeals do not read."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from bench.midnight_worlds import Judge
from coven.engine.decks import Deck
from coven.engine.match import Match
from coven.games.midnight.deck import default_deck, load_deck, shipped_deck
from coven.games.midnight.game import GAME
from coven.games.midnight.memory import add_sure, saw_draw, saw_lack
from coven.games.midnight.state import SURE, VOIDS, Midnight
from tests.midnight.account import Account
from tests.midnight.test_redeal import DECK, dealt_again, seen
from tests.wander import some_act

ROBBED = """0 play broomstick-snake, 1 play broomstick-spider, 0 play counter-stir-broomstick, 1 draw,
0 play a-pox-on-all-of-you pox, 1 draw, 0 draw, 1 play counter-stir-broomstick, 0 draw, 1 draw, 0 draw, 1 draw,
0 play wicked-cackle"""


@pytest.mark.clause("MN-60")
def test_a_card_taken_in_a_cackle_is_no_penalty_card() -> None:
    match = Match(GAME, 2, 1802)
    for step in ROBBED.replace("\n", " ").split(", "):
        seat, text = step.split(" ", 1)
        match.act(int(seat), text)
    view = match.view_record(0)
    assert isinstance(view, Midnight)
    penalties = [kind for kind in range(DECK.kinds) if DECK.penalty >> kind & 1]
    assert match.view(0)["hand_sizes"][1] > 0
    for number in range(200):
        assert not any(dealt_again(view, number).counts[1][kind] for kind in penalties)


def unusual() -> Deck:
    """Many cards that go from hand to hand, few that stay."""
    data = shipped_deck("full_grid.toml").data
    special = {**data["special"], "coven-circle": 8, "betrayed": 8, "wicked-cackle": 6, "follow-the-recipe": 6}
    counted = sum(number if isinstance(number, int) else len(number) for number in special.values())
    standard, left = {}, 62 - counted
    for suit, shapes in dict(data["standard"]).items():
        kept = dict(list(dict(shapes).items())[: min(len(shapes), left // 5 + (suit == "crystal-ball") * (left % 5))])
        standard[suit] = kept
    return load_deck(
        {"provenance": "custom", "colours": data["colours"], "standard": standard, "special": special}, "x"
    )


@pytest.mark.slow
@pytest.mark.clause("MN-13", "MN-42", "MN-55", "MN-60", "MN-64")
@pytest.mark.parametrize("players", [2, 3, 5, 8])
def test_worlds_are_possible_for_who_remembers_the_game(players: int) -> None:
    judge = Judge(default_deck(), players)
    worlds: Counter[str] = Counter()
    for seed in range(2):
        verdict = judge.game(seed)
        assert verdict.truths == 0
        worlds += verdict.worlds
        worlds["wrong"] += sum(verdict.objections.values())
    assert worlds["before"] > 0
    assert worlds["wrong"] <= worlds.total() // 100


def test_the_judge_finds_what_cannot_be() -> None:
    account = Account(3, 0)
    for seat in range(3):
        account.drew(seat)
    account.lacked(1, ["a"])
    assert account.objection([{}, {"a": 1}, {"b": 1}])
    assert not account.objection([{}, {"b": 1}, {"a": 1}])
    account.drew(1)
    assert not account.objection([{}, {"a": 1, "b": 1}, {"a": 1}])
    account.shuffled({"b": 2, "c": 1})
    account.drew(2)
    assert account.objection([{}, {"b": 1, "c": 1}, {"d": 1, "a": 1}]), "of the kinds there were one must be left"
    assert account.objection([{}, {"b": 2}, {"b": 1, "a": 1}])
    assert not account.objection([{}, {"b": 1, "c": 1}, {"b": 1, "a": 1}])
    account.moved([(2, 1, "a")])
    assert not account.objection([{}, {"b": 1, "c": 1, "a": 1}, {"b": 1}])
    account.moved([(0, 2, "e")])
    assert account.objection([{}, {"b": 1, "c": 1, "a": 1}, {"b": 1, "f": 1}]), "it was given away"


def test_the_least_sure_goes_first_and_is_counted() -> None:
    s = Match(GAME, 4, 1).state
    assert isinstance(s, Midnight)
    for number in range(SURE):
        add_sure(s, 0, number % 5, 1 + number % 3)
    s.sure_hands[0][7] = 0b1110
    add_sure(s, 0, 9, 2)
    assert s.forgotten[0] == 1
    assert 0b1110 not in s.sure_hands[0]
    assert (s.sure_kind[0][SURE - 1], s.sure_hands[0][SURE - 1]) == (9, 0b100)
    for number in range(VOIDS + 1):
        saw_lack(s, 1, 1 << number)
        s.hand_size[1] += 1
        saw_draw(s, 1)
    assert s.forgotten[0] == 2
    assert s.lack_kinds[1][0] == 0b10, "the oldest, through which most cards have come since"


@pytest.mark.slow
def test_unusual_decks_forget_but_say_nothing_wrong() -> None:
    deck, forgotten, players = unusual(), 0, 8
    for seed in range(2):
        match, rng = Match(GAME, players, seed, deck), random.Random(seed)
        while match.pending:
            match.act(*some_act(match, rng))
            if len(match.acts) % 40 == 0:
                for viewer in (-1, rng.randrange(players)):
                    view, world = match.view_record(viewer), Midnight()
                    world.seed = [seed, viewer + 1, len(match.acts), 1]
                    rules_of = GAME.rules
                    rules_of.redeal(deck.tables, view, world)
                    assert rules_of.fits(deck.tables, view, world)
                    assert rules_of.fits(deck.tables, view, match.state)
        forgotten += match.state.forgotten[0]  # type: ignore[attr-defined]
    assert forgotten > 0


def test_what_nobody_else_may_know_is_in_no_other_view() -> None:
    match, rng = Match(GAME, 4, 3), random.Random(3)
    for _ in range(60):
        match.act(*some_act(match, rng))
    s = match.state
    assert isinstance(s, Midnight)
    view = seen(s, 1)
    assert all(kind == -1 for row in (view.sure_kind[0], view.sure_kind[2], view.lost[0]) for kind in row)
