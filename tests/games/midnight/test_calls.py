"""Calls, forgetting them, catching and owning up: MN-14, MN-51, and the table option that makes calls for everybody."""

from __future__ import annotations

import pytest

from coven.engine.match import Match
from coven.games.midnight.game import GAME
from coven.games.midnight.rules.state import Midnight
from tests.games.midnight.position import PLAYERS, clause, hand, legal, play, same, sizes, table, why

each_number = pytest.mark.parametrize("players", PLAYERS)


def forgotten(players: int, direction: str = "") -> Midnight:
    """Seat 0 has just played its second-to-last card without a word."""
    s = table(f"turn 0, {direction}top hat-bat, pile hat-frog cat-skull ...", "cat-bat ball-frog", players=players)
    return play(s, "0 play cat-bat")


def offenders(s: Midnight) -> list[int]:
    return [seat for seat in range(s.players) if s.offences >> seat & 1]


@pytest.mark.clause("MN-14")
@pytest.mark.parametrize(
    ("cards", "forms"),
    [
        ("cat-bat", ["play cat-bat"]),
        ("cat-bat cat-crow", ["play cat-bat", "play cat-bat midnight"]),
        ("cat-bat cat-bat", ["play cat-bat", "play cat-bat midnight"]),
        ("cat-bat cat-crow ball-moon", ["play cat-bat"]),
        ("cat-bat cat-bat cat-crow", ["play cat-bat"]),
        ("cat-crow pox", ["play pox", "play pox midnight", "play pox pox", "play pox pox midnight"]),
        ("cat-crow cat-skull pox", ["play pox", "play pox pox"]),
        ("cat-crow wild", ["play wild", "play wild midnight"]),
    ],
)
def test_a_call_is_due_exactly_with_the_second_to_last_card(cards: str, forms: list[str]) -> None:
    s = table("turn 0, top hat-bat, pile ...", cards, players=2)
    assert legal(s, 0) == [*forms, "draw"]


@pytest.mark.clause("MN-14")
@pytest.mark.parametrize(
    ("head", "cards", "expected"),
    [
        ("top curse-hat*, curses 1", "curse-cat ball-moon", ["play curse-cat", "play curse-cat midnight", "take"]),
        ("top cat-bat, follow ball, under recipe*", "cat-bat ball-moon", ["play ball-moon", "play ball-moon midnight"]),
        ("top betrayed", "cat-bat hat-skull", ["play hat-skull", "play hat-skull midnight", "draw"]),
    ],
)
def test_it_is_due_under_a_curse_and_in_the_event_as_well(head: str, cards: str, expected: list[str]) -> None:
    assert legal(table(f"turn 0, {head}, pile ...", cards, players=3), 0) == expected


@pytest.mark.clause("MN-14", "MN-51")
def test_calls_that_are_not_due_are_refused() -> None:
    s = table("turn 0, top hat-bat, pile ...", "cat-bat cat-crow ball-moon", players=2)
    assert why(s, 0, "play cat-bat midnight") == '"Midnight!" is called with the second-to-last card (MN-14)'
    assert clause(s, 0, "play cat-bat pox") == "MN-51"
    s = table("turn 0, top hat-bat, pile ...", "cat-bat", players=2)
    assert clause(s, 0, "play cat-bat midnight") == "MN-14"


@each_number
@pytest.mark.clause("MN-14")
def test_a_player_who_calls_cannot_be_caught(players: int) -> None:
    s = table("turn 0, top hat-bat, pile ...", "cat-bat ball-frog", players=players)
    play(s, "0 play cat-bat midnight")
    assert offenders(s) == []
    assert legal(s, 0) == []
    for seat in range(1, players):
        assert "catch 0" not in legal(s, seat)
        assert clause(s, seat, "catch 0") == "MN-14"


