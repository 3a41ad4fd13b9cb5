"""What the log of Midnight tells, held against what has happened: nobody's cards come or go without a word."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from coven.engine.match import Match
from coven.games.midnight.game import GAME
from coven.games.midnight.rules import effects, piles
from coven.games.midnight.rules.state import Midnight
from tests.games.midnight.position import PLAYERS
from tests.random_play import some_act

GET, LOSE = "You get ", "You lose "
PENALTIES = {"betrayed": "Betrayed", "failed-spell": "Failed Spell"}


def cards(match: Match, seat: int) -> Counter[str]:
    return Counter(match.view(seat)["hand"])


def titles(match: Match, some: Counter[str]) -> list[str]:
    return sorted(match.deck.titles[match.deck.cards.index(card)] for card in some.elements())


def told(lines: list[str], start: str) -> list[str]:
    """The cards of the lines that begin so."""
    rest = [line.removeprefix(start).split(" to ")[0] for line in lines if line.startswith(start)]
    return sorted(card for line in rest for card in line.split("; "))


def watched(match: Match, seat: int, number: int) -> tuple[list[Counter[str]], list[Counter[str]]]:
    """Play an act, and note of each seat every card that comes into its hand and every one that leaves it."""
    came, gone = ([Counter[str]() for _ in range(match.players)] for _ in range(2))

    real_give, real_take = piles.give, piles.take_away

    def give(s: Midnight, to: int, kind: int) -> None:
        came[to][match.deck.cards[kind]] += 1
        real_give(s, to, kind)

    def take_away(s: Midnight, of: int, kind: int) -> None:
        gone[of][match.deck.cards[kind]] += 1
        real_take(s, of, kind)

    with pytest.MonkeyPatch.context() as patch:
        for module in (effects, piles):
            patch.setattr(module, "give", give)
            patch.setattr(module, "take_away", take_away)
        match.act(seat, number)
    return came, gone


def act(match: Match, rng: random.Random) -> tuple[int, int]:
    """Random play in which penalties are kept for the cackle."""
    seat, number = some_act(match, rng)
    texts = {match.text(other): other for other in match.numbers(seat)}
    cackles = [other for text, other in texts.items() if text.startswith("play wicked-cackle")]
    kept = any(card in match.text(number) for card in PENALTIES)
    others = [other for text, other in texts.items() if not any(card in text for card in PENALTIES)]
    return seat, rng.choice(cackles) if cackles else rng.choice(others) if kept and others else number


@pytest.mark.slow
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.clause("MN-21", "MN-60", "MN-61")
def test_the_log_tells_unseen_moves_and_who_lays_down_what(players: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(7):
        match, rng = Match(GAME, players, seed), random.Random(seed)
        while match.pending:
            seat, number = act(match, rng)
            check_one(match, seat, number, seen)
    assert seen["forced"] > 0
    assert seen[GET] > seen[LOSE] > 0
    assert seen["alike"] > 0


def check_one(match: Match, seat: int, number: int, seen: Counter[str]) -> None:
    """One act, as every seat hears of it."""
    names, text = [match.names(viewer) for viewer in range(match.players)], match.text(number)
    views: list[Midnight] = [match.view_record(viewer) for viewer in range(match.players)]  # type: ignore[misc]
    before = [cards(match, viewer) for viewer in range(match.players)]
    came, gone = watched(match, seat, number)
    if match.view(0)["events"] == views[0].events:
        return
    forced = [Counter({card: hand[card] for card in PENALTIES if hand[card]}) for hand in before]
    is_cackle = text.startswith("play wicked-cackle")
    for viewer in range(match.players):
        lines = match.game.texts.tell(match.deck, views[viewer], match.view_record(viewer), names[viewer])
        lost = gone[viewer]
        if viewer == seat and text.startswith("play"):
            lost -= Counter([text.split()[1]])
        if is_cackle:
            check_forced(lines, forced, viewer)
            lost -= forced[viewer]
        if text.startswith("pass"):
            [given], [got] = titles(match, lost), titles(match, came[viewer])
            assert lines == [f"Everybody passes a card on. You pass {given} and get {got}"]
            seen["alike"] += given == got
            continue
        seen["alike"] += bool(came[viewer] & gone[viewer])
        assert told(lines, GET) == titles(match, came[viewer]), lines
        assert told(lines, LOSE) == titles(match, lost), lines
        seen += Counter({GET: bool(told(lines, GET)), LOSE: bool(told(lines, LOSE))})
    seen["forced"] += is_cackle and any(forced)


def check_forced(lines: list[str], forced: list[Counter[str]], viewer: int) -> None:
    laid = [line for line in lines if "must lay down" in line]
    wanted = []
    for seat, some in enumerate(forced):
        who = "You" if seat == viewer else f"Seat {seat}"
        words = [f"{some[card]} {PENALTIES[card]}" for card in PENALTIES if some[card]]
        wanted += [f"{who} must lay down {' and '.join(words)}"] if words else []
    assert laid == wanted
