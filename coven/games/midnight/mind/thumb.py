"""Rules of thumb for Midnight: a decent player, from the view alone.

It catches anybody who forgot to call, and always calls. It likes to play what costs others cards or cannot be the last
card, and saves wild cards and sidesteps for when nothing else fits. While its hand is large, it would rather draw than
part with a Witch Gone Wild. Among cards of one sort, it takes the one that the fewest unseen cards fit and after which
its own hand fits best. It declares suits by the same measure, and passes on what its hand needs least.

The numbers were found by play. Only their proportions matter, and small differences do not.
"""

from __future__ import annotations

from coven.engine.dice import draw
from coven.engine.jit import lowest, popcount, rule, scratch
from coven.engine.lists import first_of_best
from coven.games.midnight.rules import actions
from coven.games.midnight.rules.cards import SUITS, CardTables, Type, matching
from coven.games.midnight.rules.playing import SECOND_LAST, matches
from coven.games.midnight.rules.state import Midnight, seat_after

WORST = -(10**6)
CATCHING = 10**6

LIKING = (240, 80, 220, 160, 100, 800, -150, -150, -200, 300, -440)
"""How gladly a card of each Type is played: standard, Polymorph, Counter Stir, Curse You!, Betrayed, Follow the Recipe,
A Pox on All of You!, Coven Circle, Failed Spell, Wicked Cackle, Witch Gone Wild."""
NEAR_END = 2
"""A neighbour with at most this many cards should be held up."""
HOLDING_UP = (-100, -50, -100, 0, 0, 100, 0, 100, 0, 100, 0)
"""How much more gladly each Type is played then."""
FEW = 3
"""With at most this many cards, get rid of what cannot be the last one (MN-16); drawing is a setback."""
NOT_LAST = 60
"""How much more gladly such a card is played then."""
DRAWING, DRAWING_TO_FEW = -300, -700
"""Worth of drawing, with a large hand and with few cards."""

OPEN = -7
"""Worth of each percent of the unseen cards that others could play next."""
REACH = 2
"""Worth of each percent of the kinds that the rest of the hand could be played on."""
LAST = 275
"""Worth of a last card that can be played on this one, or on anything."""

PASSING = (50, -50, 100, -50, 400, 250, -300, -150, 300, -250, -350)
"""How gladly a card of each Type is passed on."""


@rule
def thumb(deck: CardTables, view: Midnight, seat: int, legal: list[int], n: int, rng: int) -> int:
    """The most appealing of the n legal actions. `rng`, a random word, says where to start, and so breaks ties."""
    appeals = scratch(actions.MOST_LEGAL)
    for i in range(n):
        appeals[i] = appeal(deck, view, seat, legal[i], legal, n)
    return first_of_best(appeals, legal, n, draw(rng, n))


