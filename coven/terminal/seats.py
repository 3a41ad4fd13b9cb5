"""Who sits where: people at this keyboard, and bots."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass

from coven.engine.game import AnyGame
from coven.engine.match import Match
from coven.engine.sentences import Names
from coven.players import PLAYERS, SEARCHING, Player, is_own, make_player
from coven.terminal.minds import Beside

PERSON = "me"
PLAYER = "Player"
"""A person's name in records and replays, and when several share the keyboard."""
WITCHES = ("Agnes", "Hazel", "Morag", "Sibyl", "Tabitha", "Ursula", "Winifred", "Yaga")
"""The bots' names, in seat order."""


class SeatError(ValueError):
    """Seats that nobody can take: says what is wrong."""


@dataclass(frozen=True)
class Seat:
    """One seat: who sits there ("me" or a player's name), and its name."""

    kind: str
    name: str

    @property
    def is_person(self) -> bool:
        """Does somebody at this keyboard decide for it?"""
        return self.kind == PERSON

    @property
    def full_name(self) -> str:
        """Its form in records, so that a game can resume with the same seats: "Agnes (thumb)"."""
        return self.name if self.is_person else f"{self.name} ({self.kind})"


def parse_seats(text: str, game: AnyGame) -> tuple[Seat, ...]:
    """Seats from words such as "me,thumb,thumb". Raises SeatError."""
    kinds = read_players(text)
    for kind in kinds:
        if kind not in (PERSON, *PLAYERS) and not is_own(kind):
            raise SeatError(f'there is no player "{kind}": choose from {", ".join((PERSON, *PLAYERS))}')
    if len(kinds) not in game.players:
        possible = " or ".join(map(str, game.players))
        raise SeatError(f'{game.title} is for {possible} players: "{text}" names {len(kinds)}')
    return make_seats(kinds)


def read_players(text: str) -> list[str]:
    """The players in a list with commas: names in lower case, and bots of one's own as they are."""
    words = [word.strip() for word in text.split(",")]
    return [word if is_own(word) else word.lower() for word in words]


def make_seats(kinds: Sequence[str]) -> tuple[Seat, ...]:
    """Seats of those kinds, with their names."""
    people = kinds.count(PERSON)
    witches, numbers = iter(WITCHES), iter(range(1, people + 1))
    called = [PLAYER] if people == 1 else [f"{PLAYER} {number}" for number in numbers]
    persons = iter(called)
    names = [next(persons) if kind == PERSON else next(witches) for kind in kinds]
    return tuple(map(Seat, kinds, names))


def seats_of_record(names: Sequence[str], players: int) -> tuple[Seat, ...]:
    """The seats that a record's names stand for; an unnamed seat is a person."""
    kept = [_printable(name) for name in names[:players]]
    seats = [_seat_of(name) for name in kept]
    return (*seats, *(Seat(PERSON, f"seat {number}") for number in range(len(seats), players)))


def _seat_of(name: str) -> Seat:
    named = re.fullmatch(r"(.+) \((.+)\)", name)
    if named and (named[2] in PLAYERS or is_own(named[2])):
        return Seat(named[2], named[1])
    return Seat(PERSON, name or PERSON)


def _printable(text: str) -> str:
    return "".join(letter for letter in text if letter.isprintable())[:40]


def names_of(seats: Sequence[Seat], you: int = -1) -> Names:
    """The seats' names for sentences that the seat `you` reads."""
    return Names(tuple(seat.name for seat in seats), you)


def make_players(seats: Sequence[Seat], match: Match, beside: Beside) -> dict[int, Player]:
    """The bots by seat. The same seed gives the same choices.

    With people at the table, searches run in a process `beside`.
    """
    has_people = any(seat.is_person for seat in seats)
    return {
        number: beside.player(seat.kind, seat.name, _player_seed(match.seed, number))
        if has_people and seat.kind in SEARCHING
        else make_player(seat.kind, _player_seed(match.seed, number))
        for number, seat in enumerate(seats)
        if not seat.is_person
    }


def _player_seed(seed: int, seat: int) -> int:
    return int.from_bytes(hashlib.sha256(f"{seed} player {seat}".encode()).digest()[:7], "big")
