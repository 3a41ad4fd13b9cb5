"""The variant with a spare pack: WB-70."""

from __future__ import annotations

from collections import Counter

import pytest

from coven.engine.match import Match
from coven.games.witchs_brew.game import GAME
from coven.games.witchs_brew.rules.state import HIDDEN, NONE
from tests.games.position import ONE_IN_A_MILLION, unevenness
from tests.games.witchs_brew.position import (
    SHORT_ROLES,
    books,
    choose_all,
    dealt,
    draw,
    legal,
    phase,
    play,
    play_set,
    position,
    role_names,
    same,
    seen,
    why,
)

OUT = {3: 2, 4: 1}
each_number = pytest.mark.parametrize("players", OUT)


def turned(players: int, seed: int, sets: int) -> list[list[str]]:
    """The roles that are out in each set."""
    s, found = dealt(players, seed, spare_pack=1), []
    for _ in range(sets):
        found.append(role_names(s.excluded).split())
        play_set(s)
    return found


@each_number
@pytest.mark.clause("WB-70")
def test_two_or_one_of_the_spare_roles_may_not_be_chosen(players: int) -> None:
    s = dealt(players, 3, spare_pack=1)
    out = role_names(s.excluded).split()
    assert len(out) == OUT[players] == s.turned
    assert {SHORT_ROLES[role] for role in s.spare[: s.turned]} == set(out)
    for seat in range(players):
        assert legal(s, seat) == [f"choose {role}" for role in SHORT_ROLES if role not in out]


@each_number
@pytest.mark.clause("WB-70")
def test_all_twelve_come_before_they_are_shuffled_again(players: int) -> None:
    sets = 12 // OUT[players]
    for seed in range(2):
        rows = turned(players, seed, 2 * sets)
        assert all(len(row) == OUT[players] for row in rows)
        for half in (rows[:sets], rows[sets:]):
            assert sorted(role for row in half for role in row) == sorted(SHORT_ROLES)
        assert rows[:sets] != rows[sets:]


@pytest.mark.clause("WB-70")
def test_roles_are_back_in_the_next_set_and_others_are_out() -> None:
    s = position(
        """
        call 0, set 2, book optio, turned wolf monk witch druid, next herb snake
        0 - | hand wizard
        1 -
        2 -
        """
    )
    assert role_names(s.excluded) == "witch druid"
    play(s, "0 call wizard")
    same("choose 0 1 2, set 3, book copia, turned wolf monk witch druid herb snake\n0 -\n1 -\n2 -", s)
    assert role_names(s.excluded) == "snake herb"
    assert why(s, 1, "choose snake") == "The Snake Hunter is out in this set (WB-70)"
    assert why(s, 1, "choose witch") is None
    choose_all(s, *["wolf alchemist witch druid monk"] * 3)
    assert phase(s) == "call 0"


@each_number
@pytest.mark.clause("WB-70")
def test_the_pack_is_shuffled_at_the_start_of_the_next_set(players: int) -> None:
    names = list(SHORT_ROLES)
    s = position(
        "\n".join([f"call 0, turned {' '.join(names)}", "0 - | hand wolf", *(f"{i} -" for i in range(1, players))])
    )
    assert (s.turned, s.shuffles) == (12, 1)
    play(s, "0 call wolf", "0 use")
    assert (s.turned, s.shuffles) == (OUT[players], 2)
    assert sorted(s.spare) == list(range(12))


@pytest.mark.clause("WB-70")
def test_every_role_is_as_likely_at_every_place() -> None:
    games = [dealt(3, seed, spare_pack=1) for seed in range(720)]
    for place in (0, 1, 6, 11):
        found = Counter(s.spare[place] for s in games)
        assert unevenness([found[role] for role in range(12)], 60) < ONE_IN_A_MILLION


@pytest.mark.clause("WB-70")
def test_later_shuffles_differ_from_the_first() -> None:
    again = []
    for seed in range(6):
        s = dealt(3, seed, spare_pack=1)
        first = list(s.spare)
        for _ in range(6):
            play_set(s)
        again.append(s.spare != first)
    assert all(again)


@pytest.mark.clause("WB-70")
def test_the_variant_is_off_unless_agreed_on_and_not_for_five() -> None:
    assert Match(GAME, 3, 1).options == {"spare_pack": 0, "first_seat": -1}
    assert Match(GAME, 4, 1, options={"spare_pack": 1}).view(0)["spare_pack"] is True
    with pytest.raises(ValueError, match="the option spare_pack is for 3 or 4 players, not for 5"):
        Match(GAME, 5, 1, options={"spare_pack": 1})
    assert Match(GAME, 5, 1, options={"spare_pack": 0}).view(0)["excluded"] == []
    plain, variant = dealt(4, 1), dealt(4, 1, spare_pack=1)
    assert (books(plain), plain.starter) == (books(variant), variant.starter)


@pytest.mark.clause("WB-70")
def test_turned_up_cards_are_public_and_later_ones_are_not() -> None:
    s = position("choose 0 1 2, set 2, turned wolf monk witch druid, next herb snake\n0 -\n1 -\n2 -")
    for viewer in (-1, 0, 2):
        view = seen(s, viewer)
        assert view.spare == [*s.spare[:4], *[HIDDEN] * 8]
        assert (view.turned, view.excluded) == (4, s.excluded)
    assert seen(dealt(3, 1), 0).spare == [NONE] * 12


@pytest.mark.clause("WB-22", "WB-60", "WB-70")
def test_at_the_end_nothing_more_is_turned_up() -> None:
    s = position(
        """
        call 0, set 2, turned wolf monk witch druid
        0 - | hand herb | cards copper-1..7
        1 - | cards iron-1..7
        2 -
        """
    )
    play(s, "0 call herb", "0 use")
    assert draw(s).splitlines()[0] == "over, won 0 by WB-60, set 2, book magus, turned wolf monk witch druid"
