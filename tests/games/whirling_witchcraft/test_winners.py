"""Who wins, what is passed on, and the last round: WW-30 to WW-40 and WW-52."""

from __future__ import annotations

import pytest

from coven.engine.match import Match
from coven.engine.states import SPECTATOR
from coven.engine.story import standings
from coven.games.whirling_witchcraft.game import GAME
from coven.games.whirling_witchcraft.rules.state import MOST_ROUNDS, Phase, WhirlingWitchcraft
from tests.games.whirling_witchcraft.position import (
    NAMES,
    PLAYERS,
    choice,
    cube_text,
    draw,
    legal,
    play,
    position,
    same,
    shares,
    why,
)

LIMITS = {"g": 8, "b": 8, "r": 8, "w": 4, "s": 3, "k": 2}
LABS = ["g-br gw-s", "b-gr bw-s", "r-gb rw-s", "g-rr ww-ggg", "b-gg ww-bbb"]
HANDS = ["bb-gw", "rr-gw", "k-brs", "br-w", "gb-w"]
FLOOD = "kkk"
each_number = pytest.mark.parametrize("players", PLAYERS)


def step_4(*benches: str, made: str = "-", word: str = "produce", deck: str = "-") -> WhirlingWitchcraft:
    """The state after all are done with these workbenches and mixtures."""
    head = word if deck == "-" else f"{word}, deck {deck}"
    mixtures = made.split(",") * (len(benches) if "," not in made else 1)
    hands = HANDS if word == "produce" else ["-"] * 5
    rows = [
        f"{i} bench {bench} | lab {LABS[i]} | hand {hands[i]} | made {mixtures[i]}" for i, bench in enumerate(benches)
    ]
    s = position("\n".join([head, *rows]))
    play(s, "all done")
    return s


def result(s: WhirlingWitchcraft) -> str | None:
    """Who has won by which clause, as "0 2 by WW-31"; None while the game runs."""
    if s.phase != Phase.OVER:
        return None
    winners = [seat for seat in range(s.players) if s.winners >> seat & 1]
    assert shares(s) == [1 / len(winners) if seat in winners else 0 for seat in range(s.players)]
    assert s.owing == 0
    return f"{' '.join(map(str, winners))} by {GAME.texts.reason(s)}"


@each_number
@pytest.mark.clause("WW-30")
def test_a_game_is_not_won_before_all_are_done(players: int) -> None:
    rows = [f"{i} bench g gggg gggg g | lab {LABS[i]} | hand {HANDS[i]}" for i in range(1, players)]
    s = position("\n".join(["produce, deck ...", f"0 bench g | lab {LABS[0]} | hand {HANDS[0]}", *rows]))
    play(s, "0 feed g-br")
    assert cube_text(s.bench[0] - s.used[0]) == "-"
    for seat in range(players):
        assert result(s) is None
        play(s, f"{seat} done")
    assert result(s) == "0 by WW-31"


@pytest.mark.clause("WW-30")
@pytest.mark.parametrize("made", ["ggggggggg kkk", "-"])
def test_cubes_of_the_mixture_do_not_count_at_step_4(made: str) -> None:
    assert result(step_4("g", "b", made=made)) is None
    assert result(step_4("g" * 8, "b", made=f"{made},-")) is None
    assert result(step_4("-", "b", made=made)) == "0 by WW-31", "an empty workbench wins whatever is sent"


@pytest.mark.clause("WW-30")
def test_when_the_game_is_over_nobody_decides_and_nothing_is_passed_on() -> None:
    s = position(
        """
        produce, balls 1, deck rr-bw gr-w
        0 bench g | lab g-br gw-s | hand bb-gw
        1 bench b | lab b-gr bw-s | hand rr-gw
        """
    )
    play(s, "0 feed g-br", "all done")
    same(
        """
        over, round 1, won 0 by WW-31, balls 1, deck rr-bw gr-w
        0 bench - | lab g-br gw-s | hand bb-gw | fed g-br | used g | made b r
        1 bench b | lab b-gr bw-s | hand rr-gw
        """,
        s,
    )
    assert legal(s, 0) == legal(s, 1) == []
    assert why(s, 1, "lay rr-gw") == why(s, 1, "ball") == why(s, 0, "done") == "The game is over (WW-30)"


