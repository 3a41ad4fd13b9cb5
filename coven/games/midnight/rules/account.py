"""What has happened to cards, noted as it happens: all that a seat knows comes from it (RULES.md).

The account is one list for all seats. A note is a number of 15 bits: what (3), a seat (3), another seat (3), a kind
(6). In a view the kind is UNSEEN if the viewer has not seen the card: in others' draws, and for cards that went from
one other hand to another. Nothing is concluded here.

- DRAWN: a seat's card from the draw pile, or the deal.
- LAID: a seat's card that everybody has seen leave its hand.
- TURNED: a card from the draw pile that everybody has seen.
- MOVED: a card from one seat to the other, seen by these two.
- PASSED: the same in a Coven Circle, with one note per giver, all at the same time.
- LACKED: a seat (or all, or the draw pile) holds none of a set of kinds, whose bits are the next WORDS numbers.
- SHUFFLED: a new draw pile, made of the POOLED notes that follow: a kind, and how many cards of it.

The account begins with a pile of everything that was in hands or in the draw pile, and with the cards drawn from it
into the hands. When it runs out of room, it is begun anew at a shuffle (or now, if there was none), so that the oldest
notes go first. `forgotten` counts them.
"""

from __future__ import annotations

import re
import sys
from array import array
from functools import cache

from coven.engine.jit import rule, rule_beside, scratch
from coven.engine.lists import copy, fill
from coven.games.midnight.rules.cards import KINDS
from coven.games.midnight.rules.state import ACCOUNT, MOST_PLAYERS, Midnight, seat_after

DRAWN, LAID, TURNED, MOVED, PASSED, LACKED, SHUFFLED, POOLED = range(8)
UNSEEN = 63
"""In a view: a card that the viewer has not seen."""
LACKS = re.compile(b"[\x50-\x5f]")
"""The high bytes of LACKED notes. No other note has them, and neither have the words of a set of kinds."""
WORDS = 5
WORD_BITS = 13
ONE, ALL, PILE = range(3)
"""Who lacked something: a seat, all seats, or the draw pile."""
MOST_POOLED = 63
"""The most cards in one POOLED note, which counts them in the bits where other notes have seats."""
ROOM = 256
"""Notes that one act may need. With less room after an act, the account is begun anew (an act that needs more loses all
before it)."""
HELD = MOST_PLAYERS * KINDS
"""Size of a list of what all hands hold: [seat * KINDS + kind]."""
MOST_POOLS = 48
"""The most draw piles that an account holds."""
MOST_FORGOTTEN = 32000
"""Forgotten notes are not counted beyond this."""


@rule
def write(s: Midnight, what: int, seat: int, other: int, kind: int) -> None:
    """Add a note. The end of the act makes sure that there is room for the next one."""
    add(s, ((what * 8 + seat) * 8 + other) * 64 + kind)


@rule
def add(s: Midnight, number: int) -> None:
    """Add a number. If there is no room it is only counted, and the end of the act begins the account anew."""
    if s.noted == OFF:
        return
    if s.noted < ACCOUNT:
        s.account[s.noted] = number
    s.noted += 1


OFF = -1
"""The value of `noted` if no account is kept."""


@rule
def stop_account(s: Midnight) -> None:
    """Stop keeping the account, and showing it in views."""
    s.noted = OFF


@rule
def clear_account(s: Midnight) -> None:
    """Make the account empty."""
    s.noted = 0
    s.pools = 0
    s.forgotten = 0
    fill(s.account, 0)


@rule
def write_pool(s: Midnight, kind: int, number: int) -> None:
    """Note this many cards of a kind in the new draw pile."""
    while number > 0:
        some = min(number, MOST_POOLED)
        write(s, POOLED, some >> 3, some & 7, kind)
        number -= some


@rule
def begin_account(s: Midnight) -> None:
    """Begin anew, from the hands and the draw pile as they are."""
    if s.noted == OFF:
        return
    held = scratch(HELD)
    pool = scratch(KINDS)
    for kind in range(KINDS):
        for seat in range(s.players):
            held[seat * KINDS + kind] = s.counts[seat][kind]
            pool[kind] += s.counts[seat][kind]
    for i in range(s.pile_left):
        pool[s.pile[s.pile_top + i]] += 1
    for i in range(min(s.noted, ACCOUNT)):
        s.account[i] = 0
    s.noted = 0
    write_beginning(s, held, pool)


@rule
def write_beginning(s: Midnight, held: list[int], pool: list[int]) -> None:
    """Note a draw pile, and hands of cards drawn from it."""
    write(s, SHUFFLED, 0, 0, 0)
    s.pools = 1
    for kind in range(KINDS):
        write_pool(s, kind, pool[kind])
    for seat in range(s.players):
        for kind in range(KINDS):
            for _ in range(held[seat * KINDS + kind]):
                write(s, DRAWN, seat, 0, kind)


@rule
def write_lack(s: Midnight, who: int, seat: int, kinds: int) -> None:
    """Everybody has seen that these hands, or the draw pile, hold none of these kinds."""
    write(s, LACKED, seat, who, 0)
    for word in range(WORDS):
        add(s, kinds >> word * WORD_BITS & (1 << WORD_BITS) - 1)


