"""The people of a table: who sits where, who is the host, and what they may do to each other.

`docs/tables.md` explains it. Nothing here knows a game.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field, replace

from coven.engine.endings import AGREED, CONCEDED, Ending
from coven.engine.fair import is_share
from coven.server import entries
from coven.server.deeds import Watching
from coven.server.entries import AboutPersons
from coven.server.errors import Refused
from coven.server.levels import USUAL, title_of
from coven.server.messages import SeatKind, Status
from coven.server.names import bot_name, clean_name, isolated

NO_HOST = "Only the host of this table can do that"
RUNNING = ("lobby", "playing")
WATCHED: dict[Watching, str] = {
    "off": "Nobody may watch any more",
    "public": "Others may watch: they see what everybody sees",
    "after": "Others may watch once the game is over",
}
"""What the log tells of who may watch."""


@dataclass
class Place:
    """One seat of a table."""

    kind: SeatKind = "empty"
    name: str = ""
    level: str | None = None
    is_owned: bool = False
    """Does it belong to a person, even while a bot plays for her?"""
    has_conceded: bool = False
    """Has its person conceded?"""
    persons: set[str] = field(default_factory=set)
    """The browsers of its person."""


class Company:
    """The fold of the log entries about people. Methods named after what people do check it and return the entry
    to be written; they raise Refused, and change nothing."""

    def __init__(self, players: int) -> None:
        self.places = [Place() for _ in range(players)]
        self.host: int | None = None
        """The seat of whoever opened the table; if she goes, the next person in seat order."""
        self.seen: defaultdict[str, set[int]] = defaultdict(set)
        """By browser: the seats whose hands it may have seen in this game."""
        self.banned: set[str] = set()
        """Browsers of people sent away by the host."""
        self.shares_devices = False
        """Has the table agreed that several people may play in one browser?"""
        self.invitation = 1
        """Number of the current invitation; each new one has the next."""
        self.is_open = True
        """Is there an invitation?"""
        self.watching: Watching = "off"
        """Who may watch."""
        self.watch_link = 0
        """Number of the current link for spectators; whenever watching is allowed anew, it has the next."""
        self.wants_end: set[int] = set()
        """Seats whose people want to end the game without a winner."""
        self.ended = ""
        """How the game ended, if not by its rules (see `Ending`)."""
        self.agreed_level: str | None = None
        """The level of bots that stand in for people, if the table has agreed on one."""
        self.failed: set[int] = set()
        """Seats whose own bots have failed in this game (`entries.OwnBotFailed`)."""
        self._has_begun = False

    def copy(self) -> Company:
        """An independent company that stands where this one does."""
        twin = Company(0)
        vars(twin).update(vars(self))
        twin.places = [replace(place, persons=set(place.persons)) for place in self.places]
        twin.seen = defaultdict(set, {person: set(seats) for person, seats in self.seen.items()})
        twin.banned, twin.wants_end = set(self.banned), set(self.wants_end)
        twin.failed = set(self.failed)
        return twin

    # The current position

    @property
    def level(self) -> str:
        """The level of bots that stand in for people: the agreed one, or else that of the other bots."""
        others = [place.level for place in self.places if place.kind == "bot" and place.level]
        return self.agreed_level or next((level for level in others if level != "random"), USUAL)

    @property
    def names(self) -> tuple[str, ...]:
        """What the seats are called in sentences."""
        return tuple(isolated(place.name) or f"seat {seat + 1}" for seat, place in enumerate(self.places))

    @property
    def ending(self) -> Ending:
        """How the game ended, if not by its rules, and who gave it up."""
        conceded = tuple(seat for seat, place in enumerate(self.places) if place.has_conceded)
        return Ending(self.ended, conceded, len(self.places))

    def place(self, seat: int) -> Place:
        """A seat of this table. Raises Refused if it does not exist."""
        if not 0 <= seat < len(self.places):
            raise Refused("not_found", f"There is no seat {seat} at this table")
        return self.places[seat]

    def check_browser(self, status: Status, seat: int, person: str) -> None:
        """Raises Refused if a browser may not have the seat: nobody sees two hands of a game."""
        self.check_banned(person)
        if not person or self.shares_devices or status not in RUNNING:
            return
        held = {other for other, place in enumerate(self.places) if person in place.persons}
        if held - {seat}:
            raise Refused(
                "forbidden",
                "You already have a seat at this table, and nobody sees two hands of a game. Before the start, the "
                "table can agree that several play at one device",
            )
        if self.seen[person] - {seat}:
            raise Refused("forbidden", "You have seen another hand of this game: nobody sees two hands of a game")

    def check_banned(self, person: str) -> None:
        """Raises Refused to a browser whose person was sent away."""
        if person in self.banned:
            raise Refused("forbidden", "The host has sent you away from this table")

    # What people do

    def sit(self, status: Status, seat: int, name: str, nonce: str, person: str) -> entries.SatDown:
        """Take a free seat."""
        place = self.place(seat)
        if not is_share(nonce):
            raise Refused("bad_message", "nonce: must be 32 hexadecimal digits")
        if place.has_conceded:
            raise Refused("closed", "This seat was given up: a bot plays it to the end")
        if place.is_owned or place.kind == "person":
            is_full = all(other.is_owned for other in self.places)
            raise Refused(*(("full", "This table is full") if is_full else ("taken", "This seat is taken")))
        self.check_browser(status, seat, person)
        return entries.SatDown(seat, clean_name(name, self._other_names(seat)), nonce, person)

    def open_elsewhere(self, status: Status, seat: int, person: str) -> entries.Opened | None:
        """Open your seat in another browser; None if it is known there."""
        self.check_browser(status, seat, person)
        return None if person in self.place(seat).persons else entries.Opened(seat, person)

    def place_bot(self, seat: int, level: str, is_away: bool, name: str) -> entries.BotPlaced:
        """Let a bot play a seat that is empty, or whose person is not there."""
        place = self.place(seat)
        if place.kind == "bot":
            raise Refused("taken", "A bot already plays this seat")
        if place.kind == "person" and not is_away:
            raise Refused("taken", "This seat is taken, and its owner is here")
        name = place.name if place.is_owned else name or bot_name(self._other_names(seat))
        return entries.BotPlaced(seat, name, level)

    def take_back(self, seat: int) -> entries.TakenBack:
        """Take your seat back from a bot."""
        place = self.place(seat)
        if place.has_conceded:
            raise Refused("closed", "You have conceded this game: a bot plays your seat to the end")
        if not (place.kind == "bot" and place.is_owned):
            raise Refused("taken", "You already play this seat")
        return entries.TakenBack(seat)

    def rename(self, seat: int, name: str) -> entries.Renamed:
        """Change a name."""
        return entries.Renamed(seat, clean_name(name, self._other_names(seat)))

    def free(self, status: Status, seat: int, by: int, *, is_away: bool, is_ghost: bool) -> entries.Freed:
        """Before the start: free the seat of somebody who is away, or (anybody may) of somebody who never came."""
        place = self.place(seat)
        if status != "lobby":
            raise Refused("not_yet", "Seats are freed before the start; during a game a bot can play for her")
        if not place.is_owned or seat == by:
            raise Refused("taken", "This seat does not belong to somebody who is away")
        if not (is_ghost or is_away):
            raise Refused("taken", f"{place.name} is here, or has only just gone")
        if by != self.host and not is_ghost:
            raise Refused("forbidden", f"{NO_HOST}: {place.name} has been here")
        return entries.Freed(seat, by)

    def send_away(self, status: Status, seat: int, by: int) -> entries.SentAway:
        """Send a person away for good; during a game a bot plays on."""
        self.need_host(by)
        place = self.place(seat)
        if status not in RUNNING:
            raise Refused("closed", "This game is over")
        if seat == by or not place.is_owned:
            raise Refused("taken", "You cannot send yourself away" if seat == by else "Nobody has this seat")
        if status == "lobby":
            return entries.SentAway(seat, by)
        return entries.SentAway(seat, by, bot_name([one.name for one in self.places]), self.level)

    def invite(self, by: int, is_open: bool) -> entries.Invited:
        """Withdraw the invitation, or make a new one."""
        self.need_host(by)
        if self.is_open == is_open:
            raise Refused("taken", "There is already an invitation" if is_open else "There is no invitation")
        return entries.Invited(by, is_open)

    def let_watch(self, status: Status, by: int, how: Watching) -> entries.WatchAgreed:
        """Decide who may watch."""
        self.need_host(by)
        if status == "closed":
            raise Refused("closed", "This table is closed")
        if how == self.watching:
            raise Refused("taken", "That is agreed already")
        return entries.WatchAgreed(how)

    def close(self, status: Status, by: int) -> entries.Closed:
        """Close the table for everybody."""
        self.need_host(by)
        if status not in RUNNING:
            raise Refused("closed", "This game is over")
        return entries.Closed(f"{self.names[by]}, the host, has closed this table", by)

    def want_end(self, status: Status, seat: int, wants: bool) -> entries.EndWanted:
        """Propose to end the game without a winner, agree to it, or take that back."""
        self._need_game(status, seat)
        if wants == (seat in self.wants_end):
            text = "You have already agreed to end the game" if wants else "You have not agreed to end the game"
            raise Refused("taken", text)
        return entries.EndWanted(seat, wants)

    def concede(self, status: Status, seat: int) -> entries.Conceded:
        """Concede the game."""
        self._need_game(status, seat)
        return entries.Conceded(seat, self.level)

    def agree_level(self, level: str) -> entries.LevelAgreed:
        """Agree on the level of bots that stand in for people."""
        if level == "random":
            raise Refused("bad_message", "level: a bot that plays for somebody cannot play at random")
        return entries.LevelAgreed(level)

    def agree_devices(self, are_shared: bool) -> entries.DevicesAgreed:
        """Agree whether several people may play in one browser."""
        held = [person for place in self.places for person in place.persons]
        if not are_shared and len(held) > len(set(held)):
            raise Refused("taken", "Several people play at one device here: one of them must leave first")
        return entries.DevicesAgreed(are_shared)

    def need_host(self, seat: int) -> None:
        """Raises Refused for everybody but the host."""
        if seat != self.host:
            raise Refused("forbidden", NO_HOST)

    def _need_game(self, status: Status, seat: int) -> None:
        if status != "playing":
            raise Refused("not_yet" if status == "lobby" else "closed", "No game is being played")
        if self.places[seat].has_conceded:
            raise Refused("closed", "You have already conceded this game")

    def _other_names(self, seat: int) -> list[str]:
        return [place.name for other, place in enumerate(self.places) if other != seat and place.kind != "empty"]

    # The fold

    def begin(self) -> None:
        """The cards are dealt: everybody sees her own hand."""
        self._has_begun = True
        for seat, place in enumerate(self.places):
            self._show(seat, place)

    def _show(self, seat: int, place: Place) -> None:
        for person in place.persons if self._has_begun else ():
            self.seen[person].add(seat)

    def take(self, entry: AboutPersons) -> list[str]:
        """Apply the next entry. Returns the log lines about it."""
        match entry:
            case entries.SatDown() | entries.Opened() | entries.TakenBack() | entries.Renamed() | entries.BotPlaced():
                lines = self._take_seat(entry)
            case entries.Left() | entries.Freed() | entries.SentAway():
                lines = self._take_leave(entry)
            case entries.EndWanted() | entries.Conceded():
                lines = self._take_end(entry)
            case entries.OwnBotFailed():
                self.failed.add(entry.seat)
                lines = [f"The bot of {self.names[entry.seat]} has failed: rules of thumb play on"]
            case entries.LevelAgreed():
                self.agreed_level = entry.level
                lines = [f"Bots that stand in for people play as: {title_of(entry.level)}"]
            case entries.DevicesAgreed():
                self.shares_devices = entry.are_shared
                lines = [f"{'Several people' if entry.are_shared else 'Only one person'} may play at one device"]
            case entries.WatchAgreed():
                self.watch_link += self.watching == "off"
                self.watching = entry.how
                lines = [WATCHED[entry.how]]
            case entries.Invited():
                self.is_open = entry.is_open
                self.invitation += entry.is_open
                done = "has made a new invitation" if entry.is_open else "has withdrawn the invitation"
                lines = [f"{self._told(entry.by)} {done}"]
        return lines + self._pass_on() + self._end_by_agreement()

    def _take_seat(
        self, entry: entries.SatDown | entries.Opened | entries.TakenBack | entries.Renamed | entries.BotPlaced
    ) -> list[str]:
        place, seat = self.places[entry.seat], entry.seat
        before = isolated(place.name)
        match entry:
            case entries.SatDown():
                persons = {entry.person} if entry.person else set()
                self.places[seat] = Place("person", entry.name, None, True, persons=persons)
                self._show(seat, self.places[seat])
                return [f"{isolated(entry.name)} takes the seat" + (f" of {before}" if before else "")]
            case entries.Opened():
                place.persons.add(entry.person)
                self._show(seat, place)
                return []
            case entries.TakenBack():
                place.kind, place.level = "person", None
                return [f"{before} is back"]
            case entries.Renamed():
                place.name = entry.name
                return [f"{before} is called {isolated(entry.name)} now"]
            case entries.BotPlaced():
                place.kind, place.name, place.level = "bot", entry.name, entry.level
                name = isolated(entry.name)
                return [f"A bot plays for {name} now" if place.is_owned else f"{name}, a bot, sits down"]

    def _take_leave(self, entry: entries.Left | entries.Freed | entries.SentAway) -> list[str]:
        place, seat = self.places[entry.seat], entry.seat
        name, by = isolated(place.name), "" if isinstance(entry, entries.Left) else self._told(entry.by)
        self.wants_end.discard(seat)
        if place.has_conceded:
            self.places[seat] = Place("bot", place.name, place.level, has_conceded=True)
        else:
            self.places[seat] = Place("empty", place.name if self._has_begun else "")
        match entry:
            case entries.Left():
                return [f"{name} has left"]
            case entries.Freed():
                return [f"{by} frees the seat of {name}, who is not here"]
            case entries.SentAway():
                self.banned |= place.persons - {person for other in self.places for person in other.persons}
                if not entry.bot or place.has_conceded:
                    return [f"{by} sent {name} away"]
                self.places[seat] = Place("bot", entry.bot, entry.level)
                return [f"{by} sent {name} away; {entry.bot}, a bot, plays on"]

    def _take_end(self, entry: entries.EndWanted | entries.Conceded) -> list[str]:
        seat, name = entry.seat, self.names[entry.seat]
        if isinstance(entry, entries.EndWanted):
            if not entry.wants:
                self.wants_end.discard(seat)
                return [f"{name} does not want to end the game any more"]
            verb = "agrees" if self.wants_end else "proposes"
            self.wants_end.add(seat)
            return [f"{name} {verb} to end the game"]
        place = self.places[seat]
        self.wants_end.discard(seat)
        place.kind, place.level, place.has_conceded = "bot", entry.level, True
        left = [other for other, one in enumerate(self.places) if not one.has_conceded]
        if len(left) == 1:
            self.ended = CONCEDED
            return [f"{name} concedes: {self.names[left[0]]} wins"]
        if not any(self.places[other].is_owned for other in left):
            self.ended = CONCEDED
            return [f"{name} concedes: nobody plays on"]
        return [f"{name} concedes; a bot plays the seat to the end"]

    def _pass_on(self) -> list[str]:
        """The log line about a new host, if there is one."""
        before = self.host
        if before is not None and self.places[before].is_owned and self.places[before].kind == "person":
            return []
        start = 0 if before is None else before
        order = [(start + step) % len(self.places) for step in range(len(self.places))]
        owned = [seat for seat in order if self.places[seat].is_owned]
        self.host = next((seat for seat in owned if self.places[seat].kind == "person"), owned[0] if owned else None)
        if self.host in (None, before) or before is None:
            return []
        return [f"{self.names[self.host]} is the host now"]

    def _end_by_agreement(self) -> list[str]:
        owners = {seat for seat, place in enumerate(self.places) if place.is_owned and not place.has_conceded}
        if self.ended or not self.wants_end or not owners <= self.wants_end:
            return []
        self.ended = AGREED
        return ["The game is ended by agreement: everybody who plays has agreed"]

    def _told(self, seat: int) -> str:
        return f"{self.names[seat]}, the host," if seat == self.host else self.names[seat]
