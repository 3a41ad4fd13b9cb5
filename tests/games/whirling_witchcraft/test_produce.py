"""Production: WW-5 and WW-21 to WW-26; every cube counted; every refusal with its clause."""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations, product

import pytest

from coven.engine.match import IllegalAction, Match
from coven.engine.states import SPECTATOR
from coven.games.whirling_witchcraft.deck import default_deck
from coven.games.whirling_witchcraft.game import GAME
from coven.games.whirling_witchcraft.rules.cubes import bag, counts
from coven.games.whirling_witchcraft.rules.state import Phase, WhirlingWitchcraft
from coven.games.whirling_witchcraft.words.sentences import WORDS
from tests.games.whirling_witchcraft.position import (
    PLAYERS,
    choice,
    cube_text,
    cubes,
    draw,
    legal,
    play,
    position,
    random_game,
    seen,
    twins,
    why,
)

RECIPES = default_deck().cards
each_number = pytest.mark.parametrize("players", PLAYERS)


def producing(lab: str, bench: str, made: str = "-") -> WhirlingWitchcraft:
    """Step 3 with these recipes, workbench and mixture of seat 0."""
    return position(
        f"""
        produce
        0 bench {bench} | lab {lab} | hand gs-k | made {made}
        1 bench ggg bbb rrr w | lab b-gr gw-s | hand br-w
        """
    )


def feeds(recipe: str, bench: str, made: str) -> list[str]:
    """From where a recipe alone in its lab can be fed, as "bench,made"."""
    found = legal(producing(f"g-br {recipe}", bench, made), 0)
    return [text.split()[3] for text in found if text.split()[:2] == ["feed", recipe]]


def after(s: WhirlingWitchcraft, *steps: str) -> tuple[str, str]:
    """What is left on the workbench of seat 0 and what lies in its mixture."""
    play(s, *(f"0 {step}" for step in steps))
    return cube_text(s.bench[0] - s.used[0]), cube_text(s.made[0])


@pytest.mark.clause("WW-21", "WW-24")
@pytest.mark.parametrize(
    ("recipe", "ways"),
    [
        ("rs-k", "bench,bench bench,made made,bench made,made"),
        ("rr-bw", "bench,bench bench,made made,made"),
        ("rrr-s", "bench,bench,bench bench,bench,made bench,made,made made,made,made"),
        (
            "rrw-bs",
            "bench,bench,bench bench,bench,made bench,made,bench bench,made,made made,made,bench made,made,made",
        ),
        ("s-brw", "bench made"),
    ],
)
def test_every_way_to_take_the_cubes_is_one_choice(recipe: str, ways: str) -> None:
    assert feeds(recipe, "rrr bbb www sss", "rrr bbb www sss") == ways.split()


@pytest.mark.clause("WW-21", "WW-24")
def test_of_cubes_of_one_colour_it_only_matters_how_many_come_from_where() -> None:
    assert len(feeds("rrw-bs", "rr w", "rr w")) == 6
    for way in ("made,bench,bench", "bench,made,bench"):
        assert after(producing("g-br rrw-bs", "rr w", "rr w"), f"feed rrw-bs from {way}") == ("r", "b r w s")


@pytest.mark.clause("WW-24")
@pytest.mark.parametrize("typed", ["wrr-bs from bench,bench,made", "RWR-SB from bench,bench,made"])
def test_sources_belong_to_the_cubes_as_they_were_typed(typed: str) -> None:
    assert after(producing("g-br rrw-bs", "rr w", "rr w"), f"feed {typed}") == ("r", "b r w s")