@rule
def lacked_kinds(s: Midnight, i: int) -> int:
    """The kinds of the lack noted at place i."""
    kinds = 0
    for word in range(WORDS):
        kinds |= s.account[i + 1 + word] << word * WORD_BITS
    return kinds


@rule
def write_passes(s: Midnight) -> None:
    """MN-55: everybody passes the card in `passed` to the next player, all at once."""
    for giver in range(s.players):
        write(s, PASSED, giver, seat_after(s, giver, 1), s.passed[giver])


@rule
def write_shuffle(s: Midnight) -> None:
    """Note the new draw pile, whose cards are in ascending order."""
    if s.noted == OFF:
        return
    write(s, SHUFFLED, 0, 0, 0)
    s.pools += 1
    i = s.pile_top
    while i < s.pile_top + s.pile_left:
        kind, number = s.pile[i], 0
        while i < s.pile_top + s.pile_left and s.pile[i] == kind:
            number += 1
            i += 1
        write_pool(s, kind, number)


def _hide_account(s: Midnight, viewer: int, view: Midnight) -> None:
    view.noted, view.pools, view.forgotten = s.noted, s.pools, s.forgotten
    if s.noted == OFF:
        return
    account = s.account
    view.account[:] = account
    view.account[: s.noted] = map(_as_seen(viewer).__getitem__, account[: s.noted])
    high_bytes = array("H", account[: s.noted]).tobytes()[sys.byteorder == "little" :: 2]
    for lack in LACKS.finditer(high_bytes):
        words = slice(lack.end(), lack.end() + WORDS)
        view.account[words] = account[words]


@cache
def _as_seen(viewer: int) -> list[int]:
    """By note: what the viewer sees of it."""
    return [number | UNSEEN if _is_unseen(number, viewer) else number for number in range(8 << 12)]


def _is_unseen(number: int, viewer: int) -> bool:
    what, seat, other = number >> 12, number >> 9 & 7, number >> 6 & 7
    return seat != viewer and (what == DRAWN or (what in (MOVED, PASSED) and other != viewer))


@rule_beside(_hide_account)
def hide_account(s: Midnight, viewer: int, view: Midnight) -> None:
    """Copy the account without the kinds that the viewer has not seen."""
    view.noted = s.noted
    view.pools = s.pools
    view.forgotten = s.forgotten
    if s.noted == OFF:
        return
    copy(s.account, view.account)
    i = 0
    while i < s.noted:
        number = s.account[i]
        what, seat = number >> 12, number >> 9 & 7
        if what == LACKED:
            i += WORDS
        elif seat != viewer and (what == DRAWN or (what in (MOVED, PASSED) and number >> 6 & 7 != viewer)):
            view.account[i] = number | UNSEEN
        i += 1


@rule
def keep_room(s: Midnight) -> None:
    """At the end of an act, forget the oldest notes if the next act may not find room."""
    if s.noted == OFF or (s.noted <= ACCOUNT - ROOM and s.pools <= MOST_POOLS):
        return
    before = s.noted
    cut = s.noted
    if s.noted <= ACCOUNT:
        cut = find_cut(s)
    if cut < s.noted:
        begin_at(s, cut)
    else:
        begin_account(s)
    s.forgotten = min(s.forgotten + max(0, before - s.noted), MOST_FORGOTTEN)


@rule
def find_cut(s: Midnight) -> int:
    """The place of the first shuffle after half of the notes or piles, whichever are too many; or `noted`."""
    first = s.noted // 2 if s.noted > ACCOUNT - ROOM else 0
    least = MOST_POOLS // 2 if s.pools > MOST_POOLS else 0
    i, pools = 0, 0
    while i < s.noted:
        what = s.account[i] >> 12
        pools += what == SHUFFLED
        if what == SHUFFLED and i > first and pools > least:
            return i
        i += 1 + (WORDS if what == LACKED else 0)
    return i


@rule
def begin_at(s: Midnight, cut: int) -> None:
    """Begin anew at a shuffle, as if the hands of that time had been drawn from a pile of just these cards."""
    held = scratch(HELD)
    pool = scratch(KINDS)
    later = scratch(ACCOUNT)
    replay(s, cut, held)
    for kind in range(KINDS):
        for seat in range(s.players):
            pool[kind] += held[seat * KINDS + kind]
    left = s.noted - cut
    for i in range(left):
        later[i] = s.account[cut + i]
    for i in range(s.noted):
        s.account[i] = 0
    s.noted = 0
    write_beginning(s, held, pool)
    i = 0
    while i < left:
        what = later[i] >> 12
        s.pools += what == SHUFFLED
        for _ in range(1 + (WORDS if what == LACKED else 0)):
            add(s, later[i])
            i += 1


@rule
def replay(s: Midnight, cut: int, held: list[int]) -> None:
    """What every hand held at a place of the account. Needs the truth's account."""
    i = 0
    while i < cut:
        number = s.account[i]
        what, seat, other, kind = number >> 12, number >> 9 & 7, number >> 6 & 7, number & 63
        if what == DRAWN:
            held[seat * KINDS + kind] += 1
        elif what in (LAID, MOVED, PASSED):
            held[seat * KINDS + kind] -= 1
            if what != LAID:
                held[other * KINDS + kind] += 1
        i += 1 + (WORDS if what == LACKED else 0)
