"""What a report on 3 Witches counts."""

from __future__ import annotations

from collections.abc import Sequence

from coven.engine.jit import rule
from coven.engine.measures import NOTHING, End, Figure, Measures, Ruling, Thing
from coven.engine.seats import left_of
from coven.games.three_witches.deck import nearby, suit_names
from coven.games.three_witches.rules import actions
from coven.games.three_witches.rules.cards import CARDS, SUITS, Deck, DeckTables
from coven.games.three_witches.rules.state import MOST_ROUNDS, NONE, Call, Phase, ThreeWitches

KINDS = (
    "bids", "answers to a bid of 3", "cards passed", "discards", "leads", "cards laid face down",
    "cards played by First", "cards played by Second", "late cards of First", "returns", "proposals",
)  # fmt: skip
"""By Phase."""
FIGURES = (
    Figure("bids-of-3", "bids of 3, of all winning bids"),
    Figure("bid-3-made", "bids of 3 that were made"),
    Figure("bid-4-made", "bids of 4 that were made"),
    Figure("rounds", "rounds a game", is_share=False),
)
BIDS_OF_3, MADE_3, MADE_4, ROUNDS = range(len(FIGURES))


def things(deck: Deck) -> Sequence[Thing]:
    """The cards."""
    names = [*suit_names(deck), "Elixir"]
    return [Thing(deck.cards[c], deck.titles[c], names[min(deck.tables.suit[c], SUITS)]) for c in range(CARDS)]


@rule
def held(deck: DeckTables, s: ThreeWitches, seat: int) -> int:
    """The hand, in tricks."""
    return s.hands[seat] & deck.kinds if s.phase >= Phase.LEAD and s.phase <= Phase.LATE else 0


@rule
def first(deck: DeckTables, s: ThreeWitches, seat: int) -> int:
    """The hand dealt for the first round."""
    return s.hands[seat] & deck.kinds


@rule
def plays(deck: DeckTables, s: ThreeWitches, seat: int, action: int) -> int:
    """The card that is laid up or down, or played."""
    return (action - actions.GIVE) % CARDS if action >= actions.LEAD and action < actions.RETURN else NOTHING


@rule
def kind(deck: DeckTables, s: ThreeWitches, seat: int, action: int) -> int:
    """The phase."""
    return s.phase


@rule
def standing(deck: DeckTables, s: ThreeWitches, seat: int) -> int:
    """TW-50: tokens."""
    return s.tokens[seat]


@rule
def starter(deck: DeckTables, s: ThreeWitches) -> int:
    """TW-10: the first to bid in the first round."""
    return left_of(s, s.elixir)


@rule
def count(out: list[int], figure: int, part: int) -> None:
    """Count one more, of which `part` (0 or 1) is a success."""
    out[2 * figure] += part
    out[2 * figure + 1] += 1


@rule
def figure(deck: DeckTables, s: ThreeWitches, out: list[int]) -> None:
    """From the score sheet."""
    for i in range(MOST_ROUNDS):
        if s.sheet_lead[i] == NONE:
            continue
        made = 1 if s.sheet_won[i] == s.sheet_bid[i] else 0
        count(out, BIDS_OF_3, 1 if s.sheet_bid[i] == Call.THREE else 0)
        count(out, MADE_3 if s.sheet_bid[i] == Call.THREE else MADE_4, made)
    out[2 * ROUNDS] = s.round
    out[2 * ROUNDS + 1] = 1


RULINGS = (
    Ruling(
        "TW-46",
        "Where the Lesser Witches differ, First decides in tricks 1 and 3, Second in 2 and 4.",
        "first-decides",
        "First decides in every trick.",
    ),
    Ruling(
        "TW-13",
        "After a bid of 3, the turns go clockwise from the bidder's left and end with the bidder.",
        other="a bidding order in the state, which redeals and beliefs follow",
    ),
    Ruling(
        "TW-20",
        "Both Lesser Witches discard at the same time, unseen.",
        other="a phase in which one discards after the other",
    ),
    Ruling(
        "TW-30",
        "The Lead's two cards are laid together.",
        other="a view that shows the first card before the second is chosen",
    ),
    Ruling("TW-50", "Tokens never run out.", other="a count of the tokens left, and what happens without one"),
)
"""What the rulebook leaves open; `deck.RULINGS` has the switches."""

MEASURES = Measures(
    things=things,
    held=held,
    first=first,
    plays=plays,
    kinds=KINDS,
    kind=kind,
    standing=standing,
    unit="tokens",
    starter=starter,
    endings=(End(0, "TW-51", "somebody has five tokens"),),
    figures=FIGURES,
    figure=figure,
    nearby=nearby,
    rulings=RULINGS,
)
