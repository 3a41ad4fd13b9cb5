"""Turns, calls and the end: MN-12, MN-14, MN-15, MN-64, MN-65. Clause ids: RULES.md."""

from __future__ import annotations

from coven.engine.jit import rule
from coven.games.midnight.rules.account import ONE, write_lack
from coven.games.midnight.rules.cards import NONE, CardTables, Type
from coven.games.midnight.rules.knowledge import note_void
from coven.games.midnight.rules.piles import draw_cards, release
from coven.games.midnight.rules.playing import can_draw, matches, plays
from coven.games.midnight.rules.state import MOST_TURNS, Ending, Midnight, Phase, seat_after

PENALTY = 2
"""MN-14: cards to draw for a forgotten call."""
RECIPE_DRAW = 3
"""MN-42: cards to draw for a seat that cannot follow the recipe."""
MANY = 1000
"""More cards than there are."""


@rule
def next_turn(s: Midnight) -> None:
    """The turn passes on in the current direction, unless MN-64 or MN-65 ends the game."""
    s.turns += 1
    s.still = 0 if s.has_moved else s.still + 1
    s.has_moved = 0
    if s.still == s.players:
        end_with_fewest(s, Ending.STANDSTILL)
    elif s.turns == MOST_TURNS:
        end_with_fewest(s, Ending.MOST_TURNS)
    else:
        start_turn(s, seat_after(s, s.turn, 1))


@rule
def start_turn(s: Midnight, seat: int) -> None:
    """Ask the seat. MN-14: what it had forgotten can no longer be caught."""
    s.turn = seat
    s.phase = Phase.TURN
    s.owing = 1 << seat
    s.offences &= ~(1 << seat)


@rule
def win_if_empty(s: Midnight, seat: int) -> bool:
    """MN-15: an empty hand wins and ends the game. Returns whether it did."""
    if s.hand_size[seat] > 0:
        return False
    end_game(s, 1 << seat, Ending.EMPTY_HAND)
    return True


@rule
def end_game(s: Midnight, winners: int, ending: int) -> None:
    """The game is over."""
    s.winners = winners
    s.ending = ending
    s.phase = Phase.OVER
    s.owing = 0
    s.offences = 0


@rule
def end_with_fewest(s: Midnight, ending: int) -> None:
    """MN-64, MN-65: the fewest cards win; equal hands share."""
    fewest, winners = MANY, 0
    for seat in range(s.players):
        if s.hand_size[seat] < fewest:
            fewest, winners = s.hand_size[seat], 0
        if s.hand_size[seat] == fewest:
            winners |= 1 << seat
    end_game(s, winners, ending)


@rule
def pay_offence(deck: CardTables, s: Midnight, offender: int) -> None:
    """MN-14: two cards for a seat that was caught or owned up."""
    s.offences &= ~(1 << offender)
    draw_cards(deck, s, offender, PENALTY)


@rule
def draw_in_turn(deck: CardTables, s: Midnight, seat: int) -> None:
    """MN-12: one card ends the turn. MN-42: three end Follow the Recipe."""
    if s.follow != NONE:
        note_void(s, seat, deck.of_suit[s.follow])
        write_lack(s, ONE, seat, deck.of_suit[s.follow])
        draw_cards(deck, s, seat, RECIPE_DRAW)
        s.follow = NONE
        release(s, deck.of_type[Type.FOLLOW_THE_RECIPE])
    else:
        if not can_draw(deck, s):
            note_void(s, seat, (matches(deck, s) | deck.wild) & ~deck.not_last)
            write_lack(s, ONE, seat, plays(deck, s, seat))
        draw_cards(deck, s, seat, 1)
    next_turn(s)


@rule
def take_curses(deck: CardTables, s: Midnight, seat: int) -> None:
    """MN-37: draw as many cards as there are curses in the stack, and lose the turn."""
    draw_cards(deck, s, seat, s.curses)
    s.curses = 0
    release(s, deck.of_type[Type.CURSE_YOU])
    next_turn(s)
