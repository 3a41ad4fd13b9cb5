"""Setup, matching and turns: MN-1, MN-3, MN-5, MN-6, MN-10 to MN-12."""

from __future__ import annotations

from collections import Counter

import pytest

from coven.engine.dice import seed_words
from coven.engine.match import Match
from coven.games.midnight.deck import default_deck
from coven.games.midnight.game import GAME
from coven.games.midnight.rules import contract
from coven.games.midnight.rules.cards import CARDS, NONE, Type
from coven.games.midnight.rules.piles import give, take_away
from coven.games.midnight.rules.state import BY_LOT, Phase
from tests.games.midnight.position import (
    HANDS,
    PLAYERS,
    all_cards,
    cards,
    cards_of,
    clause,
    counts,
    dealt,
    hand,
    in_full,
    legal,
    pile,
    play,
    plays,
    position,
    same,
    sizes,
    table,
    under,
    why,
)

TABLES = default_deck().tables
KINDS = cards_of(default_deck())
each_number = pytest.mark.parametrize("players", PLAYERS)
ALL_TYPES = "cat-skull polymorph-cat stir-cat curse-cat betrayed recipe pox circle spell cackle wild"
"""A hand with one card of every type."""


@pytest.mark.clause("MN-1")
def test_two_to_eight_play() -> None:
    assert GAME.players == PLAYERS
    for players in (1, 9):
        with pytest.raises(ValueError, match="for 2, 3, 4, 5, 6, 7, 8 players"):
            Match(GAME, players)


@each_number
@pytest.mark.clause("MN-1", "MN-10")
def test_the_deal_is_seven_cards_each_one_suit_card_up_and_a_draw_pile(players: int) -> None:
    for seed in range(30):
        s = dealt(players, seed)
        assert sizes(s) == [7] * players
        assert TABLES.suit[s.top] != NONE
        assert s.pile_left == len(pile(s).split()) == CARDS - 7 * players - 1 - len(under(s).split())
        there = all_cards(default_deck(), s, s.pile[s.pile_top : s.pile_top + s.pile_left])
        assert [there[kind] for kind in range(TABLES.kinds)] == TABLES.copies[: TABLES.kinds]
        assert (s.phase, s.owing, s.turn) == (Phase.TURN, 1 << s.turn, s.starter)
        assert (s.direction, s.curses, s.follow, s.sidesteps, s.offences, s.turns) == (1, 0, NONE, 0, 0, 0)


@pytest.mark.clause("MN-10")
def test_cards_without_a_suit_are_covered_and_specials_only_set_a_suit() -> None:
    turned_up, covered = Counter[int](), Counter[int]()
    for seed in range(300):
        s = dealt(2, seed)
        turned_up[TABLES.type[s.top]] += 1
        assert counts(s) == in_full(default_deck(), s.top)
        assert (s.direction, s.curses, s.follow, s.phase, s.top_bound) == (1, 0, NONE, Phase.TURN, 0)
        covered[len(under(s).split())] += 1
        assert all(TABLES.suit[KINDS.index(card)] == NONE for card in under(s).split())
    assert set(turned_up) == {Type.STANDARD, Type.POLYMORPH, Type.COUNTER_STIR, Type.CURSE_YOU}
    assert covered[0] > 200
    assert covered[1] > 10


@pytest.mark.clause("MN-1", "MN-10")
def test_every_game_is_shuffled_anew() -> None:
    games = [dealt(3, seed) for seed in range(200)]
    tops = Counter(game.pile[game.pile_top] for game in games)
    assert len(tops) > 45
    assert len({pile(game) for game in games}) == 200
    lasts = Counter(game.pile[CARDS - 1] for game in games)
    assert len(lasts) > 45
    firsts = Counter(card for game in games for card in hand(game, 0).split())
    assert len(firsts) == TABLES.kinds


@pytest.mark.clause("MN-10")
def test_nothing_of_the_last_game_is_left_on_the_table() -> None:
    for head in (
        "turn 1, reversed, top curse-hat*, curses 1, follow hat, under recipe*, sidesteps 1, forgot 0 2, pile ...",
        "turn 1, turns 50, still 2, calls made, top spell, counts any, pile hat-frog, under ...",
    ):
        s = table(head, players=3)
        s.seed, s.calls_made = seed_words(1), 0
        contract.setup(TABLES, s)
        assert s == dealt(3, 1)


