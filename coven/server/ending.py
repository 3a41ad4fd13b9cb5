"""What a table gives out once its game is over: its result, its story, and the record."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import islice
from typing import Any

from msgspec.structs import replace as replace_fields

from coven.engine.endings import CLOSED
from coven.engine.fair import published
from coven.engine.match import Match
from coven.engine.record import GameRecord
from coven.engine.sentences import Names, capital, listed
from coven.engine.states import SPECTATOR, State
from coven.engine.story import Highlight, Revealed, standings, weightiest
from coven.server import entries
from coven.server.errors import Refused
from coven.server.results import Moment, Result
from coven.server.table import Table


def record_of(table: Table) -> GameRecord:
    """The finished game as a file. Raises Refused before the end, since it contains the seed."""
    if table.status not in ("over", "closed"):
        raise Refused("not_yet", "The record shows every hidden card: it is available when the game is over")
    names = tuple(place.name for place in table.places)
    options: dict[str, Any] = {}
    match entries.known_deal(table.log):
        case entries.Redealt():
            options["repeated"] = True
        case entries.Taught():
            options["lesson"] = True
        case None:
            options["fair"] = published(table.share, entries.nonces_of(table.log))
    ending = table.company.ending
    if table.closed_by is not None and table.match and not table.match.over:
        ending = replace(ending, how=CLOSED)
    options |= ending.options
    if table.match is None:
        return GameRecord.unplayed(table.game, _unplayed_facts(table, names, options))
    return GameRecord.of(table.match, names, options)


def _unplayed_facts(table: Table, names: tuple[str, ...], options: dict[str, Any]) -> dict[str, Any]:
    acts = [list(act) for entry in table.log if isinstance(entry, entries.Played) for act in entry.acts]
    agreed = [entry.options for entry in table.log if isinstance(entry, entries.Agreed)]
    return {
        "rules_version": table.head.rules_version,
        "players": table.head.players,
        "names": list(names),
        "seed": f"{entries.seed_of(table.share, table.log):032x}",
        "deck": json.loads(table.head.deck),
        "options": {**options, **({"table": agreed[-1]} if agreed else {})},
        "acts": acts,
        "phrases": _phrases(table),
    }


def _phrases(table: Table) -> list[list[Any]]:
    """Table talk: after how many acts, and by which seat."""
    said: list[list[Any]] = []
    count = 0
    for entry in table.log:
        count += len(entry.acts) if isinstance(entry, entries.Played) else 0
        if isinstance(entry, entries.Said):
            said.append([count, entry.seat, entry.phrase])
    return said


def result_of(table: Table, seat: int) -> Result | None:
    """How the game ended, for the reader at this seat; None while it runs, and if there was none."""
    match = table.match
    if match is None or table.status not in ("over", "closed"):
        return None
    if table.story is None:
        table.story = _story(table, match)
    text, why = _decided(table, match, match.names(seat), table.view(seat))
    return replace_fields(table.story, text=text, why=why)


def _story(table: Table, match: Match) -> Result:
    """The same for readers who have no seat."""
    names, view, outcome, ending = match.names(), table.view(SPECTATOR), match.outcome, table.company.ending
    told, decided = _decided(table, match, names, view)
    if outcome and not ending.how:
        winners, shares, clause = list(outcome.winners), [str(share) for share in outcome.payoff], outcome.reason
    else:
        winners = [] if ending.winner is None else [ending.winner]
        shares, clause = [str(int(seat in winners)) for seat in range(match.players)], ""
    stood = standings(match.game.texts.counts(match.deck, view, names), winners)
    moments, hidden = _told_again(table, match)
    return Result(winners, shares, clause, told, decided, told, decided, stood, moments, hidden)


def _decided(table: Table, match: Match, names: Names, view: State) -> tuple[str, str]:
    """Who won, and how it was decided."""
    outcome, ending = match.outcome, table.company.ending
    if ending.how or outcome is None:
        return ending.told(names) or table.reason or "", "The rules have not decided it: this is how everybody stood"
    why = match.game.texts.verdict(match.deck, view, names)
    if ending.conceded:
        why += f". {capital(listed([names[seat] for seat in ending.conceded]))} had conceded, and a bot played on"
    return outcome.told(names), why


def _told_again(table: Table, match: Match) -> tuple[list[Moment], list[Revealed]]:
    """The moments of a finished game, and what was hidden in it: it is played once more, entry by entry."""
    game, deck, names, acts = match.game, match.deck, match.names(), iter(match.acts)
    state, found, hidden = match.first_state(), list[tuple[int, Highlight]](), list[Revealed]()
    played, count = dict[int, int](), 0
    view, spare = game.state(), game.state()
    game.rules.hide(deck.tables, state, SPECTATOR, view)
    for number, entry in enumerate(table.log, 1):
        if not isinstance(entry, entries.Played):
            continue
        before = state.copy()
        for seat, action in islice(acts, len(entry.acts)):
            game.rules.apply(deck.tables, state, seat, action)
        count += len(entry.acts)
        played[number] = count
        game.rules.hide(deck.tables, state, SPECTATOR, spare)
        found += [(number, one) for one in game.texts.highlights(deck, view, spare, names)]
        hidden += game.board.reveal(deck, before, state, names)
        view, spare = spare, view
    return [Moment(one.text, number, played[number]) for number, one in weightiest(found)], hidden
