"""Who wins, what may not be the last card, and games that do not end by themselves: MN-15, MN-16, MN-64, MN-65."""

from __future__ import annotations

import pytest

from coven.engine.states import SPECTATOR
from coven.games.midnight.game import GAME
from coven.games.midnight.rules.state import MOST_TURNS, Ending, Midnight, Phase
from tests.games.midnight.position import (
    NAMES,
    PLAYERS,
    clause,
    counts,
    hand,
    legal,
    play,
    plays,
    position,
    same,
    shares,
    sizes,
    table,
    top,
    under,
    why,
)

each_number = pytest.mark.parametrize("players", PLAYERS)
BARE = ["cat-moon wild", "cat-crow wild", "cat-skull spell", "cat-spider spell", "ball-moon circle", "ball-crow circle",
        "ball-frog cackle", "ball-snake cackle"]  # fmt: skip
"""Two cards for each seat."""
LONE = ["cat-moon", "cat-skull", "cat-spider", "ball-moon", "ball-crow", "ball-snake", "broom-crow", "cauldron-crow"]
"""A card for each seat that does not go on hat-pentagram."""


def result(s: Midnight) -> str | None:
    """Who has won by which clause, as "0 2 by MN-64"; None while the game runs."""
    if s.phase != Phase.OVER:
        return None
    winners = [seat for seat in range(s.players) if s.winners >> seat & 1]
    assert shares(s) == [1 / len(winners) if seat in winners else 0 for seat in range(s.players)]
    assert s.owing == s.offences == 0
    assert all(legal(s, seat) == [] for seat in range(s.players))
    return f"{' '.join(map(str, winners))} by {GAME.texts.reason(s)}"


@each_number
@pytest.mark.clause("MN-1", "MN-15")
def test_the_first_empty_hand_wins(players: int) -> None:
    for seat in range(players):
        hands = BARE[:players]
        hands[seat] = "hat-bat"
        s = table(f"turn {seat}, top hat-frog, pile ...", *hands)
        assert legal(s, seat) == ["play hat-bat", "draw"]
        play(s, f"{seat} play hat-bat")
        assert result(s) == f"{seat} by MN-15"
        assert clause(s, (seat + 1) % players, "draw") == "MN-15"
        assert clause(s, seat, "draw") == "MN-15"


@pytest.mark.clause("MN-15")
@pytest.mark.parametrize("card", ["hat-bat", "polymorph-hat", "stir-hat", "curse-hat", "wild"])
def test_a_last_card_wins_at_once_without_a_declaration(card: str) -> None:
    s = table("turn 0, top hat-frog, pile ...", card, "curse-cat cat-moon")
    play(s, f"0 play {card}")
    assert (result(s), top(s), sizes(s)) == ("0 by MN-15", card, [0, 2])


@pytest.mark.clause("MN-15", "MN-36")
def test_a_last_curse_that_is_stacked_wins_at_once() -> None:
    s = table("turn 0, top curse-hat*, curses 1, pile ...", "curse-cat", "curse-ball cat-moon")
    play(s, "0 play curse-cat")
    assert result(s) == "0 by MN-15"


@pytest.mark.clause("MN-15", "MN-40")
def test_a_last_recipe_wins_after_its_suit_is_turned_up() -> None:
    s = table("turn 0, top ball-snake, pile wild cat-bat hat-bat ...", "recipe", "ball-moon cat-moon")
    play(s, "0 play recipe")
    assert result(s) == "0 by MN-15"
    assert (top(s), under(s)) == ("cat-bat", "ball-snake recipe wild")


@pytest.mark.clause("MN-15", "MN-58")
def test_a_last_failed_spell_draws_five_and_does_not_win() -> None:
    s = table("turn 0, top hat-frog, pile ...", "spell", "ball-moon cat-moon")
    play(s, "0 play spell")
    assert (result(s), s.phase, sizes(s)) == (None, Phase.DECLARE, [5, 2])
    play(s, "0 declare ball")
    assert (s.turn, counts(s)) == (1, "ball")


@pytest.mark.clause("MN-13", "MN-15")
def test_a_last_failed_spell_draws_at_least_the_card_that_it_covers() -> None:
    s = position("turn 0, top hat-frog\n0 spell\n1 ball-moon cat-moon")
    play(s, "0 play spell")
    assert (result(s), hand(s, 0)) == (None, "hat-frog")


