"""The engine beside the naive rules, decision by decision: who is asked, what is legal, what seats know, the end."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from coven.engine.decks import AnyDeck
from coven.engine.match import Match
from coven.games.whirling_witchcraft.deck import default_deck, load_deck
from coven.games.whirling_witchcraft.game import GAME
from coven.games.whirling_witchcraft.rules.cubes import NAMES
from coven.games.whirling_witchcraft.rules.state import Phase, WhirlingWitchcraft
from coven.games.whirling_witchcraft.words.describe import pile_of
from tests.games.whirling_witchcraft.naive import Naive, counts

STARTING = ["B -> GR", "R -> BG", "G -> RB", "B -> GG", "R -> BB", "G -> RR"]
KINDS = ["RR -> BW", "BG -> W", "GG -> RRR", "W -> GGG", "WW -> RRB", "R -> W", "B -> S"]
TWINS = {"starting": STARTING, "ordinary": KINDS * 7}
"""A deck of seven kinds."""

LOOK = 0.4
"""How often one seat's whole view is compared."""

Chooser = Callable[[random.Random, list[str]], str]


def at_random(rng: random.Random, texts: list[str]) -> str:
    return rng.choice(texts)


def feeding(rng: random.Random, texts: list[str]) -> str:
    """Feeds as long as anything can be fed."""
    return rng.choice([text for text in texts if text != "done"] or texts)


def idle(rng: random.Random, texts: list[str]) -> str:
    """Feeds nothing, and now and then uses the ball."""
    return "done" if "done" in texts else rng.choice([text for text in texts if text != "ball"] * 4 + texts)


def state_of(match: Match) -> WhirlingWitchcraft:
    assert isinstance(match.state, WhirlingWitchcraft)
    return match.state


def naive_of(match: Match) -> Naive:
    """The naive game of the same deal."""
    s, texts = state_of(match), match.deck.cards
    seats = range(match.players)
    starting = [texts[s.arrivals[seat][0]] for seat in seats]
    hands = [[texts[recipe] for recipe in s.hands[seat][: s.hand_size]] for seat in seats]
    return Naive(starting, hands, [texts[recipe] for recipe in pile_of(s)])


def compare(deck: AnyDeck, players: int, seed: int, choose: Chooser) -> set[str]:
    """Play one game on both; returns the rare things that happened in it."""
    match, rng, seen = Match(GAME, players, seed, deck), random.Random(seed), set[str]()
    naive = naive_of(match)
    while match.pending:
        assert set(match.pending) == naive.pending()
        texts = [[match.text(number) for number in match.numbers(seat)] for seat in range(players)]
        assert [set(some) for some in texts] == [naive.legal(seat) for seat in range(players)]
        seat = rng.choice(match.pending)
        if rng.random() < LOOK:
            compare_views(match, naive, rng.randrange(players))
        seen |= rarities(match, texts[seat])
        text = choose(rng, texts[seat])
        match.act(seat, text)
        naive.act(seat, text)
    for seat in range(players):
        compare_views(match, naive, seat)
    assert naive.pending() == set()
    assert match.outcome is not None
    assert set(match.outcome.winners) == naive.winners()
    assert match.outcome.reason == naive.ending()
    return seen | {naive.ending(), *(["shared"] if len(naive.winners()) > 1 else [])}


def compare_views(match: Match, naive: Naive, viewer: int) -> None:
    """What a seat sees is what the naive game says that it knows."""
    view, knowledge = match.view(viewer), naive.knows(viewer)
    marks = {"hidden": "?", "chosen": "?"}
    assert [[marks.get(text, text) for text in hand] for hand in view["hands"]] == knowledge.hands
    assert [marks.get(text, text) for text in view["laid"]] == knowledge.laid
    assert pile_as_known(view) == knowledge.pile
    assert view["labs"] == naive.labs
    assert view["round"] == naive.round
    assert view["phase"] == naive.phase
    assert view["is_last"] == naive.is_last
    assert {seat for seat, ball in enumerate(view["balls"]) if ball} == naive.balls
    compare_cubes(view, naive, viewer)
    compare_what_cards_are_not(match, naive, viewer)


