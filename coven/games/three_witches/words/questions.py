"""What a seat of 3 Witches is asked, in words."""

from __future__ import annotations

from coven.engine.seats import left_of, owes
from coven.engine.sentences import Cited, Names
from coven.games.three_witches.rules.bidding import must_bid
from coven.games.three_witches.rules.brew import decider, is_eye
from coven.games.three_witches.rules.cards import ELIXIR_BIT, Deck
from coven.games.three_witches.rules.state import Phase, ThreeWitches
from coven.games.three_witches.words.sentences import WORDS, a_suit, card_name, cite, suit_name


def question(deck: Deck, view: ThreeWitches, seat: int, names: Names) -> Cited:
    """What the seat is asked, why, and under which clause. If it owes nothing, who is waited for."""
    if view.phase == Phase.OVER:
        return cite("question", "over")
    if not owes(view, seat):
        return cite("question", "wait_one", whom=names.row(view.owing))
    if view.phase < Phase.LEAD:
        return _ask_before_brew(view, seat, names)
    return _ask_in_brew(deck, view, seat, names)


def _ask_before_brew(view: ThreeWitches, seat: int, names: Names) -> Cited:
    left = names[left_of(view, seat)]
    if view.phase == Phase.BID:
        return cite("question", "must_bid" if must_bid(view) else "bid")
    if view.phase == Phase.RAISE:
        return cite("question", "raise_own" if seat == view.lead else "raise", bidder=names[view.lead])
    if view.phase == Phase.GIVE:
        given = view.given[view.passings][seat]
        if given:
            return cite("question", "give_2", left=left)
        return cite("question", "give_elixir" if view.hands[seat] & ELIXIR_BIT else "give_1", left=left)
    return cite("question", "discard", lead=names[view.lead], bid=view.bid)


def _ask_in_brew(deck: Deck, view: ThreeWitches, seat: int, names: Names) -> Cited:
    if view.phase == Phase.PROPOSE:
        who = decider(deck.tables, view)
        decides = WORDS["question"]["decide_you" if who == seat else "decide_they"].format(decider=names[who])
        return cite("question", "propose", lead=names[view.lead], decides=decides)
    if view.phase == Phase.RETURN:
        return cite("question", "return")
    if view.phase == Phase.LEAD:
        return cite("question", "lead")
    if view.phase == Phase.CONCEAL:
        return cite("question", "conceal", up=card_name(deck, view.up[view.trick]))
    return _ask_to_play(deck, view, seat)


def _ask_to_play(deck: Deck, view: ThreeWitches, seat: int) -> Cited:
    up = view.up[view.trick]
    tables = deck.tables
    suit = tables.suit[up]
    follows = view.hands[seat] & tables.suit_cards[suit] != 0
    eye = WORDS["question"]["eye"] if is_eye(tables, view) else ""
    place = "second" if view.phase == Phase.SECOND else "first"
    key = "late" if view.phase == Phase.LATE else f"{'follow' if follows else 'free'}_{place}"
    suit_text = a_suit(deck, suit) if follows else suit_name(deck, suit)
    return cite("question", key, up=card_name(deck, up), suit=suit_text, eye=eye)
