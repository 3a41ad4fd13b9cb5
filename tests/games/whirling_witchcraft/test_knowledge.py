"""What a seat knows: views as cards move, redeal against every world behind a view, and fits, which tells them apart.

A world is where the unseen cards lie, what lies face down, or what another seat has planned.
"""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import pytest

from coven.engine.decks import AnyDeck
from coven.engine.dice import open_stream, seed_words
from coven.engine.states import SPECTATOR
from coven.games.whirling_witchcraft.deck import default_deck
from coven.games.whirling_witchcraft.mind.fits import fits
from coven.games.whirling_witchcraft.mind.redeal import redeal
from coven.games.whirling_witchcraft.rules.state import CHANGING, HIDDEN, NONE, Phase, WhirlingWitchcraft
from tests.games.position import ONE_IN_A_MILLION, surprise
from tests.games.whirling_witchcraft.all_worlds import DECKS, check_even, late, redeals, world_of, worlds
from tests.games.whirling_witchcraft.position import (
    PLAYERS,
    cube_text,
    cubes,
    draw,
    play,
    position,
    random_game,
    recipes,
    same,
    seen,
)

START = """
    produce, balls 1, deck ws-rk rr-bw gr-w s-grw s-brw s-gbw ww-bbb
    0 bench ggg | lab g-br gw-s | hand bb-gw gg-rw
    1 bench ggg | lab b-gr bw-s | hand rr-gw rrr-s
    2 bench ggg | lab r-gb rw-s | hand k-brs gs-k
    """


def passed() -> WhirlingWitchcraft:
    """START after hands have been passed and each has drawn."""
    s = position(START)
    play(s, "all done")
    return s


def cards_seen(s: WhirlingWitchcraft, viewer: int) -> list[str]:
    """The viewer's picture of the deck and of the hands."""
    head, *rows = draw(seen(s, viewer)).splitlines()
    return [head.partition("deck ")[2], *(row.partition("hand ")[2].partition(" | ")[0] for row in rows)]


@pytest.mark.clause("WW-12", "WW-50", "WW-51")
def test_a_hand_passed_on_is_still_known_and_what_is_drawn_is_not() -> None:
    s, deck = passed(), "? ? ? ?"
    assert cards_seen(s, 0) == [deck, "k-brs@2 gs-k@2 ws-rk", "bb-gw@0 gg-rw@0 ?", "?@1 ?@1 ?"]
    assert cards_seen(s, 1) == [deck, "?@2 ?@2 ?", "bb-gw@0 gg-rw@0 rr-bw", "rr-gw@1 rrr-s@1 ?"]
    assert cards_seen(s, 2) == [deck, "k-brs@2 gs-k@2 ?", "?@0 ?@0 ?", "rr-gw@1 rrr-s@1 gr-w"]
    assert cards_seen(s, SPECTATOR) == [deck, "?@2 ?@2 ?", "?@0 ?@0 ?", "?@1 ?@1 ?"]


@pytest.mark.clause("WW-10", "WW-12", "WW-20")
def test_a_known_card_is_in_the_hand_or_face_down_until_all_is_turned_up() -> None:
    views = set()
    for laid in ("bb-gw", "gg-rw", "rr-bw"):
        s = passed()
        play(s, f"1 lay {laid}")
        assert cards_seen(s, 0) == ["? ? ? ?", "k-brs@2 gs-k@2 ws-rk", "bb-gw@0 gg-rw@0 ? laid", "?@1 ?@1 ?"]
        assert f"({laid}" in cards_seen(s, 1)[2]
        views |= {(viewer, seen(s, viewer).to_bytes()) for viewer in (SPECTATOR, 0, 2)}
    assert len(views) == 3
    s = passed()
    play(s, "1 lay gg-rw", "0 lay k-brs", "2 lay gr-w")
    assert cards_seen(s, 0) == ["? ? ? ?", "gs-k@2 ws-rk", "bb-gw@0 ?", "?@1 ?@1"]
    assert cards_seen(s, 2) == ["? ? ? ?", "gs-k@2 ?", "?@0 ?", "rr-gw@1 rrr-s@1"]
    assert cards_seen(s, SPECTATOR) == ["? ? ? ?", "?@2 ?", "?@0 ?", "?@1 ?@1"]


