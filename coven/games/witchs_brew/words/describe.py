"""A view as plain data, for programs and for the page."""

from __future__ import annotations

from typing import Annotated, Any

from coven.engine.plain import Plain, among, seat_or_none
from coven.engine.seats import owes
from coven.engine.sets import members
from coven.games.witchs_brew.deck import STACK_KEYS, card_id
from coven.games.witchs_brew.rules.actions import ROLE_TEXTS, STACK_TEXTS
from coven.games.witchs_brew.rules.goods import DROPS, NAMES, NOTHING, counts, drop_count
from coven.games.witchs_brew.rules.means import is_empty, picks
from coven.games.witchs_brew.rules.roles import HEIGHTS, ROLES, SPELLS, STACKS, Deck, Spell
from coven.games.witchs_brew.rules.sets import points
from coven.games.witchs_brew.rules.shelves import gift_left
from coven.games.witchs_brew.rules.state import ENOUGH_RAVENS, HIDDEN, NONE, Answer, Deed, Phase, WitchsBrew

PHASES = Phase.names()
ANSWERS = {number: name for number, name in Answer.names().items() if number != Answer.OPEN}
DEEDS = {number: name for number, name in Deed.names().items() if number != Deed.OPEN}
SPELL_TEXTS = tuple(Spell.names().values())


Stack = Annotated[str, among("Stack", STACK_TEXTS, "STACKS")]
SHELVES = STACK_TEXTS[-2:]
Shelf = Annotated[str, among("Shelf", SHELVES)]
Drop = Annotated[str, among("Drop", NAMES[:DROPS], "DROPS")]


class Goods(Plain):
    """How many of each kind: drops, gold and vials."""

    red: int
    green: int
    white: int
    gold: int
    vials: int


class View(Plain):
    """What a seat sees of Witch's Brew. Roles, spells and potion cards are texts ("begging-monk", "copia",
    "gold-shelf-2": the second card of its stack); seats are numbers. `role` to `got_card` belong to the current round,
    or until the next role is called to the last one."""

    you: int | None
    phase: Annotated[str, among("Phase", PHASES.values())]
    pending: list[int]
    """Seats that owe a decision."""
    set: int
    round: int
    """In this set; 0 before the first."""
    starter: int
    hand: list[str]
    """The viewer's own; while roles are being chosen, those it has chosen so far."""
    hand_sizes: list[int]
    """[seat]; 0 while roles are being chosen."""
    played: list[list[str]]
    """[seat]: roles played in this set."""
    role: str | None
    """The role called."""
    leader: int | None
    """Who called it; None before the first round."""
    claimant: int | None
    """Who claimed it last."""
    turn: int | None
    """Who calls, answers, or carries out a favour or the full action; while roles are chosen, who begins the set."""
    is_full: bool
    """Has everybody answered? The full action is next, or over."""
    answers: list[Annotated[str, among("Answer", ANSWERS.values())] | None]
    """[seat]: None until it has answered."""
    deeds: list[Annotated[str, among("Deed", DEEDS.values())] | None]
    """[seat]: what it did with its favour or full action."""
    tolls: list[int]
    """[seat]: what it must give to this round's red role."""
    paid: list[Goods]
    """[seat]: what it paid, gave and added in this round."""
    got: list[Goods]
    """[seat]: what it got from the supply in this round."""
    got_card: list[str | None]
    """[seat]: the potion card taken in this round."""
    goods: list[Goods]
    cards: list[list[str]]
    """[seat]: potion cards won, by stack."""
    card_points: list[int]
    points: list[int]
    ravens: list[int]
    ravens_to_end: int
    tops: dict[Stack, str | None]
    """The top card of each stack; None if it is empty."""
    left: dict[Stack, int]
    on_shelf: dict[Shelf, Goods]
    books: list[str]
    """The spell books from the top; "hidden" for one that has not been on top yet."""
    spare_pack: bool
    """Is a spare pack of roles turned up, so that some are excluded from each set?"""
    excluded: list[str]
    turned_up: list[str]
    """Roles of the spare pack turned up so far, including those of this set."""
    picked: Goods
    """What the viewer has picked so far of the drops (or gold) that it pays, takes, gives or adds."""
    to_pick: int
    """Drops still to be picked."""
    winners: list[int]