@pytest.mark.clause("WW-31", "WW-34")
@pytest.mark.parametrize(
    ("benches", "expected"),
    [
        ("- g", "0 by WW-31"),
        ("g -", "1 by WW-31"),
        ("- -", "0 1 by WW-31"),
        ("g - g", "1 by WW-31"),
        ("- g -", "0 2 by WW-31"),
        ("- - -", "0 1 2 by WW-31"),
        ("g g g -", "3 by WW-31"),
        ("g - - -", "1 2 3 by WW-31"),
        ("g - g g -", "1 4 by WW-31"),
        ("- - - - -", "0 1 2 3 4 by WW-31"),
        # floods besides: who would win by WW-32 does not
        ("kkk -", "1 by WW-31"),
        ("kkk g -", "2 by WW-31"),
        ("- kkk g", "0 by WW-31"),
        ("- kkk g -", "0 3 by WW-31"),
        ("kkk - kkk kkk kkk", "1 by WW-31"),
        ("g kkk - g kkk", "2 by WW-31"),
        ("kkk g - kkk -", "2 4 by WW-31"),
    ],
)
def test_empty_workbenches_win_before_all_floods(benches: str, expected: str) -> None:
    assert result(step_4(*benches.split())) == expected


@each_number
@pytest.mark.clause("WW-32")
@pytest.mark.parametrize("colour", LIMITS)
def test_one_more_than_fits_of_any_colour_loses_to_the_left_neighbour(players: int, colour: str) -> None:
    for loser in range(players):
        for number, expected in (
            (LIMITS[colour], None),
            (LIMITS[colour] + 1, f"{(loser + 1) % players} by WW-32"),
            (LIMITS[colour] + 30, f"{(loser + 1) % players} by WW-32"),
        ):
            benches = ["gggg bbbb rrrr ww s"] * players
            benches[loser] = colour * number
            assert result(step_4(*benches)) == expected


@each_number
@pytest.mark.clause("WW-32")
def test_a_full_workbench_has_not_lost(players: int) -> None:
    full = " ".join(letter * number for letter, number in LIMITS.items())
    assert result(step_4(*[full] * players)) is None


@pytest.mark.clause("WW-32", "WW-33")
@pytest.mark.parametrize(
    ("benches", "expected"),
    [
        # L has lost with few cubes, a number is how many green ones lie on a workbench
        ("L 8", "1 by WW-32"),
        ("8 L", "0 by WW-32"),
        ("L L 8", "2 by WW-32"),
        ("8 L L", "0 by WW-32"),
        ("L 8 L", "1 by WW-32"),
        ("8 1 L", "0 by WW-32"),
        ("L 8 1", "1 by WW-32"),
        ("L L L 8", "3 by WW-32"),
        ("L L 8 L", "2 by WW-32"),
        ("L 8 1 L", "1 by WW-32"),
        ("1 L L 8", "3 by WW-32"),
        ("L 8 L L L", "1 by WW-32"),
        ("L L 8 1 L", "2 by WW-32"),
        ("L L L L 8", "4 by WW-32"),
        ("8 1 1 L L", "0 by WW-32"),
        # several winners: the fewest ingredients, equal ones share; others do not count however few they have
        ("L 8 L 7", "3 by WW-33"),
        ("L 6 L 7", "1 by WW-33"),
        ("L 7 L 7", "1 3 by WW-33"),
        ("7 L 8 L", "0 by WW-33"),
        ("7 L 7 L", "0 2 by WW-33"),
        ("L 8 L 7 1", "3 by WW-33"),
        ("L 7 L 7 1", "1 3 by WW-33"),
        ("L L 7 L 6", "4 by WW-33"),
        ("L L 6 L 7", "2 by WW-33"),
        ("L L 7 L 7", "2 4 by WW-33"),
        ("7 L L 1 L", "3 by WW-33"),
        ("L 6 1 L 5", "4 by WW-33"),
        ("1 L 6 L 6", "2 4 by WW-33"),
        ("6 L 1 1 L", "2 by WW-33"),
    ],
)
def test_the_next_to_the_left_that_has_not_lost_wins(benches: str, expected: str) -> None:
    assert result(step_4(*(FLOOD if word == "L" else "g" * int(word) for word in benches.split()))) == expected


@pytest.mark.clause("WW-33")
def test_the_fewest_are_counted_over_all_colours() -> None:
    assert result(step_4(FLOOD, "gg bb rr", FLOOD, "wwww s")) == "3 by WW-33"
    assert result(step_4(FLOOD, "gg bb rr", FLOOD, "wwww s k")) == "1 3 by WW-33"
    assert result(step_4(FLOOD, "gg bb rr", FLOOD, "wwww sss")) == "1 by WW-33"


@pytest.mark.clause("WW-35")
@pytest.mark.parametrize(
    ("benches", "expected"),
    [
        ("kkk kkkk", "0 by WW-35"),
        ("wwwww kkk", "1 by WW-35"),
        ("kkk kkk", "0 1 by WW-35"),
        ("ssss wwwww ssss", "0 2 by WW-35"),
        ("ssss wwwww kkk", "2 by WW-35"),
        ("ggggggggg kkk ssss wwwww", "1 by WW-35"),
        ("kkk kkk ssss kkk", "0 1 3 by WW-35"),
        ("wwwww wwwwww ssss ggggggggg kkkkk", "2 by WW-35"),
        ("kkk kkk kkk kkk kkk", "0 1 2 3 4 by WW-35"),
    ],
)
def test_if_all_have_lost_the_fewest_ingredients_win(benches: str, expected: str) -> None:
    assert result(step_4(*benches.split())) == expected


