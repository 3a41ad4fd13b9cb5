"""The games of a simulation as matches, to keep them: the same that `simulate` plays compiled, act by act."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from coven.engine.decks import AnyDeck
from coven.engine.dice import draw, next_rng, seed_words, start_game
from coven.engine.game import AnyGame
from coven.engine.loops import THUMB
from coven.engine.match import Match
from coven.engine.record import GameRecord
from coven.players import policy

DIGITS = 7
Played = Iterator[tuple[Match, tuple[str, ...]]]
"""Finished games, and who sat in each seat."""


def played_games(
    game: AnyGame,
    players: Sequence[str],
    games: int,
    seed: int,
    deck: AnyDeck | None = None,
    *,
    fixed_seats: bool = False,
) -> Iterator[tuple[Match, tuple[str, ...]]]:
    """Each game of `simulate_game` with these arguments, finished, and who sat in each seat.

    Raises UnknownPlayer, and ValueError for a number of players that the game is not made for.
    """
    seats = game.seats(len(players))
    policies = [policy(name) for name in players]
    for number in range(games):
        turn = 0 if fixed_seats else number
        order = [(seat + turn) % seats for seat in range(seats)]
        yield (
            play_game(game, deck or game.decks.default(), [policies[i] for i in order], seed, number),
            tuple(players[i] for i in order),
        )


def play_game(game: AnyGame, deck: AnyDeck, policies: Sequence[int], seed: int, number: int) -> Match:
    """Game `number` of a run, as `loops.policy_games` plays it: the policies are those of the seats."""
    scratch, rules = game.new_state(len(policies)), game.rules
    rng = start_game(seed_words(seed), number, scratch)
    match = Match(game, len(policies), sum(word << 32 * i for i, word in enumerate(scratch.seed)), deck)
    while not match.over:
        seat = match.pending[0]
        view, legal = match.view_record(seat), match.numbers(seat)
        rng = next_rng(rng)
        if policies[seat] == THUMB:
            action = rules.thumb(deck.tables, view, seat, list(legal), len(legal), rng)
        else:
            action = legal[draw(rng, rules.casual(deck.tables, view, seat, legal, len(legal)))]
        match.act(seat, action)
    return match


def keep_games(played: Played, records: Path | None = None, decisions: Path | None = None) -> None:
    """Write each game's record into the folder `records`, as game-0000000.json and so on, and all decisions into the
    file `decisions` (`lab.decisions`). With neither, nothing is played. Raises ImportError, and OSError."""
    if records:
        records.mkdir(parents=True, exist_ok=True)
        played = _recorded(played, records)
    if decisions:
        from coven.lab.decisions import write_decisions

        write_decisions(decisions, played)
    elif records:
        for _ in played:
            pass


def _recorded(played: Played, folder: Path) -> Played:
    """The same games; each is written as it passes."""
    for number, (match, names) in enumerate(played):
        GameRecord.of(match, names).save(folder / f"game-{number:0{DIGITS}}.json")
        yield match, names
