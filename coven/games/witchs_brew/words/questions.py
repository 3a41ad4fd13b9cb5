"""What a seat of Witch's Brew is asked, in words."""

from __future__ import annotations

from coven.engine.jit import popcount
from coven.engine.seats import left_of, owes
from coven.engine.sentences import Cited, Names
from coven.games.witchs_brew.rules import actions
from coven.games.witchs_brew.rules.goods import NOTHING, counts, drop_count
from coven.games.witchs_brew.rules.means import can_use, free_stack, is_empty, missing, picks, toll_of
from coven.games.witchs_brew.rules.roles import CHOSEN, ROLES, Deck, Role, Stack, is_brewer, is_free, is_red, stack_of
from coven.games.witchs_brew.rules.shelves import gift_left
from coven.games.witchs_brew.rules.state import Answer, Phase, WitchsBrew, spell
from coven.games.witchs_brew.words.sentences import (
    FAVOUR,
    cite,
    in_sentence,
    role_name,
    say,
    spell_words,
    stack_name,
    top_card,
    use_now,
)


def question(deck: Deck, view: WitchsBrew, seat: int, names: Names) -> Cited:
    """What the seat is asked, why, and under which clause. If it owes nothing, who is waited for."""
    if view.phase == Phase.OVER:
        return cite("question", "over")
    if not owes(view, seat):
        return _wait(view, seat, names)
    if view.phase == Phase.CHOOSE:
        left = CHOSEN - popcount(view.hand[seat])
        key = "choose_more" if left < CHOSEN else "choose_open" if view.excluded else "choose"
        return cite("question", key, count=left, open=ROLES - popcount(view.excluded))
    if view.phase == Phase.ANSWER:
        return _ask_answer(deck, view, seat, names)
    if view.phase == Phase.USE:
        return _ask_use(deck, view, seat)
    if view.phase == Phase.GIVE:
        key = "give" if view.picked[seat] == NOTHING else "give_more"
        return cite("question", key, count=gift_left(view, seat))
    if view.phase == Phase.ADD:
        count = missing(deck.tables, view)
        key, drops = "add_gold" if view.role == Role.CUTPURSE else "add_drops", f"{count} drop{'s' * (count > 1)}"
        return cite("question", key, count=count, drops=drops)
    return cite("question", "call" if view.phase == Phase.CALL else "vial")


def _wait(view: WitchsBrew, seat: int, names: Names) -> Cited:
    """Who is waited for, and what for."""
    key = {Phase.CHOOSE: "wait_choose", Phase.GIVE: "wait_give"}.get(view.phase, "wait")
    is_deposed = view.answer[seat] == Answer.CLAIM and view.claimant != seat
    if is_deposed and view.phase in (Phase.ANSWER, Phase.USE):
        key = "wait_deposed"
    return cite("question", key, whom=names.row(view.owing), role=role_name(view.role))


def _ask_answer(deck: Deck, view: WitchsBrew, seat: int, names: Names) -> Cited:
    """WB-13: including what the favour is, and whether anybody can answer after this seat."""
    key = "answer" if _can_be_overtaken(view, seat) else "answer_last"
    favour = in_sentence(_favour_now(deck, view, seat))
    return cite("question", key, whom=names[view.claimant], role=role_name(view.role), favour=favour)


def _can_be_overtaken(view: WitchsBrew, seat: int) -> bool:
    """WB-13: does anybody who answers after this seat have a role left?"""
    later = left_of(view, seat)
    while later != view.leader:
        if view.hand_size[later]:
            return True
        later = left_of(view, later)
    return False


def _favour_now(deck: Deck, view: WitchsBrew, seat: int) -> str:
    """What "So be it!" would bring this seat."""
    stack = stack_of(view.role)
    if is_red(view.role):
        return _toll_now(view, seat)
    if is_brewer(view.role) and is_empty(view, stack):
        return say("favour", "none", stack=stack_name(stack))
    favour = use_now(deck, view, FAVOUR)
    return favour if can_use(deck.tables, view, seat) else say("favour", "unable", favour=favour)


def _toll_now(view: WitchsBrew, seat: int) -> str:
    """WB-14, WB-40: what this seat saves by a red role's favour."""
    stack, share = stack_of(view.role), toll_of(view, seat)
    if is_empty(view, stack):
        return say("favour", "shelf_gone", stack=stack_name(stack))
    key = "free" if share == 0 else "gold_less" if view.role == Role.CUTPURSE else "drops_less"
    return say("favour", key, less=share - 1, share=share)


def _ask_use(deck: Deck, view: WitchsBrew, seat: int) -> Cited:
    """WB-17: what may be used, in words."""
    role, tables = view.role, deck.tables
    if is_red(role):
        return _ask_red(deck, view)
    is_spell = role == Role.WARLOCK and view.is_full == 1
    name, deed = _spell_now(deck, view) if is_spell else ("", use_now(deck, view, FAVOUR - view.is_full))
    if view.picked[seat] != NOTHING:
        return cite("question", "picking", deed=deed, count=picks(tables, view) - drop_count(view.picked[seat]))
    key = "use_spell" if is_spell else "use_full" if view.is_full else "use"
    return cite("question", key, role=role_name(role), spell=name, deed=in_sentence(deed))


def _spell_now(deck: Deck, view: WitchsBrew) -> tuple[str, str]:
    """The name of the top spell, and what it does now. For WB-51, including the number of drops and the card."""
    name, deed = spell_words(spell(view))
    if not is_free(spell(view)):
        return name, deed
    count, card = picks(deck.tables, view), top_card(deck, view, free_stack(view))
    return name, say("favour", "free_spell", count=f"{count} drop{'s' * (count > 1)}", card=card)


def _ask_red(deck: Deck, view: WitchsBrew) -> Cited:
    """WB-38, WB-39: what the tolls would come to, and what is already there."""
    stack = stack_of(view.role)
    lying = sum(counts(view.on_shelf[stack - Stack.GOLD_SHELF]))
    given = sum(toll_of(view, seat) for seat in range(view.players) if seat != view.claimant)
    need = deck.tables.need[stack][view.taken[stack]]
    key = f"use_{actions.STACK_TEXTS[stack]}".replace("-", "_")
    return cite("question", key, given=given, lying=lying, need=need)