@each_number
@pytest.mark.clause("MN-15", "MN-21")
def test_a_last_betrayed_wins_only_where_nobody_holds_three_cards(players: int) -> None:
    s = table("turn 0, top hat-skull, pile ...", "betrayed", *BARE[1:players])
    play(s, "0 play betrayed")
    assert result(s) == "0 by MN-15"
    for victim in range(1, players):
        hands = ["betrayed", *BARE[1:players]]
        hands[victim] += " hat-moon"
        s = table("turn 0, top hat-skull, pile ...", *hands)
        play(s, "0 play betrayed")
        assert (result(s), sizes(s), s.turn) == (None, [1, *[2] * (players - 1)], 1)


@pytest.mark.clause("MN-15")
def test_a_hand_of_one_does_not_win() -> None:
    s = table("turn 0, top hat-frog, pile ...", "hat-bat ball-moon", "ball-crow cat-moon")
    play(s, "0 play hat-bat midnight")
    assert (result(s), s.turn) == (None, 1)


@pytest.mark.clause("MN-15", "MN-60", "MN-62")
def test_of_two_hands_emptied_at_once_one_wins() -> None:
    s = table("turn 1, top hat-frog, pile ...", "betrayed", "cackle hat-moon", "betrayed")
    play(s, "1 play cackle midnight")
    assert result(s) == "2 by MN-15"


@pytest.mark.clause("MN-16")
@pytest.mark.parametrize("card", ["pox", "circle", "cackle"])
@pytest.mark.parametrize("head", ["top hat-frog", "top betrayed", "top cackle, counts any", "top wild, counts hat"])
def test_three_kinds_may_not_be_the_last_card(card: str, head: str) -> None:
    s = table(f"turn 0, {head}, pile ...", card, "ball-moon cat-moon")
    assert legal(s, 0) == ["draw"]
    assert clause(s, 0, f"play {card}") == "MN-16"
    s = table(f"turn 0, {head}, pile ...", f"{card} recipe", "ball-moon cat-moon")
    assert plays(s) == card


@pytest.mark.clause("MN-16")
def test_why_a_card_may_not_be_the_last() -> None:
    s = table("turn 0, top hat-frog, pile ...", "circle", "ball-moon cat-moon")
    assert why(s, 0, "play circle") == "Coven Circle may not be your last card (MN-16)"


@pytest.mark.clause("MN-16")
@pytest.mark.parametrize("card", ["betrayed", "recipe", "spell", "wild", "polymorph-hat", "stir-hat", "curse-hat"])
def test_all_others_may(card: str) -> None:
    on = {"betrayed": "hat-skull", "recipe": "cauldron-skull"}.get(card, "hat-bat")
    assert plays(table(f"turn 0, top {on}, pile ...", card, "ball-moon cat-moon")) == card


@pytest.mark.clause("MN-16", "MN-42")
def test_a_lone_sidestep_within_the_event_draws_three() -> None:
    s = table("turn 0, top hat-bat, follow hat, under recipe*, pile ...", "pox", "ball-moon cat-moon")
    assert legal(s, 0) == ["draw"]
    play(s, "0 draw")
    assert sizes(s) == [4, 2]


@pytest.mark.clause("MN-64")
@pytest.mark.parametrize(
    ("held", "expected"),
    [
        ("hat-bat cat-bat ball-moon", ["play hat-bat"]),
        ("cat-bat ball-moon wild", ["play wild"]),
        ("cat-bat ball-moon pox", ["play pox", "play pox pox", "draw"]),
        ("hat-bat ball-moon pox", ["play hat-bat", "play pox", "play pox pox"]),
        ("cat-bat cat-moon ball-moon", ["draw"]),
        ("cackle", ["draw"]),
        ("hat-bat", ["play hat-bat"]),
    ],
)
def test_with_nothing_to_draw_who_can_play_must_but_need_not_sidestep(held: str, expected: list[str]) -> None:
    s = position(f"turn 0, top hat-frog\n0 {held}\n1 cat-skull")
    assert legal(s, 0) == expected
    if "draw" not in expected:
        assert why(s, 0, "draw") == "There is nothing to draw, and you can play (MN-64)"


@pytest.mark.clause("MN-12", "MN-64")
@pytest.mark.parametrize("more", ["pile wild", "under wild", "sidesteps 1"])
def test_where_a_single_card_can_be_drawn_nobody_must_play(more: str) -> None:
    s = position(f"turn 0, top hat-frog, {more}\n0 hat-bat ball-moon cat-moon\n1 cat-skull")
    assert legal(s, 0) == ["play hat-bat", "draw"]
    play(s, "0 draw")
    assert sizes(s) == [4, 1]


