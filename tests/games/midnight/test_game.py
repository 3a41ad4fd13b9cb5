"""Midnight through Match: words for everything, refusals with clauses, logs from views, undo of sealed passes."""

from __future__ import annotations

import random

import pytest

from coven.engine.match import Match
from coven.engine.states import SPECTATOR
from coven.games.midnight.game import GAME
from tests.games.midnight.position import play, table
from tests.games.midnight.test_against_naive import PLAYERS


def anybody(match: Match, rng: random.Random) -> int:
    """A seat that may do something: mostly one that owes a decision."""
    if rng.random() < 0.8:
        return rng.choice(match.pending)
    return rng.choice([seat for seat in range(match.players) if match.numbers(seat)])


def some_action(match: Match, seat: int, rng: random.Random) -> str:
    texts = [match.text(number) for number in match.numbers(seat)]
    plays = [text for text in texts if text not in ("draw", "take")]
    return rng.choice(plays if plays and rng.random() < 0.9 else texts)


@pytest.mark.slow
@pytest.mark.parametrize("players", PLAYERS)
def test_everything_has_words_and_the_log_needs_no_secret(players: int) -> None:
    match, rng = Match(GAME, players, 3), random.Random(players)
    views = {viewer: match.game.state() for viewer in range(SPECTATOR, players)}
    while match.pending:
        for viewer, before in views.items():
            view = match.view_record(viewer)
            lines = match.game.texts.tell(match.deck, before, view, match.names(viewer))
            assert all(line and "{" not in line for line in lines)
            assert match.game.texts.table(match.deck, view, match.names(viewer))
            views[viewer] = view
        for seat in match.pending:
            assert match.question(seat).text
            assert all(action.label and match.parse(action.text) == action.number for action in match.legal(seat))
            match.game.closed(match.deck, match.view_record(seat), seat, match.names(seat))
        seat = anybody(match, rng)
        match.act(seat, some_action(match, seat, rng))
    assert match.outcome is not None
    assert match.outcome.reason in {"MN-15", "MN-64", "MN-65"}
    assert match.game.texts.verdict(match.deck, match.view_record(0), match.names(0))
    again = match.record().verify(GAME)
    assert again.state == match.state


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 5])
def test_every_refusal_cites_its_clause(players: int) -> None:
    match, rng = Match(GAME, players, 4), random.Random(players)
    while match.pending:
        if rng.random() < 0.3:
            seat = rng.randrange(players)
            legal = match.numbers(seat)
            for action in range(GAME.actions.count):
                if match.parse(action) not in legal:
                    refusal = match.why_not(seat, action)
                    assert refusal is not None
                    assert refusal.clause
        seat = anybody(match, rng)
        match.act(seat, some_action(match, seat, rng))


@pytest.mark.clause("MN-14", "MN-55")
@pytest.mark.parametrize("text", ["catch 0", "own up"])
def test_a_chosen_pass_is_final_after_catching_or_owning_up(text: str) -> None:
    match = Match(GAME, 3, 1)
    match.state = play(table("turn 0, top hat-bat, pile ...", "circle ball-frog", players=3), "0 play circle")
    match.act(0, "declare witchs-hat")
    seat = 0 if text == "own up" else 1
    match.act(seat, next(action.text for action in match.legal(seat) if action.text.startswith("pass")))
    assert match.can_undo(seat)
    match.act(seat, text)
    assert not match.can_undo(seat)
