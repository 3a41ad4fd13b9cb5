"""The engine beside the naive rules, decision by decision: who is asked, what is legal, where cards are, the end."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pytest

from coven.engine.decks import AnyDeck
from coven.engine.dice import open_stream, roll, seed_words
from coven.engine.seats import over, pending
from coven.engine.states import TRUTH
from coven.games.midnight.deck import SHAPES, default_deck, full_grid
from coven.games.midnight.rules import actions, contract
from coven.games.midnight.rules.cards import KINDS, NONE, SUIT_TEXTS
from coven.games.midnight.rules.piles import DEAL, RESHUFFLE, TAKING
from coven.games.midnight.rules.state import BY_LOT, Ending, Midnight, Phase
from tests.games.midnight.naive import Naive

PLAYERS = range(2, 9)
PHASES = {"turn": Phase.TURN, "declare": Phase.DECLARE, "pass": Phase.PASS, "over": Phase.OVER}
ENDINGS = {Ending.EMPTY_HAND: "MN-15", Ending.STANDSTILL: "MN-64", Ending.MOST_TURNS: "MN-65"}
Choose = Callable[[random.Random, list[str]], str]


class Dice:
    """The engine's dice for the naive game: the same streams in the same order."""

    def __init__(self, seed: int) -> None:
        self._first, self._later = Midnight(), Midnight()
        self._first.seed = self._later.seed = seed_words(seed)
        open_stream(self._first, DEAL, 0)
        self._shuffles, self._takings = -1, 0
        self._last = 2

    def __call__(self, kind: str, sides: int) -> int:
        if kind in ("deal", "start"):
            return roll(self._first, sides)
        if kind == "take":
            open_stream(self._later, TAKING, self._takings)
            self._takings += 1
        elif self._last == 2:  # a new shuffle begins where the last one has come to its end
            self._shuffles += 1
            open_stream(self._later, RESHUFFLE, self._shuffles)
        if kind == "reshuffle":
            self._last = sides
        return roll(self._later, sides)


def plays_when_it_can(rng: random.Random, texts: list[str]) -> str:
    return rng.choice([text for text in texts if text not in ("draw", "take")] or texts)


def forgets(rng: random.Random, texts: list[str]) -> str:
    """Anything at all, but plays three times out of four."""
    return rng.choice(texts) if rng.random() < 0.25 else plays_when_it_can(rng, texts)


def idles(rng: random.Random, texts: list[str]) -> str:
    """Draws whatever happens: both piles are soon spent."""
    return rng.choice([text for text in texts if text in ("draw", "take")] or texts)


def start(deck: AnyDeck, players: int, seed: int, *, calls_made: bool) -> Midnight:
    s = Midnight()
    s.players, s.viewer, s.seed = players, TRUTH, seed_words(seed)
    s.first_seat, s.calls_made = BY_LOT, int(calls_made)
    contract.setup(deck.tables, s)
    return s


def legal(deck: AnyDeck, s: Midnight, seat: int) -> list[str]:
    out = [0] * actions.MOST_LEGAL
    numbers = out[: contract.legal(deck.tables, s, seat, out)]
    assert numbers == sorted(set(numbers))
    return [actions.action_text(deck, number) for number in numbers]


def compare(deck: AnyDeck, players: int, seed: int, choose: Choose, *, calls_made: bool = False) -> set[str]:
    """Play one game on both; returns the rare things that happened in it."""
    s, rng, seen = start(deck, players, seed, calls_made=calls_made), random.Random(seed), set[str]()
    naive = Naive(deck.data, players, Dice(seed), calls_made=calls_made)
    while not over(s):
        compare_states(deck, s, naive)
        texts = [legal(deck, s, seat) for seat in range(players)]
        assert [set(some) for some in texts] == [naive.legal(seat) for seat in range(players)]
        seen |= rarities(deck, s)
        seat = rng.choice([one for one in range(players) if texts[one]])
        text = choose(rng, texts[seat])
        contract.apply(deck.tables, s, seat, actions.parse_action(deck, text))
        naive.act(seat, text)
    compare_states(deck, s, naive)
    assert {seat for seat in range(players) if s.winners >> seat & 1} == naive.winners()
    assert ENDINGS[s.ending] == naive.ending()
    return seen | {naive.ending()} | ({"shared"} if len(naive.winners()) > 1 else set())


def compare_states(deck: AnyDeck, s: Midnight, naive: Naive) -> None:
    cards = deck.cards
    assert s.phase == PHASES[naive.phase]
    assert {seat for seat in range(s.players) if pending(s) >> seat & 1} == naive.pending()
    assert (s.turn, s.direction, s.turns, s.curses) == (naive.turn, naive.direction, naive.turns, naive.curses)
    assert {seat for seat in range(s.players) if s.offences >> seat & 1} == naive.open_offences
    hands = [Counter({cards[kind]: row[kind] for kind in range(KINDS) if row[kind]}) for row in s.counts[: s.players]]
    assert hands == [+hand for hand in naive.hands]
    assert [cards[kind] for kind in s.pile[s.pile_top : s.pile_top + s.pile_left]] == naive.pile
    assert Counter({cards[kind]: n for kind, n in enumerate(s.discard) if n}) == Counter(naive.discard)
    assert cards[s.top] == naive.discard[-1]
    assert s.sidesteps == len(naive.sidesteps)
    assert (SUIT_TEXTS[s.follow] if s.follow != NONE else None) == naive.follow_suit
    if s.phase == Phase.TURN:
        now = naive.current
        assert (SUIT_TEXTS[s.suit] if s.suit != NONE else None) == now.suit
        assert (SHAPES[s.shape] if s.shape != NONE else None) == now.shape
        assert bool(s.red_only) == now.red_only
        assert bool(s.any_suit) == now.any_suit


def rarities(deck: AnyDeck, s: Midnight) -> set[str]:
    found = set()
    if s.curses > 1:
        found.add("stacked curses")
    if s.curses and s.follow != NONE:
        found.add("a curse in the event")
    if bin(s.offences).count("1") > 1:
        found.add("two offences")
    if s.shuffles and s.follow != NONE:
        found.add("an event after a reshuffle")
    if s.phase == Phase.TURN and s.pile_left == 0:
        found.add("an empty draw pile")
    if s.any_suit:
        found.add("no suit to turn up")
    return found


@pytest.mark.slow
@pytest.mark.parametrize("players", PLAYERS)
def test_games_agree(players: int) -> None:
    seen = set[str]()
    for seed in range(30):
        seen |= compare(default_deck(), players, seed, plays_when_it_can, calls_made=seed % 2 == 0)
        seen |= compare(default_deck(), players, seed, forgets)
    assert seen >= {"MN-15", "stacked curses"}


@pytest.mark.slow
@pytest.mark.parametrize("players", PLAYERS)
def test_games_with_the_other_split_of_cards_agree(players: int) -> None:
    for seed in range(10):
        compare(full_grid(), players, seed, forgets)


@pytest.mark.slow
@pytest.mark.parametrize("players", PLAYERS)
def test_games_of_drawing_agree(players: int) -> None:
    seen = set[str]()
    for seed in range(3):
        seen |= compare(default_deck(), players, seed, idles)
    assert "an empty draw pile" in seen
