"""The log in words: what has changed between two views of one viewer. It sees only what the viewer sees.

A view holds what was said and done in its round, or until the next role is called in the last one. After a gap of
several rounds, only the last one is told.
"""

from __future__ import annotations

from coven.engine.seats import left_of
from coven.engine.sentences import Names, capital, listed
from coven.games.witchs_brew.rules.goods import NOTHING, VIAL, count, drops_of, some
from coven.games.witchs_brew.rules.roles import HEIGHTS, Deck, Role, Stack, is_brewer, is_red, stack_of
from coven.games.witchs_brew.rules.sets import points, rest
from coven.games.witchs_brew.rules.state import (
    ENOUGH_RAVENS,
    NONE,
    Answer,
    Deed,
    Ending,
    Phase,
    WitchsBrew,
    is_round_running,
    spell,
)
from coven.games.witchs_brew.words.sentences import (
    BOOK,
    about,
    card_name,
    goods_list,
    in_sentence,
    role_list,
    role_name,
    say,
    spell_words,
    stack_name,
)

REASONS = {Ending.RAVENS: "WB-60", Ending.MOST_SETS: "WB-64"}
"""The clauses under which a game ends."""


def tell(deck: Deck, before: WitchsBrew, after: WitchsBrew, names: Names) -> list[str]:
    """The log lines for what happened from `before` (an empty state at the very beginning) to `after`."""
    if before.phase == Phase.OVER and before.players:
        return []
    if before.players == 0:
        return _tell_begin(after, names)
    was_open = before.phase == Phase.CHOOSE or before.set < after.set
    chosen = _tell_chosen(after, names) if was_open and after.phase != Phase.CHOOSE else []
    played = _tell_round(deck, _record_before(before, after), after, names)
    if after.round:
        return [*chosen, *played, *_tell_end(after, names)]
    return [*played, *(_tell_set(after, names) if before.set < after.set else []), *chosen]


def _tell_begin(view: WitchsBrew, names: Names) -> list[str]:
    """Who begins, and the first set; nothing if the game is already under way."""
    if view.set > 1 or view.round or view.phase != Phase.CHOOSE:
        return []
    return [_tell_start(view, names)]


def _tell_start(view: WitchsBrew, names: Names) -> str:
    """WB-21, WB-22, WB-70: a new set while its roles are chosen: who begins, its spell book, the roles that are out."""
    key, begins = "set_excluded" if view.excluded else "set", names.verb(view.turn, "begin")
    book, out = spell_words(spell(view))[0], role_list(view.excluded)
    return say("log", key, set=view.set, whom=names[view.turn], begins=begins, spell=book, roles=out)


def _tell_chosen(view: WitchsBrew, names: Names) -> list[str]:
    """WB-10: everybody is ready."""
    lines = [say("log", "chosen")]
    if names.you >= 0:
        lines.append(say("log", "hand", roles=role_list(view.hand[names.you] | view.played[names.you])))
    return lines


def _record_before(before: WitchsBrew, after: WitchsBrew) -> WitchsBrew:
    """What had already been said and done in the round that `after` tells of."""
    if before.rounds == after.rounds:
        return before
    blank = before.copy()
    blank.phase = Phase.CALL
    for seat in range(blank.players):
        blank.answer[seat], blank.deed[seat], blank.got_card[seat] = Answer.OPEN, Deed.OPEN, NONE
        blank.paid[seat] = blank.got[seat] = NOTHING
    return blank


def _tell_round(deck: Deck, before: WitchsBrew, after: WitchsBrew, names: Names) -> list[str]:
    """WB-12 to WB-18, in order of turn: each answer with its favour, then the full action."""
    lines: list[str] = []
    passing: list[int] = []
    seat, claimant = after.leader, NONE
    for _ in range(after.players):
        is_new = after.answer[seat] != before.answer[seat]
        if is_new and after.answer[seat] == Answer.PASS:
            passing.append(seat)
        elif is_new:
            lines += [*_tell_passing(passing, names), _tell_answer(after, seat, claimant, names)]
            passing = []
        if after.answer[seat] == Answer.CLAIM:
            claimant = seat
        if after.answer[seat] == Answer.FAVOUR:
            lines += _tell_deed(deck, before, after, seat, names)
        seat = left_of(after, seat)
    lines += _tell_passing(passing, names)
    if after.claimant != NONE:
        lines += _tell_deed(deck, before, after, after.claimant, names)
    return lines


