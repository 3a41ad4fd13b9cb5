"""What is true of every state of Witch's Brew, by which states set up by hand are judged."""

from __future__ import annotations

from coven.engine.laws import ENDED, Ended, Law, Within
from coven.games.witchs_brew.mind.fits import is_permutation
from coven.games.witchs_brew.rules.goods import BITS, GOODS, GUARDS
from coven.games.witchs_brew.rules.roles import ALL_ROLES, CHOSEN, HEIGHTS, ROLES, SPELLS, STACKS, CardTables
from coven.games.witchs_brew.rules.state import MOST_SETS, NONE, Answer, Deed, Ending, Phase, WitchsBrew

SEAT = (NONE, 4)
RANGES = {
    "hand": (0, ALL_ROLES), "played": (0, ALL_ROLES), "called": (0, ALL_ROLES), "excluded": (0, ALL_ROLES),
    "owners": SEAT, "hand_size": (0, CHOSEN), "books": (0, SPELLS - 1), "book": (0, SPELLS - 1),
    "turned": (0, ROLES), "shuffles": (0, 127), "set": (1, MOST_SETS), "round": (0, ROLES), "phase": (0, Phase.OVER),
    "role": (NONE, ROLES - 1), "leader": SEAT, "claimant": SEAT, "turn": SEAT, "is_full": (0, 1),
    "answer": (0, Answer.PASS), "deed": (0, Deed.UNABLE), "got_card": (NONE, STACKS - 1), "spare_pack": (0, 1),
    "first_seat": SEAT, "starter": SEAT, "ending": (0, Ending.MOST_SETS), "toll": (0, 2047), "card_points": (0, 32767),
}  # fmt: skip
BAGS = ("goods", "picked", "on_shelf", "paid", "got")


def are_bags_whole(deck: CardTables, s: WitchsBrew) -> bool:
    """Is every count of every bag within its bits?"""
    bags = [bag for name in BAGS for bag in getattr(s, name)]
    return all(0 <= bag < 1 << BITS * GOODS and bag & GUARDS == 0 for bag in bags)


def are_owners_in_order(deck: CardTables, s: WitchsBrew) -> bool:
    """WB-3: are cards taken from the top of each stack?"""
    for stack, height in enumerate(HEIGHTS):
        owned = [0 <= owner < s.players for owner in s.owners[stack]]
        if not 0 <= s.taken[stack] <= height or owned != [place < s.taken[stack] for place in range(len(owned))]:
            return False
    return True


def is_scored(deck: CardTables, s: WitchsBrew) -> bool:
    """Do points and ravens belong to the cards that each seat has?"""
    for seat in range(s.players):
        cards = [(stack, place) for stack in range(STACKS) for place in range(s.taken[stack])]
        own = [(stack, place) for stack, place in cards if s.owners[stack][place] == seat]
        points, ravens = (sum(table[stack][place] for stack, place in own) for table in (deck.points, deck.raven))
        if (s.card_points[seat], s.ravens[seat]) != (points, ravens):
            return False
    return True


def is_turn_asked(deck: CardTables, s: WitchsBrew) -> bool:
    """WB-13: does only the seat at turn owe a decision, where not all decide at once?"""
    together = (Phase.CHOOSE, Phase.GIVE, Phase.OVER)
    return s.phase in together or (0 <= s.turn < s.players and s.owing == 1 << s.turn)


def are_books_whole(deck: CardTables, s: WitchsBrew) -> bool:
    """WB-4: is each spell book there once?"""
    return is_permutation(s.books, SPELLS)


LAWS = (
    Law("", "phases, roles, spells, cards and seats are within their ranges", Within(RANGES)),
    Law("WB-2", "drops, gold and vials are counts that are not negative", are_bags_whole),
    Law("WB-3", "potion cards are taken from the top of their stack", are_owners_in_order),
    Law("", "points and ravens are those of the potion cards", is_scored),
    Law("WB-4", "each of the eight spell books is there once", are_books_whole),
    Law("WB-60", ENDED, Ended(Phase.OVER, Ending.OPEN)),
    Law("WB-13", "the seat at turn owes the decision, except where all decide at once", is_turn_asked),
)
"""The laws, in the order in which they are asked."""
