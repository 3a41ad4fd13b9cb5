"""The words and marks on the table of Witch's Brew, for one reader; what came of a set's last round."""

from __future__ import annotations

from coven.engine.plain import Plain
from coven.engine.seats import owes
from coven.engine.sentences import Names, capital
from coven.games.witchs_brew.deck import STACK_KEYS, cards_of
from coven.games.witchs_brew.rules.actions import STACK_TEXTS
from coven.games.witchs_brew.rules.goods import GOLD, VIAL, count, drop_count
from coven.games.witchs_brew.rules.means import is_empty
from coven.games.witchs_brew.rules.roles import CAULDRONS, CHOSEN, ROLES, STACKS, Deck, is_brewer, is_red, stack_of
from coven.games.witchs_brew.rules.sets import points
from coven.games.witchs_brew.rules.state import ENOUGH_RAVENS, HIDDEN, NONE, Answer, Phase, WitchsBrew
from coven.games.witchs_brew.words.describe import ANSWERS, DEEDS, Shelf, Stack, card_got
from coven.games.witchs_brew.words.printed import goods_words, potion_words, price_words
from coven.games.witchs_brew.words.sentences import WORDS, about, piece, role_list, role_name, say

TAKERS = {stack_of(role): role for role in range(ROLES) if is_brewer(role) or is_red(role)}
"""Who takes from a stack."""


class Outcome(Plain):
    """What a seat got out of this round."""

    words: str
    """What it paid and got, or that it could not or would not."""
    is_trade: bool
    """Has it paid or got anything?"""


class Captions(Plain):
    """The words and marks on the table."""

    headline: str
    """What is going on at the table."""
    out: str
    """The roles that are out in this set."""
    turned_up: str
    """The roles of the spare pack turned up so far."""
    ravens: int
    ravens_words: str
    ravens_of: str
    """How far the end is: "1 of 4 ravens"."""
    is_last_set: bool
    to_choose: int
    """How many roles to choose for a set."""
    said: list[str]
    """[seat]: what it answered to this round's role."""
    deposed: list[bool]
    """[seat]: has it claimed the role, and then somebody else?"""
    outcomes: list[Outcome | None]
    """[seat]."""
    states: list[str]
    """[seat]: what the seat is doing."""
    won: list[str]
    """[seat]: cards, ravens and roles."""
    sums: list[str]
    """[seat]: points, and where they come from."""
    goods: list[str]
    """[seat]: its goods."""
    aside: str
    """What the reader has laid aside."""
    lying: dict[Shelf, int]
    """How much is on a shelf, out of what it needs."""
    stacks: dict[Stack, str]
    """Who takes from a stack, and for what."""


def captions(deck: Deck, view: WitchsBrew, names: Names) -> Captions:
    """The words and marks on the table, for the reader of `names`."""
    seats = range(view.players)
    ravens = sum(view.ravens[seat] for seat in seats)
    is_last = ravens >= ENOUGH_RAVENS
    turned = sum(1 << role for role in view.spare[: view.turned] if role not in (NONE, HIDDEN))
    return Captions(
        headline=_headline(view, names),
        out=piece("head", "out", roles=role_list(view.excluded)) if view.excluded else "",
        turned_up=say("head", "turned_up", roles=role_list(turned)) if view.spare_pack else "",
        ravens=ravens,
        ravens_words=say("raven", "last" if is_last else "ends", count=ravens, most=ENOUGH_RAVENS),
        ravens_of=say("raven", "of", count=ravens, most=ENOUGH_RAVENS),
        is_last_set=is_last,
        to_choose=CHOSEN,
        said=[_said(view, seat) for seat in seats],
        deposed=[view.answer[seat] == Answer.CLAIM and view.claimant != seat for seat in seats],
        outcomes=[_outcome(deck, view, seat) for seat in seats],
        states=[_state(view, seat) for seat in seats],
        won=[_won(view, seat) for seat in seats],
        sums=[_sum(view, seat) for seat in seats],
        goods=[goods_words(view.goods[seat]) for seat in seats],
        aside=goods_words(view.picked[names.you]) if names.you >= 0 else "",
        lying={shelf: _lying(view, CAULDRONS + i) for i, shelf in enumerate(STACK_TEXTS[CAULDRONS:])},
        stacks={STACK_TEXTS[stack]: _about_stack(deck, view, stack) for stack in range(STACKS)},
    )


