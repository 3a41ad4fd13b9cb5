"""What the words say of balls, hands and rounds is so: labels, counts, refusals, and the log over a gap."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest

from coven.engine.plain import to_builtins
from coven.engine.sentences import Names
from coven.engine.states import SPECTATOR
from coven.games.whirling_witchcraft.deck import default_deck
from coven.games.whirling_witchcraft.game import GAME
from coven.games.whirling_witchcraft.rules import actions
from coven.games.whirling_witchcraft.rules.state import Phase, WhirlingWitchcraft
from tests.games.whirling_witchcraft.position import (
    NAMES,
    PLAYERS,
    dealt,
    legal,
    play,
    position,
    random_game,
    seen,
    texts,
    why,
)

DECK = default_deck()
SHORT = """
    lay, balls 0 1, deck {deck}
    0 bench ggg bbb rrr w | lab g-br rr-bw | hand bb-gw gg-rw br-w
    1 bench ggg bbb rrr w | lab b-gr gr-w  | hand rr-gw rrr-s gw-s
"""
NEW_CARDS = ("ws-rk", "s-grw", "k-brs", "gs-k")


def question(s: WhirlingWitchcraft, seat: int) -> str:
    return str(GAME.texts.question(DECK, seen(s, seat), seat, Names(NAMES.seats, seat)))


@pytest.mark.clause("WW-11")
@pytest.mark.parametrize("number", [1, 2, 3, 4])
@pytest.mark.parametrize("choices", [("ball", "lay rr-gw"), ("ball", "ball")])
def test_the_words_of_a_ball_say_what_it_brings(number: int, choices: tuple[str, str]) -> None:
    s = position(SHORT.format(deck=" ".join(NEW_CARDS[:number])))
    label = GAME.texts.action_label(DECK, seen(s, 0), actions.BALL, NAMES)
    advice = GAME.hint(DECK, seen(s, 0), 0)
    assert advice is not None
    had = set(texts(s, s.hands[0]))
    play(s, f"0 {choices[0]}")
    words = [advice[1], question(s, 0)]
    play(s, f"1 {choices[1]}")
    words.append(question(s, 0))
    again = len(had & set(texts(s, s.hands[0])))
    ones = "1 new one" if again == 2 else f"{3 - again} new ones"
    own = f" and {again} of your own again" if again else ""
    assert label == f"Choose your crystal ball, once in the game: your cards for {ones}{own}"
    assert not [line for line in words if re.search("all of it|hand is new|changes", line)]
    chosen = "When all have chosen, your hand goes under the deck and you draw a new one. Waiting for "
    assert words[1].startswith(chosen)
    assert words[2] == "You have a new hand: lay one recipe from it face down (WW-11)"


@pytest.mark.slow
@pytest.mark.clause("WW-10", "WW-11", "WW-12")
@pytest.mark.parametrize("players", PLAYERS)
def test_numbers_of_cards_are_true_and_do_not_tell_a_ball_from_a_recipe(players: int) -> None:
    open_choices = 0
    for seed in range(4):
        for s, _, _ in random_game(players, seed):
            for viewer in range(SPECTATOR, players):
                open_choices += check_numbers(s, viewer)
    assert open_choices > 10


def check_numbers(s: WhirlingWitchcraft, viewer: int) -> int:
    """Each hand as the viewer is told of it; returns how many choices may be either to it."""
    view, found = seen(s, viewer), 0
    data, lines = to_builtins(GAME.texts.describe(DECK, view)), GAME.texts.table(DECK, view, NAMES)
    for seat in range(s.players):
        is_open = data["laid"][seat] == "chosen"
        is_face_down = s.phase == Phase.LAY and s.laid[seat] >= 0
        number = s.hand_size - (is_face_down and not is_open)
        assert data["hand_sizes"][seat] == number
        [line] = [line for line in lines if line.startswith(f"{NAMES.seats[seat]}: ")]
        assert f"({number} in hand, " in line
        assert ("has chosen" in line, "has laid" in line) == (is_open, is_face_down and not is_open)
        found += is_open
    return found


@pytest.mark.clause("WW-11")
@pytest.mark.parametrize("players", PLAYERS)
def test_table_and_data_are_the_same_for_a_ball_and_for_a_recipe(players: int) -> None:
    for viewer in (SPECTATOR, *range(1, players)):
        shown = set()
        for text in ("ball", "lay"):
            s = dealt(players, 3)
            play(s, f"0 {next(one for one in legal(s, 0) if one.startswith(text))}")
            view = seen(s, viewer)
            shown.add(
                str(
                    (
                        GAME.texts.describe(DECK, view),
                        GAME.texts.table(DECK, view, NAMES),
                        GAME.texts.look(DECK, view, NAMES),
                    )
                )
            )
        assert len(shown) == 1


@pytest.mark.clause("WW-21", "WW-52")
@pytest.mark.parametrize(
    ("head", "hands", "is_next"),
    [("last", "-", False), ("produce", "-", False), ("produce, deck ws-rk", "-", False),
     ("produce, deck ws-rk s-grw", "-", True), ("produce", "bb-gw", True)],
)  # fmt: skip
def test_a_next_recipe_is_promised_only_where_one_will_be_laid(head: str, hands: str, is_next: bool) -> None:
    other = "-" if hands == "-" else "gw-s"
    s = position(
        f"{head}\n0 bench ggg bbb rrr w | lab g-br rr-bw gr-w | hand {hands}\n"
        f"1 bench ggg bbb rrr w | lab b-gr ww-ggg k-brs | hand {other}"
    )
    more = "the next one is laid in the next round" if is_next else "no more are laid"
    assert why(s, 0, "lay rr-gw") == f"Now you feed your recipes; {more} (WW-21)"
    before = seen(s, 0)
    play(s, "all done")
    assert (s.phase == Phase.LAY) == is_next
    lines = GAME.texts.tell(DECK, before, seen(s, 0), NAMES)
    assert any("hands go" in line for line in lines) == is_next


@pytest.mark.clause("WW-11")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_log_over_a_gap_tells_a_ball_only_where_its_round_is_sure(players: int) -> None:
    told = Counter[str]()
    for seed in range(12):
        states, used = [], dict[int, int]()
        for s, seat, text in random_game(players, seed):
            if text == "ball":
                used[seat] = s.round
            states.append(s)
        rng = random.Random(seed)
        for _ in range(25):
            first, last = sorted(rng.sample(range(len(states)), 2))
            check_gap(states[first], states[last], used, rng.randrange(-1, players), told)
        check_gap(WhirlingWitchcraft(), states[-1], used, -1, told)
    assert told["sure"] > 20
    assert told["left out"] > 5 or players == 5


def check_gap(
    was: WhirlingWitchcraft, now: WhirlingWitchcraft, used: dict[int, int], you: int, told: Counter[str]
) -> None:
    before, after = seen(was, you) if was.players else was, seen(now, you)
    lines = GAME.texts.tell(DECK, before, after, Names(NAMES.seats[: now.players], you))
    number, found = was.round, []
    for line in lines:
        if line.startswith("Round "):
            number = int(line.removeprefix("Round ").split(",")[0])
        if "crystal ball" in line:
            seat = you if line.startswith("You ") else NAMES.seats.index(line.split()[0])
            found.append(seat)
            told["sure"] += 1
            assert used[seat] == number, lines
    gone = (was.balls if was.players else (1 << now.players) - 1) & ~now.balls
    told["left out"] += gone.bit_count() - len(found)
    assert len(found) == len(set(found))
    assert all(gone >> seat & 1 for seat in found)
