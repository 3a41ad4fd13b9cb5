"""Game records: a whole game as a JSON file that replays to the same bytes."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from coven.engine.decks import DeckError, canonical
from coven.engine.fair import UnfairDeal, check
from coven.engine.game import Game, shown
from coven.engine.match import IllegalAction, Match

FORMAT = "coven-record"
FORMAT_VERSION = 1


class RecordError(ValueError):
    """A record that cannot be used: says what is wrong and where."""


@dataclass(frozen=True)
class GameRecord:
    """What a record file holds. It has the seed, so while the game runs nobody at the table may see it."""

    data: dict[str, Any]

    @classmethod
    def of(cls, match: Match, names: tuple[str, ...] = (), options: dict[str, Any] | None = None) -> GameRecord:
        """The record of a match, finished or not; `names` of the seats for the reader.

        `options`: how it was played; `fair` holds the shares of the deal (see `fair.published`), `table` what the table
        agreed on.
        """
        outcome = match.outcome
        agreed = {"table": match.options} if match.options else {}
        data = {
            "format": FORMAT,
            "format_version": FORMAT_VERSION,
            "game": match.game.key,
            "edition": match.game.edition,
            "rules_version": match.game.rules_version,
            "players": match.players,
            "names": list(names),
            "seed": f"{match.seed:032x}",
            "deck": match.deck.data,
            "deck_hash": match.deck.hash,
            "options": {**(options or {}), **agreed},
            "acts": [[seat, match.text(action)] for seat, action in match.acts],
            "phrases": [[after, seat, phrase] for after, seat, phrase, _ in match.spoken],
            "result": [str(share) for share in outcome.payoff] if outcome else None,
            "state_hash": hashlib.sha256(match.state.hashed_bytes()).hexdigest(),
        }
        return cls({**data, "digest": digest_of(data)})

    @classmethod
    def unplayed(cls, game: Game, facts: dict[str, Any]) -> GameRecord:
        """A record of a game that this program cannot play again, as its rules have changed since.

        `facts`: rules_version, players, names, seed, deck, options and acts.
        """
        data = {
            "format": FORMAT,
            "format_version": FORMAT_VERSION,
            "game": game.key,
            "edition": game.edition,
            **facts,
            "deck_hash": hashlib.sha256(canonical(facts["deck"]).encode()).hexdigest(),
            "phrases": [],
            "result": None,
            "state_hash": "",
        }
        return cls({**data, "digest": digest_of(data)})

    @property
    def game(self) -> str:
        """Key of the game."""
        return str(self.data["game"])

    @property
    def names(self) -> tuple[str, ...]:
        """The seats' names; empty if none were kept."""
        return tuple(self.data["names"])

    def text(self) -> str:
        """The file's text: one act a line."""
        lines = [f"  {json.dumps(key)}: {_json(key, value)}" for key, value in self.data.items()]
        return "{\n" + ",\n".join(lines) + "\n}\n"

    def save(self, path: Path) -> None:
        """Write the file; a file is never left half written, an older one is replaced whole."""
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".part")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(self.text())
                file.flush()
                os.fsync(file.fileno())
            os.replace(name, path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise

    @classmethod
    def load(cls, path: Path) -> GameRecord:
        """Read a record file; raises RecordError if it is none, or was changed after it was written."""
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise RecordError(f"{path}: there is no such file") from None
        except (OSError, UnicodeError) as error:
            raise RecordError(f"{path}: cannot be read: {error}") from None
        except (ValueError, RecursionError) as error:
            raise RecordError(f"{path}: is no game record (not JSON: {error})") from None
        _check_form(data, str(path))
        return cls(data)

    def replay(self, game: Game) -> Match:
        """Play the record again; raises RecordError where it does not fit the rules."""
        match = self.start(game)
        for _ in self.steps(match):
            pass
        return match

    def steps(self, match: Match) -> Iterator[None]:
        """Play acts and phrases on a match before its first act, pausing after each; raises RecordError."""
        acts = self.data["acts"]
        for number in range(len(acts) + 1):
            for after, seat, phrase in self.data["phrases"]:
                if after == number:
                    with _placed(f"phrase after act {after}"):
                        match.say(seat, phrase)
                    yield
            if number < len(acts):
                seat, action = acts[number]
                with _placed(f'act {number + 1}, "{shown(action)}" of seat {shown(seat)}'):
                    match.act(seat, action)
                yield

    def start(self, game: Game) -> Match:
        """The match before its first act; raises RecordError if this game or its deck cannot be played."""
        data = self.data
        if data["edition"] != game.edition:
            raise RecordError(f"is of another edition, {data['edition']!r}: this one is {game.edition!r}")
        if data["rules_version"] != game.rules_version:
            raise RecordError(
                f"was played by version {data['rules_version']} of the rules of {game.title}; "
                f"this program plays version {game.rules_version}"
            )
        try:
            deck = game.load_deck(data["deck"], "deck")
            agreed = data["options"].get("table", {})
            if not isinstance(agreed, dict):
                raise RecordError("options.table is of the wrong kind")
            match = Match(game, data["players"], int(data["seed"], 16), deck, options=agreed)
        except (DeckError, ValueError) as error:
            raise RecordError(f"cannot be played: {error}") from None
        if deck.hash != data["deck_hash"]:
            raise RecordError("the deck is not the one that deck_hash names")
        return match

    def verify(self, game: Game) -> Match:
        """Replay all, compare result and last state, check that the deal was fair where the record has its shares.

        Raises RecordError with what does not agree.
        """
        match = self.replay(game)
        if "fair" in self.data["options"]:
            try:
                check(self.data["options"]["fair"], match.seed)
            except UnfairDeal as error:
                raise RecordError(str(error)) from None
        again = GameRecord.of(match, self.names).data
        for key in ("result", "state_hash", "phrases"):
            if again[key] != self.data[key]:
                raise RecordError(f"{key} is not what the acts lead to: {again[key]}")
        return match


@contextmanager
def _placed(place: str) -> Iterator[None]:
    """Say where in the record something is not allowed."""
    try:
        yield
    except IllegalAction as error:
        raise RecordError(f"{place}: {error}") from None


def digest_of(data: dict[str, Any]) -> str:
    """SHA-256 of a record's content without its digest, in hexadecimal: shows slips of the hand, not forgery."""
    content = {key: value for key, value in data.items() if key != "digest"}
    return hashlib.sha256(canonical(content).encode()).hexdigest()


def _json(key: str, value: Any) -> str:
    if key == "acts" and value:
        return "[\n" + ",\n".join(f"    {json.dumps(act, ensure_ascii=False)}" for act in value) + "\n  ]"
    return json.dumps(value, ensure_ascii=False)


_FORM: dict[str, type | tuple[type, ...]] = {
    "game": str,
    "edition": str,
    "rules_version": int,
    "players": int,
    "names": list,
    "seed": str,
    "deck": dict,
    "deck_hash": str,
    "options": dict,
    "acts": list,
    "phrases": list,
    "result": (list, type(None)),
    "state_hash": str,
    "digest": str,
}


def _check_form(data: Any, source: str) -> None:
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise RecordError(f"{source}: is no game record")
    if data.get("format_version") != FORMAT_VERSION:
        version = data.get("format_version")
        raise RecordError(f"{source}: has format version {version!r}; this program reads {FORMAT_VERSION}")
    for key, kind in _FORM.items():
        if not isinstance(data.get(key), kind) or isinstance(data.get(key), bool):
            raise RecordError(f"{source}: {key} is missing or of the wrong kind")
    for act in data["acts"]:
        if not (isinstance(act, list) and list(map(type, act)) == [int, str]):
            raise RecordError(f"{source}: {shown(act)} in acts is not a seat and an action")
    for phrase in data["phrases"]:
        if not (isinstance(phrase, list) and list(map(type, phrase)) == [int, int, str]):
            raise RecordError(f"{source}: {shown(phrase)} in phrases is not a place, a seat and a phrase")
    if not all(isinstance(name, str) for name in data["names"]):
        raise RecordError(f"{source}: names must be texts")
    try:
        digest = digest_of(data)
    except (UnicodeError, RecursionError) as error:
        raise RecordError(f"{source}: cannot be read: {error}") from None
    if digest != data["digest"]:
        raise RecordError(f"{source}: was changed after it was written (its digest does not match)")
