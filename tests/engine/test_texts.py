"""Decks, records and saved tournaments as other programs write them: read, or refused with the true reason."""

from __future__ import annotations

import gzip
import io
import json
import os
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

import coven
from coven.engine.decks import DeckError, read_toml
from coven.engine.record import GameRecord, RecordError
from coven.engine.texts import Unreadable, decoded, parse_json, parse_toml
from coven.games import load_game
from coven.lab.kept import Kept, KeptError

ROOT = Path(__file__).parents[2]
GAME = load_game("three-witches")
DECK = (ROOT / "coven/games/three_witches/deck.toml").read_text(encoding="utf-8").replace("verse", "verse (épreuve)")
RECORD = (ROOT / "tests/records/three_witches/lead-on-six.json").read_text(encoding="utf-8")
SETTINGS = {"game": "three-witches", "players": ["thumb", "Äffchen"]}
LINES = "".join(
    json.dumps(line, ensure_ascii=False) + "\n"
    for line in [
        {"format": "coven-tournament", "version": 2, **SETTINGS},
        *({"deal": deal, "winners": [[0], [1, 2]]} for deal in range(3)),
    ]
)

SPELLINGS: dict[str, Callable[[str], bytes]] = {
    "as it is": lambda text: text.encode(),
    "UTF-8 with a mark": lambda text: text.encode("utf-8-sig"),
    "Windows lines": lambda text: text.replace("\n", "\r\n").encode(),
    "Notepad": lambda text: text.replace("\n", "\r\n").encode("utf-8-sig"),
    "Notepad's Unicode": lambda text: text.replace("\n", "\r\n").encode("utf-16"),
    "UTF-16, other bytes first": lambda text: b"\xfe\xff" + text.encode("utf-16-be"),
    "UTF-16 without a mark": lambda text: text.encode("utf-16-le"),
    "UTF-32": lambda text: text.encode("utf-32"),
    "old Mac lines": lambda text: text.replace("\n", "\r").encode(),
    "zero bytes at the end": lambda text: text.encode() + b"\0" * 512,
    "Ctrl-Z at the end": lambda text: text.encode() + b"\x1a",
}


@pytest.fixture(params=SPELLINGS)
def spelling(request: pytest.FixtureRequest) -> Callable[[str], bytes]:
    """One way to write a text to a file."""
    return SPELLINGS[request.param]


def test_decks_are_read_however_they_were_written(tmp_path: Path, spelling: Callable[[str], bytes]) -> None:
    (tmp_path / "deck.toml").write_bytes(spelling(DECK))
    assert coven.load_deck(GAME, tmp_path / "deck.toml").tables == GAME.decks.default().tables


def test_records_are_read_however_they_were_written(tmp_path: Path, spelling: Callable[[str], bytes]) -> None:
    (tmp_path / "game.json").write_bytes(spelling(RECORD))
    assert GameRecord.load(tmp_path / "game.json").verify(GAME).over


def test_tournaments_go_on_however_they_were_written(tmp_path: Path, spelling: Callable[[str], bytes]) -> None:
    path = tmp_path / "kept"
    path.write_bytes(spelling(LINES))
    with Kept(path, SETTINGS, 2, 3) as kept:
        assert set(kept.deals) == {0, 1, 2}
        kept.add(3, [[0], [1]])
    with Kept(path, SETTINGS, 2, 3) as kept:
        assert set(kept.deals) == {0, 1, 2, 3}


def test_whole_numbers_may_have_a_point_as_in_spreadsheets(tmp_path: Path) -> None:
    deck = GAME.decks.load(parse_toml(DECK.replace("4, 5]", "4.0, 5e0]")), "deck")
    assert deck.hash == GAME.decks.load(parse_toml(DECK), "deck").hash
    data = json.loads(RECORD, parse_int=float)
    (tmp_path / "game.json").write_text(json.dumps(data), encoding="utf-8")
    assert GameRecord.load(tmp_path / "game.json").verify(GAME).over
    (tmp_path / "kept").write_text(LINES.replace(": 1", ": 1.0").replace("[0]", "[0.0]"), encoding="utf-8")
    with Kept(tmp_path / "kept", SETTINGS, 2, 3) as kept:
        assert len(kept.deals) == 3


