"""What the laws say of games that break one, and that they take games which seldom leave an act open, or never."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from coven.engine.game import AnyGame
from coven.engine.lists import fill, shuffle
from coven.engine.rules import settle_at_once
from coven.engine.seats import everybody
from coven.engine.states import SPECTATOR
from tests.laws.test_laws import (
    test_undo_comes_back_to_the_same_bytes as check_undo,
)
from tests.laws.test_laws import (
    test_unsettled_acts_show_in_no_other_view as check_unsettled,
)
from tests.laws.walk import walk
from tests.toy.game import CARDS, GAME, NONE, SEATS, TRADE


def changed(**rules: Callable[..., Any]) -> AnyGame:
    """Moonlight with other rules."""
    return replace(GAME, rules=replace(GAME.rules, **rules))


def setup_without_stream(deck: Any, s: Any) -> None:
    s.cards = list(range(CARDS))
    shuffle(s, s.cards, CARDS)
    fill(s.choices, NONE)
    s.owing = 3


def redeal_as_a_view(deck: Any, view: Any, s: Any) -> None:
    GAME.rules.redeal(deck, view, s)
    s.viewer = view.viewer


def redeal_and_turn_a_card(deck: Any, view: Any, s: Any) -> None:
    GAME.rules.redeal(deck, view, s)
    if view.viewer == SPECTATOR:
        s.choices[0] = TRADE


def likelihood_of_nothing(deck: Any, view: Any, s: Any) -> float:
    return 0.0


def solved_by_nobody(deck: Any, s: Any, out: Any) -> bool:
    for seat in range(s.players):
        out[seat] = 0.0
    return True


def solved_by_playing(deck: Any, s: Any, out: Any) -> bool:
    out[0], out[1] = 0.5, 0.5
    s.owing = 0
    return True


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ({"setup": setup_without_stream}, "dice are rolled from a stream that was opened"),
        ({"redeal": redeal_as_a_view}, "and the redeal a truth for as many seats: viewer -1"),
        ({"redeal": redeal_and_turn_a_card}, "and the redeal a truth for as many seats: viewer -1, choices differ"),
        ({"likelihood": likelihood_of_nothing}, "of a redeal is above 0 and at most 1: viewer -1"),
        ({"solve": solved_by_nobody}, "that sum to one, and stays as it is"),
        ({"solve": solved_by_playing}, "that sum to one, and stays as it is"),
    ],
)
def test_a_broken_law_says_what_broke_it(rules: dict[str, Callable[..., Any]], said: str) -> None:
    law, game, _ = walk(changed(**rules), SEATS, 1, 5, 50, plain=True)
    assert law.endswith(said)
    assert game == 0


def settles_all_but_one_trade(deck: Any, s: Any, seat: int, action: int) -> int:
    return 0 if s.owing == 3 and (seat, action, s.cards[seat]) == (1, TRADE, 3) else everybody(s)


@pytest.mark.parametrize("settles", [settles_all_but_one_trade, settle_at_once])
def test_a_game_may_leave_an_act_open_seldom_or_never(settles: Callable[..., Any]) -> None:
    check_unsettled(changed(settles=settles), SEATS)
    check_undo(changed(settles=settles), SEATS)