@pytest.mark.clause("WW-32", "WW-36", "WW-40")
@pytest.mark.parametrize(
    ("feeds", "expected"), [((), "1 by WW-32"), (("0 feed rr-bw from bench,bench",), None)], ids=["kept", "used"]
)
def test_too_many_after_the_delivery_are_no_loss_before_the_next_step_4(
    feeds: tuple[str, ...], expected: str | None
) -> None:
    s = position(
        """
        produce, deck rr-bw gr-w
        0 bench rrrrrrrr | lab g-br gw-s | hand bb-gw
        1 bench bb g     | lab b-gr bw-s | hand rr-gw
        """
    )
    play(s, "1 feed b-gr", "all done")
    assert (result(s), cube_text(s.bench[0])) == (None, "g rrrrrrrrr")
    play(s, "1 lay bb-gw", "0 lay rr-bw")
    assert result(s) is None
    play(s, *feeds, "all done")
    assert result(s) == expected


@each_number
@pytest.mark.clause("WW-40")
def test_every_mixture_goes_to_the_right_neighbour_at_once(players: int) -> None:
    made = ["gg", "b", "rrr w", "s", "kk"][:players]
    s = step_4(*["g"] * players, made=",".join(made))
    benches = [cube_text(bench) for bench in s.bench[:players]]
    added = [made[(seat + 1) % players] for seat in range(players)]
    assert benches == ["ggg" if new == "gg" else f"g {new}" for new in added]
    play(s, *(f"{seat} {legal(s, seat)[-1]}" for seat in range(players)))
    assert s.made[:players] == [0] * players, "what was sent is not there any more"
    assert [cube_text(bench) for bench in s.bench[:players]] == benches


@pytest.mark.clause("WW-40", "WW-50", "WW-51")
def test_a_round_of_three_from_its_production_to_the_next() -> None:
    s = position(
        """
        produce, balls 1, deck s-grw s-brw s-gbw ws-gk
        0 bench ggg w | lab g-br gw-s | hand bb-gw gg-bw
        1 bench bb    | lab b-gr bw-s | hand rr-gw rr-bw
        2 bench rr    | lab r-gb rw-s | hand k-brs br-w
        """
    )
    play(s, "2 feed r-gb", "0 feed gw-s from bench,bench", "all done")
    same(
        """
        lay, round 2, asked 0 1 2, balls 1, deck ws-gk
        0 bench gg   | lab g-br gw-s | hand k-brs@2 br-w@2 s-grw | fed gw-s | used g w | made s
        1 bench g bbb | lab b-gr bw-s | hand bb-gw@0 gg-bw@0 s-brw
        2 bench r s  | lab r-gb rw-s | hand rr-gw@1 rr-bw@1 s-gbw | fed r-gb | used r | made g b
        """,
        s,
    )


@each_number
@pytest.mark.clause("WW-11", "WW-52")
@pytest.mark.parametrize("cards", [0, 1])
def test_the_round_that_begins_with_empty_hands_has_no_step_1(players: int, cards: int) -> None:
    deck = "ws-rk" if cards else ""
    rows = [f"{i} bench gg | lab {LABS[i]} | hand {HANDS[i]}" for i in range(players)]
    s = position("\n".join([f"lay, balls {' '.join(map(str, range(players)))}, deck {deck}", *rows]))
    play(s, *(f"{seat} lay {HANDS[seat]}" for seat in range(players)))
    assert (s.phase, s.is_last, s.hand_size) == (Phase.PRODUCE, 0, 0)
    play(s, "all done")
    assert (s.phase, s.is_last, s.round, s.left) == (Phase.PRODUCE, 1, 3, cards)
    assert draw(s).startswith(f"last, round 3, asked {' '.join(map(str, range(players)))}")
    for seat in range(players):
        assert "ball" not in legal(s, seat)
        assert "lay" not in {text.split()[0] for text in legal(s, seat)}
        assert why(s, seat, "ball") == "The crystal ball can be used only before you lay your recipe (WW-11)"
    assert legal(s, 0) == ["done", "feed g-br from bench"]


