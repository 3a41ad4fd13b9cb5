"""Why a seat may not do something now, from its own view and with the clause."""

from __future__ import annotations

from coven.engine.seats import owes
from coven.engine.sentences import Cited, Names
from coven.games.witchs_brew.rules import actions
from coven.games.witchs_brew.rules.goods import GOLD
from coven.games.witchs_brew.rules.means import is_casting, is_empty, is_freely_paid, picks
from coven.games.witchs_brew.rules.roles import CardTables, Deck, Role, Spell
from coven.games.witchs_brew.rules.state import Phase, WitchsBrew
from coven.games.witchs_brew.words.sentences import cite, drop_name, role_name, stack_name

PHASES = Phase.names()
"""The key of the sentence that says what is being decided, by phase."""


def why_not(deck: Deck, view: WitchsBrew, seat: int, action: int, names: Names) -> Cited:
    """Why `seat`, whose view this is, may not play `action`, which is not legal now."""
    if view.phase == Phase.OVER:
        return cite("refusal", "over")
    if not owes(view, seat):
        key = {Phase.CHOOSE: "wait_choose", Phase.GIVE: "wait_give"}.get(view.phase, "wait")
        return cite("refusal", key, whom=names.row(view.owing))
    block = actions.block_of(action)
    verb, number = block or (actions.WORDS[action], 0)
    found = _why_not_this(view, seat, verb, number)
    return found or cite("refusal", f"now_{_now(deck.tables, view)}", role=role_name(view.role))


def _now(tables: CardTables, view: WitchsBrew) -> str:
    """What is being decided now, as the key of its sentence."""
    if view.phase != Phase.USE:
        return PHASES[view.phase]
    if is_freely_paid(view):
        return "pay"
    return "take" if picks(tables, view) else "brew" if is_casting(view, Spell.OPTIO) else "use"


def _why_not_this(view: WitchsBrew, seat: int, verb: str, number: int) -> Cited | None:
    """What is wrong with an action of the right kind; None for one of another kind."""
    if verb == "choose" and view.phase == Phase.CHOOSE:
        key = "excluded" if view.excluded >> number & 1 else "chosen"
        return cite("refusal", key, role=role_name(number))
    if verb == "call" and view.phase == Phase.CALL:
        key = "played" if view.played[seat] >> number & 1 else "not_held"
        return cite("refusal", key, role=role_name(number))
    if verb == "brew" and view.phase == Phase.USE and is_casting(view, Spell.OPTIO):
        return cite("refusal", "empty" if is_empty(view, number) else "dear", stack=stack_name(number))
    if verb == "decline" and view.phase == Phase.USE:
        return cite("refusal", "begun")
    return _why_not_goods(view, verb, number)


def _why_not_goods(view: WitchsBrew, verb: str, number: int) -> Cited | None:
    """Drops or gold that the seat does not have, or that this shelf does not take."""
    wanted = {Phase.GIVE: "give", Phase.ADD: "add", Phase.VIAL: "pay", Phase.USE: "pay"}
    if verb != wanted.get(view.phase) or not _takes_drops(view):
        return None
    if view.phase == Phase.ADD and (number == GOLD) != (view.role == Role.CUTPURSE):
        return cite("refusal", "wrong_shelf")
    return cite("refusal", "lacking", drop=drop_name(number))


def _takes_drops(view: WitchsBrew) -> bool:
    """Is the seat asked for something that drops, or gold, are picked for?"""
    return view.phase != Phase.USE or is_freely_paid(view)
