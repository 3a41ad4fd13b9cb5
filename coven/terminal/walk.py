"""Going through a record, one act or phrase at a time."""

from __future__ import annotations

from collections.abc import Iterator

from coven.engine.match import Match
from coven.engine.record import GameRecord


def walk(record: GameRecord, match: Match) -> Iterator[None]:
    """Play a record's acts and phrases on a match before its first act, stopping after each.

    Needs a record that replays.
    """
    phrases = sorted(map(tuple, record.data["phrases"]), key=lambda phrase: int(phrase[0]))
    acts = record.data["acts"]
    for number in range(len(acts) + 1):
        for _, seat, phrase in [spoken for spoken in phrases if spoken[0] == number]:
            match.say(seat, phrase)
            yield
        if number < len(acts):
            match.act(*acts[number])
            yield