@each_number
@pytest.mark.clause("MN-11")
def test_the_first_seat_is_the_hosts_choice_or_drawn_by_lot(players: int) -> None:
    for seat in range(players):
        s = dealt(players, 1, first_seat=seat)
        assert (s.turn, s.starter) == (seat, seat)
        assert Match(GAME, players, 1, options={"first_seat": seat}).pending == (seat,)
    starters = Counter(dealt(players, seed).starter for seed in range(30 * players))
    assert set(starters) == set(range(players))
    assert all(12 <= number <= 52 for number in starters.values())
    orders = {pile(dealt(players, 1, first_seat=seat)) for seat in (BY_LOT, 0, 1)}
    assert len(orders) == 1, "who begins changes no cards"


@each_number
@pytest.mark.clause("MN-11")
def test_in_a_rematch_the_seat_after_the_last_starter_begins(players: int) -> None:
    for starter in range(players):
        s = dealt(players, 1, first_seat=starter)
        again = GAME.next_options(s, {"first_seat": BY_LOT, "calls_made": 1})
        assert again == {"first_seat": (starter + 1) % players, "calls_made": 1}


@pytest.mark.clause("MN-3")
@pytest.mark.parametrize(
    ("on", "fitting"),
    [
        ("cauldron-bat", "hat-bat cauldron-frog broom-pentagram cat-bat"),
        ("cat-snake", "cauldron-frog cat-bat ball-snake"),
        ("broom-frog", "hat-frog cauldron-frog broom-pentagram ball-snake"),
        ("ball-snake", "ball-snake"),
        ("hat-frog", "hat-frog hat-bat cauldron-frog"),
        ("cat-eyeball", "broom-pentagram cat-bat"),
        ("hat-moon", "hat-frog hat-bat"),
        ("ball-crow", "hat-bat ball-snake"),
    ],
)
def test_suit_shape_or_colour_is_enough(on: str, fitting: str) -> None:
    s = table(
        f"turn 0, top {on}, pile ...", "hat-frog hat-bat cauldron-frog broom-pentagram cat-bat ball-snake", "wild"
    )
    assert plays(s) == fitting
    assert "draw" in legal(s, 0)


@pytest.mark.clause("MN-3")
def test_every_standard_card_on_every_other() -> None:
    standard = [kind for kind in range(TABLES.kinds) if TABLES.type[kind] == Type.STANDARD]
    for lying in standard:
        s = position(f"turn 0, top {KINDS[lying]}\n0 wild\n1 wild")
        for kind in standard:
            give(s, 0, kind)
        alike = [
            KINDS[kind]
            for kind in standard
            if any(borne[kind] == borne[lying] for borne in (TABLES.suit, TABLES.shape, TABLES.colour))
        ]
        assert plays(s) == " ".join([*alike, "wild"])


@pytest.mark.clause("MN-3", "MN-12")
def test_a_card_that_does_not_match_is_refused_with_its_clause() -> None:
    s = table("turn 0, top cauldron-bat, pile ...", "hat-moon cat-bat", players=2)
    assert why(s, 0, "play hat-moon") == ("Witch's Hat Moon, blue does not match Cauldron, Bat or green (MN-3)")
    assert clause(s, 0, "play cat-crow") == "MN-12", "it is not in the hand"
    assert clause(s, 0, "take") == "MN-37"
    assert clause(s, 0, "declare hat") == clause(s, 0, "pass hat-moon") == "MN-12"
    assert clause(s, 1, "draw") == clause(s, 1, "play cauldron-eyeball") == "MN-12"
    assert clause(s, 0, "play cat-bat") is None


@pytest.mark.clause("MN-4", "MN-5")
@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ("top cat-bat", "cat-skull polymorph-cat stir-cat curse-cat"),
        ("top cauldron-skull", "cat-skull recipe"),
        ("top hat-skull", "cat-skull betrayed"),
        ("top cat-snake", "cat-skull polymorph-cat stir-cat curse-cat betrayed"),
        ("top cat-spellbook", "cat-skull polymorph-cat stir-cat curse-cat recipe"),
        ("top hat-frog", ""),
        ("top stir-hat", "stir-cat"),
        ("top polymorph-hat", "polymorph-cat"),
        ("top curse-hat", ""),
        ("top curse-cat", "cat-skull polymorph-cat stir-cat curse-cat"),
        ("top cat-snake, counts cat", "cat-skull polymorph-cat stir-cat curse-cat"),
        ("top hat-skull, counts cat", "cat-skull polymorph-cat stir-cat curse-cat"),
        ("top cat-spellbook, counts hat", ""),
        ("top wild, counts cat", "cat-skull polymorph-cat stir-cat curse-cat"),
        ("top betrayed", "betrayed"),
        ("top spell, counts any", "cat-skull polymorph-cat stir-cat curse-cat"),
    ],
)
def test_wild_cards_and_sidesteps_go_on_anything_other_specials_do_not(head: str, expected: str) -> None:
    s = table(f"turn 0, {head}, pile ...", ALL_TYPES, players=2)
    assert plays(s) == f"{expected} pox circle spell cackle wild".strip()


