"""A course of the game: who drew which cards, and which went unseen from hand to hand, so that an account holds.

A *coming* is a card that came unseen from a draw pile into another hand; the cards still in the draw pile are comings
too, into no hand. The comings of a pile share out exactly its cards. A *crossing* is a card that went unseen from one
other hand to another. Once all of these have kinds, each kind can be judged on its own: its *chain* holds all its
comings, its crossings and what was seen of it, in order of time. A hand may lose only what it holds, and may hold
nothing of what it lacked.

A *node* is one of these changes to one hand. Its number is its time: a note at place i of the account has 2 i (a card
leaves) and 2 i + 1 (a card comes). If all pass at once, all cards leave before any comes. Cards in the draw pile come
last.
"""

from __future__ import annotations

from coven.engine.jit import rule, scratch
from coven.games.midnight.rules.account import ALL, MOST_POOLS, PILE
from coven.games.midnight.rules.cards import CARDS, KINDS, NONE
from coven.games.midnight.rules.state import ACCOUNT, MOST_PLAYERS

NODES = 2 * ACCOUNT + CARDS
MOST_LACKS = 352
MOST_CROSSINGS = 1536
IN_PILE = MOST_PLAYERS
"""The hand of a card in the draw pile."""
HANDS = MOST_PLAYERS + 1
POOLS = MOST_POOLS + 2

PLACE = 0
"""Parts of the work. For each node: 0 for none, else 1 + 2 * hand + whether a card comes; the next node on the chain;
the draw pile of a coming (from 0), NONE for other nodes."""
NEXT = PLACE + NODES
SOURCE = NEXT + NODES
HEAD = SOURCE + NODES
"""For each kind, the first node of its chain."""
COMINGS = HEAD + KINDS
"""The nodes of the comings in order of time; for each pile, the place of its first coming in this list."""
FIRST = COMINGS + ACCOUNT + CARDS
CROSSINGS = FIRST + POOLS + 1
"""For each crossing, its first and its second node."""
ARRIVALS = CROSSINGS + MOST_CROSSINGS
CROSSING_AT = ARRIVALS + MOST_CROSSINGS
"""For each node, 1 + its crossing, or 0 for none."""
LACKS = CROSSING_AT + NODES
"""For each lack: its time, its seat, who lacked, its kinds, and the pile at the time."""
LACK_SEAT = LACKS + MOST_LACKS
LACK_WHO = LACK_SEAT + MOST_LACKS
LACK_KINDS = LACK_WHO + MOST_LACKS
LACK_POOL = LACK_KINDS + MOST_LACKS
POOL = LACK_POOL + MOST_LACKS
"""For each pile and kind, the number of unseen cards."""
FLAT = POOL + POOLS * KINDS
"""Room for a row of cards."""
PILES = FLAT + CARDS
"""How many piles, comings, crossings and lacks there are, and the first number after the last note's nodes."""
COMING_COUNT = PILES + 1
CROSSING_COUNT = COMING_COUNT + 1
LACK_COUNT = CROSSING_COUNT + 1
END = LACK_COUNT + 1

AT = END + 1
"""From here on, what a start decides (see `start`). How far it has come: the note, the next coming, crossing and lack,
and how many cards are settled."""
NEXT_COMING = AT + 1
NEXT_CROSSING = NEXT_COMING + 1
NEXT_LACK = NEXT_CROSSING + 1
SETTLED_COUNT = NEXT_LACK + 1
KIND = SETTLED_COUNT + 1
"""For each node its kind, and the kinds that a coming cannot be."""
BARRED = KIND + NODES
CARRIED = BARRED + NODES
"""For each crossing, the node by which its card came, and when that card had come to the giver."""
CARRIED_SINCE = CARRIED + MOST_CROSSINGS
LEFT = CARRIED_SINCE + MOST_CROSSINGS
"""For each pile and kind, the cards that have no coming yet."""
SLOTS = LEFT + POOLS * KINDS
"""For each hand, the nodes of its cards, when they came, and how many there are."""
ARRIVED = SLOTS + MOST_PLAYERS * CARDS
SLOT_COUNT = ARRIVED + MOST_PLAYERS * CARDS
SETTLED = SLOT_COUNT + MOST_PLAYERS
"""For each card that has left a hand in sight of everybody or the viewer: when, from which hand, by which node it had
come, and when it had come to that hand."""
SETTLED_SEAT = SETTLED + ACCOUNT
SETTLED_NODE = SETTLED_SEAT + ACCOUNT
SETTLED_SINCE = SETTLED_NODE + ACCOUNT
SPARED = SETTLED_SINCE + ACCOUNT
"""For each pile and kind, whether it ran short in an earlier start: then it is used last."""
MANNER = SPARED + POOLS * KINDS
"""The manner in which a start chooses."""

