"""What a seat of Midnight is asked, in words."""

from __future__ import annotations

from msgspec.structs import replace

from coven.engine.jit import lowest
from coven.engine.seats import owes
from coven.engine.sentences import Cited, Names
from coven.games.midnight.rules.cards import NONE, Deck, Type
from coven.games.midnight.rules.playing import can_draw, playable
from coven.games.midnight.rules.state import Midnight, Phase, seat_after
from coven.games.midnight.rules.turns import RECIPE_DRAW
from coven.games.midnight.words.log import reason
from coven.games.midnight.words.sentences import NUMBERS, at_most, card_name, cite, suit_name, what_counts


def question(deck: Deck, view: Midnight, seat: int, names: Names) -> Cited:
    """What the seat is asked, why, and under which clause. If it owes nothing, who is waited for."""
    if view.phase == Phase.OVER:
        return replace(cite("question", "over"), clause=reason(view))
    if not owes(view, seat):
        key = "wait_pass" if view.phase == Phase.PASS else "wait"
        return cite("question", key, whom=names.row(view.owing))
    if view.phase == Phase.PASS:
        return cite("question", "pass", next=names[seat_after(view, seat, 1)])
    if view.phase == Phase.DECLARE:
        is_polymorph = deck.tables.type[view.top] == Type.POLYMORPH
        return cite("question", "declare_polymorph" if is_polymorph else "declare")
    return _ask_at_turn(deck, view, seat)


def _ask_at_turn(deck: Deck, view: Midnight, seat: int) -> Cited:
    """The question by what the seat can play. A sidestep is separate, because it never has to be played."""
    tables = deck.tables
    kinds = playable(tables, view, seat)
    pox = kinds & tables.of_type[Type.A_POX_ON_ALL_OF_YOU]
    suit, what = suit_name(view.follow) if view.follow != NONE else "", what_counts(deck, view)
    is_lone = view.hand_size[seat] == 1 and bool(view.held[seat] & tables.not_last)
    if not kinds and is_lone and not view.curses and view.follow == NONE:
        key = "lone" if can_draw(tables, view) else "lone_bare"
        return cite("question", key, card=card_name(deck, lowest(view.held[seat])))
    key = _key_at_turn(view, bool(kinds & ~pox), bool(pox), can_draw(tables, view))
    count, three = at_most(deck, view, view.curses), at_most(deck, view, RECIPE_DRAW)
    return cite("question", key, count=count, three=NUMBERS[three], suit=suit, what=what)


def _key_at_turn(view: Midnight, can_play: bool, has_pox: bool, may_draw: bool) -> str:
    if view.curses:
        return ("cursed" if can_play else "cursed_alone") + ("" if may_draw else "_bare")
    if view.follow != NONE and can_play:
        return "follow"
    if view.follow != NONE:
        return "cannot_follow" + ("" if may_draw else "_bare") + ("_but_pox" if has_pox else "")
    if can_play and (view.red_only or view.any_suit):
        return ("red" if view.red_only else "any_suit") + ("" if may_draw else "_bare")
    if can_play:
        return "turn" if may_draw else "turn_bare"
    if has_pox:
        return "nothing_but_pox" if may_draw else "nothing_bare_but_pox"
    return "nothing" if may_draw else "nothing_bare"
