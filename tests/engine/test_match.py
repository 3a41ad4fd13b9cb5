"""Match, records and the Python API, on 3 Witches."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

import coven
from coven.engine.record import GameRecord, RecordError, digest_of
from coven.games import all_games, load_game

GAME = load_game("three-witches")
HUGE = 10**5000
"""Python refuses to write it out."""
FOLDER = Path(__file__).parents[1] / "records"
RECORDS = sorted(path for path in FOLDER.glob("*/*.json") if not path.parent.name.startswith("format_"))
ENDS = {"midnight": 3, "three_witches": 4, "whirling_witchcraft": 5, "witchs_brew": 5}
"""How many ways to end each game has. No whole game of Midnight comes to a standstill (MN-64): with two of each wild
card somebody can always play. Witch's Brew: most points, a tie decided by what is left, a shared victory, sixty sets,
and one with the spare pack."""


def finished(seed: int = 1) -> coven.Match:
    match, rng = coven.new("three-witches", seed=seed), random.Random(seed)
    while match.pending:
        seat = rng.choice(match.pending)
        if match.phrases(seat) and rng.random() < 0.1:
            match.say(seat, rng.choice(match.phrases(seat)))
        match.act(seat, rng.choice(match.numbers(seat)))
    return match


def test_equal_seeds_are_equal_games_and_others_differ() -> None:
    first, again = coven.new("three-witches", seed=7), coven.new("three-witches", seed=7)
    assert first.state == again.state
    assert first.state != coven.new("three-witches", seed=8).state
    assert coven.new("three-witches").seed != coven.new("three-witches").seed


@pytest.mark.parametrize(
    ("arguments", "error", "text"),
    [
        ({"game": "chess"}, coven.UnknownGame, 'no game "chess"'),
        ({"game": ["x"]}, coven.UnknownGame, "no game"),
        ({"game": "three-witches", "players": 4}, ValueError, "for 3 players, not 4"),
        ({"game": "three-witches", "players": "3"}, ValueError, "for 3 players, not "),
        ({"game": "three-witches", "players": 3.0}, ValueError, "for 3 players, not "),
        ({"game": "three-witches", "seed": "7"}, ValueError, "a seed is"),
        ({"game": "three-witches", "seed": True}, ValueError, "a seed is"),
        ({"game": "three-witches", "deck": ""}, coven.DeckError, "cannot be read"),
        ({"game": "three-witches", "seed": -1}, ValueError, "a seed is"),
        ({"game": "three-witches", "seed": 1 << 128}, ValueError, "a seed is"),
        ({"game": "three-witches", "deck": "nowhere.toml"}, coven.DeckError, "nowhere.toml: no such file"),
    ],
)
def test_an_impossible_start_is_refused_with_a_reason(
    arguments: dict[str, Any], error: type[Exception], text: str
) -> None:
    with pytest.raises(error, match=text):
        coven.new(**arguments)


def test_whole_numbers_of_any_kind_are_numbers() -> None:
    three, seven, seat, action, asked = (np.int64(3), np.uint64(7), np.int8(2), np.int64(0), np.int64(0))
    match = coven.new("three-witches", players=cast(int, three), seed=cast(int, seven))
    match.act(cast(int, seat), cast(int, action))
    assert match.acts == [(2, 0)]
    assert [type(part) for part in match.acts[0]] == [int, int]
    assert match.legal(cast(int, asked))


@pytest.mark.parametrize("seat", [-1, 3, 99, "a", None, True, 1.0, HUGE], ids=lambda seat: type(seat).__name__)
def test_every_question_about_no_seat_gets_a_sentence(seat: Any) -> None:
    match = coven.new("three-witches", seed=7)
    ask: list[Callable[[], object]] = [
        lambda: match.legal(seat), lambda: match.numbers(seat), lambda: match.act(seat, 0),
        lambda: match.why_not(seat, 0), lambda: match.question(seat), lambda: match.phrases(seat),
        lambda: match.say(seat, "win"), lambda: match.can_undo(seat), lambda: match.undo(seat),
    ]  # fmt: skip
    if seat != -1:
        ask += [lambda: match.view(seat), lambda: match.view_record(seat)]
    for question in ask:
        with pytest.raises(coven.IllegalAction, match="there is no seat"):
            question()


@pytest.mark.parametrize("action", ["x" * 10**6, "give " + "y" * 10**6, HUGE, -HUGE, "\x1b[2J"], ids=range(5))
def test_long_and_unprintable_input_is_cut_in_the_answer(action: Any) -> None:
    with pytest.raises(coven.IllegalAction) as caught:
        coven.new("three-witches", seed=7).act(2, action)
    assert len(str(caught.value)) < 250
    assert str(caught.value).isprintable()


@pytest.mark.slow
def test_a_deck_may_be_one_that_was_loaded() -> None:
    deck = GAME.decks.default()
    assert coven.new("three-witches", seed=7, deck=deck).deck is deck
    assert coven.simulate("three-witches", ["random"] * 3, 5, 7, deck).deck_hash == deck.hash


@pytest.mark.parametrize(
    "arguments",
    [{"players": "thumb"}, {"games": "10"}, {"games": 2.5}, {"games": 0}, {"seed": 1.5}, {"deck": "nowhere.toml"}],
)
def test_an_impossible_simulation_is_refused_with_a_reason(arguments: dict[str, Any]) -> None:
    with pytest.raises((ValueError, TypeError), match=r"players must be|number of games|a seed is|no such file"):
        coven.simulate(**{"game": "three-witches", "players": ["random"] * 3, **arguments})


def test_simulations_refuse_witches_and_say_what_to_do_instead() -> None:
    with pytest.raises(coven.UnknownPlayer, match=r'"witch" is too slow .* random, thumb, or a tournament'):
        coven.simulate("three-witches", players=["witch", "thumb", "thumb"], games=1)


def test_an_illegal_action_changes_nothing_and_names_the_clause() -> None:
    match = coven.new("three-witches", seed=7)
    seat, before = match.pending[0], match.state.to_bytes()
    with pytest.raises(coven.IllegalAction, match=r"TW-11") as caught:
        match.act(seat, "lead owl-3")
    assert caught.value.clause == "TW-11"
    with pytest.raises(coven.IllegalAction, match=r"TW-10"):
        match.act((seat + 1) % 3, "bid 3")
    assert match.state.to_bytes() == before
    assert match.acts == []


def test_a_record_is_available_only_at_the_end() -> None:
    with pytest.raises(ValueError, match="seed"):
        coven.new("three-witches", seed=7).record()
    match = finished()
    assert match.outcome is not None
    assert sum(match.outcome.payoff) == Fraction(1)
    assert match.outcome.reason == "TW-51"
    with pytest.raises(coven.IllegalAction, match="over"):
        match.act(0, "bid 3")


def test_records_come_back_from_a_file(tmp_path: Path) -> None:
    match, path = finished(), tmp_path / "deep" / "game.json"
    match.record().save(path)
    record = GameRecord.load(path)
    again = record.verify(GAME)
    assert again.state == match.state
    assert again.spoken == match.spoken != []
    assert record.text() == match.record().text()
    assert [file.name for file in path.parent.iterdir()] == ["game.json"]


def test_an_unfinished_record_goes_on(tmp_path: Path) -> None:
    match = coven.new("three-witches", seed=7)
    match.act(match.pending[0], "pass")
    GameRecord.of(match, ("a", "b", "c")).save(tmp_path / "game.json")
    record = GameRecord.load(tmp_path / "game.json")
    assert record.data["result"] is None
    assert record.names == ("a", "b", "c")
    assert record.replay(GAME).pending == match.pending


def edited(change: Callable[[dict[str, Any]], object], *, signed: bool) -> dict[str, Any]:
    data = json.loads(finished().record().text())
    change(data)
    if signed:
        data["digest"] = digest_of(data)
    return dict(data)


def test_undo_keeps_what_was_said_where_it_was_said() -> None:
    match = coven.new("three-witches", seed=3)
    while match.state.phase < 4:  # type: ignore[attr-defined]
        seat = match.pending[-1]
        match.act(seat, "bid 4" if "bid 4" in map(str, match.legal(seat)) else match.numbers(seat)[0])
    lead = match.pending[0]
    match.act(lead, match.numbers(lead)[0])
    match.say((lead + 1) % 3, "win")
    match.undo(lead)
    assert match.spoken[0][0] == len(match.acts)
    assert GameRecord.of(match).verify(GAME).spoken == match.spoken


EDITS: list[tuple[Callable[[dict[str, Any]], object], str]] = [
    (lambda data: data["acts"].pop(), "result"),
    (lambda data: data["acts"].__setitem__(0, [data["acts"][0][0], "lead owl-3"]), "act 1"),
    (lambda data: data["acts"].__setitem__(0, [9, "pass"]), "no seat 9"),
    (lambda data: data.__setitem__("seed", "0" * 32), "act|result|state_hash|phrase"),
    (lambda data: data.__setitem__("seed", "xyz"), "cannot be played"),
    (lambda data: data.__setitem__("players", 5), "for 3 players"),
    (lambda data: data.__setitem__("result", ["1", "0", "1"]), "result"),
    (lambda data: data.__setitem__("state_hash", "0" * 64), "state_hash"),
    (lambda data: data.__setitem__("rules_version", 99), "version 99"),
    (lambda data: data.__setitem__("edition", "second"), "another edition"),
    (lambda data: data.__setitem__("deck_hash", "0" * 64), "deck_hash"),
    (lambda data: data["deck"]["suits"].pop(), "suits"),
    (lambda data: data["phrases"].append([0, 0, "win"]), "phrase"),
]


@pytest.mark.parametrize(("change", "reason"), EDITS)
def test_edited_records_are_found_out(tmp_path: Path, change: Callable[[dict[str, Any]], object], reason: str) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(edited(change, signed=False)), encoding="utf-8")
    with pytest.raises(RecordError, match="changed after it was written"):
        GameRecord.load(path)
    path.write_text(json.dumps(edited(change, signed=True)), encoding="utf-8")
    with pytest.raises(RecordError, match=reason):
        GameRecord.load(path).verify(GAME)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (None, "no such file"),
        (b"\xff\xfe", "is empty"),
        (b"\xff\xfe\x00", "cannot be read"),
        (b"{", "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b'{"a": ' + b"1" * 5000 + b"}", "not JSON"),
        (b"[]", "is not a game record"),
        (b'{"format": "coven-record", "format_version": 99}', "format version 99"),
        (b'{"format": "coven-record", "format_version": 1}', "game is missing"),
    ],
)
def test_files_that_are_no_records_get_a_sentence(tmp_path: Path, content: bytes | None, reason: str) -> None:
    path = tmp_path / "game.json"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(RecordError, match=reason):
        GameRecord.load(path)


@pytest.mark.parametrize("key", ["names", "options", "seed"])
def test_a_record_with_half_a_character_gets_a_sentence(tmp_path: Path, key: str) -> None:
    data = json.loads(finished().record().text())
    data[key] = {"names": ["\ud800"], "options": {"\ud800": 1}, "seed": "\ud800"}[key]
    path = tmp_path / "game.json"
    path.write_text(json.dumps(data), encoding="ascii")
    with pytest.raises(RecordError, match="cannot be read"):
        GameRecord.load(path)


@pytest.mark.parametrize("path", RECORDS, ids=[path.stem for path in RECORDS])
def test_kept_records_still_verify(path: Path) -> None:
    """One game per way to end, kept from the day it was played: a change of behaviour breaks them."""
    record = GameRecord.load(path)
    assert record.verify(load_game(record.data["game"])).over


def test_there_is_a_record_for_each_way_to_end() -> None:
    assert Counter(path.parent.name for path in RECORDS) == ENDS
    records = [GameRecord.load(path) for path in RECORDS]
    outcomes = [(record.game, record.verify(load_game(record.game)).outcome) for record in records]
    reasons = {(game, outcome.reason) for game, outcome in outcomes if outcome}
    assert {clause for _, clause in reasons} >= {
        "WW-31",
        "WW-32",
        "WW-33",
        "WW-35",
        "WW-52",
        "MN-15",
        "MN-65",
        "WB-60",
        "WB-64",
    }


def test_an_option_may_be_for_some_numbers_of_players() -> None:
    game = load_game("witchs-brew")
    for players in (3, 4):
        assert coven.Match(game, players, 1, options={"spare_pack": 1}).view()["excluded"]
    assert coven.Match(game, 5, 1, options={"spare_pack": 0}).view()["excluded"] == []
    with pytest.raises(ValueError, match="the option spare_pack is for 3 or 4 players, not for 5"):
        coven.Match(game, 5, 1, options={"spare_pack": 1})


def test_options_are_for_numbers_of_players_that_a_game_has() -> None:
    for game in all_games():
        for option in game.options:
            assert set(option.players) <= set(game.players)
