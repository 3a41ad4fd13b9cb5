"""The server's log: one line per event, for people or for programs, without secrets.

An event has a name and facts. Facts are numbers, codes, table ids and our own words; never tokens, cookies, seeds,
cards, people's names, requested URLs, or what an exception says about its values.
"""

from __future__ import annotations

import json
import logging
import sys
import time
import traceback
from pathlib import Path
from types import TracebackType
from typing import Any

FORMS = ("text", "json")
NOTE = "note"
"""The event of a line without a name: messages of other packages."""
INSIDE = 8
"""How many of the innermost places are named when something breaks."""


def tell(log: logging.Logger, event: str, level: int = logging.INFO, **facts: Any) -> None:
    """Log an event."""
    log.log(level, event, extra={"facts": facts})


def broke(log: logging.Logger, event: str, error: BaseException, **facts: Any) -> None:
    """Log that something broke: the kind of error and where in the code; its message may be secret."""
    tell(log, event, logging.ERROR, **facts, **_cause(type(error), error.__traceback__))


def set_up(form: str) -> None:
    """Log to standard error, in one of FORMS."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Json() if form == "json" else Text())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("coven").setLevel(logging.INFO)


class _Lines(logging.Formatter):
    def facts(self, record: logging.LogRecord) -> dict[str, Any]:
        """What a line says, in order."""
        when = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z"
        line = {"time": when, "level": record.levelname.lower()}
        facts = getattr(record, "facts", None)
        if facts is not None:
            return {**line, "event": record.msg, **facts}
        line |= {"event": NOTE, "from": record.name, "text": record.getMessage()}
        if record.exc_info and record.exc_info[0]:
            line |= _cause(record.exc_info[0], record.exc_info[2])
        return line


class Text(_Lines):
    """time level event key=value ..."""

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        facts = self.facts(record)
        start = [str(facts.pop(key)) for key in ("time", "level", "event")]
        return " ".join([*start, *(f"{key}={_value(value)}" for key, value in facts.items())])


class Json(_Lines):
    """One JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        return json.dumps(self.facts(record), ensure_ascii=True, default=str)


def _value(value: Any) -> str:
    text = str(value)
    return text if text and text.isascii() and not set(text) & set(' "=\\') and text.isprintable() else json.dumps(text)


def _cause(kind: type[BaseException], trace: TracebackType | None) -> dict[str, str]:
    places = traceback.extract_tb(trace)[-INSIDE:]
    return {"error": kind.__name__, "at": "<".join(f"{Path(one.filename).name}:{one.lineno}" for one in places[::-1])}
