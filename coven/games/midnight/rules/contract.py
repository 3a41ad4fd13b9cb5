"""The rules of Midnight as the contract asks for them. The clauses are in `piles`, `playing`, `turns`, `effects`."""

from __future__ import annotations

from coven.engine.dice import roll
from coven.engine.jit import rule
from coven.engine.lists import fill, fill_rows
from coven.engine.seats import everybody, owes
from coven.games.midnight.rules import actions
from coven.games.midnight.rules.account import clear_account, keep_room
from coven.games.midnight.rules.cards import NONE, CardTables
from coven.games.midnight.rules.effects import choose_pass, declare, play
from coven.games.midnight.rules.knowledge import clear_knowledge
from coven.games.midnight.rules.piles import deal
from coven.games.midnight.rules.playing import count_in_full, list_catches, list_declarations, list_passes, list_turn
from coven.games.midnight.rules.state import BY_LOT, Ending, Midnight, Phase
from coven.games.midnight.rules.turns import draw_in_turn, pay_offence, start_turn, take_curses


@rule
def setup(deck: CardTables, s: Midnight) -> None:
    """Deal, and ask the first seat. Needs seed, players and options in `s`."""
    clear_table(s)
    deal(deck, s)
    count_in_full(deck, s, s.top)
    s.starter = s.first_seat
    if s.first_seat == BY_LOT:
        s.starter = roll(s, s.players)
    start_turn(s, s.starter)


@rule
def clear_table(s: Midnight) -> None:
    """Clear everything from the table."""
    fill(s.held, 0)
    fill(s.hand_size, 0)
    fill(s.passed, NONE)
    fill(s.forced_betrayed, 0)
    fill(s.forced_spells, 0)
    fill_rows(s.lost, NONE)
    fill_rows(s.counts, 0)
    fill(s.discard, 0)
    fill(s.bound, 0)
    fill(s.pile, NONE)
    clear_knowledge(s)
    clear_account(s)
    s.events = 0
    s.last_seat = NONE
    s.last_action = NONE
    s.shuffles = 0
    s.takings = 0
    s.sidesteps = 0
    s.follow = NONE
    s.curses = 0
    s.direction = 1
    s.turns = 0
    s.still = 0
    s.has_moved = 0
    s.offences = 0
    s.winners = 0
    s.ending = Ending.OPEN


@rule
def legal(deck: CardTables, s: Midnight, seat: int, out: list[int]) -> int:
    """Write the seat's legal actions to `out`, ascending, and return how many. Catching needs no decision to owe."""
    n = 0
    is_asked = owes(s, seat)
    if is_asked and s.phase == Phase.TURN:
        n = list_turn(deck, s, seat, out)
    if is_asked and s.phase == Phase.DECLARE:
        n = list_declarations(deck, s, out, n)
    if is_asked and s.phase == Phase.PASS:
        n = list_passes(s, seat, out, n)
    if s.offences >> seat & 1:
        out[n] = actions.OWN_UP
        n += 1
    return list_catches(s, seat, out, n)


@rule
def casual(deck: CardTables, s: Midnight, seat: int, legal: list[int], n: int) -> int:
    """A random player plays a card if it can, makes the calls that are due, and does not own up."""
    kept = 0
    for i in range(n):
        action = legal[i]
        if action == actions.OWN_UP and n > 1:
            continue
        if kept and action < actions.DECLARE and legal[kept - 1] < actions.DRAW:
            if action >= actions.DRAW:
                continue
            if action // actions.CALLS == legal[kept - 1] // actions.CALLS:
                kept -= 1  # a card's last form is the one with all calls that are due
        legal[kept] = action
        kept += 1
    return kept


@rule
def apply(deck: CardTables, s: Midnight, seat: int, action: int) -> None:
    """Play a legal action. Nothing else is caught here (Match does that)."""
    note_event(s, seat, action)
    if action < actions.DRAW:
        number = action - actions.PLAY
        play(deck, s, seat, number // actions.CALLS, number % actions.CALLS)
    elif action == actions.DRAW:
        draw_in_turn(deck, s, seat)
    elif action == actions.TAKE:
        take_curses(deck, s, seat)
    elif action == actions.OWN_UP:
        pay_offence(deck, s, seat)
    elif action < actions.PASS:
        declare(deck, s, action - actions.DECLARE)
    elif action < actions.OWN_UP:
        choose_pass(s, seat, action - actions.PASS)
    else:
        pay_offence(deck, s, action - actions.CATCH)
    keep_room(s)


@rule
def note_event(s: Midnight, seat: int, action: int) -> None:
    """Keep for the log what everybody sees at once, which excludes sealed passes before the last one."""
    is_pass = actions.PASS <= action < actions.OWN_UP
    if is_pass and s.owing != 1 << seat:
        return
    s.events += 1
    for other in range(s.players):
        s.forced_betrayed[other] = 0
        s.forced_spells[other] = 0
        if s.lost[other][0] != NONE:
            fill(s.lost[other], NONE)
    s.last_seat = s.turn if is_pass else seat
    s.last_action = actions.PASS if is_pass else action


@rule
def settles(deck: CardTables, s: Midnight, seat: int, action: int) -> int:
    """Everybody sees an action at once, except a pass before the last one (MN-55), which others' catches leave open."""
    is_pass = actions.PASS <= action < actions.OWN_UP
    if s.phase == Phase.PASS and (not is_pass or s.owing != 1 << seat):
        return 0 if is_pass else 1 << seat
    return everybody(s)
