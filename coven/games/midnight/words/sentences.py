"""The sentences of Midnight, from en.toml; names of things and labels of actions."""

from __future__ import annotations

from coven.engine.sentences import Names
from coven.engine.words import Words
from coven.games.midnight.deck import ON_THEIR_OWN, SHAPES, TYPES
from coven.games.midnight.deck import words as in_words
from coven.games.midnight.rules import actions
from coven.games.midnight.rules.cards import NONE, SUIT_TEXTS, Deck, Type
from coven.games.midnight.rules.piles import all_spare
from coven.games.midnight.rules.playing import can_draw
from coven.games.midnight.rules.state import Midnight
from coven.games.midnight.rules.turns import RECIPE_DRAW

BOOK = Words(__package__)
NUMBERS = ("nothing", "a card", "two cards", "three cards")
WORDS, piece, say, about, cite = BOOK.groups, BOOK.piece, BOOK.say, BOOK.about, BOOK.cite


def card_name(deck: Deck, kind: int) -> str:
    """A card in a sentence: "Cauldron Bat, green", "Polymorph of Cauldron"."""
    return deck.titles[kind]


def suit_name(suit: int) -> str:
    """A suit in a sentence: "Witch's Hat"."""
    return in_words(SUIT_TEXTS[suit])


def what_counts(deck: Deck, view: Midnight) -> str:
    """What the next card must go with: "Cauldron, Bat or green". Needs a normal turn (no curse, no recipe)."""
    if view.red_only:
        return "red"
    if view.suit == NONE:
        return "any suit"
    what = deck.tables.type[view.top]
    if what in ON_THEIR_OWN:
        return piece("what", "own_kind", suit=suit_name(view.suit), kind=in_words(TYPES[what]))
    if view.colour == NONE:
        return suit_name(view.suit)
    shape, colour = in_words(SHAPES[view.shape]), deck.data["colours"][view.colour]
    return piece("what", "full", suit=suit_name(view.suit), shape=shape, colour=colour)


def action_label(deck: Deck, view: Midnight, action: int, names: Names) -> str:
    """The action in words, for the seat that may choose it."""
    if action < actions.DRAW:
        return _play_label(deck, action)
    if action == actions.DRAW:
        if not can_draw(deck.tables, view):
            return say("label", "draw_nothing")
        if view.follow == NONE:
            return say("label", "draw")
        return say("label", "draw_three", three=NUMBERS[at_most(deck, view, RECIPE_DRAW)])
    if action == actions.TAKE:
        count = at_most(deck, view, view.curses)
        return say("label", "take", count=count) if count else say("label", "take_nothing")
    if action == actions.OWN_UP:
        return say("label", "own_up")
    if action < actions.PASS:
        return say("label", "declare", suit=suit_name(action - actions.DECLARE))
    if action < actions.OWN_UP:
        return say("label", "pass", card=card_name(deck, action - actions.PASS))
    return say("label", "catch", whom=names[action - actions.CATCH])


def _play_label(deck: Deck, action: int) -> str:
    kind, calls = (action - actions.PLAY) // actions.CALLS, (action - actions.PLAY) % actions.CALLS
    has_midnight = bool(calls & actions.CALL_MIDNIGHT)
    if deck.tables.type[kind] == Type.A_POX_ON_ALL_OF_YOU:
        key = ("pox" if calls & actions.CALL_POX else "silent_pox") + ("_midnight" if has_midnight else "")
        return say("label", key)
    play = say("label", "play", card=card_name(deck, kind))
    return say("label", "midnight", play=play) if has_midnight else play


def at_most(deck: Deck, view: Midnight, number: int) -> int:
    """This many cards, or as many as there are to draw (MN-13)."""
    left = view.pile_left
    return number if left >= number else min(number, left + all_spare(deck.tables, view))
