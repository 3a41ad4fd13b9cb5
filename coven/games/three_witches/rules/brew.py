"""Tricks and score: TW-30 to TW-52, one small function per clause. Clause ids: RULES.md."""

from __future__ import annotations

from coven.engine.jit import rule
from coven.engine.lists import fill
from coven.engine.seats import everybody, left_of, right_of
from coven.engine.sets import list_members
from coven.games.three_witches.rules import actions
from coven.games.three_witches.rules.bidding import start_round, start_trick
from coven.games.three_witches.rules.cards import ELIXIR, EYE, SUITS, DeckTables, with_card, without_card
from coven.games.three_witches.rules.state import GOAL, NONE, PASSED, TRICKS, Phase, ThreeWitches

LAST_TRICK = TRICKS - 1


def pair_value(a: tuple[int, int], b: tuple[int, int]) -> int:
    """TW-40, TW-41: the value of a team's two cards, by suit and rank. The deck's table holds it for all pairs."""
    (suit_a, rank_a), (suit_b, rank_b) = a, b
    if SUITS in (suit_a, suit_b):
        return 2 * (rank_a + rank_b)
    return rank_a + rank_b if suit_a == suit_b or rank_a == rank_b else max(rank_a, rank_b)


@rule
def list_plays(deck: DeckTables, s: ThreeWitches, hand: int, out: list[int]) -> int:
    """TW-32, TW-34: follow if able. TW-33: First may pass if not. TW-35: its late card may be any card."""
    following = hand & deck.suit_cards[deck.suit[s.up[s.trick]]]
    out[0] = actions.PASS  # the first card goes over it where n is 0
    n = 1 if s.phase == Phase.FIRST and not following else 0
    return list_members(following if following else hand, actions.PLAY, out, n)


@rule
def list_returns(s: ThreeWitches, out: list[int]) -> int:
    """TW-43, TW-46: one of the Lead's two cards, which are of two kinds if this is asked."""
    base = actions.RETURN if s.phase == Phase.RETURN else actions.PROPOSE
    up, down = s.up[s.trick], s.down[s.trick]
    out[0] = base + min(up, down)
    out[1] = base + max(up, down)
    return 2


@rule
def lay_up(deck: DeckTables, s: ThreeWitches, card: int) -> None:
    """TW-30, TW-31: the Lead's face-up card, not shown until the other is chosen."""
    s.hands[s.lead] = without_card(deck, s.hands[s.lead], card)
    s.up[s.trick] = card
    s.phase = Phase.CONCEAL


@rule
def lay_down(deck: DeckTables, s: ThreeWitches, card: int) -> None:
    """TW-30: the Lead's face-down card. First is asked next."""
    s.hands[s.lead] = without_card(deck, s.hands[s.lead], card)
    s.down[s.trick] = card
    s.phase = Phase.FIRST
    s.owing = 1 << left_of(s, s.lead)


@rule
def is_eye(deck: DeckTables, s: ThreeWitches) -> bool:
    """TW-36: is the Lead's face-up card of this trick an Eye? Needs one to be laid."""
    return deck.rank[s.up[s.trick]] == EYE


@rule
def note_void(deck: DeckTables, s: ThreeWitches, seat: int, card: int) -> None:
    """A seat that does not follow with this card shows that it holds nothing in the lead suit."""
    suit = deck.suit[s.up[s.trick]]
    s.voids[seat] |= (0 if deck.suit[card] == suit else 1) << suit


@rule
def play_first(deck: DeckTables, s: ThreeWitches, seat: int, action: int) -> None:
    """TW-32, TW-33: First's card, or its pass, which is public at once."""
    if action == actions.PASS:
        s.first[s.trick] = PASSED
        s.voids[seat] |= 1 << deck.suit[s.up[s.trick]]
    else:
        card = action - actions.PLAY
        s.hands[seat] = without_card(deck, s.hands[seat], card)
        s.first[s.trick] = card
        if not is_eye(deck, s):
            note_void(deck, s, seat, card)
    s.phase = Phase.SECOND
    s.owing = 1 << left_of(s, seat)


@rule
def play_second(deck: DeckTables, s: ThreeWitches, seat: int, card: int) -> None:
    """TW-34: Second's card. TW-35: then First's, if it passed."""
    s.hands[seat] = without_card(deck, s.hands[seat], card)
    s.second[s.trick] = card
    if not is_eye(deck, s):
        note_void(deck, s, seat, card)
    if s.first[s.trick] == PASSED:
        s.phase = Phase.LATE
        s.owing = 1 << right_of(s, seat)
    else:
        end_trick(deck, s)


@rule
def play_late(deck: DeckTables, s: ThreeWitches, seat: int, card: int) -> None:
    """TW-35: First's card after Second's."""
    s.hands[seat] = without_card(deck, s.hands[seat], card)
    s.first[s.trick] = card
    end_trick(deck, s)


