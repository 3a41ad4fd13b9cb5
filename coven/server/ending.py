"""What a table gives out once its game is over: the record, and everything that was hidden."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import islice
from typing import Any

from coven.engine.endings import CLOSED
from coven.engine.fair import game_seed, published
from coven.engine.match import Match
from coven.engine.record import GameRecord
from coven.server import entries
from coven.server.errors import Refused
from coven.server.table import Table


def record_of(table: Table) -> GameRecord:
    """The finished game as a file. Raises Refused before the end, since it contains the seed."""
    if table.status not in ("over", "closed"):
        raise Refused("not_yet", "The record shows every hidden card: it is available when the game is over")
    names = tuple(place.name for place in table.places)
    options: dict[str, Any] = {"fair": published(table.share, entries.nonces_of(table.log))}
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
        "seed": f"{game_seed(table.share, entries.nonces_of(table.log)):032x}",
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


def hidden_at(table: Table) -> list[str]:
    """What was hidden during a finished game, in words."""
    if table.status == "over" and table.match and not table.hidden:
        table.hidden = _reveal(table, table.match)
    return table.hidden


def _reveal(table: Table, match: Match) -> list[str]:
    lines: list[str] = []
    again = Match(table.game, table.head.players, match.seed, match.deck, table.names, table.options)
    acts = iter(match.acts)
    for entry in table.log:
        if isinstance(entry, entries.Played):
            before = again.state.copy()
            for seat, number in islice(acts, len(entry.acts)):
                table.game.rules.apply(again.deck.tables, again.state, seat, number)
            lines += table.game.board.reveal(again.deck, before, again.state, again.names())
    return lines
