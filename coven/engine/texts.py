"""Files as people's programs write them: one way to read text, JSON and TOML, and to write a file whole.

If a file cannot be read, the error says the true reason.
"""

from __future__ import annotations

import json
import os
import re
import tempfile
import tomllib
import unicodedata
from pathlib import Path
from typing import Any, NoReturn

MOST_BYTES = 64 << 20
MOST_DIGITS = 100
KINDS = {
    b"\x1f\x8b": "is compressed (gzip): unpack it first",
    b"PK\x03\x04": "is a ZIP archive, like some spreadsheets: unpack it, or save it as plain text",
    b"{\\rtf": "is a word processor document (RTF): save it as plain text",
}
"""How files that are not plain text begin."""
STRANGE = {"Zs", "Cf", "Cc", "Pi", "Pf", "Pd", "Ps"}
"""Unicode categories of signs easily mistaken for plain ones: spaces, quotation marks, dashes, invisible ones."""


class Unreadable(ValueError):
    """A file that cannot be read. Says why, and if possible what to do, without the file's name."""


def read_text(path: Path) -> str:
    """A file's text, with lines that end in "\n", whatever program wrote it. Raises Unreadable.

    Reads UTF-8, UTF-16 and UTF-32, with or without a byte order mark, and drops zero bytes and Ctrl-Z at the end.
    """
    if path.is_dir():
        raise Unreadable("cannot be read: it is a folder")
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise Unreadable("no such file") from None
    except (OSError, ValueError) as error:
        raise Unreadable(f"cannot be read: {getattr(error, 'strerror', error)}") from None
    return decoded(content)


def decoded(content: bytes) -> str:
    """The text of a file with this content, as `read_text` returns it. Raises Unreadable."""
    if len(content) > MOST_BYTES:
        raise Unreadable(f"cannot be read: it has more than {MOST_BYTES >> 20} MB")
    for start, reason in KINDS.items():
        if content.startswith(start):
            raise Unreadable(f"cannot be read: it {reason}")
    encoding = json.detect_encoding(content)
    try:
        text = content.decode("utf-8-sig" if encoding.startswith("utf-8") else encoding)
    except UnicodeDecodeError as error:
        raise Unreadable(_undecoded(content, encoding, error)) from None
    text = text.removeprefix("\ufeff").rstrip("\0\x1a")
    if not text.strip():
        raise Unreadable("is empty")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def replace_file(path: Path, content: bytes) -> None:
    """Write a whole file, replacing what was there; it is never left half written. Raises OSError."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def parse_json(text: str) -> Any:
    """Parse JSON, reading 4.0 and the like as integers. Raises Unreadable if it is not JSON or repeats a key."""
    try:
        return json.loads(
            text, object_pairs_hook=_once, parse_float=_number, parse_int=_whole, parse_constant=_no_number
        )
    except json.JSONDecodeError as error:
        where = _strange(text, error.lineno, error.colno) or f"line {error.lineno}, column {error.colno}: {error.msg}"
        raise Unreadable(f"is not JSON: {where}") from None
    except RecursionError:
        raise Unreadable("is not JSON Coven can read: it is nested too deeply") from None


def parse_toml(text: str) -> dict[str, Any]:
    """Parse TOML, reading 4.0 and the like as integers. Raises Unreadable."""
    try:
        return tomllib.loads(text, parse_float=_number)
    except RecursionError:
        raise Unreadable("is not TOML Coven can read: it is nested too deeply") from None
    except ValueError as error:
        place = re.search(r"line (\d+), column (\d+)", str(error))
        reason = _strange(text, int(place[1]), int(place[2])) if place else ""
        if not place and "digits" in str(error):
            reason = "a number has too many digits"
        raise Unreadable(f"is not TOML: {reason or error}") from None


def _undecoded(content: bytes, encoding: str, error: UnicodeDecodeError) -> str:
    before = content[: error.start]
    if not encoding.startswith("utf-8"):
        return f"cannot be read: it looks like {encoding.upper()} and breaks off at byte {error.start + 1}"
    line, column = before.count(b"\n") + 1, error.start - before.rfind(b"\n")
    return (
        f"cannot be read: line {line}, byte {column} ({content[error.start]:#04x}) is not UTF-8; "
        "save the file as UTF-8 with the program that wrote it"
    )


def _strange(text: str, line: int, column: int) -> str:
    """What to say about a sign that is easily mistaken for a plain one; "" for any other."""
    lines = text.split("\n")
    sign = lines[line - 1][column - 1 : column] if line <= len(lines) else ""
    if not sign or unicodedata.category(sign) not in STRANGE or (sign.isascii() and sign >= " "):
        return ""
    name = unicodedata.name(sign, "a control character").lower()
    return f"line {line}, column {column}: {name} (U+{ord(sign):04X}) is not allowed here; type a plain character"


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    keyed = dict(pairs)
    if len(keyed) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise Unreadable(f"cannot be read: {json.dumps(twice)[:40]} appears twice in one object")
    return keyed


def _whole(text: str) -> int:
    if len(text) > MOST_DIGITS:
        raise Unreadable(f"is not JSON Coven can read: a number has {len(text)} digits")
    return int(text)


def _number(text: str) -> float:
    number = float(text)
    return int(number) if number.is_integer() else number


def _no_number(text: str) -> NoReturn:
    raise Unreadable(f"is not JSON: {text} is not a number")
