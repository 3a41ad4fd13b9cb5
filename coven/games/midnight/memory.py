"""What each seat remembers of the others' hands, for its redeals (RULES.md, "What a seat knows").

`knowledge` keeps what all know; this is each seat's own, and the spectator's in the row after them. A seat remembers

- *lacks*: that a hand held none of a set of kinds at some time, and how many cards it may have got since and still
  hold;
- *sure cards*: that a card of a kind is in one of some hands, as the seat has given it away;
- the *base*: what the other hands held together at the last shuffle, and all that has left a hand since then.

What was kept before a card came counts for it in the hand from which it came: a card that nobody else saw go from
hand to hand may be only what its giver may have held. Where there is no room, the least sure goes first: of lacks the
oldest, of sure cards that in most hands; where the list of what has left is full, the base is given up. `forgotten`
counts this."""

from __future__ import annotations

from coven.engine.jit import rule, scratch
from coven.games.midnight.cards import KINDS, NONE, CardTables
from coven.games.midnight.state import DEPARTURES, MOST_PLAYERS, ROWS, SURE, VOIDS, Midnight, seat_after

MOST_NOTED = 127


@rule
def clear_memory(s: Midnight) -> None:
    """Nothing is known yet."""
    for seat in range(MOST_PLAYERS):
        s.lack_count[seat] = 0
        for i in range(VOIDS):
            s.lack_kinds[seat][i] = 0
            s.lack_based[seat][i] = 0
    clear_own(s)
    clear_base(s)


@rule
def clear_own(s: Midnight) -> None:
    """Nothing is in anybody's own memory."""
    for row in range(ROWS):
        s.forgotten[row] = 0
        for kind in range(KINDS):
            s.base_held[row][kind] = 0
    for row in range(ROWS):
        for seat in range(MOST_PLAYERS):
            for i in range(VOIDS):
                s.lack_fresh[row][seat][i] = 0
    for seat in range(MOST_PLAYERS):
        for i in range(SURE):
            s.sure_kind[seat][i] = NONE
        for i in range(SURE):
            s.sure_hands[seat][i] = 0


@rule
def clear_base(s: Midnight) -> None:
    """Nothing is known of any shuffle."""
    s.is_based = 0
    for seat in range(MOST_PLAYERS):
        for i in range(VOIDS):
            s.lack_based[seat][i] = 0
        s.base_size[seat] = 0
        s.came[seat] = 0
    for row in range(ROWS):
        for kind in range(KINDS):
            s.base_held[row][kind] = 0
    clear_departures(s)


@rule
def clear_departures(s: Midnight) -> None:
    """Nothing has left a hand since the base."""
    s.gone_count = 0
    for i in range(DEPARTURES):
        s.gone_seat[i] = NONE
    for i in range(DEPARTURES):
        s.gone_kind[i] = NONE
    for i in range(DEPARTURES):
        s.gone_to[i] = NONE
    for i in range(DEPARTURES):
        s.gone_came[i] = 0
    for i in range(DEPARTURES):
        s.gone_there[i] = 0
    for i in range(DEPARTURES):
        s.gone_new[i] = 0


@rule
def clear_lack(s: Midnight, seat: int, i: int) -> None:
    """An empty place of the list."""
    s.lack_kinds[seat][i] = 0
    s.lack_based[seat][i] = 0
    for row in range(s.players + 1):
        s.lack_fresh[row][seat][i] = 0


@rule
def drop_lack(s: Midnight, seat: int, i: int) -> None:
    """It tells nothing any more."""
    s.lack_count[seat] -= 1
    for later in range(i, s.lack_count[seat]):
        s.lack_kinds[seat][later] = s.lack_kinds[seat][later + 1]
        s.lack_based[seat][later] = s.lack_based[seat][later + 1]
        for row in range(s.players + 1):
            s.lack_fresh[row][seat][later] = s.lack_fresh[row][seat][later + 1]
    clear_lack(s, seat, s.lack_count[seat])


@rule
def lacked_since(s: Midnight, seat: int, i: int) -> int:
    """The kinds of the i-th lack and of those after it: who may be fresh after a later one may be so before it."""
    kinds = 0
    for later in range(i, s.lack_count[seat]):
        kinds |= s.lack_kinds[seat][later]
    return kinds


@rule
def drop_idle_lacks(s: Midnight, seat: int) -> None:
    """The oldest lacks, as long as to nobody they say anything of the hand, nor of what is old. Needs its size."""
    while s.lack_count[seat] > 0 and s.lack_based[seat][0] == 0:
        for row in range(s.players + 1):
            if row != seat and s.lack_fresh[row][seat][0] < s.hand_size[seat]:
                return
        drop_lack(s, seat, 0)


