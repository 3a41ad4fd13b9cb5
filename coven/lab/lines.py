"""A file that keeps finished work: what decides it in the first line, then one line for each finished part."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any

from coven.engine.sentences import shown
from coven.engine.texts import Unreadable, parse_json, read_text, replace_file

BEHAVIOUR = "behaviour"
"""The setting that shows whether rules and players are still the same (see `behaviour`)."""
VERSIONS = "versions"
"""The setting that names the players' versions (`players.version_of`)."""


class KeptError(ValueError):
    """A file that cannot be continued with: names the file and the reason."""


class Lines:
    """A file of finished parts, open for more; use it in a `with` block."""

    def __init__(self, path: Path, what: str, settings: Mapping[str, Any], take: Callable[[Any], None]) -> None:
        """Open the file, or begin it. `what` it holds in a word ("tournament"); `settings` are plain data that decide
        everything, `format` and `version` among them; `take` is given each line that is already there, as plain data,
        and raises ValueError for one that it cannot use.

        A broken last line (from a program that was killed while writing) is dropped; a file rewritten by another
        program is repaired. Raises KeptError for a file with other settings, one that holds something else, or one
        with any other broken line; and OSError.
        """
        self._path, self._what, self._settings, self._take = path, what, settings, take
        try:
            content = read_text(path) if path.exists() and path.stat().st_size else ""
        except Unreadable as error:
            raise KeptError(f"{path}: {error}") from None
        good = self._read(content).encode()
        if content and path.read_bytes() != good:
            replace_file(path, good)
        self._file = path.open("ab", buffering=0)
        if not good:
            self._file.write(self._head)

    def add(self, data: Mapping[str, Any]) -> None:
        """Save a finished part."""
        self._file.write(_line(data))

    def __enter__(self) -> Lines:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._file.close()

    @property
    def _head(self) -> bytes:
        return _line(self._settings)

    def _read(self, content: str) -> str:
        """Read the parts from the file's content. Returns the intact part of it."""
        *lines, rest = content.split("\n")
        if not lines and self._head.decode().startswith(rest):
            return ""
        self._check_head(lines[0] if lines else rest)
        if not lines:
            raise KeptError(f"{self._path}: is cut off in its first line")
        good = lines[0] + "\n"
        for number, line in enumerate(lines[1:], 2):
            try:
                self._take(parse_json(line))
            except ValueError as error:
                if number == len(lines) and not rest:
                    break
                raise KeptError(f"{self._path}: line {number} is broken: {error}") from None
            good += line + "\n"
        return good

    def _check_head(self, line: str) -> None:
        try:
            head = parse_json(line)
        except Unreadable:
            head = None
        if not isinstance(head, dict) or head.get("format") != self._settings["format"]:
            raise KeptError(f"{self._path}: is not a {self._what} file")
        if head.get("version") == 1 != self._settings["version"] and BEHAVIOUR not in head:
            raise KeptError(
                f"{self._path}: was begun by an older Coven, which did not note how its players behave; "
                "continue with that version, or begin another file"
            )
        others = {key: wanted for key, wanted in self._settings.items() if head.get(key) != wanted}
        is_other = others.pop(BEHAVIOUR, None) is not None
        versions = others.pop(VERSIONS, None)
        if versions is not None and not others and head.get(VERSIONS):
            raise KeptError(
                f"{self._path}: was played by {_told(head[VERSIONS])}, and these are {_told(versions)}; "
                "continue with the Coven that began it, or begin another file"
            )
        if (is_other or versions is not None) and not others:
            raise KeptError(
                f"{self._path}: its rules or players have changed since it was begun; "
                "continue with the Coven that began it, or begin another file"
            )
        told = [f"{key} {_told(head.get(key))}, not {_told(wanted)}" for key, wanted in others.items()]
        if told:
            raise KeptError(f"{self._path}: holds another {self._what}: {'; '.join(told)}")


def _line(data: Mapping[str, Any]) -> bytes:
    return json.dumps(data, separators=(",", ":")).encode() + b"\n"


def _told(value: object) -> str:
    """A setting in a sentence."""
    return ",".join(map(str, value)) if isinstance(value, list) else shown(value)
