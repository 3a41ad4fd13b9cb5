"""Moonlight: a tiny game that is not shipped. It shows that the engine knows no game, and is the template for new ones.

Two seats get one card each; as many cards lie face down as spares, the first for seat 0, the second for seat 1. Both
choose at once, in secret, to keep their card or to trade it for their spare (MO-1). Then all is revealed; the
higher card wins (MO-2).
"""

from __future__ import annotations

from typing import Any

from coven.engine.decks import Deck, DeckError
from coven.engine.dice import open_stream, roll
from coven.engine.game import Actions, Board, Decks, Game, Texts
from coven.engine.jit import rule, rule_distinct
from coven.engine.lists import fill, shuffle
from coven.engine.observation import Observation, Plane, put_one, put_seats, seat_at
from coven.engine.plain import Plain
from coven.engine.rules import Rules
from coven.engine.seats import everybody, owes
from coven.engine.sentences import Cited, Names
from coven.engine.sets import members
from coven.engine.states import TRUTH, Record, State, hide_dice, int8

SEATS, CARDS = 2, 4
NONE, HIDDEN = -1, -2
KEEP, TRADE = 0, 1
DEAL = 1
TEXTS = ("keep", "trade")


class MoonDeck(Record):
    """The cards' ranks."""

    rank: list[int] = int8(CARDS)


class Moonlight(State):
    """Who has what: places 0 and 1 are the seats' cards, 2 and 3 their spares."""

    cards: list[int] = int8(CARDS)
    choices: list[int] = int8(SEATS)
    owing: int = int8()


@rule
def setup(deck: MoonDeck, s: Moonlight) -> None:
    """Deal."""
    for place in range(CARDS):
        s.cards[place] = place
    open_stream(s, DEAL, 0)
    shuffle(s, s.cards, CARDS)
    fill(s.choices, NONE)
    s.owing = 3


@rule
def legal(deck: MoonDeck, s: Moonlight, seat: int, out: list[int]) -> int:
    """MO-1."""
    if not owes(s, seat):
        return 0
    out[0] = KEEP
    out[1] = TRADE
    return 2


@rule
def apply(deck: MoonDeck, s: Moonlight, seat: int, action: int) -> None:
    """MO-1."""
    s.choices[seat] = action
    s.owing &= ~(1 << seat)


@rule
def final_card(s: Moonlight, seat: int) -> int:
    """What the seat ends up with."""
    return s.cards[seat + SEATS * s.choices[seat]]


@rule
def payoff(s: Moonlight, out: list[float]) -> None:
    """MO-2: a deck's ranks ascend, so the higher card has the higher number."""
    winner = 0 if final_card(s, 0) > final_card(s, 1) else 1
    out[winner] = 1.0
    out[1 - winner] = 0.0


@rule
def settles(deck: MoonDeck, s: Moonlight, seat: int, action: int) -> int:
    """The second choice reveals all: bits of both seats."""
    return everybody(s) if s.owing == 1 << seat else 0


@rule_distinct
def hide(deck: MoonDeck, s: Moonlight, viewer: int, view: Moonlight) -> None:
    """Own card and choice; everything at the end."""
    hide_dice(s, viewer, view)
    view.owing = s.owing
    for seat in range(SEATS):
        is_seen = seat == viewer or s.owing == 0
        view.choices[seat] = s.choices[seat] if is_seen or s.choices[seat] == NONE else HIDDEN
    for place in range(CARDS):
        view.cards[place] = s.cards[place] if place == viewer or s.owing == 0 else HIDDEN


@rule
def redeal(deck: MoonDeck, view: Moonlight, s: Moonlight) -> None:
    """Shuffle all, then swap the viewer's card to its place: the rest stays uniform."""
    s.players = view.players
    s.viewer = TRUTH
    s.owing = view.owing
    for seat in range(SEATS):
        s.choices[seat] = view.choices[seat] if view.choices[seat] != HIDDEN else roll(s, SEATS)
    for place in range(CARDS):
        s.cards[place] = place
    shuffle(s, s.cards, CARDS)
    for place in range(CARDS):
        if view.cards[place] != HIDDEN:
            put_card(s, place, view.cards[place])


@rule
def put_card(s: Moonlight, place: int, card: int) -> None:
    """Swap a card to a place."""
    for other in range(CARDS):
        if s.cards[other] == card:
            s.cards[other] = s.cards[place]
            break
    s.cards[place] = card


