"""Choosing, calling, answering, and who begins: WB-10 to WB-16, WB-18, WB-21 and WB-23."""

from __future__ import annotations

from itertools import permutations, product

import pytest

from tests.games.witchs_brew.position import (
    PLAYERS,
    SHORT_ROLES,
    asked,
    choices,
    choose_all,
    dealt,
    draw,
    has,
    legal,
    phase,
    play,
    play_set,
    position,
    role_names,
    same,
    table,
)

each_number = pytest.mark.parametrize("players", PLAYERS)
ALIKE = "wolf snake herb warlock cutpurse"


@each_number
@pytest.mark.clause("WB-1", "WB-10")
def test_all_choose_five_of_the_same_twelve_roles_at_the_same_time(players: int) -> None:
    s = dealt(players, 1)
    assert asked(s) == list(range(players))
    assert all(legal(s, seat) == [f"choose {role}" for role in SHORT_ROLES] for seat in range(players))
    play(s, "1 choose monk", "0 choose witch", "1 choose wolf", "1 choose snake", "1 choose herb")
    assert legal(s, 1) == [f"choose {role}" for role in SHORT_ROLES if role not in ("wolf", "snake", "herb", "monk")]
    play(s, "1 choose witch")
    assert asked(s) == [seat for seat in range(players) if seat != 1]
    assert legal(s, 1) == []
    assert (role_names(s.hand[0]), role_names(s.hand[1])) == ("witch", "wolf snake herb witch monk")


@pytest.mark.clause("WB-10")
def test_the_order_of_choosing_changes_nothing() -> None:
    hands = [ALIKE, "monk witch druid wizard wolf", "assistant fortune alchemist wolf herb"]
    ends = set()
    for order in permutations(range(3)):
        s = dealt(3, 1)
        for seat in order:
            play(s, *choices(seat, hands[seat])[:: 1 if seat else -1])
        ends.add(s.to_bytes())
    s = dealt(3, 1)
    for i in range(5):
        play(s, *(choices(seat, hands[seat])[i] for seat in range(3)))
    assert ends == {s.to_bytes()}


@each_number
@pytest.mark.clause("WB-10", "WB-12")
def test_when_all_have_chosen_the_starter_calls_one_of_its_five(players: int) -> None:
    for starter in range(players):
        s = choose_all(dealt(players, 1, first_seat=starter), *[ALIKE] * (players - 1), "wolf monk witch druid wizard")
        assert phase(s) == f"call {starter}"
        mine = "wolf wizard witch druid monk" if starter == players - 1 else ALIKE
        assert legal(s, starter) == [f"call {role}" for role in mine.split()]
        assert s.hand_size[:players] == [5] * players


@each_number
@pytest.mark.clause("WB-13", "WB-15", "WB-16")
def test_claims_displace_one_another_and_the_last_has_it(players: int) -> None:
    for leader in range(players):
        s = table(f"call {leader}", *["gold 2 | hand wolf snake"] * players)
        play(s, f"{leader} call wolf")
        for i in range(1, players):
            seat = (leader + i) % players
            assert phase(s) == f"answer {seat}"
            assert legal(s, seat) == ["claim", "favour"]
            play(s, f"{seat} claim")
        last = (leader - 1) % players
        assert phase(s) == f"use {last}"
        assert sum("| deposed" in line for line in draw(s).splitlines()) == players - 1
        play(s, f"{last} use")
        assert [has(s, seat) for seat in range(players)] == [
            "r3 gold 2" if seat == last else "gold 2" for seat in range(players)
        ]
        assert phase(s) == f"call {last}"
        assert s.hand_size[:players] == [1] * players


@each_number
@pytest.mark.clause("WB-13", "WB-14", "WB-15")
def test_every_mixture_of_claims_favours_and_passes(players: int) -> None:
    for answers in product(("claim", "favour", "pass"), repeat=players - 1):
        hands = ["wolf snake", *("snake" if answer == "pass" else "wolf snake" for answer in answers)]
        s = table("call 0", *(f"- | hand {hand}" for hand in hands))
        play(s, "0 call wolf")
        for seat, answer in enumerate(answers, 1):
            if answer != "pass":
                assert phase(s) == f"answer {seat}"
                play(s, f"{seat} {answer}", *[f"{seat} use"] * (answer == "favour"))
        claimant = max([0, *(seat for seat, answer in enumerate(answers, 1) if answer == "claim")])
        play(s, f"{claimant} use")
        gained = {claimant: "r3", **{seat: "r1" for seat, answer in enumerate(answers, 1) if answer == "favour"}}
        assert [has(s, seat) for seat in range(players)] == [gained.get(seat, "-") for seat in range(players)]
        assert phase(s) == f"call {claimant}"
        assert s.hand_size[:players] == [1] * players
        assert s.called == s.played[0] == 1


