"""Worlds that redeals offer, judged by what each seat remembers (see `account`), which redeals do not read."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from bench.midnight_worlds import Judge
from coven.engine.decks import AnyDeck
from coven.engine.match import Match
from coven.games.midnight.deck import default_deck, full_grid, load_deck
from coven.games.midnight.game import GAME
from coven.games.midnight.rules import account
from coven.games.midnight.rules.cards import KINDS
from coven.games.midnight.rules.state import ACCOUNT, MOST_PLAYERS, Midnight
from coven.games.midnight.rules.view import hide
from tests.games.midnight.account import Account
from tests.games.midnight.test_redeal import DECK, dealt_again, seen
from tests.random_play import some_act

ROBBED = """0 play broomstick-snake, 1 play broomstick-spider, 0 play counter-stir-broomstick, 1 draw,
0 play a-pox-on-all-of-you pox, 1 draw, 0 draw, 1 play counter-stir-broomstick, 0 draw, 1 draw, 0 draw, 1 draw,
0 play wicked-cackle"""


@pytest.mark.slow
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


def unusual() -> AnyDeck:
    """Many cards that go from hand to hand, few that stay."""
    data = full_grid().data
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
    for seed in (1, 2):
        verdict = judge.game(seed, worlds=3)
        assert verdict.truths == 0
        assert not verdict.objections, verdict.examples
        worlds += verdict.worlds
    assert worlds["after"] > 0


CLOSE = 236
"""A game in which some hands' cards are all known by what they laid later, so that hardly any course holds."""


@pytest.mark.slow
@pytest.mark.clause("MN-42")
@pytest.mark.parametrize(("event", "viewer"), [(259, 0), (287, 3), (304, 4)])
def test_a_course_that_holds_is_found_where_there_are_few(event: int, viewer: int) -> None:
    judge, view = Judge(full_grid(), 7), Midnight()
    s = next(s for s, _, _ in judge.played(CLOSE)[0] if s.events == event)
    assert not fault_of_course(s)
    hide(judge.tables, s, viewer, view)
    record = view.to_record()
    for number in range(10):
        judge.world["seed"] = (CLOSE, number, viewer + 1, event)
        judge.deal(judge.record, record, judge.world, number)
        assert not fault_of_course(Midnight.from_bytes(judge.world.tobytes()))


def fault_of_course(s: Midnight) -> str:
    """Why a true account cannot be: who lost, held or drew what was not there; empty if it can."""
    hands: list[Counter[int]] = [Counter() for _ in range(s.players)]
    pile: Counter[int] = Counter()
    i, coming = 0, []
    while i < s.noted:
        number = s.account[i]
        what, seat, other, kind = number >> 12, number >> 9 & 7, number >> 6 & 7, number & 63
        if what == account.SHUFFLED:
            pile.clear()
        elif what == account.POOLED:
            pile[kind] += seat * 8 + other
        elif what in (account.DRAWN, account.TURNED):
            pile[kind] -= 1
            hands[seat][kind] += what == account.DRAWN
        elif what == account.LACKED:
            lackers = {account.ONE: [hands[seat]], account.ALL: hands, account.PILE: [pile]}[other]
            if any(hand[one] for hand in lackers for one in range(KINDS) if account.lacked_kinds(s, i) >> one & 1):
                return f"{i}: a kind that was lacked"
            i += account.WORDS
        else:
            hands[seat][kind] -= 1
            coming += [(other, kind)] * (what != account.LAID)
        i += 1
        if what != account.PASSED or len(coming) == s.players:
            for taker, given in coming:
                hands[taker][given] += 1
            coming = []
        if min([pile[kind], *(hand[kind] for hand in hands)]) < 0:
            return f"{i}: a card that was not there"
    assert [[hand[kind] for kind in range(KINDS)] for hand in hands] == s.counts[: s.players]
    return ""


def test_the_judge_finds_what_cannot_be() -> None:
    memory = Account(3, 0)
    for seat in range(3):
        memory.drew(seat)
    memory.lacked(1, ["a"])
    assert memory.objection([{}, {"a": 1}, {"b": 1}])
    assert not memory.objection([{}, {"b": 1}, {"a": 1}])
    memory.drew(1)
    assert not memory.objection([{}, {"a": 1, "b": 1}, {"a": 1}])
    memory.shuffled({"b": 2, "c": 1})
    memory.drew(2)
    assert memory.objection([{}, {"b": 1, "c": 1}, {"d": 1, "a": 1}]), "of the kinds there were one must be left"
    assert memory.objection([{}, {"b": 2}, {"b": 1, "a": 1}])
    assert not memory.objection([{}, {"b": 1, "c": 1}, {"b": 1, "a": 1}])
    memory.moved([(2, 1, "a")])
    assert not memory.objection([{}, {"b": 1, "c": 1, "a": 1}, {"b": 1}])
    memory.moved([(0, 2, "e")])
    assert memory.objection([{}, {"b": 1, "c": 1, "a": 1}, {"b": 1, "f": 1}]), "it was given away"


