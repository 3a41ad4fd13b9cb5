"""Why a seat may not do something now: from its own view, with the clause."""

from __future__ import annotations

from msgspec.structs import replace

from coven.engine.seats import owes
from coven.engine.sentences import Names, Refusal
from coven.games.midnight.deck import ON_THEIR_OWN
from coven.games.midnight.rules import actions
from coven.games.midnight.rules.cards import NONE, Deck, Type
from coven.games.midnight.rules.playing import playable
from coven.games.midnight.rules.state import Midnight, Phase
from coven.games.midnight.words.log import reason
from coven.games.midnight.words.sentences import card_name, refuse, suit_name, what_counts

NOW = {Phase.TURN: "now_turn", Phase.DECLARE: "now_declare", Phase.PASS: "now_pass"}
WAITING = {Phase.TURN: "turn", Phase.DECLARE: "turn_declare", Phase.PASS: "passed"}
LONE = 1
SECOND_LAST = 2


def why_not(deck: Deck, view: Midnight, seat: int, action: int, names: Names) -> Refusal:
    """Why `seat`, whose view this is, may not play `action`, which is not legal now."""
    if view.phase == Phase.OVER:
        return replace(refuse("refusal", "over"), clause=reason(view))
    if action == actions.OWN_UP:
        return refuse("refusal", "not_offender")
    if action >= actions.CATCH:
        offender = action - actions.CATCH
        if offender == seat:
            return refuse("refusal", "self")
        whom = names[offender] if offender < view.players else f"seat {offender}"
        return refuse("refusal", "no_offence", whom=whom)
    if not owes(view, seat):
        return refuse("refusal", WAITING[view.phase], whom=names.row(view.owing))
    return _why_not_asked(deck, view, seat, action)


def _why_not_asked(deck: Deck, view: Midnight, seat: int, action: int) -> Refusal:
    """The seat owes a decision, but not this one."""
    if view.phase == Phase.DECLARE and actions.DECLARE <= action < actions.PASS:
        return refuse("refusal", "printed")
    if view.phase == Phase.PASS and action >= actions.PASS:
        return refuse("refusal", "not_held", card=card_name(deck, action - actions.PASS))
    if view.phase != Phase.TURN or action >= actions.DECLARE:
        return refuse("refusal", NOW[view.phase])
    if action == actions.TAKE:
        return refuse("refusal", "not_cursed")
    if action == actions.DRAW:
        return _why_not_draw(view)
    return _why_not_play(deck, view, seat, action)


def _why_not_draw(view: Midnight) -> Refusal:
    if view.curses:
        return refuse("refusal", "now_cursed")
    if view.follow != NONE:
        return refuse("refusal", "must_follow", suit=suit_name(view.follow))
    return refuse("refusal", "must_play")


def _why_not_play(deck: Deck, view: Midnight, seat: int, action: int) -> Refusal:
    tables = deck.tables
    kind, calls = (action - actions.PLAY) // actions.CALLS, (action - actions.PLAY) % actions.CALLS
    name = card_name(deck, kind) if kind < tables.kinds else "this card"
    if not view.held[seat] >> kind & 1:
        return refuse("refusal", "not_held", card=name)
    if playable(tables, view, seat) >> kind & 1:
        return _why_not_call(view, seat, calls, tables.type[kind])
    if view.curses:
        return refuse("refusal", "now_cursed")
    if view.hand_size[seat] == LONE and tables.not_last >> kind & 1:
        return refuse("refusal", "last", card=name)
    if view.follow != NONE:
        return refuse("refusal", "follow", card=name, suit=suit_name(view.follow))
    return _why_no_match(deck, view, kind, name)


def _why_not_call(view: Midnight, seat: int, calls: int, what: int) -> Refusal:
    """The card may be played, but not with these calls."""
    if calls & actions.CALL_POX and what != Type.A_POX_ON_ALL_OF_YOU:
        return refuse("refusal", "pox_not_due")
    if calls & actions.CALL_MIDNIGHT and view.hand_size[seat] != SECOND_LAST:
        return refuse("refusal", "midnight_not_due")
    if what == Type.A_POX_ON_ALL_OF_YOU and not calls & actions.CALL_POX:
        return refuse("refusal", "pox_due")
    return refuse("refusal", "call_due")


def _why_no_match(deck: Deck, view: Midnight, kind: int, name: str) -> Refusal:
    """The card does not go with what counts."""
    what = deck.tables.type[kind]
    if view.red_only:
        return refuse("refusal", "red")
    if what == Type.BETRAYED:
        return refuse("refusal", "betrayed")
    if what == Type.FOLLOW_THE_RECIPE:
        return refuse("refusal", "recipe")
    if view.colour == NONE and view.suit != NONE and deck.tables.type[view.top] not in ON_THEIR_OWN:
        return refuse("refusal", "suit_alone", card=name, suit=suit_name(view.suit))
    return refuse("refusal", "no_match", card=name, what=what_counts(deck, view))
