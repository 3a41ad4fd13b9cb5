"""A course of the game: who drew which cards and which went unseen from hand to hand, so that an account holds.

Every card that came unseen from a draw pile into another hand is a *coming*; the cards still in the draw pile are
comings too, into no hand. The comings of one pile have just its cards among them. A *crossing* is a card that went
unseen from one other hand to another. Where all of these have kinds, each kind can be judged alone: on its *chain* lie
all its comings, crossings and what was seen of it, in the order of time, and a hand may lose only what it holds, and
hold nothing of what it lacked.

A *node* is one of these changes of one hand. Its number is its time: a note at place i of the account has 2 i (a card
leaves) and 2 i + 1 (a card comes); all who pass at once leave before all come; cards in the draw pile come last.
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
"""Parts of the work. Of each node 0 for none, else 1 + 2 * hand + whether a card comes; the next node on the chain; the
draw pile of a coming (from 0), NONE for others."""
NEXT = PLACE + NODES
SOURCE = NEXT + NODES
HEAD = SOURCE + NODES
"""Of each kind the first node of its chain."""
COMINGS = HEAD + KINDS
"""The nodes of the comings in the order of time; of each pile the place of its first coming in this list."""
FIRST = COMINGS + ACCOUNT + CARDS
CROSSINGS = FIRST + POOLS + 1
"""Of each crossing its first node and its second one."""
ARRIVALS = CROSSINGS + MOST_CROSSINGS
CROSSING_AT = ARRIVALS + MOST_CROSSINGS
"""Of each node 1 + its crossing, 0 for none."""
LACKS = CROSSING_AT + NODES
"""Of each lack its time, its seat, who lacked, its kinds, and the pile at the time."""
LACK_SEAT = LACKS + MOST_LACKS
LACK_WHO = LACK_SEAT + MOST_LACKS
LACK_KINDS = LACK_WHO + MOST_LACKS
LACK_POOL = LACK_KINDS + MOST_LACKS
POOL = LACK_POOL + MOST_LACKS
"""Of each pile and kind the unseen cards."""
FLAT = POOL + POOLS * KINDS
"""Room for cards in a row."""
PILES = FLAT + CARDS
"""How many piles, comings, crossings, lacks there are, and the first number behind the last note's nodes."""
COMING_COUNT = PILES + 1
CROSSING_COUNT = COMING_COUNT + 1
LACK_COUNT = CROSSING_COUNT + 1
END = LACK_COUNT + 1

AT = END + 1
"""From here on what a start decides (see `start`). How far it has come: the note, and of comings, crossings, lacks the
next; how many cards are settled."""
NEXT_COMING = AT + 1
NEXT_CROSSING = NEXT_COMING + 1
NEXT_LACK = NEXT_CROSSING + 1
SETTLED_COUNT = NEXT_LACK + 1
KIND = SETTLED_COUNT + 1
"""Of each node its kind, and the kinds that a coming cannot be."""
BARRED = KIND + NODES
CARRIED = BARRED + NODES
"""Of each crossing the node by which its card came, and when that had come to the giver."""
CARRIED_SINCE = CARRIED + MOST_CROSSINGS
LEFT = CARRIED_SINCE + MOST_CROSSINGS
"""Of each pile and kind the cards without a coming yet."""
SLOTS = LEFT + POOLS * KINDS
"""Of each hand the nodes of its cards, when they came, and their number."""
ARRIVED = SLOTS + MOST_PLAYERS * CARDS
SLOT_COUNT = ARRIVED + MOST_PLAYERS * CARDS
SETTLED = SLOT_COUNT + MOST_PLAYERS
"""Of each card that has left a hand for all or the viewer to see: when, from which hand, by which node it had come, and
when it had come to that hand."""
SETTLED_SEAT = SETTLED + ACCOUNT
SETTLED_NODE = SETTLED_SEAT + ACCOUNT
SETTLED_SINCE = SETTLED_NODE + ACCOUNT
SPARED = SETTLED_SINCE + ACCOUNT
"""Of each pile and kind whether it was missed in an earlier start: it is used last."""
MANNER = SPARED + POOLS * KINDS
"""In which manner a start chooses."""

FAULTS = MANNER + 1
"""From here on what `augment` works with. Of each kind the faults on its chain; the times of those that were told
before; of the one that is told its time (NONE: none is), its hand and its kind."""
MARKED = FAULTS + KINDS
FAULT = MARKED + NODES
FAULT_HAND = FAULT + 1
FAULT_KIND = FAULT_HAND + 1
WORK = FAULT_KIND + 1


@rule
def lay_chains(w: list[int]) -> None:
    """All nodes on the chains of their kinds."""
    for kind in range(KINDS):
        w[HEAD + kind] = NONE
    for back in range(CARDS):
        put_first(w, NODES - 1 - back)
    for back in range(w[END]):
        put_first(w, w[END] - 1 - back)


@rule
def put_first(w: list[int], node: int) -> None:
    """Before all that is on the chain."""
    if w[PLACE + node]:
        kind = w[KIND + node]
        w[NEXT + node] = w[HEAD + kind]
        w[HEAD + kind] = node


@rule
def put(w: list[int], node: int, kind: int) -> None:
    """A node onto the chain of a kind."""
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
    """A node off its chain."""
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
    """How often a hand loses a card of the kind that it does not hold, or holds one that it lacks; `most` at most.

    Where no fault is told, the first one that is not marked is told.
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
    """The cards of a kind in the hands that lacked it."""
    faults = 0
    for seat in range(MOST_PLAYERS):
        if held[seat] and (w[LACK_WHO + lack] == ALL or w[LACK_SEAT + lack] == seat):
            faults += held[seat]
            tell_fault(w, w[LACKS + lack] + seat, seat, kind)
    return faults


@rule
def tell_fault(w: list[int], time: int, hand: int, kind: int) -> None:
    """A fault by its time; that of a lack has a time for each hand, in the room that its note takes."""
    if w[FAULT] == NONE and w[MARKED + time] == 0:
        w[FAULT] = time
        w[FAULT_HAND] = hand
        w[FAULT_KIND] = kind


@rule
def count_hands(w: list[int], kind: int, held: list[int]) -> None:
    """How many cards of a kind each hand holds at the end; `held` is zero before."""
    node = w[HEAD + kind]
    while node != NONE:
        held[w[PLACE + node] - 1 >> 1] += 1 if w[PLACE + node] & 1 == 0 else -1
        node = w[NEXT + node]
