"""Fair deals: nobody can choose the cards, and everybody can check it."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from coven.engine.fair import ServerShare, UnfairDeal, check, game_seed, published
from coven.engine.match import Match
from coven.engine.record import GameRecord, RecordError
from coven.games import load_game
from coven.server import entries
from coven.server.changes import Stored
from coven.server.ending import record_of
from coven.server.folding import fold
from coven.server.opening import new_table
from coven.server.table import Table
from tests.server.serving import Person

GAME = load_game("three-witches")
SHARE = ServerShare("a" * 32, "b" * 32)
NONCES = {0: "1" * 32, 2: "2" * 32}


def test_every_share_changes_the_deal() -> None:
    seeds = {
        game_seed(SHARE, NONCES),
        game_seed(ServerShare("c" * 32, "b" * 32), NONCES),
        game_seed(ServerShare("a" * 32, "c" * 32), NONCES),
        game_seed(SHARE, {0: "1" * 32, 2: "3" * 32}),
        game_seed(SHARE, {0: "1" * 32, 1: "2" * 32}),
        game_seed(SHARE, {}),
    }
    assert len(seeds) == 6


def test_published_shares_can_be_checked() -> None:
    check(published(SHARE, NONCES), game_seed(SHARE, NONCES))


CHEATS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "another seed": lambda fair: fair.update(seed="0" * 32),
    "another salt": lambda fair: fair.update(salt="0" * 32),
    "another promise": lambda fair: fair.update(commitment="0" * 64),
    "another nonce": lambda fair: fair["nonces"].update({"0": "0" * 32}),
    "a nonce more": lambda fair: fair["nonces"].update({"1": "0" * 32}),
    "a nonce less": lambda fair: fair["nonces"].pop("2"),
    "no nonces": lambda fair: fair.pop("nonces"),
    "no seed": lambda fair: fair.pop("seed"),
    "a seat that is none": lambda fair: fair["nonces"].update(x="0" * 32),
    "a nonce that is none": lambda fair: fair["nonces"].update({"0": 7}),
}


@pytest.mark.parametrize("cheat", CHEATS.values(), ids=CHEATS.keys())
def test_every_change_of_a_fair_deal_is_noticed(cheat: Callable[[dict[str, Any]], Any]) -> None:
    fair = copy.deepcopy(published(SHARE, NONCES))
    cheat(fair)
    with pytest.raises(UnfairDeal):
        check(fair, game_seed(SHARE, NONCES))


def test_a_record_with_another_deal_is_not_verified(tmp_path: Path) -> None:
    match = Match(GAME, 3, seed=7)
    record = GameRecord.of(match, (), {"fair": published(SHARE, NONCES)})
    record.save(tmp_path / "record.json")
    with pytest.raises(RecordError, match="does not come from the shares"):
        GameRecord.load(tmp_path / "record.json").verify(GAME)


def test_the_commitment_precedes_the_game_and_is_final(address: str) -> None:
    anna = Person(address).open_table(bots=())
    first = anna.http.get(f"/api/tables/{anna.table}").json()["commitment"]
    bea, cora = Person(address).join(anna, 1, "Bea"), Person(address).join(anna, 2, "Cora")
    assert len(first) == 64
    anna.look()
    anna.ask("start")
    for person in (anna, bea, cora):
        assert person.http.get(f"/api/tables/{anna.table}").json()["commitment"] == first


def begun() -> Table:
    table = new_table(GAME, 3, GAME.decks.default())
    for seat in range(3):
        table.sit(seat, f"Seat {seat}", str(seat) * 32)
    table.start()
    table.act(table.running.pending[0], table.question_id(table.running.pending[0]), 2)
    return table


def test_a_table_of_older_rules_ends_and_gives_its_record(tmp_path: Path) -> None:
    old = begun()
    head = old.head.__class__(**{**vars(old.head), "rules_version": 0})
    table = fold(GAME, Stored(head, old.log, [], [], []))
    assert table.status == "closed"
    assert table.reason
    assert "version 0 of the rules" in table.reason
    assert [place.name for place in table.places] == ["Seat 0", "Seat 1", "Seat 2"]
    record = record_of(table)
    record.save(tmp_path / "old.json")
    kept = json.loads((tmp_path / "old.json").read_text())
    assert kept["acts"] == [
        [seat, text] for entry in old.log if isinstance(entry, entries.Played) for seat, text in entry.acts
    ]
    with pytest.raises(RecordError, match="version 0 of the rules"):
        GameRecord.load(tmp_path / "old.json").verify(GAME)


def test_the_fold_of_the_log_is_the_table() -> None:
    table = begun()
    again = fold(GAME, Stored(table.head, list(table.log), [], [], []))
    assert again.running.state == table.running.state
    for seat in range(3):
        assert again.question_id(seat) == table.question_id(seat)
        assert again.chronicle(seat).lines == table.chronicle(seat).lines