@pytest.mark.clause("WW-21")
def test_a_recipe_is_fed_with_exactly_its_input_from_where_it_lies() -> None:
    """All recipes on random workbenches and mixtures, against counting colour by colour."""
    rng, fed = random.Random(1), 0
    for recipe in RECIPES * 6:
        bench, made = ["".join(c * rng.randint(0, 2) for c in "gbrwsk") or "-" for _ in range(2)]
        needs, expected = Counter(recipe.split("-")[0]), set()
        for from_made in product(*(range(number + 1) for number in needs.values())):
            parts = zip(needs.items(), from_made, strict=True)
            if all(made.count(c) >= m and bench.count(c) >= number - m for (c, number), m in parts):
                expected.add(from_made)
        s = producing(recipe, bench, made)
        texts = [text for text in legal(s, 0) if text != "done"]
        found = {tuple(count_made(text)[c] for c in needs) for text in texts}
        assert (found, len(texts)) == (expected, len(expected)), (recipe, bench, made)
        for text in texts:
            t, letters = s.copy(), count_made(text)
            left, mixture = after(t, text)
            assert cubes(left) == cubes(bench) - cubes(*needs.elements()) + cubes(*letters.elements())
            assert cubes(mixture) == cubes(made) - cubes(*letters.elements()) + cubes(recipe.split("-")[1])
            fed += 1
    assert fed > 100


def count_made(text: str) -> Counter[str]:
    """The cubes that a feeding takes from the mixture."""
    _, recipe, _, sources = text.split()
    return Counter(c for c, source in zip(recipe.split("-")[0], sources.split(","), strict=True) if source == "made")


@pytest.mark.clause("WW-21")
@pytest.mark.parametrize(
    ("bench", "made", "sentence"),
    [
        ("r", "-", "You lack 1 red mushroom for it (WW-21)"),
        ("ggg bbb www", "-", "You lack 2 red mushrooms for it (WW-21)"),
        ("-", "r", "You lack 1 red mushroom for it (WW-21)"),
        ("rr", "-", None),
        ("r", "r", "There are not enough of those on your workbench: take the cubes from elsewhere (WW-24)"),
    ],
)
def test_a_cube_too_few_is_no_feeding(bench: str, made: str, sentence: str | None) -> None:
    assert why(producing("g-br rr-bw", bench, made), 0, "feed rr-bw from bench,bench") == sentence


@pytest.mark.clause("WW-21")
def test_a_recipe_uses_no_output_of_this_round_or_the_last() -> None:
    deck = twins()
    s = position(
        """
        produce
        0 bench b g | lab g-rr br-br | hand gs-k
        1 bench b g | lab r-gb b-r   | hand rw-s
        """,
        deck,
    )
    play(s, "1 feed b-r from bench", deck=deck)
    assert legal(s, 0, deck) == ["done", "feed g-rr from bench"], "seat 1 has made red, BR makes red itself"
    play(s, "0 feed g-rr from bench", "0 feed br-br from bench,made", deck=deck)
    assert legal(s, 0, deck) == ["done"], "its output does not feed it again"
    s.bench[0] = s.bench[1] = bag(5)
    s.used[0] = s.used[1] = 0
    play(s, "all done", "0 lay rw-s", "1 lay gs-k", deck=deck)
    assert cube_text(s.bench[0]) == "ggggg r", "what seat 1 has made lies on the workbench"
    assert legal(s, 0, deck) == ["done", "feed g-rr from bench"], "and nothing in a mixture"


@pytest.mark.clause("WW-22")
@pytest.mark.parametrize("recipe", RECIPES)
def test_feeding_puts_exactly_the_outputs_into_the_mixture(recipe: str) -> None:
    before, made = recipe.split("-")
    s = producing(recipe if RECIPES.index(recipe) < 6 else f"g-br {recipe}", before)
    way = ",".join(["bench"] * len(before))
    assert after(s, f"feed {recipe} from {way}") == ("-", cube_text(cubes(made)))


@pytest.mark.clause("WW-5", "WW-22")
def test_the_supply_never_runs_out() -> None:
    """More cubes of every colour lie on the workbenches than any box holds, and each is still made."""
    s = producing("g-br gbr-s rw-s rs-k k-brs s-grw", " ".join(letter * 200 for letter in "gbrwsk"))
    play(s, "0 feed g-br", "0 feed gbr-s", "0 feed rw-s", "0 feed rs-k", "0 feed k-brs", "0 feed s-grw")
    assert counts(s.made[0]) == (1, 2, 3, 1, 3, 1)
    assert counts(s.bench[0] - s.used[0]) == (198, 199, 197, 199, 198, 199)


