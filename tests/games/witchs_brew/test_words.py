"""Questions, labels and advice in every phase, and that nothing is left unsaid in random games."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from coven.engine.match import Match
from coven.engine.sentences import Names
from coven.engine.states import SPECTATOR
from coven.games.witchs_brew.deck import default_deck
from coven.games.witchs_brew.game import GAME
from coven.games.witchs_brew.rules.contract import legal as list_legal
from coven.games.witchs_brew.rules.state import Phase, WitchsBrew
from tests.games.witchs_brew.position import PLAYERS, SEATS, choices, dealt, play, position, seen, table
from tests.random_play import some_act

DECK = default_deck()


def question(s: WitchsBrew, seat: int) -> str:
    return str(GAME.texts.question(DECK, seen(s, seat), seat, Names(SEATS.seats, seat)))


def captions(s: WitchsBrew) -> Any:
    return GAME.board.captions(DECK, seen(s, 0), Names(SEATS.seats, 0))


def labels(s: WitchsBrew, seat: int) -> list[str]:
    out = [0] * GAME.actions.most_legal
    numbers = out[: list_legal(DECK.tables, s, seat, out)]
    return [GAME.texts.action_label(DECK, seen(s, seat), number, Names(SEATS.seats, seat)) for number in numbers]


@pytest.mark.clause("WB-10")
def test_choosing() -> None:
    s = dealt(3, 1)
    assert question(s, 0) == "Choose 5 of the 12 roles for this set (WB-10)"
    assert labels(s, 0)[0] == "Choose the Wolf Keeper: take 3 red wolf blood"
    assert all(label.startswith("Choose the ") for label in labels(s, 0))
    play(s, "0 choose wolf")
    assert question(s, 0) == "Choose 4 more roles for this set (WB-10)"
    play(s, *choices(0, "snake herb witch druid"))
    assert question(s, 0) == "Your roles are chosen. Waiting for Bob and Cat (WB-10)"


@pytest.mark.clause("WB-12", "WB-13", "WB-14")
def test_calling_and_answering() -> None:
    s = table("call 2", "r1 | hand witch", "- | hand witch", "- | hand witch herb")
    assert question(s, 2) == "Begin the round: who are you? (WB-12)"
    assert labels(s, 2) == ["I am the Herb Collector!", "I am the Witch!"]
    assert question(s, 0) == "Waiting for Cat"
    play(s, "2 call witch")
    favour = "pay 1 red and 2 gold for the iron cauldron worth 2"
    assert question(s, 0) == (
        'Cat claims the Witch. Claim the role too, though somebody after you may take it, or say "So be it!": '
        f"{favour}, which you cannot pay now (WB-13)"
    )
    assert labels(s, 0) == ["I am the Witch!", "So be it!"]
    play(s, "0 claim")
    assert [captions(s).said[seat] for seat in range(3)] == ["No, I am the Witch!", "", "I am the Witch!"]
    assert question(s, 1) == (
        'Ann claims the Witch, and nobody answers after you. Claim the role and it is yours, or say "So be it!": '
        f"{favour}, which you cannot pay now (WB-13)"
    )
    assert question(s, 2) == "Somebody else is the Witch now. Waiting for Bob (WB-13)"
    assert question(s, 0) == "Waiting for Bob"


DEEDS = [
    ("wolf", "copia", "-", "You are the Wolf Keeper: take 3 red wolf blood? (WB-17)", "Take 3 red wolf blood|Decline"),
    ("alchemist", "copia", "r1 w1", "You are the Alchemist: turn any 1 drop into 5 gold? (WB-17)",
     "Turn 1 red wolf blood into 5 gold|Turn 1 white snake venom into 5 gold|Decline"),
    ("fortune", "copia", "gold 1", "You are the Fortune Teller: turn 1 gold into 2 vials? (WB-17)",
     "Turn 1 gold into 2 vials|Decline"),
    ("druid", "copia", "g1", "You are the Druid: pay 1 green for the silver cauldron worth 2? (WB-17)",
     "Pay 1 green for the silver cauldron worth 2|Decline"),
    ("warlock", "herba", "g1", "You are the Warlock. Herba: turn 1 green herb juice into 2 vials? (WB-37)",
     "Pay 1 green, get 2 vials|Decline"),
    ("warlock", "magus", "r1", "You are the Warlock. Magus: pay any 1 drop for the copper cauldron "
     "worth 2? (WB-37)", "Pay 1 red wolf blood|Decline"),
    ("warlock", "optio", "r1 g1", "You are the Warlock. Optio: pay the drops on any one of the three top cauldrons and "
     "take it? (WB-37)", "Pay 1 red for the iron cauldron worth 2|Pay 1 green for the silver cauldron worth 2|Decline"),
    ("cutpurse", "copia", "gold 1", "You are the Cutpurse. The others owe 2 gold. On the gold shelf: 1 of 3. "
     "Collect? (WB-38)", "Collect for the gold shelf worth 2|Decline"),
]  # fmt: skip


@pytest.mark.clause("WB-17", "WB-37", "WB-38")
@pytest.mark.parametrize(("role", "book", "goods", "asked", "choices"), DEEDS)
def test_full_actions(role: str, book: str, goods: str, asked: str, choices: str) -> None:
    s = table(f"call 0, book {book}, lying gold 1", f"{goods} | hand {role}", "gold 5", "gold 4")
    play(s, f"0 call {role}")
    assert question(s, 0) == asked
    assert labels(s, 0) == choices.split("|")


@pytest.mark.clause("WB-17", "WB-34", "WB-37")
@pytest.mark.parametrize(
    ("role", "asked", "choice"),
    [
        ("herb", "Your favour: take 1 green herb juice? (WB-17)", "Take 1 green herb juice"),
        ("alchemist", "Your favour: turn any 1 drop into 2 gold? (WB-17)", "Turn 1 red wolf blood into 2 gold"),
        ("assistant", "Your favour: for 1 gold take any 1 drop? (WB-17)", "Take 1 red wolf blood"),
        ("warlock", "Your favour: take 1 gold? (WB-17)", "Take 1 gold"),
        ("witch", "Your favour: pay 1 red and 2 gold for the iron cauldron worth 2? (WB-17)",
         "Pay 1 red and 2 gold for the iron cauldron worth 2"),
    ],
)  # fmt: skip
def test_favours(role: str, asked: str, choice: str) -> None:
    s = table("call 0", f"- | hand {role}", f"r2 gold 5 | hand {role}", "-")
    play(s, f"0 call {role}", "1 favour")
    assert (question(s, 1), labels(s, 1)[0], labels(s, 1)[-1]) == (asked, choice, "Decline")


@pytest.mark.clause("WB-13", "WB-36")
def test_the_favour_of_an_empty_stack() -> None:
    s = table("call 0", "- | hand witch", "r2 gold 5 | hand witch", "- | cards iron-1..7")
    play(s, "0 call witch")
    assert question(s, 1).endswith('"So be it!": the favour does nothing, since no iron cauldron is left (WB-13)')


@pytest.mark.clause("WB-13")
def test_a_seat_with_an_empty_hand_cannot_take_a_role_over() -> None:
    s = play(table("call 0", "- | hand witch", "- | hand witch", "- | -"), "0 call witch")
    assert "nobody answers after you" in question(s, 1)


@pytest.mark.clause("WB-14", "WB-40")
@pytest.mark.parametrize(
    ("own", "cards", "favour"),
    [
        ("gold 6", "-", "you give 1 gold instead of 2"),
        ("gold 2", "-", "you owe nothing anyway"),
        ("gold 6", "- | cards gold-1..5", "that changes nothing, since no gold shelf is left"),
    ],
)
def test_the_favour_of_a_red_role_says_what_it_spares(own: str, cards: str, favour: str) -> None:
    s = table("call 0", "- | hand cutpurse", f"{own} | hand cutpurse", cards)
    assert question(play(s, "0 call cutpurse"), 1).endswith(f'"So be it!": {favour} (WB-13)')


@pytest.mark.clause("WB-39", "WB-51")
def test_a_label_says_what_goes_along_because_there_is_no_choice() -> None:
    s = position("call 0\n0 - | hand monk\n1 r1 g7\n2 -")
    play(s, "0 call monk", "0 use")
    assert labels(s, 1) == ["Give 1 red and 1 green", "Give 1 green herb juice"]
    s = table("call 0, book magus", "r2 g1 | hand warlock", "- | cards copper-1..1", "-")
    assert labels(play(s, "0 call warlock"), 0) == ["Pay 1 red wolf blood", "Pay 1 red and 1 green", "Decline"]


@pytest.mark.clause("WB-17", "WB-35", "WB-39", "WB-40")
def test_picking_giving_adding_and_vials() -> None:
    s = play(table("call 0", "gold 1 | hand assistant", "-", "-"), "0 call assistant", "0 take red")
    assert question(s, 0) == "For 1 gold take any 3 drops: 2 more (WB-17)"
    assert labels(s, 0) == ["Take 1 red wolf blood", "Take 1 green herb juice", "Take 1 white snake venom"]
    s = play(table("call 0", "r1 g2 | hand witch", "-", "-"), "0 call witch", "0 use")
    assert question(s, 0) == "Your cauldron is brewed. Turn one more drop into a vial? (WB-35)"
    assert labels(s, 0) == ["Turn 1 green herb juice into a vial", "No vial"]
    s = position("call 0\n0 r1 | hand monk\n1 r4 g4\n2 r4 w4")
    play(s, "0 call monk", "0 use")
    assert question(s, 1) == "The Begging Monk wants 2 of your drops: which? (WB-39)"
    assert labels(s, 1) == ["Give 1 red wolf blood", "Give 1 green herb juice"]
    play(s, "1 give red")
    assert question(s, 1) == "1 more for the Begging Monk (WB-39)"
    assert question(s, 0) == "Waiting for Bob and Cat to give to the Begging Monk (WB-39)"
    play(s, "1 give red", "2 give red", "2 give red")
    assert question(s, 0) == "The ingredients shelf still needs 1 drop. Add some of yours? (WB-40)"
    assert labels(s, 0) == ["Add 1 red wolf blood", "Add nothing"]
    s = play(table("call 0", "gold 2 | hand cutpurse", "-", "-"), "0 call cutpurse", "0 use", "0 add gold")
    assert labels(s, 0) == ["Add 1 gold", "That is enough"]


def test_after_the_end() -> None:
    s = table("call 0", "- | hand wolf | cards copper-1..7", "- | cards iron-1..7", "-")
    play(s, "0 call wolf", "0 decline")
    assert question(s, 1) == "The game is over"


def is_well_said(text: str) -> bool:
    return bool(text) and not text[0].islower() and not any(bad in text for bad in ("{", "}", "None", "  ", "-1"))


@pytest.mark.parametrize("players", [3, *(pytest.param(players, marks=pytest.mark.slow) for players in PLAYERS[1:])])
def test_everything_has_words(players: int) -> None:
    match, rng, phases = Match(GAME, players, 3, options={"first_seat": 1}), random.Random(players), Counter[str]()
    while match.pending:
        phases[match.view()["phase"]] += 1
        for seat in range(players):
            asked, choices = match.question(seat), match.legal(seat)
            assert is_well_said(asked.text)
            assert asked.clause or not choices
            assert all(is_well_said(choice.label) for choice in choices)
            assert len({choice.label for choice in choices}) == len(choices)
            assert all(match.parse(choice.text) == choice.number for choice in choices)
            advice = match.game.hint(match.deck, match.view_record(seat), seat)
            assert (advice is not None) == bool(choices)
        viewer = rng.randrange(SPECTATOR, players)
        lines = match.game.texts.table(match.deck, match.view_record(viewer), match.names(viewer))
        assert all(is_well_said(line) for line in lines)
        match.act(*some_act(match, rng))
    assert match.outcome is not None
    assert match.outcome.reason == "WB-60"
    assert match.record().verify(GAME).state == match.state
    assert phases.keys() >= {"choose", "call", "answer", "use", "vial"}


def test_options_and_phrases() -> None:
    assert [option.key for option in GAME.options] == ["spare_pack", "first_seat"]
    assert all(is_well_said(text) for option in GAME.options for text in (option.title, option.note))
    match = Match(GAME, 3, 1)
    assert match.phrases(0) == ()
    with pytest.raises(ValueError, match="this game has none"):
        GAME.talk.text("hello")


@pytest.mark.clause("WB-10", "WB-70")
@pytest.mark.parametrize(("players", "number"), [(3, 10), (4, 11)])
def test_choosing_says_how_many_roles_are_open(players: int, number: int) -> None:
    s = dealt(players, 1, spare_pack=1)
    assert question(s, 0) == f"Choose 5 of the {number} roles open in this set (WB-70)"
    assert len(labels(s, 0)) == number
    assert len(labels(dealt(players, 1), 0)) == 12


@pytest.mark.clause("WB-60")
def test_ravens_are_never_more_than_the_number_that_they_are_counted_of() -> None:
    for ravens in range(10):
        s = table("call 0", "- | hand wolf", "-", "-")
        s.ravens[1] = ravens
        before = seen(s, 2)
        heading = GAME.texts.table(DECK, before, SEATS)[0]
        play(s, "0 call wolf", "0 decline")
        [line] = [
            line for line in GAME.texts.tell(DECK, before, seen(s, 2), SEATS) if line.startswith("The set is over")
        ]
        assert heading.endswith(f". Ravens: {ravens} (the game ends at 4)")
        assert line == f"The set is over. Ravens: {ravens} (the game ends at 4)"
        assert (s.phase == Phase.OVER) == (ravens >= 4)
