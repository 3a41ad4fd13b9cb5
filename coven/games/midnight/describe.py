"""A view as plain data, for programs."""

from __future__ import annotations

from typing import Any

from coven.engine.decks import Deck
from coven.engine.states import SPECTATOR, TRUTH
from coven.games.midnight import actions
from coven.games.midnight.cards import NONE
from coven.games.midnight.cards import SUITS as SUIT_COUNT
from coven.games.midnight.deck import SHAPES, SUITS, tables_of
from coven.games.midnight.piles import all_spare
from coven.games.midnight.state import FACTS, HIDDEN, Midnight, Phase

PHASES = Phase.names()


def describe(deck: Deck, view: Midnight) -> dict[str, Any]:
    """What the view holds, and nothing else.

    Cards are texts as in actions ("cauldron-bat"), "hidden" where one has been chosen unseen; seats are numbers;
    `phase` is one of turn, declare, pass, over. `events` counts what all have seen, `last` is the latest of it;
    `counts` says what counts on the discard pile, `known` which cards of other hands you can follow, `lacks` what hands
    are known to have lacked and how many such cards they may have now.
    """
    seats = range(view.players)
    you = None if view.viewer in (SPECTATOR, TRUTH) else view.viewer
    return {
        "you": you,
        "phase": PHASES[view.phase],
        "pending": [seat for seat in seats if view.owing >> seat & 1],
        "turn": view.turn,
        "turns": view.turns,
        "events": view.events,
        "last": _last(deck, view),
        "starter": view.starter,
        "direction": view.direction,
        "hand": hand_of(deck, view, you) if you is not None else [],
        "hand_sizes": [view.hand_size[seat] for seat in seats],
        "pile": view.pile_left,
        "discard": {deck.cards[kind]: number for kind, number in enumerate(view.discard) if number},
        "to_reshuffle": all_spare(tables_of(deck), view),
        "top": deck.cards[view.top],
        "sidesteps": view.sidesteps,
        "counts": _counts(deck, view),
        "follow": _suit(view.follow),
        "curses": view.curses,
        "offenders": [seat for seat in seats if view.offences >> seat & 1],
        "passed": [_passed(deck, view, seat) for seat in seats],
        "calls_made": bool(view.calls_made),
        "known": _known(deck, view, you),
        "lacks": [_lacks(deck, view, seat) for seat in seats],
        "winners": [seat for seat in seats if view.winners >> seat & 1],
    }


def _last(deck: Deck, view: Midnight) -> dict[str, Any] | None:
    """Who has done what last, as actions are typed; of a Coven Circle "pass" without a card."""
    if view.last_seat == NONE:
        return None
    if view.last_action == actions.PASS:
        return {"seat": view.last_seat, "act": "pass"}
    return {"seat": view.last_seat, "act": actions.action_text(deck.cards, SUITS, view.last_action)}


def hand_of(deck: Deck, view: Midnight, seat: int) -> list[str]:
    """A hand, cards alike side by side, in the deck's order."""
    return [deck.cards[kind] for kind, number in enumerate(view.counts[seat]) for _ in range(number)]


def _suit(suit: int) -> str | None:
    return None if suit == NONE else SUITS[suit]


def _counts(deck: Deck, view: Midnight) -> dict[str, Any]:
    """What the next card is matched against (MN-6, MN-22, MN-63)."""
    return {
        "suit": _suit(view.suit),
        "shape": None if view.shape == NONE else SHAPES[view.shape],
        "colour": None if view.colour == NONE else deck.data["colours"][view.colour],
        "red_only": bool(view.red_only),
        "any_suit": bool(view.any_suit),
    }


def _passed(deck: Deck, view: Midnight, seat: int) -> str | None:
    kind = view.passed[seat]
    if kind == HIDDEN:
        return "hidden"
    return None if kind == NONE else deck.cards[kind]


def _known(deck: Deck, view: Midnight, you: int | None) -> list[dict[str, Any]]:
    if you is None:
        return []
    facts = [(view.fact_kind[you][i], view.fact_hands[you][i]) for i in range(FACTS)]
    return [
        {"card": deck.cards[kind], "in_hand_of": [seat for seat in range(view.players) if hands >> seat & 1]}
        for kind, hands in facts
        if kind != NONE
    ]


def _lacks(deck: Deck, view: Midnight, seat: int) -> list[dict[str, Any]]:
    """What a hand is known to have lacked: a suit by its name, other sets card by card."""
    tables, found = tables_of(deck), []
    for i in range(view.void_count[seat]):
        kinds = view.void_kinds[seat][i]
        suits = [SUITS[suit] for suit in range(SUIT_COUNT) if tables.of_suit[suit] == kinds]
        cards = [text for kind, text in enumerate(deck.cards) if kinds >> kind & 1]
        found.append(
            {"suit": suits[0] if suits else None, "cards": [] if suits else cards, "fresh": view.void_fresh[seat][i]}
        )
    return found