@pytest.mark.clause("WW-23")
def test_each_recipe_works_once_a_round_and_again_in_the_next() -> None:
    s = producing("g-br rr-bw", "ggg rrrr")
    play(s, "0 feed g-br from bench", "0 feed rr-bw from bench,made")
    assert legal(s, 0) == ["done"]
    once = "has been fed already: every recipe works once a round (WW-23)"
    assert why(s, 0, "feed rr-bw from bench,bench") == f"RR → BW {once}"
    assert why(s, 0, "feed g-br from bench") == f"G → BR {once}"
    play(s, "all done", "0 lay br-w", "1 lay gs-k")
    assert {text.split()[1] for text in legal(s, 0) if text != "done"} == {"g-br", "rr-bw"}


@pytest.mark.clause("WW-2", "WW-23")
@pytest.mark.parametrize("number", [1, 2])
def test_each_of_alike_recipes_can_be_fed_once(number: int) -> None:
    deck = twins()
    lab = " ".join(["rr-bw"] * number)
    s = position(f"produce\n0 bench {'r' * 8} | lab g-br {lab} | hand gs-k\n1 bench g | lab b-gr | hand b-r", deck)
    for _ in range(number):
        assert legal(s, 0, deck) == ["done", "feed rr-bw from bench,bench"], "alike ones are one choice"
        play(s, "0 feed rr-bw from bench,bench", deck=deck)
    assert legal(s, 0, deck) == ["done"]
    assert cube_text(s.made[0]) == f"{'b' * number} {'w' * number}"
    assert "has been fed already" in str(why(s, 0, "feed rr-bw", deck))
    s.bench[0] = s.used[0]
    s.labs[0] |= 1 << RECIPES.index("rr-bw") + number
    assert why(s, 0, "feed rr-bw", deck) == "You lack 2 red mushrooms for it (WW-21)", "the next one is not fed yet"


@pytest.mark.clause("WW-23")
def test_recipes_are_fed_in_any_order_the_starting_and_the_new_one_too() -> None:
    ends, steps = set(), ["feed g-br from bench", "feed rr-bw from bench,bench", "feed gr-w from bench,bench"]
    for order in permutations(steps):
        s = producing("g-br rr-bw gr-w", "gg rrr b")
        ends.add((*after(s, *order), s.fed[0], s.used[0]))
    assert len(ends) == 1
    assert after(producing("g-br rr-bw gr-w", "gg rrr b"), *steps) == ("b", "bb r ww")


@pytest.mark.clause("WW-21", "WW-23", "WW-24")
def test_the_output_of_one_recipe_feeds_the_next() -> None:
    """The example of the rulebook: B makes G and R, and this R goes with one of the workbench into RR."""
    s = producing("b-gr rr-bw", "bb r")
    assert legal(s, 0) == ["done", "feed b-gr from bench"]
    play(s, "0 feed b-gr from bench")
    assert legal(s, 0) == ["done", "feed rr-bw from bench,made"]
    assert after(s, "feed rr-bw from bench,made") == ("b", "g b w")


@pytest.mark.clause("WW-23")
def test_nobody_is_forced_to_feed() -> None:
    for s, seat, _ in random_game(3, 4):
        if s.phase == Phase.PRODUCE:
            assert "done" in legal(s, seat)
    s = producing("g-br rr-bw", "ggg rrr")
    play(s, "all done")
    assert (s.round, s.made[:2], cube_text(s.bench[0])) == (2, [0, 0], "ggg rrr")


@pytest.mark.clause("WW-24")
def test_bench_or_made_decides_what_stays_and_what_is_sent() -> None:
    ways = {way: after(producing("g-rr rr-bw", "g rr"), "feed g-rr", f"feed rr-bw from {way}")
            for way in ("bench,bench", "bench,made", "made,made")}  # fmt: skip
    assert ways == {"bench,bench": ("-", "b rr w"), "bench,made": ("r", "b r w"), "made,made": ("rr", "b w")}