@each_number
@pytest.mark.clause("MN-14")
@pytest.mark.parametrize("direction", ["", "reversed, "])
def test_a_forgotten_call_can_be_caught_until_that_seats_next_turn(players: int, direction: str) -> None:
    s = forgotten(players, direction)
    for _ in range(players - 1):
        assert offenders(s) == [0]
        assert legal(s, 0) == ["own up"]
        assert all("catch 0" in legal(s, seat) for seat in range(1, players))
        assert s.turn != 0
        play(s, f"{s.turn} draw")
    assert s.turn == 0
    assert offenders(s) == []
    assert "own up" not in legal(s, 0)
    assert clause(s, 0, "own up") == "MN-14"
    for seat in range(1, players):
        assert why(s, seat, "catch 0") == "There is nothing to catch Ann for (MN-14)"


@each_number
@pytest.mark.clause("MN-14")
def test_any_opponent_catches_once_and_the_offender_draws_two(players: int) -> None:
    for catcher in range(1, players):
        s = forgotten(players)
        play(s, f"{catcher} catch 0")
        assert hand(s, 0) == "hat-frog cat-skull ball-frog"
        assert sizes(s) == [3] * players
        assert (s.turn, s.owing, offenders(s)) == (1, 0b10, [])
        assert [seat for seat in range(players) if legal(s, seat)] == [1]
        assert all(clause(s, seat, "catch 0") == "MN-14" for seat in range(1, players))


@each_number
@pytest.mark.clause("MN-14")
def test_the_offender_may_own_up_and_draws_two(players: int) -> None:
    s = forgotten(players)
    assert why(s, 0, "catch 0") == "You cannot catch yourself: own up (MN-14)"
    play(s, "0 own up")
    assert hand(s, 0) == "hat-frog cat-skull ball-frog"
    assert (s.turn, s.owing, offenders(s)) == (1, 0b10, [])
    assert clause(s, 0, "own up") == clause(s, 1, "catch 0") == "MN-14"


@pytest.mark.clause("MN-14")
def test_a_turn_that_is_lost_to_a_curse_ends_it_as_well() -> None:
    s = table("turn 0, top cat-bat, pile ...", "cat-crow hat-frog", "curse-cat hat-moon hat-snake")
    play(s, "0 play cat-crow")
    assert offenders(s) == [0]
    play(s, "1 play curse-cat")
    assert offenders(s) == []
    assert legal(s, 0) == ["take"]


@pytest.mark.clause("MN-14", "MN-30")
def test_a_counter_stir_brings_the_own_next_turn_closer_or_takes_it_away() -> None:
    s = table("turn 1, top cat-bat, pile ...", "stir-cat hat-moon cat-moon", "cat-crow hat-frog", "stir-cat hat-moon")
    play(s, "1 play cat-crow", "2 play stir-cat midnight")
    assert (s.turn, offenders(s)) == (1, [])
    s = table("turn 0, top cat-bat, pile ...", "stir-cat hat-moon", "hat-moon hat-snake", "hat-eyeball")
    play(s, "0 play stir-cat")
    assert (s.turn, offenders(s)) == (2, [0])


@pytest.mark.clause("MN-14")
def test_two_offences_can_be_open_at_once() -> None:
    s = table("turn 0, top cat-bat, pile ...", "cat-crow hat-frog", "cat-moon hat-frog", "cat-snake ball-moon")
    play(s, "0 play cat-crow", "1 play cat-moon")
    assert offenders(s) == [0, 1]
    assert legal(s, 0) == ["own up", "catch 1"]
    assert legal(s, 1) == ["own up", "catch 0"]
    assert legal(s, 2)[-2:] == ["catch 0", "catch 1"]
    play(s, "1 catch 0")
    assert (offenders(s), sizes(s)) == ([1], [3, 1, 2])
    play(s, "0 catch 1")
    assert (offenders(s), sizes(s)) == ([], [3, 3, 2])
    play(s, "2 play cat-snake")
    assert offenders(s) == [2]
    play(s, "2 own up")
    assert sizes(s) == [3, 3, 3]