@pytest.mark.clause("WW-11", "WW-12", "WW-50")
def test_a_known_card_is_followed_through_the_deck_into_a_hand() -> None:
    s = passed()
    play(s, "1 ball", "0 lay gs-k", "2 lay rr-gw")
    assert cards_seen(s, 0) == ["? bb-gw@01 gg-rw@01 ?@1", "k-brs@2 (gs-k@2) ws-rk", "? ? ?", "?@1 ?@1 ? laid"]
    assert cards_seen(s, 1)[::2] == ["? bb-gw@01 gg-rw@01 rr-bw@1", "s-grw s-brw s-gbw"]
    assert cards_seen(s, 2)[0] == cards_seen(s, SPECTATOR)[0] == "? ?@01 ?@01 ?@1"
    play(s, "1 lay s-grw", "all done")
    hands = ["rrr-s@12 gr-w@2 ww-bbb", "k-brs@02 ws-rk@0 bb-gw@0", "s-brw@1 s-gbw@1 gg-rw@01"]
    assert cards_seen(s, 0) == ["?@1", hands[0], hands[1], "?@1 ?@1 gg-rw@01"]
    assert cards_seen(s, 1) == ["rr-bw@1", "rrr-s@12 ?@2 ?", hands[1], hands[2]]
    assert cards_seen(s, 2) == ["?@1", "rrr-s@12 gr-w@2 ?", "k-brs@02 ?@0 ?@0", hands[2]]
    assert cards_seen(s, SPECTATOR) == ["?@1", "?@12 ?@2 ?", "?@02 ?@0 ?@0", "?@1 ?@1 ?@01"]


@pytest.mark.clause("WW-11")
def test_a_short_deck_gives_back_cards_that_stay_known() -> None:
    s = position(START.replace(" s-brw s-gbw ww-bbb", ""))
    play(s, "all done", "1 ball", "0 lay gs-k", "2 lay rr-gw")
    assert cards_seen(s, 0) == ["?@1", "k-brs@2 (gs-k@2) ws-rk", "? bb-gw@0 gg-rw@0", "?@1 ?@1 ? laid"]
    assert cards_seen(s, 1)[::2] == ["rr-bw@1", "s-grw bb-gw@0 gg-rw@0"]


@pytest.mark.clause("WW-12", "WW-25", "WW-26")
def test_a_view_in_step_3_is_the_table_and_the_own_plan() -> None:
    s = position(START)
    play(s, "0 feed g-br", "1 done")
    same(
        """
        produce, round 1, asked 0 2, balls 1, deck ? ? ? ? ? ? ?
        0 bench ggg | lab g-br gw-s | hand bb-gw gg-rw | fed g-br | used g | made b r
        1 bench ggg | lab b-gr bw-s | hand ? ?
        2 bench ggg | lab r-gb rw-s | hand ? ?
        """,
        seen(s, 0),
    )
    assert draw(seen(s, 2)).splitlines()[1] == "0 bench ggg | lab g-br gw-s | hand ? ?"


