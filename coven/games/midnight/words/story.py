"""The story of a game of Midnight once it is over: cards left, how it was decided, what was remarkable."""

from __future__ import annotations

from coven.engine.sentences import Names, capital
from coven.engine.story import Count, Highlight
from coven.games.midnight.rules import actions
from coven.games.midnight.rules.cards import NONE, Deck, Type
from coven.games.midnight.rules.state import Ending, Midnight, Phase
from coven.games.midnight.words.log import cards_in_words, gained, tell
from coven.games.midnight.words.sentences import card_name, piece, say

WEIGHTS = {
    Type.WICKED_CACKLE: 48,
    Type.A_POX_ON_ALL_OF_YOU: 45,
    Type.BETRAYED: 40,
    Type.COVEN_CIRCLE: 30,
    Type.FAILED_SPELL: 15,
    Type.FOLLOW_THE_RECIPE: 15,
    Type.COUNTER_STIR: 12,
}
"""How remarkable it is to play a card."""
CALLED, LAST, CAUGHT, OWNED, DREW, MOST = 35, 60, 80, 55, 20, 75
PER_CARD = 6
PART = 10
"""Turns in a part of the game."""


def counts(deck: Deck, view: Midnight, names: Names) -> list[Count]:
    """MN-15, MN-64: cards left in hand, the fewer the better."""
    return [Count((-number,), _left(number)) for number in view.hand_size[: view.players]]


def _left(number: int) -> str:
    key = "none" if number == 0 else "one" if number == 1 else "many"
    return piece("end", key, count=number)


def verdict(deck: Deck, view: Midnight, names: Names) -> str:
    """MN-15, MN-64, MN-65: how the game was decided."""
    if view.ending == Ending.EMPTY_HAND:
        winner = view.winners.bit_length() - 1
        return say("end", "empty", whom=names[winner], has=names.verb(winner, "have", "has"))
    key = "standstill" if view.ending == Ending.STANDSTILL else "most_turns"
    fewest = min(view.hand_size[: view.players])
    return say("end", key, whom=names.row(view.winners), cards=cards_in_words(fewest))


def highlights(deck: Deck, before: Midnight, after: Midnight, names: Names) -> list[Highlight]:
    """What the last event did, as the log tells it in its first line."""
    if not before.players or after.events != before.events + 1:
        return []
    seat, action = after.last_seat, after.last_action
    if after.phase == Phase.OVER and action < actions.DRAW:
        card = card_name(deck, action // actions.CALLS)
        return [Highlight("last", LAST, say("moment", "last", who=capital(names[seat]), card=card))]
    kind, weight = _weight(deck, before, after, seat, action)
    lines = tell(deck, before, after, names) if weight else []
    return [Highlight(kind, weight, ". ".join(lines[:2]))] if lines else []


def _weight(deck: Deck, before: Midnight, after: Midnight, seat: int, action: int) -> tuple[str, int]:
    """The kind of an event, and how remarkable it is; 0 if it is not."""
    drawn = gained(before, after, seat)
    if action < actions.DRAW:
        what = deck.tables.type[action // actions.CALLS]
        others = sum(abs(gained(before, after, other)) for other in range(after.players) if other != seat)
        weight = min(WEIGHTS[what] + others, MOST) if what in WEIGHTS else 0
        is_called = bool(action % actions.CALLS & actions.CALL_MIDNIGHT)
        return ("called", CALLED) if is_called and weight < CALLED else (Type.names()[what], weight)
    if action in (actions.DRAW, actions.TAKE):
        is_harsh = action == actions.TAKE or before.follow != NONE
        return ("drew", min(DREW + PER_CARD * drawn, MOST)) if is_harsh and drawn > 1 else ("drew", 0)
    if action == actions.OWN_UP:
        return "owned", OWNED
    if action >= actions.CATCH:
        return "caught", CAUGHT
    return ("circle", WEIGHTS[Type.COVEN_CIRCLE]) if action == actions.PASS else ("declared", 0)


def chapter(deck: Deck, view: Midnight) -> str:
    """Ten turns make a part."""
    return say("end", "turns", first=view.turns // PART * PART + 1)