def _tell_passing(seats: list[int], names: Names) -> list[str]:
    """WB-13: consecutive seats that do not hold the role."""
    if len(seats) > 1:
        return [say("log", "pass_many", whom=capital(listed([names[seat] for seat in seats])))]
    return [about("log", "pass", seat, names) for seat in seats]


def _tell_answer(view: WitchsBrew, seat: int, claimant: int, names: Names) -> str:
    """What a seat says; `claimant` claimed the role before it, or NONE."""
    if view.answer[seat] == Answer.CLAIM and claimant == NONE:
        return about("log", "call", seat, names, role=role_name(view.role))
    if view.answer[seat] == Answer.CLAIM:
        turns = names.verb(claimant, "turn")
        return about("log", "claim", seat, names, role=role_name(view.role), whom=capital(names[claimant]), turns=turns)
    return about("log", "favour", seat, names)


def _tell_deed(deck: Deck, before: WitchsBrew, after: WitchsBrew, seat: int, names: Names) -> list[str]:
    """What a seat has done with its favour or full action."""
    is_full = seat == after.claimant
    if is_red(after.role) and is_full and after.deed[seat] == Deed.USED:
        return _tell_shelf(deck, before, after, names)
    if after.deed[seat] == before.deed[seat]:
        return _tell_vial(before, after, seat, names)
    what = in_sentence(say("log", "full_action" if is_full else "the_favour"))
    if after.deed[seat] != Deed.USED:
        return [about("log", "declined" if after.deed[seat] == Deed.DECLINED else "unable", seat, names, what=what)]
    key = ("cast" if is_full and after.role == Role.WARLOCK else "used") + ("" if after.paid[seat] else "_free")
    vial = some(VIAL, 1) if is_brewer(after.role) and after.got[seat] else NOTHING
    paid = after.paid[seat] - (_paid_for_vial(deck, after, seat) if vial else NOTHING)
    how = _exchange(deck, after, seat, paid, after.got[seat] - vial)
    line = about("log", key, seat, names, what=what, spell=spell_words(_spell_of_round(after))[0], how=how)
    return [line, *([_vial(after.paid[seat] - paid, seat, names)] if vial else [])]


def _paid_for_vial(deck: Deck, view: WitchsBrew, seat: int) -> int:
    """WB-35: what a brewer has paid on top of the price of the cauldron."""
    stack = view.got_card[seat]
    price = deck.tables.price[stack][_last_place(view, seat)]
    return drops_of(view.paid[seat]) - price


def _spell_of_round(view: WitchsBrew) -> int:
    """The spell that counted in the round of the record; the end of a set has turned the book since."""
    is_same_set = view.round > 0 and view.phase != Phase.OVER
    return spell(view) if is_same_set else view.books[view.book - 1]


def _exchange(deck: Deck, view: WitchsBrew, seat: int, price: int, gain: int) -> str:
    """What was paid and got, and the card taken in this round."""
    gains = [goods_list(gain)] if gain else []
    if view.got_card[seat] != NONE:
        gains.insert(0, card_name(deck, view.got_card[seat], _last_place(view, seat)))
    words = listed(gains)
    swap = say("log", "swap", paid=goods_list(price), gain=words) if price else words
    return in_sentence(swap)


def _last_place(view: WitchsBrew, seat: int) -> int:
    """The place in its stack of the card that a seat has taken in this round: the last of its own."""
    stack = view.got_card[seat]
    return max(place for place in range(HEIGHTS[stack]) if view.owners[stack][place] == seat)


