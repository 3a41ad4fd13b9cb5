"""What each message from a page does to its table."""

from __future__ import annotations

from coven.server import deeds
from coven.server.changes import Change
from coven.server.deeds import Act, Deed, Say, Undo
from coven.server.entries import LessonLeft, redealt
from coven.server.errors import Refused
from coven.server.levels import Levels
from coven.server.live import Live
from coven.server.table import Table


def obeyed(table: Table, seat: int, message: Deed, live: Live, levels: Levels) -> Change:
    """Do what a seat's page asks. Raises Refused, in which case nothing has changed."""
    if table.places[seat].kind == "bot" and isinstance(message, Act | Undo | Say):
        raise Refused("forbidden", "A bot plays your seat: take it back first")
    match message:
        case Act():
            return table.act(seat, message.question, message.action, *message.then)
        case Undo():
            return table.undo(seat, message.question, message.steps)
        case Say():
            return table.say(seat, message.phrase)
        case deeds.Agree():
            return table.agree(message.options, message.level and levels.known(message.level), message.devices)
        case deeds.Start():
            return table.start()
        case deeds.LeaveLesson():
            if table.course.of(table.match) is None:
                raise Refused("not_yet", "No lesson goes on here")
            return table.step(LessonLeft())
        case _:
            return _met(table, seat, message, live, levels)


def _met(table: Table, seat: int, message: Deed, live: Live, levels: Levels) -> Change:
    """Messages about people."""
    company, status = table.company, table.status
    match message:
        case deeds.PlaceBot():
            return _bot(table, message, live, levels)
        case deeds.TakeBack():
            return table.step(company.take_back(seat))
        case deeds.Leave():
            return table.leave(seat)
        case deeds.Rename():
            return table.step(company.rename(seat, message.name))
        case deeds.Free():
            absence = live.absence(table.head.id, message.seat)
            entry = company.free(status, message.seat, seat, is_away=absence.is_away, is_ghost=absence.is_ghost)
            return table.step(entry)
        case deeds.SendAway():
            return table.step(company.send_away(status, message.seat, seat))
        case deeds.Invite():
            if message.is_open and redealt(table.log):
                raise Refused("forbidden", "This deal was played before: nobody else sits down here")
            return table.step(company.invite(seat, message.is_open))
        case deeds.LetWatch():
            return table.step(company.let_watch(status, seat, message.how))
        case deeds.CloseTable():
            return table.step(company.close(status, seat))
        case deeds.End():
            return table.step(company.want_end(status, seat, message.wants))
        case deeds.Concede():
            return table.step(company.concede(status, seat))
        case _:
            raise TypeError(f"{type(message).__name__} is not a message between people")


def _bot(table: Table, message: deeds.PlaceBot, live: Live, levels: Levels) -> Change:
    """A bot that stands in for somebody plays at the agreed level; at an empty seat, at the requested one."""
    place, absence = table.place(message.seat), live.absence(table.head.id, message.seat)
    is_here = message.seat in live.present(table.head.id)
    if place.kind == "person" and not is_here and not absence.is_away:
        wait = max(1, absence.rest)
        raise Refused("not_yet", f"{place.name} has only just gone: a bot may play for her in {wait} seconds")
    level = levels.known(message.level) if message.level else table.company.level
    if place.kind == "person" or table.status == "playing":
        level = table.company.level
    return table.place_bot(message.seat, level, is_away=not is_here)
