"""Why a seat may not do something now, from its own view and with the clause."""

from __future__ import annotations

from coven.engine.seats import owes
from coven.engine.sentences import Cited, Names
from coven.games.three_witches.rules import actions
from coven.games.three_witches.rules.cards import ELIXIR, ELIXIR_BIT, Deck, has_card
from coven.games.three_witches.rules.state import Phase, ThreeWitches
from coven.games.three_witches.words.sentences import a_suit, card_name, cite

PHASES = Phase.names()

VERBS = {
    Phase.BID: ("pass", "bid"),
    Phase.RAISE: ("pass", "bid"),
    Phase.GIVE: ("give",),
    Phase.DISCARD: ("discard",),
    Phase.LEAD: ("lead",),
    Phase.CONCEAL: ("conceal",),
    Phase.FIRST: ("play", "pass"),
    Phase.SECOND: ("play", "pass"),
    Phase.LATE: ("play", "pass"),
    Phase.RETURN: ("return",),
    Phase.PROPOSE: ("propose",),
}
"""What each phase is about. Individual actions of that kind may still be refused."""


def why_not(deck: Deck, view: ThreeWitches, seat: int, action: int, names: Names) -> Cited:
    """Why `seat`, whose view this is, may not play `action`, which is not legal now."""
    phase = view.phase
    if phase == Phase.OVER:
        return cite("question", "over")
    if not owes(view, seat):
        key = Phase.LEAD if phase == Phase.CONCEAL else phase
        return cite("refusal", f"turn_{PHASES[key]}", whom=names.row(view.owing))
    if action == actions.RETURN + ELIXIR and _has_won_with_elixir(view):
        return cite("refusal", "elixir_back")
    if actions.action_verb(action) not in VERBS[phase] or phase == Phase.RAISE:
        return cite("refusal", f"now_{PHASES[phase]}")
    if action < actions.GIVE:
        return _why_not_call(deck, view, phase)
    return _why_not_card(deck, view, seat, actions.action_card(action))


def _has_won_with_elixir(view: ThreeWitches) -> bool:
    """TW-45: has the Lead just won a trick in which she played the Elixir?"""
    t = view.trick - 1
    return t >= 0 and Phase.LEAD <= view.phase <= Phase.CONCEAL and view.lead_won[t] == 1 and view.down[t] == ELIXIR


def _why_not_call(deck: Deck, view: ThreeWitches, phase: int) -> Cited:
    """A pass where none is allowed. All other calls are legal, or not what the phase is about."""
    if phase == Phase.BID:
        return cite("refusal", "must_bid")
    if phase == Phase.SECOND:
        return cite("refusal", "pass_second")
    if phase == Phase.LATE:
        return cite("refusal", "pass_late")
    return cite("refusal", "pass_able_first", suit=_lead_suit(deck, view))


def _why_not_card(deck: Deck, view: ThreeWitches, seat: int, card: int) -> Cited:
    name, hand, phase = card_name(deck, card), view.hands[seat], view.phase
    if phase in (Phase.RETURN, Phase.PROPOSE):
        return cite("refusal", f"not_laid_{PHASES[phase]}", card=name)
    if phase == Phase.CONCEAL and card == view.up[view.trick]:
        return cite("refusal", "laid_up", card=name)
    if not has_card(deck.tables, hand, card):
        clause = cite("refusal", f"now_{PHASES[phase]}").clause
        return Cited(clause, cite("refusal", "not_held", card=name).text)
    if phase == Phase.GIVE:
        is_first = view.given[view.passings][seat] == 0 and hand & ELIXIR_BIT
        return cite("refusal", "elixir_first" if is_first else "given_already", card=name)
    if card == ELIXIR and phase == Phase.LEAD:
        return cite("refusal", "elixir_up")
    key = "follow_second" if phase == Phase.SECOND else "follow_first"
    return cite("refusal", key, suit=_lead_suit(deck, view))


def _lead_suit(deck: Deck, view: ThreeWitches) -> str:
    return a_suit(deck, deck.tables.suit[view.up[view.trick]])
