"""The log in words: what has changed between two views of one viewer. It sees only what the viewer sees.

What has been laid or planned is told once everybody has decided, even to its own seat. After a gap of several rounds,
the recipes laid are told for each round, the production only for the last one, and a ball in its round only if that is
certain.
"""

from __future__ import annotations

from coven.engine.seats import everybody, left_of, right_of
from coven.engine.sentences import Names, listed
from coven.games.whirling_witchcraft.rules.cubes import LIMITS, NO_CUBES, is_flooded, missing, size
from coven.games.whirling_witchcraft.rules.lay import FULL_HANDS, seat_served
from coven.games.whirling_witchcraft.rules.produce import left_of_losers
from coven.games.whirling_witchcraft.rules.recipes import Deck
from coven.games.whirling_witchcraft.rules.state import NONE, Ending, Phase, WhirlingWitchcraft
from coven.games.whirling_witchcraft.words.describe import fed_recipes
from coven.games.whirling_witchcraft.words.sentences import BOOK, about, cube_list, recipe_list, recipe_name, say

UNSURE = -1
"""No round: it is not certain which one."""


REASONS = {
    Ending.EMPTY: "WW-31",
    Ending.FLOODED: "WW-32",
    Ending.FEWEST_OF_WINNERS: "WW-33",
    Ending.ALL_FLOODED: "WW-35",
    Ending.LAST_ROUND: "WW-52",
}
"""The clauses under which a game ends."""


def tell(deck: Deck, before: WhirlingWitchcraft, after: WhirlingWitchcraft, names: Names) -> list[str]:
    """The log lines for what happened from `before` (an empty state at the very beginning) to `after`."""
    if before.phase == Phase.OVER:
        return []
    if before.players == 0:
        before = _nothing_yet(after)
    lines = []
    for number in range(before.round, after.round + 1):
        lines += _tell_start(before, after, number)
        lines += _tell_balls(before, after, number, names)
        if number and before.arrivals[0][number] == NONE and after.arrivals[0][number] != NONE:
            lines.append(_laid(deck, after, number, names))
        if number == finished(after) > finished(before):
            lines += _tell_production(deck, after, names)
    return lines + _tell_hand(deck, before, after, names)


def _nothing_yet(view: WhirlingWitchcraft) -> WhirlingWitchcraft:
    """The view as it was before the first round."""
    blank = view.copy()
    blank.phase, blank.round, blank.balls, blank.changed = Phase.LAY, 0, everybody(view), 0
    for row in blank.arrivals:
        row[1:] = [NONE] * (len(row) - 1)
    return blank


def finished(view: WhirlingWitchcraft) -> int:
    """The last round whose production can be seen in full; 0 if there is none."""
    if view.phase == Phase.PRODUCE:
        return 0
    return view.round if view.phase == Phase.OVER else max(0, view.round - 1)


def _tell_start(before: WhirlingWitchcraft, after: WhirlingWitchcraft, number: int) -> list[str]:
    if number == before.round:
        return []
    is_last = after.is_last and number == after.round
    return [say("log", "start_last" if is_last else "start", round=number)]


def _tell_balls(before: WhirlingWitchcraft, after: WhirlingWitchcraft, number: int, names: Names) -> list[str]:
    """WW-11: the balls of a round in the order in which they were served, if the round is certain."""
    used = before.balls & ~after.balls
    order = [seat_served(after, number, i) for i in range(after.players)]
    seats = [seat for seat in order if used >> seat & 1 and _ball_round(before, after, seat) == number]
    return [about("log", "ball", seat, names) for seat in seats]


def _ball_round(before: WhirlingWitchcraft, after: WhirlingWitchcraft, seat: int) -> int:
    """The round in which a ball was used, if only one is possible."""
    if after.changed >> seat & 1:
        return after.round
    first = before.round if before.phase == Phase.LAY and not before.changed else before.round + 1
    rounds = range(max(first, 1), after.round)
    return rounds[0] if len(rounds) == 1 else UNSURE


def _laid(deck: Deck, view: WhirlingWitchcraft, number: int, names: Names) -> str:
    """WW-20: what was turned face up."""
    laid = [f"{names[seat]} {recipe_name(deck, view.arrivals[seat][number])}" for seat in range(view.players)]
    return say("log", "laid", laid=listed(laid))


