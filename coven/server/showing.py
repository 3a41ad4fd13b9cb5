"""Shows a table to its open pages: each seat what it sees, and afterwards every spectator what everybody sees."""

from __future__ import annotations

import logging

from coven.server.errors import Refused
from coven.server.frames import common_frame, spectacle_of
from coven.server.live import Live, Look, Page
from coven.server.logs import broke
from coven.server.messages import Frame
from coven.server.table import Table

BROKEN = Refused("broken", "Something broke on the server; nothing has changed")

log = logging.getLogger(__name__)


def show(table: Table, live: Live) -> None:
    """Send every page what it may see now."""
    for page, look in looks(table, live):
        page.show(table, look)
    show_watchers(table, live)


def looks(table: Table, live: Live) -> list[tuple[Page, Look | None]]:
    """The pages of seats, each with what its seat sees now."""
    found, pages = list[tuple[Page, Look | None]](), live.pages(table.head.id)
    if pages:
        common = _common(table, live)
        for page in pages:
            try:
                found.append((page, page.look(table, common)))
            except Exception as reason:  # one seat's frame must not harm what others have done
                broke(log, "frame_broke", reason, table=table.head.id)
                page.end(BROKEN)
    return found


def show_watchers(table: Table, live: Live) -> None:
    """Send every spectator what everybody sees now; it is made once for all of them."""
    watchers = live.watchers(table.head.id)
    if not watchers:
        return
    try:
        spectacle = spectacle_of(table, _common(table, live))
        for watcher in watchers:
            watcher.watch(table, spectacle)
    except Exception as reason:  # spectators must not harm what others have done
        broke(log, "frame_broke", reason, table=table.head.id)
        for watcher in watchers:
            watcher.end(BROKEN)


def _common(table: Table, live: Live) -> Frame:
    """What everybody sees of a table."""
    name = table.head.id
    return common_frame(table, live.present(name), live.excuses(name), live.absences(name), len(live.watchers(name)))