@rule
def saw_lack(s: Midnight, seat: int, kinds: int) -> None:
    """All have seen that the hand holds none of these kinds now."""
    i = 0
    while i < s.lack_count[seat]:
        if s.lack_kinds[seat][i] & ~kinds == 0:
            drop_lack(s, seat, i)
        else:
            i += 1
    if s.lack_count[seat] == VOIDS:
        drop_lack(s, seat, 0)
        for row in range(s.players + 1):
            s.forgotten[row] += 1
    s.lack_kinds[seat][s.lack_count[seat]] = kinds
    s.lack_based[seat][s.lack_count[seat]] = min(s.came[seat] + 1, MOST_NOTED) if s.is_based else 0
    s.lack_count[seat] += 1
    for knower in range(s.players):
        j = 0
        while j < SURE and s.sure_kind[knower][j] != NONE:
            hands = s.sure_hands[knower][j]
            if kinds >> s.sure_kind[knower][j] & 1 and hands != 1 << seat:
                s.sure_hands[knower][j] = hands & ~(1 << seat)
            j += 1


@rule
def saw_draw(s: Midnight, seat: int) -> None:
    """A card came from the draw pile. Needs the hand's size with it."""
    for i in range(s.lack_count[seat]):
        for row in range(s.players + 1):
            s.lack_fresh[row][seat][i] += 1
    s.came[seat] += 1
    drop_idle_lacks(s, seat)


@rule
def spend(s: Midnight, row: int, seat: int, kind: int) -> None:
    """In one row: a card of this kind has left the hand."""
    for i in range(s.lack_count[seat]):
        if lacked_since(s, seat, i) >> kind & 1:
            s.lack_fresh[row][seat][i] -= 1
        if i > 0 and s.lack_fresh[row][seat][i] > s.lack_fresh[row][seat][i - 1]:
            s.lack_fresh[row][seat][i] = s.lack_fresh[row][seat][i - 1]


@rule
def is_fresh(s: Midnight, seat: int, kind: int) -> int:
    """If the hand lacked the kind since the base, how many cards had come by then and one; else 0."""
    came = 0
    for i in range(s.lack_count[seat]):
        if s.lack_kinds[seat][i] >> kind & 1:
            came = max(came, s.lack_based[seat][i])
    return came


@rule
def note_departure(s: Midnight, seat: int, kind: int, to: int) -> None:
    """A card leaves a hand, to be seen by all (`to` is NONE) or by two seats."""
    if not s.is_based:
        return
    if to == NONE and s.came[seat] == 0:
        s.base_size[seat] -= 1
        for row in range(s.players + 1):
            if row != seat:
                s.base_held[row][kind] -= 1
        return
    i = s.gone_count
    if i == DEPARTURES:
        clear_base(s)
        for row in range(s.players + 1):
            s.forgotten[row] += 1
        return
    s.gone_count += 1
    s.gone_seat[i] = seat
    s.gone_kind[i] = kind
    s.gone_to[i] = to
    s.gone_came[i] = s.came[seat]
    s.gone_new[i] = is_fresh(s, seat, kind)
    if to != NONE:
        s.gone_there[i] = s.came[to]


@rule
def saw_play(s: Midnight, seat: int, kind: int) -> None:
    """All have seen a card of this kind leave the hand. Needs the hand's size without it."""
    note_departure(s, seat, kind, NONE)
    if s.lack_count[seat] > 0:
        for row in range(s.players + 1):
            if row != seat:
                spend(s, row, seat, kind)
    for knower in range(s.players):
        if knower != seat:
            settle_sure(s, knower, seat, kind)
    drop_idle_lacks(s, seat)


@rule
def never_held(s: Midnight, row: int, seat: int) -> int:
    """To one row: the kinds of which no card in the hand can be."""
    for i in range(s.lack_count[seat]):
        if s.lack_fresh[row][seat][i] <= 0:
            return lacked_since(s, seat, i)
    return 0


@rule
def raise_lacks(s: Midnight, row: int, seat: int, excluded: int) -> None:
    """To one row: a card has come that is none of the excluded kinds."""
    for i in range(s.lack_count[seat]):
        if lacked_since(s, seat, i) & ~excluded:
            s.lack_fresh[row][seat][i] += 1


@rule
def saw_transfer(s: Midnight, giver: int, receiver: int, kind: int) -> None:
    """A card goes from hand to hand, and only these two see it. Needs both hands as they are afterwards."""
    note_departure(s, giver, kind, receiver)
    for row in range(s.players + 1):
        if row == giver:
            raise_lacks(s, row, receiver, ~(1 << kind))
        elif row == receiver:
            spend(s, row, giver, kind)
            settle_sure(s, row, giver, kind)
        else:
            raise_lacks(s, row, receiver, never_held(s, row, giver))
            if row < s.players:
                for i in range(SURE):
                    if s.sure_hands[row][i] >> giver & 1:
                        s.sure_hands[row][i] |= 1 << receiver
    s.came[receiver] += 1
    add_sure(s, giver, kind, receiver)
    drop_idle_lacks(s, giver)
    drop_idle_lacks(s, receiver)


