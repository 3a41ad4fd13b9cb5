"""How games end and who wins: WB-60 to WB-64."""

from __future__ import annotations

import pytest

from coven.engine.match import Match
from coven.games.witchs_brew.game import GAME
from coven.games.witchs_brew.rules.state import MOST_SETS, NONE, Phase, WitchsBrew
from tests.games.witchs_brew.position import SEATS, asked, draw, legal, phase, play, shares, table, why, winners

COLUMNS = ("copper-1..7", "iron-1..7", "silver-1..7")
"""28 points and 2 ravens each."""


def over(*rows: str, head: str = "call 0") -> WitchsBrew:
    """The state after the last round of a set, of which nobody makes use."""
    s = table(head, f"{rows[0]} | hand wolf", *rows[1:])
    return play(s, "0 call wolf", "0 decline")


def columns(*goods: str) -> WitchsBrew:
    """The end of a game of three with 28 points of cards each."""
    return over(*(f"{some} | cards {column}" for some, column in zip(goods, COLUMNS, strict=True)))


def result(s: WitchsBrew) -> str | None:
    """Who has won by which clause, as "0 2 by WB-60"; None while the game runs."""
    if s.phase != Phase.OVER:
        return None
    won = winners(s)
    assert shares(s) == [1 / len(won) if seat in won else 0 for seat in range(s.players)]
    assert asked(s) == []
    assert s.turn == NONE
    assert all(legal(s, seat) == [] for seat in range(s.players))
    return f"{' '.join(map(str, won))} by {GAME.texts.reason(s)}"


@pytest.mark.clause("WB-60")
@pytest.mark.parametrize(
    ("cards", "is_over"),
    [
        ("copper-1..7;iron-1..7;-", True),
        ("copper-1..7;iron-1..6;-", False),
        ("copper-1..7;iron-1..5;silver-1..5", True),
        ("copper-1..6;iron-1..6;silver-1..6 gold-1..2", False),
        ("copper-1..6;iron-1..6;silver-1..6 gold-1..3", True),
        ("gold-1..5;drops-1..5;-", True),
        ("gold-1..4;drops-1..5;-", False),
        ("gold-1..5 drops-1..5 silver-1..7;-;-", True),
        ("-;-;-", False),
    ],
)
def test_with_four_ravens_the_game_ends(cards: str, is_over: bool) -> None:
    rows = [f"- | cards {some}" if some != "-" else "-" for some in cards.split(";")]
    s = over(*rows)
    assert (result(s) is not None) == is_over
    assert phase(s) == ("over" if is_over else "choose 0 1 2")


@pytest.mark.clause("WB-60")
def test_but_not_before_the_set_is_over() -> None:
    s = table("call 0", "w3 r2 | hand wizard wolf | cards copper-1..6", "r5 | hand wolf herb | cards iron-1..7", "-")
    play(s, "0 call wizard", "0 use")
    assert sum(s.ravens) == 4
    assert phase(s) == "call 0"
    play(s, "0 call wolf", "1 favour", "1 use", "0 use")
    assert phase(s) == "call 1"
    play(s, "1 call herb", "1 use")
    assert result(s) == "1 by WB-60"
    assert why(s, 1, "use") == "The game is over"


@pytest.mark.clause("WB-61")
def test_points_are_those_of_cards_and_one_for_each_vial() -> None:
    assert result(columns("-", "vials 1", "-")) == "1 by WB-60"
    assert result(columns("vials 3", "vials 1", "vials 2 gold 9")) == "0 by WB-60"
    s = over("vials 36", "- | cards gold-1..5", "- | cards drops-1..3 copper-1..7")
    assert result(s) == "2 by WB-60", "36, 20 and 39 points"
    s = over("vials 39", "- | cards gold-1..5", "- | cards drops-1..3 copper-1..7")
    assert result(s) == "0 2 by WB-60"
    s = over("vials 40", "- | cards gold-1..5", "- | cards drops-1..3 copper-1..7")
    assert result(s) == "0 by WB-60"


@pytest.mark.clause("WB-62")
@pytest.mark.parametrize(
    ("goods", "won"),
    [
        ("r1;g1 gold 1;w1", "1"),
        ("r1 g1 w1;gold 3;r2", "0 1"),
        ("-;-;-", "0 1 2"),
        ("gold 5;r5;g3 w2", "0 1 2"),
        ("gold 5;r2 w2;g3 w2", "0 2"),
        ("r9 gold 9;vials 1;-", "1"),
        ("r3 gold 1 vials 2;gold 5;gold 1 w2 g2 vials 2", "2"),
        ("vials 2;gold 50 r50 vials 1;vials 2 w1", "2"),
        ("gold 3;gold 2;gold 1", "0"),
        ("gold 1;gold 2;gold 3", "2"),
        ("gold 300;r300;w300 g1", "2"),
    ],
)
def test_of_equals_who_has_most_left_wins_or_they_share(goods: str, won: str) -> None:
    assert result(columns(*goods.split(";"))) == f"{won} by WB-60"