@pytest.mark.clause("MN-64")
def test_a_curse_may_still_be_taken_where_nothing_can_be_drawn() -> None:
    s = position("turn 0, top curse-hat*, curses 2, under curse-cat*\n0 curse-ball ball-moon cat-moon\n1 cat-skull")
    assert legal(s, 0) == ["play curse-ball", "take"]
    play(s, "0 take")
    same(
        """
        turn 1, top curse-hat, still 1, under curse-cat
        0 cat-moon ball-moon curse-ball
        1 cat-skull
        """,
        s,
    )


@pytest.mark.clause("MN-41", "MN-64")
def test_in_the_event_who_can_follow_must_and_a_draw_of_nothing_ends_it() -> None:
    s = position("turn 0, top hat-frog, follow hat, under recipe*\n0 hat-bat ball-moon\n1 cat-skull wild")
    assert legal(s, 0) == ["play hat-bat", "play hat-bat midnight"]
    s = position("turn 0, top hat-frog, follow hat, under recipe*\n0 cat-bat ball-moon\n1 cat-skull wild")
    play(s, "0 draw")
    same("turn 1, top hat-frog, still 1, under recipe\n0 cat-bat ball-moon\n1 cat-skull wild", s)


@each_number
@pytest.mark.clause("MN-64")
def test_a_full_round_in_which_no_card_moves_ends_the_game(players: int) -> None:
    for first in range(players):
        for fewest in range(players):
            rows = [f"{seat} {card} {card if seat != fewest else ''}" for seat, card in enumerate(LONE[:players])]
            s = position("\n".join([f"turn {first}, top hat-pentagram", *rows]))
            for number in range(players):
                assert result(s) is None
                play(s, f"{(first + number) % players} draw")
            assert result(s) == f"{fewest} by MN-64"
            assert s.turns == players


@each_number
@pytest.mark.clause("MN-64")
def test_equal_ones_share(players: int) -> None:
    rows = [f"{seat} {card}" for seat, card in enumerate(LONE[:players])]
    s = position("\n".join(["turn 0, top hat-pentagram", *rows]))
    play(s, *(f"{seat} draw" for seat in range(players)))
    assert result(s) == f"{' '.join(map(str, range(players)))} by MN-64"


@pytest.mark.clause("MN-64")
@pytest.mark.parametrize(
    ("hands", "expected"),
    [
        (["cat-moon", "cat-crow", "cat-skull ball-moon"], "0 1 by MN-64"),
        (["cat-moon ball-crow", "cat-crow ball-moon", "cat-skull"], "2 by MN-64"),
        (["cat-moon", "cat-crow cat-moon", "cat-skull"], "0 2 by MN-64"),
        (["cat-moon cat-crow", "ball-moon ball-crow", "cat-moon cat-crow cat-skull"], "0 1 by MN-64"),
    ],
)
def test_the_fewest_cards_win(hands: list[str], expected: str) -> None:
    s = position(
        "\n".join(["turn 1, reversed, top hat-frog", *(f"{seat} {cards}" for seat, cards in enumerate(hands))])
    )
    play(s, "1 draw", "0 draw", "2 draw")
    assert result(s) == expected


@pytest.mark.clause("MN-64")
def test_a_card_that_moves_begins_the_round_anew() -> None:
    s = position("turn 0, top hat-frog, still 2\n0 wild cat-moon ball-moon\n1 cat-skull\n2 cat-skull broom-bat")
    play(s, "0 play wild", "0 declare cauldron")
    assert (result(s), s.still) == (None, 0)
    play(s, "1 draw")
    assert (s.still, sizes(s)) == (0, [2, 2, 2]), "it drew the card below"
    play(s, "2 draw", "0 draw")
    assert (result(s), s.still) == (None, 2)
    play(s, "1 draw")
    assert result(s) == "0 1 2 by MN-64"


@pytest.mark.clause("MN-64")
@pytest.mark.parametrize("text", ["draw", "take"])
def test_a_drawn_card_moves_too(text: str) -> None:
    head = "top hat-frog, still 1, pile wild" if text == "draw" else "top curse-hat*, curses 1, still 1, pile wild"
    s = position(f"turn 0, {head}\n0 cat-moon ball-moon\n1 cat-skull cat-bat")
    play(s, f"0 {text}")
    assert (result(s), s.still) == (None, 0)


