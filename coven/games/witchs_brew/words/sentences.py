"""The sentences of Witch's Brew, from en.toml; names of things and labels of actions."""

from __future__ import annotations

from coven.engine.sentences import Names, listed
from coven.engine.words import Words
from coven.games.witchs_brew.deck import STACK_KEYS, cards_of
from coven.games.witchs_brew.rules import actions
from coven.games.witchs_brew.rules.effects import VIALS_BY_SPELL, gold_by_alchemist
from coven.games.witchs_brew.rules.goods import DROPS, GOLD, NAMES, NOTHING, VIAL, counts, drop_count, some
from coven.games.witchs_brew.rules.means import (
    FAVOUR_PRICE,
    forced_drop,
    paid_drop,
    picks,
)
from coven.games.witchs_brew.rules.roles import ROLES, Deck, Role, is_brewer, is_red, stack_of
from coven.games.witchs_brew.rules.shelves import gift_left
from coven.games.witchs_brew.rules.state import NONE, Phase, WitchsBrew

BOOK = Words(__package__)
WORDS, piece, say, about, cite = BOOK.groups, BOOK.piece, BOOK.say, BOOK.about, BOOK.cite
FULL, FAVOUR = 0, 1
"""The positions of a role's two deeds among its words."""


def role_name(role: int) -> str:
    """A role in a sentence: "Begging Monk"; "" if there is none."""
    return piece("role", actions.ROLE_TEXTS[role]) if role >= 0 else ""


def role_list(roles: int) -> str:
    """The roles of a set in a list."""
    return listed([role_name(role) for role in range(ROLES) if roles >> role & 1])


def deed_words(role: int, which: int) -> str:
    """What a role's full action or favour does."""
    return str(WORDS["deed"][actions.ROLE_TEXTS[role]][which])


def in_sentence(text: str) -> str:
    """Words that usually stand alone, as they are written after a colon."""
    return f"{text[:1].lower()}{text[1:]}"


def spell_words(number: int) -> tuple[str, str]:
    """A spell's name, and what it does."""
    name, text = list(WORDS["spell"].values())[number]
    return str(name), str(text)


def stack_name(stack: int) -> str:
    """A stack's card in a sentence: "iron cauldron"."""
    return piece("stack", actions.STACK_TEXTS[stack])


def card_name(deck: Deck, stack: int, place: int) -> str:
    """A potion card in a sentence: "the iron cauldron of 3"."""
    title = deck.titles[[(key, at) for key, at, _ in cards_of(deck)].index((STACK_KEYS[stack], place))]
    return f"the {in_sentence(title)}"


def top_card(deck: Deck, view: WitchsBrew, stack: int) -> str:
    """The top card of a stack in a sentence."""
    return card_name(deck, stack, view.taken[stack])


def drop_name(kind: int) -> str:
    """A kind of drop in a sentence: "red wolf blood"; for gold "gold"."""
    return piece("drop", NAMES[kind]) if kind < DROPS else NAMES[kind]


def goods_list(goods: int) -> str:
    """A bag in words: "2 red, 1 white and 3 gold", "nothing"."""
    return BOOK.counted("goods", NAMES, counts(goods))


def action_label(deck: Deck, view: WitchsBrew, action: int, names: Names) -> str:
    """The action in words, for the seat that may choose it."""
    block = actions.block_of(action)
    if block is None:
        return _word_label(deck, view, action)
    verb, number = block
    if verb in ("choose", "call"):
        return say("label", verb, role=role_name(number), deed=in_sentence(deed_words(number, FULL)))
    if verb == "brew":
        price = deck.tables.price[number][view.taken[number]]
        return say("label", "brew", price=goods_list(price), card=top_card(deck, view, number))
    if verb == "pay" and view.phase == Phase.VIAL:
        return say("label", "pay_vial", drop=drop_name(number))
    if verb == "pay" and view.role == Role.ALCHEMIST:
        return say("label", "pay_gold", drop=drop_name(number), count=gold_by_alchemist(view))
    if number == GOLD:
        return say("label", "add_gold")
    rest = _forced_rest(deck, view, verb, number)
    if rest:
        return say("label", f"{verb}_all", goods=goods_list(some(number, 1) + rest))
    return say("label", verb, drop=drop_name(number))


def _forced_rest(deck: Deck, view: WitchsBrew, verb: str, kind: int) -> int:
    """WB-17: the bag of what goes along with a drop because nothing else is left."""
    seat = view.viewer if view.viewer >= 0 else view.turn
    if verb == "give":
        owed = gift_left(view, seat) - 1
    elif verb == "pay":
        owed = picks(deck.tables, view) - drop_count(view.picked[seat]) - 1
    else:
        return NOTHING
    forced = forced_drop(view.goods[seat] - view.picked[seat] - some(kind, 1), owed)
    return NOTHING if forced == DROPS else some(forced, owed)


def _word_label(deck: Deck, view: WitchsBrew, action: int) -> str:
    """What a single word does now."""
    if action == actions.USE:
        return _use_label(deck, view)
    if action == actions.DECLINE:
        return say("label", "decline_vial" if view.phase == Phase.VIAL else "decline")
    if action == actions.DONE:
        return say("label", "done" if view.picked[view.turn] else "done_nothing")
    return say("label", actions.WORDS[action], role=role_name(view.role))


def _use_label(deck: Deck, view: WitchsBrew) -> str:
    """What is paid and got by a favour or full action that leaves no choice."""
    role, is_full = view.role, view.is_full == 1
    if is_red(role):
        return say("label", "beg", card=top_card(deck, view, stack_of(role)))
    if role == Role.WARLOCK and is_full:
        return say(
            "label", "spend", price=goods_list(some(paid_drop(view), 1)), gain=goods_list(some(VIAL, VIALS_BY_SPELL))
        )
    return use_now(deck, view, FULL if is_full else FAVOUR)


def use_now(deck: Deck, view: WitchsBrew, which: int) -> str:
    """What this round's role does; for brewers, what it costs now."""
    stack = stack_of(view.role) if is_brewer(view.role) else NONE
    if stack == NONE:
        return deed_words(view.role, which)
    price = deck.tables.price[stack][view.taken[stack]] + some(GOLD, FAVOUR_PRICE * which)
    return say("label", "brew", price=goods_list(price), card=top_card(deck, view, stack))
