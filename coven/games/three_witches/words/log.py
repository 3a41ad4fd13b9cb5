"""The log in words: what has changed between two views of one viewer. It sees only what the viewer sees."""

from __future__ import annotations

from coven.engine.seats import left_of, right_of
from coven.engine.sentences import Names, capital, listed
from coven.games.three_witches.rules.cards import EYE, Deck
from coven.games.three_witches.rules.state import (
    GOAL,
    HIDDEN,
    NONE,
    PASSED,
    SEATS,
    TRICKS,
    Call,
    Phase,
    ThreeWitches,
)
from coven.games.three_witches.rules.view import is_secret_return
from coven.games.three_witches.words.sentences import about, card_list, card_name, say

LAST = TRICKS - 1
REASON = "TW-51"


def tell(deck: Deck, before: ThreeWitches, after: ThreeWitches, names: Names) -> list[str]:
    """The log lines for what happened from `before` (an empty state at the very beginning) to `after`."""
    if before.phase == Phase.OVER:
        return []
    if before.players == 0:
        return _tell_start(after, names) + tell(deck, _blank(after), after, names)
    ended = after.round if after.phase == Phase.OVER else after.round - 1
    if ended < before.round:
        return _tell_round(deck, before, after, names)
    lines = _tell_last_trick(deck, before, after, names) if ended == before.round else []
    lines += _tell_score(before.round, ended, after, names)
    if after.phase == Phase.OVER:
        return lines + _tell_end(after, names)
    return lines + _tell_start(after, names) + _tell_round(deck, _blank(after), after, names)


def _blank(view: ThreeWitches) -> ThreeWitches:
    """The view as it was when its round began, before anything was said, passed or played."""
    blank = view.copy()
    blank.calls, blank.lead, blank.bid, blank.phase = [Call.SILENT] * SEATS, NONE, 0, Phase.BID
    blank.passings, blank.asked, blank.trick = 0, 0, 0
    blank.up, blank.down, blank.first = [NONE] * TRICKS, [NONE] * TRICKS, [NONE] * TRICKS
    blank.second, blank.back, blank.lead_won = [NONE] * TRICKS, [NONE] * TRICKS, [NONE] * TRICKS
    return blank


def _tell_start(view: ThreeWitches, names: Names) -> list[str]:
    if view.elixir == NONE:
        return []
    dealt = (view.elixir - view.passings) % SEATS
    first = left_of(view, dealt)
    return [
        say(
            "log", "start", round=view.round, whom=names[dealt], has=names.verb(dealt, "have", "has"),
            first_who=capital(names[first]), bids=names.verb(first, "bid"),
        )
    ]  # fmt: skip


def _tell_round(deck: Deck, before: ThreeWitches, after: ThreeWitches, names: Names) -> list[str]:
    lines = []
    if after.passings != before.passings:
        lines += _tell_passing(deck, before, after, names)
        before = _blank(after)
    if before.phase < Phase.DISCARD:
        lines += _tell_bids(before, after, names)
    if before.phase <= Phase.DISCARD < after.phase:
        own = after.discards[names.you] if names.you >= 0 else NONE
        key = "discarded" if own < 0 else "discarded_own"
        lines.append(say("log", key, card=card_name(deck, own) if own >= 0 else ""))
    for t in range(before.trick, after.trick + 1):
        lines += _tell_trick(deck, before, after, t, names)
    return lines


def _tell_bids(before: ThreeWitches, after: ThreeWitches, names: Names) -> list[str]:
    """Bids and passes in order of the turns, and who leads."""
    lines = []
    order = [(after.elixir + 1 + i) % SEATS for i in range(SEATS)] if after.elixir != NONE else []
    for seat in order:
        if after.calls[seat] != before.calls[seat]:
            lines.append(_tell_call(before, after, seat, names))
    if before.phase == Phase.RAISE and after.phase >= Phase.DISCARD and after.bid == Call.THREE:
        lines.append(about("log", "stands", after.lead, names))
    elif before.phase == after.phase == Phase.RAISE and not lines and after.asked != before.asked:
        lines.append(about("log", "stands", _speaker(before), names))
    if before.phase <= Phase.RAISE and after.phase == Phase.GIVE:
        lines.append(say("log", "all_declined"))
    if before.phase < Phase.DISCARD <= after.phase:
        a, b = left_of(before, after.lead), right_of(before, after.lead)
        lines.append(about("log", "lead", after.lead, names, bid=after.bid, a=names[a], b=names[b]))
    return lines


