"""Why a seat may not do something now, from its own view and with the clause."""

from __future__ import annotations

from msgspec.structs import replace

from coven.engine.seats import owes
from coven.engine.sentences import Cited, Names
from coven.games.midnight.deck import ON_THEIR_OWN
from coven.games.midnight.rules import actions
from coven.games.midnight.rules.cards import NONE, Deck, Type
from coven.games.midnight.rules.playing import SECOND_LAST, playable
from coven.games.midnight.rules.state import Midnight, Phase
from coven.games.midnight.words.log import reason
from coven.games.midnight.words.sentences import card_name, cite, suit_name, what_counts

NOW = {Phase.TURN: "now_turn", Phase.DECLARE: "now_declare", Phase.PASS: "now_pass"}
WAITING = {Phase.TURN: "turn", Phase.DECLARE: "turn_declare", Phase.PASS: "passed"}
LONE = 1


def why_not(deck: Deck, view: Midnight, seat: int, action: int, names: Names) -> Cited:
    """Why `seat`, whose view this is, may not play `action`, which is not legal now."""
    if view.phase == Phase.OVER:
        return replace(cite("refusal", "over"), clause=reason(view))
    if action == actions.OWN_UP:
        return cite("refusal", "not_offender")
    if action >= actions.CATCH:
        offender = action - actions.CATCH
        if offender == seat:
            return cite("refusal", "self")
        whom = names[offender] if offender < view.players else f"seat {offender}"
        return cite("refusal", "no_offence", whom=whom)
    if not owes(view, seat):
        return cite("refusal", WAITING[view.phase], whom=names.row(view.owing))
    return _why_not_asked(deck, view, seat, action)


def _why_not_asked(deck: Deck, view: Midnight, seat: int, action: int) -> Cited:
    """The seat owes a decision, but not this one."""
    if view.phase == Phase.DECLARE and actions.DECLARE <= action < actions.PASS:
        return cite("refusal", "printed")
    if view.phase == Phase.PASS and action >= actions.PASS:
        return cite("refusal", "not_held", card=card_name(deck, action - actions.PASS))
    if view.phase != Phase.TURN or action >= actions.DECLARE:
        return cite("refusal", NOW[view.phase])
    if action == actions.TAKE:
        return cite("refusal", "not_cursed")
    if action == actions.DRAW:
        return _why_not_draw(view)
    return _why_not_play(deck, view, seat, action)


def _why_not_draw(view: Midnight) -> Cited:
    if view.curses:
        return cite("refusal", "now_cursed")
    if view.follow != NONE:
        return cite("refusal", "must_follow", suit=suit_name(view.follow))
    return cite("refusal", "must_play")


def _why_not_play(deck: Deck, view: Midnight, seat: int, action: int) -> Cited:
    tables = deck.tables
    kind, calls = (action - actions.PLAY) // actions.CALLS, (action - actions.PLAY) % actions.CALLS
    name = card_name(deck, kind) if kind < tables.kinds else "this card"
    if not view.held[seat] >> kind & 1:
        return cite("refusal", "not_held", card=name)
    if playable(tables, view, seat) >> kind & 1:
        return _why_not_call(view, seat, calls, tables.type[kind])
    if view.curses:
        return cite("refusal", "now_cursed")
    if view.hand_size[seat] == LONE and tables.not_last >> kind & 1:
        return cite("refusal", "last", card=name)
    if view.follow != NONE:
        return cite("refusal", "follow", card=name, suit=suit_name(view.follow))
    return _why_no_match(deck, view, kind, name)


def _why_not_call(view: Midnight, seat: int, calls: int, what: int) -> Cited:
    """The card may be played, but not with these calls."""
    if calls & actions.CALL_POX and what != Type.A_POX_ON_ALL_OF_YOU:
        return cite("refusal", "pox_not_due")
    if calls & actions.CALL_MIDNIGHT and view.hand_size[seat] != SECOND_LAST:
        return cite("refusal", "midnight_not_due")
    if what == Type.A_POX_ON_ALL_OF_YOU and not calls & actions.CALL_POX:
        return cite("refusal", "pox_due")
    return cite("refusal", "call_due")


def _why_no_match(deck: Deck, view: Midnight, kind: int, name: str) -> Cited:
    """The card does not go with what counts."""
    what = deck.tables.type[kind]
    if view.red_only:
        return cite("refusal", "red")
    if what == Type.BETRAYED:
        return cite("refusal", "betrayed")
    if what == Type.FOLLOW_THE_RECIPE:
        return cite("refusal", "recipe")
    if view.colour == NONE and view.suit != NONE and deck.tables.type[view.top] not in ON_THEIR_OWN:
        return cite("refusal", "suit_alone", card=name, suit=suit_name(view.suit))
    return cite("refusal", "no_match", card=name, what=what_counts(deck, view))
