"""Spectators: they see what everybody sees and nothing else, can do nothing, and keep no bot playing."""

from __future__ import annotations

import random
import re
import time
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import pytest
from websockets.exceptions import ConnectionClosed

from coven.engine.fair import ServerShare
from coven.engine.match import Match
from coven.engine.states import SPECTATOR
from coven.server import opening
from coven.server.deeds import ToServer
from coven.server.frames import common_frame, encode, spectacle_of
from coven.server.limits import UNLIMITED
from tests.browser.moments import begun
from tests.server.serving import Person, serving, settings, until
from tests.server.test_ending import play
from tests.server.test_leak import GAME, Act, Recorder, Script, settle, two_servers
from tests.server.test_log import GAMES
from tests.server.test_replay import until_over


class Spectator(Recorder):
    """A browser that watches."""

    def come(self, host: Person, token: str = "") -> Spectator:
        """Use the link for spectators, and open the page."""
        self.table = host.table
        answer = self.post(f"/{host.table}/watch", token=token or link_of(host))
        assert answer.is_success, answer.text
        return self.watch()

    def watch(self) -> Spectator:
        self.told = None
        self.page = self.dial()
        self.hear(lambda: bool(self.frames))
        return self

    @property
    def cookie(self) -> str:
        ways = ("/api", f"/api/tables/{self.table}")
        return "; ".join(f"{one.name}={one.value}" for one in self.http.cookies.jar if one.path.endswith(ways))

    def path(self) -> str:
        return f"/api/tables/{self.table}/watch/socket"


def link_of(person: Person) -> str:
    answer = person.post(f"/{person.table}/watch/link")
    assert answer.is_success, answer.text
    return str(answer.json()["token"])


def let(host: Person, how: str = "public") -> None:
    assert host.ask("watch", how=how)["type"] == "answer"


def test_a_spectator_sees_the_public_view_live_and_is_counted(shared_address: str) -> None:
    anna = Person(shared_address).open_table(("thumb", "thumb")).look()
    assert (anna.now["watching"], anna.now["watchers"]) == ("off", 0)
    let(anna)
    eve = Spectator(shared_address).come(anna)
    anna.hear(lambda: anna.now["watchers"] == 1)
    frame = eve.now
    assert (frame["you"], frame["watching"], frame["status"]) == (SPECTATOR, "public", "playing")
    assert frame["view"]["you"] is None
    assert frame["view"]["hand"] == []
    assert (frame["question"], frame["choices"], frame["closed"], frame["hint"]) == (None, [], [], None)
    seen = len(eve.frames)
    anna.hear(lambda: anna.now["question"]["is_due"])
    anna.act(anna.now["choices"][0]["action"])
    eve.hear(lambda: len(eve.frames) > seen)
    eve.close()
    anna.hear(lambda: anna.now["watchers"] == 0)


def test_only_the_link_of_an_allowed_table_lets_anybody_watch(shared_address: str) -> None:
    anna, eve = Person(shared_address).open_table().look(), Spectator(shared_address)
    assert anna.post(f"/{anna.table}/watch/link").json()["code"] == "not_yet"
    assert eve.post(f"/{anna.table}/watch", token="x" * 32).status_code == 403
    let(anna)
    token = link_of(anna)
    assert eve.post(f"/{anna.table}/watch", token=token[:-1] + "\u00e9").status_code == 403
    assert eve.post(f"/{anna.table}/watch/link").status_code == 403
    assert eve.http.get(f"/api/tables/{anna.table}/watch").status_code == 403
    eve.come(anna, token)
    assert eve.http.get(f"/api/tables/{anna.table}/watch").json()["mine"] == []
    for path in ("", "/record?seat=0", "/glance?seat=0", "/replay?seat=0&reader=0&is_open=true"):
        assert eve.http.get(f"/api/tables/{anna.table}{path}").status_code == 403, path
    borrowed = Spectator(shared_address)
    borrowed.http.cookies.update(
        {one.name: one.value or "" for one in eve.http.cookies.jar if one.name == "coven-watch"}
    )
    assert borrowed.http.get(f"/api/tables/{anna.table}/watch").status_code == 403


def test_a_withdrawn_link_ends_pages_and_never_works_again(shared_address: str) -> None:
    anna = Person(shared_address).open_table().look()
    let(anna)
    token, eve = link_of(anna), Spectator(shared_address)
    eve.come(anna, token)
    let(anna, "off")
    with pytest.raises(ConnectionClosed):
        eve.hear(lambda: False)
    assert eve.others[-1]["code"] == "forbidden"
    let(anna)
    assert link_of(anna) != token
    assert Spectator(shared_address).post(f"/{anna.table}/watch", token=token).status_code == 403
    assert eve.http.get(f"/api/tables/{anna.table}/watch").status_code == 403