FAULTS = MANNER + 1
"""From here on, what `augment` works with. For each kind, the faults on its chain; the times of the faults reported
before; of the one reported now, its time (NONE if there is none), hand and kind."""
MARKED = FAULTS + KINDS
FAULT = MARKED + NODES
FAULT_HAND = FAULT + 1
FAULT_KIND = FAULT_HAND + 1
WORK = FAULT_KIND + 1


@rule
def lay_chains(w: list[int]) -> None:
    """Put all nodes on the chains of their kinds."""
    for kind in range(KINDS):
        w[HEAD + kind] = NONE
    for back in range(CARDS):
        put_first(w, NODES - 1 - back)
    for back in range(w[END]):
        put_first(w, w[END] - 1 - back)


@rule
def put_first(w: list[int], node: int) -> None:
    """Put a node before everything else on the chain."""
    if w[PLACE + node]:
        kind = w[KIND + node]
        w[NEXT + node] = w[HEAD + kind]
        w[HEAD + kind] = node


@rule
def put(w: list[int], node: int, kind: int) -> None:
    """Put a node on the chain of a kind."""
    w[KIND + node] = kind
    later = w[HEAD + kind]
    if later == NONE or later > node:
        w[NEXT + node] = later
        w[HEAD + kind] = node
        return
    before = later
    while w[NEXT + before] != NONE and w[NEXT + before] < node:
        before = w[NEXT + before]
    w[NEXT + node] = w[NEXT + before]
    w[NEXT + before] = node


@rule
def take_off(w: list[int], node: int) -> None:
    """Take a node off its chain."""
    kind = w[KIND + node]
    if w[HEAD + kind] == node:
        w[HEAD + kind] = w[NEXT + node]
        return
    before = w[HEAD + kind]
    while w[NEXT + before] != node:
        before = w[NEXT + before]
    w[NEXT + before] = w[NEXT + node]


@rule
def count_faults(w: list[int], kind: int, most: int) -> int:
    """How often a hand loses a card of the kind without holding one, or holds one that it lacks; at most `most`.

    If no fault is reported yet, report the first one that is not marked.
    """
    held = scratch(HANDS)
    lack, barred, faults = 0, NONE, 0
    node = w[HEAD + kind]
    while faults < most and (node != NONE or lack < w[LACK_COUNT]):
        if lack < w[LACK_COUNT] and (node == NONE or w[LACKS + lack] < node):
            if w[LACK_KINDS + lack] >> kind & 1:
                if w[LACK_WHO + lack] == PILE:
                    barred = w[LACK_POOL + lack]
                else:
                    faults += count_lacked(w, lack, kind, held)
            lack += 1
            continue
        hand = w[PLACE + node] - 1 >> 1
        if w[PLACE + node] & 1 == 0:
            held[hand] += 1
            if barred != NONE and w[SOURCE + node] == barred:
                faults += 1
                tell_fault(w, node, hand, kind)
        elif held[hand]:
            held[hand] -= 1
        else:
            faults += 1
            tell_fault(w, node, hand, kind)
        node = w[NEXT + node]
    return faults


@rule
def count_lacked(w: list[int], lack: int, kind: int, held: list[int]) -> int:
    """How many cards of a kind are in the hands that lacked it."""
    faults = 0
    for seat in range(MOST_PLAYERS):
        if held[seat] and (w[LACK_WHO + lack] == ALL or w[LACK_SEAT + lack] == seat):
            faults += held[seat]
            tell_fault(w, w[LACKS + lack] + seat, seat, kind)
    return faults


@rule
def tell_fault(w: list[int], time: int, hand: int, kind: int) -> None:
    """Report a fault by its time. The fault of a lack has a time for each hand, within the room of its note."""
    if w[FAULT] == NONE and w[MARKED + time] == 0:
        w[FAULT] = time
        w[FAULT_HAND] = hand
        w[FAULT_KIND] = kind


@rule
def count_hands(w: list[int], kind: int, held: list[int]) -> None:
    """How many cards of a kind each hand holds at the end. `held` must be zero before."""
    node = w[HEAD + kind]
    while node != NONE:
        held[w[PLACE + node] - 1 >> 1] += 1 if w[PLACE + node] & 1 == 0 else -1
        node = w[NEXT + node]
