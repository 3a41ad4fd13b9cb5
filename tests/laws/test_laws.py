"""The laws that every game keeps: compiled (also with NUMBA_BOUNDSCHECK=1) and in plain Python."""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations
from typing import Any

import pytest

from coven.engine.dice import close_stream, open_stream, seed_words
from coven.engine.game import AnyGame
from coven.engine.loops import RANDOM, THUMB, Loops
from coven.engine.match import IllegalAction, Match
from coven.engine.record import GameRecord
from coven.engine.seats import pending
from coven.engine.states import SPECTATOR, State
from coven.worker import SearchRequest
from tests.laws.games import CHECKED_TABLES, COMPILED_TABLES, GAMES, IDS, IS_CHECKED, SOME_TABLES, fewer_if_checked
from tests.laws.walk import differing, walk
from tests.random_play import some_act

LOOKS, PLAIN_LOOKS = 30_000, 600
MOST_GAMES, PLAIN_DECISIONS = 2000, 100_000
"""How much is played compiled and plain, whichever is less."""

each_game = pytest.mark.parametrize("game", GAMES, ids=IDS)
each_table = pytest.mark.parametrize(("game", "players"), COMPILED_TABLES)
walked_tables = pytest.mark.parametrize(("game", "players"), CHECKED_TABLES if IS_CHECKED else COMPILED_TABLES)
some_tables = pytest.mark.parametrize(("game", "players"), SOME_TABLES)
only_once = pytest.mark.skipif(IS_CHECKED, reason="plain Python checks every index anyway")
compared_once = pytest.mark.skipif(IS_CHECKED, reason="walks and searches run the same rules with indices checked")


@walked_tables
def test_laws_hold_in_compiled_walks(game: AnyGame, players: int) -> None:
    assert walk(game, players, 1, fewer_if_checked(1000), LOOKS, plain=False) == ("kept", 0, 0)


@only_once
@some_tables
def test_laws_hold_in_plain_walks(game: AnyGame, players: int) -> None:
    assert walk(game, players, 2, 12, PLAIN_LOOKS, plain=True) == ("kept", 0, 0)


@pytest.mark.slow
@compared_once
@each_table
def test_compiled_games_are_the_plain_games_byte_for_byte(game: AnyGame, players: int) -> None:
    policies = [RANDOM] * players
    native_games = Loops(game, game.decks.default().tables, players).policy_games
    counts, _, _ = native_games(3, 0, MOST_GAMES, policies, 0)
    games = int((counts.cumsum() <= PLAIN_DECISIONS).sum())
    native = native_games(3, 0, games, policies, 0)
    plain = Loops(game, game.decks.default().tables, players, plain=True).policy_games(3, 0, games, policies, 0)
    assert native[0].tolist() == plain[0]
    assert native[1].tolist() == plain[1]
    assert native[2].tobytes() == b"".join(state.to_bytes() for state in plain[2])


@pytest.mark.slow
@compared_once
@each_table
def test_compiled_thumbs_choose_as_plain_thumbs_do(game: AnyGame, players: int) -> None:
    policies = [THUMB] * players
    native = Loops(game, game.decks.default().tables, players).policy_games(4, 0, 20, policies, 1)
    plain = Loops(game, game.decks.default().tables, players, plain=True).policy_games(4, 0, 20, policies, 1)
    assert native[2].tobytes() == b"".join(state.to_bytes() for state in plain[2])


def played(game: AnyGame, players: int, seed: int) -> Match:
    """A random game."""
    match, rng = Match(game, players, seed), random.Random(seed)
    while match.pending:
        match.act(*some_act(match, rng))
    return match


@pytest.mark.slow
@only_once
@some_tables
def test_simultaneous_choices_commute(game: AnyGame, players: int) -> None:
    for seed in range(6):
        match, rng = Match(game, players, seed), random.Random(seed)
        while match.pending:
            if len(match.acts) % 5 == 0 and len(match.pending) > 1:
                check_commutes(match)
            match.act(*some_act(match, rng))


def check_commutes(match: Match) -> None:
    game, seats = match.game, match.pending
    asked = {seat: [number for number in match.numbers(seat) if number < game.actions.out_of_turn] for seat in seats}
    rng = random.Random(len(match.acts))
    choice = {seat: rng.choice(numbers) for seat, numbers in asked.items()}
    ends = set()
    orders = list(permutations(seats)) if len(seats) <= 4 else shuffles(seats, 24)
    for order in orders:
        state = match.state.copy()
        for seat in order:
            game.rules.apply(match.deck.tables, state, seat, choice[seat])
        ends.add(state.to_bytes())
    assert len(ends) == 1


