"""Action texts both ways, and every refusal with its clause."""

from __future__ import annotations

import random

import pytest

from coven.engine.match import Match
from coven.games.witchs_brew.deck import default_deck
from coven.games.witchs_brew.game import GAME
from coven.games.witchs_brew.rules import actions
from coven.games.witchs_brew.rules.state import WitchsBrew
from tests.games.witchs_brew.position import PLAYERS, choices, legal, play, position, why


def test_every_action_has_a_text_that_is_read_back() -> None:
    texts = [actions.action_text(default_deck(), action) for action in range(actions.ACTIONS)]
    assert len(set(texts)) == GAME.actions.count == actions.ACTIONS
    assert [actions.parse_action(default_deck(), text) for text in texts] == list(range(actions.ACTIONS))
    assert [GAME.actions.parse(GAME.decks.default(), text.upper()) for text in texts] == list(range(actions.ACTIONS))
    assert texts[:3] == ["choose wolf-keeper", "choose snake-hunter", "choose herb-collector"]
    assert texts[12:14] == ["call wolf-keeper", "call snake-hunter"]
    assert texts[24:] == [
        "claim", "favour", "use", "brew copper", "brew iron", "brew silver", "take red", "take green", "take white",
        "pay red", "pay green", "pay white", "give red", "give green", "give white", "add red", "add green",
        "add white", "add gold", "done", "decline",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "number"),
    [("call begging monk", 23), ("  Choose   Herb-Collector ", 2), ("DECLINE", actions.DECLINE), ("add gold", 42)],
)
def test_spaces_and_capitals_do_not_matter(text: str, number: int) -> None:
    assert actions.parse_action(default_deck(), text) == number


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            "",
            '"" is not an action: actions begin with claim, favour, use, done, decline',
        ),
        ("dance", '"dance" is not an action: actions begin with claim'),
        ("claim witch", '"claim witch" is not an action'),
        ("decline now", '"decline now" is not an action'),
        ("choose", '"choose" needs one of wolf-keeper, snake-hunter,'),
        ("call cat", '"call" needs one of wolf-keeper, snake-hunter, herb-collector, alchemist'),
        ("brew gold-shelf", '"brew" needs one of copper, iron, silver, not "gold-shelf"'),
        ("take gold", '"take" needs one of red, green, white, not "gold"'),
        ("pay vials", '"pay" needs one of red, green, white, not "vials"'),
        ("give blue", '"give" needs one of red, green, white, not "blue"'),
        ("add vials", '"add" needs one of red, green, white, gold, not "vials"'),
        ("call witch wizard", 'not "witch-wizard"'),
        ("x" * 100, f'"{"x" * 40}..." is not an action'),
    ],
)
def test_text_that_is_no_action_is_refused_with_a_reason(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=r"not an action|needs one of") as caught:
        actions.parse_action(default_deck(), text)
    assert reason in str(caught.value)


START = {
    "choose": "choose 0 1 2, turned snake herb\n0 -\n1 -\n2 -",
    "call": "call 1\n0 - | hand witch | played druid\n1 - | hand witch herb | played druid\n2 - | hand witch",
    "answer": "call 0\n0 - | hand witch\n1 - | hand witch\n2 - | hand witch",
    "wolf": "call 1\n0 -\n1 r9 | hand wolf\n2 -",
    "alchemist": "call 1\n0 -\n1 r2 | hand alchemist\n2 -",
    "assistant": "call 1\n0 -\n1 r9 gold 2 | hand assistant\n2 -",
    "magus": "call 1, book magus\n0 - | cards copper-1..4\n1 r1 g3 w1 | hand warlock\n2 -",
    "optio": "call 1, book optio\n0 - | cards silver-1..7\n1 r1 | hand warlock\n2 -",
    "vial": "call 1\n0 -\n1 r9 | hand witch\n2 -",
    "give": "call 0\n0 r9 | hand monk\n1 r1 g9 w1 gold 3\n2 w3 r1",
    "add": "call 1\n0 -\n1 r9 gold 2 | hand cutpurse\n2 -",
    "add drops": "call 1\n0 -\n1 r2 gold 2 | hand monk\n2 -",
}
STEPS = {
    "choose": ["1 choose witch"],
    "call": [],
    "answer": ["0 call witch"],
    "wolf": ["1 call wolf"],
    "alchemist": ["1 call alchemist"],
    "assistant": ["1 call assistant", "1 take red"],
    "magus": ["1 call warlock", "1 pay red"],
    "optio": ["1 call warlock"],
    "vial": ["1 call witch", "1 use"],
    "give": ["0 call monk", "0 use", "1 give red"],
    "add": ["1 call cutpurse", "1 use"],
    "add drops": ["1 call monk", "1 use"],
}


def at(moment: str) -> WitchsBrew:
    """A position in which seat 1 is asked."""
    return play(position(START[moment]), *STEPS[moment])


