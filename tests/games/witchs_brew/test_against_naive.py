"""The engine beside the naive rules, decision by decision: who is asked, what is legal, what seats know, the end."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from coven.engine.decks import AnyDeck
from coven.engine.match import Match
from coven.engine.states import SPECTATOR
from coven.games.witchs_brew.deck import default_deck, load_deck
from coven.games.witchs_brew.game import GAME
from coven.games.witchs_brew.rules.actions import ROLE_TEXTS
from coven.games.witchs_brew.rules.state import HIDDEN, WitchsBrew
from coven.games.witchs_brew.words.describe import SPELL_TEXTS
from tests.games.witchs_brew.naive import Naive

LOOK = 0.15
"""How often one seat's whole view is compared, beside a spectator's."""

Choose = Callable[[random.Random, int, list[str]], str]


def stack(
    cards: list[str] | list[int], key: str, points: int, ravens: tuple[int, int] = (-2, -1)
) -> list[dict[str, Any]]:
    """A stack of cards of equal points, the ravens on two of them: if not said otherwise, the last ones."""
    places = [len(cards) + place if place < 0 else place for place in ravens]
    return [{key: card, "points": points, "raven": i in places} for i, card in enumerate(cards)]


CHEAP = load_deck(
    {
        "copper": stack(["w"] * 7, "cost", 2),
        "iron": stack(["r", "g", "r", "rg", "rg", "rw", "r"], "cost", 2),
        "silver": stack(["g"] * 7, "cost", 2),
        "gold_shelf": stack([1, 2, 1, 2, 3], "needs", 2),
        "ingredient_shelf": stack([1, 3, 2, 2, 3], "needs", 2),
    },
    "cheap",
)
"""Stacks run empty within a few sets, and many a game is a tie."""

ONE_CHEAP_STACK = load_deck(
    {
        "copper": stack(["w", "r", "g", "w", "r", "g", "wr"], "cost", 1),
        "iron": stack(["rrrrrr"] * 7, "cost", 9),
        "silver": stack(["gggggg"] * 7, "cost", 9),
        "gold_shelf": stack([6] * 5, "needs", 9),
        "ingredient_shelf": stack([9] * 5, "needs", 9),
    },
    "one cheap stack",
)
"""The copper stack is soon empty, and the game goes on."""

SHORT = load_deck(
    {
        **{
            key: stack([cost] * 7, "cost", 1, (0, 1)) for key, cost in (("copper", "w"), ("iron", "r"), ("silver", "g"))
        },
        **{key: stack([2] * 5, "needs", 1, (0, 1)) for key in ("gold_shelf", "ingredient_shelf")},
    },
    "short",
)
"""The first cards bear ravens: games of a set or two, with many ties."""


def at_random(rng: random.Random, seat: int, texts: list[str]) -> str:
    return rng.choice(texts)


def never_declines(rng: random.Random, seat: int, texts: list[str]) -> str:
    return rng.choice([text for text in texts if text not in ("decline", "done")] or texts)


def likes_favours(rng: random.Random, seat: int, texts: list[str]) -> str:
    return "favour" if "favour" in texts and rng.random() < 0.9 else rng.choice(texts)


def likes(rng: random.Random, texts: list[str], roles: list[str]) -> str:
    """Chooses and calls these roles if it can; uses what it gets."""
    found = [text for text in texts if text.split()[-1] in roles]
    return rng.choice(found) if found else never_declines(rng, 0, texts)


def likes_red_roles(rng: random.Random, seat: int, texts: list[str]) -> str:
    if "done" in texts and rng.random() < 0.3:
        return "done"
    return likes(rng, texts, ["cutpurse", "begging-monk", "assistant", "alchemist"])


def hoards(rng: random.Random, seat: int, texts: list[str]) -> str:
    """Gathers drops and gold, and meets the red roles and a warlock now and then."""
    if texts[0].startswith("choose") and rng.random() < 0.2:
        return rng.choice(texts)
    return likes(rng, texts, ["wolf-keeper", "snake-hunter", "herb-collector", "alchemist", "assistant", "warlock"])


def races_for_cauldrons(rng: random.Random, seat: int, texts: list[str]) -> str:
    """All want cauldrons and the drops for them, and half of the time content themselves with the favour."""
    gatherers = ["wolf-keeper", "snake-hunter", "herb-collector", "alchemist"]
    return likes(rng, texts, ["wizard", "witch", "druid", *gatherers, "claim", "favour"])


def plays_alone(rng: random.Random, seat: int, texts: list[str]) -> str:
    """One seat chooses other roles than the others, so that it holds them when they have played theirs."""
    if texts[0].startswith("choose"):
        return texts[-1] if seat == 2 else texts[0]
    return rng.choice(texts)


def chooses_alike(rng: random.Random, seat: int, texts: list[str]) -> str:
    """All choose the same five roles, for sets of five rounds."""
    if texts[0].startswith("choose"):
        return likes(rng, texts, ["herb-collector", "alchemist", "druid", "warlock", "cutpurse"])
    return rng.choice(texts)


def declines(rng: random.Random, seat: int, texts: list[str]) -> str:
    """Uses nothing for ever: the game goes on to its last set."""
    return "decline" if "decline" in texts else rng.choice(texts)


CHOOSERS = (
    at_random,
    never_declines,
    likes_favours,
    likes_red_roles,
    hoards,
    races_for_cauldrons,
    plays_alone,
    chooses_alike,
)


def state_of(match: Match) -> WitchsBrew:
    assert isinstance(match.state, WitchsBrew)
    return match.state


def naive_of(match: Match) -> Naive:
    """The naive game with the same books, starting seat and spare pack."""
    s = state_of(match)

    def spare_pack() -> list[str]:
        return [ROLE_TEXTS[role] for role in s.spare]

    books = [SPELL_TEXTS[book] for book in s.books]
    return Naive(match.deck.data, match.players, books, s.starter, spare_pack if s.spare_pack else None)


def compare(deck: AnyDeck, players: int, seed: int, choose: Choose, *, spare_pack: bool = False) -> Counter[str]:
    """Play one game on both; returns what happened in it."""
    match, rng = Match(GAME, players, seed, deck, options={"spare_pack": spare_pack}), random.Random(seed)
    naive = naive_of(match)
    while match.pending:
        assert set(match.pending) == naive.pending()
        texts = [[match.text(number) for number in match.numbers(seat)] for seat in range(players)]
        assert [set(some) for some in texts] == [naive.legal(seat) for seat in range(players)]
        compare_views(match, naive, SPECTATOR)
        if rng.random() < LOOK:
            compare_views(match, naive, rng.randrange(players))
        seat = rng.choice(match.pending)
        text = choose(rng, seat, texts[seat])
        match.act(seat, text)
        naive.act(seat, text)
    for viewer in (SPECTATOR, *range(players)):
        compare_views(match, naive, viewer)
    assert naive.pending() == set()
    assert match.outcome is not None
    assert set(match.outcome.winners) == naive.winners()
    assert match.outcome.reason == naive.ending()
    return naive.happened


def compare_views(match: Match, naive: Naive, viewer: int) -> None:
    """What a seat sees is what the naive game says that it knows, in the plain data and in the record behind it."""
    assert match.view(viewer) == naive.view(None if viewer == SPECTATOR else viewer)
    if viewer == SPECTATOR:
        return
    view, s = match.view_record(viewer), state_of(match)
    assert isinstance(view, WitchsBrew)
    for other in range(match.players):
        assert other == viewer or (view.hand[other], view.picked[other]) == (0, 0)
    known = sum(book in naive.seen_books for book in naive.books)
    assert sum(book != HIDDEN for book in view.books) == known
    if s.spare_pack:
        turned = len(naive.turned_up)
        assert list(view.spare) == [*s.spare[:turned], *[HIDDEN] * (len(ROLE_TEXTS) - turned)]


SPELLS_CAST = {f"{spell} used" for spell in SPELL_TEXTS}
"""WB-37: every spell has been cast."""

RARE = {
    "a claimant who can no longer pay",
    "playing alone",
    "shelf carried over to the next set",
    "surplus on a shelf lost",
    "a red role without a shelf",
    "5 rounds in a set",
    *SPELLS_CAST,
}
"""What must have happened in a sweep of games."""

RARE_WITH_EMPTY_STACKS = {
    "a claimant before an empty stack",
    "a favour took the last cauldron",
    "optio with an empty stack",
    "a spell for an empty stack",
}


def sweep(decks: list[AnyDeck], players: int, seeds: int) -> Counter[str]:
    """Games by all choosers; with the spare pack in every other one, where it may be."""
    happened = Counter[str]()
    for seed in range(seeds):
        for number, choose in enumerate(CHOOSERS):
            for deck in decks:
                spare_pack = players < 5 and (seed + number) % 2 == 0
                happened += compare(deck, players, seed * len(CHOOSERS) + number, choose, spare_pack=spare_pack)
    return happened


@pytest.mark.clause(
    "WB-1", "WB-2", "WB-3", "WB-4", "WB-6", "WB-10", "WB-12", "WB-13", "WB-14", "WB-15", "WB-16", "WB-17"
)
@pytest.mark.clause("WB-20", "WB-21", "WB-22", "WB-60", "WB-61", "WB-70")
@pytest.mark.parametrize("players", GAME.players)
def test_a_game_agrees(players: int) -> None:
    happened = compare(default_deck(), players, players, at_random)
    happened += compare(default_deck(), players, players, likes_favours, spare_pack=players < 5)
    assert happened["WB-60"] == 2
    assert players == 5 or happened["spare pack shuffled"]
    assert happened["playing alone"]


@pytest.mark.clause("WB-17", "WB-62", "WB-64")
def test_a_game_in_which_all_decline_agrees() -> None:
    happened = compare(default_deck(), 3, 1, declines, spare_pack=True)
    assert happened["WB-64"] == happened["shared victory"] == 1
    assert happened["spare pack shuffled"] == 10


@pytest.mark.slow
@pytest.mark.clause("WB-11", "WB-36", "WB-40", "WB-52")
def test_games_with_cheap_cards_agree() -> None:
    happened = compare(CHEAP, 3, 1, hoards)
    happened += compare(CHEAP, 4, 2, likes_favours)
    happened += compare(ONE_CHEAP_STACK, 3, 1, races_for_cauldrons)
    happened += compare(ONE_CHEAP_STACK, 4, 2, likes_favours)
    assert set(happened) >= RARE_WITH_EMPTY_STACKS
    assert happened["surplus on a shelf lost"]


@pytest.mark.clause("WB-61", "WB-62")
@pytest.mark.parametrize("players", GAME.players)
def test_short_games_agree(players: int) -> None:
    happened = sweep([SHORT], players, 1)
    assert happened["tie broken by what is left"]


@pytest.mark.slow
@pytest.mark.clause("WB-11", "WB-16", "WB-18", "WB-30", "WB-31", "WB-32", "WB-33", "WB-34", "WB-35", "WB-36", "WB-37")
@pytest.mark.clause("WB-38", "WB-39", "WB-40", "WB-50", "WB-51", "WB-52", "WB-53", "WB-54", "WB-60", "WB-61", "WB-70")
@pytest.mark.parametrize("players", GAME.players)
def test_games_agree(players: int) -> None:
    happened = sweep([default_deck()], players, 3)
    assert set(happened) >= RARE, RARE - set(happened)


@pytest.mark.slow
@pytest.mark.clause("WB-34", "WB-36", "WB-40", "WB-51", "WB-52", "WB-60", "WB-62")
@pytest.mark.parametrize("players", GAME.players)
def test_games_with_empty_stacks_agree(players: int) -> None:
    happened = sweep([CHEAP, ONE_CHEAP_STACK], players, 2)
    assert set(happened) >= RARE_WITH_EMPTY_STACKS, RARE_WITH_EMPTY_STACKS - set(happened)


@pytest.mark.slow
@pytest.mark.clause("WB-62", "WB-64")
@pytest.mark.parametrize("players", GAME.players)
def test_games_without_an_end_agree(players: int) -> None:
    happened = Counter[str]()
    for seed in range(4):
        happened += compare(default_deck(), players, seed, declines, spare_pack=players < 5 and seed % 2 == 0)
    assert happened["WB-64"] == happened["shared victory"] == 4


@pytest.mark.slow
@pytest.mark.clause("WB-61", "WB-62")
@pytest.mark.parametrize("players", GAME.players)
def test_ties_agree(players: int) -> None:
    happened = sweep([SHORT], players, 20)
    assert happened["shared victory"]
    assert happened["tie broken by what is left"]
    assert happened["a red role with nothing to get"]
