"""The story of a game of Whirling Witchcraft once it is over: workbenches, and what was remarkable."""

from __future__ import annotations

from coven.engine.seats import right_of
from coven.engine.sentences import Names
from coven.engine.story import Count, Highlight, Revealed
from coven.games.whirling_witchcraft.rules.cubes import LIMITS, NO_CUBES, is_flooded, missing, size
from coven.games.whirling_witchcraft.rules.recipes import Deck
from coven.games.whirling_witchcraft.rules.state import NONE, Ending, Phase, WhirlingWitchcraft
from coven.games.whirling_witchcraft.words.log import finished
from coven.games.whirling_witchcraft.words.sentences import cube_list, piece, say

BY_SIZE = (Ending.OPEN, Ending.ALL_FLOODED, Ending.LAST_ROUND)
"""Endings in which the fewest ingredients decide between all who are still in the game (WW-35, WW-52)."""
BALL, WARNED, SAVED, FLOOD, MIXTURE, PER_CUBE, LARGEST = 22, 30, 50, 70, 10, 4, 65


def counts(deck: Deck, view: WhirlingWitchcraft, names: Names) -> list[Count]:
    """WW-31 to WW-35, WW-52: whether a workbench is flooded, and what lies on it where that decides."""
    return [_count(view, seat) for seat in range(view.players)]


def _count(view: WhirlingWitchcraft, seat: int) -> Count:
    bench = view.bench[seat]
    is_out = is_flooded(bench)
    number = size(bench)
    rank = (-number,) if view.ending in BY_SIZE else (int(not is_out),)
    text = piece("end", "empty" if number == 0 else "one" if number == 1 else "many", count=number)
    return Count(rank, text, piece("end", "flooded", cubes=cube_list(missing(LIMITS, bench))) if is_out else "")


def highlights(deck: Deck, before: WhirlingWitchcraft, after: WhirlingWitchcraft, names: Names) -> list[Highlight]:
    """Of a round that has ended: the largest mixture, floods, and who got away from one; and crystal balls."""
    if not before.players:
        return []
    found = []
    for seat in range(after.players):
        if (before.balls & ~after.balls) >> seat & 1:
            found.append(Highlight("ball", BALL, _say("ball", before, after, seat, names)))
    if finished(after) > finished(before):
        found += _round(before, after, names)
    return found


def _round(before: WhirlingWitchcraft, after: WhirlingWitchcraft, names: Names) -> list[Highlight]:
    """WW-25 to WW-36: what a round's mixtures did."""
    seats, is_over = range(after.players), after.phase == Phase.OVER
    largest = max(seats, key=lambda seat: size(after.made[seat]))
    cubes = size(after.made[largest])
    weight = min(MIXTURE + PER_CUBE * cubes, LARGEST)
    found = [Highlight("mixture", weight, _say("mixture", before, after, largest, names, cubes))]
    for seat in seats:
        was, now = is_flooded(before.bench[seat]), is_flooded(after.bench[seat])
        if was and not (now and is_over):
            found.append(Highlight("saved", SAVED, _say("saved", before, after, seat, names)))
        if now:
            key, weight = ("flood", FLOOD) if is_over else ("warned", WARNED)
            found.append(Highlight(key, weight, _say(key, before, after, seat, names)))
        if after.bench[seat] == NO_CUBES and is_over:
            found.append(Highlight("empty", FLOOD, _say("empty", before, after, seat, names)))
    return found if cubes else found[1:]


def _say(
    key: str, before: WhirlingWitchcraft, after: WhirlingWitchcraft, seat: int, names: Names, number: int = 0
) -> str:
    cubes = cube_list(missing(LIMITS, after.bench[seat]))
    right = names[right_of(after, seat)]
    form = f"{key}_one" if number == 1 else key
    return say("moment", form, round=before.round, who=names[seat], right=right, cubes=cubes, count=number)


def reveal(deck: Deck, before: WhirlingWitchcraft, after: WhirlingWitchcraft, names: Names) -> list[Revealed]:
    """The hands as they were at the end."""
    if after.phase != Phase.OVER:
        return []
    held = [(seat, _hand(deck, after, seat)) for seat in range(after.players)]
    return [Revealed(piece("end", "hand", who=names[seat]), cards) for seat, cards in held if cards]


def hands(deck: Deck, s: WhirlingWitchcraft, names: Names) -> list[Revealed]:
    """The hands as they are, with what is laid face down."""
    held = [(seat, _hand(deck, s, seat)) for seat in range(s.players)]
    return [Revealed(say("end", "holds", whom=names[seat]), cards) for seat, cards in held if cards]


def chapter(deck: Deck, view: WhirlingWitchcraft) -> str:
    """A round is a part."""
    return say("stage", "round", round=view.round)


def _hand(deck: Deck, s: WhirlingWitchcraft, seat: int) -> list[str]:
    return [deck.cards[recipe] for recipe in s.hands[seat] if recipe != NONE]
