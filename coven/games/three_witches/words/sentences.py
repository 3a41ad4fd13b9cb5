"""The words of 3 Witches: sentences from en.toml, names of cards, labels of actions, questions."""

from __future__ import annotations

from coven.engine.decks import Deck
from coven.engine.game import Names, Refusal, listed
from coven.engine.words import Words
from coven.games.three_witches.deck import suit_names, tables_of
from coven.games.three_witches.rules import actions
from coven.games.three_witches.rules.bidding import left_of, must_bid, right_of
from coven.games.three_witches.rules.brew import is_eye, tricks_won
from coven.games.three_witches.rules.cards import ELIXIR, ELIXIR_BIT
from coven.games.three_witches.rules.state import SEATS, Phase, ThreeWitches

_BOOK = Words(__package__)
WORDS, say, refuse = _BOOK.groups, _BOOK.say, _BOOK.refuse


def card_name(deck: Deck, card: int) -> str:
    """A card in a sentence: "Owl 3", "the Elixir"."""
    return "the Elixir" if card == ELIXIR else deck.cards[card].replace("-", " ").title()


def card_list(deck: Deck, cards: int) -> str:
    """A set of cards in a sentence: "Owl 3 and the Elixir"."""
    return listed([card_name(deck, card) for card in range(len(deck.cards)) if cards >> card & 1])


def suit_name(deck: Deck, suit: int) -> str:
    """A suit: "Owl"."""
    return suit_names(deck)[suit]


def a_suit(deck: Deck, suit: int) -> str:
    """One card of a suit: "an Owl", "a Dog"."""
    name = suit_name(deck, suit)
    return f"{'an' if name[0] in 'AEIOU' else 'a'} {name}"


def seats_of(bits: int, names: Names) -> str:
    """The seats of some bits in a row."""
    return listed([names[seat] for seat in range(SEATS) if bits >> seat & 1])


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


def question(deck: Deck, view: ThreeWitches, seat: int, names: Names) -> Refusal:
    """What the seat is asked, why, and by which clause; if it owes nothing, who is waited for."""
    if view.phase == Phase.OVER:
        return refuse("question", "over")
    if not view.owing >> seat & 1:
        return refuse("question", "wait_one", whom=seats_of(view.owing, names))
    if view.phase < Phase.LEAD:
        return _ask_before_brew(view, seat, names)
    return _ask_in_brew(deck, view, seat, names)


def _ask_before_brew(view: ThreeWitches, seat: int, names: Names) -> Refusal:
    left = names[left_of(seat)]
    if view.phase == Phase.BID:
        return refuse("question", "must_bid" if must_bid(view) else "bid")
    if view.phase == Phase.RAISE:
        return refuse("question", "raise_own" if seat == view.lead else "raise", bidder=names[view.lead])
    if view.phase == Phase.GIVE:
        given = view.given[view.passings][seat]
        if given:
            return refuse("question", "give_2", left=left)
        return refuse("question", "give_elixir" if view.hands[seat] & ELIXIR_BIT else "give_1", left=left)
    return refuse("question", "discard", lead=names[view.lead], bid=view.bid)


def _ask_in_brew(deck: Deck, view: ThreeWitches, seat: int, names: Names) -> Refusal:
    if view.phase == Phase.PROPOSE:
        decider = left_of(view.lead) if view.trick % 2 == 0 else right_of(view.lead)
        key = "decide_you" if decider == seat else "decide_they"
        decides = WORDS["question"][key].format(decider=names[decider])
        return refuse("question", "propose", lead=names[view.lead], decides=decides)
    if view.phase == Phase.RETURN:
        return refuse("question", "return")
    count = {"lead": names[view.lead], "won": tricks_won(view), "bid": view.bid}
    if view.phase == Phase.LEAD:
        return refuse("question", "lead", need=say("question", "need_lead", **count))
    if view.phase == Phase.CONCEAL:
        return refuse("question", "conceal", up=card_name(deck, view.up[view.trick]))
    return _ask_to_play(deck, view, seat, say("question", "need_lesser", **count))


def _ask_to_play(deck: Deck, view: ThreeWitches, seat: int, need: str) -> Refusal:
    up = view.up[view.trick]
    tables = tables_of(deck)
    suit = tables.suit[up]
    follows = view.hands[seat] & tables.suit_cards[suit] != 0
    eye = WORDS["question"]["eye"] if is_eye(tables, view) else ""
    place = "second" if view.phase == Phase.SECOND else "first"
    key = "late" if view.phase == Phase.LATE else f"{'follow' if follows else 'free'}_{place}"
    suit_text = a_suit(deck, suit) if follows else suit_name(deck, suit)
    return refuse("question", key, up=card_name(deck, up), suit=suit_text, eye=eye, need=need)