@rule
def appeal(deck: CardTables, view: Midnight, seat: int, action: int, legal: list[int], n: int) -> int:
    """How good an action looks."""
    if action >= actions.CATCH:
        return CATCHING
    if action == actions.OWN_UP:
        return WORST
    if action >= actions.PASS:
        return pass_appeal(deck, view, seat, action - actions.PASS)
    if action >= actions.DECLARE:
        return declare_appeal(deck, view, seat, view.held[seat], action - actions.DECLARE)
    if action >= actions.DRAW:
        return DRAWING_TO_FEW if view.hand_size[seat] <= FEW else DRAWING
    if lacks_calls(action, legal, n):
        return WORST
    return play_appeal(deck, view, seat, (action - actions.PLAY) // actions.CALLS)


@rule
def lacks_calls(action: int, legal: list[int], n: int) -> bool:
    """Is there the same play with more calls? The form with all calls that are due has the highest number."""
    for i in range(n):
        if action < legal[i] < actions.DRAW and legal[i] // actions.CALLS == action // actions.CALLS:
            return True
    return False


@rule
def play_appeal(deck: CardTables, view: Midnight, seat: int, kind: int) -> int:
    """How good it looks to play a card with all calls that are due."""
    what, size = deck.type[kind], view.hand_size[seat]
    rest = held_without(view, seat, kind)
    nexts = followers(deck, view, seat, kind, rest)
    score = LIKING[what] + OPEN * unseen_percent(deck, view, seat, nexts)
    if view.hand_size[seat_after(view, seat, 1)] <= NEAR_END:
        score += HOLDING_UP[what]
    if size <= FEW and deck.not_last >> kind & 1:
        score += NOT_LAST
    goes_on = reach(deck, rest)
    if size == SECOND_LAST and rest & deck.of_type[Type.WITCH_GONE_WILD]:
        goes_on = all_kinds(deck)
    if size == SECOND_LAST and (rest & nexts or goes_on == all_kinds(deck)):
        score += LAST
    return score + REACH * percent(goes_on & deck.suited, deck.suited)


@rule
def declare_appeal(deck: CardTables, view: Midnight, seat: int, held: int, suit: int) -> int:
    """How good a suit looks as all that counts, for a seat that holds these kinds."""
    nexts = deck.of_suit[suit]
    return OPEN * unseen_percent(deck, view, seat, nexts) + REACH * percent(reach(deck, held) & nexts, nexts)


@rule
def pass_appeal(deck: CardTables, view: Midnight, seat: int, kind: int) -> int:
    """How good it looks to pass a card on: how well the rest fits the declared suit, and other suits."""
    goes_on, nexts = reach(deck, held_without(view, seat, kind)), matches(deck, view)
    soon, later = percent(goes_on & nexts, nexts), percent(goes_on & deck.suited, deck.suited)
    return PASSING[deck.type[kind]] + REACH * (soon + later)


@rule
def followers(deck: CardTables, view: Midnight, seat: int, kind: int, rest: int) -> int:
    """The kinds that could follow this one, without wild cards and sidesteps, if the seat keeps `rest` and declares."""
    what = deck.type[kind]
    if what == Type.A_POX_ON_ALL_OF_YOU:
        return matches(deck, view)
    if what == Type.WICKED_CACKLE or what == Type.FOLLOW_THE_RECIPE:
        return deck.suited
    if what != Type.POLYMORPH and not deck.wild >> kind & 1:
        return mates(deck, kind)
    chosen, best = 0, WORST
    for suit in range(SUITS):
        score = declare_appeal(deck, view, seat, rest, suit)
        if suit != deck.suit[kind] and score > best:
            chosen, best = suit, score
    return deck.of_suit[chosen]


@rule
def mates(deck: CardTables, kind: int) -> int:
    """The kinds that this one can be played on, and mostly the reverse; none for wild cards and sidesteps."""
    what = deck.type[kind]
    kinds = matching(deck, deck.suit[kind], deck.colour[kind], deck.shape[kind])
    if what == Type.POLYMORPH or what == Type.COUNTER_STIR:
        kinds |= deck.of_type[what]
    if what == Type.BETRAYED:
        kinds |= deck.of_type[what] | deck.of_colour[deck.red]
    if what == Type.FOLLOW_THE_RECIPE:
        kinds |= deck.of_colour[deck.yellow]
    if deck.of_colour[deck.red] >> kind & 1:
        kinds |= deck.of_type[Type.BETRAYED]
    return kinds


@rule
def reach(deck: CardTables, held: int) -> int:
    """The kinds that one of these could be played on, without wild cards and sidesteps."""
    kinds = 0
    while held:
        kinds |= mates(deck, lowest(held))
        held &= held - 1
    return kinds


@rule
def held_without(view: Midnight, seat: int, kind: int) -> int:
    """The kinds in the hand once a card of this kind has left it."""
    return view.held[seat] & ~(1 << kind) if view.counts[seat][kind] == 1 else view.held[seat]


@rule
def all_kinds(deck: CardTables) -> int:
    """Every kind of the deck."""
    return (1 << deck.kinds) - 1


@rule
def percent(kinds: int, of: int) -> int:
    """The percentage of a set of kinds that these are."""
    return 100 * popcount(kinds) // max(1, popcount(of))


@rule
def unseen_percent(deck: CardTables, view: Midnight, seat: int, kinds: int) -> int:
    """The percentage of the cards unseen by the seat that are of these kinds."""
    return 100 * unseen(deck, view, seat, kinds) // max(1, unseen(deck, view, seat, all_kinds(deck)))


@rule
def unseen(deck: CardTables, view: Midnight, seat: int, kinds: int) -> int:
    """How many cards of these kinds are neither in the seat's hand nor in the discard pile."""
    total = 0
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        total += deck.copies[kind] - view.discard[kind] - view.counts[seat][kind]
    return total
