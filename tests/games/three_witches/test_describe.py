"""What the plain data of a view tells beside the bare cards: worth, the Eye, who won the last trick of a round."""

from __future__ import annotations

import random
from typing import Any

import pytest

from coven.engine.match import Match
from coven.games import load_game

GAME = load_game("three-witches")


def views(seed: int) -> list[tuple[Match, list[dict[str, Any]]]]:
    """A random game; after each act every seat's data."""
    match, rng, found = Match(GAME, 3, seed), random.Random(seed), []
    while match.pending:
        seat = rng.choice(match.pending)
        match.act(seat, rng.choice(match.numbers(seat)))
        found.append((match, [match.view(viewer) for viewer in range(3)]))
    return found


def possible(cards: list[str], match: Match) -> set[int]:
    """What a pair with these cards in it can be worth."""
    numbers = [match.deck.cards.index(card) for card in cards]
    value = match.deck.tables.value
    if len(numbers) == 2:
        return {value[numbers[0]][numbers[1]]}
    return {value[numbers[0]][other] for other in range(len(match.deck.cards)) if other != numbers[0]}


@pytest.mark.clause("TW-40", "TW-41")
def test_worth_is_what_the_cards_in_sight_allow() -> None:
    lone = set()
    for match, seats in views(1) + views(2):
        for view in seats:
            trick = view["tricks"][-1] if view["tricks"] else None
            for side, places in (("lead", ("up", "down")), ("lesser", ("first", "second"))):
                cards = (
                    [trick[place] for place in places if trick and trick[place] in match.deck.cards] if trick else []
                )
                worth = possible(cards, match) if cards else set()
                assert view["worth"][f"{side}_least"] == (min(worth) if worth else None)
                assert view["worth"][side] == (min(worth) if len(cards) == 2 else None)
                lone |= {(card, min(worth)) for card in cards if len(cards) == 1}
    assert {least for card, least in lone if card.endswith("-2")} == {3}


@pytest.mark.clause("TW-30", "TW-36")
def test_an_eye_is_told_and_the_face_down_card_counts_for_its_owner_alone() -> None:
    seen = set()
    for _, seats in views(3):
        for viewer, view in enumerate(seats):
            for trick in view["tricks"]:
                assert trick["eye"] == trick["up"].endswith("-2")
                seen.add(trick["eye"])
            if view["phase"] in ("first", "second", "late"):
                assert (view["worth"]["lead"] is not None) == (view["roles"][viewer] == "lead")
    assert seen == {True, False}


@pytest.mark.clause("TW-42", "TW-48")
def test_the_winner_of_the_last_fifth_trick_agrees_with_the_score_sheet() -> None:
    winners = set()
    for seed in range(4, 10):
        before: dict[str, Any] | None = None
        for _, (view, *_) in views(seed):
            if before and before["score_sheet"] != view["score_sheet"] and view["phase"] != "over":
                gained = view["score_sheet"][-1]["won"] - before["lead_tricks"]
                assert view["last_round_winner"] == ("lead" if gained else "lesser witches")
                winners.add(view["last_round_winner"])
            before = view
    assert winners == {"lead", "lesser witches"}
