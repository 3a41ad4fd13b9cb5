"""What is true of every state of 3 Witches, by which states set up by hand are judged."""

from __future__ import annotations

from coven.engine.laws import Law, Within
from coven.engine.seats import left_of, right_of
from coven.games.three_witches.mind.fits import (
    are_passings_possible,
    is_lead_play_possible,
    is_play_possible,
    is_whole_deck,
)
from coven.games.three_witches.rules.cards import ALL, CARDS, SUITS, DeckTables
from coven.games.three_witches.rules.state import (
    GOAL,
    MOST_PASSINGS,
    MOST_ROUNDS,
    NONE,
    PASSED,
    SEATS,
    TRICKS,
    Phase,
    ThreeWitches,
)

CARD = (NONE, CARDS - 1)
SEAT = (NONE, SEATS - 1)
RANGES = {
    "hands": (0, ALL), "given": (0, ALL), "phase": (0, Phase.OVER), "round": (1, MOST_ROUNDS), "tokens": (0, GOAL + 1),
    "elixir": SEAT, "passings": (0, MOST_PASSINGS), "asked": (0, 7), "calls": (0, 4), "bid": (0, 4), "lead": SEAT,
    "discards": CARD, "voids": (0, (1 << SUITS) - 1), "trick": (0, TRICKS - 1), "up": CARD, "down": CARD,
    "first": (PASSED, CARDS - 1), "second": CARD, "back": CARD, "lead_won": (NONE, 1), "proposals": CARD,
    "sheet_lead": SEAT, "sheet_bid": (NONE, 4), "sheet_won": (NONE, TRICKS), "last_trick": (PASSED, CARDS - 1),
}  # fmt: skip


def has_lead(deck: DeckTables, s: ThreeWitches) -> bool:
    """Is there a Lead with a bid of 3 or 4 once the bidding is over?"""
    is_brewing = Phase.DISCARD <= s.phase <= Phase.PROPOSE
    return not is_brewing or (s.lead != NONE and s.bid in (3, 4))


def are_right_seats_asked(deck: DeckTables, s: ThreeWitches) -> bool:
    """Do the seats that owe a decision belong to the phase?"""
    if s.phase in (Phase.BID, Phase.RAISE):
        return s.owing.bit_count() == 1
    lead, first, second = (1 << s.lead, 1 << left_of(s, s.lead), 1 << right_of(s, s.lead)) if s.lead >= 0 else (0, 0, 0)
    possible = {
        Phase.GIVE: 7, Phase.DISCARD: first | second, Phase.LEAD: lead, Phase.CONCEAL: lead, Phase.FIRST: first,
        Phase.SECOND: second, Phase.LATE: first, Phase.RETURN: 7, Phase.PROPOSE: first | second,
    }.get(s.phase, 0)  # fmt: skip
    return s.owing & ~possible == 0 and (s.owing == 0) == (s.phase == Phase.OVER)


def are_tricks_in_order(deck: DeckTables, s: ThreeWitches) -> bool:
    """TW-30: are the tricks before the present one played, and those after it not begun?"""
    if s.phase < Phase.LEAD or s.phase == Phase.OVER:
        return True
    is_begun = [s.up[t] != NONE for t in range(TRICKS)]
    is_played = [s.lead_won[t] != NONE for t in range(TRICKS)]
    lies = s.phase != Phase.LEAD
    return is_begun[: s.trick] == is_played[: s.trick] == [True] * s.trick and not any(is_begun[s.trick + 1 :]) and (
        is_begun[s.trick] == lies
    )  # fmt: skip


def is_over_at_goal(deck: DeckTables, s: ThreeWitches) -> bool:
    """TW-51: is the game over when somebody has five tokens, and only then?"""
    return (max(s.tokens) >= GOAL) == (s.phase == Phase.OVER)


def are_plays_possible(deck: DeckTables, s: ThreeWitches) -> bool:
    """TW-32: did both Lesser Witches hold what they played?"""
    return all(is_play_possible(deck, s, seat) for seat in (left_of(s, s.lead), right_of(s, s.lead)))


LAWS = (
    Law("", "phases, rounds, tokens, cards and seats are within their ranges", Within(RANGES)),
    Law("TW-51", "the game is over when somebody has five tokens, and only then",
        is_over_at_goal),
    Law("", "there is a Lead Witch with a bid of 3 or 4 once the bidding is over", has_lead),
    Law("", "the seats that owe a decision are those that the phase asks", are_right_seats_asked),
    Law("TW-30", "tricks are played one after another", are_tricks_in_order),
    Law("TW-1", "hands, discards and tricks make up the 18 cards, six from each seat", is_whole_deck),
    Law("TW-15", "everybody held the two cards that it gave away", are_passings_possible),
    Law("TW-32", "the Lesser Witches held what they played, and followed suit",
        are_plays_possible),
    Law("TW-43", "the Lead held what she laid, and took back one of two cards", is_lead_play_possible),
)  # fmt: skip
"""The laws, in the order in which they are asked."""
