"""The rules of thumb do the obvious, and win more than their share among players at random."""

from __future__ import annotations

import pytest

from coven.engine.decks import AnyDeck
from coven.engine.loops import RANDOM, THUMB, Loops
from coven.games.midnight.deck import default_deck
from coven.games.midnight.game import GAME
from coven.games.midnight.mind.thumb import thumb
from coven.games.midnight.rules import actions, contract
from coven.games.midnight.rules.state import Midnight
from coven.games.midnight.rules.view import hide
from tests.games.midnight.position import PLAYERS, play, short, table
from tests.laws.games import fewer_if_checked

GAMES = 4000
LEAST_EDGE = 1.25
"""A thumb among players at random wins more than so many times its share; the tests' games show 1.39 and more."""
LONGEST_MEAN = 100
"""Decisions a game of four thumbs; they take about 70."""


def choices(s: Midnight, seat: int = 0, deck: AnyDeck | None = None) -> set[str]:
    """What the thumb may choose, whatever the random word is."""
    deck, view, out = deck or default_deck(), Midnight(), [0] * actions.MOST_LEGAL
    hide(deck.tables, s, seat, view)
    n = contract.legal(deck.tables, view, seat, out)
    words = [(1 << 32) // n * i + n for i in range(n)]
    chosen = {thumb(deck.tables, view, seat, out[:n], n, word) for word in words}
    return {short(actions.action_text(deck, number)) for number in chosen}


def test_it_catches_before_it_plays() -> None:
    s = table("turn 0, top hat-frog, forgot 2, pile ...", "hat-bat", players=3)
    assert choices(s) == {"catch 2"}
    assert choices(s, 1) == {"catch 2"}


def test_it_never_owns_up_unless_it_can_do_nothing_else() -> None:
    s = table("turn 1, top hat-frog, forgot 0, pile ...", "cat-bat cat-crow", "circle hat-bat ball-moon", players=3)
    assert choices(s) == {"own up"}
    play(s, "1 play circle", "1 declare hat")
    assert choices(s) <= {"pass cat-bat", "pass cat-crow"}
    s.offences |= 1 << 2
    assert choices(s) == {"catch 2"}


def test_it_makes_all_calls_that_are_due() -> None:
    assert choices(table("turn 0, top hat-frog, pile ...", "hat-bat cat-crow", players=3)) == {"play hat-bat midnight"}
    assert choices(table("turn 0, top hat-frog, pile ...", "pox cat-crow", players=3)) == {"play pox pox midnight"}
    assert choices(table("turn 0, top hat-frog, pile ...", "pox cat-crow cat-bat", players=3)) == {"play pox pox"}


@pytest.mark.parametrize("kept", ["wild", "pox", "circle", "spell"])
def test_it_keeps_what_always_goes_while_an_ordinary_card_does(kept: str) -> None:
    s = table("turn 0, top hat-frog, pile ...", f"{kept} hat-bat cat-crow cat-eyeball ball-moon", players=3)
    assert choices(s) == {"play hat-bat"}


@pytest.mark.parametrize("last", ["wild", "hat-bat", "stir-hat", "poly-hat", "curse-hat"])
def test_it_plays_its_last_card(last: str) -> None:
    last = last.replace("poly", "polymorph")
    s = table("turn 0, top hat-frog, pile ...", last, players=3)
    assert choices(s) == {f"play {last}"}


def test_it_keeps_the_wild_and_sheds_what_cannot_be_the_last_card() -> None:
    s = table("turn 0, top hat-frog, pile ...", "wild circle", players=3)
    assert choices(s) == {"play circle midnight"}
    s = table("turn 0, top hat-frog, pile ...", "hat-bat cackle", players=3)
    assert choices(s) == {"play cackle midnight"}


def test_it_rather_draws_than_part_with_a_wild_until_few_cards_are_left() -> None:
    head = "turn 0, top hat-frog, pile ..."
    assert choices(table(head, "wild cat-bat cat-crow ball-eyeball ball-moon broom-crow", players=3)) == {"draw"}
    assert choices(table(head, "wild cat-bat ball-moon", players=3)) == {"play wild"}


@pytest.mark.parametrize(("spent", "played"), [("hat", "hat-bat"), ("cat", "cat-bat")])
def test_it_plays_the_suit_of_which_fewest_are_left(spent: str, played: str) -> None:
    under = " ".join(f"{spent}-{shape} {spent}-{shape}" for shape in ("skull", "snake", "moon", "spellbook"))
    s = table(f"turn 0, top hat-eyeball, under {under}, pile ...", "hat-bat cat-bat ball-frog broom-crow", players=2)
    assert choices(s) == {f"play {played}"}


def test_it_keeps_the_card_that_reaches_further() -> None:
    s = table("turn 0, top hat-eyeball, pile ...", "hat-bat cat-bat cat-crow broom-crow", players=3)
    assert choices(s) == {"play cat-bat"}


def test_it_holds_up_a_neighbour_who_is_about_to_win() -> None:
    head, hand = "turn 0, top hat-frog, pile ...", "curse-hat hat-bat cat-bat cat-crow ball-moon"
    assert choices(table(head, hand, players=3)) == {"play hat-bat"}
    assert choices(table(head, hand, "cauldron-eyeball", players=3)) == {"play curse-hat"}


def test_it_stacks_a_curse() -> None:
    s = table("turn 0, top curse-hat*, curses 1, pile ...", "curse-cat hat-bat hat-moon", players=3)
    assert choices(s) == {"play curse-cat"}


def test_it_declares_the_suit_that_it_can_follow() -> None:
    s = table("turn 0, top hat-frog, pile ...", "wild cat-bat cat-crow cat-eyeball ball-moon", players=3)
    assert choices(play(s, "0 play wild")) == {"declare cat"}


def test_it_passes_on_a_failed_spell_and_keeps_a_wild() -> None:
    s = table("turn 0, top hat-frog, pile ...", "circle spell wild cat-crow cat-eyeball", players=3)
    assert choices(play(s, "0 play circle", "0 declare cat")) == {"pass spell"}
    s = table("turn 0, top hat-frog, pile ...", "circle wild cat-crow", players=3)
    assert choices(play(s, "0 play circle", "0 declare ball")) == {"pass cat-crow"}


@pytest.mark.slow
@pytest.mark.parametrize("players", PLAYERS)
def test_it_wins_clearly_more_than_its_share_among_random_players(players: int) -> None:
    games = fewer_if_checked(GAMES)
    loops = Loops(GAME, default_deck().tables, players)
    shares = loops.policy_games(2, 0, games, [THUMB] + [RANDOM] * (players - 1), 1)[1]
    won = sum(shares[game][-game % players] for game in range(games)) / games
    assert won > (LEAST_EDGE if games == GAMES else 1) / players


@pytest.mark.slow
def test_games_of_thumbs_alone_end_soon() -> None:
    decisions = Loops(GAME, default_deck().tables, 4).policy_games(2, 0, fewer_if_checked(GAMES), [THUMB] * 4, 1)[0]
    assert decisions.mean() < LONGEST_MEAN
