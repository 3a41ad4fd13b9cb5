"""Is a state one that a game can be in? For states that did not come from playing: set up by hand, or read from a file.

A game names its own laws; every game keeps those of the contract. A state that keeps all of them can be played on, and
every seat's view of it makes sense. Whether some course of play leads there is not asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from coven.engine.decks import AnyDeck
from coven.engine.dice import WORDS
from coven.engine.game import AnyGame
from coven.engine.laws import Law
from coven.engine.seats import over, owes
from coven.engine.sentences import Cited, shown
from coven.engine.states import TRUTH, State

CLOSE = 1e-9


class UnsoundState(ValueError):
    """A state that the game cannot be in: `clause` (may be "") and `text`, the law that it breaks."""

    def __init__(self, broken: Cited) -> None:
        super().__init__(f"this state breaks a law: {broken}")
        self.clause, self.text = broken.clause, broken.text


def check_state(game: AnyGame, deck: AnyDeck, s: State) -> None:
    """Raises UnsoundState naming the first law that the state breaks."""
    if not isinstance(s, game.state):
        raise UnsoundState(Cited("", f"it is a state of {game.title}, a {game.state.__name__}"))
    if s.players not in game.players:
        raise UnsoundState(Cited("", f"{game.title} is not for {shown(s.players)} players"))
    for law in (*CONTRACT, *game.laws, *_played(game)):
        try:
            is_kept = law.holds(deck.tables, s)
        except (IndexError, ValueError, OverflowError, TypeError, ZeroDivisionError):
            is_kept = False
        if not is_kept:
            raise UnsoundState(Cited(law.clause, law.text))


def _is_packed(deck: Any, s: State) -> bool:
    return len(s.to_bytes()) == s.dtype.itemsize


def _are_dice_open(deck: Any, s: State) -> bool:
    return 0 <= s.dice_used <= WORDS and s.dice_block >= 0 and s.dice_index >= 0 and s.dice_purpose >= 0


def _is_truth(deck: Any, s: State) -> bool:
    return s.viewer == TRUTH


def _is_owed_at_table(deck: Any, s: State) -> bool:
    return 0 <= s.owing < 1 << s.players


CONTRACT = (
    Law("", "every number is within its field's range", _is_packed),
    Law("", "it is the truth, not a view", _is_truth),
    Law("", "dice are in a stream of their own", _are_dice_open),
    Law("", "only seats at the table owe decisions", _is_owed_at_table),
)


def _played(game: AnyGame) -> Iterator[Law]:
    """What the contract asks of a state in which every index is fine."""
    rules = game.rules
    out = [0] * game.actions.most_legal

    def answers(deck: Any, s: State) -> bool:
        for seat in range(s.players):
            n = rules.legal(deck, s, seat, out)
            if (n > 0 and out[0] < game.actions.out_of_turn) != owes(s, seat):
                return False
        return True

    def is_paid(deck: Any, s: State) -> bool:
        shares = [0.0] * s.players
        if over(s):
            rules.payoff(s, shares)
        return not over(s) or abs(sum(shares) - 1) < CLOSE

    def fits(deck: Any, s: State) -> bool:
        view = game.state()
        for seat in range(s.players):
            rules.hide(deck, s, seat, view)
            if not rules.fits(deck, view, s):
                return False
        return True

    yield Law("", "what is hidden can be behind what each seat sees", fits)
    yield Law("", "just the seats that owe a decision have one to make", answers)
    yield Law("", "a finished game has winners", is_paid)
