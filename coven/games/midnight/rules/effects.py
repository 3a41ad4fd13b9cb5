"""What cards do: MN-20 to MN-67. Clause ids: RULES.md."""

from __future__ import annotations

from coven.engine.dice import open_stream, roll
from coven.engine.jit import lowest, rule, scratch
from coven.engine.seats import everybody
from coven.games.midnight.rules import actions
from coven.games.midnight.rules.account import ALL, LAID, MOVED, write, write_lack, write_passes
from coven.games.midnight.rules.cards import NONE, CardTables, Type
from coven.games.midnight.rules.knowledge import note_passes, note_play, note_transfer, note_void
from coven.games.midnight.rules.piles import (
    TAKING,
    bind_top,
    draw_cards,
    give,
    lay_on_top,
    release,
    take_away,
    turn_over,
)
from coven.games.midnight.rules.playing import SECOND_LAST, count_in_full, count_suit
from coven.games.midnight.rules.state import LOST, MOST_PLAYERS, Midnight, Phase, seat_after
from coven.games.midnight.rules.turns import next_turn, win_if_empty

LEAST_ROBBED = 3
"""MN-21: only hands of at least this many cards lose one."""
SPELL_DRAW = 5
POX_PENALTY = 3


@rule
def play(deck: CardTables, s: Midnight, seat: int, kind: int, calls: int) -> None:
    """Play one card of the hand, with these calls."""
    if s.hand_size[seat] == SECOND_LAST and not calls & actions.CALL_MIDNIGHT:
        s.offences |= 1 << seat
    take_away(s, seat, kind)
    note_play(s, seat, kind)
    write(s, LAID, seat, 0, kind)
    s.has_moved = 1
    if deck.type[kind] == Type.A_POX_ON_ALL_OF_YOU:
        play_pox(deck, s, seat, calls)
        return
    lay_on_top(s, kind)
    carry_out(deck, s, seat, kind)


@rule
def carry_out(deck: CardTables, s: Midnight, seat: int, kind: int) -> None:
    """Carry out the effect of a card on the discard pile."""
    what = deck.type[kind]
    if what == Type.WICKED_CACKLE:
        cackle(deck, s, seat)
        return
    count_in_full(deck, s, kind)
    if what == Type.BETRAYED:
        s.red_only = 1
        rob(deck, s, seat)
    elif what == Type.COUNTER_STIR:
        s.direction = -s.direction
    elif what == Type.CURSE_YOU:
        bind_top(s)
        s.curses += 1
    elif what == Type.FOLLOW_THE_RECIPE:
        open_recipe(deck, s)
    elif what == Type.FAILED_SPELL:
        draw_cards(deck, s, seat, SPELL_DRAW)
    if win_if_empty(s, seat):
        return
    if deck.declares >> kind & 1:
        s.phase = Phase.DECLARE
    else:
        next_turn(s)


@rule
def declare(deck: CardTables, s: Midnight, suit: int) -> None:
    """MN-25, MN-44, MN-55, MN-58, MN-66: set the suit that counts now. A Coven Circle then asks all for a card."""
    count_suit(s, suit)
    if s.follow != NONE:
        s.follow = suit
    if deck.type[s.top] != Type.COVEN_CIRCLE:
        next_turn(s)
        return
    s.phase = Phase.PASS
    s.owing = everybody(s)
    for other in range(s.players):
        s.passed[other] = NONE


@rule
def choose_pass(s: Midnight, seat: int, kind: int) -> None:
    """MN-55: once everybody has chosen, the cards are passed on in the current direction."""
    s.passed[seat] = kind
    s.owing &= ~(1 << seat)
    if s.owing:
        return
    for giver in range(s.players):
        take_away(s, giver, s.passed[giver])
        note_lost(s, giver, s.passed[giver])
    for giver in range(s.players):
        give(s, seat_after(s, giver, 1), s.passed[giver])
    note_passes(s)
    write_passes(s)
    for giver in range(s.players):
        s.passed[giver] = NONE
    next_turn(s)