@each_number
@pytest.mark.clause("WW-1", "WW-25", "WW-26")
def test_nobody_sees_a_plan_before_all_are_done(players: int) -> None:
    """Whatever seat 0 feeds, in whatever number of steps, others see the same until the last one is done."""
    rows = [
        f"{i} bench ggg bbb | lab r-bb {lab} | hand gs-k" for i, lab in enumerate(["g-br rr-bw gb-w", *["g-rr"] * 4])
    ]
    start, rng, plans = position("\n".join(["produce", *rows[:players]])), random.Random(2), 0
    views: dict[int, set[bytes]] = {viewer: set() for viewer in (SPECTATOR, *range(1, players))}
    shown = set()
    for _ in range(12):
        s = start.copy()
        while len(texts := legal(s, 0)) > 1 and rng.random() < 0.8:
            play(s, f"0 {rng.choice(texts[1:])}")
            plans += 1
            assert seen(s, 0).made[0] == s.made[0]
            for viewer, found in views.items():
                found.add(seen(s, viewer).to_bytes())
        play(s, "0 done", *(f"{seat} done" for seat in range(1, players - 1)))
        assert {seen(s, viewer).fed[0] for viewer in views} == {0}
        play(s, f"{players - 1} done")
        assert [seen(s, viewer).made[0] for viewer in views] == [s.made[0]] * players
        assert [seen(s, viewer).fed[0] for viewer in views] == [s.fed[0]] * players
        shown.add((s.fed[0], s.used[0], s.made[0]))
    assert plans > 10
    assert len(shown) > 3
    assert [len(found) for found in views.values()] == [1] * players


@pytest.mark.clause("WW-25")
def test_when_all_are_done_inputs_are_gone_and_all_see_everything() -> None:
    s = producing("b-gr rr-bw", "b rrr kkk")
    play(s, "0 feed b-gr", "0 feed rr-bw from bench,made", "1 feed gw-s", "1 done")
    assert cube_text(s.bench[0]) == "b rrr kkk", "nothing leaves a workbench before all are done"
    assert cube_text(seen(s, 1).bench[0]) == "b rrr kkk"
    play(s, "0 done")
    for viewer in (SPECTATOR, 0, 1):
        assert [line.split(" | ") for line in draw(seen(s, viewer)).splitlines()[1:]] == [
            ["0 bench rr kkk", "lab b-gr rr-bw", f"hand {'?' if viewer else 'gs-k'}",
             "fed b-gr rr-bw", "used b r", "made g b w"],
            ["1 bench gg bbb rrr", "lab b-gr gw-s", f"hand {'br-w' if viewer == 1 else '?'}",
             "fed gw-s", "used g w", "made s"],
        ]  # fmt: skip


@each_number
@pytest.mark.clause("WW-26")
def test_a_plan_can_be_taken_back_until_all_are_done(players: int) -> None:
    match = Match(GAME, players, seed=6)
    for seat in range(players):
        match.act(seat, choice(match, seat))
    start = match.state.copy()
    steps = 0
    while choice(match, 0) != "done":
        match.act(0, choice(match, 0))
        steps += 1
    match.act(0, "done")
    assert steps
    for _ in range(steps + 1):
        match.undo(0)
    assert match.state == start
    assert not match.can_undo(0), "what all have laid stays"
    for seat in range(players):
        match.act(seat, "done")
    with pytest.raises(IllegalAction, match="nothing to take back"):
        match.undo(0)


@pytest.mark.clause("WW-26")
def test_a_seat_that_is_done_decides_no_more() -> None:
    s = producing("g-br rr-bw", "ggg rrr")
    play(s, "0 done")
    assert legal(s, 0) == []
    assert why(s, 0, "feed g-br from bench") == "You are done: Bob must still produce (WW-26)"


@each_number
@pytest.mark.clause("WW-1", "WW-21", "WW-22", "WW-25", "WW-40")
def test_every_cube_is_counted_through_whole_games(players: int) -> None:
    """Cubes come from recipes fed and go into them; on their way from seat to seat none is lost or made."""
    fed = 0
    for seed in range(12):
        expected = Counter("gggbbbrrrw" * players)
        for s, _, text in random_game(players, seed):
            there = [s.bench[seat] - s.used[seat] * (s.phase == Phase.PRODUCE) for seat in range(players)]
            if s.phase == Phase.PRODUCE or (s.phase == Phase.OVER and GAME.texts.reason(s) != "WW-52"):
                there += s.made[:players]
            assert sum(there) == cubes(*expected.elements())
            if text.startswith("feed"):
                before, after_it = text.split()[1].split("-")
                expected.subtract(before)
                expected.update(after_it)
                fed += 1
    assert fed > 100


