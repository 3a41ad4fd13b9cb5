"""Faces that people show each other across a table: seen for some seconds, and kept nowhere.

They tell nothing of the game, so they are no acts of it. Where a game has a law of table talk there are none.
"""

from __future__ import annotations

from coven.server.deeds import Emote
from coven.server.errors import Refused
from coven.server.messages import Emoted
from coven.server.table import Table


def may_emote(table: Table) -> bool:
    """May people show faces at this table now?"""
    return table.game.talk.law is None and table.status in ("playing", "over")


def emoted(table: Table, seat: int, message: Emote) -> Emoted:
    """What everybody is shown. Raises Refused if the seat may show nothing now."""
    law = table.game.talk.law
    if law is not None:
        raise Refused("illegal", law.text, law.clause)
    if not may_emote(table):
        raise Refused("not_yet" if table.status == "lobby" else "closed", table.reason or "The game has not begun")
    if table.places[seat].kind != "person":
        raise Refused("forbidden", "A bot plays your seat: take it back first")
    return Emoted(seat, message.emote)