@pytest.mark.clause("MN-55", "MN-64")
def test_a_play_with_a_decision_after_it_has_moved_its_card() -> None:
    s = position("turn 0, top hat-frog, still 1\n0 cat-moon wild ball-moon\n1 cat-skull cat-bat")
    play(s, "0 play wild", "0 declare broom")
    assert (result(s), s.still) == (None, 0)


@pytest.mark.clause("MN-14", "MN-64")
def test_cards_drawn_by_who_was_caught_move_too() -> None:
    s = position("turn 1, top hat-frog, still 1, forgot 0, pile wild wild\n0 cat-moon\n1 cat-skull cat-bat")
    play(s, "1 catch 0", "1 draw")
    assert (result(s), s.still, sizes(s)) == (None, 0, [3, 2])


@each_number
@pytest.mark.clause("MN-65")
def test_after_a_thousand_turns_the_fewest_cards_win(players: int) -> None:
    assert MOST_TURNS == 1000
    hands = BARE[:players]
    hands[players - 1] = "hat-moon"
    hands[0] += " hat-snake"
    s = table("turn 0, turns 998, top hat-frog, pile ...", *hands)
    play(s, "0 draw")
    assert (result(s), s.turns) == (None, 999)
    play(s, "1 draw")
    assert s.turns == 1000
    assert result(s) == f"{players - 1} by MN-65"


@pytest.mark.clause("MN-65")
def test_equal_ones_share_after_a_thousand_turns_too() -> None:
    s = table("turn 2, turns 999, top hat-frog, pile ...", "cat-moon wild", "cat-crow spell spell", "cat-skull circle",
              "ball-crow ball-moon")  # fmt: skip
    play(s, "2 draw")
    assert result(s) == "0 3 by MN-65"


@pytest.mark.clause("MN-15", "MN-65")
def test_an_empty_hand_in_the_last_turn_wins() -> None:
    s = table("turn 0, turns 999, top hat-frog, pile ...", "hat-bat", "cat-moon")
    play(s, "0 play hat-bat")
    assert result(s) == "0 by MN-15"


@pytest.mark.clause("MN-37", "MN-65")
def test_a_turn_lost_to_a_curse_is_a_turn() -> None:
    s = table("turn 0, turns 999, top curse-hat*, curses 1, pile ...", "hat-bat ball-moon", "cat-moon cat-crow")
    play(s, "0 take")
    assert result(s) == "1 by MN-65"


def told(*acts: str, s: Midnight) -> list[str]:
    """What was remarkable, as spectators saw it."""
    deck, before, after = GAME.decks.default(), GAME.state(), GAME.state()
    found: list[str] = []
    for act in acts:
        GAME.rules.hide(deck.tables, s, SPECTATOR, before)
        play(s, act)
        GAME.rules.hide(deck.tables, s, SPECTATOR, after)
        found += [one.text for one in GAME.texts.highlights(deck, before, after, NAMES)]
    return found


@pytest.mark.clause("MN-15", "MN-64")
def test_the_end_counts_cards_and_equals_are_equal() -> None:
    deck, s = GAME.decks.default(), table("turn 0, top hat-frog, pile ...", "hat-bat", *BARE[1:3], "ball-moon")
    assert told("0 play hat-bat", s=s) == ["Ann plays the last card in hand: Witch's Hat Bat, orange"]
    counts = GAME.texts.counts(deck, s, NAMES)
    assert [one.text for one in counts] == ["no card left", "2 cards left", "2 cards left", "1 card left"]
    assert counts[0].rank > counts[3].rank > counts[1].rank == counts[2].rank
    assert GAME.texts.verdict(deck, s, NAMES) == "Ann has no card left"
    s.ending, s.winners, s.hand_size[:4] = Ending.STANDSTILL, 0b0110, [3, 2, 2, 4]
    assert GAME.texts.verdict(deck, s, NAMES).endswith("the fewest cards count: Bob and Cat with 2 cards")


@pytest.mark.clause("MN-14")
def test_whoever_is_caught_is_a_moment_without_its_cards() -> None:
    s = table("turn 0, top hat-frog, pile ...", "hat-bat ball-moon", "ball-crow cat-moon")
    [line] = told("0 play hat-bat", "1 catch 0", s=s)
    assert line.startswith("Bob catches Ann")
    assert "get" not in line
