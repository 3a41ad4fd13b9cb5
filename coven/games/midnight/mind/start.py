"""A random first course of the game, chosen note by note, that holds if one can be found (see `redeal`)."""

from __future__ import annotations

from coven.engine.dice import roll
from coven.engine.jit import popcount, rule, scratch
from coven.games.midnight.mind.augment import remove_faults
from coven.games.midnight.mind.course import (
    ARRIVALS,
    ARRIVED,
    AT,
    BARRED,
    CARRIED,
    COMING_COUNT,
    COMINGS,
    CROSSING_COUNT,
    CROSSINGS,
    FIRST,
    FLAT,
    KIND,
    LACK_KINDS,
    LACK_POOL,
    LACKS,
    LEFT,
    MANNER,
    NEXT_COMING,
    NEXT_CROSSING,
    NEXT_LACK,
    PILES,
    POOL,
    POOLS,
    SETTLED,
    SETTLED_COUNT,
    SETTLED_NODE,
    SETTLED_SEAT,
    SETTLED_SINCE,
    SLOT_COUNT,
    SLOTS,
    SOURCE,
    SPARED,
)
from coven.games.midnight.mind.mending import cross_back, mend
from coven.games.midnight.mind.particles import CLOUD, PARTICLE, PARTICLES, load, size_of, store
from coven.games.midnight.mind.slots import FREELY, let_cross, put_into, take_any, take_out
from coven.games.midnight.rules.account import ALL, DRAWN, LACKED, LAID, MOVED, PASSED, PILE, WORDS
from coven.games.midnight.rules.cards import CARDS, KINDS, NONE
from coven.games.midnight.rules.state import MOST_PLAYERS, Midnight

MOST_STARTS = 8
"""How many starts are tried one by one, which must hold as they are."""
MOST_SEARCHES = 2000
"""How often many starts are tried side by side (see `particles`), and then one whose faults are removed (see
`augment`). What comes after that need not hold."""
FEW_FAULTS = 3
"""A start with more faults than this is given up: another one is likelier to succeed."""
PATIENCE = 32
"""After this many searches, one more fault is removed."""
STRETCH = 64
"""Notes between two looks at the cloud."""
MANNERS = 3
"""Ways to choose which card leaves a hand: any; the one with the fewest possible kinds; the oldest, then by kinds."""
BY_AGE = 2


