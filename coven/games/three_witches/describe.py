"""A view as plain data, for programs."""

from __future__ import annotations

from typing import Any

from coven.engine.decks import Deck
from coven.engine.states import SPECTATOR, TRUTH
from coven.games.three_witches.bidding import left_of, right_of
from coven.games.three_witches.brew import tricks_won
from coven.games.three_witches.cards import CARDS, EYE
from coven.games.three_witches.deck import suit_names, tables_of
from coven.games.three_witches.state import HIDDEN, NONE, PASSED, SEATS, TRICKS, Call, Phase, ThreeWitches
from coven.games.three_witches.view import hand_size

PHASES = Phase.names()
CALLS = {Call.SILENT: None, Call.DECLINED: "pass", Call.THREE: "bid 3", Call.FOUR: "bid 4"}


def describe(deck: Deck, view: ThreeWitches) -> dict[str, Any]:
    """What the view holds, and nothing else.

    Cards are texts as in actions ("owl-3"), "hidden" where one lies unseen, "passed" for a First who plays
    later, None where there is none; seats are
    numbers; `worth` is of the trick being played or just finished; `phase` is one of bid, raise, give, discard,
    lead, conceal, first, second, late, return, propose, over.
    """
    is_brewing = view.phase > Phase.DISCARD
    return {
        "you": None if view.viewer in (SPECTATOR, TRUTH) else view.viewer,
        "phase": PHASES[view.phase],
        "pending": [seat for seat in range(SEATS) if view.owing >> seat & 1],
        "round": view.round,
        "tokens": list(view.tokens),
        "roles": [_role(view, seat) for seat in range(SEATS)],
        "bid": int(view.bid) or None,
        "bidder": _none(view.lead),
        "calls": [CALLS[call] for call in view.calls],
        "elixir": _none(view.elixir),
        "hand": cards_of(deck, view.hands[view.viewer]) if view.viewer >= 0 else [],
        "hand_sizes": [hand_size(view, seat) for seat in range(SEATS)],
        "discards": [card_text(deck, card) for card in view.discards],
        "passings": view.passings,
        "given": [[cards_of(deck, cards) for cards in passing] for passing in view.given],
        "voids": [_suits(deck, voids) for voids in view.voids],
        "lead_tricks": tricks_won(view) if is_brewing else 0,
        "lesser_tricks": list(view.lead_won).count(0) if is_brewing else 0,
        "trick": view.trick + 1 if is_brewing else None,
        "tricks": [_trick(deck, view, t) for t in range(TRICKS) if view.up[t] != NONE],
        "worth": _worth(deck, view),
        "proposals": [card_text(deck, card) for card in view.proposals],
        "last_round_trick": [card_text(deck, card) for card in view.last_trick],
        "last_round_winner": _last_winner(deck, view),
        "score_sheet": [
            {"lead": lead, "bid": int(bid), "won": won}
            for lead, bid, won in zip(view.sheet_lead, view.sheet_bid, view.sheet_won, strict=True)
            if lead != NONE
        ],
    }


def _worth(deck: Deck, view: ThreeWitches) -> dict[str, int | None]:
    """TW-40, TW-41: what the pairs in sight are worth; of a pair half seen, the least that it can be."""
    t = view.trick
    if t > 0 and view.up[t] == NONE:
        t -= 1
    lead = [card for card in (view.up[t], view.down[t]) if card >= 0]
    lesser = [card for card in (view.first[t], view.second[t]) if card >= 0]
    return {
        "lead": _pair(deck, lead),
        "lead_least": _least(deck, lead),
        "lesser": _pair(deck, lesser),
        "lesser_least": _least(deck, lesser),
    }


def _pair(deck: Deck, cards: list[int]) -> int | None:
    return tables_of(deck).value[cards[0]][cards[1]] if len(cards) == 2 else None


def _least(deck: Deck, cards: list[int]) -> int | None:
    """The least value of these cards with any others of the deck; None without a card."""
    if not cards:
        return None
    value = tables_of(deck).value[cards[0]]
    return value[cards[1]] if len(cards) == 2 else min(value[other] for other in range(CARDS) if other != cards[0])


def _last_winner(deck: Deck, view: ThreeWitches) -> str | None:
    """TW-42: who won the last round's fifth trick."""
    up, down, first, second = view.last_trick
    if up == NONE:
        return None
    value = tables_of(deck).value
    return _side(value[up][down] >= value[first][second])


def _side(is_lead: bool) -> str:
    return "lead" if is_lead else "lesser witches"


def card_text(deck: Deck, card: int) -> str | None:
    """A card of the state as text: see `describe`."""
    if card == HIDDEN:
        return "hidden"
    if card == PASSED:
        return "passed"
    return None if card == NONE else deck.cards[card]


def cards_of(deck: Deck, cards: int) -> list[str]:
    """A set of cards as texts, in the deck's order."""
    texts = []
    while cards:
        lowest = cards & -cards
        texts.append(deck.cards[lowest.bit_length() - 1])
        cards ^= lowest
    return texts


def _trick(deck: Deck, view: ThreeWitches, t: int) -> dict[str, Any]:
    winner = view.lead_won[t]
    return {
        "eye": tables_of(deck).rank[view.up[t]] == EYE,
        "up": card_text(deck, view.up[t]),
        "down": card_text(deck, view.down[t]),
        "first": card_text(deck, view.first[t]),
        "second": card_text(deck, view.second[t]),
        "winner": None if winner == NONE else _side(winner == 1),
        "returned": card_text(deck, view.back[t]),
    }


def _role(view: ThreeWitches, seat: int) -> str | None:
    if view.phase < Phase.DISCARD:
        return None
    return {view.lead: "lead", left_of(view.lead): "first", right_of(view.lead): "second"}[seat]


def _suits(deck: Deck, voids: int) -> list[str]:
    return [name.lower() for suit, name in enumerate(suit_names(deck)) if voids >> suit & 1] if voids else []


def _none(seat: int) -> int | None:
    return None if seat == NONE else seat