@each_number
@pytest.mark.clause("MN-14")
def test_all_but_one_can_have_forgotten_at_once(players: int) -> None:
    cards = ["cat-crow", "cat-moon", "cat-skull", "cat-spider"] * 2
    others = ["ball-frog", "ball-crow", "ball-moon", "ball-snake"]
    hands = [f"{card} {others[seat // 2]}" for seat, card in enumerate(cards)]
    s = table("turn 0, top cat-bat, pile ...", *hands[:players])
    for seat in range(players - 1):
        play(s, f"{seat} play {cards[seat]}")
    assert offenders(s) == list(range(players - 1))
    assert legal(s, players - 1)[-(players - 1) :] == [f"catch {seat}" for seat in range(players - 1)]
    play(s, *(f"{players - 1} catch {seat}" for seat in range(players - 1)))
    assert sizes(s) == [3] * (players - 1) + [2]


@pytest.mark.clause("MN-14")
@pytest.mark.parametrize(
    ("cards", "head", "size"),
    [
        ("spell hat-frog", "top cat-bat", 6),
        ("betrayed hat-frog", "top hat-skull", 3),
        ("pox hat-frog", "top cat-bat", 4),
    ],
)
def test_a_call_is_due_whatever_the_card_does_to_the_hand(cards: str, head: str, size: int) -> None:
    s = table(f"turn 0, {head}, pile ...", cards, players=3)
    play(s, f"0 play {cards.split()[0]}")
    assert (sizes(s)[0], offenders(s)) == (size, [0])
    play(s, "2 catch 0")
    assert sizes(s)[0] == size + 2


@pytest.mark.clause("MN-14")
@pytest.mark.parametrize(("card", "head"), [("spell", "top cat-bat"), ("betrayed", "top hat-skull")])
def test_the_last_card_needs_no_call_even_where_it_does_not_win(card: str, head: str) -> None:
    s = table(f"turn 0, {head}, pile ...", card, players=3)
    play(s, f"0 play {card}")
    assert (offenders(s), sizes(s)[0] > 0) == ([], True)


@pytest.mark.clause("MN-14", "MN-51")
@pytest.mark.parametrize(
    ("calls", "forgot", "expected"),
    [("", [0], [4, 3]), (" midnight", [], [4, 3]), (" pox", [0], [1, 4]), (" pox midnight", [], [1, 4])],
)
def test_one_call_of_a_sidestep_does_not_stand_for_the_other(
    calls: str, forgot: list[int], expected: list[int]
) -> None:
    s = table("turn 0, top cat-bat, pile ...", "pox hat-frog", players=2)
    play(s, f"0 play pox{calls}")
    assert (offenders(s), sizes(s)) == (forgot, expected)


@pytest.mark.clause("MN-14")
def test_it_can_be_caught_before_a_suit_is_declared() -> None:
    s = table("turn 0, top hat-bat, pile ...", "wild ball-frog", players=3)
    play(s, "0 play wild")
    assert legal(s, 0) == [*(f"declare {suit}" for suit in ("hat", "cauldron", "broom", "cat", "ball")), "own up"]
    assert legal(s, 1) == legal(s, 2) == ["catch 0"]
    play(s, "2 catch 0", "0 declare hat")
    assert (sizes(s), s.turn) == ([3, 3, 3], 1)


@pytest.mark.clause("MN-14", "MN-55")
def test_it_can_be_caught_during_the_sealed_passing_of_a_coven_circle() -> None:
    s = table("turn 0, top hat-bat, pile hat-frog cat-skull ...", "circle ball-frog", "wild spell", "cat-crow cat-moon")
    play(s, "0 play circle", "0 declare hat", "0 pass ball-frog")
    assert legal(s, 0) == ["own up"]
    assert legal(s, 1) == ["pass spell", "pass wild", "catch 0"]
    play(s, "2 pass cat-crow")
    assert legal(s, 2) == ["catch 0"]
    play(s, "2 catch 0")
    assert legal(s, 0) == legal(s, 2) == []
    same(
        """
        pass 1, top circle, counts hat, pile ..., under hat-bat
        0 hat-frog cat-skull ball-frog | passes ball-frog
        1 spell wild
        2 cat-crow cat-moon | passes cat-crow
        """,
        s,
    )
    play(s, "1 pass wild")
    assert [hand(s, seat) for seat in range(3)] == ["hat-frog cat-skull cat-crow", "ball-frog spell", "cat-moon wild"]


