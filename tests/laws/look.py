"""A look at all that the contract offers at a moment of a match, in plain Python; and the same compiled."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np

from coven.engine.dice import open_stream, seed_words
from coven.engine.game import AnyGame
from coven.engine.jit import compiled, rule
from coven.engine.loops import Loops
from coven.engine.match import Match
from coven.engine.rules import AnyRules
from coven.engine.seats import over, pending
from coven.engine.states import SPECTATOR, State
from tests.laws.late import Played
from tests.laws.walk import KEPT, LAWS, REDEAL, SPOTS, TRUE, VIEW, build_looks, build_stop, differing

UNKNOWN = 25
"""Actions, legal or not, that a seat asks about at a look."""
RNG = 12345
THUMB = len(LAWS)
"""The law that a player by rules of thumb chooses what is legal."""


class Looker:
    """Calls all that the contract and a match offer, for every seat and a spectator, and checks what can be checked."""

    def __init__(self, match: Match) -> None:
        self.match, self.rng = match, random.Random(1)
        self.told: dict[int, State] = {viewer: match.game.state() for viewer in range(SPECTATOR, match.players)}
        """By viewer: the view at the last look."""

    def look(self) -> None:
        """At the match as it is."""
        match = self.match
        for viewer in self.told:
            self.see(viewer)
        self.deal_again(self.rng.randrange(SPECTATOR, match.players))
        for seat in range(match.players):
            self.ask(seat)
        assert over(match.state) == (not match.pending)
        assert match.game.state.from_bytes(match.state.to_bytes()) == match.state

    def see(self, viewer: int) -> None:
        """What a view is made into, as data, as a table, as lines of the log."""
        match, view = self.match, self.match.view_record(viewer)
        game, names = match.game, match.names(viewer)
        assert match.view(viewer)
        assert game.texts.table(match.deck, view, names)
        assert game.talk.moment(view) == game.talk.moment(match.state)
        game.texts.tell(match.deck, game.state(), view, names)
        game.texts.tell(match.deck, self.told[viewer], view, names)
        if viewer == SPECTATOR:
            told = game.texts.highlights(match.deck, self.told[viewer], view, names)
            assert all(one.kind and 0 < one.weight <= 100 and "{" not in one.text for one in told)
        self.told[viewer] = view

    def deal_again(self, viewer: int) -> None:
        """A redeal shows the view, both it and the truth fit it, and the view has a value."""
        match, rules, deck = self.match, self.match.game.rules, self.match.deck.tables
        view = self.told[viewer]
        state, again = match.game.new_state(match.players, match.options), match.game.state()
        state.seed = seed_words(len(match.acts))
        open_stream(state, REDEAL, viewer + 1)
        rules.redeal(deck, view, state)
        rules.hide(deck, state, viewer, again)
        assert differing(again, view) == {}
        assert rules.fits(deck, view, state)
        assert rules.fits(deck, view, match.state)
        assert 0.0 < rules.likelihood(deck, view, state) <= 1.0
        if not match.over:
            assert rules.stage(view) == rules.stage(match.state)
            assert rules.sealed(view) == rules.sealed(match.state)
            rules.value(deck, view, [0.0] * match.players)

    def ask(self, seat: int) -> None:
        """What the seat is asked, may do and may not, what is said to that, and what rules of thumb advise."""
        match, game, deck = self.match, self.match.game, self.match.deck
        view, names, legal = match.view_record(seat), match.names(seat), match.numbers(seat)
        assert match.question(seat).text
        assert all(game.talk.text(phrase) for phrase in match.phrases(seat))
        game.closed(deck, view, seat, names)
        game.hint(deck, view, seat)
        game.board.captions(deck, view, names)
        for action in match.legal(seat):
            assert action.label
            assert match.parse(action.text) == action.number
            game.board.touches(deck, view, action.number)
            game.rules.settles(deck.tables, match.state, seat, action.number)
        for number in self.rng.sample(range(game.actions.count), min(UNKNOWN, game.actions.count)):
            assert (match.why_not(seat, number) is None) == (match.parse(number) in legal)
        if seat in match.pending:
            assert game.rules.thumb(deck.tables, view, seat, list(legal), len(legal), RNG) in legal
            assert 0 < game.rules.casual(deck.tables, view, seat, list(legal), len(legal)) <= len(legal)

    def undo(self) -> None:
        """What a seat can take back, it can do again, and all is as it was."""
        match = self.match
        for seat in [seat for seat in range(match.players) if match.can_undo(seat)][:1]:
            before, action = match.state.copy(), [number for actor, number in match.acts if actor == seat][-1]
            match.undo(seat)
            match.act(seat, action)
            assert differing(match.state, before) == {}

    def look_at_end(self) -> None:
        """Who has won and why, and what comes next."""
        match, game = self.match, self.match.game
        assert match.outcome is not None
        assert sum(match.outcome.payoff) == 1
        assert match.outcome.reason in game.texts.endings
        for viewer, view in self.told.items():
            assert game.texts.verdict(match.deck, view, match.names(viewer))
            assert match.outcome.told(match.names(viewer))
        counts = game.texts.counts(match.deck, self.told[SPECTATOR], match.names())
        ranks = [count.rank for count in counts]
        assert len(ranks) == match.players
        assert {len(rank) for rank in ranks} == {len(ranks[0])}
        assert game.agreed(game.next_options(match.state, match.options), match.players) is not None


def build_choices(rules: AnyRules) -> Callable[..., int]:
    """look_at_choices(deck, spots, out) -> law: whether each legal choice settles, and what rules of thumb advise."""
    legal, hide, thumb, settles = rules.legal, rules.hide, rules.thumb, rules.settles

    @rule
    def advises(deck: Any, spots: Any, seat: int, out: Any, n: int) -> bool:
        hide(deck, spots[TRUE], seat, spots[VIEW])
        chosen = thumb(deck, spots[VIEW], seat, out, n, RNG)
        for i in range(n):  # noqa: SIM110 - compiled code has no generators
            if out[i] == chosen:
                return True
        return False

    @rule
    def look_at_choices(deck: Any, spots: Any, out: Any) -> int:
        s = spots[TRUE]
        for seat in range(s.players):
            n = legal(deck, s, seat, out)
            for i in range(n):
                settles(deck, s, seat, out[i])
            if pending(s) >> seat & 1 and not advises(deck, spots, seat, out, n):
                return THUMB
        return KEPT

    return look_at_choices


def build_replay(rules: AnyRules, actions: int, out_of_turn: int) -> Callable[..., Any]:
    """replay(deck, spots, raw, out, out2, seats, numbers, looks, bound, shares) -> (law, act): a game with looks.

    `looks[i]` says whether to look after i acts; law 0: all kept. The seed stands in the spots.
    """
    setup, apply, stage = rules.setup, rules.apply, rules.stage
    look_at_all, look_at_stop = build_looks(rules, actions, out_of_turn), build_stop(rules)
    look_at_choices = build_choices(rules)

    def replay(
        deck: Any, spots: Any, raw: Any, out: Any, out2: Any, seats: Any, numbers: Any, looks: Any,
        bound: int, shares: Any,
    ) -> Any:  # fmt: skip
        s, last = spots[TRUE], -1
        setup(deck, s)
        for act in range(len(looks)):
            if looks[act]:
                last = stage(s) if over(s) else last
                law = look_at_all(deck, spots, raw, out, out2, act, last, shares)
                last = stage(s)
                if law == KEPT:
                    law = look_at_choices(deck, spots, out)
                if law != KEPT:
                    return law, act
            if act < len(seats):
                apply(deck, s, seats[act], numbers[act])
        return look_at_stop(s, len(seats), bound, shares), len(seats)

    return replay


def replay_compiled(game: AnyGame, players: int, played: Played, looks: list[int]) -> tuple[str, int, bytes]:
    """Play it again compiled, and look after so many acts; returns the law that broke ("kept"), the act, the end."""
    loops = Loops(game, game.decks.default().tables, players)
    spots = loops.states(SPOTS)
    for spot in spots:
        spot["seed"] = seed_words(played.seed)
    flags = np.zeros(len(played.acts) + 1, dtype=np.int64)
    flags[looks] = 1
    seats, numbers = (np.array(some, dtype=np.int64) for some in zip(*played.acts, strict=True))
    arguments = (
        loops.deck, spots, spots.view(np.uint8).reshape(SPOTS, -1), loops.out,
        loops.buffer("i", game.actions.most_legal),
        seats, numbers, flags, game.most_decisions[players], loops.buffer("d", players),
    )  # fmt: skip
    loop = build_replay(game.rules, game.actions.count, game.actions.out_of_turn)
    law, act = compiled(loop, *arguments)(*arguments)
    return (*LAWS, "rules of thumb choose what is legal")[law], int(act), spots[TRUE].tobytes()