def between(deck: Deck, before: WitchsBrew, after: WitchsBrew) -> WitchsBrew | None:
    """Show what came of the last round of a set before roles are chosen again."""
    if not before.set or before.phase == Phase.CHOOSE or after.phase != Phase.CHOOSE:
        return None
    seen = after.copy()
    seen.phase, seen.owing, seen.turn = Phase.CALL, 0, NONE
    seen.set, seen.round, seen.played = before.set, before.round, list(before.played)
    seen.hand, seen.book, seen.books = [0] * len(after.hand), before.book, list(before.books)
    seen.spare, seen.turned, seen.excluded = list(before.spare), before.turned, before.excluded
    return seen


def _form(key: str, seat: int, names: Names, **values: object) -> str:
    """A headline for the seat itself, or for the others."""
    return "" if seat == NONE else about("head", key, seat, names, **values)


def _headline(view: WitchsBrew, names: Names) -> str:
    if view.phase == Phase.CHOOSE:
        return _form("choose", view.turn, names)
    if view.phase == Phase.CALL:
        return say("head", "set_over") if view.turn == NONE else _form("call", view.turn, names)
    if view.phase == Phase.OVER:
        return ""
    claims = _form("claims", view.claimant, names, role=role_name(view.role))
    if view.phase == Phase.ANSWER:
        return _form("answer", view.turn, names, claims=claims)
    if view.phase in (Phase.GIVE, Phase.ADD):
        return say("head", "give" if view.phase == Phase.GIVE else "add", claims=claims)
    return claims if view.is_full else say("head", "favour", who=capital(names[view.turn]))


def _said(view: WitchsBrew, seat: int) -> str:
    answer = ANSWERS.get(view.answer[seat])
    if not answer or view.role == NONE:
        return ""
    is_no = answer == "claim" and seat != view.leader
    return say("said", "claim_too" if is_no else answer, role=role_name(view.role))


def _outcome(deck: Deck, view: WitchsBrew, seat: int) -> Outcome | None:
    paid, got, card = view.paid[seat], view.got[seat], card_got(view, seat)
    parts = [piece("outcome", key, goods=goods_words(goods)) for key, goods in (("paid", paid), ("got", got)) if goods]
    if card:
        stack = view.got_card[seat]
        parts.append(piece("outcome", "took", card=_card(deck, stack, deck.cards.index(card))))
    if parts:
        return Outcome(", ".join(parts), is_trade=True)
    deed = DEEDS.get(view.deed[seat])
    return Outcome(piece("outcome", deed), is_trade=False) if deed in ("declined", "unable") else None


def _card(deck: Deck, stack: int, card: int) -> str:
    return potion_words(STACK_TEXTS[stack], cards_of(deck)[card][2])


def _state(view: WitchsBrew, seat: int) -> str:
    is_asked = owes(view, seat)
    if view.phase == Phase.OVER or (view.phase == Phase.CALL and not is_asked):
        return ""
    if view.phase == Phase.CHOOSE:
        return piece("state", "choosing" if is_asked else "ready")
    if view.phase == Phase.CALL:
        return piece("state", "calls")
    if view.phase == Phase.GIVE:
        return piece("state", "gives" if is_asked else "ready") if is_asked or view.toll[seat] > 0 else ""
    return piece("state", "to_act") if is_asked else ""


def _number(number: int, what: str) -> str:
    return f"{number} {WORDS['won'][what][number != 1]}"


def _won(view: WitchsBrew, seat: int) -> str:
    cards = sum(owners.count(seat) for owners in view.owners)
    values = {"cards": _number(cards, "card"), "ravens": _number(view.ravens[seat], "raven")}
    return say("won", "count", roles=_number(view.hand_size[seat], "role"), **values)


def _sum(view: WitchsBrew, seat: int) -> str:
    total = _number(points(view, seat), "point")
    return say("won", "sum", points=total, cards=view.card_points[seat], vials=count(view.goods[seat], VIAL))


def _lying(view: WitchsBrew, stack: int) -> int:
    goods = view.on_shelf[stack - CAULDRONS]
    return count(goods, GOLD) if stack == CAULDRONS else drop_count(goods)


def _about_stack(deck: Deck, view: WitchsBrew, stack: int) -> str:
    role = role_name(TAKERS[stack])
    if stack < CAULDRONS:
        return say("potion", "brewed", role=role)
    text = say("potion", "on_shelf", role=role)
    if is_empty(view, stack):
        return text
    top = deck.data[STACK_KEYS[stack]][view.taken[stack]]
    return f"{text} {say('potion', 'on_it', lying=_lying(view, stack), price=price_words(STACK_TEXTS[stack], top))}"