REFUSALS = [
    ("choose", 1, "choose witch", "You have already chosen the Witch (WB-10)"),
    ("choose", 1, "choose snake", "The Snake Hunter is out in this set (WB-70)"),
    ("choose", 0, "choose herb", "The Herb Collector is out in this set (WB-70)"),
    ("choose", 1, "call wolf", "Now you choose the roles of this set (WB-10)"),
    ("choose", 1, "decline", "Now you choose the roles of this set (WB-10)"),
    ("call", 0, "call witch", "The table is waiting for Bob (WB-13)"),
    ("call", 1, "call druid", "You have played the Druid in this set (WB-12)"),
    ("call", 1, "call wizard", "The Wizard is not in your hand (WB-12)"),
    ("call", 1, "favour", "Now you begin a round: say who you are (WB-12)"),
    ("call", 1, "choose witch", "Now you begin a round: say who you are (WB-12)"),
    ("call", 1, "done", "Now you begin a round: say who you are (WB-12)"),
    ("answer", 1, "call witch", "You hold the Witch: claim it, or take the favour (WB-13)"),
    ("answer", 1, "use", "You hold the Witch: claim it, or take the favour (WB-13)"),
    ("answer", 1, "decline", "You hold the Witch: claim it, or take the favour (WB-13)"),
    ("answer", 0, "claim", "The table is waiting for Bob (WB-13)"),
    ("answer", 2, "claim", "The table is waiting for Bob (WB-13)"),
    ("wolf", 1, "claim", "Now you use what the Wolf Keeper gives you, or decline it (WB-17)"),
    ("wolf", 1, "take red", "Now you use what the Wolf Keeper gives you, or decline it (WB-17)"),
    ("wolf", 1, "pay red", "Now you use what the Wolf Keeper gives you, or decline it (WB-17)"),
    ("wolf", 0, "use", "The table is waiting for Bob (WB-13)"),
    ("alchemist", 1, "pay green", "You have no green herb juice left for it (WB-17)"),
    ("alchemist", 1, "use", "First say which drop you pay for it, or decline (WB-17)"),
    ("assistant", 1, "decline", "Finish what you have begun: pick the rest, or take it back (WB-17)"),
    ("assistant", 1, "pay red", "First say which drop you take, or decline (WB-17)"),
    ("magus", 1, "pay red", "You have no red wolf blood left for it (WB-17)"),
    ("magus", 1, "decline", "Finish what you have begun: pick the rest, or take it back (WB-17)"),
    ("magus", 1, "use", "First say which drop you pay for it, or decline (WB-17)"),
    ("magus", 1, "brew copper", "First say which drop you pay for it, or decline (WB-17)"),
    ("optio", 1, "brew silver", "There is no silver cauldron left (WB-52)"),
    ("optio", 1, "brew copper", "You lack the drops for the top copper cauldron (WB-52)"),
    ("optio", 1, "pay red", "First say which cauldron you brew, or decline (WB-52)"),
    ("vial", 1, "pay green", "You have no green herb juice left for it (WB-17)"),
    ("vial", 1, "use", "Now you may turn one drop into a vial, or decline (WB-35)"),
    ("give", 1, "give red", "You have no red wolf blood left for it (WB-17)"),
    ("give", 1, "decline", "Now you give drops to the Begging Monk (WB-39)"),
    ("give", 1, "pay green", "Now you give drops to the Begging Monk (WB-39)"),
    ("give", 0, "give red", "Bob and Cat must still give to the Begging Monk (WB-39)"),
    ("add", 1, "add red", "That does not belong on this shelf (WB-40)"),
    ("add", 1, "decline", "Now you add to the shelf, or say that it is enough (WB-40)"),
    ("add", 0, "done", "The table is waiting for Bob (WB-13)"),
    ("add drops", 1, "add gold", "That does not belong on this shelf (WB-40)"),
    ("add drops", 1, "add white", "You have no white snake venom left for it (WB-17)"),
    ("add drops", 1, "give red", "Now you add to the shelf, or say that it is enough (WB-40)"),
]


@pytest.mark.clause("WB-10", "WB-12", "WB-13", "WB-17", "WB-35", "WB-39", "WB-40", "WB-52", "WB-70")
@pytest.mark.parametrize(("moment", "seat", "text", "reason"), REFUSALS)
def test_refusals_name_the_clause(moment: str, seat: int, text: str, reason: str) -> None:
    assert why(at(moment), seat, text) == reason


@pytest.mark.clause("WB-10")
def test_a_seat_that_has_chosen_waits_for_the_others() -> None:
    s = play(at("choose"), *choices(1, "wolf druid wizard monk"))
    assert why(s, 1, "choose alchemist") == "Your roles are chosen: Ann and Cat must still choose (WB-10)"


def test_no_legal_action_is_refused() -> None:
    for moment in START:
        s = at(moment)
        assert legal(s, 1)
        assert [why(s, 1, text) for text in legal(s, 1)] == [None] * len(legal(s, 1))


@pytest.mark.slow
@pytest.mark.parametrize("players", PLAYERS)
def test_every_refusal_cites_its_clause(players: int) -> None:
    match, rng = Match(GAME, players, 4), random.Random(players)
    while match.pending:
        for seat in range(players):
            numbers = match.numbers(seat)
            for action in range(GAME.actions.count) if rng.random() < 0.3 else ():
                refusal = match.why_not(seat, action)
                assert (refusal is None) == (action in numbers)
                if refusal:
                    assert refusal.clause
                    assert "{" not in refusal.text
                    assert refusal.text[0].isupper()
                    assert "None" not in refusal.text
        seat = rng.choice(match.pending)
        match.act(seat, rng.choice(match.numbers(seat)))
    refusal = match.why_not(0, "use")
    assert str(refusal) == "The game is over"
