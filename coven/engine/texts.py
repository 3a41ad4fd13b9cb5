"""Files as people's programs write them: one way to read text, JSON and TOML, or to say truly why it cannot be read;
and to write a file whole."""

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
"""What files that are no plain text begin with."""
STRANGE = {"Zs", "Cf", "Cc", "Pi", "Pf", "Pd", "Ps"}
"""Categories of signs that are easily taken for plain ones: spaces, quotation marks, dashes, what nobody sees."""


class Unreadable(ValueError):
    """A file that cannot be read; says why, and where it can be said, what to do. Without the file's name."""


def read_text(path: Path) -> str:
    """A file's text, with lines that end in "\\n", whatever program wrote it; raises Unreadable.

    UTF-8, UTF-16 and UTF-32 are read, with or without a byte order mark; zero bytes and Ctrl-Z at the end are dropped.
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
    """The text of a file with this content, as `read_text` gives it; raises Unreadable."""
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
    """Write a file whole; it is never left half written, and what stood there is replaced. Raises OSError."""
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
    """JSON, with whole numbers for 4.0 and the like; raises Unreadable for what is none, and for a key that comes
    twice."""
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
    """TOML, with whole numbers for 4.0 and the like; raises Unreadable."""
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
    """What to say where a sign stands that is easily taken for a plain one; "" for any other."""
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