SMALL = [
    # deck, viewer, and a picture without its labs
    ("default", 0, "lay, deck rr-bw", "bb-gw gg-rw rr-gw", "gr-w (s-grw) gs-k"),
    ("default", 1, "lay, deck rr-bw", "bb-gw@1 (gg-rw) rr-gw", "gr-w s-grw gs-k@0"),
    ("default", 1, "lay, deck rr-bw@1", "bb-gw gg-rw rr-gw", "gr-w (s-grw) gs-k"),
    ("default", SPECTATOR, "lay, deck rr-bw", "bb-gw gg-rw", "gr-w (s-grw)"),
    ("default", 0, "lay, deck rr-bw", "bb-gw gg-rw", "(gr-w) s-grw@0", "gs-k (rr-gw)"),
    ("default", 2, "lay, deck rr-bw", "bb-gw@2 gg-rw@2", "gr-w@2 (s-grw)", "rr-gw@0 gs-k", "bs-k (rs-k@1)"),
    ("default", 0, "lay, deck rr-bw gb-w@0 ws-gk@0 k-brs@0", "bb-gw", "gr-w", "rr-gw", "bs-k", "(gs-k)"),
    ("default", 0, "produce, deck rr-bw", "bb-gw gg-rw", "gr-w s-grw"),
    ("default", 0, "lay, balls 0 1, deck rr-bw", "bb-gw gg-rw rr-gw", "gr-w (s-grw) gs-k"),
    ("default", 1, "lay, balls 0 2, deck rr-bw", "bb-gw (gg-rw)", "gr-w@1 (s-grw)", "(gs-k) rr-gw@1"),
    ("twins", 0, "lay, deck rr-bw", "bb-gw gg-rw rr-bw", "gr-w rr-bw gs-k"),
    ("twins", 0, "lay, deck rr-bw", "bb-gw gg-rw gr-w", "rr-bw rr-bw bb-gw"),
    ("twins", 1, "lay, deck rr-bw", "rr-bw@1 rr-bw bb-gw", "bb-gw@0 s-grw b-r"),
    ("twins", 2, "lay, deck rr-bw", "bb-gw@2", "rr-bw", "gs-k", "(bb-gw)"),
]


@pytest.mark.slow
@pytest.mark.clause("WW-2", "WW-3", "WW-10", "WW-11", "WW-12")
@pytest.mark.parametrize(("kind", "viewer", "head", "hands"), [(row[0], row[1], row[2], row[3:]) for row in SMALL])
def test_redeal_draws_every_world_alike_and_nothing_else(
    kind: str, viewer: int, head: str, hands: tuple[str, ...]
) -> None:
    deck = DECKS[kind]()
    truth = late(head, *hands, deck=deck)
    truth.bench[: truth.players] = [0] * truth.players  # so nobody can plan anything
    view = seen(truth, viewer, deck)
    possible = worlds(view, deck)
    assert world_of(truth) in possible
    assert len(possible) > 2
    check_even(view, deck, possible)


Plan = tuple[tuple[str, ...], str, str]


def plans(lab: list[str], bench: str) -> dict[Plan, Fraction]:
    """Every plan, as recipes fed, cubes used and made, with its chance if feeding by feeding is drawn."""
    found: dict[Plan, Fraction] = {}

    def go_on(left: list[str], fed: list[str], used: Counter[str], made: Counter[str], chance: Fraction) -> None:
        ways = []
        for i, recipe in enumerate(left):
            needs = Counter(recipe.split("-")[0])
            for part in product(*(range(number + 1) for number in needs.values())):
                eaten = Counter(dict(zip(needs, part, strict=True)))
                if eaten <= made and used + needs - eaten <= Counter(bench):
                    ways.append((i, needs, eaten))
        chance /= len(ways) + 1
        key = tuple(sorted(fed)), cube_text(cubes(*used.elements())), cube_text(cubes(*made.elements()))
        found[key] = found.get(key, Fraction(0)) + chance
        for i, needs, eaten in ways:
            gives = Counter(left[i].split("-")[1])
            go_on(left[:i] + left[i + 1 :], [*fed, left[i]], used + (needs - eaten), made - eaten + gives, chance)

    go_on(lab, [], Counter(), Counter(), Fraction(1))
    assert sum(found.values()) == 1
    return found


def plan_of(s: WhirlingWitchcraft, seat: int, deck: AnyDeck) -> Plan:
    fed = [text for number, text in enumerate(deck.cards) if s.fed[seat] >> number & 1]
    return tuple(sorted(fed)), cube_text(s.used[seat]), cube_text(s.made[seat])