def test_only_the_host_decides_who_may_watch(shared_address: str) -> None:
    anna = Person(shared_address).open_table(("thumb",)).look()
    bea = Person(shared_address).join(anna, 2, "Bea").look()
    assert bea.ask("watch", how="public")["code"] == "forbidden"
    assert anna.ask("watch", how="off")["code"] == "taken"
    assert anna.ask("watch", how="everything")["code"] == "bad_message"
    let(anna, "after")
    bea.hear(lambda: bea.now["watching"] == "after")
    assert anna.ask("start")["type"] == "answer"
    bea.hear(lambda: "Others may watch once the game is over" in bea.log)


def test_a_spectator_can_do_nothing(shared_address: str) -> None:
    anna = Person(shared_address).open_table(()).look()
    let(anna)
    eve = Spectator(shared_address).come(anna)
    settle(anna, "before")
    before, log = len(anna.frames), list(anna.log)
    deeds: list[dict[str, Any]] = [
        {"kind": "act", "question": "0.0", "action": 0}, {"kind": "undo", "question": "0.0"}, {"kind": "start"},
        {"kind": "say", "phrase": "win"}, {"kind": "agree", "level": "witch"}, {"kind": "bot", "seat": 1},
        {"kind": "take"}, {"kind": "leave"}, {"kind": "name", "name": "Eve"}, {"kind": "free", "seat": 0},
        {"kind": "away", "seat": 0}, {"kind": "invite", "is_open": False}, {"kind": "watch", "how": "off"},
        {"kind": "close"}, {"kind": "end", "wants": True}, {"kind": "concede"}, {"kind": "lesson"},
        {"kind": "pace", "pace": "at-once"}, {"kind": "emote", "emote": "laugh"}, {"kind": "advise", "question": "0.0"},
    ]  # fmt: skip
    assert {deed["kind"] for deed in deeds} == {kind.__struct_config__.tag for kind in get_args(ToServer)} - {"log"}
    for deed in deeds:
        assert eve.ask(**deed)["code"] == "forbidden", deed
    settle(anna, "after")
    assert (len(anna.frames), anna.log) == (before, log)


def test_nobody_sees_a_game_before_its_end_where_only_the_end_may_be_seen(shared_address: str) -> None:
    anna = Person(shared_address).open_table(("thumb", "thumb")).look()
    let(anna, "after")
    eve = Spectator(shared_address).come(anna)
    anna.hear(lambda: anna.now["question"]["is_due"])
    anna.act(anna.now["choices"][0]["action"])
    assert eve.ask("log", last=5)["code"] == "not_yet"
    anna.ask("concede")
    eve.hear(lambda: eve.now["status"] in ("over", "closed"))
    assert all(frame["view"] is None and frame["log"] == [] for frame in eve.frames[:-1])
    assert eve.now["view"]["you"] is None
    assert eve.now["result"]["hidden"] == []
    assert eve.ask("log", last=5)["type"] == "earlier"


@pytest.mark.slow
def test_spectators_do_not_keep_bots_playing(tmp_path: Path) -> None:
    with serving(settings(tmp_path, bot_pause=(0.3, 0.3))) as address:
        anna = Person(address).open_table(("thumb", "thumb")).look()
        let(anna)
        eve = Spectator(address).come(anna)
        anna.hear(lambda: anna.now["question"]["is_due"])
        anna.act(anna.now["choices"][0]["action"])
        assert any(seat["owes"] and seat["kind"] == "bot" for seat in anna.now["seats"])
        anna.close()
        eve.hear(lambda: not eve.now["seats"][0]["present"])
        settle(eve, "before")
        view = eve.now["view"]
        time.sleep(1.0)
        settle(eve, "after")
        assert eve.now["view"] == view
        anna.look()
        eve.hear(lambda: eve.now["view"] != view)


def test_only_so_many_watch_at_the_same_time(tmp_path: Path) -> None:
    with serving(settings(tmp_path, limits=replace(UNLIMITED, watchers=2))) as address:
        anna = Person(address).open_table().look()
        let(anna)
        people = [Spectator(address).come(anna) for _ in range(2)]
        late = Spectator(address)
        late.table = anna.table
        assert late.post(f"/{anna.table}/watch", token=link_of(anna)).is_success
        late.page = late.dial()
        assert late.read()["code"] == "full"
        people[0].close()

        def is_welcome() -> bool:
            late.page = late.dial()
            return bool(late.read()["type"] == "pulse")

        until(is_welcome)


def test_somebody_sent_away_does_not_come_back_to_watch(shared_address: str) -> None:
    anna = Person(shared_address).open_table(("thumb",)).look()
    let(anna)
    eve = Spectator(shared_address)
    eve.join(anna, 2, "Eve")
    anna.hear(lambda: anna.now["seats"][2]["kind"] == "person")
    assert anna.ask("away", seat=2)["type"] == "answer"
    answer = eve.post(f"/{anna.table}/watch", token=link_of(anna))
    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")


