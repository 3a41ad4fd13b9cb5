"""What may be looked through at any time, as lines of text for a terminal."""

from __future__ import annotations

from coven.engine.seats import left_of, right_of
from coven.engine.sentences import Names
from coven.games.three_witches.rules.cards import Deck
from coven.games.three_witches.rules.state import HIDDEN, NONE, PASSED, SEATS, TRICKS, ThreeWitches
from coven.games.three_witches.words.sentences import card_list, card_name


def look(deck: Deck, view: ThreeWitches, names: Names) -> list[str]:
    """The tricks of this round, the reader's own passed cards, and the score sheet, in lines like "what: how"."""
    lines = [_trick(deck, view, t, names) for t in range(TRICKS) if view.up[t] != NONE]
    if view.last_trick[0] != NONE:
        lines.append(f"Trick {TRICKS} of the last round: {_pairs(deck, view.last_trick)}")
    lines += [_proposal(deck, view, seat, names) for seat in range(SEATS) if view.proposals[seat] != NONE]
    if view.viewer >= 0:
        lines += _given(deck, view, names)
    sheet = zip(view.sheet_lead, view.sheet_bid, view.sheet_won, strict=True)
    rounds = [(number, *score) for number, score in enumerate(sheet, 1) if score[0] != NONE]
    lines += [f"Round {number}: {names[lead]} bid {bid} and won {won}" for number, lead, bid, won in rounds]
    return lines


def _trick(deck: Deck, view: ThreeWitches, t: int, names: Names) -> str:
    pairs = _pairs(deck, [view.up[t], view.down[t], view.first[t], view.second[t]])
    won = {1: f"; {names[view.lead]} won", 0: "; the Lesser Witches won"}.get(view.lead_won[t], "")
    back = {NONE: "", HIDDEN: ", one of the two went back, unseen"}.get(view.back[t])
    if back is None:
        back = f", {_card(deck, view.back[t])} went back"
    return f"Trick {t + 1}: {pairs}{won}{back}"


def _pairs(deck: Deck, cards: list[int]) -> str:
    up, down, first, second = (_card(deck, card) for card in cards)
    return f"{up} and {down} against {first} and {second}"


def _card(deck: Deck, card: int) -> str:
    if card == PASSED:
        return "a card to come"
    return {NONE: "nothing yet", HIDDEN: "a card unseen"}.get(card) or card_name(deck, card)


def _proposal(deck: Deck, view: ThreeWitches, seat: int, names: Names) -> str:
    return f"To go back, as {names[seat]} proposed: {_card(deck, view.proposals[seat])}"


def _given(deck: Deck, view: ThreeWitches, names: Names) -> list[str]:
    """TW-15: what went to the left, and what came from the right."""
    you, lines = view.viewer, []
    for given in view.given[: view.passings]:
        lines.append(f"Passed on to {names[left_of(view, you)]}: {card_list(deck, given[you])}")
        lines.append(f"Passed on by {names[right_of(view, you)]}: {card_list(deck, given[right_of(view, you)])}")
    return lines
