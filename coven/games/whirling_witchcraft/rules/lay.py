"""Setup, and the steps with cards: WW-3 to WW-12, WW-20, WW-50 to WW-52. Clause ids: RULES.md."""

from __future__ import annotations

from coven.engine.dice import open_stream, roll
from coven.engine.jit import nth, popcount, rule
from coven.engine.lists import fill, fill_rows
from coven.engine.seats import everybody, right_of
from coven.engine.sets import list_members
from coven.games.whirling_witchcraft.rules import actions
from coven.games.whirling_witchcraft.rules.cubes import AT_FIRST, NO_CUBES
from coven.games.whirling_witchcraft.rules.recipes import ALL_ORDINARY, ORDINARY, STARTING, RecipeTables, with_recipe
from coven.games.whirling_witchcraft.rules.state import (
    CHANGING,
    NONE,
    Phase,
    WhirlingWitchcraft,
)

DEAL = 1
"""Purpose of the dice stream of the only deal."""

FULL_HANDS = (0, 0, 5, 4, 3, 3)
"""WW-3: cards in each hand, by number of players."""


@rule
def clear_table(s: WhirlingWitchcraft) -> None:
    """Clear everything from the table."""
    fill(s.labs, 0)
    fill(s.bench, NO_CUBES)
    fill(s.laid, NONE)
    fill_rows(s.hands, NONE)
    fill_rows(s.hand_known, 0)
    fill_rows(s.hand_not, 0)
    fill_rows(s.arrivals, NONE)
    fill(s.pile, NONE)
    fill(s.pile_known, 0)
    fill(s.pile_not, 0)
    clear_production(s)


@rule
def clear_production(s: WhirlingWitchcraft) -> None:
    """WW-23: let every recipe be fed again, and empty the mixture areas."""
    fill(s.fed, 0)
    fill(s.used, NO_CUBES)
    fill(s.made, NO_CUBES)


@rule
def deal(deck: RecipeTables, s: WhirlingWitchcraft) -> None:
    """WW-3, WW-4: a starting recipe, a crystal ball, a hand and a workbench for each seat; the rest is the deck."""
    open_stream(s, DEAL, 0)
    starting = (1 << STARTING) - 1
    for seat in range(s.players):
        recipe = nth(starting, roll(s, STARTING - seat))
        starting &= ~(1 << recipe)
        s.labs[seat] = with_recipe(deck, 0, recipe)
        s.arrivals[seat][0] = deck.kind[recipe]
        s.bench[seat] = AT_FIRST
    s.balls = everybody(s)
    s.hand_size = FULL_HANDS[s.players]
    cards = ALL_ORDINARY
    s.left = ORDINARY
    for i in range(ORDINARY):
        recipe = nth(cards, roll(s, ORDINARY - i))
        cards &= ~(1 << recipe)
        s.pile[i] = deck.kind[recipe]
    s.top = 0
    for seat in range(s.players):
        for i in range(s.hand_size):
            draw_card(s, seat, i)


@rule
def draw_card(s: WhirlingWitchcraft, seat: int, place: int) -> None:
    """Move the deck's top card to a place in the seat's hand."""
    s.hands[seat][place] = s.pile[s.top]
    s.hand_known[seat][place] = s.pile_known[s.top] | 1 << seat
    s.hand_not[seat][place] = s.pile_not[s.top]
    s.pile[s.top] = NONE
    s.pile_known[s.top] = 0
    s.pile_not[s.top] = 0
    s.top = s.top + 1 if s.top < ORDINARY - 1 else 0
    s.left -= 1


@rule
def start_round(s: WhirlingWitchcraft) -> None:
    """WW-10: everybody owes a recipe. WW-52: if hands are empty, the last round begins with step 3."""
    s.round += 1
    s.owing = everybody(s)
    s.changed = 0
    s.phase = Phase.LAY
    for seat in range(s.players):
        s.laid[seat] = NONE
    if s.hand_size == 0:
        s.is_last = 1
        start_production(s)


@rule
def start_production(s: WhirlingWitchcraft) -> None:
    """Step 3: everybody owes a "done"."""
    s.phase = Phase.PRODUCE
    s.owing = everybody(s)
    clear_production(s)


@rule
def may_use_ball(s: WhirlingWitchcraft, seat: int) -> bool:
    """WW-11: once in a game, before laying a recipe, if the deck has cards."""
    return s.balls >> seat & 1 == 1 and s.left > 0 and s.hand_size > 0


@rule
def may_be_ball(s: WhirlingWitchcraft, seat: int) -> bool:
    """WW-11: to somebody who cannot see it, may a seat's choice be the ball? Not after balls were used."""
    return s.changed == 0 and may_use_ball(s, seat)


@rule
def ball_turn(s: WhirlingWitchcraft, i: int) -> int:
    """WW-11: the seat that is served i-th in this round if everybody uses their ball."""
    return seat_served(s, s.round, i)


@rule
def seat_served(s: WhirlingWitchcraft, number: int, i: int) -> int:
    """The same for the round of that number: in round 1 seat 0 is first, in round 2 seat 1."""
    return (number - 1 + i) % s.players


