"""Redeals are as likely as the courses of the game that lead to them: beside all courses, one by one."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import Any

import pytest

from coven.engine.dice import open_stream
from coven.engine.jit import compiled
from coven.engine.loops import Loops
from coven.games.midnight.deck import default_deck
from coven.games.midnight.game import GAME
from coven.games.midnight.mind.redeal import redeal
from coven.games.midnight.rules.state import Midnight
from coven.games.midnight.rules.view import hide
from tests.games.midnight.position import cards_of, play, position

REDEALS = 100
SAMPLES = 40_000
FARTHEST = 5.0
"""Standard deviations: of some twenty chances none is farther off by chance."""


def deal_again(deck: Any, view: Any, s: Any, number: int) -> None:
    open_stream(s, REDEALS, number)
    redeal(deck, view, s)


def places(s: Midnight, viewer: int, samples: int) -> Counter[tuple[str, int]]:
    """How often each card lies in each hand when the view is dealt again so often."""
    deck, names = default_deck().tables, cards_of(default_deck())
    view, loops = Midnight(), Loops(GAME, deck, s.players)
    hide(deck, s, viewer, view)
    record, world = view.to_record(), loops.states(1)[0]
    world["seed"] = s.seed
    deal = compiled(deal_again, loops.deck, record, world, 0)
    found: Counter[tuple[str, int]] = Counter()
    for number in range(samples):
        deal(loops.deck, record, world, number)
        for seat in range(s.players):
            if seat != viewer:
                found.update((names[kind], seat) for kind, count in enumerate(world["counts"][seat]) if count)
    return found


def is_close(found: Counter[tuple[str, int]], courses: Counter[tuple[str, int]], number: int) -> None:
    """Each share within chance of that among all courses."""
    for key in {*found, *courses}:
        share = courses[key] / number
        spread = max(SAMPLES * share * (1 - share), 1e-9) ** 0.5
        assert abs(found[key] - SAMPLES * share) <= FARTHEST * spread, (key, found[key] / SAMPLES, share)


@pytest.mark.slow
@pytest.mark.clause("MN-42")
def test_worlds_after_a_lack_are_as_likely_as_their_courses() -> None:
    s = position("""
        turn 1, top hat-frog, follow cat, pile cat-crow cat-bat hat-bat hat-skull, under recipe*
        0 hat-moon broom-moon ball-moon
        1 hat-pentagram hat-spellbook broom-bat
        2 cat-moon hat-snake
    """)
    play(s, "1 draw", "2 draw", "0 play hat-moon", "1 play hat-bat")
    found = places(s, 0, SAMPLES)
    names = [
        "cat-crow",
        "cat-bat",
        "hat-bat",
        "hat-skull",
        "hat-pentagram",
        "hat-spellbook",
        "broom-bat",
        "cat-moon",
        "hat-snake",
    ]
    courses: Counter[tuple[str, int]] = Counter()
    number = 0
    for order in permutations(names, 9):
        one, two, pile = set(order[:3]), set(order[3:5]), order[5:]
        if any(card.startswith("cat") for card in one):
            continue
        one |= set(pile[:3])
        two.add(pile[3])
        if "hat-bat" not in one:
            continue
        number += 1
        courses.update((card, 1) for card in one - {"hat-bat"})
        courses.update((card, 2) for card in two)
    is_close(found, courses, number)


@pytest.mark.slow
@pytest.mark.clause("MN-55")
def test_worlds_after_passes_are_as_likely_as_their_courses() -> None:
    s = position("""
        turn 1, top hat-frog, pile hat-bat cat-crow broom-crow
        0 hat-moon broom-moon cat-spider
        1 circle hat-pentagram hat-spellbook
        2 cat-moon hat-snake ball-frog
    """)
    play(s, "1 play circle", "1 declare hat")
    play(s, "0 pass cat-spider", "1 pass hat-spellbook", "2 pass ball-frog")
    play(s, "2 play hat-snake")
    found = places(s, 0, SAMPLES)
    names = [
        "hat-bat",
        "cat-crow",
        "broom-crow",
        "hat-pentagram",
        "hat-spellbook",
        "cat-moon",
        "hat-snake",
        "ball-frog",
    ]
    courses: Counter[tuple[str, int]] = Counter()
    number = 0
    for order in permutations(names, 5):
        one, two = set(order[:2]), set(order[2:5])
        if "ball-frog" not in two:
            continue
        for passed in one:
            hand = two - {"ball-frog"} | {passed}
            if "hat-snake" in hand:
                number += 1
                courses.update((card, 1) for card in one - {passed} | {"cat-spider"})
                courses.update((card, 2) for card in hand - {"hat-snake"})
    is_close(found, courses, number)