@pytest.mark.clause("WB-13", "WB-14", "WB-23")
def test_a_seat_without_the_role_is_never_asked() -> None:
    s = table("call 2", *["- | hand wolf", "- | hand witch", "- | hand wolf herb", "- | hand druid", "- | hand wolf"])
    play(s, "2 call wolf")
    same(
        """
        answer 4, book copia, as wolf
        0 - | hand wolf
        1 - | hand witch
        2 - | hand herb | played wolf | claim
        3 - | hand druid | pass
        4 - | hand wolf
        """,
        s,
    )
    play(s, "4 favour", "4 use", "0 claim")
    same(
        """
        use 0, book copia, as wolf in full
        0 - | played wolf | claim
        1 - | hand witch | pass
        2 - | hand herb | played wolf | deposed
        3 - | hand druid | pass
        4 r1 | played wolf | favour used
        """,
        s,
    )


@pytest.mark.clause("WB-13", "WB-36")
def test_favours_are_carried_out_in_turn_order_and_the_full_action_last() -> None:
    rich = "r9 g9 gold 9 | hand witch"
    s = table("call 2", *[rich] * 4)
    play(s, "2 call witch", "3 favour", "3 use", "3 decline")
    assert phase(s) == "answer 0"
    play(s, "0 favour", "0 use", "0 decline", "1 favour", "1 use", "1 decline", "2 use")
    same(
        """
        vial 2, book copia, as witch in full
        0 r8 g8 gold 7 | cards iron-2 | played witch | favour used
        1 r7 g9 gold 7 | cards iron-3 | played witch | favour used
        2 r7 g8 gold 9 | cards iron-4 | played witch | claim used
        3 r8 g9 gold 7 | cards iron-1 | played witch | favour used
        """,
        s,
    )


@each_number
@pytest.mark.clause("WB-12", "WB-15")
def test_the_caller_never_has_the_favour(players: int) -> None:
    s = table("call 0", *["gold 3 | hand warlock wolf"] * players)
    play(s, "0 call warlock")
    assert legal(s, 0) == []
    for seat in range(1, players):
        play(s, f"{seat} favour", f"{seat} use")
    assert phase(s) == "use 0"
    assert legal(s, 0) == ["take red", "take green", "take white", "decline"]


@pytest.mark.clause("WB-14")
def test_the_favour_of_a_red_role_asks_nothing() -> None:
    for role in ("cutpurse", "monk"):
        s = table("call 0", *[f"r9 gold 9 | hand {role}"] * 3)
        play(s, f"0 call {role}", "1 favour")
        assert phase(s) == "answer 2"
        assert has(s, 1) == "r9 gold 9"
        play(s, "2 favour")
        assert phase(s) == "use 0"
        assert s.deed[:3] == [0, 0, 0]


@pytest.mark.clause("WB-16")
@pytest.mark.parametrize(
    ("hands", "begins"),
    [
        ("wolf;wolf herb;wolf;herb;herb", 3),
        ("wolf;wolf;wolf herb;herb;herb", 2),
        ("wolf;herb wolf;-;herb;herb", 1),
        ("wolf herb;wolf;wolf;herb;herb", 3),
        ("wolf herb;herb;wolf;wolf;wolf", 0),
        ("wolf herb;herb;wolf;wolf;-", 0),
        ("wolf;herb;wolf;-;wolf", 1),
        ("wolf;-;-;herb;-", 3),
        ("wolf;-;-;-;herb", 4),
        ("wolf herb;-;-;-;wolf", 0),
        ("wolf herb;-;-;-;-", 0),
    ],
)
def test_the_last_claimant_begins_or_the_next_to_its_left_with_cards(hands: str, begins: int) -> None:
    for acts in ("use", "decline"):
        s = table("call 0", *(f"- | hand {hand}" for hand in hands.split(";")))
        play(s, "0 call wolf")
        while phase(s).startswith("answer"):
            play(s, f"{s.turn} claim")
        play(s, f"{s.turn} {acts}")
        assert phase(s) == f"call {begins}"