def _tell_vial(before: WitchsBrew, after: WitchsBrew, seat: int, names: Names) -> list[str]:
    """WB-35, if it was still open."""
    was_open = before.phase == Phase.VIAL and before.turn == seat
    is_open = after.phase == Phase.VIAL and after.turn == seat
    if not was_open or is_open:
        return []
    if count(after.got[seat], VIAL) == count(before.got[seat], VIAL):
        return [about("log", "no_vial", seat, names)]
    return [_vial(after.paid[seat] - before.paid[seat], seat, names)]


def _vial(paid: int, seat: int, names: Names) -> str:
    return about("log", "vial", seat, names, paid=goods_list(paid))


def _tell_shelf(deck: Deck, before: WitchsBrew, after: WitchsBrew, names: Names) -> list[str]:
    """WB-38 to WB-40: what is given and added, and whether it is enough."""
    seat, stack = after.claimant, stack_of(after.role)
    has_card = after.got_card[seat] != NONE
    place = _last_place(after, seat) if has_card else after.taken[stack]
    card, lines = card_name(deck, stack, place), []
    if before.deed[seat] != Deed.USED:
        lines.append(about("log", "collects", seat, names, card=card))
    others = [other for other in range(after.players) if other != seat]
    for key, who in [*(("gave", other) for other in others), ("added", seat)]:
        paid = after.paid[who] - before.paid[who]
        if paid:
            lines.append(about("log", key, who, names, paid=goods_list(paid)))
    if is_round_running(after) and after.phase in (Phase.GIVE, Phase.ADD):
        return lines
    if before.deed[seat] == Deed.USED and before.phase not in (Phase.GIVE, Phase.ADD):
        return []
    return [*lines, about("log", "shelf", seat, names, card=card) if has_card else _lies(deck, after, stack)]


def _lies(deck: Deck, view: WitchsBrew, stack: int) -> str:
    """WB-38: what stays for the next one."""
    goods = view.on_shelf[stack - Stack.GOLD_SHELF]
    need = deck.tables.need[stack][view.taken[stack]]
    return say("log", "lies", goods=goods_list(goods), stack=stack_name(stack), need=need)


def _tell_set(view: WitchsBrew, names: Names) -> list[str]:
    """WB-22: a set is over, and what holds in the next one, while its roles are chosen."""
    return [_ravens(view), _tell_start(view, names)] if view.phase == Phase.CHOOSE else []


def _ravens(view: WitchsBrew) -> str:
    """WB-60: a set is over; how many ravens are out."""
    return say("log", "ravens", ravens=sum(view.ravens[seat] for seat in range(view.players)), most=ENOUGH_RAVENS)


def _tell_end(view: WitchsBrew, names: Names) -> list[str]:
    """How the game was decided, and who won."""
    if view.phase != Phase.OVER:
        return []
    return [_ravens(view), *_tell_decision(view, names), BOOK.winners("log", view.winners, names)]


def reason(s: WitchsBrew) -> str:
    """The clause under which a finished game ended."""
    return REASONS[s.ending]


def _tell_decision(view: WitchsBrew, names: Names) -> list[str]:
    """What ended the game, everybody's points, and the tie-break."""
    ravens = sum(view.ravens[seat] for seat in range(view.players))
    key = "over_ravens" if view.ending == Ending.RAVENS else "over_sets"
    lines = [say("log", key, ravens=ravens, sets=view.set)]
    for seat in range(view.players):
        vials, cards = count(view.goods[seat], VIAL), view.card_points[seat]
        who = capital(names[seat])
        total = f"{points(view, seat)} point{'s' * (points(view, seat) != 1)}"
        lines.append(say("log", "points", who=who, points=total, cards=cards, vials=vials))
    best = max(points(view, seat) for seat in range(view.players))
    equal = [seat for seat in range(view.players) if points(view, seat) == best]
    if len(equal) > 1:
        left = listed([f"{names[seat]} {rest(view, seat)}" for seat in equal])
        lines.append(say("log", "tie", left=left))
    return lines
