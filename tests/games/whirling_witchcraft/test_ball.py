"""The crystal ball: WW-11."""

from __future__ import annotations

from itertools import permutations

import pytest

from coven.engine.match import Match
from coven.engine.states import SPECTATOR
from coven.games.whirling_witchcraft.game import GAME
from tests.games.whirling_witchcraft.position import (
    NAMES,
    PLAYERS,
    TABLE,
    choice,
    dealt,
    legal,
    pile,
    play,
    position,
    same,
    texts,
    why,
)

each_number = pytest.mark.parametrize("players", PLAYERS)


@pytest.mark.clause("WW-11", "WW-12")
@pytest.mark.parametrize("top", [0, 45, 48])
def test_the_ball_puts_the_hand_under_the_deck_and_draws_as_many(top: int) -> None:
    s = position(TABLE, top=top)
    assert legal(s, 0)[0] == "ball"
    play(s, "0 ball", "1 lay rrr-s", "2 lay k-brs")
    same(
        """
        lay, round 1, asked 0, balls 1 2, deck s-grw bb-gw@0 gg-rw@0 br-w@0
        0 bench ggg bbb rrr w | lab g-br | hand ws-rk rr-bw gr-w
        1 bench ggg bbb rrr w | lab b-gr | hand rr-gw (rrr-s) gw-s
        2 bench ggg bbb rrr w | lab r-gb | hand (k-brs) gs-k ww-ggg
        """,
        s,
    )
    assert legal(s, 0) == ["lay gr-w", "lay rr-bw", "lay ws-rk"], "one of the new ones must be laid, once is all"
    assert why(s, 0, "ball") == "You have used your crystal ball: it works once in the game (WW-11)"
    play(s, "0 lay rr-bw")
    assert [texts(s, row)[1:] for row in s.arrivals[:3]] == [["rr-bw"], ["rrr-s"], ["k-brs"]]


@pytest.mark.clause("WW-11")
@pytest.mark.parametrize(
    ("number", "turns"), [(1, (0, 1, 2)), (2, (1, 2, 0)), (3, (2, 0, 1)), (4, (0, 1, 2)), (5, (1, 2, 0))]
)
def test_balls_are_served_in_seat_order_from_the_rounds_first_seat(number: int, turns: tuple[int, int, int]) -> None:
    ends = set()
    for order in permutations(range(3)):
        s = position(TABLE)
        s.round = number
        for seat in order:
            play(s, f"{seat} ball")
        ends.add(s.to_bytes())
    assert len(ends) == 1
    cards = ["ws-rk", "rr-bw", "gr-w", "s-grw"]
    for seat in turns:
        cards += texts(s, position(TABLE).hands[seat])
        assert texts(s, s.hands[seat]) == cards[:3], "one is served whole before the next"
        cards = cards[3:]
    assert (texts(s, pile(s)), s.owing, s.balls) == (cards, 0b111, 0)


@pytest.mark.clause("WW-11")
def test_some_balls_are_served_in_the_same_order_as_all() -> None:
    s = position(TABLE)
    s.round = 3
    play(s, "1 ball", "0 lay br-w", "2 ball")
    assert texts(s, s.hands[2]) == ["ws-rk", "rr-bw", "gr-w"]
    assert texts(s, s.hands[1]) == ["s-grw", "k-brs", "gs-k"]
    assert texts(s, pile(s)) == ["ww-ggg", "rr-gw", "rrr-s", "gw-s"]
    assert s.owing == s.changed == 0b110


@pytest.mark.clause("WW-11")
@pytest.mark.parametrize(
    ("deck", "drawn", "left"),
    [("ws-rk", "ws-rk bb-gw gg-rw", "br-w"), ("ws-rk rr-bw", "ws-rk rr-bw bb-gw", "gg-rw br-w")],
)
def test_with_a_short_deck_some_of_the_hand_comes_back(deck: str, drawn: str, left: str) -> None:
    s = position(TABLE.replace("ws-rk rr-bw gr-w s-grw", deck))
    play(s, "0 ball", "1 lay gw-s", "2 lay gs-k")
    assert texts(s, s.hands[0]) == drawn.split()
    assert texts(s, pile(s)) == left.split()


@pytest.mark.clause("WW-11")
def test_no_ball_with_an_empty_deck() -> None:
    s = position(TABLE.replace(", deck ws-rk rr-bw gr-w s-grw", ""))
    assert "ball" not in legal(s, 0)
    assert why(s, 0, "ball") == "The deck is empty: there is nothing to draw (WW-11)"