LABS = [
    ("default", "g-br rr-bw gb-w", "gg r"),
    ("default", "g-rr rr-bw rr-gw", "g rr"),
    ("default", "b-gr gg-rw ww-ggg", "gg w b"),
    ("twins", "g-br rr-bw rr-bw", "g rrr"),
    ("twins", "g-br b-r r-b br-br", "g b"),
]
each_lab = pytest.mark.parametrize(("kind", "lab", "bench"), LABS)


def planning(kind: str, lab: str, bench: str) -> tuple[WhirlingWitchcraft, AnyDeck]:
    """A production with this seat between two that can feed nothing."""
    deck = DECKS[kind]()
    rows = ["0 bench w | lab b-gr rrw-bs | hand gs-k", f"1 bench {bench} | lab {lab} | hand bs-k",
            "2 bench w | lab r-gb bbw-gs | hand rs-k"]  # fmt: skip
    return position("\n".join(["produce, deck ...", *rows]), deck), deck


@pytest.mark.slow
@each_lab
@pytest.mark.clause("WW-21", "WW-23", "WW-24", "WW-26")
@pytest.mark.parametrize("viewer", [SPECTATOR, 2])
def test_redeal_draws_what_others_have_planned_feeding_by_feeding(kind: str, lab: str, bench: str, viewer: int) -> None:
    s, deck = planning(kind, lab, bench)
    expected, count = plans(lab.split(), bench.replace(" ", "")), 1500
    assert len(expected) > 3
    drawn = redeals(seen(s, viewer, deck), deck, count, lambda s: plan_of(s, 1, deck))
    assert set(drawn) <= set(expected)
    often = {plan: float(chance) * count for plan, chance in expected.items() if chance * count >= 10}
    assert set(often) <= set(drawn)
    assert len(often) > 3
    chi_square = sum((drawn[plan] - number) ** 2 / number for plan, number in often.items())
    assert surprise(chi_square, len(often)) < ONE_IN_A_MILLION


@pytest.mark.clause("WW-26")
def test_redeal_keeps_the_own_plan() -> None:
    s, deck = planning("default", "g-br rr-bw gb-w", "gg r")
    play(s, "1 feed g-br")
    assert set(redeals(seen(s, 1), deck, 50, lambda s: plan_of(s, 1, deck))) == {(("g-br",), "g", "b r")}


@each_lab
@pytest.mark.clause("WW-21", "WW-22", "WW-23", "WW-24")
def test_fits_is_true_of_the_plans_that_can_be_made_and_of_no_others(kind: str, lab: str, bench: str) -> None:
    """All sets of recipes with all parts of the workbench, the mixture being what is then left."""
    s, deck = planning(kind, lab, bench)
    texts, letters, view = lab.split(), bench.replace(" ", ""), seen(s, 0, deck)
    possible, judged = plans(texts, letters), Counter[bool]()
    for n, k in product(range(len(texts) + 1), range(len(letters) + 1)):
        for fed, used in product(set(combinations(texts, n)), set(combinations(letters, k))):
            made = Counter(used)
            made.update("".join(recipe.split("-")[1] for recipe in fed))
            made.subtract("".join(recipe.split("-")[0] for recipe in fed))
            if min(made.values(), default=0) < 0:
                continue
            s.fed[1], s.used[1], s.made[1] = recipes(deck, list(fed)), cubes(*used), cubes(*made.elements())
            assert seen(s, 0, deck) == view
            is_possible = plan_of(s, 1, deck) in possible
            assert fits(deck.tables, view, s) == is_possible, (fed, used)
            judged[is_possible] += 1
    assert judged[True] == len(possible)
    assert judged[False] > 0


