"""The plain data of a view, the board's things, and the table in a terminal."""

from __future__ import annotations

from typing import Any

import pytest

from coven.engine.plain import to_builtins
from coven.engine.states import SPECTATOR
from coven.games.witchs_brew.deck import default_deck
from coven.games.witchs_brew.game import GAME
from coven.games.witchs_brew.rules import actions
from coven.games.witchs_brew.rules.state import WitchsBrew
from tests.games.witchs_brew.position import SEATS, choices, legal, long, play, position, seen, table

DECK = default_deck()
NO_GOODS = {"red": 0, "green": 0, "white": 0, "gold": 0, "vials": 0}


def some(**numbers: int) -> dict[str, int]:
    return {**NO_GOODS, **numbers}


def plain(s: WitchsBrew, viewer: int) -> dict[str, Any]:
    data: dict[str, Any] = to_builtins(GAME.texts.describe(DECK, seen(s, viewer)))
    return data


def drawn() -> WitchsBrew:
    """Seat 1 gives to the monk that seat 0 was has lost to 2; seat 0 has but one kind."""
    s = position(
        """
        call 0, set 3, book optio lupus, lying gold 2 w1, turned wolf snake herb druid wizard warlock
        0 r4 vials 1 | hand monk witch | cards copper-1..5 gold-1
        1 r4 g4 gold 2 | hand witch | played fortune
        2 g1 gold 1 vials 3 | hand monk alchemist | cards silver-1
        """
    )
    s.starter = 2
    return play(s, "0 call monk", "2 claim", "2 use", "1 give red")


@pytest.mark.clause("WB-4", "WB-6", "WB-20", "WB-39")
def test_every_key_of_a_view() -> None:
    found = plain(drawn(), 1)
    assert found == {
        "you": 1, "phase": "give", "pending": [1], "set": 3, "round": 2, "starter": 2,
        "hand": ["witch"], "hand_sizes": [1, 1, 1],
        "played": [["begging-monk"], ["fortune-teller"], ["begging-monk"]],
        "role": "begging-monk", "leader": 0, "claimant": 2, "turn": 2, "is_full": True,
        "answers": ["claim", "pass", "claim"], "deeds": [None, None, "used"],
        "tolls": [1, 2, 0], "paid": [NO_GOODS] * 3, "got": [NO_GOODS] * 3, "got_card": [None] * 3,
        "goods": [some(red=4, vials=1), some(red=4, green=4, gold=2), some(green=1, gold=1, vials=3)],
        "cards": [["copper-1", "copper-2", "copper-3", "copper-4", "copper-5", "gold-shelf-1"], [], ["silver-1"]],
        "card_points": [19, 0, 2], "points": [20, 0, 5], "ravens": [1, 0, 0], "ravens_to_end": 4,
        "tops": {"copper": "copper-6", "iron": "iron-1", "silver": "silver-2", "gold-shelf": "gold-shelf-2",
                 "ingredient-shelf": "ingredient-shelf-1"},
        "left": {"copper": 2, "iron": 7, "silver": 6, "gold-shelf": 4, "ingredient-shelf": 5},
        "on_shelf": {"gold-shelf": some(gold=2), "ingredient-shelf": some(white=1)},
        "books": ["optio", *["hidden"] * 5, "herba", "serpens"],
        "spare_pack": True, "excluded": ["wizard", "warlock"],
        "turned_up": ["wolf-keeper", "snake-hunter", "herb-collector", "druid", "wizard", "warlock"],
        "picked": some(red=1), "to_pick": 1, "winners": [],
    }  # fmt: skip


@pytest.mark.clause("WB-20", "WB-39")
def test_others_see_the_same_without_the_hand_and_the_gift() -> None:
    s = drawn()
    own = plain(s, 1)
    for viewer, hand in ((0, ["witch"]), (2, ["alchemist"]), (SPECTATOR, [])):
        you = None if viewer == SPECTATOR else viewer
        picked = some(red=1) if viewer == 0 else NO_GOODS
        assert plain(s, viewer) == own | {"you": you, "hand": hand, "picked": picked, "to_pick": 0}


def test_payments_and_gains_stay_until_the_next_call() -> None:
    s = table("call 0", "r4 g2 gold 3 | hand witch herb", "r2 gold 2 | hand witch", "-")
    play(s, "0 call witch", "1 favour", "1 use", "1 pay red", "0 use", "0 pay green")
    found = plain(s, 2)
    assert found["phase"] == "call"
    assert (found["role"], found["leader"], found["claimant"], found["turn"]) == ("witch", 0, 0, 0)
    assert found["paid"] == [some(red=1, green=2), some(red=2, gold=2), NO_GOODS]
    assert found["got"] == [some(vials=1), some(vials=1), NO_GOODS]
    assert found["got_card"] == ["iron-2", "iron-1", None]
    play(s, "0 call herb")
    found = plain(s, 2)
    assert (found["paid"], found["got"], found["got_card"]) == ([NO_GOODS] * 3, [NO_GOODS] * 3, [None] * 3)
    assert (found["answers"], found["deeds"]) == (["claim", "pass", "pass"], [None] * 3)