@rule
def saw_passes(s: Midnight) -> None:
    """MN-55: everybody has passed the card in `passed` to the next player, all at once. Needs the hands afterwards."""
    excluded = scratch(MOST_PLAYERS)
    for giver in range(s.players):
        note_departure(s, giver, s.passed[giver], seat_after(s, giver, 1))
    for row in range(s.players + 1):
        for giver in range(s.players):
            excluded[giver] = ~(1 << s.passed[giver]) if giver == row else never_held(s, row, giver)
        for giver in range(s.players):
            receiver = seat_after(s, giver, 1)
            if receiver == row:
                spend(s, row, giver, s.passed[giver])
        for giver in range(s.players):
            raise_lacks(s, row, seat_after(s, giver, 1), excluded[giver])
    for knower in range(s.players):
        pass_sure(s, knower)
    for seat in range(s.players):
        if s.is_based:
            s.came[seat] += 1
        add_sure(s, seat, s.passed[seat], seat_after(s, seat, 1))
    for seat in range(s.players):
        drop_idle_lacks(s, seat)


@rule
def pass_sure(s: Midnight, knower: int) -> None:
    """Sure cards may have been passed on; that to the knower it has seen."""
    giver = seat_after(s, knower, s.players - 1)
    settle_sure(s, knower, giver, s.passed[giver])
    for i in range(SURE):
        hands = s.sure_hands[knower][i]
        for seat in range(s.players):
            if hands >> seat & 1 and seat != giver:
                s.sure_hands[knower][i] |= 1 << seat_after(s, seat, 1)
        for seat in range(s.players):
            is_only = s.hand_size[seat] == 1 and seat != giver and hands >> seat & 1 == 1
            if is_only and not hands >> seat_after(s, seat, s.players - 1) & 1:
                s.sure_hands[knower][i] &= ~(1 << seat)


@rule
def saw_shuffle(deck: CardTables, s: Midnight) -> None:
    """Every card outside the hands is in the new draw pile: so to each seat the other hands together are known."""
    s.is_based = 1
    clear_departures(s)
    for seat in range(MOST_PLAYERS):
        s.base_size[seat] = s.hand_size[seat]
        s.came[seat] = 0
        for i in range(VOIDS):
            s.lack_based[seat][i] = 0
        drop_idle_lacks(s, seat)
    for kind in range(deck.kinds):
        held = 0
        for seat in range(s.players):
            held += s.counts[seat][kind]
        for row in range(s.players + 1):
            s.base_held[row][kind] = held - (s.counts[row][kind] if row < s.players else 0)


@rule
def add_sure(s: Midnight, knower: int, kind: int, hand: int) -> None:
    """The knower has seen a card of this kind go into that hand."""
    i = 0
    while i < SURE and s.sure_kind[knower][i] != NONE:
        i += 1
    if i == SURE:
        i = drop_least_sure(s, knower)
    s.sure_kind[knower][i] = kind
    s.sure_hands[knower][i] = 1 << hand


@rule
def drop_least_sure(s: Midnight, knower: int) -> int:
    """The sure card that may be in most hands makes room, of several the oldest; returns the free place."""
    least, most = 0, 0
    for i in range(SURE):
        number = 0
        for seat in range(s.players):
            number += s.sure_hands[knower][i] >> seat & 1
        if number > most:
            least, most = i, number
    drop_sure(s, knower, least)
    s.forgotten[knower] += 1
    return SURE - 1


@rule
def drop_sure(s: Midnight, knower: int, i: int) -> None:
    """It holds no more; those after it move up."""
    last = i
    while last < SURE - 1 and s.sure_kind[knower][last + 1] != NONE:
        s.sure_kind[knower][last] = s.sure_kind[knower][last + 1]
        s.sure_hands[knower][last] = s.sure_hands[knower][last + 1]
        last += 1
    s.sure_kind[knower][last] = NONE
    s.sure_hands[knower][last] = 0


@rule
def settle_sure(s: Midnight, knower: int, seat: int, kind: int) -> None:
    """The knower has seen a card of this kind leave the seat's hand: it may be a sure one.

    One that is in that very hand stands for it. Otherwise one of those that may have been there holds no more, and
    nobody knows which: the others are in any of the hands where they all may have been.
    """
    hands, last, i = 0, NONE, 0
    while i < SURE and s.sure_kind[knower][i] != NONE:
        if s.sure_kind[knower][i] == kind and s.sure_hands[knower][i] >> seat & 1:
            if s.sure_hands[knower][i] == 1 << seat:
                drop_sure(s, knower, i)
                return
            hands |= s.sure_hands[knower][i]
            last = i
        i += 1
    for one in range(last):
        if s.sure_kind[knower][one] == kind and s.sure_hands[knower][one] >> seat & 1:
            s.sure_hands[knower][one] = hands
    if last != NONE:
        drop_sure(s, knower, last)
