"""Identities: equal decks deal equal games, records read the same whoever wrote them, and other rules are named."""

from __future__ import annotations

import json
import random
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

import coven
from coven.cli import main
from coven.engine.decks import AnyDeck
from coven.engine.game import AnyGame
from coven.engine.record import KEYS, GameRecord, RecordError, digest_of
from coven.games import all_games, load_game

FOLDER = Path(__file__).parents[1] / "records"
FORMATS = sorted(FOLDER.glob("format_*/*.json"))
OLDER = sorted(FOLDER.glob("older/*/*.json"))
KEPT = sorted({*FOLDER.glob("*/*.json")} - {*FORMATS})
GAMES = {game.key: game for game in all_games()}
LOST = "the order of the cards in its deck is lost: another program has rewritten this file"


def shuffled(value: Any, rng: random.Random) -> Any:
    """The same data as a program writes it that keeps no order of keys."""
    if isinstance(value, dict):
        keys = list(value)
        rng.shuffle(keys)
        return {key: shuffled(value[key], rng) for key in keys}
    return [shuffled(part, rng) for part in value] if isinstance(value, list) else value


def read(data: dict[str, Any], path: Path) -> GameRecord:
    path.write_text(json.dumps(data), encoding="utf-8")
    return GameRecord.load(path)