@pytest.mark.clause("WB-16", "WB-17")
def test_a_claimant_who_can_do_nothing_still_calls_next() -> None:
    s = table("call 0", "- | hand fortune herb", "- | hand fortune wolf", "- | hand herb")
    play(s, "0 call fortune", "1 claim")
    assert phase(s) == "call 1"


@each_number
@pytest.mark.clause("WB-16", "WB-18")
def test_the_last_one_with_cards_plays_alone(players: int) -> None:
    rows = ["-"] * (players - 1)
    for seat in range(players):
        s = table(f"call {seat}", *rows[:seat], "gold 1 | hand wolf fortune warlock | played snake herb", *rows[seat:])
        play(s, f"{seat} call wolf", f"{seat} use", f"{seat} call warlock", f"{seat} decline", f"{seat} call fortune")
        assert phase(s) == f"use {seat}"
        play(s, f"{seat} use")
        assert (phase(s), s.set) == (f"choose {' '.join(map(str, range(players)))}", 2)
        assert has(s, seat) == "r3 vials 2"
        assert s.turn == seat


@each_number
@pytest.mark.clause("WB-11")
def test_a_set_has_five_rounds_where_all_choose_alike(players: int) -> None:
    s = choose_all(dealt(players, 2), *[ALIKE] * players)
    steps = play_set(s)
    assert sum("call" in step for step in steps) == 5
    assert (s.set, s.rounds) == (2, 5)


@pytest.mark.clause("WB-11")
@pytest.mark.parametrize("players", PLAYERS)
def test_a_set_has_twelve_rounds_where_all_roles_are_in_the_game(players: int) -> None:
    hands = ["wolf snake herb alchemist fortune", "assistant wizard witch druid warlock"]
    hands += ["cutpurse monk wolf snake herb"] * (players - 2)
    s = choose_all(dealt(players, 2), *hands)
    steps = play_set(s)
    assert sum("call" in step for step in steps) == 12
    assert len({step.split()[2] for step in steps if "call" in step}) == 12
    assert (s.set, s.rounds) == (2, 12)


@each_number
@pytest.mark.clause("WB-13", "WB-19", "WB-20")
def test_a_role_called_is_in_no_hand_afterwards(players: int) -> None:
    s = choose_all(dealt(players, 3), *[ALIKE, "wolf herb witch monk druid", *[ALIKE] * (players - 2)])
    while s.set == 1:
        seat = asked(s)[0]
        play(s, f"{seat} {legal(s, seat)[0]}")
        if phase(s).startswith("call"):
            assert not any(hand & s.called for hand in s.hand)
            assert s.called == s.played[0] | s.played[1] | s.played[2] | s.played[3] | s.played[4]


@pytest.mark.clause("WB-21")
def test_the_next_set_is_chosen_from_all_twelve_by_the_last_winner_first() -> None:
    s = table("call 0", "- | hand wolf | played snake", "- | hand wolf | played herb", "- | played witch")
    play(s, "0 call wolf", "1 claim", "1 decline")
    same("choose 0 1 2, set 2, book magus\n0 -\n1 -\n2 -", s)
    assert all(legal(s, seat) == [f"choose {role}" for role in SHORT_ROLES] for seat in range(3))
    choose_all(s, *["wolf snake herb witch druid"] * 3)
    assert phase(s) == "call 1"
    assert s.round == 0


@pytest.mark.clause("WB-16", "WB-21")
def test_the_winner_of_the_last_role_begins_the_set() -> None:
    rows = ["- | hand wolf", "-", "- | hand wolf", "-"]
    s = table("call 0", *rows)
    play(s, "0 call wolf", "2 favour", "2 use", "0 decline")
    assert s.turn == 0
    s = table("call 0", *rows)
    play(s, "0 call wolf", "2 claim", "2 use")
    choose_all(s, *[ALIKE] * 4)
    assert phase(s) == "call 2"


@pytest.mark.clause("WB-20")
def test_played_roles_lie_open_until_the_set_is_over() -> None:
    s = position(
        """
        call 0, book lupus
        0 - | hand wolf herb
        1 - | hand wolf
        2 - | hand snake
        """
    )
    play(s, "0 call wolf", "1 claim", "1 use", "2 call snake", "2 use")
    same(
        """
        call 0, book lupus
        0 - | hand herb | played wolf
        1 r3 | played wolf
        2 w3 | played snake
        """,
        s,
    )
    play(s, "0 call herb", "0 use")
    same("choose 0 1 2, set 2, book copia\n0 g3\n1 r3\n2 w3", s)