@pytest.mark.clause("WW-11")
def test_the_ball_is_for_step_1_before_laying() -> None:
    s = position(TABLE)
    play(s, "0 lay br-w", "2 ball")
    assert legal(s, 0) == legal(s, 2) == []
    assert why(s, 0, "ball") == "You have laid your recipe: Bob must still choose (WW-10)"
    assert why(s, 2, "lay gs-k") == "You have chosen your crystal ball: Bob must still choose (WW-11)"
    play(s, "1 lay gw-s")
    assert why(s, 0, "ball") == "You have laid your recipe: Cat must still choose (WW-10)"
    play(s, "2 lay gr-w")
    assert not any("ball" in legal(s, seat) for seat in range(3))
    assert why(s, 0, "ball") == "The crystal ball can be used only before you lay your recipe (WW-11)"
    assert why(s, 2, "ball") == "You have used your crystal ball: it works once in the game (WW-11)"


@each_number
@pytest.mark.clause("WW-11")
def test_the_ball_works_once_in_the_game(players: int) -> None:
    s, used = dealt(players, 5), 0
    for number in range(1, 4):
        for seat in range(players):
            assert ("ball" in legal(s, seat)) == (number <= 2 or seat > 0)
            if seat == 0 and number == 2:
                play(s, "0 ball")
                used += 1
            else:
                play(s, f"{seat} {legal(s, seat)[-1]}")
        if number == 2:
            play(s, f"0 {legal(s, 0)[-1]}")
        play(s, "all done")
    assert (used, s.round, s.balls) == (1, 4, (1 << players) - 2)


@each_number
@pytest.mark.clause("WW-10", "WW-11", "WW-12")
def test_balls_and_recipes_are_secret_until_all_have_chosen(players: int) -> None:
    shown = set()
    for first in ("ball", "lay"):
        match = Match(GAME, players, seed=2)
        start = match.state.copy()
        match.act(0, first if first == "ball" else choice(match, 0))
        views = tuple(match.view_record(viewer).to_bytes() for viewer in range(SPECTATOR, players) if viewer)
        shown.add((views, *(str(match.view(viewer)) for viewer in range(1, players))))
        assert match.view(0)["laid"][0] == (first if first == "ball" else match.view(0)["laid"][0])
        match.undo(0)
        assert match.state == start
    assert len(shown) == 1


@each_number
@pytest.mark.clause("WW-10", "WW-11", "WW-12")
def test_when_all_have_chosen_balls_are_seen_and_only_recipes_go_back(players: int) -> None:
    match, last = Match(GAME, players, seed=2), players - 1
    for seat in range(players):
        match.act(seat, "ball" if seat in (0, last) else choice(match, seat))
    assert match.pending == (0, last)
    for viewer in range(SPECTATOR, players):
        assert match.view(viewer)["balls"] == [seat not in (0, last) for seat in range(players)]
    assert not any(match.can_undo(seat) for seat in range(players))
    assert str(match.question(0)) == "You have a new hand: lay one recipe from it face down (WW-11)"
    after = match.state.copy()
    match.act(last, choice(match, last))
    match.undo(last)
    assert match.state == after
    for seat in (last, 0):
        match.act(seat, choice(match, seat))
    assert match.view()["phase"] == "produce"


@pytest.mark.clause("WW-11")
def test_balls_are_told_once_in_the_order_of_their_use() -> None:
    match = Match(GAME, 3, seed=2, seat_names=NAMES.seats[:3])
    for number in (1, 2):
        for seat in (2, 1, 0):
            match.act(seat, "ball" if number == 2 and seat != 1 else choice(match, seat))
        for seat in match.pending if number == 1 else ():
            match.act(seat, "done")
    lines = match.game.texts.tell(match.deck, GAME.state(), match.view_record(1), match.names(1))
    assert [line for line in lines if "ball" in line] == ["Cat uses the crystal ball", "Ann uses the crystal ball"]


@pytest.mark.clause("WW-11")
def test_a_seat_that_waits_is_told_what_it_has_chosen() -> None:
    match = Match(GAME, 2, seed=2)
    match.act(0, "ball")
    asked = "When all have chosen, your hand goes under the deck and you draw a new one. Waiting for seat 1 (WW-11)"
    assert str(match.question(0)) == asked
    assert match.view(0)["hand_sizes"] == [5, 5]
    assert match.view(1)["hand_sizes"] == [5, 5], "as before the choice: others cannot tell"
    tables = ["\n".join(match.game.texts.table(match.deck, match.view_record(seat), NAMES)) for seat in (0, 1)]
    assert "chooses the crystal ball" in tables[0]
    assert "has chosen" in tables[1]
    match.act(1, choice(match, 1))
    lines = match.game.texts.table(match.deck, match.view_record(0), NAMES)
    assert any("has laid" in line for line in lines), "no other ball can be meant now"
