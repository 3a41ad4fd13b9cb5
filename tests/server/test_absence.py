"""Absence: a moment costs nobody her seat, bots stand in as agreed, and seats of people who never came are freed."""

from __future__ import annotations

from coven.server.live import GHOST, GRACE
from tests.server.conftest import Wait
from tests.server.serving import Person
from tests.server.test_company import gone, tell
from tests.server.test_play import company


def test_a_moments_absence_costs_nobody_her_seat(address: str, wait: Wait) -> None:
    anna, bea, _ = company(address)
    gone(bea, anna)
    assert anna.now["seats"][1]["rest"] == GRACE
    problem = anna.ask("bot", seat=1)
    assert problem["code"] == "not_yet"
    assert "Bea has only just gone" in problem["text"]
    wait(GRACE - 10)
    assert "in 10 seconds" in anna.ask("bot", seat=1)["text"]
    bea.look()
    wait(GRACE)
    assert anna.ask("bot", seat=1)["code"] == "taken"
    gone(bea, anna)
    assert anna.ask("bot", seat=1)["code"] == "not_yet", "each absence is counted from its own beginning"


def test_after_the_grace_a_bot_plays_until_she_returns(address: str, wait: Wait) -> None:
    people = company(address, before=lambda anna: anna.ask("agree", level="apprentice"))
    anna, bea, _ = people
    gone(bea, anna)
    wait(GRACE)
    assert anna.ask("bot", seat=1, level="random")["type"] == "answer"
    anna.hear(lambda: anna.now["seats"][1]["kind"] == "bot")
    assert (anna.now["level"], anna.now["seats"][1]["level"]) == ("apprentice", "apprentice")
    bea.look()
    assert bea.ask("take")["type"] == "answer"


def test_a_seat_left_during_a_game_is_played_as_agreed(address: str) -> None:
    anna, bea, _ = company(address)
    tell(bea, "leave")
    anna.hear(lambda: anna.now["seats"][1]["kind"] == "empty")
    assert anna.ask("bot", seat=1, level="random")["type"] == "answer"
    assert anna.now["seats"][1]["level"] == "witch"


def test_substitutes_match_the_other_bots_and_are_never_random(address: str) -> None:
    assert Person(address).open_table(bots=("thumb",)).look().now["level"] == "thumb"
    anna = Person(address).open_table(bots=("random",)).look()
    assert anna.now["level"] == "witch"
    assert "at random" in anna.ask("agree", level="random")["text"]


def test_anybody_can_free_a_seat_that_was_never_opened(address: str, wait: Wait) -> None:
    anna = Person(address).open_table(bots=()).look()
    bea = Person(address).join(anna, 1, "Bea").look()
    Person(address).join(anna, 2, "Ghost")
    assert bea.ask("free", seat=2)["code"] == "taken"
    wait(GRACE)
    assert "Only the host" in bea.ask("free", seat=2)["text"]
    wait(GHOST - GRACE)
    bea.ask("undo", question="none")
    assert bea.ask("free", seat=2)["type"] == "answer"
    assert bea.now["seats"][2]["kind"] == "empty"
    cora = Person(address).join(anna, 2, "Cora").look()
    assert cora.ask("start")["type"] == "answer"
    assert any("Bea frees the seat of Ghost" in line for line in cora.log)


def test_the_host_can_free_a_leavers_seat(address: str, wait: Wait) -> None:
    anna = Person(address).open_table(bots=()).look()
    bea = Person(address).join(anna, 1, "Bea").look()
    assert anna.ask("free", seat=1)["code"] == "taken"
    gone(bea, anna)
    assert anna.ask("free", seat=1)["code"] == "taken"
    wait(GHOST)
    assert anna.ask("free", seat=1)["type"] == "answer"
    bea.page = bea.dial()
    assert bea.read()["code"] == "forbidden"
    bea.join(anna, 1, "Bea").look()
    assert bea.now["seats"][1]["name"] == "Bea"


def test_only_the_host_frees_a_seat_that_was_used(address: str, wait: Wait) -> None:
    anna = Person(address).open_table(bots=()).look()
    bea, cora = Person(address).join(anna, 1, "Bea").look(), Person(address).join(anna, 2, "Cora").look()
    gone(bea, cora)
    wait(GHOST * 9)
    assert cora.ask("free", seat=1)["code"] == "forbidden"