def _speaker(view: ThreeWitches) -> int:
    return (view.lead + 1 + view.asked) % SEATS


def _tell_call(before: ThreeWitches, after: ThreeWitches, seat: int, names: Names) -> str:
    call = after.calls[seat]
    is_answer = before.phase == Phase.RAISE or _has_answered(after, seat)
    if call == Call.DECLINED:
        return about("log", "stands" if is_answer else "declined", seat, names)
    if call == Call.FOUR and is_answer:
        return about("log", "raised", seat, names)
    return about("log", "bid", seat, names, bid=call)


def _has_answered(view: ThreeWitches, seat: int) -> bool:
    """TW-13: do the calls show that this seat's last call came after a bid of 3?"""
    order = [(view.elixir + 1 + i) % SEATS for i in range(SEATS)]
    bids = [other for call in (Call.THREE, Call.FOUR) for other in order if view.calls[other] == call]
    if not bids:
        return False
    bidder, later = bids[0], order[order.index(bids[0]) + 1 :]
    if seat == bidder:
        return any(view.calls[other] != Call.SILENT for other in later)
    return seat in later or view.calls[seat] == Call.FOUR


def _tell_passing(deck: Deck, before: ThreeWitches, after: ThreeWitches, names: Names) -> list[str]:
    lines = []
    for passing in range(before.passings, after.passings):
        if before.phase <= Phase.RAISE or passing > before.passings:
            lines.append(say("log", "all_declined"))
        if names.you >= 0:
            given = after.given[passing]
            lines.append(say("log", "gave", cards=card_list(deck, given[names.you])))
            lines.append(say("log", "got", cards=card_list(deck, given[right_of(before, names.you)])))
        if after.elixir != NONE:
            holder = (after.elixir - (after.passings - 1 - passing)) % SEATS
            lines.append(say("log", "passed_on", whom=names[holder], has=names.verb(holder, "have", "has")))
    return lines


def _tell_trick(deck: Deck, before: ThreeWitches, after: ThreeWitches, t: int, names: Names) -> list[str]:
    lines = []
    lead, first, second = after.lead, left_of(before, after.lead), right_of(before, after.lead)
    if after.down[t] != NONE and before.down[t] == NONE:
        lines += _tell_lead(deck, after, t, names)
    if before.first[t] == NONE and after.first[t] == PASSED:
        lines.append(about("log", "passed", first, names))
    is_late = before.first[t] == PASSED
    plays = [(second, before.second[t], after.second[t]), (first, before.first[t], after.first[t])]
    for seat, was, now in plays if is_late else reversed(plays):
        if now not in (NONE, PASSED) and was in (NONE, PASSED):
            lines.append(_tell_play(deck, after, t, seat, now, names))
    if after.lead_won[t] != NONE and before.lead_won[t] == NONE:
        lines += _tell_result(deck, _pairs(after, t), after, t, names)
    if after.back[t] != NONE and before.back[t] == NONE:
        lines += _tell_return(deck, after, t, lead, names)
    return lines


def _tell_lead(deck: Deck, after: ThreeWitches, t: int, names: Names) -> list[str]:
    down = card_name(deck, after.down[t]) if after.down[t] != HIDDEN else ""
    lines = [about("log", "led", after.lead, names, up=card_name(deck, after.up[t]), down=down)]
    if _is_eye(deck, after.up[t]):
        lines.append(say("log", "eye"))
    return lines


def _tell_play(deck: Deck, after: ThreeWitches, t: int, seat: int, card: int, names: Names) -> str:
    if card == HIDDEN:
        return about("log", "hidden", seat, names)
    if _is_eye(deck, after.up[t]) and seat == names.you:
        return say("log", "hidden_you", card=card_name(deck, card))
    if _is_eye(deck, after.up[t]):
        return about("log", "hidden", seat, names)
    return about("log", "played", seat, names, card=card_name(deck, card))


def _is_eye(deck: Deck, up: int) -> bool:
    return deck.tables.rank[up] == EYE