def _tell_production(deck: Deck, view: WhirlingWitchcraft, names: Names) -> list[str]:
    """WW-25, and what came of it."""
    lines = [_fed(deck, view, seat, names) for seat in range(view.players)]
    if view.phase == Phase.OVER:
        return lines + _tell_end(view, names)
    return lines + _tell_passing(view, names)


def _fed(deck: Deck, view: WhirlingWitchcraft, seat: int, names: Names) -> str:
    recipes = fed_recipes(deck, view, seat)
    if not recipes:
        return about("log", "rest", seat, names)
    used, made = cube_list(view.used[seat]), cube_list(view.made[seat])
    right = names[right_of(view, seat)]
    return about("log", "fed", seat, names, recipes=recipe_list(deck, recipes), used=used, made=made, right=right)


def _tell_passing(view: WhirlingWitchcraft, names: Names) -> list[str]:
    """WW-36, WW-40, WW-50, WW-51."""
    lines = [say("log", "sent")]
    for seat in range(view.players):
        if is_flooded(view.bench[seat]):
            lines.append(about("log", "warned", seat, names, cubes=cube_list(missing(LIMITS, view.bench[seat]))))
    if view.hand_size == 0:
        return lines
    is_drawn = view.hand_size == FULL_HANDS[view.players]
    return [*lines, say("log", "hands_drawn" if is_drawn else "hands")]


def _tell_hand(deck: Deck, before: WhirlingWitchcraft, after: WhirlingWitchcraft, names: Names) -> list[str]:
    """The viewer's hand if it is new and has not changed since."""
    if names.you < 0 or after.phase != Phase.LAY:
        return []
    has_used_ball = (before.balls & ~after.balls) >> names.you & 1 == 1
    if has_used_ball != (before.round == after.round):
        return []
    return [say("log", "hand", recipes=recipe_list(deck, after.hands[names.you][: after.hand_size]))]


def reason(s: WhirlingWitchcraft) -> str:
    """The clause under which a finished game ended."""
    return REASONS[s.ending]


def verdict(deck: Deck, view: WhirlingWitchcraft, names: Names) -> str:
    """WW-31 to WW-35, WW-52: which workbenches decided it."""
    return "; ".join(
        [one if i == 0 else f"{one[:1].lower()}{one[1:]}" for i, one in enumerate(_tell_decision(view, names))]
    )


def _tell_end(view: WhirlingWitchcraft, names: Names) -> list[str]:
    """How the game was decided, and who won."""
    sent = [say("log", "sent")] if view.ending == Ending.LAST_ROUND else []
    return [*sent, *_tell_decision(view, names), BOOK.winners("log", view.winners, names)]


def _tell_decision(view: WhirlingWitchcraft, names: Names) -> list[str]:
    everyone = everybody(view)
    flooded = [seat for seat in range(view.players) if is_flooded(view.bench[seat])]
    if view.ending == Ending.EMPTY:
        return [about("log", "empty", seat, names) for seat in range(view.players) if view.bench[seat] == NO_CUBES]
    if view.ending == Ending.LAST_ROUND:
        return [say("log", "last_round", counts=_sizes(view, everyone, names))]
    losers = sum(1 << seat for seat in flooded)
    lines = [_flooded(view, seat, names) for seat in flooded]
    if view.ending != Ending.ALL_FLOODED and any(losers >> left_of(view, seat) & 1 for seat in flooded):
        lines.append(say("log", "passed_on"))
    return lines + _tell_fewest(view, losers, names)


def _flooded(view: WhirlingWitchcraft, seat: int, names: Names) -> str:
    """WW-32: who has lost, and by whose mixtures."""
    left = left_of(view, seat)
    sends = names.verb(left, "send")
    cubes = cube_list(missing(LIMITS, view.bench[seat]))
    return about("log", "flooded", seat, names, cubes=cubes, left=names[left], sends=sends)


def _tell_fewest(view: WhirlingWitchcraft, flooded: int, names: Names) -> list[str]:
    """WW-33, WW-35: if the fewest ingredients decide."""
    if view.ending == Ending.ALL_FLOODED:
        return [say("log", "all_flooded", counts=_sizes(view, flooded, names))]
    if view.ending == Ending.FEWEST_OF_WINNERS:
        return [say("log", "fewest", counts=_sizes(view, left_of_losers(view, flooded), names))]
    return []


def _sizes(view: WhirlingWitchcraft, seats: int, names: Names) -> str:
    return listed([f"{names[seat]} {size(view.bench[seat])}" for seat in range(view.players) if seats >> seat & 1])
