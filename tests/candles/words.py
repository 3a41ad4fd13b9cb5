"""What Candles says and shows."""

from __future__ import annotations

from coven.engine.plain import Plain
from coven.engine.seats import owes
from coven.engine.sentences import Cited, Names, capital, listed
from coven.engine.sets import members
from coven.engine.states import TRUTH
from coven.engine.words import Words
from tests.candles.rules import SEATS, Candles, Deck

BOOK = Words(__package__)
say, about, cite = BOOK.say, BOOK.about, BOOK.cite


class View(Plain):
    """What a seat sees of Candles."""

    pending: list[int]
    hand: list[str]
    played: list[str]
    candles: list[int]


def describe(deck: Deck, view: Candles) -> View:
    """What the view holds, and nothing else."""
    hand = members(view.hands[view.viewer]) if view.viewer >= 0 else []
    played = [deck.cards[card] for card in view.played[: view.count]]
    return View(members(view.owing), [deck.cards[card] for card in hand], played, view.candles)


def action_label(deck: Deck, view: Candles, action: int, names: Names) -> str:
    """The action in words."""
    return say("label", "play", card=deck.titles[action])


def question(deck: Deck, view: Candles, seat: int, names: Names) -> Cited:
    """What the seat is asked; if it owes nothing, who is waited for."""
    if owes(view, seat):
        return cite("question", "play")
    return cite("question", "wait", whom=names.row(view.owing))


def why_not(deck: Deck, view: Candles, seat: int, action: int, names: Names) -> Cited:
    """Why the seat may not play a card."""
    if owes(view, seat):
        return cite("refusal", "not_held", card=deck.titles[action])
    return cite("refusal", "turn", whom=names.row(view.owing))


def tell(deck: Deck, before: Candles, after: Candles, names: Names) -> list[str]:
    """Each card as it is played, and whose candle burns when three lie there."""
    lines = [] if before.players else [say("log", "dealt")]
    lit = list(before.candles)
    for i in range(before.count, after.count):
        lines.append(about("log", "played", after.players_of[i], names, card=deck.titles[after.played[i]]))
    for seat in range(SEATS):
        if after.candles[seat] > lit[seat]:
            lines.append(about("log", "lit", seat, names, candle=after.candles[seat]))
    return lines


def verdict(deck: Deck, view: Candles, names: Names) -> str:
    """CA-5: the candles of all."""
    lit = [f"{names[seat]} {number}" for seat, number in enumerate(view.candles)]
    return say("log", "candles", candles=listed(lit))


def table(deck: Deck, view: Candles, names: Names) -> list[str]:
    """A heading, then lines as "what: how"."""
    lying = view.count % SEATS
    cards = [deck.titles[card] for card in view.played[view.count - lying : view.count]]
    seen = range(SEATS) if view.viewer == TRUTH else [view.viewer] if view.viewer >= 0 else []
    hands = [(seat, [deck.titles[card] for card in members(view.hands[seat])]) for seat in seen]
    return [
        verdict(deck, view, names),
        f"Cards that lie there: {listed(cards) or 'none'}",
        *(f"{capital(names[seat])} {names.verb(seat, 'hold')}: {listed(cards) or 'none'}" for seat, cards in hands),
    ]


def reason(s: Candles) -> str:
    """Every game ends by CA-5."""
    return "CA-5"
