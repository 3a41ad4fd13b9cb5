"""The story of a game of 3 Witches once it is over: tokens, how it was decided, what was remarkable."""

from __future__ import annotations

from coven.engine.seats import left_of, right_of
from coven.engine.sentences import Names, capital
from coven.engine.story import Count, Highlight
from coven.games.three_witches.rules.cards import Deck
from coven.games.three_witches.rules.state import GOAL, NONE, SEATS, TRICKS, Call, Phase, ThreeWitches
from coven.games.three_witches.words.sentences import piece, say


def counts(deck: Deck, view: ThreeWitches, names: Names) -> list[Count]:
    """TW-50, TW-51: fate tokens, and how many bids were met."""
    return [Count((view.tokens[seat],), _tokens(view.tokens[seat]), _bids(view, seat)) for seat in range(SEATS)]


def _tokens(number: int) -> str:
    return piece("end", "token" if number == 1 else "tokens", count=number)


def _bids(view: ThreeWitches, seat: int) -> str:
    rounds = [i for i, lead in enumerate(view.sheet_lead) if lead == seat]
    met = sum(view.sheet_won[i] == view.sheet_bid[i] for i in rounds)
    return piece("end", "bids", met=met, all=len(rounds)) if rounds else piece("end", "no_bids")


def verdict(deck: Deck, view: ThreeWitches, names: Names) -> str:
    """TW-51: whose tokens were enough, and when."""
    winners = [seat for seat in range(SEATS) if view.tokens[seat] >= GOAL]
    tokens, rounds = _tokens(view.tokens[winners[0]]), sum(lead != NONE for lead in view.sheet_lead)
    if len(winners) > 1:
        whom = capital(names.row(sum(1 << seat for seat in winners)))
        return say("end", "together", whom=whom, tokens=tokens, round=rounds, goal=GOAL)
    has = names.verb(winners[0], "have", "has")
    return say("end", "first", whom=names[winners[0]], has=has, tokens=tokens, round=rounds, goal=GOAL)


def highlights(deck: Deck, before: ThreeWitches, after: ThreeWitches, names: Names) -> list[Highlight]:
    """Bids that were met, missed or raised, ties, and rounds in which nobody bid."""
    ended = after.round if after.phase == Phase.OVER else after.round - 1
    if before.players and ended == before.round and before.phase != Phase.OVER:
        return _round(deck, after, before.round, names)
    if before.round != after.round:
        return []
    found, kind = [], _kind(after.round)
    if after.passings > before.passings:
        found.append(Highlight(kind, 25, say("moment", "declined", round=after.round)))
    if before.bid == Call.THREE and after.bid == Call.FOUR:
        found.append(Highlight(kind, 35, say("moment", "raised", round=after.round, who=names[after.lead])))
    for t in range(TRICKS):
        if after.lead_won[t] == 1 and before.lead_won[t] == NONE:
            found += _tie(deck, [after.up[t], after.down[t], after.first[t], after.second[t]], after, t, names)
    return found


def _kind(number: int) -> str:
    """Moments of different rounds tell more of a game."""
    return f"round {number}"


def _tie(deck: Deck, cards: list[int], view: ThreeWitches, t: int, names: Names) -> list[Highlight]:
    """TW-42: a trick that the Lead has won by a tie."""
    up, down, first, second = cards
    worth = deck.tables.value[up][down]
    if worth != deck.tables.value[first][second]:
        return []
    text = say("moment", "tie", round=view.round, trick=t + 1, worth=worth, who=names[view.lead])
    return [Highlight(_kind(view.round), 50, text)]


def _round(deck: Deck, after: ThreeWitches, number: int, names: Names) -> list[Highlight]:
    """TW-50: what became of a bid. The last round weighs most."""
    lead, bid, won = (sheet[number - 1] for sheet in (after.sheet_lead, after.sheet_bid, after.sheet_won))
    up, down, first, second = after.last_trick
    is_tie = deck.tables.value[up][down] == deck.tables.value[first][second]
    key = "made" if won == bid else "short" if won < bid else "tied" if is_tie else "over"
    weight = {"made": 40, "over": 45, "short": 30, "tied": 70}[key] + 10 * (bid == Call.FOUR)
    lesser = names.row(1 << left_of(after, lead) | 1 << right_of(after, lead))
    text = say("moment", key, round=number, who=names[lead], bid=bid, won=won, lesser=lesser)
    return [Highlight(_kind(number), weight + 30 * (after.phase == Phase.OVER), text)]


def chapter(deck: Deck, view: ThreeWitches) -> str:
    """A round is a part."""
    return say("stage", "round", round=view.round)
