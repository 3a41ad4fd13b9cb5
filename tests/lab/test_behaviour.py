"""A saved tournament continues only with unchanged rules and players."""

from __future__ import annotations

import ast
import inspect
import json
import sys
from pathlib import Path
from types import ModuleType

import pytest

from coven.engine.game import AnyGame
from coven.games import all_games, load_game
from coven.lab.behaviour import _imported, behaviour
from coven.lab.kept import KeptError
from coven.lab.tournament import make_plan, play_tournament
from tests.toy.game import GAME as TOY

GAMES = {game.key: game for game in all_games()}
DECIDING = ["rules.contract", "rules.view", "rules.state", "rules.actions", "mind.thumb", "mind.redeal", "mind.fits"]
TELLING = [
    *(f"words.{part}" for part in ["sentences", "questions", "log", "why", "describe", "board", "table"]),
    "game",
    "options",
]


def edited(monkeypatch: pytest.MonkeyPatch, name: str, more: str) -> None:
    """Let a module's source read otherwise from now on."""
    real = inspect.getsource

    def source(of: ModuleType) -> str:
        return real(of) + more if of.__name__ == name else real(of)

    monkeypatch.setattr(inspect, "getsource", source)


def identity(game: AnyGame, *players: str) -> str:
    return behaviour(game, game.decks.default(), players)


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("part", DECIDING)
def test_every_source_that_decides_play_changes_the_identity(
    monkeypatch: pytest.MonkeyPatch, key: str, part: str
) -> None:
    game = GAMES[key]
    before = identity(game, "thumb")
    edited(monkeypatch, f"coven.games.{key.replace('-', '_')}.{part}", "\nMORE = 1\n")
    assert identity(game, "thumb") != before


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("part", TELLING)
def test_words_do_not_change_the_identity(monkeypatch: pytest.MonkeyPatch, key: str, part: str) -> None:
    game = GAMES[key]
    before, name = identity(game, "witch"), f"coven.games.{key.replace('-', '_')}.{part}"
    assert name in sys.modules or (part == "options" and not game.options)
    edited(monkeypatch, name, "\nMORE = 1\n")
    assert identity(game, "witch") == before


@pytest.mark.slow
@pytest.mark.parametrize("part", ["witches", "ismcts", "tree"])
def test_thinking_settings_matter_only_if_a_witch_plays(monkeypatch: pytest.MonkeyPatch, part: str) -> None:
    game = load_game("midnight")
    before = [identity(game, "thumb", "random"), identity(game, "thumb", "witch")]
    edited(monkeypatch, f"coven.players.{part}", "\nMORE = 1\n")
    assert identity(game, "thumb", "random") == before[0]
    assert identity(game, "thumb", "witch") != before[1]


@pytest.mark.parametrize("text", ["\n# a remark\n", '\n"""A word on it."""\n', "\n\n\n"])
def test_comments_do_not_change_the_identity(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    game = load_game("three-witches")
    before = identity(game, "witch")
    edited(monkeypatch, "coven.games.three_witches.mind.thumb", text)
    assert identity(game, "witch") == before


@pytest.mark.parametrize("name", ["tests.toy.game", "coven.engine.dice", "coven.players"])
def test_custom_games_are_told_apart_too(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    before = identity(TOY, "thumb")
    edited(monkeypatch, name, "\nMORE = 1\n")
    assert identity(TOY, "thumb") != before


def test_imports_are_followed_in_every_spelling() -> None:
    package, part = ModuleType("maker"), ModuleType("maker.game")
    part.__package__ = "maker"
    tree = ast.parse("import coven.engine.dice\nimport numpy\nfrom . import rules\nfrom .cards import CARDS\n")
    others = {name: ModuleType(name) for name in ("maker.rules", "maker.cards")}
    with pytest.MonkeyPatch.context() as patch:
        for name, one in {"maker": package, "maker.game": part, **others}.items():
            patch.setitem(sys.modules, name, one)
        assert set(_imported(tree, part)) == {"coven.engine.dice", "maker", "maker.rules", "maker.cards"}


def test_decks_that_play_the_same_share_an_identity() -> None:
    game = load_game("midnight")
    deck = game.decks.default()
    told = game.decks.load({**deck.data, "notes": {"more": "words"}}, "deck")
    turned = game.decks.load({**deck.data, "standard": deck.data["standard"][::-1]}, "deck")
    assert behaviour(game, told, ["thumb"]) == behaviour(game, deck, ["thumb"]) != behaviour(game, turned, ["thumb"])


@pytest.mark.slow
def test_a_tournament_of_other_players_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, plan = tmp_path / "kept", make_plan(load_game("three-witches"), ("thumb", "random"))
    play_tournament(plan, 1, save=path)
    play_tournament(plan, 2, save=path)
    edited(monkeypatch, "coven.games.three_witches.mind.thumb", "\nMORE = 1\n")
    before = path.read_bytes()
    with pytest.raises(KeptError, match="its rules or players have changed since it was begun"):
        play_tournament(plan, 3, save=path)
    assert path.read_bytes() == before


def test_an_old_tournament_is_refused_with_the_reason(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    path.write_text(json.dumps({"format": "coven-tournament", "version": 1, "game": "midnight"}) + "\n")
    with pytest.raises(KeptError, match="did not note how its players behave"):
        play_tournament(make_plan(load_game("midnight"), ("thumb", "random")), 1, save=path)


def test_rules_without_a_source_are_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def nothing(_: ModuleType) -> str:
        raise OSError

    monkeypatch.setattr(inspect, "getsource", nothing)
    with pytest.raises(KeptError, match="has none to read"):
        play_tournament(make_plan(load_game("midnight"), ("thumb", "random")), 1, save=tmp_path / "kept")