def test_the_card_got_is_the_last_one_of_its_stack() -> None:
    s = table("call 0", "r9 g9 | hand witch herb | cards iron-1 iron-3", "- | cards iron-2", "-")
    play(s, "0 call witch", "0 use")
    assert plain(s, 1)["got_card"] == ["iron-4", None, None]
    assert plain(s, 1)["cards"] == [["iron-1", "iron-3", "iron-4"], ["iron-2"], []]


def test_at_the_start_and_at_the_end() -> None:
    s = position("choose 0 1 2\n0 -\n1 -\n2 -")
    play(s, "1 choose witch", "1 choose wolf")
    found = plain(s, 1)
    assert (found["hand"], found["hand_sizes"], found["role"], found["turn"]) == (
        ["wolf-keeper", "witch"],
        [0] * 3,
        None,
        0,
    )
    assert (found["leader"], found["claimant"], found["is_full"], found["answers"]) == (None, None, False, [None] * 3)
    assert (found["turned_up"], found["excluded"], found["spare_pack"]) == ([], [], False)
    assert plain(s, 0)["hand"] == []
    s = table("call 0", "- | hand wolf | cards copper-1..7", "- | cards iron-1..7", "vials 3")
    play(s, "0 call wolf", "0 decline")
    found = plain(s, SPECTATOR)
    assert (found["phase"], found["winners"], found["pending"], found["turn"]) == ("over", [0, 1], [], None)
    assert found["tops"]["copper"] is found["tops"]["iron"] is None
    assert found["points"] == [28, 28, 3]


@pytest.mark.clause("WB-33", "WB-50", "WB-51")
@pytest.mark.parametrize(
    ("role", "book", "goods", "steps", "due"),
    [
        ("assistant", "copia", "gold 1", "", 3),
        ("assistant", "copia", "gold 1", "take red", 2),
        ("warlock", "copia", "-", "take red;take red", 1),
        ("warlock", "magus", "r1 g1 w9", "", 4),
        ("warlock", "magus", "r1 g1 w9", "pay red", 3),
        ("warlock", "optio", "w9 r9", "", 0),
        ("alchemist", "copia", "r1", "", 1),
        ("wolf", "copia", "r1", "", 0),
        ("cutpurse", "copia", "gold 2", "use", 0),
    ],
)
def test_how_many_are_still_to_be_picked(role: str, book: str, goods: str, steps: str, due: int) -> None:
    s = table(f"call 0, book {book}", f"{goods} | hand {role}", "- | cards copper-1..4", "-")
    play(s, f"0 call {role}", *(f"0 {step}" for step in steps.split(";") if step))
    assert plain(s, 0)["to_pick"] == due
    assert plain(s, 1)["to_pick"] == 0


@pytest.mark.clause("WB-20", "WB-39")
def test_the_table_in_a_terminal() -> None:
    lines = GAME.texts.table(DECK, seen(drawn(), 1), SEATS)
    assert lines == [
        "Set 3, round 2, giving to the monk. Ravens: 1 (the game ends at 4)",
        "Copper cauldron: wwwr for 5 (1 below)",
        "Iron cauldron: r for 2 (6 below)",
        "Silver cauldron: gw for 3 (5 below)",
        "Gold shelf: needs 4, 2 gold lying for 3 (3 below)",
        "Ingredients shelf: needs 5, 1 white lying for 3 (4 below)",
        "Spell book: Optio: Pay the drops on any one of the three top cauldrons and take it",
        "Out in this set: Wizard and Warlock",
        "Cat: r 0 g 1 w 0, gold 1, vials 3, points 5, cards 1, roles 1; played Begging Monk",
        "Ann: r 4 g 0 w 0, gold 0, vials 1, points 20, cards 6, ravens 1, roles 1; played Begging Monk",
        "Bob: r 4 g 4 w 0, gold 2, vials 0, points 0, cards 0, roles 1; played Fortune Teller",
        'Begging Monk: Ann "I am" (deposed), Bob "pass", Cat "I am"',
        "Picked so far: 1 red",
        "Your hand: Witch",
    ]
    assert not any("hand:" in line for line in GAME.texts.table(DECK, seen(drawn(), SPECTATOR), SEATS))
    truth = GAME.texts.table(DECK, drawn(), SEATS)
    assert [line for line in truth if " holds: " in line] == [
        "Bob holds: Witch",
        "Cat holds: Alchemist",
        "Ann holds: Witch",
    ]


