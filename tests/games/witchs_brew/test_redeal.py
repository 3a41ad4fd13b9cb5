"""Redeal: it draws every world behind a view, each as likely, and nothing else."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, permutations, product
from typing import Any

import pytest

from coven.engine.dice import open_stream, seed_words
from coven.engine.states import SPECTATOR, TRUTH
from coven.games.witchs_brew.deck import default_deck
from coven.games.witchs_brew.mind.fits import fits
from coven.games.witchs_brew.mind.redeal import redeal, reopen, sealed
from coven.games.witchs_brew.rules.state import WitchsBrew
from tests.games.position import ONE_IN_A_MILLION, unevenness
from tests.games.witchs_brew.position import (
    SHORT_ROLES,
    asked,
    books,
    dealt,
    goods_text,
    legal,
    play,
    position,
    role_names,
    seen,
)

TABLES = default_deck().tables
DRAWS = 16
"""Draws for each world: that one is never met by chance has probability e**-16."""


def redeals(view: WitchsBrew, count: int, what: Callable[[WitchsBrew], Any]) -> Counter[Any]:
    """How often redeal draws what; every draw shows the view and fits it."""
    s, found = WitchsBrew.from_bytes(b"M" * len(WitchsBrew().to_bytes())), Counter[Any]()
    s.seed = seed_words(20)
    for i in range(count):
        open_stream(s, 100, i)
        redeal(TABLES, view, s)
        assert s.viewer == TRUTH
        found[what(s)] += 1
        if i % 10 == 0:
            assert seen(s, view.viewer) == view
            assert fits(TABLES, view, s)
    return found


def hands(s: WitchsBrew) -> tuple[str, ...]:
    return tuple(role_names(s.hand[seat]) for seat in range(s.players))


def check_uniform(view: WitchsBrew, possible: set[tuple[str, ...]]) -> None:
    drawn = redeals(view, DRAWS * len(possible), hands)
    assert set(drawn) == possible
    assert unevenness(list(drawn.values()), DRAWS) < ONE_IN_A_MILLION


def worlds(own: dict[int, str], pools: dict[int, tuple[str, int]]) -> set[tuple[str, ...]]:
    """Hands of seats that are known, and of the others any so many of a pool ("must+may may")."""
    rows: list[list[str]] = []
    for seat in range(len(own) + len(pools)):
        if seat in own:
            rows.append([own[seat]])
            continue
        sure, _, rest = pools[seat][0].rpartition("+")
        ways = combinations(rest.split(), pools[seat][1] - len(sure.split()))
        rows.append([" ".join(sorted([*sure.split(), *way], key=SHORT_ROLES.index)) for way in ways])
    return set(product(*rows))


LEFT = "witch druid warlock cutpurse monk"
WITHOUT = "druid warlock cutpurse monk"


@pytest.mark.clause("WB-20", "WB-23")
def test_between_rounds_any_roles_not_called_yet() -> None:
    s = position(
        """
        call 0
        0 - | hand witch monk | played wolf snake herb
        1 - | hand witch druid | played alchemist fortune assistant
        2 - | hand cutpurse | played wizard
        """
    )
    check_uniform(seen(s, 0), worlds({0: "witch monk"}, {1: (LEFT, 2), 2: (LEFT, 1)}))


@pytest.mark.clause("WB-13", "WB-14", "WB-20")
def test_a_redeal_gives_the_called_role_to_those_who_may_hold_it() -> None:
    s = position(
        """
        call 0
        0 - | hand witch | played wolf snake herb
        1 - | hand monk | played alchemist fortune assistant
        2 - | hand witch druid | played wizard
        3 - | hand warlock | played wolf snake herb
        4 - | hand witch | played wizard
        """
    )
    play(s, "0 call witch")
    assert asked(s) == [2]
    check_uniform(
        seen(s, 3), worlds({0: "", 3: "warlock"}, {1: (WITHOUT, 1), 2: (f"witch+{WITHOUT}", 2), 4: (LEFT, 1)})
    )
    play(s, "2 claim")
    assert asked(s) == [4]
    check_uniform(seen(s, 2), worlds({0: "", 2: "druid", 4: "witch"}, {1: (WITHOUT, 1), 3: (WITHOUT, 1)}))


@pytest.mark.clause("WB-13", "WB-14")
def test_later_seats_may_hold_the_role_in_a_favour_but_not_at_the_end() -> None:
    s = position(
        """
        call 0
        0 - | hand warlock monk | played wolf snake herb
        1 - | hand warlock | played alchemist fortune assistant
        2 - | hand druid | played wizard witch
        3 - | hand warlock | played wolf snake herb
        """
    )
    left, without = "druid warlock cutpurse monk", "druid cutpurse monk"
    play(s, "0 call warlock", "1 favour")
    check_uniform(seen(s, 0), worlds({0: "monk", 1: ""}, {2: (left, 1), 3: (left, 1)}))
    check_uniform(seen(s, SPECTATOR), worlds({1: ""}, {0: (without, 1), 2: (left, 1), 3: (left, 1)}))
    play(s, "1 use", "3 favour", "3 use")
    check_uniform(seen(s, 3), worlds({1: "", 3: ""}, {0: (without, 1), 2: (without, 1)}))


@pytest.mark.slow
@pytest.mark.clause("WB-70")
def test_roles_that_are_out_are_in_no_hand() -> None:
    s = position(
        """
        call 0, set 2, turned wolf snake herb monk
        0 - | hand witch | played alchemist fortune assistant wizard
        1 - | hand druid cutpurse | played alchemist fortune assistant
        2 - | hand wolf | played wizard
        """
    )
    left = "wolf snake witch druid warlock cutpurse"
    check_uniform(seen(s, 0), worlds({0: "witch"}, {1: (left, 2), 2: (left, 1)}))


@pytest.mark.slow
@pytest.mark.clause("WB-10", "WB-70")
def test_a_redeal_gives_ready_seats_any_five_and_choosing_ones_none() -> None:
    s = position(
        """
        choose 0 2, turned herb monk
        0 - | hand witch wolf
        1 - | hand wolf snake druid witch wizard
        2 - | hand wolf
        """
    )
    allowed = " ".join(role for role in SHORT_ROLES if role not in ("herb", "monk"))
    check_uniform(seen(s, 0), worlds({0: "wolf witch", 2: ""}, {1: (allowed, 5)}))
    own = seen(s, 1)
    assert set(redeals(own, 20, hands)) == {("", "wolf snake wizard witch druid", "")}


@pytest.mark.clause("WB-10")
def test_others_choose_anew_as_long_as_nobody_sees_what_they_chose() -> None:
    s = position(
        """
        choose 0 2
        0 - | hand witch wolf
        1 - | hand wolf snake druid witch wizard
        2 - | hand wolf
        """
    )
    assert sealed(s)
    assert sealed(seen(s, 0))
    reopen(s, 0)
    assert (hands(s), s.owing) == (("wolf witch", "", ""), 0b111)
    assert len(legal(s, 1)) == len(SHORT_ROLES)
    assert not sealed(position("call 0\n0 - | hand witch\n1 - | hand wolf\n2 - | hand wolf"))


@pytest.mark.clause("WB-4")
def test_books_below_that_were_never_on_top_in_any_order() -> None:
    s = position("call 0, set 5, book optio copia lupus herba\n0 - | hand wolf\n1 -\n2 -")
    drawn = redeals(seen(s, 0), 400, books)
    known = books(s).split()
    possible = {" ".join([known[0], *order, *known[4:]]) for order in permutations(known[1:4])}
    assert set(drawn) == possible
    assert unevenness(list(drawn.values()), 400 / 6) < ONE_IN_A_MILLION
    s = position("call 0, set 12, book optio copia lupus herba\n0 - | hand wolf\n1 -\n2 -")
    assert set(redeals(seen(s, 0), 20, books)) == {books(s)}


@pytest.mark.clause("WB-70")
def test_spare_roles_to_come_in_any_order() -> None:
    names = [*SHORT_ROLES]
    s = position(f"call 0, turned {' '.join(names[:9])}\n0 - | hand wolf\n1 -\n2 -\n3 -")
    drawn = redeals(seen(s, 0), 400, lambda s: tuple(s.spare))
    assert set(drawn) == {(*range(9), *order) for order in permutations((9, 10, 11))}
    assert unevenness(list(drawn.values()), 400 / 6) < ONE_IN_A_MILLION


def gifts(goods: dict[str, int], toll: int) -> dict[str, Fraction]:
    """Every gift with its chance, if drop by drop each kind that is left is as likely."""
    found: dict[str, Fraction] = {}

    def go_on(left: dict[str, int], given: dict[str, int], chance: Fraction) -> None:
        if sum(given.values()) == toll:
            text = " ".join(f"{kind}{number}" for kind, number in given.items() if number) or "-"
            found[text] = found.get(text, Fraction(0)) + chance
            return
        kinds = [kind for kind, number in left.items() if number]
        for kind in kinds:
            go_on({**left, kind: left[kind] - 1}, {**given, kind: given[kind] + 1}, chance / len(kinds))

    go_on(goods, dict.fromkeys("rgw", 0), Fraction(1))
    return found


@pytest.mark.clause("WB-39")
@pytest.mark.parametrize("goods", ["r4 g4", "r1 g4 w8", "r1 g1 w7", "r9", "r2 g2 w2"])
def test_gifts_given_in_secret_are_drawn_drop_by_drop(goods: str) -> None:
    s = position(f"call 0\n0 r1 | hand monk\n1 {goods}\n2 r5 w5")
    play(s, "0 call monk", "0 use")
    while 1 in asked(s):
        play(s, f"1 {legal(s, 1)[0]}")
    play(s, "2 give white")
    counts = {word[0]: int(word[1:]) for word in goods.split()}
    expected = gifts(counts, sum(counts.values()) // 4)
    drawn = redeals(seen(s, 0), 900, lambda s: (goods_text(s.picked[1]), goods_text(s.picked[2])))
    assert set(drawn) == {(gift, "-") for gift in expected}, "who still gives is taken to have picked nothing"
    chi_square = sum((drawn[gift, "-"] - 900 * chance) ** 2 / (900 * chance) for gift, chance in expected.items())
    assert float(chi_square) < 25 + 5 * len(expected)
    assert set(redeals(seen(s, 2), 20, lambda s: goods_text(s.picked[2]))) == {"w1"}


@pytest.mark.clause("WB-17")
def test_redeals_keep_own_picks_and_give_others_none() -> None:
    s = position("call 0\n0 gold 1 | hand assistant\n1 -\n2 -")
    play(s, "0 call assistant", "0 take red")
    assert set(redeals(seen(s, 1), 10, lambda s: s.picked[0])) == {0}
    assert set(redeals(seen(s, 0), 10, lambda s: goods_text(s.picked[0]))) == {"r1"}


@pytest.mark.parametrize(
    ("players", "spare_pack"),
    [(3, 1), (5, 0), *(pytest.param(*row, marks=pytest.mark.slow) for row in ((3, 0), (4, 0), (4, 1)))],
)
@pytest.mark.clause("WB-20", "WB-39", "WB-70")
def test_in_random_games_every_redeal_shows_the_view_and_fits_it(players: int, spare_pack: int) -> None:
    s, rng, other = dealt(players, 6, spare_pack=spare_pack), random.Random(players), WitchsBrew()
    while s.owing:
        viewer = rng.randrange(SPECTATOR, players)
        view = seen(s, viewer)
        assert fits(TABLES, view, s)
        other.seed = seed_words(players)
        open_stream(other, 101, rng.randrange(1000))
        redeal(TABLES, view, other)
        assert seen(other, viewer) == view
        assert fits(TABLES, view, other)
        seat = rng.choice(asked(s))
        play(s, f"{seat} {rng.choice(legal(s, seat))}")