@rule
def fits(deck: MoonDeck, view: Moonlight, s: Moonlight) -> bool:
    """Every card once; a choice is made where none is owed."""
    seen = 0
    for place in range(CARDS):
        seen |= 1 << s.cards[place]
    for seat in range(SEATS):
        if (s.choices[seat] == NONE) != (s.owing >> seat & 1 == 1):
            return False
    return seen == (1 << CARDS) - 1


@rule
def thumb(deck: MoonDeck, view: Moonlight, seat: int, legal: list[int], n: int, rng: int) -> int:
    """Trade the lower half."""
    return TRADE if view.cards[seat] < CARDS // 2 else KEEP


def load_deck(data: dict[str, Any], source: str) -> Deck[MoonDeck]:
    """Needs `ranks`: CARDS whole numbers, ascending."""
    ranks = data.get("ranks")
    if not isinstance(ranks, list) or len(ranks) != CARDS or ranks != sorted(set(ranks)):
        raise DeckError(source, "ranks", f"needs {CARDS} different ranks, ascending")
    tables = MoonDeck()
    tables.rank = list(ranks)
    texts = tuple(f"moon-{rank}" for rank in ranks)
    return Deck(data=dict(data), tables=tables, cards=texts, titles=texts)


def _parse(deck: Deck[MoonDeck], text: str) -> int:
    if text not in TEXTS:
        raise ValueError(f'"{text}" is not an action: {" or ".join(TEXTS)}')
    return TEXTS.index(text)


def _why_not(deck: Deck[MoonDeck], view: Moonlight, seat: int, action: int, names: Names) -> Cited:
    return Cited("MO-1", "You have chosen already")


def _tell(deck: Deck[MoonDeck], before: Moonlight, after: Moonlight, names: Names) -> list[str]:
    if before.players == 0:
        return ["The cards are dealt"]
    if before.owing and not after.owing:
        return [f"{names[seat]}: {TEXTS[after.choices[seat]]}" for seat in range(SEATS)]
    return []


class View(Plain):
    pending: list[int]
    cards: list[str | None]


class Face(Plain):
    id: str
    title: str
    count: int


def _describe(deck: Deck[MoonDeck], view: Moonlight) -> View:
    return View(
        members(view.owing),
        [None if card == HIDDEN else deck.cards[card] for card in view.cards],
    )


def _planes(players: int) -> list[Plane]:
    return [
        Plane("card", (CARDS,), "the viewer's card; before the end nobody sees more"),
        Plane("choices", (SEATS, 2), "seat, its choice: keep, trade"),
        Plane("owing", (SEATS,), "seats that owe a decision"),
    ]


@rule
def observe(deck: MoonDeck, view: Moonlight, out: list[int]) -> None:
    """The viewer's card, and what it sees of the choices."""
    k = put_one(out, 0, view.cards[view.viewer], CARDS)
    for turned in range(SEATS):
        k = put_one(out, k, view.choices[seat_at(view, turned)], 2)
    put_seats(out, k, view, view.owing)


GAME = Game(
    key="moonlight",
    package=__package__,
    title="Moonlight",
    edition="test",
    summary="Keep or trade.",
    goal="The highest card wins.",
    minutes="1",
    rules_version=1,
    players=(SEATS,),
    most_decisions={SEATS: 2},
    state=Moonlight,
    rules=Rules(setup, legal, apply, hide, redeal, fits, thumb, settles, payoff),
    observation=Observation(_planes, observe),
    actions=Actions(count=2, most_legal=2, text=lambda deck, action: TEXTS[action], parse=_parse),
    decks=Decks(load_deck, lambda: load_deck({"ranks": [1, 2, 3, 4]}, "toy")),
    texts=Texts(
        action_label=lambda deck, view, action, names: TEXTS[action],
        why_not=_why_not,
        question=lambda deck, view, seat, names: Cited("MO-1", "Keep or trade?"),
        tell=_tell,
        describe=_describe,
        table=lambda deck, view, names: [f"card: {view.cards[view.viewer]}"],
        reason=lambda s: "MO-2",
        endings=("MO-2",),
        verdict=lambda deck, s, names: "The higher card wins",
    ),
    board=Board(faces=lambda deck: [Face(text, text, 1) for text in deck.cards]),
)
