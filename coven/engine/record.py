"""Game records: a whole game as a JSON file that replays to the same bytes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from coven.engine.decks import AnyDeck, CopiedWhole, DeckError, canonical
from coven.engine.endings import Ending, NoEnding
from coven.engine.fair import UnfairDeal, check
from coven.engine.game import AnyGame
from coven.engine.match import IllegalAction, Match
from coven.engine.sentences import shown, whole
from coven.engine.texts import Unreadable, parse_json, read_text, replace_file

FORMAT = "coven-record"
FORMAT_VERSION = 2
"""Format 2 reads the same in whatever order a program has written its keys.

In format 1 the order of the deck's keys was the order of the cards, which `deck_hash` did not see, and the hash of the
last state covered all its bytes. Format 2 keeps that order in lists (`decks.as_pairs`) and hashes `State.identity`.
"""
READ_VERSIONS = (1, FORMAT_VERSION)


class RecordError(ValueError):
    """A record that cannot be used. Says what is wrong, and where."""


@dataclass(frozen=True)
class GameRecord(CopiedWhole):
    """What a record file holds. It contains the seed, so nobody at the table may see it during the game."""

    data: dict[str, Any]

    @classmethod
    def of(cls, match: Match, names: tuple[str, ...] = (), options: dict[str, Any] | None = None) -> GameRecord:
        """The record of a match, finished or not; `names` are the seats' names for the reader.

        `options` says how it was played: `fair` holds the shares of the deal (see `fair.published`), `table` what the
        table agreed on, `ended` and `conceded` how it ended if not by its rules (see `endings.Ending`).
        """
        outcome = match.outcome
        agreed = {"table": match.options} if match.options else {}
        facts = {
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
            "state_hash": _hash(match.state.identity()),
        }
        return cls._signed(match.game, facts)

    @classmethod
    def _signed(cls, game: AnyGame, facts: dict[str, Any], version: int = FORMAT_VERSION) -> GameRecord:
        head = {"format": FORMAT, "format_version": version, "game": game.key, "edition": game.edition}
        data = {key: {**head, **facts}[key] for key in KEYS[:-1]}
        return cls({**data, "digest": digest_of(data)})

    @classmethod
    def unplayed(cls, game: AnyGame, facts: dict[str, Any]) -> GameRecord:
        """The record of a game that this program can no longer replay because its rules have changed since.

        `facts`: rules_version, players, names, seed, deck, options, acts and phrases. Where the acts lead is not known
        here, so there is no result and no hash of the last state. A deck that can no longer be understood is kept as it
        is, and the record is of format 1.
        """
        try:
            deck, version = game.decks.load(facts["deck"], "deck").data, FORMAT_VERSION
        except DeckError:
            deck, version = facts["deck"], 1
        facts = {**facts, "deck": deck, "deck_hash": _hash(canonical(deck).encode())}
        return cls._signed(game, {**facts, "result": None, "state_hash": ""}, version)

    @property
    def game(self) -> str:
        """Key of the game."""
        return str(self.data["game"])

    @property
    def names(self) -> tuple[str, ...]:
        """The seats' names; empty if none were kept."""
        return tuple(self.data["names"])

    def text(self) -> str:
        """The file's text, one act per line."""
        lines = [f"  {json.dumps(key)}: {_json(key, value)}" for key, value in self.data.items()]
        return "{\n" + ",\n".join(lines) + "\n}\n"

    def save(self, path: Path) -> None:
        """Write the file, replacing an older one. The file is never left half written."""
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(path, self.text().encode())

    @classmethod
    def load(cls, path: Path) -> GameRecord:
        """Read a record file. Raises RecordError if it is not a record, or has been changed since it was written."""
        try:
            return cls.parse(read_text(path), str(path))
        except Unreadable as error:
            raise RecordError(f"{path}: {error}") from None

    @classmethod
    def parse(cls, text: str, source: str) -> GameRecord:
        """The record in a text. Errors call it `source`. Raises RecordError, as `load` does."""
        try:
            data = parse_json(text)
        except Unreadable as error:
            raise RecordError(f"{source}: {error}") from None
        _check_form(data, source)
        return cls(data)

    def replay(self, game: AnyGame) -> Match:
        """Replay the record. Raises RecordError where it does not fit the rules."""
        return self._played(self.start(game))

    def _played(self, match: Match) -> Match:
        for _ in self.steps(match):
            pass
        return match

    def steps(self, match: Match) -> Iterator[None]:
        """Play acts and phrases on a match that has no acts yet, pausing after each. Raises RecordError."""
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

    def start(self, game: AnyGame) -> Match:
        """The match before its first act. Raises RecordError if this game or its deck cannot be played."""
        data = self.data
        if data["edition"] != game.edition:
            raise RecordError(f"is from another edition, {data['edition']!r}: this one is {game.edition!r}")
        if data["rules_version"] != game.rules_version:
            raise RecordError(other_rules(game, data["rules_version"], "This game was played by"))
        return self._begun(game, self._deck(game))

    def _begun(self, game: AnyGame, deck: AnyDeck) -> Match:
        agreed = self.data["options"].get("table", {})
        if not isinstance(agreed, dict):
            raise RecordError("options.table is of the wrong kind")
        unknown = sorted(set(agreed) - {option.key for option in game.options})
        if unknown:
            raise RecordError(f"{game.title} has no option {shown(unknown[0])} here; a newer Coven may have it")
        try:
            return Match(game, self.data["players"], int(self.data["seed"], 16), deck, options=agreed)
        except ValueError as error:
            raise RecordError(f"cannot be played: {error}") from None

    def _deck(self, game: AnyGame) -> AnyDeck:
        """The deck with its cards in the order in which they were numbered. Raises RecordError.

        In format 1 another program may have lost that order. Then it is taken from a deck that comes with the game and
        agrees with the record; if there is none, the order is lost for good.
        """
        data = self.data
        try:
            deck = game.decks.load(data["deck"], "deck")
        except DeckError as error:
            raise RecordError(f"cannot be played: {error}") from None
        is_old = data["format_version"] == 1
        if data["deck_hash"] != (_hash(canonical(data["deck"]).encode()) if is_old else deck.hash):
            raise RecordError("the deck is not the one that deck_hash names")
        has_order = canonical(deck.data) != canonical(data["deck"])
        if not (is_old and has_order and tuple(data) != KEYS):
            return deck
        self._begun(game, deck)  # raises what is wrong in any order
        known = [game.decks.default(), *(other() for other in game.decks.others.values())]
        for one in (*(other for other in known if _cards(other) == _cards(deck)), deck):
            with suppress(RecordError):
                self._compare(self._played(self._begun(game, one)))
                return one
        raise RecordError(
            "the order of the cards in its deck is lost: another program has rewritten this file, and records of "
            "format 1 keep that order only in the order of their keys"
        )

    def verify(self, game: AnyGame) -> Match:
        """Replay it all, compare result and last state, and check that the deal was fair if the record has its shares.

        Raises RecordError with whatever does not agree.
        """
        match = self.replay(game)
        self.check_end(match)
        return match

    def check_end(self, match: Match) -> None:
        """Compare with a match that has been played to the end of the record; check the deal. Raises RecordError."""
        if "fair" in self.data["options"]:
            try:
                check(self.data["options"]["fair"], match.seed)
            except UnfairDeal as error:
                raise RecordError(str(error)) from None
        self._compare(match)
        ending = self.ending(match.players)
        if match.over and ending.how:
            raise RecordError(f"options.ended says {ending.how!r}, but the rules ended this game")

    def ending(self, players: int) -> Ending:
        """How the game ended, if not by its rules, and who gave it up. Raises RecordError if that is impossible."""
        try:
            return Ending.of(self.data["options"], players)
        except NoEnding as error:
            raise RecordError(str(error)) from None

    def has_state(self, match: Match) -> bool:
        """Can its last state be compared with that of a match?

        Not if it was never played here (`unplayed`), nor in format 1 if the game's state has changed since
        (`State.identity_1`).
        """
        is_kept = self.data["format_version"] > 1 or match.state.identity_1() is not None
        return bool(self.data["state_hash"]) and is_kept

    def _compare(self, match: Match) -> None:
        """Raise RecordError if a match that has been played to the end of the record differs from it."""
        again = GameRecord.of(match, self.names).data
        if self.data["format_version"] == 1:
            again["state_hash"] = _hash(match.state.identity_1() or b"")
        known = {"result": bool(self.data["state_hash"]), "state_hash": self.has_state(match), "phrases": True}
        for key, is_known in known.items():
            if is_known and again[key] != self.data[key]:
                raise RecordError(f"{key} is not what the acts lead to: {again[key]}")