@rule
def end_trick(deck: DeckTables, s: ThreeWitches) -> None:
    """Show and compare the cards once all are played. Then a card goes back, or TW-48: the round ends."""
    t = s.trick
    up, down, first, second = s.up[t], s.down[t], s.first[t], s.second[t]
    show_cards(deck, s, first, second)
    won = has_lead_won(deck, up, down, first, second)
    s.lead_won[t] = 1 if won else 0
    fill(s.proposals, NONE)
    if first == ELIXIR or second == ELIXIR or (down == ELIXIR and stays_out(t, won)):
        s.elixir = NONE
    if t == LAST_TRICK:
        end_round(deck, s)
    else:
        ask_return(deck, s, up, down, won)


@rule
def show_cards(deck: DeckTables, s: ThreeWitches, first: int, second: int) -> None:
    """TW-36: under an Eye too, everybody now sees whether the Lesser Witches have followed."""
    note_void(deck, s, left_of(s, s.lead), first)
    note_void(deck, s, right_of(s, s.lead), second)


@rule
def has_lead_won(deck: DeckTables, up: int, down: int, first: int, second: int) -> bool:
    """TW-42: the pair worth more wins (TW-40, TW-41: `pair_value`); the Lead wins ties."""
    return deck.value[up][down] >= deck.value[first][second]


@rule
def stays_out(trick: int, won: bool) -> bool:
    """TW-43, TW-45: the Lead's Elixir is out after a win or the last trick; otherwise it may go back (TW-46)."""
    return won or trick == LAST_TRICK


@rule
def ask_return(deck: DeckTables, s: ThreeWitches, up: int, down: int, won: bool) -> None:
    """TW-43: which of the Lead's cards goes back? TW-44: she chooses if she won, TW-46: the Lesser Witches if not.

    TW-45: after a win with the Elixir, the other card goes back. Of two identical cards, either does.
    """
    if (won and down == ELIXIR) or up == down:
        end_return(deck, s, up)
    elif won:
        s.phase = Phase.RETURN
        s.owing = 1 << s.lead
    else:
        s.phase = Phase.PROPOSE
        s.owing = everybody(s) ^ 1 << s.lead


@rule
def take_back(deck: DeckTables, s: ThreeWitches, card: int) -> None:
    """TW-44: the Lead's secret choice."""
    end_return(deck, s, card)


@rule
def propose(deck: DeckTables, s: ThreeWitches, seat: int, card: int) -> None:
    """TW-46: if both have proposed and differ, one of them decides."""
    s.proposals[seat] = card
    s.owing &= ~(1 << seat)
    if s.owing == 0:
        end_return(deck, s, s.proposals[decider(deck, s)])


@rule
def decider(deck: DeckTables, s: ThreeWitches) -> int:
    """TW-46: First decides in tricks 1 and 3, Second in 2 and 4; or always First, if the deck's rulings say so."""
    return left_of(s, s.lead) if deck.first_decides or s.trick % 2 == 0 else right_of(s, s.lead)


@rule
def end_return(deck: DeckTables, s: ThreeWitches, card: int) -> None:
    """TW-43: one card goes back to the Lead's hand, three are out of play. The next trick follows."""
    t = s.trick
    s.back[t] = card
    s.hands[s.lead] = with_card(deck, s.hands[s.lead], card)
    if s.down[t] == ELIXIR and card != ELIXIR:
        s.elixir = NONE
    s.trick = t + 1
    start_trick(s)


@rule
def tricks_won(s: ThreeWitches) -> int:
    """Tricks that the Lead has won in this round."""
    won = 0
    for t in range(TRICKS):
        if s.lead_won[t] == 1:
            won += 1
    return won


@rule
def end_round(deck: DeckTables, s: ThreeWitches) -> None:
    """TW-48, TW-50, TW-51: fill in the score sheet, then start the next round or end the game."""
    won = tricks_won(s)
    s.sheet_lead[s.round - 1] = s.lead
    s.sheet_bid[s.round - 1] = s.bid
    s.sheet_won[s.round - 1] = won
    s.last_trick[0] = s.up[LAST_TRICK]
    s.last_trick[1] = s.down[LAST_TRICK]
    s.last_trick[2] = s.first[LAST_TRICK]
    s.last_trick[3] = s.second[LAST_TRICK]
    if won == s.bid:
        s.tokens[s.lead] += 2
    else:
        s.tokens[left_of(s, s.lead)] += 1
        s.tokens[right_of(s, s.lead)] += 1
    if goal_reached(s):
        s.phase = Phase.OVER
        s.owing = 0
    else:
        s.round += 1
        start_round(deck, s)


@rule
def goal_reached(s: ThreeWitches) -> bool:
    """TW-51: does anybody hold at least 5 tokens?"""
    return s.tokens[0] >= GOAL or s.tokens[1] >= GOAL or s.tokens[2] >= GOAL