@pytest.mark.slow
@pytest.mark.parametrize("room", [256, 1700])
def test_the_oldest_notes_are_forgotten_and_the_rest_is_true(room: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(account, "ROOM", room)
    deck, forgotten, players = unusual(), 0, 8
    for seed in range(2):
        match, rng = Match(GAME, players, seed, deck), random.Random(seed)
        while match.pending:
            match.act(*some_act(match, rng))
            s = match.state
            assert isinstance(s, Midnight)
            assert s.noted <= ACCOUNT - room
            assert s.pools <= account.MOST_POOLS
            if len(match.acts) % 60 == 0:
                assert_whole(s)
                for viewer in (-1, rng.randrange(players)):
                    view, world = match.view_record(viewer), Midnight()
                    world.seed = [seed, viewer + 1, len(match.acts), 1]
                    rules_of = match.game.rules
                    rules_of.redeal(deck.tables, view, world)
                    assert rules_of.fits(deck.tables, view, world)
                    assert rules_of.fits(deck.tables, view, s)
        forgotten += match.state.forgotten  # type: ignore[attr-defined]
    assert (forgotten > 0) == (room > 256)


def assert_whole(s: Midnight) -> None:
    """The account leads to the hands as they are."""
    held = [0] * (MOST_PLAYERS * KINDS)
    account.replay(s, s.noted, held)
    assert [held[seat * KINDS : (seat + 1) * KINDS] for seat in range(s.players)] == s.counts[: s.players]


def test_an_act_without_room_begins_the_account_anew() -> None:
    match, rng = Match(GAME, 4, 3), random.Random(3)
    for _ in range(30):
        match.act(*some_act(match, rng))
    s = match.state
    assert isinstance(s, Midnight)
    before = s.noted
    for _ in range(ACCOUNT):
        account.write(s, account.TURNED, 0, 0, 0)
    account.keep_room(s)
    assert s.forgotten >= ACCOUNT
    assert s.noted < before + 100
    assert_whole(s)


def test_private_knowledge_is_in_no_other_view() -> None:
    match, rng = Match(GAME, 4, 3), random.Random(3)
    for _ in range(60):
        match.act(*some_act(match, rng))
    s = match.state
    assert isinstance(s, Midnight)
    for viewer in range(-1, 4):
        view, i, hidden = seen(s, viewer), 0, 0
        while i < s.noted:
            number = s.account[i]
            what, seat, other = number >> 12, number >> 9 & 7, number >> 6 & 7
            secret = what == account.DRAWN and seat != viewer
            secret |= what in (account.MOVED, account.PASSED) and viewer not in (seat, other)
            assert view.account[i] == (number | account.UNSEEN if secret else number)
            hidden += secret
            i += 1 + (account.WORDS if what == account.LACKED else 0)
        assert hidden > 20


def test_no_more_draw_piles_are_noted_than_a_redeal_has_room_for() -> None:
    """Who only draws makes piles of a card or two at last."""
    match, most = Match(GAME, 5, 1), 0
    for _ in range(700):
        seat = match.pending[0]
        legal = match.legal(seat)
        match.act(seat, next((action.text for action in legal if action.text == "draw"), legal[-1].text))
        s = match.state
        assert isinstance(s, Midnight)
        assert s.pools <= account.MOST_POOLS
        most = max(most, s.pools)
        if not match.pending:
            break
    assert isinstance(match.state, Midnight)
    assert_whole(match.state)
    assert most > account.MOST_POOLS // 2
    assert match.state.forgotten > 0


def test_a_light_world_plays_on_as_before_without_an_account() -> None:
    match, rng = Match(GAME, 4, 3), random.Random(3)
    for _ in range(40):
        match.act(*some_act(match, rng))
    light = match.state.copy()
    assert isinstance(light, Midnight)
    GAME.rules.lighten(light)
    account.begin_account(light)
    assert light.noted == account.OFF
    while match.pending:
        seat, action = some_act(match, rng)
        GAME.rules.apply(DECK, light, seat, action)
        match.act(seat, action)
        assert light.identity() == match.state.identity()
        assert seen(light, 1).noted == account.OFF