def test_the_end_shows_spectators_no_card_that_nobody_saw(shared_address: str) -> None:
    anna = Person(shared_address).open_table().look()
    let(anna)
    eve = Spectator(shared_address).come(anna)
    until_over(anna)
    eve.hear(lambda: eve.now["result"] is not None)
    mine, theirs = anna.now["result"], eve.now["result"]
    assert mine["hidden"] != []
    assert theirs["hidden"] == []
    assert (theirs["told"], theirs["standings"]) == (mine["told"], mine["standings"])
    path, asked = f"/api/tables/{anna.table}/replay", {"seat": -1, "reader": -1, "is_open": False}
    shown = eve.http.get(path, params=asked).json()
    assert all(one["sight"]["view"]["hand"] == [] and one["hands"] == [] for one in shown["positions"])
    for more in ({"is_open": True}, {"reader": 0}, {"seat": 0}):
        assert eve.http.get(path, params={**asked, **more}).status_code == 403, more


@GAMES
def test_a_spectator_is_told_what_everybody_saw_and_is_nobody(game: Any) -> None:
    table = begun(game, game.players[-1])
    table.step(table.company.let_watch("playing", 0, "public"))
    told: list[str] = []
    for number in range(12):
        play(table, 3, seed=number)
        frame = spectacle_of(table, common_frame(table, set())).frame
        assert frame.view == game.texts.describe(table.deck(), table.running.view_record(SPECTATOR))
        told += [line.text for line in frame.log]
        assert b'"you' not in encode(frame.captions).lower()
    assert told
    cards = re.compile("(?i)a pox on all of you|curse you")
    assert not [text for text in told if re.search(r"(?i)\byour?\b", cards.sub("", text))]


# Twin tables: what spectators are sent does not depend on what nobody has seen


def public_secret(number: int) -> Script:
    """A game up to an act that spectators do not see; at the other table it is another act."""
    rng = random.Random(number)
    for attempt in range(1000):
        script = Script(f"{5000 * number + attempt:032x}")
        match = script.match()
        length = rng.randrange(0, 90)
        while match.pending and len(script.acts) < length:
            seat = rng.choice(match.pending)
            script.acts.append((seat, match.text(rng.choice(match.numbers(seat)))))
            match.act(*script.acts[-1])
        found = other_act(match, number % 3) if number % 3 in match.pending else None
        if found:
            script.twin = [*script.acts, found[1]]
            script.acts.append(found[0])
            return script
    raise AssertionError("there is no secret act")


def other_act(match: Match, seat: int) -> tuple[Act, Act] | None:
    """Two acts of one seat after which everybody sees the same."""
    seen = dict[bytes, Act]()
    for number in match.numbers(seat):
        after = match.copy()
        after.act(seat, number)
        act = (seat, match.text(number))
        other = seen.setdefault(after.view_record(SPECTATOR).to_bytes(), act)
        if other != act:
            return other, act
    return None


def watch_game(address: str, script: Script, acts: list[Act]) -> list[str | bytes]:
    """Everything that a spectator is sent while the acts are played, drafts and reconnects included."""
    host = Person(address).open_table(bots=(), share=script.nonces[0]).look()
    host.ask("watch", how="public", id="watch")
    people = [host, *(Person(address).join(host, seat, name, script.nonces[seat]).look() for seat, name in JOINERS)]
    eve = Spectator(address).come(host)
    host.ask("start", id="start")
    for number, (seat, text) in enumerate(acts):
        settle(people[seat], f"before {number}")
        people[seat].act(text, id=f"act {number}")
        if people[seat].now["can_undo"] and number % 2:
            people[seat].ask("undo", question=people[seat].now["question"]["id"], id=f"undo {number}")
            people[seat].act(text, id=f"again {number}")
        settle(eve, f"after {number}")
        if number % 25 == 24:
            eve.close()
            settle(host, f"closed {number}")
            eve.watch()
            eve.ask("log", last=number // 2, id=f"log {number}")
    eve.go()
    return eve.raw


JOINERS = ((1, "Bea"), (2, "Cora"))


@pytest.mark.slow
def test_what_nobody_saw_is_in_no_message_to_spectators(monkeypatch: pytest.MonkeyPatch) -> None:
    same, kinds = 0, set[str]()
    with two_servers() as (one, two):
        for number in range(9):
            script = public_secret(number)
            kinds.add(script.acts[-1][1].split()[0])
            monkeypatch.setattr(ServerShare, "draw", lambda script=script: script.share)
            monkeypatch.setattr(opening, "load_game", lambda key: GAME)
            first, second = (
                watch_game(address, script, acts) for address, acts in ((one, script.acts), (two, script.twin))
            )
            assert [str(message) for message in first] == [str(message) for message in second]
            same += len(first)
    assert len(kinds) >= 3
    assert same > 200