def shuffles(seats: tuple[int, ...], number: int) -> list[tuple[int, ...]]:
    """Some orders of many seats."""
    rng = random.Random(number)
    return [tuple(rng.sample(seats, len(seats))) for _ in range(number)]


def is_shown(match: Match, seat: int, action: int) -> bool:
    """Does the action show something at once?"""
    return bool(match.game.rules.settles(match.deck.tables, match.state, seat, action))


def settles_itself(match: Match, seat: int, action: int) -> bool:
    """Can the seat not take the action back?"""
    return bool(match.game.rules.settles(match.deck.tables, match.state, seat, action) >> seat & 1)


@only_once
@some_tables
def test_unsettled_acts_show_in_no_other_view(game: AnyGame, players: int) -> None:
    sealed = 0
    for seed in range(4):
        match, rng = Match(game, players, seed), random.Random(seed)
        while match.pending:
            seat, number = some_act(match, rng)
            if len(match.acts) % 4 == seed or not (sealed or is_shown(match, seat, number)):
                sealed += check_sealed(match, seat)
            match.act(seat, number)


def check_sealed(match: Match, seat: int) -> int:
    """Whichever unsettled action the seat chooses, others see only if it has decided; returns how many there are."""
    rules, deck, seen = match.game.rules, match.deck.tables, set()
    unsettled = [action for action in match.numbers(seat) if not is_shown(match, seat, action)]
    for action in unsettled:
        state = match.state.copy()
        rules.apply(deck, state, seat, action)
        for viewer in range(SPECTATOR, match.players):
            view = match.game.state()
            rules.hide(deck, state, viewer, view)
            if viewer != seat:
                seen.add((viewer, pending(state), view.to_bytes()))
    assert len(seen) == match.players * len({asked for _, asked, _ in seen})
    return len(unsettled)


@only_once
@some_tables
def test_undo_comes_back_to_the_same_bytes(game: AnyGame, players: int) -> None:
    match, rng, undone, left = Match(game, players, 5), random.Random(5), 0, 0
    while match.pending:
        seat, number = some_act(match, rng)
        left += not settles_itself(match, seat, number)
        before, spoken = match.state.to_bytes(), list(match.acts)
        match.act(seat, number)
        if match.can_undo(seat):
            match.undo(seat)
            undone += 1
            assert (match.state.to_bytes(), match.acts) == (before, spoken)
            match.act(seat, number)
        else:
            with pytest.raises(IllegalAction, match="nothing to take back"):
                match.undo(seat)
    assert (undone > 0) == (left > 0)


@only_once
def test_the_optional_laws_are_asked_of_some_games_and_not_of_all() -> None:
    assert {leaves_acts_open(game) for game in GAMES} == {True, False}


def leaves_acts_open(game: AnyGame) -> bool:
    """Can any act of a game by chance be taken back?"""
    match, rng = Match(game, seed=0), random.Random(0)
    while match.pending and not match.unsettled:
        match.act(*some_act(match, rng))
    return bool(match.unsettled)


@only_once
@some_tables
def test_setup_on_a_used_record_is_setup_on_a_fresh_one(game: AnyGame, players: int) -> None:
    for seed in range(3):
        fresh, used = Match(game, players, seed).state, played(game, players, seed + 1).state
        begin_again(used, seed)
        game.rules.setup(game.decks.default().tables, used)
        assert differing(used, fresh) == {}


@only_once
@some_tables
def test_setup_leaves_nothing_of_what_a_record_held(game: AnyGame, players: int) -> None:
    fresh, used = Match(game, players, 0).state, Match(game, players, 0).state
    kept = {*State.fields, *(option.key for option in game.options)}
    for name, cells in game.state.fields.items():
        if name not in kept:
            setattr(used, name, ones(cells.shape))
    begin_again(used, 0)
    game.rules.setup(game.decks.default().tables, used)
    assert differing(used, fresh) == {}


@only_once
@some_tables
def test_a_view_leaves_nothing_of_what_a_record_held(game: AnyGame, players: int) -> None:
    """Compiled players see every view in one record, whoever is to move."""
    match, rng = Match(game, players, seed=0), random.Random(0)
    while match.pending:
        match.act(*some_act(match, rng))
        for viewer in (SPECTATOR, *range(players)) if len(match.acts) % 8 == 0 else ():
            used = game.state()
            for name, cells in game.state.fields.items():
                setattr(used, name, ones(cells.shape))
            game.rules.hide(match.deck.tables, match.state, viewer, used)
            assert differing(used, match.view_record(viewer)) == {}