def compare_what_cards_are_not(match: Match, naive: Naive, viewer: int) -> None:
    """WW-12: of the recipes that are there several times."""
    view, deck = match.view_record(viewer), match.deck
    assert isinstance(view, WhirlingWitchcraft)
    several = {text for text in deck.cards if deck.cards.count(text) > 1}

    def texts(some: int) -> set[str]:
        return {text for number, text in enumerate(deck.cards) if some >> number & 1}

    hands = [[texts(some) for some in row[: view.hand_size]] for row in view.hand_not[: view.players]]
    assert hands == [[card.is_not & several for card in hand] for hand in naive.hand_cards]
    deck_not = [texts(view.pile_not[(view.top + i) % len(view.pile)]) for i in range(view.left)]
    assert deck_not == [card.is_not & several for card in naive.pile_cards]


def pile_as_known(view: dict[str, Any]) -> list[str]:
    known = {card["place"]: card["recipe"] for card in view["pile_known"]}
    return [known.get(place, "?") for place in range(1, view["pile"] + 1)]


def compare_cubes(view: dict[str, Any], naive: Naive, viewer: int) -> None:
    fed, used, made = naive.plan(viewer)
    for seat, bench in enumerate(view["benches"]):
        plan = used if seat == viewer and naive.phase == "produce" else Counter[str]()
        assert list(bench) == list(NAMES)
        assert tuple(bench.values()) == counts(naive.benches[seat] - plan)
    if naive.phase == "produce":
        assert [seat for seat, production in enumerate(view["production"]) if production] == [viewer]
        own = view["production"][viewer]
        assert (sorted(own["fed"]), tuple(own["made"].values())) == (sorted(fed), counts(made))
        assert tuple(own["used"].values()) == counts(used)
    elif view["produced_in"]:
        assert [sorted(production["fed"]) for production in view["production"]] == naive.last_fed
        mixtures = [tuple(production["made"].values()) for production in view["production"]]
        assert mixtures == [counts(mixture) for mixture in naive.last_mixtures]


def rarities(match: Match, texts: list[str]) -> set[str]:
    s, found = state_of(match), set[str]()
    if "ball" in texts and 0 < s.left < s.hand_size:
        found.add("a ball that draws what it put under")
    if s.changed.bit_count() > 1:
        found.add("two balls in one step")
    if s.phase == Phase.LAY and match.unsettled and "ball" in texts:
        found.add("a ball after somebody has laid")
    if any(map(any, s.hand_not)) and any(s.pile_not):
        found.add("known not to be, in hands and in the deck")
    if any("made" in text and "bench" in text for text in texts):
        found.add("mixed sources")
    return found


@pytest.mark.slow
@pytest.mark.clause("WW-1", "WW-10", "WW-11", "WW-12", "WW-20", "WW-21", "WW-23", "WW-24", "WW-26", "WW-30", "WW-40")
@pytest.mark.parametrize("players", GAME.players)
def test_games_agree(players: int) -> None:
    seen = set[str]()
    for seed in range(160):
        seen |= compare(default_deck(), players, seed, at_random if seed % 2 else feeding)
    assert seen >= {"WW-31", "WW-32", "a ball after somebody has laid", "two balls in one step", "mixed sources"}
    assert players < 4 or "WW-33" in seen
    assert players > 2 or seen >= {"WW-35"}


@pytest.mark.slow
@pytest.mark.clause("WW-11", "WW-36", "WW-50", "WW-51", "WW-52")
@pytest.mark.parametrize("players", GAME.players)
def test_games_to_the_last_recipe_agree(players: int) -> None:
    seen = set[str]()
    for seed in range(25):
        seen |= compare(default_deck(), players, seed, idle)
    assert seen >= {"WW-52", "shared"}
    assert players == 5 or "a ball that draws what it put under" in seen


@pytest.mark.slow
@pytest.mark.clause("WW-2", "WW-12")
@pytest.mark.parametrize("players", GAME.players)
def test_games_with_alike_recipes_agree(players: int) -> None:
    deck = load_deck(TWINS, "twins")
    seen = set[str]()
    for seed in range(60):
        seen |= compare(deck, players, seed, (at_random, feeding, idle)[seed % 3])
    assert "known not to be, in hands and in the deck" in seen