@rule
def play_pox(deck: CardTables, s: Midnight, seat: int, calls: int) -> None:
    """MN-50, MN-51: lay it above the pile. The others draw, or its player if it was not announced.

    MN-13: while they draw, the card itself stays out of reshuffles.
    """
    if calls & actions.CALL_POX:
        for step in range(1, s.players):
            draw_cards(deck, s, seat_after(s, seat, step), 1)
    else:
        draw_cards(deck, s, seat, POX_PENALTY)
    s.sidesteps += 1
    next_turn(s)


@rule
def rob(deck: CardTables, s: Midnight, robber: int) -> None:
    """MN-21: one random card from every other player who holds three or more, each from what they held before."""
    taken = scratch(MOST_PLAYERS)
    for step in range(1, s.players):
        victim = seat_after(s, robber, step)
        taken[victim] = NONE
        if s.hand_size[victim] >= LEAST_ROBBED:
            open_stream(s, TAKING, s.takings)
            s.takings += 1
            taken[victim] = nth_card(s, victim, roll(s, s.hand_size[victim]))
    for step in range(1, s.players):
        victim = seat_after(s, robber, step)
        if taken[victim] != NONE:
            take_away(s, victim, taken[victim])
            give(s, robber, taken[victim])
            note_transfer(s, victim, robber, taken[victim])
            write(s, MOVED, victim, robber, taken[victim])
            note_lost(s, victim, taken[victim])


@rule
def note_lost(s: Midnight, victim: int, kind: int) -> None:
    """Record for the log that a card was lost to another hand."""
    i = 0
    while i < LOST and s.lost[victim][i] != NONE:
        i += 1
    if i < LOST:
        s.lost[victim][i] = kind


@rule
def nth_card(s: Midnight, seat: int, n: int) -> int:
    """The kind of the n-th card of a hand in ascending order, counting from 0."""
    kinds = s.held[seat]
    while n >= s.counts[seat][lowest(kinds)]:
        n -= s.counts[seat][lowest(kinds)]
        kinds &= kinds - 1
    return lowest(kinds)


@rule
def open_recipe(deck: CardTables, s: Midnight) -> None:
    """MN-40: turn cards over until one shows a suit, which is to be followed."""
    bind_top(s)
    if turn_over(deck, s):
        count_in_full(deck, s, s.top)
        s.follow = deck.suit[s.top]
    else:
        release(s, deck.of_type[Type.FOLLOW_THE_RECIPE])


@rule
def cackle(deck: CardTables, s: Midnight, seat: int) -> None:
    """MN-60 to MN-63: all Betrayed cards and Failed Spells are laid down, then come their penalties, then a suit."""
    bind_top(s)
    for step in range(1, s.players + 1):
        other = seat_after(s, seat, step)
        s.forced_betrayed[other] = lay_all(s, other, deck.of_type[Type.BETRAYED])
        s.forced_spells[other] = lay_all(s, other, deck.of_type[Type.FAILED_SPELL])
        note_void(s, other, deck.penalty)
    write_lack(s, ALL, 0, deck.penalty)
    for step in range(1, s.players + 1):
        other = seat_after(s, seat, step)
        for _ in range(s.forced_betrayed[other]):
            rob(deck, s, other)
        draw_cards(deck, s, other, SPELL_DRAW * s.forced_spells[other])
    flipped = turn_over(deck, s)
    if flipped and deck.flip_in_full:
        count_in_full(deck, s, s.top)
    else:
        count_suit(s, deck.suit[s.top] if flipped else NONE)
    s.any_suit = 0 if flipped else 1
    release(s, deck.penalty | deck.of_type[Type.WICKED_CACKLE])
    for step in range(1, s.players + 1):
        if win_if_empty(s, seat_after(s, seat, step)):
            return
    next_turn(s)


@rule
def lay_all(s: Midnight, seat: int, kinds: int) -> int:
    """MN-60: lay all cards of these kinds from a hand, bound until the cackle is over. Returns how many."""
    number = 0
    while kinds:
        kind = lowest(kinds)
        for _ in range(s.counts[seat][kind]):
            take_away(s, seat, kind)
            note_play(s, seat, kind)
            write(s, LAID, seat, 0, kind)
            lay_on_top(s, kind)
            bind_top(s)
            number += 1
        kinds &= kinds - 1
    return number