def begin_again(state: State, seed: int) -> None:
    """The seed and the dice as they are before a setup."""
    state.seed = seed_words(seed)
    close_stream(state)


def ones(shape: tuple[int, ...]) -> Any:
    """A field full of ones."""
    return [ones(shape[1:]) for _ in range(shape[0])] if shape else 1


@only_once
@some_tables
def test_bytes_actions_and_records_come_back_the_same(game: AnyGame, players: int) -> None:
    match, rng = Match(game, players, 6), random.Random(6)
    while match.pending:
        assert game.state.from_bytes(match.state.to_bytes()) == match.state
        seat, number = some_act(match, rng)
        for action in match.legal(seat):
            assert match.parse(action.text) == action.number
            assert action.label
        match.act(seat, match.text(number))
    record = GameRecord.of(match)
    assert record.verify(game).state.to_bytes() == match.state.to_bytes()


@pytest.mark.slow
@only_once
@some_tables
def test_every_action_is_legal_or_refused_with_a_sentence(game: AnyGame, players: int) -> None:
    match, rng = Match(game, players, 8), random.Random(8)
    while match.pending:
        if rng.random() < min(0.15, 100 / (game.actions.count * players)):
            check_refusals(match)
        match.act(*some_act(match, rng))
    refusal = match.why_not(0, 0)
    assert refusal
    assert "over" in refusal.text


def check_refusals(match: Match) -> None:
    before = match.state.to_bytes()
    for seat in range(match.players):
        legal = match.numbers(seat)
        for action in range(match.game.actions.count):
            refusal = match.why_not(seat, action)
            assert (refusal is None) == (match.parse(action) in legal)
            if refusal:
                assert refusal.clause
                assert refusal.text
                with pytest.raises(IllegalAction):
                    match.act(seat, action)
    assert match.state.to_bytes() == before


@only_once
@each_game
def test_malformed_actions_and_seats_get_a_sentence(game: AnyGame) -> None:
    match = Match(game, seed=1)
    seat = match.pending[0]
    for action in (-1, game.actions.count, True, None, 1.5, "", "fly away", "a" * 10_000, "\x00"):
        with pytest.raises(IllegalAction, match="action"):
            match.act(seat, action)  # type: ignore[arg-type]
    for nobody in (-1, match.players, None, "0", True):
        with pytest.raises(IllegalAction, match="seat"):
            match.act(nobody, 0)  # type: ignore[arg-type]
    assert not match.acts


@pytest.mark.slow
@only_once
@some_tables
def test_states_that_look_the_same_to_a_seat_answer_it_the_same(game: AnyGame, players: int) -> None:
    often = max(3, len(played(game, players, 9).acts) // 10)
    match, rng = Match(game, players, 9), random.Random(9)
    while match.pending:
        for viewer in range(players) if len(match.acts) % often == 0 else ():
            stop, twin = len(match.acts), match.copy()
            twin.state.seed = seed_words(stop * 10 + viewer)
            open_stream(twin.state, 100, stop)
            game.rules.redeal(match.deck.tables, match.view_record(viewer), twin.state)
            assert answers(twin, viewer) == answers(match, viewer)
        match.act(*some_act(match, rng))


def answers(match: Match, seat: int) -> tuple[Any, ...]:
    """All that a seat can get out of a match."""
    return (
        match.view_record(seat).to_bytes(),
        match.view(seat),
        match.legal(seat),
        SearchRequest.of(match.game, match.deck, match.view_record(seat), match.numbers(seat)),
        match.question(seat),
        match.phrases(seat),
        [match.why_not(seat, action) for action in range(match.game.actions.count)],
        match.game.texts.tell(match.deck, match.game.state(), match.view_record(seat), match.names(seat)),
    )


@only_once
@some_tables
def test_the_log_over_a_gap_tells_nothing_that_was_not_told_act_by_act(game: AnyGame, players: int) -> None:
    """A viewer who comes late, or back, hears fewer lines, never false ones."""
    for viewer in range(SPECTATOR, players):
        match, rng = Match(game, players, 13), random.Random(viewer)
        told, last, old = list[str](), game.state(), game.state()
        while match.pending:
            match.act(*some_act(match, rng))
            view = match.view_record(viewer)
            told += game.texts.tell(match.deck, last, view, match.names(viewer))
            last = view
            if rng.random() < 0.1:
                gap = game.texts.tell(match.deck, old, view, match.names(viewer))
                assert Counter(gap) <= Counter(told)
                old = view