@pytest.mark.clause("MN-14", "MN-55")
def test_cards_drawn_for_owning_up_may_be_passed() -> None:
    s = table("turn 0, top hat-bat, pile hat-frog cat-skull ...", "circle ball-frog", "wild spell")
    play(s, "0 play circle", "0 declare hat")
    assert legal(s, 0) == ["pass ball-frog", "own up"]
    play(s, "0 own up")
    assert legal(s, 0) == ["pass hat-frog", "pass cat-skull", "pass ball-frog"]


@pytest.mark.clause("MN-14", "MN-60")
def test_a_forced_play_needs_no_call() -> None:
    s = table("turn 0, top hat-bat, pile cat-crow ...", "cackle spell cat-moon hat-moon", "betrayed ball-frog")
    play(s, "0 play cackle")
    assert offenders(s) == []
    s = table("turn 0, top hat-bat, pile cat-crow ...", "cackle spell cat-moon", "betrayed ball-frog")
    play(s, "0 play cackle")
    assert offenders(s) == [], "the cackle itself was the third-to-last card"
    s = table("turn 0, top hat-bat, pile cat-crow ...", "cackle spell", "betrayed ball-frog")
    play(s, "0 play cackle")
    assert offenders(s) == [0]


@pytest.mark.clause("MN-13", "MN-14")
@pytest.mark.parametrize(("pile", "size"), [("pile hat-frog", 2), ("pile -", 1)])
def test_the_penalty_is_what_there_is_to_draw(pile: str, size: int) -> None:
    s = table(f"turn 0, top cat-bat, {pile}", "wild ball-frog", "hat-moon hat-snake")
    play(s, "0 play wild", "0 declare hat")
    taken = sizes(s)[0]
    play(s, "1 catch 0")
    assert sizes(s)[0] == taken + size
    assert offenders(s) == []


@pytest.mark.clause("MN-14", "MN-15")
def test_when_the_game_is_over_nobody_can_be_caught() -> None:
    s = table("turn 0, top cat-bat, pile ...", "cat-crow hat-frog", "cat-moon")
    play(s, "0 play cat-crow", "1 play cat-moon")
    assert offenders(s) == []
    assert legal(s, 0) == legal(s, 1) == []
    assert clause(s, 1, "catch 0") == clause(s, 0, "own up") == "MN-15"


@pytest.mark.clause("MN-14", "MN-51")
def test_with_automatic_calls_only_plays_with_them_are_offered() -> None:
    s = table("turn 0, calls made, top hat-bat, pile ...", "cat-bat pox", players=3)
    assert legal(s, 0) == ["play cat-bat midnight", "play pox pox midnight", "draw"]
    assert why(s, 0, "play cat-bat") == "Calls are made for you at this table (MN-14)"
    assert clause(s, 0, "play pox midnight") == "MN-51"
    s = table("turn 0, calls made, top hat-bat, pile ...", "cat-bat cat-crow pox", players=3)
    assert legal(s, 0) == ["play cat-bat", "play pox pox", "draw"]
    play(s, "0 play pox pox")
    assert sizes(s) == [2, 4, 4]


@pytest.mark.clause("MN-14")
@pytest.mark.parametrize("calls_made", [0, 1])
def test_the_option_is_agreed_on_before_the_game(calls_made: int) -> None:
    match = Match(GAME, 2, 5, options={"calls_made": calls_made})
    assert match.options["calls_made"] == calls_made
    forms = 0
    while match.pending:
        [seat] = match.pending[:1]
        texts = [match.text(number) for number in match.numbers(seat)]
        forms += any(text.endswith(" midnight") and text.removesuffix(" midnight") in texts for text in texts)
        plays = [text for text in texts if not text.startswith(("draw", "take", "catch", "own"))]
        match.act(seat, (plays or texts)[-1])
    assert (forms == 0) == bool(calls_made)
