"""Things to touch, labels, advice, and the plain data of a view."""

from __future__ import annotations

import random

import pytest

from coven.engine.match import Match
from coven.engine.plain import to_builtins
from coven.games.whirling_witchcraft.game import GAME
from coven.games.whirling_witchcraft.rules.cubes import NAMES

PLAYERS = 3


def some_match(seed: int, stop: int = 0) -> Match:
    """A game in which everybody has laid the first card of the hand, and `stop` acts have been played at random."""
    match, rng = Match(GAME, PLAYERS, seed), random.Random(seed)
    for seat in range(PLAYERS):
        match.act(seat, match.numbers(seat)[0])
    for _ in range(stop):
        seat = rng.choice(match.pending)
        match.act(seat, rng.choice(match.numbers(seat)))
    return match


def test_faces_are_the_kinds_of_the_deck() -> None:
    faces = to_builtins(GAME.board.faces(GAME.decks.default()))
    assert len(faces) == 55
    assert faces[0] == {
        "id": "b-gr", "title": "B → GR", "inputs": ["blue"], "outputs": ["green", "red"],
        "is_starting": True, "is_printed": True, "count": 1,
        "words": "1 blue flower becomes 1 green frog and 1 red mushroom",
    }  # fmt: skip
    assert sum(face["is_printed"] for face in faces) == 2
    assert all(set(face["inputs"]) | set(face["outputs"]) <= set(NAMES) for face in faces)


def test_every_choice_stands_at_its_things() -> None:
    match, seen = Match(GAME, PLAYERS, 3), set[str]()
    rng = random.Random(3)
    while match.pending:
        seat = rng.choice(match.pending)
        view, record = match.view(seat), match.view_record(seat)
        hand, lab = {f"hand:{text}" for text in view["hand"]}, {f"lab:{text}" for text in view["labs"][seat]}
        for action in match.legal(seat):
            touches = match.game.board.touches(match.deck, record, action.number)
            verb = action.text.split()[0]
            seen.add(verb)
            assert set(touches[:1]) <= {"lay": hand, "feed": lab, "ball": {"ball"}, "done": set()}[verb]
            assert bool(touches) == (verb != "done")
            if verb == "feed":
                sources = action.text.split()[-1].split(",")
                assert [touch.split(":")[0] for touch in touches[1:]] == sources
        match.act(seat, rng.choice(match.numbers(seat)))
    assert seen == {"lay", "feed", "ball", "done"}


@pytest.mark.clause("WW-21", "WW-23")
def test_a_recipe_that_cannot_be_fed_is_closed_with_its_reason() -> None:
    reasons = set()
    for seed in range(20):
        match = some_match(seed, stop=4)
        for seat in match.pending:
            view = match.view_record(seat)
            if match.view(seat)["phase"] != "produce":
                continue
            closed = dict(match.game.closed(match.deck, view, seat, match.names(seat)))
            can_be_fed = {match.game.board.touches(match.deck, view, number)[0] for number in match.numbers(seat)[:-1]}
            lab = {f"lab:{text}" for text in match.view(seat)["labs"][seat]}
            assert set(closed) == lab - can_be_fed
            reasons |= {refusal.clause for refusal in closed.values()}
    assert reasons == {"WW-21", "WW-23"}


def test_a_seat_that_owes_nothing_has_nothing_closed_and_no_hint() -> None:
    match = Match(GAME, PLAYERS, 1)
    assert match.game.hint(match.deck, match.view_record(0), 0) is not None
    match.act(0, match.numbers(0)[0])
    view = match.view_record(0)
    assert match.game.closed(match.deck, view, 0, match.names(0)) == []
    assert match.game.hint(match.deck, view, 0) is None


@pytest.mark.clause("WW-11")
def test_a_ball_that_was_used_is_closed() -> None:
    match = Match(GAME, PLAYERS, 1)
    for seat in range(PLAYERS):
        match.act(seat, "ball" if seat == 1 else match.numbers(seat)[0])
    ((thing, refusal),) = match.game.closed(match.deck, match.view_record(1), 1, match.names(1))
    assert thing == "ball"
    assert str(refusal) == "You have used your crystal ball: it works once in the game (WW-11)"


@pytest.mark.clause("WW-40")
def test_preview_is_the_right_neighbours_bench_with_the_own_mixture() -> None:
    previews = 0
    for seed in range(30):
        match = some_match(seed, stop=6)
        for seat in match.pending:
            view = match.view(seat)
            if view["phase"] != "produce":
                continue
            preview, right = view["preview"], view["sends_to"][seat]
            assert preview["seat"] == right == (seat - 1) % PLAYERS
            made = view["production"][seat]["made"]
            assert preview["bench"] == {name: view["benches"][right][name] + made[name] for name in NAMES}
            assert preview["over"] == [name for name in NAMES if preview["bench"][name] > view["limits"][name]]
            previews += sum(made.values()) > 0
    assert previews > 10


def test_labels_say_what_happens() -> None:
    match = Match(GAME, PLAYERS, 1)
    labels = [action.label for action in match.legal(0)]
    assert labels[-1] == "Choose your crystal ball, once in the game: your cards for 4 new ones"
    assert labels[0] == f"Lay {match.deck.titles[match.numbers(0)[0]]}"
    match = some_match(1)
    assert match.legal(0)[-1].label == "Done: send nothing"
    match.act(0, match.numbers(0)[0])
    assert match.legal(0)[-1].label.startswith("Done: send 2 cube")
    ways = [action.label for seed in range(30) for action in some_match(seed, stop=3).legal(0)]
    assert any(label.endswith("with 1 red mushroom of the mixture") for label in ways)


def test_the_whole_truth_shows_every_hand_in_the_terminal() -> None:
    match = some_match(2)
    lines = match.game.texts.table(match.deck, match.state, match.names())
    assert sum(" holds: " in line for line in lines) == PLAYERS
    assert not any("holds" in line for line in match.game.texts.table(match.deck, match.view_record(-1), match.names()))
