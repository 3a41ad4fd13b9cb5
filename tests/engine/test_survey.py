"""Games that are counted while they are played: compiled, in plain Python, and act by act."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from coven.engine.game import AnyGame
from coven.engine.loops import RANDOM, THUMB, Loops
from coven.engine.match import Match
from coven.engine.measures import FIGURES, KINDS, THINGS, Notes
from coven.engine.survey import Noter, Survey
from coven.games import all_games, load_game
from coven.lab.played import play_game

GAMES = all_games()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_what_a_game_measures_has_room(game: AnyGame) -> None:
    measures = game.measures
    things = measures.things(game.decks.default())
    assert 0 < len(things) <= THINGS
    assert len({one.key for one in things}) == len(things)
    assert len(measures.kinds) <= KINDS
    assert len(measures.figures) <= FIGURES
    assert [one.clause for one in measures.endings] == list(game.texts.endings)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_counting_is_the_same_compiled_in_plain_python_and_act_by_act(game: AnyGame) -> None:
    deck, players = game.decks.default(), game.players[0]
    who = [THUMB] + [RANDOM] * (players - 1)
    shares, notes = Survey(game, deck.tables, players).games(3, 1, 3, who)
    plain_shares, plain_notes = Survey(game, deck.tables, players, plain=True).games(3, 1, 3, who)
    assert shares.tolist() == plain_shares
    assert notes.tobytes() == b"".join(one.to_bytes() for one in plain_notes)
    played = play_game(game, deck, who, 3, 1)
    match = Match(game, players, played.seed)
    noter = Noter(game, deck.tables, match.state)
    for seat, action in played.acts:
        noter.before(match.state, seat, match.numbers(seat), action)
        match.act(seat, action)
        noter.after(match.state)
    assert noter.notes == plain_notes[0]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_counted_games_are_those_of_a_simulation(game: AnyGame) -> None:
    deck, players = game.decks.default(), game.players[0]
    shares, notes = Survey(game, deck.tables, players).games(3, 0, 40, [THUMB] * players)
    counts, expected, ends = Loops(game, deck.tables, players).policy_games(3, 0, 40, [THUMB] * players, 0)
    assert shares.tolist() == expected.tolist()
    assert notes["decisions"].tolist() == counts.tolist()
    assert notes["kinds"].sum(axis=(1, 2)).tolist() == counts.tolist()
    clauses = {one.number: one.clause for one in game.measures.endings}
    told = [clauses[number] for number in notes["ending"].tolist()]
    assert told == [game.texts.reason(game.state.from_bytes(end.tobytes())) for end in ends]
    assert (notes["playable"] <= notes["held"]).all()
    assert (notes["held"] <= notes["turns"][:, :, None]).all()


def test_what_is_held_first_and_who_begins_are_those_of_the_deal() -> None:
    game = load_game("midnight")
    deck = game.decks.default()
    _, (notes,) = Survey(game, deck.tables, 2, plain=True).games(3, 0, 1, [RANDOM] * 2)
    assert isinstance(notes, Notes)
    match = Match(game, 2, play_game(game, deck, [RANDOM] * 2, 3, 0).seed)
    state: Any = match.state
    assert notes.starter == state.starter == match.pending[0]
    names = [one.key for one in game.measures.things(deck)]
    for seat in range(2):
        hand = {deck.cards[kind] for kind in range(deck.tables.kinds) if state.counts[seat][kind]}
        kept = {name for i, name in enumerate(names) if notes.first[seat] >> i & 1}
        assert kept == {name for name in names for card in hand if card == name or card.startswith(f"{name}-")}


def test_the_notes_follow_the_lead() -> None:
    """Of one game of 3 Witches, by its tokens after each act."""
    game = load_game("three-witches")
    _, (notes,) = Survey(game, game.decks.default().tables, 3, plain=True).games(8, 0, 1, [RANDOM] * 3)
    played = play_game(game, game.decks.default(), [RANDOM] * 3, 8, 0)
    match = Match(game, 3, played.seed)
    leads: list[int] = []
    state: Any
    behind = np.zeros(3, int)
    for seat, action in played.acts:
        match.act(seat, action)
        state = match.state
        tokens = np.array(state.tokens)
        behind = np.maximum(behind, tokens.max() - tokens)
        best = np.flatnonzero(tokens == tokens.max())
        if len(best) == 1 and (not leads or leads[-1] != best[0]):
            leads.append(int(best[0]))
    assert notes.changes == max(0, len(leads) - 1)
    assert notes.behind[:3] == behind.tolist()