@pytest.mark.clause("WB-3", "WB-4")
def test_all_may_look_through_the_stacks() -> None:
    for viewer in (0, 1, SPECTATOR):
        lines = dict(line.split(": ", 1) for line in GAME.texts.look(DECK, seen(drawn(), viewer), SEATS))
        assert lines["Copper cauldron, from the top"] == "wwwr for 5, wwwrr for 6 (raven)"
        assert lines["Iron cauldron, from the top"].startswith("r for 2, rg for 3, rr for 3, rrg for 4, rrgg for 5")
        assert lines["Gold shelf, from the top"].startswith("needs 4 for 3, needs 5 for 4 (raven), needs 6 for 5")
        assert lines["Ann"].startswith("Copper cauldron worth 2; Copper cauldron worth 3; ")
        assert (lines["Bob"], lines["Cat"]) == ("no potion cards", "Silver cauldron worth 2")
        assert lines["Spell books, from the top"] == "Optio, 5 not seen yet, Herba, Serpens"
        assert lines["Copia"] == "Take any 3 drops"
        assert lines["Turned up from the spare pack so far"].startswith("Wolf Keeper, Snake Hunter, ")
    s = table("call 0", "- | hand wolf | cards silver-1..7", "-", "-")
    assert GAME.texts.look(DECK, seen(s, 0), SEATS)[2] == "Silver cauldron, from the top: none left"


def test_the_table_while_roles_are_chosen_and_with_a_stack_empty() -> None:
    s = position("choose 0 2\n0 - | hand wolf\n1 - | hand wolf snake herb witch druid | cards silver-1..7\n2 -")
    lines = GAME.texts.table(DECK, seen(s, 0), SEATS)
    assert lines[3] == "Silver cauldron: none left"
    assert [line.rsplit(", ", 1)[1] for line in lines[7:10]] == ["ready", "choosing", "choosing"]
    assert lines[-1] == "Your roles so far: Wolf Keeper"


FACES: dict[str, dict[str, Any]] = {
    "role:witch": {"kind": "role", "title": "Witch", "count": 1},
    "role:cutpurse": {
        "kind": "role", "group": "red",
        "favour": {
            "signs": [{"kind": "mark", "mark": "less"}, {"kind": "good", "good": "gold", "count": 1}],
            "short": "give 1 less", "text": "Give 1 gold less to the Cutpurse",
        },
    },
    "spell:copia": {"kind": "spell", "title": "Copia", "text": "Take any 3 drops", "count": 1},
    "copper-5": {"kind": "potion", "stack": "copper", "place": 5, "cost": ["white", "white", "red", "red"], "needs": 4,
                 "points": 5, "raven": True, "title": "Copper cauldron worth 5, with a raven"},
    "gold-shelf-2": {"stack": "gold-shelf", "place": 2, "cost": [], "needs": 4, "points": 3, "raven": False,
                     "words": "gold shelf, needs 4 gold, worth 3 points"},
}  # fmt: skip


@pytest.mark.clause("WB-1", "WB-3", "WB-4")
def test_faces_are_roles_spells_and_potion_cards() -> None:
    faces = {face["id"]: face for face in to_builtins(GAME.board.faces(DECK))}
    assert [sum(face["kind"] == kind for face in faces.values()) for kind in ("role", "spell", "potion")] == [12, 8, 31]
    for card, facts in FACES.items():
        assert {key: faces[card][key] for key in facts} == facts
    assert set(DECK.cards) <= set(faces)


TOUCHES = {
    "choose herb": ["role:herb-collector"], "call monk": ["role:begging-monk"], "brew iron": ["stack:iron"],
    "take red": ["supply:red"], "pay white": ["drop:white"], "give green": ["drop:green"], "add red": ["drop:red"],
    "add gold": ["gold"], "claim": [], "favour": [], "use": [], "done": [], "decline": [],
}  # fmt: skip


def test_every_choice_stands_at_its_things() -> None:
    view = seen(drawn(), 0)
    for text, things in TOUCHES.items():
        assert GAME.board.touches(DECK, view, actions.parse_action(DECK, long(text))) == things


@pytest.mark.clause("WB-70")
def test_roles_that_are_out_are_closed_while_one_chooses() -> None:
    s = position("choose 0 1 2, turned wolf monk witch druid\n0 -\n1 -\n2 -")
    play(s, "0 choose herb")
    closed = GAME.closed(DECK, seen(s, 0), 0, SEATS)
    assert [(thing, str(refusal)) for thing, refusal in closed] == [
        ("role:witch", "The Witch is out in this set (WB-70)"),
        ("role:druid", "The Druid is out in this set (WB-70)"),
    ]
    play(s, *choices(0, "wolf snake monk fortune"))
    assert GAME.closed(DECK, seen(s, 0), 0, SEATS) == []
    assert GAME.closed(DECK, seen(drawn(), 1), 1, SEATS) == []


def test_only_the_seat_that_is_asked_gets_a_hint() -> None:
    s = drawn()
    key, text = GAME.hint(DECK, seen(s, 1), 1) or ("", "")
    assert (key, text.split(".")[0]) == ("give", "You owe a quarter of your drops, one fewer by favour")
    assert GAME.hint(DECK, seen(s, 0), 0) is None
    assert GAME.board.reveal(DECK, s, s, SEATS) == []
    assert legal(s, 1) == ["give red", "give green"]
