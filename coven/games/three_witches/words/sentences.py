"""The sentences of 3 Witches, from en.toml; names of cards and labels of actions."""

from __future__ import annotations

from coven.engine.sentences import Names, listed
from coven.engine.sets import members
from coven.engine.words import Words
from coven.games.three_witches.deck import suit_names
from coven.games.three_witches.rules import actions
from coven.games.three_witches.rules.cards import ELIXIR, Deck
from coven.games.three_witches.rules.state import Phase, ThreeWitches

BOOK = Words(__package__)
WORDS, piece, say, about, cite = BOOK.groups, BOOK.piece, BOOK.say, BOOK.about, BOOK.cite


def card_name(deck: Deck, card: int) -> str:
    """A card in a sentence: "Owl 3", "the Elixir"."""
    return "the Elixir" if card == ELIXIR else deck.cards[card].replace("-", " ").title()


def card_list(deck: Deck, cards: int) -> str:
    """A set of cards in a sentence: "Owl 3 and the Elixir"."""
    return listed([card_name(deck, card) for card in members(cards)])


def suit_name(deck: Deck, suit: int) -> str:
    """A suit: "Owl"."""
    return suit_names(deck)[suit]


def a_suit(deck: Deck, suit: int) -> str:
    """One card of a suit: "an Owl", "a Dog"."""
    name = suit_name(deck, suit)
    return f"{'an' if name[0] in 'AEIOU' else 'a'} {name}"


def action_label(deck: Deck, view: ThreeWitches, action: int, names: Names) -> str:
    """The action in words, for the seat that may choose it."""
    if action == actions.PASS:
        key = {Phase.BID: "pass", Phase.RAISE: "pass_raise"}.get(view.phase, "pass_first")
        return say("label", key)
    if action < actions.GIVE:
        if view.phase == Phase.RAISE and action == actions.BID_4:
            return say("label", "raise_4")
        return say("label", "bid_3" if action == actions.BID_3 else "bid_4")
    verb = actions.action_verb(action)
    return say("label", verb, card=card_name(deck, actions.action_card(action)))
