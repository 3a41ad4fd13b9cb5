"""What every registered game brings beside its package: the failure names what is missing, and where it goes."""

from __future__ import annotations

import pickle
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from coven.engine.game import AnyGame
from coven.engine.match import Match
from coven.engine.plain import to_builtins
from coven.engine.record import GameRecord, RecordError
from coven.games import MODULES, all_games
from coven.server.rules_page import minute_html
from tests.candles.game import GAME as CANDLES
from tests.test_clauses import clauses_of, named

ROOT = Path(__file__).parents[1]
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
ROOMS = "the rooms of a game: game > options > mind | words > deck > rules"

NEVER_MET = {"MN-64"}
"""Endings of which there is no record, as none of many thousand games came to them (bench/results.md)."""


def missing(game: AnyGame) -> list[str]:
    """What the game does not bring yet, as sentences."""
    folder = game.key.replace("-", "_")
    return [*_rules(game), *_kept(game, folder), *_page(game), *_named(game, folder)]


def _rules(game: AnyGame) -> Iterator[str]:
    """RULES.md, its table of clauses, and a test for each."""
    clauses = clauses_of(game)
    if not clauses:
        yield "clauses in RULES.md, each with an id at the start of its line"
    if not minute_html(game):
        yield 'the rules "In one minute" in RULES.md, as a list'
    strange = sorted(set(game.texts.endings) - set(clauses))
    if strange:
        yield f"clauses of endings in RULES.md: {', '.join(strange)}"
    untested = [clause for clause, is_note in clauses.items() if not is_note and clause not in named()]
    if untested:
        yield f'tests marked with "clause": {", ".join(untested)}'


def _kept(game: AnyGame, folder: str) -> Iterator[str]:
    """Golden views, and a record for each way to end."""
    if not (ROOT / "tests" / "golden" / f"{folder}.txt").is_file():
        yield f"golden views: tests/golden/{folder}.txt (tests/golden_views.py makes it)"
    ended = {_ended(game, path) for path in (ROOT / "tests" / "records" / folder).glob("*.json")}
    for clause in game.texts.endings:
        if clause not in ended | NEVER_MET:
            yield f"a record of a game that ends by {clause}, in tests/records/{folder}/"


def _ended(game: AnyGame, path: Path) -> str:
    """The clause by which the game of a record ended; "" if it is none of this game's."""
    try:
        outcome = GameRecord.load(path).replay(game).outcome
    except RecordError:
        return ""
    return outcome.reason if outcome else ""


def _page(game: AnyGame) -> Iterator[str]:
    """A board on the page, and what it draws and says."""
    web = ROOT / "web" / "src" / "games"
    for name in ("game.ts", "Board.svelte", "Picture.svelte", "palette.css", "wire.ts"):
        if not (web / game.key / name).is_file():
            yield f"its board on the page: web/src/games/{game.key}/{name}"
    if f"./{game.key}/game" not in (web / "index.ts").read_text():
        yield "its client in web/src/games/index.ts"
    match = Match(game, seed=1)
    if not game.board.faces(match.deck):
        yield "Board.faces: the cards that the page draws"
    if not to_builtins(game.board.captions(match.deck, match.view_record(0), match.names(0))):
        yield "Board.captions: what stands on the table in words"
    if not any(game.hint(match.deck, match.view_record(seat), seat) for seat in match.pending):
        yield "Board.hint: advice for the first decision of a first game"


def _named(game: AnyGame, folder: str) -> Iterator[str]:
    """The places that name every game."""
    module = f"coven.games.{folder}"
    if MODULES.get(game.key) != f"{module}.game":
        yield "its module in coven/games/__init__.py"
    rooms = next(contract for contract in CONTRACTS if contract["name"] == ROOMS)["containers"]
    others = next(contract for contract in CONTRACTS if contract["name"] == "games know no other game")["modules"]
    if module not in rooms or module not in others:
        yield "its folder in the import contracts of pyproject.toml"
    if not re.search(rf'"{game.key}"', (ROOT / "tests" / "laws" / "late.py").read_text()):
        yield "what prolongs a game of it, in tests/laws/late.py"


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.key)
def test_a_registered_game_brings_all_that_it_must(game: AnyGame) -> None:
    found = missing(game)
    assert not found, f"{game.title} lacks:\n" + "\n".join(found)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.key)
def test_a_registered_game_can_be_sent_to_another_process(game: AnyGame) -> None:
    there = pickle.loads(pickle.dumps(game))  # noqa: S301
    assert there.decks.default().hash == game.decks.default().hash
    assert there.rules == game.rules


def test_of_a_game_that_is_not_registered_all_that_is_missing_is_named() -> None:
    found = missing(CANDLES)
    assert [line.split(":")[0] for line in found] == [
        'the rules "In one minute" in RULES.md, as a list',
        'tests marked with "clause"',
        "golden views",
        "a record of a game that ends by CA-5, in tests/records/candles/",
        *["its board on the page"] * 5,
        "its client in web/src/games/index.ts",
        "Board.faces",
        "Board.captions",
        "Board.hint",
        "its module in coven/games/__init__.py",
        "its folder in the import contracts of pyproject.toml",
        "what prolongs a game of it, in tests/laws/late.py",
    ]
    assert found[1].endswith(": CA-1, CA-2, CA-3, CA-4, CA-5")
