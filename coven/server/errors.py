"""What can go wrong at a table, in one shape: a code for programs, a sentence for people, a clause of the rules."""

from __future__ import annotations

from msgspec import UNSET

from coven.engine.game import AnyGame
from coven.engine.match import IllegalAction
from coven.server.messages import Problem

STATUS = {
    "bad_message": 400,
    "bad_name": 422,
    "bad_record": 422,
    "closed": 409,
    "damaged": 500,
    "elsewhere": 503,
    "forbidden": 403,
    "full": 409,
    "illegal": 409,
    "not_found": 404,
    "not_json": 415,
    "slow_down": 429,
    "stale": 409,
    "storage": 503,
    "taken": 409,
    "too_big": 413,
    "not_yet": 409,
    "wrong_host": 421,
    "broken": 500,
}
"""HTTP status by code."""
LONGEST_TEXT, LONGEST_ID = 500, 64
"""How much of somebody's input a refusal repeats."""


def why_outdated(game: AnyGame, version: int) -> str:
    """Why a table is closed if this server plays a different version of the rules."""
    return (
        f"This table was opened under version {version} of the rules of {game.title}, and this server plays version "
        f"{game.rules_version}: it is closed. You can download its record; a Coven that plays version {version} can "
        "continue it"
    )


class Damaged(Exception):
    """A table's stored data is not what was written; says what is wrong, without secrets."""


class Refused(Exception):
    """The table does not do this; it stays as it was."""

    def __init__(self, code: str, text: str, clause: str = "") -> None:
        text = text if len(text) <= LONGEST_TEXT else f"{text[:LONGEST_TEXT]} ..."
        super().__init__(text)
        self.code, self.text, self.clause = code, text, clause

    @classmethod
    def illegal(cls, error: IllegalAction) -> Refused:
        """The rules do not allow it."""
        return cls("illegal", error.text, error.clause)

    def problem(self, answers: str = "") -> Problem:
        """In wire form; `answers` is the id of the message it answers."""
        return Problem(self.code, self.text, clause=self.clause or UNSET, id=answers[:LONGEST_ID] or UNSET)

    @property
    def status(self) -> int:
        """HTTP status."""
        return STATUS[self.code]


MOVING = "This table is moving to another server: it goes on in a moment"


class Elsewhere(Refused):
    """The table is another worker's: its number, or None while nobody has it."""

    def __init__(self, worker: int | None = None, text: str = MOVING) -> None:
        super().__init__("elsewhere", text)
        self.worker = worker
