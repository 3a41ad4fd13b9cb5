"""Games that are counted while they are played: the compiled loops behind reports, and the same for single matches."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from coven.engine.decks import D
from coven.engine.dice import draw, next_rng, start_game
from coven.engine.game import AnyGame
from coven.engine.jit import lowest, rule
from coven.engine.lists import fill, fill_rows
from coven.engine.loops import THUMB, Loops
from coven.engine.measures import NOTHING, Measures, Notes
from coven.engine.rules import Rules, S
from coven.engine.seats import over, pending


@rule
def clear(m: Notes) -> None:
    """Make the notes empty."""
    fill(m.first, 0)
    fill(m.used, 0)
    fill(m.figures, 0)
    fill(m.behind, 0)
    fill(m.turns, 0)
    fill(m.last, 0)
    fill_rows(m.kinds, 0)
    fill_rows(m.held, 0)
    fill_rows(m.playable, 0)
    fill_rows(m.played, 0)
    m.decisions = 0
    m.changes = 0
    m.leader = NOTHING


@rule
def count_set(row: list[int], things: int) -> None:
    """Count every thing of a set once more."""
    while things:
        row[lowest(things)] += 1
        things &= things - 1


@cache
def noting(measures: Measures[Any, Any]) -> tuple[Callable[..., Any], ...]:
    """The rules that take notes: begin(deck, s, m); choice(deck, s, seat, legal, n, m), act(deck, s, seat, action, m)
    before an act, moved(deck, s, m) after it, and finish(deck, s, m)."""
    begin, finish = _bounds(measures)
    choice, act = _deciding(measures)
    return begin, choice, act, _racing(measures), finish


def _bounds(measures: Measures[Any, Any]) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """begin and finish."""
    first, starter, ending = measures.first, measures.starter, measures.ending
    figure, owned = measures.figure, measures.owned

    @rule
    def begin(deck: Any, s: Any, m: Any) -> None:
        clear(m)
        m.starter = starter(deck, s)
        for seat in range(s.players):
            m.first[seat] = first(deck, s, seat)

    @rule
    def finish(deck: Any, s: Any, m: Any) -> None:
        m.ending = ending(s)
        for seat in range(s.players):
            more = owned(deck, s, seat) & ~m.used[seat]
            count_set(m.played[seat], more)
            m.used[seat] |= more
        figure(deck, s, m.figures)

    return begin, finish


def _deciding(measures: Measures[Any, Any]) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """choice and act."""
    held, plays, kind = measures.held, measures.plays, measures.kind

    @rule
    def choice(deck: Any, s: Any, seat: int, legal: list[int], n: int, m: Any) -> None:
        has = held(deck, s, seat)
        if has == 0:
            return
        can = 0
        for i in range(n):
            thing = plays(deck, s, seat, legal[i])
            if thing >= 0:
                can |= 1 << thing
        m.turns[seat] += 1
        count_set(m.held[seat], has)
        count_set(m.playable[seat], has & can)

    @rule
    def act(deck: Any, s: Any, seat: int, action: int, m: Any) -> None:
        m.decisions += 1
        m.kinds[seat][kind(deck, s, seat, action)] += 1
        thing = plays(deck, s, seat, action)
        if thing >= 0:
            m.played[seat][thing] += 1
            m.used[seat] |= 1 << thing

    return choice, act


def _racing(measures: Measures[Any, Any]) -> Callable[..., Any]:
    """moved: who is alone in front or behind, and by how much."""
    first, standing = measures.first, measures.standing

    @rule
    def moved(deck: Any, s: Any, m: Any) -> None:
        best = worst = standing(deck, s, 0)
        leader = loser = 0
        for seat in range(s.players):
            if m.first[seat] == 0:
                m.first[seat] = first(deck, s, seat)
            here = standing(deck, s, seat)
            if seat and here >= best:
                leader = NOTHING if here == best else seat
                best = here
            if seat and here <= worst:
                loser = NOTHING if here == worst else seat
                worst = here
        if best == worst:
            return
        for seat in range(s.players):
            m.behind[seat] = max(m.behind[seat], best - standing(deck, s, seat))
        if loser >= 0:
            m.last[loser] = 1
        if leader >= 0:
            m.changes += 1 if m.leader >= 0 and m.leader != leader else 0
            m.leader = leader

    return moved


@cache
def surveyed_games(measures: Measures[Any, Any]) -> Callable[[Rules[S, D]], Callable[..., Any]]:
    """The maker of play(deck, s, view, out, master, first, policies, rotate, shares, notes): as many games as notes.

    They are the games that `loops.policy_games` plays.
    """
    begin, choice, act, moved, finish = noting(measures)

    def make(rules: Rules[S, D]) -> Callable[..., Any]:
        setup, legal, apply, lighten, casual = rules.setup, rules.legal, rules.apply, rules.lighten, rules.casual
        hide, thumb, payoff = rules.hide, rules.thumb, rules.payoff

        def play(
            deck: D, s: S, view: S, out: list[int], master: list[int], first: int,
            policies: list[int], rotate: int, shares: list[list[float]], notes: list[Notes],
        ) -> None:  # fmt: skip
            for g in range(len(notes)):
                m = notes[g]
                rng = start_game(master, first + g, s)
                setup(deck, s)
                lighten(s)
                begin(deck, s, m)
                while not over(s):
                    seat = lowest(pending(s))
                    rng = next_rng(rng)
                    n = legal(deck, s, seat, out)
                    choice(deck, s, seat, out, n, m)
                    if policies[(seat + rotate * (first + g)) % len(policies)] == THUMB:
                        hide(deck, s, seat, view)
                        action = thumb(deck, view, seat, out, n, rng)
                    else:
                        action = out[draw(rng, casual(deck, s, seat, out, n))]
                    act(deck, s, seat, action, m)
                    apply(deck, s, seat, action)
                    moved(deck, s, m)
                finish(deck, s, m)
                payoff(s, shares[g])

        return play

    return make


class Survey:
    """A game's counting loop with its buffers: compiled, or with `plain` the same text in Python."""

    def __init__(self, game: AnyGame, tables: Any, players: int, *, plain: bool = False) -> None:
        self._loops: Loops[Any, Any] = Loops(game, tables, players, plain=plain)
        self._make = surveyed_games(game.measures)
        self._plain = plain

    def games(self, seed: int, first: int, games: int, policies: list[int], rotate: int = 0) -> tuple[Any, Any]:
        """Play games `first` to first + games - 1 of a run: float64[games, players], each seat's payoff, and a record
        of notes for each (a list of mirrors if plain). With `rotate`, players move on by one seat each game."""
        loops = self._loops
        shares = loops.buffer("d", games, loops.players)
        notes = [Notes() for _ in range(games)] if self._plain else np.zeros(games, Notes.dtype)
        who = policies if self._plain else np.array(policies, dtype=np.int64)
        state, view = loops.states(1)[0], loops.states(1)[0]
        given = (loops.deck, state, view, loops.out, loops.master(seed), first, who, rotate, shares, notes)
        loops.ready(self._make, *given)(*given)
        return shares, notes


class Noter:
    """Notes of one game that is played act by act, on plain mirrors."""

    def __init__(self, game: AnyGame, tables: Any, s: Any) -> None:
        self._game, self._deck = game, tables
        self._begin, self._choice, self._act, self._moved, self._finish = noting(game.measures)
        self.notes = Notes()
        self._begin(tables, s, self.notes)

    def before(self, s: Any, seat: int, legal: list[int], action: int) -> None:
        """Note a decision, before it is carried out."""
        self._choice(self._deck, s, seat, legal, len(legal), self.notes)
        self._act(self._deck, s, seat, action, self.notes)

    def after(self, s: Any) -> None:
        """Note what has come of it; at the end of the game, how it ended."""
        self._moved(self._deck, s, self.notes)
        if over(s):
            self._finish(self._deck, s, self.notes)
