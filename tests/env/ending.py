"""A small variant of 3 Witches for algorithms that walk through a whole game: the end of its last round.

Cards, rules and views are those of 3 Witches. Only the beginning is another: random players have played the round up to
its fourth trick, and everybody has 4 tokens.
"""

from __future__ import annotations

from dataclasses import replace

from coven.engine.dice import close_stream, open_stream, roll
from coven.engine.game import AnyGame
from coven.engine.jit import lowest
from coven.engine.lists import fill
from coven.engine.seats import pending
from coven.games import load_game
from coven.games.three_witches.rules import contract
from coven.games.three_witches.rules.actions import MOST_LEGAL
from coven.games.three_witches.rules.brew import tricks_won
from coven.games.three_witches.rules.cards import DeckTables
from coven.games.three_witches.rules.state import GOAL, Phase, ThreeWitches

FOURTH = 3
MOST_LEFT = 10
"""Decisions: three cards and two proposals in the fourth trick, and five cards in the last."""
PLAYED = 100
"""Purpose of the dice streams that choose what has been played."""


def setup(deck: DeckTables, s: ThreeWitches) -> None:
    """The Lead has laid her cards of the fourth trick, and must win just one more. The round decides the game."""
    attempt = 0
    while attempt == 0 or tricks_won(s) != s.bid - 1:
        contract.setup(deck, s)
        play(deck, s, attempt)
        attempt += 1
    close_stream(s)
    fill(s.tokens, GOAL - 1)


def play(deck: DeckTables, s: ThreeWitches, attempt: int) -> None:
    """Random players, until First is asked in the fourth trick."""
    out = [0] * MOST_LEGAL
    open_stream(s, PLAYED, attempt)
    while s.trick < FOURTH or s.phase != Phase.FIRST:
        seat = lowest(pending(s))
        contract.apply(deck, s, seat, out[roll(s, contract.legal(deck, s, seat, out))])


def ending() -> AnyGame:
    """3 Witches, from the middle of the fourth trick of its last round."""
    game = load_game("three-witches")
    rules = replace(game.rules, setup=setup)
    return replace(game, key="three-witches-ending", rules=rules, most_decisions={3: MOST_LEFT})
