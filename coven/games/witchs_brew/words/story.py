"""The story of a game of Witch's Brew once it is over: points, how it was decided, what was remarkable."""

from __future__ import annotations

from coven.engine.seats import left_of
from coven.engine.sentences import Names, capital, listed
from coven.engine.story import Count, Highlight
from coven.games.witchs_brew.rules.goods import VIAL, count
from coven.games.witchs_brew.rules.roles import Deck
from coven.games.witchs_brew.rules.sets import points, rest
from coven.games.witchs_brew.rules.state import ENOUGH_RAVENS, NONE, Answer, Ending, WitchsBrew
from coven.games.witchs_brew.words.sentences import BOOK, card_name, piece, role_name, say

CLAIM, PER_CLAIM, CARD, PER_POINT, VIALS, PER_VIAL, LAST_RAVEN, MOST = 34, 14, 20, 5, 14, 8, 65, 75


def counts(deck: Deck, view: WitchsBrew, names: Names) -> list[Count]:
    """WB-61, WB-62: points, and what is left if they are equal."""
    return [
        Count((points(view, seat), rest(view, seat)), _points(points(view, seat)), _detail(view, seat))
        for seat in range(view.players)
    ]


def _points(number: int) -> str:
    return BOOK.counted("count", ["point"], [number]) if number else piece("end", "no_points")


def _detail(view: WitchsBrew, seat: int) -> str:
    """Where the points come from; goods left only if they matter."""
    parts = piece("end", "points", cards=view.card_points[seat], vials=count(view.goods[seat], VIAL))
    equal = [other for other in range(view.players) if points(view, other) == points(view, seat)]
    return piece("end", "and_left", points=parts, left=rest(view, seat)) if len(equal) > 1 else parts


def verdict(deck: Deck, view: WitchsBrew, names: Names) -> str:
    """WB-60 to WB-64: what ended the game, and the points or goods that decided it."""
    ravens = sum(view.ravens[seat] for seat in range(view.players))
    over = say("end", "ravens" if view.ending == Ending.RAVENS else "sets", ravens=ravens, sets=view.set)
    best = max(points(view, seat) for seat in range(view.players))
    equal = [seat for seat in range(view.players) if points(view, seat) == best]
    winners = [seat for seat in equal if view.winners >> seat & 1]
    whom, most = listed([names[seat] for seat in winners]), rest(view, winners[0])
    has = names.verb(winners[0], "have", "has") if len(winners) == 1 else "have"
    key = "equal" if len(winners) > 1 else "more_left" if len(equal) > 1 else "most_points"
    return piece("end", key, over=over, whom=whom, has=has, points=_points(best), left=most)


def highlights(deck: Deck, before: WitchsBrew, after: WitchsBrew, names: Names) -> list[Highlight]:
    """Roles claimed from others, potion cards, vials, and the raven that ends the game."""
    if not before.players:
        return []
    found = [*_claims(before, after, names), *_ravens(before, after)]
    for seat in range(after.players):
        found += [*_card(deck, before, after, seat, names), *_vials(before, after, seat, names)]
    return found


def _claims(before: WitchsBrew, after: WitchsBrew, names: Names) -> list[Highlight]:
    """WB-13: the role goes from one to the next, told when the last of them has claimed it."""
    order = [after.leader]
    while len(order) < after.players:
        order.append(left_of(after, order[-1]))
    claims = [seat for seat in order if after.answer[seat] == Answer.CLAIM]
    is_same = before.rounds == after.rounds
    if len(claims) < 2 or (is_same and before.answer[claims[-1]] == Answer.CLAIM):
        return []
    key, before_it = ("claim" if len(claims) == 2 else "claims"), [names[seat] for seat in claims[:-1]]
    text = say(
        "moment",
        key,
        set=before.set,
        who=names[claims[-1]],
        role=role_name(after.role),
        whom=capital(listed(before_it)),
    )
    return [Highlight("claim", CLAIM + PER_CLAIM * (len(claims) - 2), text)]


def _card(deck: Deck, before: WitchsBrew, after: WitchsBrew, seat: int, names: Names) -> list[Highlight]:
    """WB-35, WB-40: a potion card, the dearer the better."""
    worth, stack = after.card_points[seat] - before.card_points[seat], after.got_card[seat]
    if worth <= 0 or stack == NONE:
        return []
    place = max(place for place, owner in enumerate(after.owners[stack]) if owner == seat)
    text = say("moment", "card", set=before.set, who=names[seat], card=card_name(deck, stack, place))
    return [Highlight("card", min(CARD + PER_POINT * worth, MOST), text)]


def _vials(before: WitchsBrew, after: WitchsBrew, seat: int, names: Names) -> list[Highlight]:
    """Several vials at once."""
    more = count(after.goods[seat], VIAL) - count(before.goods[seat], VIAL)
    if more < 2:
        return []
    text = say("moment", "vials", set=before.set, who=names[seat], count=more)
    return [Highlight("vials", min(VIALS + PER_VIAL * more, MOST), text)]


def _ravens(before: WitchsBrew, after: WitchsBrew) -> list[Highlight]:
    """WB-60: enough ravens are out."""
    was, now = (sum(view.ravens[: after.players]) for view in (before, after))
    if not was < ENOUGH_RAVENS <= now:
        return []
    return [Highlight("ravens", LAST_RAVEN, say("moment", "ravens", set=before.set, ravens=now))]


def chapter(deck: Deck, view: WitchsBrew) -> str:
    """A round is a part, and so is the choice of roles before a set."""
    return say("end", "round" if view.round else "set", set=view.set, round=view.round)
