"""The rules of Whirling Witchcraft as the contract asks for them. The clauses are in `lay` and `produce`."""

from __future__ import annotations

from coven.engine.jit import rule
from coven.engine.seats import everybody, owes
from coven.games.whirling_witchcraft.rules import actions
from coven.games.whirling_witchcraft.rules.lay import choose_ball, clear_table, deal, lay, list_lays, start_round
from coven.games.whirling_witchcraft.rules.produce import feed, list_feeds, say_done
from coven.games.whirling_witchcraft.rules.recipes import SOURCES, RecipeTables
from coven.games.whirling_witchcraft.rules.state import Ending, Phase, WhirlingWitchcraft


@rule
def setup(deck: RecipeTables, s: WhirlingWitchcraft) -> None:
    """Deal and start the first round. Needs seed and players in `s`."""
    clear_table(s)
    s.is_last = 0
    s.winners = 0
    s.ending = Ending.OPEN
    deal(deck, s)
    s.round = 0
    start_round(s)


@rule
def legal(deck: RecipeTables, s: WhirlingWitchcraft, seat: int, out: list[int]) -> int:
    """Write the seat's legal actions to `out`, ascending, and return how many there are (0 if it owes none).

    Works on the seat's own view as well as on the truth.
    """
    if not owes(s, seat):
        return 0
    if s.phase == Phase.LAY:
        return list_lays(s, seat, out)
    return list_feeds(deck, s, seat, out)


@rule
def apply(deck: RecipeTables, s: WhirlingWitchcraft, seat: int, action: int) -> None:
    """Play a legal action of a pending seat. Nothing else is caught here (Match does that)."""
    if action == actions.DONE:
        say_done(deck, s, seat)
    elif action == actions.BALL:
        choose_ball(deck, s, seat)
    elif action >= actions.FEED:
        number = action - actions.FEED
        feed(deck, s, seat, number // SOURCES, number % SOURCES)
    else:
        lay(deck, s, seat, action - actions.LAY)


@rule
def settles(deck: RecipeTables, s: WhirlingWitchcraft, seat: int, action: int) -> int:
    """Bits of the seats that can take nothing back after this legal action: WW-10, WW-11, WW-26.

    Choices and plans can be taken back until the last seat has chosen, or is done.
    """
    is_decisive = action < actions.FEED or action >= actions.BALL
    return everybody(s) if is_decisive and s.owing == 1 << seat else 0