def describe(deck: Deck, view: WitchsBrew) -> View:
    """Exactly what the view holds."""
    seats = range(view.players)
    you = seat_or_none(view.viewer)
    return View(
        you=you,
        phase=PHASES[view.phase],
        pending=members(view.owing),
        set=view.set,
        round=view.round,
        starter=view.starter,
        hand=roles_of(view.hand[you]) if you is not None else [],
        hand_sizes=[view.hand_size[seat] for seat in seats],
        played=[roles_of(view.played[seat]) for seat in seats],
        **_round(view),
        **_areas(view),
        **_middle(view),
        picked=goods_of(view.picked[you] if you is not None else NOTHING),
        to_pick=to_pick(deck, view, you) if you is not None else 0,
        winners=members(view.winners),
    )


def roles_of(roles: int) -> list[str]:
    """The roles in a set."""
    return [ROLE_TEXTS[role] for role in range(ROLES) if roles >> role & 1]


def goods_of(goods: int) -> Goods:
    """A bag as numbers by kind."""
    return Goods(*counts(goods))


def cards_of_seat(view: WitchsBrew, seat: int, stack: int) -> list[str]:
    """A seat's potion cards of one stack, in the order in which they were taken."""
    return [card_id(STACK_KEYS[stack], place) for place in range(HEIGHTS[stack]) if view.owners[stack][place] == seat]


def _round(view: WitchsBrew) -> dict[str, Any]:
    """WB-12 to WB-18: what has been said and done."""
    seats = range(view.players)
    return {
        "role": None if view.role == NONE else ROLE_TEXTS[view.role],
        "leader": seat_or_none(view.leader),
        "claimant": seat_or_none(view.claimant),
        "turn": seat_or_none(view.turn),
        "is_full": bool(view.is_full),
        "answers": [ANSWERS.get(view.answer[seat]) for seat in seats],
        "deeds": [DEEDS.get(view.deed[seat]) for seat in seats],
        "tolls": [view.toll[seat] for seat in seats],
        "paid": [goods_of(view.paid[seat]) for seat in seats],
        "got": [goods_of(view.got[seat]) for seat in seats],
        "got_card": [card_got(view, seat) for seat in seats],
    }


def card_got(view: WitchsBrew, seat: int) -> str | None:
    """The potion card that a seat has taken in this round: the last one it has from that stack."""
    stack = view.got_card[seat]
    return None if stack == NONE else cards_of_seat(view, seat, stack)[-1]


def _areas(view: WitchsBrew) -> dict[str, Any]:
    """What is in front of each seat."""
    seats = range(view.players)
    return {
        "goods": [goods_of(view.goods[seat]) for seat in seats],
        "cards": [[card for stack in range(STACKS) for card in cards_of_seat(view, seat, stack)] for seat in seats],
        "card_points": [view.card_points[seat] for seat in seats],
        "points": [points(view, seat) for seat in seats],
        "ravens": [view.ravens[seat] for seat in seats],
        "ravens_to_end": ENOUGH_RAVENS,
    }


def _middle(view: WitchsBrew) -> dict[str, Any]:
    """What is in the middle of the table."""
    tops = [None if is_empty(view, stack) else card_id(STACK_KEYS[stack], view.taken[stack]) for stack in range(STACKS)]
    return {
        "tops": dict(zip(STACK_TEXTS, tops, strict=True)),
        "left": {name: HEIGHTS[stack] - view.taken[stack] for stack, name in enumerate(STACK_TEXTS)},
        "on_shelf": {name: goods_of(view.on_shelf[i]) for i, name in enumerate(SHELVES)},
        "books": [_book(view, place) for place in range(SPELLS)],
        "spare_pack": bool(view.spare_pack),
        "excluded": roles_of(view.excluded),
        "turned_up": [ROLE_TEXTS[role] for role in view.spare[: view.turned] if role not in (NONE, HIDDEN)],
    }


def _book(view: WitchsBrew, place: int) -> str:
    """The spell book at this distance below the top one."""
    book = view.books[(view.book + place) % SPELLS]
    return "hidden" if book == HIDDEN else SPELL_TEXTS[book]


def to_pick(deck: Deck, view: WitchsBrew, seat: int) -> int:
    """How many drops the seat still has to pick for a favour, full action or toll; 0 if none."""
    if not owes(view, seat):
        return 0
    if view.phase == Phase.GIVE:
        return gift_left(view, seat)
    if view.phase == Phase.USE:
        return max(0, picks(deck.tables, view) - drop_count(view.picked[seat]))
    return 0
