"""Frames: a whole table as one seat sees it, made from that seat's view alone."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy

import msgspec
from msgspec.structs import replace as replace_fields

from coven.engine.match import Match
from coven.engine.states import SPECTATOR, State
from coven.server.company import RUNNING
from coven.server.emotes import may_emote
from coven.server.ending import result_of
from coven.server.entries import known_deal, redealt
from coven.server.levels import title_of
from coven.server.live import Absence, Spectacle
from coven.server.messages import (
    Choice,
    Closed,
    Frame,
    Glance,
    Hint,
    Phrase,
    Question,
    Seat,
    Sight,
    Speech,
    TableInfo,
)
from coven.server.table import Table

encode = msgspec.json.Encoder().encode
NO_LOG = b',"between":null,"log_from":0,"log":[]}'
"""The end of a frame without a log."""
NO_EXCUSES: Mapping[int, str] = {}
NO_ABSENCES: Mapping[int, Absence] = {}


def seats_of(
    table: Table, present: set[int], excuses: Mapping[int, str], absences: Mapping[int, Absence]
) -> list[Seat]:
    """The seats as everybody sees them.

    With who is `present`, how hindered bots play, and how long others have been away.
    """
    waited = {
        seat: absences[seat]
        for seat, place in enumerate(table.places)
        if place.kind == "person" and seat not in present and seat in absences
    }
    owing = table.match.pending if table.status == "playing" and table.match else ()
    return [
        Seat(
            seat, place.name, place.kind, place.level, title_of(place.level),
            present=place.kind == "person" and seat in present, is_owned=place.is_owned,
            has_conceded=place.has_conceded, rest=waited[seat].rest if seat in waited else 0,
            is_ghost=seat in waited and waited[seat].is_ghost, owes=seat in owing,
            excuse=excuses.get(seat) if place.kind == "bot" else None,
        )
        for seat, place in enumerate(table.places)
    ]  # fmt: skip


def info_of(
    table: Table, present: set[int], mine: list[int], absences: Mapping[int, Absence] = NO_ABSENCES
) -> TableInfo:
    """The table for somebody at its door."""
    return TableInfo(
        table.head.id, table.game.key, table.status, seats_of(table, present, {}, absences), mine,
        table.company.host, "" if known_deal(table.log) else table.share.commitment, table.has_advice, table.faces,
        table.reason,
    )  # fmt: skip


def glance_of(table: Table, present: set[int], absences: Mapping[int, Absence] = NO_ABSENCES) -> Glance:
    """The table for somebody who sits there and is elsewhere now."""
    return Glance(table.status, seats_of(table, present, {}, absences), table.reason)


def frame_of(
    table: Table, seat: int, present: set[int], told: int, excuses: Mapping[int, str] = NO_EXCUSES,
    absences: Mapping[int, Absence] = NO_ABSENCES,
) -> Frame:  # fmt: skip
    """What the seat sees. `told`: number of the last entry that its page was told of, 0 for a new page.

    For the other parameters see `Live`.
    """
    return frame_from(common_frame(table, present, excuses, absences), table, seat, told)


def common_frame(
    table: Table, present: set[int], excuses: Mapping[int, str] = NO_EXCUSES,
    absences: Mapping[int, Absence] = NO_ABSENCES, watchers: int = 0,
) -> Frame:  # fmt: skip
    """What everybody sees of a table, made once for all its pages. `watchers`: how many spectators there are."""
    company = table.company
    return Frame(
        status=table.status, you=SPECTATOR, seats=seats_of(table, present, excuses, absences), view=None,
        captions=None, question=None, choices=[], closed=[], can_undo=False, phrases=[], said=[], hint=None,
        has_emotes=may_emote(table), lesson=None, result=None, options=table.options, has_advice=table.has_advice,
        host=company.host, level=company.level, shares_devices=company.shares_devices,
        watching=company.watching, watchers=watchers, is_repeat=redealt(table.log) is not None,
        invitation=company.invitation if company.is_open else 0, wants_end=sorted(company.wants_end), next=table.next,
        reason=table.reason, between=None, log_from=0, log=[],
    )  # fmt: skip


def frame_from(common: Frame, table: Table, seat: int, told: int) -> Frame:
    """The same as `frame_of`, made from what everybody sees."""
    frame = copy(common)
    frame.you, frame.log_from = seat, told
    if table.match is None:
        return frame
    chronicle = table.chronicle(seat)
    frame.log_from = max(told, chronicle.begin)
    frame.log = chronicle.after(frame.log_from)
    view = table.view(seat)
    sight = _sight(table.match, view, seat)
    frame.view, frame.captions = sight.view, sight.captions
    if chronicle.between is not None and 0 < told < chronicle.changed:
        frame.between = _sight(table.match, chronicle.between, seat)
    frame.lesson = table.course.note(table.match, seat)
    frame.result = result_of(table, seat)
    if table.status == "playing":
        _ask(frame, table, table.match, view)
    return frame


def spectacle_of(table: Table, common: Frame) -> Spectacle:
    """What a spectator sees, made from what everybody sees and the view of nobody's seat. While only the end may be
    watched, that is who sits there. Cards that nobody saw stay hidden for spectators even then."""
    if table.match is None or (table.company.watching == "after" and table.status in RUNNING):
        return Spectacle(common, without_log(common), 0)
    frame = copy(common)
    chronicle = table.chronicle(SPECTATOR)
    frame.log_from, frame.log = chronicle.begin, chronicle.after(chronicle.begin)
    sight = _sight(table.match, table.view(SPECTATOR), SPECTATOR)
    frame.view, frame.captions = sight.view, sight.captions
    if chronicle.between is not None:
        frame.between = _sight(table.match, chronicle.between, SPECTATOR)
    frame.said = _speeches(table.match, table.view(SPECTATOR)) if table.status == "playing" else []
    result = result_of(table, SPECTATOR)
    frame.result = replace_fields(result, hidden=[]) if result else None
    return Spectacle(frame, without_log(frame), chronicle.changed)


def part_of(spectacle: Spectacle, told: int) -> Frame:
    """The frame for a spectator's page that was told of entries up to this one."""
    frame = copy(spectacle.frame)
    frame.log_from = max(told, frame.log_from)
    frame.log = [line for line in frame.log if line.entry > frame.log_from]
    if not 0 < told < spectacle.changed:
        frame.between = None
    return frame