@pytest.mark.clause("MN-6")
def test_a_declared_suit_counts_alone() -> None:
    s = table(
        "turn 0, top hat-bat, pile ...", "wild hat-moon", "cat-crow hat-eyeball broom-bat cauldron-bat", players=2
    )
    play(s, "0 play wild midnight", "0 declare cat")
    assert counts(s) == "cat"
    assert plays(s) == "cat-crow"
    assert why(s, 1, "play cauldron-bat") == "Cauldron Bat, green does not match: only Black Cat counts (MN-6)"


@pytest.mark.clause("MN-6")
def test_a_card_on_a_declared_suit_counts_in_full() -> None:
    s = table(
        "turn 0, top hat-bat, counts cat, pile ...", "cat-snake hat-moon", "ball-snake cauldron-frog cauldron-bat"
    )
    play(s, "0 play cat-snake midnight")
    assert counts(s) == "cat snake red"
    assert plays(s) == "cauldron-frog ball-snake"


@pytest.mark.clause("MN-6", "MN-10")
@pytest.mark.parametrize(
    ("start", "expected"),
    [
        ("cat-snake", "cat-skull polymorph-cat stir-cat curse-cat betrayed"),
        ("polymorph-hat", "polymorph-cat"),
        ("stir-hat", "stir-cat"),
        ("curse-cat", "cat-skull polymorph-cat stir-cat curse-cat"),
    ],
)
def test_the_start_card_counts_in_full(start: str, expected: str) -> None:
    kind = KINDS.index(start)
    seed = next(seed for seed in range(3000) if dealt(2, seed).top == kind)
    s = dealt(2, seed, first_seat=0)
    for kind in range(TABLES.kinds):
        while s.counts[0][kind]:
            take_away(s, 0, kind)
    for card in ALL_TYPES.split():
        give(s, 0, KINDS.index(card))
    assert plays(s) == f"{expected} pox circle spell cackle wild"


@each_number
@pytest.mark.clause("MN-12")
def test_one_card_is_played_or_one_drawn_and_the_turn_passes_on(players: int) -> None:
    for direction, step in (("", 1), ("reversed, ", -1)):
        for seat in range(players):
            s = table(f"turn {seat}, {direction}top hat-bat, pile hat-bat ...", players=players)
            play(s, f"{seat} draw")
            assert sizes(s) == [3 + (other == seat) for other in range(players)]
            assert cards(hand(s, seat)) == cards(HANDS[seat], "hat-bat")
            neighbour = (seat + step) % players
            assert (s.turn, s.owing, s.turns) == (neighbour, 1 << neighbour, 1)
            assert legal(s, seat) == []


@pytest.mark.clause("MN-12")
def test_drawing_is_allowed_with_a_playable_card_and_the_card_is_kept() -> None:
    s = table(
        "turn 0, top hat-bat, pile hat-frog cauldron-bat ...", "hat-snake ball-moon", "cat-moon ball-crow cat-bat"
    )
    assert legal(s, 0) == ["play hat-snake", "play hat-snake midnight", "draw"]
    play(s, "0 draw")
    same(
        """
        turn 1, top hat-bat, pile cauldron-bat ...
        0 hat-frog hat-snake ball-moon
        1 cat-bat cat-moon ball-crow
        """,
        s,
    )
    assert clause(s, 0, "play hat-frog") == "MN-12"
    play(s, "1 play cat-bat")
    same(
        """
        turn 0, top cat-bat, pile cauldron-bat ..., under hat-bat
        0 hat-frog hat-snake ball-moon
        1 cat-moon ball-crow
        """,
        s,
    )


@pytest.mark.clause("MN-12")
def test_of_two_cards_alike_one_is_played() -> None:
    s = table("turn 0, top hat-bat, pile ...", "cat-bat cat-bat ball-moon", "hat-moon")
    play(s, "0 play cat-bat")
    assert hand(s, 0) == "cat-bat ball-moon"
    assert under(s) == "hat-bat"
