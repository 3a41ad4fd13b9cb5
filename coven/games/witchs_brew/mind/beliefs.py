"""What a role promises to a seat tells of its hand: how likely the others are to have chosen the roles that they hold.

A role promises what the rules of thumb make of it for that seat (`thumb.promise`), by the goods and top cards that
everybody sees now. The more it promises, the likelier it was chosen, and is still in the hand if it was not called.
Redeals see to it that hands fit the answers.
"""

from __future__ import annotations

from math import exp

from coven.engine.jit import lowest, rule, scratch
from coven.games.witchs_brew.mind.thumb import promise, watch
from coven.games.witchs_brew.mind.worth import BAG, MIND, weigh
from coven.games.witchs_brew.rules.roles import CardTables
from coven.games.witchs_brew.rules.state import WitchsBrew

MOST = 100
"""All roles that promise this much or more are alike, and all that promise nothing."""
HEAT = 64.0
"""A role that promises this much more is e times as likely to be held, in hundredths of a point.

Half as much fits the hands of witches best. But the sharper the belief, the fewer of the worlds that are dealt count,
and with five seats few would be left.
"""


@rule
def likelihood(deck: CardTables, view: WitchsBrew, s: WitchsBrew) -> float:
    """How likely, up to a factor, the other seats are to hold what they hold in `s`: above 0, at most 1."""
    short, mind = 0, scratch(MIND)
    watch(deck, view, mind)
    for seat in range(view.players):
        if seat != view.viewer:
            weigh(deck, view, seat, 0, mind)
            left = s.hand[seat]
            while left:
                short += MOST - min(MOST, max(0, promise(deck, view, mind, lowest(left), mind[BAG])))
                left &= left - 1
    return exp(-short / HEAT)