def _pairs(view: ThreeWitches, t: int) -> list[int]:
    return [view.up[t], view.down[t], view.first[t], view.second[t]]


def _tell_result(deck: Deck, cards: list[int], after: ThreeWitches, t: int, names: Names) -> list[str]:
    """The reveal, both values, and who won."""
    won = after.lead_won[: t + 1].count(1)
    return _result_lines(deck, cards, after.lead, after.bid, t, won, names)


def _result_lines(deck: Deck, cards: list[int], lead: int, bid: int, t: int, won: int, names: Names) -> list[str]:
    up, down, first, second = cards
    value = deck.tables.value
    ahead = value[up][down] - value[first][second]
    key = "won_lesser" if ahead < 0 else "won_lead" if ahead else "won_tie"
    shown = {
        "down": card_name(deck, down),
        "first": card_name(deck, first),
        "second": card_name(deck, second),
    }
    result = say(
        "log", key, lead_value=value[up][down],
        lesser_value=value[first][second], whom=names[lead], wins=names.verb(lead, "win"),
        has=names.verb(lead, "have", "has"), trick=t + 1, won=won, bid=bid,
    )  # fmt: skip
    return [say("log", "revealed_eye" if _is_eye(deck, up) else "revealed", **shown), result]


def _tell_return(deck: Deck, after: ThreeWitches, t: int, lead: int, names: Names) -> list[str]:
    back = after.back[t]
    if back == HIDDEN:
        return [about("log", "returned_hidden", lead, names)]
    lines = []
    a, b = left_of(after, lead), right_of(after, lead)
    is_latest = after.lead_won[t + 1] == NONE
    if is_latest and after.proposals[a] >= 0 and after.proposals[b] >= 0:
        proposed = [card_name(deck, after.proposals[seat]) for seat in (a, b)]
        lines.append(say("log", "proposed", a=names[a], b=names[b], card_a=proposed[0], card_b=proposed[1]))
    if lead == names.you and after.lead_won[t] == 1 and is_secret_return(after, t):
        return [say("log", "returned_own", card=card_name(deck, back))]
    return [*lines, say("log", "returned", card=card_name(deck, back), whom=names[lead])]


def _tell_last_trick(deck: Deck, before: ThreeWitches, after: ThreeWitches, names: Names) -> list[str]:
    """Trick 5 of the round that has just ended, as far as it has not been told yet."""
    full, i = before.copy(), before.round - 1
    full.lead, full.bid = after.sheet_lead[i], after.sheet_bid[i]
    full.up[LAST], full.down[LAST], full.first[LAST], full.second[LAST] = after.last_trick
    full.trick, full.phase = LAST, Phase.RETURN
    lines = _tell_trick(deck, before, full, LAST, names)
    return lines + _result_lines(deck, list(after.last_trick), full.lead, full.bid, LAST, after.sheet_won[i], names)


def _tell_score(earliest: int, latest: int, after: ThreeWitches, names: Names) -> list[str]:
    """The results of some rounds, and the tokens after the latest of them."""
    rounds = [_tell_round_end(i, after, names) for i in range(earliest - 1, latest)]
    return [*rounds, _score(after, names)]


def _score(view: ThreeWitches, names: Names) -> str:
    return say("log", "score", tokens=listed([f"{names[seat]} {view.tokens[seat]}" for seat in range(SEATS)]))


def reason(s: ThreeWitches) -> str:
    """Every game ends under TW-51."""
    return REASON


def _tell_round_end(i: int, after: ThreeWitches, names: Names) -> str:
    lead, bid, won = after.sheet_lead[i], after.sheet_bid[i], after.sheet_won[i]
    a, b = left_of(after, lead), right_of(after, lead)
    result = about("log", "made", lead, names) if won == bid else say("log", "failed", a=names[a], b=names[b])
    return say("log", "round_end", round=i + 1, lead_who=names[lead], bid=bid, won=won, result=result)


def _tell_end(after: ThreeWitches, names: Names) -> list[str]:
    winners = [seat for seat in range(SEATS) if after.tokens[seat] >= GOAL]
    if len(winners) == 1:
        return [about("log", "won_game", winners[0], names)]
    return [say("log", "shared", a=names[winners[0]], b=names[winners[1]])]
