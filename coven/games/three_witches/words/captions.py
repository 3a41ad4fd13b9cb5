"""The words and marks on the table of 3 Witches, for one reader; what was seen of a round that is over."""

from __future__ import annotations

from functools import cache

from coven.engine.plain import Plain
from coven.engine.seats import left_of
from coven.engine.sentences import Names
from coven.engine.states import SPECTATOR
from coven.games.three_witches.deck import suit_names
from coven.games.three_witches.rules.brew import tricks_won
from coven.games.three_witches.rules.cards import Deck
from coven.games.three_witches.rules.state import GOAL, NONE, SEATS, TRICKS, Call, Phase, ThreeWitches
from coven.games.three_witches.rules.view import hand_size
from coven.games.three_witches.words.describe import Worth, worth_of
from coven.games.three_witches.words.sentences import WORDS, about, piece, say

LAST = TRICKS - 1
SAID = {Call.SILENT: "none", Call.DECLINED: "pass", Call.THREE: "three", Call.FOUR: "four"}
LABELS = {"tricks": TRICKS, "goal": GOAL, "seats": SEATS, **WORDS["page"]}


class Captions(Plain):
    """The words and marks on the table."""

    stage: str
    """The round and its trick."""
    heading: str
    """What is going on in the middle of the table."""
    worth: str
    """What the pairs in sight are worth, and which one must be beaten."""
    speakers: list[int]
    """Seats in the order in which they speak in the bidding. The last one has the Elixir."""
    said: list[str]
    """[seat]: what it has said in the bidding."""
    about_elixir: str
    """Who has the Elixir during the bidding, and how often cards have been passed."""
    parts: list[str]
    """[seat]: its part in this round: "Lead Witch", with the bid."""
    elixir: list[str]
    """[seat]: its connection with the Elixir."""
    count: str
    """Tricks won against the bid."""
    winners: list[str]
    """[trick]: who won it."""
    scored: str
    """The result of the last round."""


def captions(deck: Deck, view: ThreeWitches, names: Names) -> Captions:
    """The words and marks on the table, for the reader of `names`."""
    is_brewing = view.phase > Phase.DISCARD
    return Captions(
        stage=_stage(is_brewing, view.round, view.trick),
        heading=_heading_of_trick(deck, view, names) if is_brewing else _heading(view, names),
        worth=_worth(view, worth_of(deck, view)) if is_brewing else "",
        speakers=_speakers(view.elixir),
        said=_said(tuple(view.calls), view.owing),
        about_elixir=_about_elixir(view, names),
        parts=_parts(view.lead, view.bid) if view.phase >= Phase.DISCARD else [""] * SEATS,
        elixir=[_elixir(view, seat, names) for seat in range(SEATS)],
        count=piece("sum", "count", won=tricks_won(view), bid=view.bid, lost=view.lead_won.count(0))
        if is_brewing
        else "",
        winners=[_winner(view, t, names) for t in range(TRICKS) if view.up[t] != NONE],
        scored=_scored(view, names),
    )


def between(deck: Deck, before: ThreeWitches, after: ThreeWitches) -> ThreeWitches | None:
    """The next round is dealt at once: show the last trick of this one first, as it lay before the score was told."""
    if after.phase == Phase.OVER or after.round != before.round + 1 or before.round == 0 or before.up[LAST - 1] == NONE:
        return None
    seen = before.copy()
    seen.phase, seen.trick, seen.owing, seen.elixir = Phase.RETURN, LAST, 0, NONE
    up, down, first, second = after.last_trick
    seen.up[LAST], seen.down[LAST], seen.first[LAST], seen.second[LAST] = up, down, first, second
    value = deck.tables.value
    seen.lead_won[LAST] = int(value[up][down] >= value[first][second])
    seen.hands = [0] * SEATS
    seen.proposals = [NONE] * SEATS
    return seen


@cache
def _stage(is_brewing: bool, number: int, trick: int) -> str:
    return say("stage", "trick" if is_brewing else "round", round=number, trick=trick + 1, tricks=TRICKS)


@cache
def _speakers(elixir: int) -> list[int]:
    return [(elixir + step) % SEATS for step in range(1, SEATS + 1)] if elixir != NONE else []


def _heading(view: ThreeWitches, names: Names) -> str:
    """The heading before the brew."""
    if view.phase == Phase.GIVE:
        return say("head", "give", left=names[left_of(view, names.you)]) if names.you > SPECTATOR else ""
    if view.phase == Phase.DISCARD:
        return about("head", "discard", view.lead, names)
    return say("head", "bid" if view.phase == Phase.BID else "raise")


def _heading_of_trick(deck: Deck, view: ThreeWitches, names: Names) -> str:
    t = _trick_in_sight(view)
    if t < 0:
        return about("head", "lead_first", view.lead, names)
    if view.lead_won[t] == NONE:
        suit = suit_names(deck)[deck.tables.suit[view.up[t]]].lower()
        return about("head", "lead", view.lead, names, suit=suit)
    winner = "lesser" if not view.lead_won[t] else "you" if view.lead == names.you else "lead"
    return say("head", f"won_{winner}", trick=t + 1)


def _trick_in_sight(view: ThreeWitches) -> int:
    """The trick being played, or the last one until the next is laid; -1 before the first."""
    return TRICKS - view.up.count(NONE) - 1


def _worth(view: ThreeWitches, worth: Worth) -> str:
    if worth.lead_least is None:
        return ""
    values = {"lead": _value(worth.lead, worth.lead_least), "lesser": _value(worth.lesser, worth.lesser_least)}
    if view.lead_won[_trick_in_sight(view)] != NONE:
        return piece("worth", "won", **values)
    return piece("worth", "open" if worth.lesser_least is None else "answered", **values)


def _value(value: int | None, least: int | None) -> str:
    return str(value) if value is not None else piece("worth", "least", value=least)


@cache
def _said(calls: tuple[int, ...], owing: int) -> list[str]:
    return [
        piece("call", "asked" if owing >> seat & 1 and call != Call.THREE else SAID[call])
        for seat, call in enumerate(calls)
    ]


def _about_elixir(view: ThreeWitches, names: Names) -> str:
    if view.elixir == NONE or view.phase > Phase.RAISE:
        return ""
    text = about("elixir", "raise" if view.phase == Phase.RAISE else "speaks", view.elixir, names)
    return f"{text} {WORDS['elixir']['wandered'][view.passings]}".strip()


@cache
def _parts(lead: int, bid: int) -> list[str]:
    found = [
        f"{piece('part', 'lead')} · {piece('part', 'bid', bid=bid)}",
        piece("part", "first"),
        piece("part", "second"),
    ]
    return [found[(seat - lead) % SEATS] for seat in range(SEATS)]


def _elixir(view: ThreeWitches, seat: int, names: Names) -> str:
    if view.elixir != seat or (seat != names.you and hand_size(view, seat) == 0):
        return ""
    return piece("elixir", "had" if view.phase >= Phase.DISCARD and seat != view.lead else "holds")


def _winner(view: ThreeWitches, t: int, names: Names) -> str:
    won = view.lead_won[t]
    if won == NONE:
        return piece("winner", "none")
    return piece("winner", "lesser" if not won else "you" if view.lead == names.you else "lead")


def _scored(view: ThreeWitches, names: Names) -> str:
    rounds = len(view.sheet_lead) - view.sheet_lead.count(NONE)
    if not rounds:
        return ""
    lead, bid, won = view.sheet_lead[rounds - 1], view.sheet_bid[rounds - 1], view.sheet_won[rounds - 1]
    return about("sum", "round", lead, names, round=rounds, bid=int(bid), won=won)
