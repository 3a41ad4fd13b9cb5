"""The bots that can sit at a table."""

from __future__ import annotations

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

LEVELS = [Level(key, PLAYERS[key], note, key == USUAL) for key, note in NOTES.items()]
"""As pages get them."""


def title_of(level: str | None) -> str | None:
    """A level's title; for a level stored by another version, its name."""
    return level and PLAYERS.get(level, level)


def known_level(level: str) -> str:
    """A bot's level. Raises Refused if it does not exist."""
    if level not in NOTES:
        raise Refused("bad_message", f"level: must be one of {', '.join(NOTES)}")
    return level
