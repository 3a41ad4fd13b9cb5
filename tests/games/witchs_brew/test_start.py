"""The table, the beginning and the ends of sets: WB-1 to WB-5 and WB-22."""

from __future__ import annotations

from collections import Counter

import pytest

from coven.engine.dice import seed_words
from coven.engine.match import Match
from coven.games.witchs_brew.deck import default_deck
from coven.games.witchs_brew.game import GAME
from coven.games.witchs_brew.rules import contract
from coven.games.witchs_brew.rules.state import NONE, Phase
from tests.games.position import ONE_IN_A_MILLION, unevenness
from tests.games.witchs_brew.position import PLAYERS, books, dealt, draw, phase, play, play_set, position, row, table

each_number = pytest.mark.parametrize("players", PLAYERS)
GAMES = 1680


@pytest.mark.clause("WB-1")
def test_three_to_five_play() -> None:
    assert GAME.players == PLAYERS
    for players in (2, 6):
        with pytest.raises(ValueError, match="for 3, 4, 5 players"):
            Match(GAME, players)


@each_number
@pytest.mark.clause("WB-1", "WB-2", "WB-3", "WB-10")
def test_the_first_position(players: int) -> None:
    s = dealt(players, 1)
    assert [row(s, seat) for seat in range(players)] == ["r1 g1 w1 gold 2"] * players
    assert phase(s) == f"choose {' '.join(map(str, range(players)))}"
    assert (s.taken, s.on_shelf, s.set, s.round, s.rounds) == ([0] * 5, [0, 0], 1, 0, 0)
    assert all(owner == NONE for owners in s.owners for owner in owners)
    assert (s.excluded, s.spare_pack, s.role, s.leader, s.claimant) == (0, 0, NONE, NONE, NONE)
    assert s.spare == [NONE] * 12
    assert all(not any(cards) for cards in (s.hand, s.played, s.card_points, s.ravens, s.goods[players:]))


@pytest.mark.clause("WB-5")
@each_number
def test_every_seat_is_equally_likely_to_begin(players: int) -> None:
    starters = Counter(dealt(players, seed).starter for seed in range(150 * players))
    assert sorted(starters) == list(range(players))
    assert unevenness(list(starters.values()), 150) < ONE_IN_A_MILLION


@pytest.mark.clause("WB-5")
@each_number
def test_or_the_host_names_who_begins(players: int) -> None:
    orders = {books(dealt(players, 1))}
    for seat in range(players):
        s = dealt(players, 1, first_seat=seat)
        assert (s.starter, s.turn) == (seat, seat)
        assert Match(GAME, players, 1, options={"first_seat": seat}).view(0)["starter"] == seat
        orders.add(books(s))
    assert len(orders) == 1, "who begins changes no books"
    with pytest.raises(ValueError, match="first_seat"):
        Match(GAME, players, 1, options={"first_seat": players})


@pytest.mark.clause("WB-4")
def test_the_books_are_shuffled_every_order_as_likely() -> None:
    games = [books(dealt(3, seed)).split() for seed in range(GAMES)]
    assert all(len(set(order)) == 8 for order in games)
    for place in range(8):
        found = Counter(order[place] for order in games)
        assert len(found) == 8
        assert unevenness(list(found.values()), GAMES / 8) < ONE_IN_A_MILLION
    neighbours = Counter(tuple(order[:2]) for order in games)
    assert len(neighbours) == 56
    assert unevenness(list(neighbours.values()), GAMES / 56) < ONE_IN_A_MILLION


@pytest.mark.clause("WB-4", "WB-5")
def test_the_lot_and_the_books_are_independent() -> None:
    found = Counter((dealt(3, seed).starter, dealt(3, seed).books[0]) for seed in range(720))
    assert len(found) == 24
    assert unevenness(list(found.values()), 30) < ONE_IN_A_MILLION


@pytest.mark.clause("WB-2", "WB-3")
def test_nothing_of_the_last_game_is_left_on_the_table() -> None:
    s = position(
        """
        choose 1, set 9, book optio, lying gold 1 r2
        0 r5 | hand wolf snake herb witch druid | cards iron-1..3
        1 g3 vials 4 | hand wolf | cards copper-1 gold-1
        2 - | hand wolf snake herb witch druid
        """
    )
    play(s, "1 choose witch", "1 choose druid", "1 choose wizard", "1 choose monk", "1 call witch", "2 favour")
    s.seed, s.ending, s.winners, s.spare_pack = seed_words(1), 2, 3, 0
    contract.setup(default_deck().tables, s)
    fresh = dealt(3, 1)
    assert draw(s) == draw(fresh)
    assert s == fresh


@pytest.mark.clause("WB-22")
def test_the_top_book_goes_to_the_bottom_whether_it_was_used_or_not() -> None:
    for acts in (("use",), ("decline",)):
        s = table("call 0, book herba lupus", "g1 | hand warlock", "-", "-")
        play(s, "0 call warlock", *(f"0 {act}" for act in acts))
        assert (books(s).split()[0], books(s).split()[-1]) == ("lupus", "herba")
    s = table("call 0, book herba lupus", "g1 | hand wolf", "-", "-")
    play(s, "0 call wolf", "0 use")
    assert books(s) == "lupus copia magus strix sanatio optio serpens herba"


@pytest.mark.clause("WB-4", "WB-22")
def test_after_eight_sets_the_books_come_round() -> None:
    s = dealt(3, 4)
    first, tops = books(s), []
    for _ in range(17):
        tops.append(books(s).split()[0])
        play_set(s)
    assert tops == [*first.split(), *first.split(), first.split()[0]]
    assert (s.set, s.phase) == (18, Phase.CHOOSE)


@pytest.mark.clause("WB-22", "WB-60")
def test_the_book_turns_after_the_last_set_too() -> None:
    s = table("call 0, set 3, book herba lupus", "- | hand wolf | cards copper-1..7 iron-1..7", "-", "-")
    play(s, "0 call wolf", "0 use")
    assert draw(s).splitlines()[0] == "over, won 0 by WB-60, set 3, book lupus"
    assert s.book == 3


@pytest.mark.clause("WB-10", "WB-21")
def test_a_set_begins_with_empty_hands() -> None:
    s = dealt(4, 8)
    for number in range(2, 6):
        play_set(s)
        assert (s.set, s.round, s.called, s.excluded) == (number, 0, 0, 0)
        assert not any([*s.hand, *s.hand_size, *s.played, *s.picked])
