"""The bots that can sit at a table."""

from __future__ import annotations

import re
from collections.abc import Iterable

from coven.players import PLAYERS
from coven.server.errors import Refused
from coven.server.messages import Level

NOTES = {
    "apprentice": "plays by rules of thumb and slips now and then",
    "witch": "thinks a little ahead",
    "high-witch": "thinks ahead for up to a second",
    "thumb": "plays by rules of thumb and never slips",
    "random": "plays any legal move",
}
"""How they play, in the order people see them; the last two are for measuring."""
USUAL = "witch"
"""The level of a bot if nobody has named one."""

KEY = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
"""How a level's key is written."""
LONGEST_KEY = 24
OWN_NOTE = "a bot of whoever runs this server"


class Levels:
    """The levels that pages of this server may choose: ours, and those of the operator's own bots."""

    def __init__(self, own: Iterable[str] = ()) -> None:
        """`own`: the keys of the operator's bots. Raises ValueError for one that cannot be a level's key."""
        self.own = tuple(own)
        for key in self.own:
            if not KEY.fullmatch(key) or len(key) > LONGEST_KEY:
                raise ValueError(
                    f"{key}: a bot's name has lower-case letters and digits, with hyphens between them, and at most "
                    f"{LONGEST_KEY} characters"
                )
            if key in PLAYERS or self.own.count(key) > 1:
                raise ValueError(f"{key}: there is a bot of that name already")
        self.all = [Level(key, PLAYERS[key], note, key == USUAL) for key, note in NOTES.items()]
        """As pages get them."""
        self.all += [Level(key, str(title_of(key)), OWN_NOTE, False) for key in self.own]

    def known(self, key: str) -> str:
        """A bot's level. Raises Refused if it does not exist."""
        if key not in NOTES and key not in self.own:
            raise Refused("bad_message", f"level: must be one of {', '.join([*NOTES, *self.own])}")
        return key


def title_of(level: str | None) -> str | None:
    """A level's title; for one that is not ours, its name in words."""
    return level and (PLAYERS.get(level) or level.replace("-", " ").capitalize())