REFUSALS = {
    "laid": ("lay", "0 lay br-w", "0 lay gs-k", "You have laid your recipe: Bob must still choose (WW-10)"),
    "done": ("produce", "0 done", "0 done", "You are done: Bob must still produce (WW-26)"),
    "now_lay": ("lay", "", "0 done", "Now you lay a recipe from your hand; recipes are fed in the next step (WW-10)"),
    "now_produce": ("produce", "", "0 lay br-w",
                    "Now you feed your recipes; the next one is laid in the next round (WW-21)"),
    "now_produce_only": ("only", "", "0 lay br-w", "Now you feed your recipes; no more are laid (WW-21)"),
    "ball_now": ("produce", "", "0 ball", "The crystal ball can be used only before you lay your recipe (WW-11)"),
    "ball_used": ("lay", "0 ball, 1 lay rw-s", "0 ball",
                  "You have used your crystal ball: it works once in the game (WW-11)"),
    "ball_chosen": ("lay", "0 ball", "0 lay br-w", "You have chosen your crystal ball: Bob must still choose (WW-11)"),
    "ball_empty": ("empty", "", "0 ball", "The deck is empty: there is nothing to draw (WW-11)"),
    "not_held": ("lay", "", "0 lay rw-s", "RW → S is not in your hand (WW-10)"),
    "not_there": ("produce", "", "0 feed b-gr", "B → GR is not in your lab (WW-21)"),
    "fed": ("produce", "0 feed g-br", "0 feed g-br",
            "G → BR has been fed already: every recipe works once a round (WW-23)"),
    "lacking": ("produce", "", "0 feed ws-rk", "You lack 1 white smoke and 1 grey lesser creature for it (WW-21)"),
    "sources": ("produce", "", "0 feed g-br from made",
                "There are not enough of those in your mixture: take the cubes from elsewhere (WW-24)"),
    "over": ("over", "", "0 lay br-w", "The game is over (WW-30)"),
}  # fmt: skip


@pytest.mark.clause("WW-10", "WW-11", "WW-21", "WW-23", "WW-24", "WW-26", "WW-30")
@pytest.mark.parametrize("key", WORDS["refusal"])
def test_every_refusal_comes_with_its_clause(key: str) -> None:
    picture, before, step, sentence = REFUSALS[key]
    word = {"empty": "lay", "over": "produce", "only": "produce"}.get(picture, picture)
    hands = ("-", "-") if picture == "only" else ("br-w gs-k", "rw-s gw-s")
    deck = "" if picture in ("empty", "only") else ", deck rr-bw gr-w s-grw"
    s = position(f"""
        {word}, balls 0 1{deck}
        0 bench ggg | lab g-br ws-rk | hand {hands[0]}
        1 bench {"-" if picture == "over" else "g"} | lab b-gr rs-k  | hand {hands[1]}
        """)
    if picture == "over":
        play(s, "all done")
    play(s, *filter(None, before.split(", ")))
    assert why(s, 0, step[2:]) == sentence
    assert sentence.endswith(f"({WORDS['refusal'][key][0]})")


@pytest.mark.clause("WW-24")
@pytest.mark.parametrize(
    ("bench", "made", "way", "places"),
    [("b", "r", "bench,bench", "on your workbench"), ("b", "r", "made,made", "in your mixture"),
     ("b", "r", "made,bench", "on your workbench and in your mixture"), ("bb", "rr", "bench,made", None)],
)  # fmt: skip
def test_the_place_that_has_too_little_is_named(bench: str, made: str, way: str, places: str | None) -> None:
    found = why(producing("g-br br-w", bench, made), 0, f"feed br-w from {way}")
    assert found == (places and f"There are not enough of those {places}: take the cubes from elsewhere (WW-24)")