@rule
def choose_start(view: Midnight, s: Midnight, w: list[int]) -> bool:
    """Choose a kind for every coming and every crossing, so that the course holds. Rolls the dice of `s`.

    What leaves a hand openly is one of its cards that can be of that kind. All other cards stay open to the end. False:
    no course was found that holds.
    """
    for start in range(MOST_STARTS):
        w[MANNER] = start % MANNERS
        clear_start(w)
        if follow(view, s, w, view.noted, 0):
            turn_crossings(w)
            return True
    for search in range(MOST_SEARCHES):
        w[MANNER] = search % MANNERS
        if follow_cloud(view, s, w):
            turn_crossings(w)
            return True
        clear_start(w)
        follow(view, s, w, view.noted, 1)
        turn_crossings(w)
        if remove_faults(s, w, FEW_FAULTS + search // PATIENCE):
            return True
    return False


@rule
def turn_crossings(w: list[int]) -> None:
    """Give every crossing the kind of its card."""
    for one in range(w[CROSSING_COUNT]):
        kind = w[KIND + w[CARRIED + one]]
        w[KIND + w[CROSSINGS + one]] = kind
        w[KIND + w[ARRIVALS + one]] = kind


@rule
def clear_start(w: list[int]) -> None:
    """Forget all kinds, and take all cards out of hands."""
    for i in range(w[COMING_COUNT]):
        w[KIND + w[COMINGS + i]] = NONE
        w[BARRED + w[COMINGS + i]] = 0
    for i in range(w[PILES] * KINDS):
        w[LEFT + i] = w[POOL + i]
    w[AT] = 0
    w[NEXT_COMING] = 0
    w[NEXT_CROSSING] = 0
    w[NEXT_LACK] = 0
    w[SETTLED_COUNT] = 0
    for seat in range(MOST_PLAYERS):
        w[SLOT_COUNT + seat] = 0


@rule
def follow_cloud(view: Midnight, s: Midnight, w: list[int]) -> bool:
    """Follow the account in many starts side by side. False: in some stretch all of them failed."""
    cloud = scratch(CLOUD)
    clear_start(w)
    for particle in range(PARTICLES):
        store(w, cloud, particle)
    until = 0
    while until < view.noted:
        until += STRETCH
        if not follow_stretch(view, s, w, cloud, until):
            return False
    load(w, cloud, roll(s, PARTICLES))
    return True


@rule
def follow_stretch(view: Midnight, s: Midnight, w: list[int], cloud: list[int], until: int) -> bool:
    """Follow one stretch in the whole cloud, replacing starts that fail with copies of others. False: all failed."""
    alive = 0
    for particle in range(PARTICLES):
        load(w, cloud, particle)
        if follow(view, s, w, until, 0) and size_of(w) <= PARTICLE:
            store(w, cloud, alive)
            alive += 1
    if alive == 0:
        return False
    for particle in range(alive, PARTICLES):
        load(w, cloud, roll(s, alive))
        store(w, cloud, particle)
    return True


@rule
def follow(view: Midnight, s: Midnight, w: list[int], until: int, is_lenient: int) -> bool:
    """Decide by all notes up to a place or to the end. False: it does not hold (if lenient, it goes on)."""
    while w[AT] < min(until, view.noted):
        if view.account[w[AT]] >> 12 == PASSED:
            holds = follow_passes(view, s, w)
        else:
            holds = follow_note(view, s, w, view.account[w[AT]])
        if not holds and not is_lenient:
            return False
    return w[AT] < view.noted or fill(s, w) or is_lenient == 1


@rule
def follow_note(view: Midnight, s: Midnight, w: list[int], number: int) -> bool:
    """Decide by one note. False: it does not hold."""
    what, seat, other, kind = number >> 12, number >> 9 & 7, number >> 6 & 7, number & 63
    i, holds = w[AT], True
    w[AT] += 1
    if what == LACKED:
        holds = bar(w, w[NEXT_LACK], seat, other)
        w[NEXT_LACK] += 1
        w[AT] += WORDS
    elif what == DRAWN and seat != view.viewer:
        put_into(w, seat, w[COMINGS + w[NEXT_COMING]], 2 * i)
        w[NEXT_COMING] += 1
    elif what == LAID and seat != view.viewer:
        holds = settle(s, w, seat, kind, 2 * i)
    elif what == MOVED and seat == view.viewer:
        put_into(w, other, 2 * i + 1, 2 * i + 1)
    elif what == MOVED and other == view.viewer:
        holds = settle(s, w, seat, kind, 2 * i)
    elif what == MOVED:
        put_into(w, other, let_cross(view, s, w, seat, other), 2 * i + 1)
    return holds


@rule
def follow_passes(view: Midnight, s: Midnight, w: list[int]) -> bool:
    """Decide by the notes of a Coven Circle: everybody passes before anybody gets a card."""
    first, holds = w[AT], True
    for place in range(view.players):
        number = view.account[first + place]
        seat, other, kind = number >> 9 & 7, number >> 6 & 7, number & 63
        w[FLAT + place] = 2 * first + view.players + place
        if seat != view.viewer and other == view.viewer:
            holds = settle(s, w, seat, kind, 2 * first + place) and holds
        elif seat != view.viewer:
            w[FLAT + place] = let_cross(view, s, w, seat, other)
    for place in range(view.players):
        other = view.account[first + place] >> 6 & 7
        if other != view.viewer:
            put_into(w, other, w[FLAT + place], 2 * first + view.players + place)
    w[AT] += view.players
    return holds


@rule
def bar(w: list[int], lack: int, seat: int, who: int) -> bool:
    """Bar what a hand lacked from its cards, and what the draw pile lacked from later ones. False: one is known."""
    kinds = w[LACK_KINDS + lack]
    if who == PILE:
        pool = w[LACK_POOL + lack]
        for i in range(w[FIRST + pool], w[FIRST + pool + 1]):
            if w[COMINGS + i] > w[LACKS + lack]:
                w[BARRED + w[COMINGS + i]] |= kinds
        return True
    for hand in range(MOST_PLAYERS):
        if who == ALL or hand == seat:
            for slot in range(w[SLOT_COUNT + hand]):
                node = w[SLOTS + hand * CARDS + slot]
                w[BARRED + node] |= kinds
                if w[KIND + node] != NONE and kinds >> w[KIND + node] & 1:
                    return False
    return True


@rule
def settle(s: Midnight, w: list[int], seat: int, kind: int, now: int) -> bool:
    """A card of a kind leaves a hand: one known to be it, or one that may be it. False: there is none."""
    slot = find_card(s, w, seat, kind)
    if slot == NONE and mend_somehow(s, w, seat, kind, now):
        slot = find_card(s, w, seat, kind)
    if slot == NONE:
        spare(w, seat, kind)
        take_any(s, w, seat)
        return False
    i = w[SETTLED_COUNT]
    w[SETTLED_COUNT] += 1
    w[SETTLED + i] = now
    w[SETTLED_SEAT + i] = seat
    w[SETTLED_SINCE + i] = w[ARRIVED + seat * CARDS + slot]
    w[SETTLED_NODE + i] = take_out(w, seat, slot)
    if w[KIND + w[SETTLED_NODE + i]] == NONE:
        give_kind(w, w[SETTLED_NODE + i], kind)
    return True


@rule
def mend_somehow(s: Midnight, w: list[int], seat: int, kind: int, now: int) -> bool:
    """Try the simplest changes first."""
    if mend(s, w, seat, kind, now, 0) or cross_back(s, w, seat, kind, now, now):
        return True
    return mend(s, w, seat, kind, now, 1)


@rule
def spare(w: list[int], seat: int, kind: int) -> None:
    """The hand has no card of the kind: the next start spares that kind in the piles from which the hand has cards."""
    for slot in range(w[SLOT_COUNT + seat]):
        pool = w[SOURCE + w[SLOTS + seat * CARDS + slot]]
        if pool != NONE:
            w[SPARED + pool * KINDS + kind] = 1


@rule
def find_card(s: Midnight, w: list[int], seat: int, kind: int) -> int:
    """The slot of a card that is or may be of a kind, or NONE.

    Mostly prefers a kind that was not missed in an earlier start, then goes by the manner of this one.
    """
    may_be, best, least, is_free = 0, NONE, 0, roll(s, FREELY) == 0
    for slot in range(w[SLOT_COUNT + seat]):
        node = w[SLOTS + seat * CARDS + slot]
        if w[KIND + node] == kind:
            return slot
        pool = w[SOURCE + node]
        if w[KIND + node] != NONE or w[LEFT + pool * KINDS + kind] == 0 or w[BARRED + node] >> kind & 1:
            continue
        rank = w[SPARED + pool * KINDS + kind] * POOLS * KINDS
        if w[MANNER]:
            rank += (pool if w[MANNER] == BY_AGE else 0) * KINDS - popcount(w[BARRED + node])
        if is_free:
            rank = 0
        if best == NONE or rank < least:
            may_be, least = 0, rank
        if rank == least:
            may_be += 1
            if roll(s, may_be) == 0:
                best = slot
    return best


@rule
def give_kind(w: list[int], node: int, kind: int) -> None:
    """Give a coming this kind."""
    w[KIND + node] = kind
    w[LEFT + w[SOURCE + node] * KINDS + kind] -= 1


@rule
def fill(s: Midnight, w: list[int]) -> bool:
    """Give the open comings what is left of their piles, beginning with those that cannot be everything.

    False: one of them gets what it cannot be.
    """
    is_whole = True
    for pool in range(w[PILES]):
        for i in range(w[FIRST + pool], w[FIRST + pool + 1]):
            node = w[COMINGS + i]
            if w[KIND + node] == NONE and w[BARRED + node]:
                kind = draw_left(s, w, pool, ~w[BARRED + node])
                if kind == NONE:
                    is_whole = False
                else:
                    give_kind(w, node, kind)
        fill_rest(s, w, pool)
    return is_whole


@rule
def draw_left(s: Midnight, w: list[int], pool: int, kinds: int) -> int:
    """Draw one of the cards of these kinds that are left of a pile, or NONE."""
    number = 0
    for kind in range(KINDS):
        if kinds >> kind & 1:
            number += w[LEFT + pool * KINDS + kind]
    if number == 0:
        return NONE
    number = roll(s, number)
    for kind in range(KINDS):
        if kinds >> kind & 1:
            number -= w[LEFT + pool * KINDS + kind]
            if number < 0:
                return kind
    return NONE


@rule
def fill_rest(s: Midnight, w: list[int], pool: int) -> None:
    """Give out what is left of a pile, in random order."""
    number = 0
    for kind in range(KINDS):
        for _ in range(w[LEFT + pool * KINDS + kind]):
            w[FLAT + number] = kind
            number += 1
    for i in range(w[FIRST + pool], w[FIRST + pool + 1]):
        node = w[COMINGS + i]
        if w[KIND + node] == NONE:
            j = roll(s, number)
            number -= 1
            give_kind(w, node, w[FLAT + j])
            w[FLAT + j] = w[FLAT + number]