@pytest.mark.clause("WB-62")
def test_goods_on_shelves_are_nobodys() -> None:
    rows = [f"gold 1 | cards {column}" for column in COLUMNS]
    assert result(over(*rows, head="call 0, lying gold 2 r4")) == "0 1 2 by WB-60"


@pytest.mark.clause("WB-62")
def test_four_or_five_may_share_as_well() -> None:
    rows = [f"gold 2 | cards {column}" for column in COLUMNS]
    assert result(over(*rows, "vials 28 r2")) == "0 1 2 3 by WB-60"
    assert result(over(*rows, "vials 28 r2", "gold 1 w1 vials 6 | cards drops-1..5")) == "0 1 2 3 4 by WB-60"
    assert result(over(*rows, "vials 28 r2", "gold 9 vials 5 | cards drops-1..5")) == "0 1 2 3 by WB-60"


@pytest.mark.clause("WB-63")
def test_with_all_stacks_empty_ten_ravens_are_out() -> None:
    s = over("gold 3 | cards copper-1..7 iron-1..7 silver-1..7 gold-1..5 drops-1..5", "-", "-")
    assert sum(s.ravens) == 10
    assert result(s) == "0 by WB-60"


@pytest.mark.clause("WB-64")
def test_after_sixty_sets_the_game_is_counted_as_it_stands() -> None:
    assert MOST_SETS == 60
    s = over("gold 3 vials 2", "gold 2 vials 2", "gold 3 vials 2", head="call 0, set 60")
    assert result(s) == "0 2 by WB-64"
    assert s.set == 60
    s = over("gold 3 vials 2", "gold 2 vials 2", "-", head="call 0, set 59")
    assert result(s) is None
    assert draw(s).startswith("choose 0 1 2, set 60, book")


@pytest.mark.clause("WB-60", "WB-64")
def test_ravens_come_first() -> None:
    s = over("- | cards copper-1..7", "- | cards iron-1..7", "-", head="call 0, set 60")
    assert result(s) == "0 1 by WB-60"


@pytest.mark.clause("WB-60", "WB-61", "WB-62")
def test_the_outcome_and_the_verdict_of_a_match() -> None:
    match = Match(GAME, 3, 1)
    match.state = columns("gold 2 vials 1", "gold 1 vials 1", "-")
    assert match.outcome is not None
    assert (match.outcome.winners, match.outcome.reason) == ((0,), "WB-60")
    verdict = match.game.texts.verdict(match.deck, match.view_record(1), match.names(1))
    assert verdict == "6 ravens are out; of those with 29 points, seat 0 has the most drops and gold left: 2"
    match.state = over("vials 2", "vials 1", "-", head="call 0, set 60")
    verdict = match.game.texts.verdict(match.deck, match.view_record(-1), match.names())
    assert verdict == "60 sets have been played, and seat 0 has the most: 2 points"


@pytest.mark.clause("WB-61", "WB-62")
def test_the_end_counts_points_and_what_is_left_of_equals() -> None:
    deck, s = GAME.decks.default(), columns("gold 1 vials 1", "r1 vials 1", "-")
    counts = GAME.texts.counts(deck, s, SEATS)
    assert [one.text for one in counts] == ["29 points", "29 points", "28 points"]
    assert counts[0].rank == counts[1].rank > counts[2].rank
    assert counts[0].detail == "28 from cards, 1 from vials; 1 in drops and gold left"
    assert counts[2].detail == "28 from cards, 0 from vials"
    verdict = GAME.texts.verdict(deck, s, SEATS)
    assert verdict == "6 ravens are out; Ann and Bob have 29 points each, with 1 in drops and gold left"
    more, less, _ = GAME.texts.counts(deck, columns("gold 2 vials 1", "r1 vials 1", "-"), SEATS)
    assert more.rank > less.rank
    assert more.detail.endswith("2 in drops and gold left")


@pytest.mark.clause("WB-13")
def test_a_role_that_goes_on_is_a_moment_once_the_last_has_claimed_it() -> None:
    deck = GAME.decks.default()
    s = table("call 0", "r1 | hand wolf", "r1 | hand wolf", "r1 | hand wolf")
    told: list[str] = []
    for act in ("0 call wolf", "1 claim", "2 claim"):
        before = s.copy()
        play(s, act)
        told += [one.text for one in GAME.texts.highlights(deck, before, s, SEATS)]
    assert told == [
        'Set 1: "No, I am the Wolf Keeper!", says Bob, and takes the role from Ann',
        'Set 1: Ann and Bob call themselves Wolf Keeper, until Cat says: "No, I am the Wolf Keeper!"',
    ]