def zipped() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        file.writestr("game.json", RECORD)
    return out.getvalue()


REFUSED: list[tuple[bytes, str]] = [
    (gzip.compress(RECORD.encode()), "is compressed"),
    (zipped(), "ZIP archive"),
    (b"{\\rtf1\\ansi", "word processor"),
    (b'{\n "caf\xe9": 1}', r"line 2, byte 6 \(0xe9\) is not UTF-8; save the file as UTF-8"),
    (b"\xff\xfe{", "breaks off at byte 3"),
    (b"", "is empty"),
    (b"\xef\xbb\xbf \r\n", "is empty"),
    (b"\0" * 4096, "is empty"),
]


@pytest.mark.parametrize(("content", "reason"), REFUSED, ids=[reason[:20] for _, reason in REFUSED])
def test_input_that_is_not_text_is_named(tmp_path: Path, content: bytes, reason: str) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    with pytest.raises(DeckError, match=reason):
        read_toml(path)
    with pytest.raises(RecordError, match=reason):
        GameRecord.load(path)
    if content:
        with pytest.raises(KeptError, match=reason):
            Kept(path, SETTINGS, 2, 3)


NO_JSON = [
    ('{"a": \u201c1\u201d}', r"line 1, column 7: left double quotation mark \(U\+201C\)"),
    ('{\n\u00a0"a": 1}', r"line 2, column 1: no-break space \(U\+00A0\)"),
    ('{"a": \u22121}', "column 7"),
    ('{"a": "\u2013", "b": 1,, "c": "\u201c"}', r"line 1, column \d+: (Expecting|Illegal)"),
    ('{"a": 1,}', "line 1, column 8|line 1, column 9"),
    ('{"a": 1, "b": 2, "a": 1}', '"a" appears twice'),
    ('{"a": NaN}', "NaN is not a number"),
    ('{"a": -Infinity}', "-Infinity is not a number"),
    ('{"a": ' + "9" * 5000 + "}", "a number has 5000 digits"),
    ("[" * 200_000, "nested too deeply"),
    ('{"a": "\0"}', "line 1, column 8: a control character"),
]


@pytest.mark.parametrize(("text", "reason"), NO_JSON, ids=[text[:16] for text, _ in NO_JSON])
def test_json_is_refused_with_the_place_and_the_reason(text: str, reason: str) -> None:
    with pytest.raises(Unreadable, match=reason):
        parse_json(text)


NO_TOML = [
    ("a = \u201cb\u201d", r"line 1, column 5: left double quotation mark \(U\+201C\)"),
    ("[suits]\nOwl\u00a0= [2]", r"line 2, column 4: no-break space \(U\+00A0\)"),
    ("a = 1,  # one \u2013 or \u201ctwo\u201d", "column 6"),
    ("a = 1\na = 2", "line 2|overwrite"),
    ("a = " + "9" * 5000, "digits"),
    ("a = " + "[" * 200_000, "nested too deeply"),
]


@pytest.mark.parametrize(("text", "reason"), NO_TOML, ids=[text[:16] for text, _ in NO_TOML])
def test_toml_is_refused_with_the_place_and_the_reason(text: str, reason: str) -> None:
    with pytest.raises(Unreadable, match=reason):
        parse_toml(text)


@pytest.mark.parametrize("number", ["nan", "inf", "2.5", "1e300", "-4", "true"])
def test_an_invalid_rank_is_refused(number: str) -> None:
    with pytest.raises(DeckError, match="is not a rank"):
        GAME.decks.load(parse_toml(DECK.replace("[3, 4]", f"[3, {number}]")), "deck")


def test_folders_and_endless_devices_are_refused(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="it is a folder"):
        GameRecord.load(tmp_path)
    with pytest.raises(KeptError, match="it is a folder"):
        Kept(tmp_path, SETTINGS, 2, 3)
    if os.path.exists("/dev/zero"):
        with pytest.raises(DeckError, match="more than 64 MB"):
            read_toml(Path("/dev/zero"))


def test_signs_within_texts_stay_as_they_are() -> None:
    text = decoded('{"name": "\u201cAnna\u00a0B\u201d\u2026"}'.encode())
    assert parse_json(text) == {"name": "\u201cAnna\u00a0B\u201d\u2026"}