@pytest.mark.clause("WW-31", "WW-32", "WW-33", "WW-35", "WW-52")
@pytest.mark.parametrize(
    ("benches", "made", "expected"),
    [
        # a winner at its step 4
        ("g,-", "-,-", "1 by WW-31"),
        ("kkk,g", "-,-", "1 by WW-32"),
        ("kkk,g,kkk,g", "-,-,-,-", "1 3 by WW-33"),
        ("kkk,ssss", "-,-", "0 by WW-35"),
        # none: the fewest after the delivery
        ("gg,ggg", "-,-", "0 by WW-52"),
        ("gg,ggg", "-,bb", "1 by WW-52"),
        ("gg,ggg", "-,b", "0 1 by WW-52"),
        ("gg,gg,gg", "b,b,-", "1 by WW-52"),
        ("gg,gg,gg", "b,b,b", "0 1 2 by WW-52"),
        ("gg,gg,gg,g", "-,b,-,-", "3 by WW-52"),
        ("gg,g,gg,g", "-,-,-,-", "1 3 by WW-52"),
        ("gg,gg,gg,gg,g", "bb,-,-,-,-", "0 1 2 3 by WW-52"),
        # too many after the delivery is no loss
        ("kk,gggg", "-,k", "0 by WW-52"),
        ("kk,gg", "-,k", "1 by WW-52"),
    ],
)
def test_the_last_round_ends_the_game(benches: str, made: str, expected: str) -> None:
    s = step_4(*benches.split(","), made=made, word="last")
    assert result(s) == expected


@pytest.mark.clause("WW-40", "WW-52")
def test_the_last_rounds_mixtures_are_delivered_unless_somebody_won() -> None:
    delivered, won = step_4("gg", "ggg", made="w,bb", word="last"), step_4("gg", "-", made="w,bb", word="last")
    assert [cube_text(bench) for bench in delivered.bench[:2]] == ["gg bb", "ggg w"]
    assert [cube_text(bench) for bench in won.bench[:2]] == ["gg", "-"]


ROUNDS = {2: 25, 3: 17, 4: 13, 5: 10}


@each_number
@pytest.mark.clause("WW-52")
def test_without_feeding_a_game_has_the_most_rounds_there_can_be(players: int) -> None:
    match = Match(GAME, players, seed=players)
    state = match.state
    assert isinstance(state, WhirlingWitchcraft)
    last_lab, rounds = 0, set()
    while match.pending:
        rounds.add(state.round)
        seat = match.pending[0]
        last_lab = max(last_lab, state.labs[seat].bit_count())
        match.act(seat, choice(match, seat) if state.phase == Phase.LAY else "done")
    assert rounds == set(range(1, ROUNDS[players] + 1))
    assert max(rounds) <= MOST_ROUNDS
    assert last_lab == ROUNDS[players], "the starting recipe and one a round but for the last"
    outcome = match.outcome
    assert outcome
    assert (outcome.reason, outcome.winners) == ("WW-52", tuple(range(players)))
    assert all(share * players == 1 for share in outcome.payoff)


def standing(s: WhirlingWitchcraft) -> tuple[list[int], list[str]]:
    """[seat]: its place, and what counts for it."""
    counts = GAME.texts.counts(GAME.decks.default(), s, NAMES)
    found = standings(counts, [seat for seat in range(s.players) if s.winners >> seat & 1])
    return [one.place for one in sorted(found, key=lambda one: one.seat)], [one.text for one in counts]


@pytest.mark.clause("WW-32", "WW-35")
def test_the_end_has_no_order_of_those_who_have_neither_won_nor_lost() -> None:
    places, texts = standing(step_4(FLOOD, "gg", "b", "rrr"))
    assert places == [4, 1, 2, 2]
    assert texts == ["3 ingredients", "2 ingredients", "1 ingredient", "3 ingredients"]
    s = step_4("kkk", "kkk", "kkkg", "kkkgg")
    assert standing(s)[0] == [1, 1, 3, 4]
    assert result(s) == "0 1 by WW-35"
    detail = GAME.texts.counts(GAME.decks.default(), s, NAMES)[0].detail
    assert detail == "too many: 1 black higher creature"


@pytest.mark.clause("WW-31", "WW-32")
def test_floods_and_the_largest_mixture_are_moments() -> None:
    deck, before, after = GAME.decks.default(), GAME.state(), GAME.state()
    rows = [f"0 bench {FLOOD}", "1 bench gg", "2 bench b"]
    texts = [f"{row} | lab {LABS[i]} | hand {HANDS[i]} | made {'-gg-'[i]}" for i, row in enumerate(rows)]
    s = position("\n".join(["produce", *texts]))
    GAME.rules.hide(deck.tables, s, SPECTATOR, before)
    play(s, "all done")
    GAME.rules.hide(deck.tables, s, SPECTATOR, after)
    assert [one.text for one in GAME.texts.highlights(deck, before, after, NAMES)] == [
        "Round 1: Bob sends Ann 1 ingredient",
        "Round 1: the workbench of Ann is flooded with 1 black higher creature too many",
    ]
    assert [one.text for one in GAME.board.reveal(deck, before, s, NAMES)] == [
        "Ann still held", "Bob still held", "Cat still held",
    ]  # fmt: skip