@rule
def list_lays(s: WhirlingWitchcraft, seat: int, out: list[int]) -> int:
    """WW-10, WW-11: one of the kinds of recipe in the hand, or the ball."""
    kinds = 0
    for i in range(s.hand_size):
        kinds |= 1 << s.hands[seat][i]
    n = list_members(kinds, actions.LAY, out, 0)
    if may_use_ball(s, seat):
        out[n] = actions.BALL
        n += 1
    return n


@rule
def choose_ball(deck: RecipeTables, s: WhirlingWitchcraft, seat: int) -> None:
    """WW-11: choose the ball instead of a recipe. It is used when everybody has chosen."""
    s.laid[seat] = CHANGING
    note_choice(deck, s, seat)


@rule
def lay(deck: RecipeTables, s: WhirlingWitchcraft, seat: int, recipe: int) -> None:
    """WW-10: lay a recipe face down, of identical ones the first. It stays in its place until everybody has laid."""
    place = 0
    while s.hands[seat][place] != recipe:
        place += 1
    s.laid[seat] = place
    note_choice(deck, s, seat)


@rule
def note_choice(deck: RecipeTables, s: WhirlingWitchcraft, seat: int) -> None:
    """WW-11, WW-20: once everybody has chosen, use the balls, or if there are none, turn up the recipes."""
    s.owing &= ~(1 << seat)
    if s.owing:
        return
    use_balls(s)
    if s.owing == 0:
        reveal(deck, s)


@rule
def use_balls(s: WhirlingWitchcraft) -> None:
    """WW-11: clockwise from the round's first seat. A seat that used its ball owes a recipe from its new hand."""
    for i in range(s.players):
        seat = ball_turn(s, i)
        if s.laid[seat] == CHANGING:
            use_ball(s, seat)
            s.laid[seat] = NONE
            s.changed |= 1 << seat
            s.owing |= 1 << seat


@rule
def use_ball(s: WhirlingWitchcraft, seat: int) -> None:
    """WW-11: the whole hand goes under the deck in order of arrival, and as many cards are drawn from the top."""
    s.balls &= ~(1 << seat)
    for i in range(s.hand_size):
        place = (s.top + s.left) % ORDINARY
        s.pile[place] = s.hands[seat][i]
        s.pile_known[place] = s.hand_known[seat][i]
        s.pile_not[place] = s.hand_not[seat][i]
        s.left += 1
    for i in range(s.hand_size):
        draw_card(s, seat, i)


@rule
def reveal(deck: RecipeTables, s: WhirlingWitchcraft) -> None:
    """WW-20: turn all laid recipes face up in their labs. WW-12: the hands close up."""
    last = s.hand_size - 1
    for seat in range(s.players):
        recipe = s.hands[seat][s.laid[seat]]
        note_not_before(deck, s, seat, recipe)
        for i in range(s.laid[seat], last):
            move_card(s, seat, i, seat, i + 1)
        s.hands[seat][last] = NONE
        s.hand_known[seat][last] = 0
        s.hand_not[seat][last] = 0
        s.labs[seat] = with_recipe(deck, s.labs[seat], recipe)
        s.arrivals[seat][s.round] = recipe
    s.hand_size = last
    start_production(s)


@rule
def note_not_before(deck: RecipeTables, s: WhirlingWitchcraft, seat: int, recipe: int) -> None:
    """WW-12: of identical recipes the first is laid, so no card before it is one of them."""
    if popcount(deck.alike[recipe]) > 1:
        for i in range(s.laid[seat]):
            s.hand_not[seat][i] |= deck.alike[recipe]


@rule
def move_card(s: WhirlingWitchcraft, to: int, i: int, seat: int, j: int) -> None:
    """Move the card at place j of a hand to place i of another, along with what is known of it."""
    s.hands[to][i] = s.hands[seat][j]
    s.hand_known[to][i] = s.hand_known[seat][j]
    s.hand_not[to][i] = s.hand_not[seat][j]


@rule
def pass_hands(s: WhirlingWitchcraft) -> None:
    """WW-50: everybody takes and sees the right neighbour's hand, so hands travel to the left."""
    for i in range(s.hand_size):
        pass_place(s, i)
        for seat in range(s.players):
            s.hand_known[seat][i] |= 1 << seat


@rule
def pass_place(s: WhirlingWitchcraft, i: int) -> None:
    """Place i of each hand goes one seat to the left: from the last seat down, and seat 0 gets the last one's."""
    last = s.players - 1
    recipe, known, no_such = s.hands[last][i], s.hand_known[last][i], s.hand_not[last][i]
    for seat in range(last, 0, -1):
        move_card(s, seat, i, right_of(s, seat), i)
    s.hands[0][i] = recipe
    s.hand_known[0][i] = known
    s.hand_not[0][i] = no_such


@rule
def draw_for_all(s: WhirlingWitchcraft) -> None:
    """WW-51: one card for each in seat order, if the deck can serve everybody."""
    if s.left < s.players:
        return
    for seat in range(s.players):
        draw_card(s, seat, s.hand_size)
    s.hand_size += 1