@contextmanager
def _placed(place: str) -> Iterator[None]:
    """Say where in the record something is not allowed."""
    try:
        yield
    except IllegalAction as error:
        raise RecordError(f"{place}: {error}") from None


def digest_of(data: dict[str, Any]) -> str:
    """SHA-256 of a record's content without its digest, in hexadecimal. It shows accidents, not forgery."""
    content = {key: value for key, value in data.items() if key != "digest"}
    return hashlib.sha256(canonical(content).encode()).hexdigest()


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _json(key: str, value: Any) -> str:
    if key == "acts" and value:
        return "[\n" + ",\n".join(f"    {json.dumps(act, ensure_ascii=False)}" for act in value) + "\n  ]"
    return json.dumps(value, ensure_ascii=False)


def other_rules(game: AnyGame, version: int, what: str) -> str:
    """Why something that needs another version of a game's rules is not played here, and what to do about it.

    `what` begins the first sentence: "This game was played by".
    """
    newer = "a newer" if version > game.rules_version else "an older"
    return (
        f"{what} version {version} of the rules of {game.title}; this program plays version {game.rules_version}. "
        f"Use {newer} Coven, one that plays version {version}"
    )


def _cards(deck: AnyDeck) -> list[tuple[str, str]]:
    """The contents of a deck, regardless of order."""
    return sorted(zip(deck.cards, deck.titles, strict=True))


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


KEYS = ("format", "format_version", *_FORM)
"""The keys of a record, in the order in which this program writes them."""


def _check_form(data: Any, source: str) -> None:
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise RecordError(f"{source}: is not a game record")
    version = data.get("format_version")
    if whole(version) not in READ_VERSIONS:
        raise RecordError(f"{source}: has format version {shown(version)}; this program reads {FORMAT_VERSION}")
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