def read_kept(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return found


def deck_file(game: AnyGame, name: str = "deck.toml") -> dict[str, Any]:
    text = (files(f"coven.games.{game.key.replace('-', '_')}") / name).read_text(encoding="utf-8")
    return tomllib.loads(text)


@pytest.mark.parametrize("path", FORMATS, ids=lambda path: f"{path.parent.name} {path.stem}")
def test_records_of_every_format_verify(path: Path) -> None:
    record = GameRecord.load(path)
    match = record.verify(load_game(record.game))
    assert match.over == (record.data["result"] is not None)
    assert match.over == ("unfinished" not in path.stem)


@pytest.mark.parametrize("path", sorted(FOLDER.glob("format_2/*.json")), ids=lambda path: path.stem)
@settings(max_examples=5)
@given(seed=st.integers(0, 2**32))
def test_new_records_verify_with_their_keys_in_any_order(
    tmp_path_factory: pytest.TempPathFactory, path: Path, seed: int
) -> None:
    data, folder = json.loads(path.read_text(encoding="utf-8")), tmp_path_factory.mktemp("records")
    record = read(shuffled(data, random.Random(seed)), folder / "game.json")
    match = record.verify(load_game(record.game))
    assert match.deck.hash == data["deck_hash"]
    assert record.data["digest"] == digest_of(data)


@pytest.mark.parametrize("name", ["three-witches-default", "midnight-default", "midnight-full-grid",
                                  "three-witches-unfinished", "midnight-unfinished", "witchs-brew-spare"])  # fmt: skip
@pytest.mark.parametrize("seed", [None, 1, 2])
def test_old_records_of_known_decks_survive_another_program(tmp_path: Path, name: str, seed: int | None) -> None:
    data = read_kept(f"format_1/{name}")
    again = json.loads(json.dumps(data, sort_keys=True)) if seed is None else shuffled(data, random.Random(seed))
    record = read(again, tmp_path / "game.json")
    game = load_game(record.game)
    before = GameRecord(data).replay(game)
    assert record.verify(game).state == record.replay(game).state == before.state
    assert before.deck.tables == record.start(game).deck.tables


@pytest.mark.parametrize("name", ["three-witches-turned", "three-witches-alike", "midnight-turned"])
def test_old_records_of_own_decks_say_that_their_order_is_lost(tmp_path: Path, name: str) -> None:
    data = read_kept(f"format_1/{name}")
    game = load_game(data["game"])
    indented = json.loads(json.dumps(data, indent=4))
    read(indented, tmp_path / "game.json").verify(game)
    turned = {key: data[key] for key in reversed(data)}
    read(turned, tmp_path / "game.json").verify(game)
    path = tmp_path / "sorted.json"
    record = read(json.loads(json.dumps(data, sort_keys=True)), path)
    for use in (record.start, record.replay, record.verify):
        with pytest.raises(RecordError, match=LOST):
            use(game)
    for command in ("verify", "replay"):
        told = CliRunner().invoke(main, [command, str(path)])
        assert told.exit_code == 1
        assert LOST in told.stderr


@pytest.mark.parametrize(
    ("change", "reason"),
    [({"options": {"table": {"moonlight": 1}}}, "has no option moonlight"), ({"players": 9}, "players, not 9")],
)
def test_an_error_in_any_order_is_not_blamed_on_the_order(tmp_path: Path, change: dict[str, Any], reason: str) -> None:
    data = {**read_kept("format_1/midnight-turned"), **change}
    data["digest"] = digest_of(data)
    record = read(json.loads(json.dumps(data, sort_keys=True)), tmp_path / "game.json")
    with pytest.raises(RecordError, match=reason):
        record.start(load_game("midnight"))


def test_a_record_has_its_keys_in_their_usual_order() -> None:
    match = coven.new("three-witches", seed=1)
    assert tuple(GameRecord.of(match).data) == KEYS


def variants(game: AnyGame) -> list[dict[str, Any]]:
    """Deck files: those that come with the game, and two of one's own."""
    decks = [deck_file(game)]
    if game.key == "midnight":
        decks += [deck_file(game, "full_grid.toml")]
    return [*decks, *({**deck, "provenance": "custom"} for deck in decks)]


@pytest.mark.parametrize("key", GAMES)
@settings(max_examples=20)
@given(seeds=st.tuples(st.integers(0, 2**32), st.integers(0, 2**32)), number=st.integers(0, 3))
def test_decks_of_one_hash_deal_the_same_cards(key: str, seeds: tuple[int, int], number: int) -> None:
    game = GAMES[key]
    found = variants(game)
    data = found[number % len(found)]
    decks = [game.decks.load(shuffled(data, random.Random(seed)), "deck") for seed in seeds]
    assert_same_game_or_other_hash(game, *decks)
    kept = [game.decks.load(shuffled(deck.data, random.Random(seeds[0])), "deck") for deck in decks]
    for deck, again in zip(decks, kept, strict=True):
        assert (again.hash, again.tables, again.cards, again.titles) == (
            deck.hash, deck.tables, deck.cards, deck.titles,
        )  # fmt: skip


def assert_same_game_or_other_hash(game: AnyGame, one: AnyDeck, other: AnyDeck) -> None:
    assert (one.hash == other.hash) == (one.cards == other.cards)
    states = [coven.Match(game, seed=7, deck=deck).state for deck in (one, other)]
    if one.hash == other.hash:
        assert (one.tables, one.titles, states[0]) == (other.tables, other.titles, states[1])


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
@pytest.mark.parametrize("change", [-1, 1])
def test_records_of_other_rules_say_which_are_needed(tmp_path: Path, path: Path, change: int) -> None:
    data = json.loads(path.read_text(encoding="utf-8"))
    data["rules_version"] += change
    data["digest"] = digest_of(data)
    record, game = read(data, tmp_path / "game.json"), load_game(data["game"])
    said = f"was played by version {data['rules_version']} of the rules of {game.title}"
    what = f"Use {'an older' if change < 0 else 'a newer'} Coven, one that plays version {data['rules_version']}"
    for use in (record.start, record.replay, record.verify):
        with pytest.raises(RecordError, match=f"{said}; this program plays version {game.rules_version}. {what}"):
            use(game)
    assert_version_is_named(tmp_path / "game.json", record)


@pytest.mark.parametrize("path", OLDER, ids=lambda path: f"{path.parent.name} {path.stem}")
def test_kept_records_of_older_rules_name_their_version(path: Path) -> None:
    record = GameRecord.load(path)
    assert record.data["rules_version"] < load_game(record.game).rules_version
    assert_version_is_named(path, record)


def assert_version_is_named(path: Path, record: GameRecord) -> None:
    game, version = load_game(record.game), record.data["rules_version"]
    for command in (["verify"], ["replay"], ["play", "--resume"]):
        told = CliRunner().invoke(main, [*command, str(path)])
        assert told.exit_code == 1
        assert f"{path}: This game was played by version {version} of the rules of {game.title}" in told.stderr


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_kept_records_are_of_the_present_rules(path: Path) -> None:
    record = GameRecord.load(path)
    assert record.data["rules_version"] == load_game(record.game).rules_version
    assert path.parent.name == record.game.replace("-", "_")


def with_options(data: dict[str, Any], options: dict[str, Any]) -> GameRecord:
    data = {**data, "options": {**data["options"], "table": options}}
    return GameRecord({**data, "digest": digest_of(data)})


def test_options_that_a_record_does_not_name_are_as_they_always_were() -> None:
    for game in GAMES.values():
        match = coven.Match(game, seed=11)
        data = GameRecord.of(match).data
        for missing in match.options:
            rest = {key: value for key, value in match.options.items() if key != missing}
            assert with_options(data, rest).verify(game).options == match.options


def test_options_that_nobody_knows_are_named() -> None:
    for game in GAMES.values():
        data = GameRecord.of(coven.Match(game, seed=11)).data
        with pytest.raises(RecordError, match=f"{game.title} has no option moonlight here; a newer Coven may"):
            with_options(data, {"moonlight": 1}).verify(game)


def test_old_records_of_another_state_are_judged_by_acts_and_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, path = load_game("midnight"), FOLDER / "format_1" / "midnight-default.json"
    monkeypatch.setattr(game.state, "identity_1", lambda _: None)
    assert GameRecord.load(path).verify(game).over
    assert "its last state could not be compared" in CliRunner().invoke(main, ["verify", str(path)]).stdout
    data = json.loads(path.read_text(encoding="utf-8"))
    data["result"] = data["result"][::-1]
    data["digest"] = digest_of(data)
    with pytest.raises(RecordError, match="result is not what the acts lead to"):
        read(data, tmp_path / "game.json").verify(game)


def test_a_record_of_a_game_played_elsewhere_verifies_where_possible(tmp_path: Path) -> None:
    game, data = load_game("midnight"), read_kept("format_1/midnight-default")
    keys = ("rules_version", "players", "names", "seed", "deck", "options", "acts", "phrases")
    facts = {key: data[key] for key in keys}
    record = GameRecord.unplayed(game, facts)
    assert record.data["format_version"] == 2
    strange = GameRecord.unplayed(game, {**facts, "deck": {**data["deck"], "moons": 3}})
    assert (strange.data["format_version"], strange.data["deck"]["moons"]) == (1, 3)
    again = read(json.loads(json.dumps(record.data, sort_keys=True)), tmp_path / "game.json")
    assert again.verify(game).over