def last_told(frame: Frame) -> int:
    """Number of the last entry that a page with this frame was told of."""
    return frame.log[-1].entry if frame.log else frame.log_from


def with_log(quiet: bytes, frame: Frame) -> bytes:
    """The frame, given its encoding without the log."""
    told = b',"between":%b,"log_from":%d,"log":%b}'
    return quiet.removesuffix(NO_LOG) + told % (encode(frame.between), frame.log_from, encode(frame.log))


def without_log(frame: Frame) -> bytes:
    """The frame, encoded without the parts for pages that have missed nothing."""
    quiet = copy(frame)
    quiet.between, quiet.log_from, quiet.log = None, 0, []
    return encode(quiet)


def _sight(match: Match, view: State, seat: int) -> Sight:
    game, deck = match.game, match.deck
    return Sight(game.texts.describe(deck, view), game.board.captions(deck, view, match.names(seat)))


def _ask(frame: Frame, table: Table, match: Match, view: State) -> None:
    """Add what the seat is asked and what it may do."""
    game, deck, seat = table.game, match.deck, frame.you
    names = match.names(seat)
    asked = game.texts.question(deck, view, seat, names)
    is_due = seat in match.pending
    frame.question = Question(table.question_id(seat), asked.text, asked.clause, is_due)
    numbers = table.numbers(seat)
    frame.choices = [
        Choice(
            number,
            match.text(number),
            game.texts.action_label(deck, view, number, names),
            game.board.touches(deck, view, number),
        )
        for number in numbers
    ]
    frame.closed = [
        Closed(touch, refusal.text, refusal.clause) for touch, refusal in game.closed(deck, view, seat, names, numbers)
    ]
    frame.can_undo = match.can_undo(seat) and table.places[seat].kind == "person"
    frame.phrases = [Phrase(key, game.talk.text(key)) for key in match.phrases(seat, view)]
    frame.said = _speeches(match, view)
    hint = game.hint(deck, view, seat, numbers)
    frame.hint = Hint(*hint) if hint else None


def _speeches(match: Match, view: State) -> list[Speech]:
    """What was said in the present moment."""
    if not match.spoken:
        return []
    moment = match.game.talk.moment(view)
    return [Speech(seat, match.game.talk.text(key)) for seat, key in match.heard(moment)]
