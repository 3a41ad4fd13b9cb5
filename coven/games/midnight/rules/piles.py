"""Hands and piles: deal, draw, reshuffle, turn over: MN-1, MN-10, MN-13. Clause ids: RULES.md."""

from __future__ import annotations

from coven.engine.dice import open_stream
from coven.engine.jit import lowest, rule
from coven.engine.lists import shuffle
from coven.games.midnight.rules.account import DRAWN, PILE, TURNED, begin_account, write, write_lack, write_shuffle
from coven.games.midnight.rules.cards import CARDS, NONE, CardTables, Type
from coven.games.midnight.rules.knowledge import note_gain, note_shuffle
from coven.games.midnight.rules.state import FULL_HAND, Midnight

DEAL = 1
"""Purpose of the dice stream for the first shuffle, and for who begins after it."""
RESHUFFLE = 2
"""Purpose of the stream for later shuffles; the index counts them."""
TAKING = 3
"""Purpose of the stream for what a Betrayed takes; the index counts the cards taken."""


@rule
def give(s: Midnight, seat: int, kind: int) -> None:
    """Add a card to a hand. The caller notes who knows of it."""
    s.counts[seat][kind] += 1
    s.held[seat] |= 1 << kind
    s.hand_size[seat] += 1


@rule
def take_away(s: Midnight, seat: int, kind: int) -> None:
    """Remove a card from a hand, which must hold it. The caller notes who knows of it."""
    s.counts[seat][kind] -= 1
    if s.counts[seat][kind] == 0:
        s.held[seat] &= ~(1 << kind)
    s.hand_size[seat] -= 1


@rule
def lay_on_top(s: Midnight, kind: int) -> None:
    """Put a card on top of the discard pile."""
    s.discard[kind] += 1
    s.top = kind
    s.top_bound = 0


@rule
def bind_top(s: Midnight) -> None:
    """MN-13: keep the top card out of reshuffles until its effect is over."""
    s.bound[s.top] += 1
    s.top_bound = 1


@rule
def release(s: Midnight, kinds: int) -> None:
    """MN-13: the effects of these kinds are over."""
    if kinds >> s.top & 1:
        s.top_bound = 0
    while kinds:
        s.bound[lowest(kinds)] = 0
        kinds &= kinds - 1


@rule
def shuffle_pile(s: Midnight) -> None:
    """Shuffle the draw pile, every order equally likely. Needs its cards in ascending order, from place 0 on."""
    shuffle(s, s.pile, s.pile_left)


@rule
def deal(deck: CardTables, s: Midnight) -> None:
    """MN-1, MN-10: shuffle both decks together, deal seven cards each, and turn cards up until one shows a suit."""
    place = 0
    for kind in range(deck.kinds):
        for _ in range(deck.copies[kind]):
            s.pile[place] = kind
            place += 1
    s.pile_left = CARDS
    s.pile_top = 0
    open_stream(s, DEAL, 0)
    shuffle_pile(s)
    for seat in range(s.players):
        for _ in range(FULL_HAND):
            give(s, seat, take_from_pile(s))
    lay_on_top(s, take_from_pile(s))
    while deck.suit[s.top] == NONE:
        lay_on_top(s, take_from_pile(s))
    begin_account(s)


@rule
def take_from_pile(s: Midnight) -> int:
    """Take the draw pile's top card. Needs one."""
    kind = s.pile[s.pile_top]
    s.pile[s.pile_top] = NONE
    s.pile_top += 1
    s.pile_left -= 1
    return kind


@rule
def spare(s: Midnight, kind: int) -> int:
    """MN-13: how many cards of a kind a reshuffle would take from the discard pile, not counting sidesteps."""
    kept = s.bound[kind]
    if kind == s.top and not s.top_bound:
        kept += 1
    return s.discard[kind] - kept


@rule
def all_spare(deck: CardTables, s: Midnight) -> int:
    """How many cards a reshuffle would take."""
    total = s.sidesteps
    for kind in range(deck.kinds):
        total += spare(s, kind)
    return total


@rule
def reshuffle(deck: CardTables, s: Midnight) -> None:
    """MN-13: the discard pile without its top and the bound cards, plus the sidesteps, becomes the new draw pile."""
    pox = lowest(deck.of_type[Type.A_POX_ON_ALL_OF_YOU])
    s.pile_top = 0
    s.pile_left = 0
    for kind in range(deck.kinds):
        free = spare(s, kind)
        s.discard[kind] -= free
        if kind == pox:
            free += s.sidesteps
            s.sidesteps = 0
        for _ in range(free):
            s.pile[s.pile_left] = kind
            s.pile_left += 1
    note_shuffle(deck, s)
    write_shuffle(s)
    if s.pile_left > 1:
        open_stream(s, RESHUFFLE, s.shuffles)
        s.shuffles += 1
        shuffle_pile(s)


@rule
def can_take(deck: CardTables, s: Midnight) -> bool:
    """Is there a card to draw or turn over? Makes a new draw pile if necessary."""
    if s.pile_left == 0:
        reshuffle(deck, s)
    return s.pile_left > 0


@rule
def draw_cards(deck: CardTables, s: Midnight, seat: int, number: int) -> None:
    """Draw this many cards from the draw pile, or as many as there are (MN-13)."""
    for _ in range(number):
        if not can_take(deck, s):
            return
        kind = take_from_pile(s)
        give(s, seat, kind)
        note_gain(s, seat)
        write(s, DRAWN, seat, 0, kind)
        s.has_moved = 1


@rule
def has_suit_left(deck: CardTables, s: Midnight) -> bool:
    """Would turning cards over show a suit eventually, counting reshuffles? Needs a bound card on top."""
    for i in range(s.pile_left):
        if deck.suit[s.pile[s.pile_top + i]] != NONE:
            return True
    for kind in range(deck.kinds):  # noqa: SIM110 - compiled code has no generators
        if deck.suit[kind] != NONE and spare(s, kind) > 0:
            return True
    return False


@rule
def turn_over(deck: CardTables, s: Midnight) -> bool:
    """MN-40, MN-63: turn cards from the draw pile onto the discard pile until one shows a suit.

    False, with nothing turned, if there is none: everybody sees that the draw pile has none.
    """
    if not has_suit_left(deck, s):
        write_lack(s, PILE, 0, deck.suited)
        return False
    s.has_moved = 1
    while True:
        if s.pile_left == 0:
            reshuffle(deck, s)
        lay_on_top(s, take_from_pile(s))
        write(s, TURNED, 0, 0, s.top)
        if deck.suit[s.top] != NONE:
            return True