def wrong_states() -> dict[str, tuple[WhirlingWitchcraft, dict[str, Any]]]:
    """By what is wrong: a state, seen by seat 0, and the fields that make it wrong."""
    deck = default_deck()
    card = deck.cards.index
    laying = late("lay, deck rr-bw", "bb-gw gg-rw rr-gw", "gr-w (s-grw) gs-k", deck=deck)
    changed = late("lay, balls 0 1, deck rr-bw", "bb-gw gg-rw rr-gw", "gr-w s-grw gs-k", deck=deck)
    play(changed, "0 ball", "1 lay gs-k")
    own, other = laying.hands[0], laying.hands[1]
    feeding, _ = planning("default", "b-gr gg-rw ww-ggg", "gg w r")
    idle = NONE, NONE, NONE

    def hand(*texts: str) -> dict[str, Any]:
        return {"hands": [own, [*map(card, texts), NONE, NONE], *laying.hands[2:]]}

    def plan(fed: str, used: str, made: str) -> dict[str, Any]:
        plans = {"fed": recipes(deck, fed.split()), "used": cubes(used), "made": cubes(made)}
        return {key: [0, value, 0, 0, 0] for key, value in plans.items()}

    return {
        "a starting recipe": (laying, hand("b-gr", "s-grw", "gs-k")),
        "a recipe that is in a lab": (laying, hand("k-brs", "s-grw", "gs-k")),
        "a recipe that is in the own hand": (laying, hand("bb-gw", "s-grw", "gs-k")),
        "a recipe twice in one hand": (laying, hand("gs-k", "s-grw", "gs-k")),
        "a recipe in the hand and in the deck": (laying, hand("rr-bw", "s-grw", "gs-k")),
        "no recipe in a hand": (laying, {"hands": [own, [HIDDEN, *other[1:]], *laying.hands[2:]]}),
        "no recipe in the deck": (laying, {"pile": [HIDDEN, *laying.pile[1:]]}),
        "a place beyond the hand": (laying, {"laid": [NONE, 3, *idle]}),
        "a place that is none": (laying, {"laid": [NONE, HIDDEN, *idle]}),
        "a ball that is used up": (laying, {"laid": [NONE, CHANGING, *idle]}),
        "a ball after those of the round": (changed, {"laid": [NONE, CHANGING, *idle]}),
        "each has what only the other makes": (feeding, plan("gg-rw ww-ggg", "w", "gr")),
        "a recipe that is not in the lab": (feeding, plan("gg-bw", "gg", "bw")),
        "more than lies on the workbench": (feeding, plan("ww-ggg", "ww", "ggg")),
        "a cube used for nothing": (feeding, plan("gg-rw", "ggr", "rrw")),
        "a mixture with too much": (feeding, plan("gg-rw", "gg", "rrw")),
        "a mixture without a recipe": (feeding, plan("", "", "r")),
    }


@pytest.mark.clause("WW-2", "WW-10", "WW-21", "WW-22", "WW-24")
@pytest.mark.parametrize("what", wrong_states())
def test_fits_is_false_where_something_is_wrong(what: str) -> None:
    truth, fields = wrong_states()[what]
    view, wrong = seen(truth, 0), truth.copy()
    vars(wrong).update(fields)
    tables = default_deck().tables
    assert fits(tables, view, truth)
    assert wrong != truth
    assert seen(wrong, 0) == view or HIDDEN in [*wrong.hands[1], wrong.pile[0]]
    assert not fits(tables, view, wrong)


@pytest.mark.clause("WW-2", "WW-12")
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("kind", DECKS)
def test_in_random_games_every_redeal_shows_the_view_and_fits_it(kind: str, players: int) -> None:
    deck, rng, phases = DECKS[kind](), random.Random(players), Counter[int]()
    garbage = WhirlingWitchcraft.from_bytes(b"M" * len(WhirlingWitchcraft().to_bytes()))
    for s, _, _ in random_game(players, 3, deck):
        viewer = rng.randrange(SPECTATOR, players)
        view = seen(s, viewer, deck)
        assert fits(deck.tables, view, s)
        other = garbage.copy()
        other.seed = seed_words(players)
        open_stream(other, 101, rng.randrange(1000))
        redeal(deck.tables, view, other)
        assert seen(other, viewer, deck) == view
        assert fits(deck.tables, view, other)
        assert not any([*view.seed, *view.dice, view.dice_purpose, view.dice_used]), "a view has no dice"
        phases[s.phase] += 1
    assert min(phases[Phase.LAY], phases[Phase.PRODUCE]) > 5
