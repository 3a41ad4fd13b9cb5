"""Decisions of finished games in a Parquet file, to learn from: what a seat saw, what it could do, did and won.

One row is one decision. Columns: `game` (int32, from 0), `decision` (int32, from 0 in each game), `seat` (int8),
`player` (who sat there; "" if nobody says), `observation` (F numbers of uint8: `Plane` says what they are), `legal`
(action numbers, int16), `action` (int16), `result` (float32: the seat's share of the victory at the end). Actions out
of turn are rows too. The file's metadata name the game, its rules version, the deck's hash, the number of players, and
the planes. Needs `pyarrow`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from coven.engine.match import Match

KEY = b"coven"


class NoDecisions(ValueError):
    """Matches that cannot be written together, or a file that holds no decisions."""


@dataclass(frozen=True)
class Decisions:
    """A file's rows as arrays, in order."""

    about: dict[str, Any]
    """game, rules_version, deck_hash, players, actions, and planes: each with name, shape, most and meaning."""
    game: Any
    """int32 [n]: the number of the game."""
    seat: Any
    """int8 [n]."""
    player: list[str]
    """Who sat there."""
    obs: Any
    """uint8 [n, F]."""
    mask: Any
    """uint8 [n, A]: 1 for each legal action."""
    action: Any
    """int16 [n]."""
    result: Any
    """float32 [n]: the seat's share of the victory in the end."""


def about(match: Match) -> dict[str, Any]:
    """What all matches of a file have in common."""
    planes = match.game.observation.planes(match.players)
    return {
        "game": match.game.key,
        "rules_version": match.game.rules_version,
        "deck_hash": match.deck.hash,
        "players": match.players,
        "actions": match.game.actions.count,
        "planes": [{"name": p.name, "shape": list(p.shape), "most": p.most, "meaning": p.meaning} for p in planes],
    }


def rows_of(match: Match, names: Sequence[str] = ()) -> Iterator[dict[str, Any]]:
    """The decisions of a finished match in order, without `game` and `decision`. Raises NoDecisions before the end."""
    if not match.outcome:
        raise NoDecisions("a game that is not over has no results to learn from")
    s, view, game, tables = match.first_state(), match.game.state(), match.game, match.deck.tables
    for seat, action in match.acts:
        game.rules.hide(tables, s, seat, view)
        yield {
            "seat": seat,
            "player": names[seat] if names else "",
            "observation": game.observation.of(match.deck, view),
            "legal": game.legal(match.deck, s, seat),
            "action": action,
            "result": float(match.outcome.payoff[seat]),
        }
        game.rules.apply(tables, s, seat, action)


def write_decisions(path: Path, played: Iterable[tuple[Match, Sequence[str]]]) -> int:
    """Write all decisions of these finished matches, each with the players' names by seat. Returns how many there are.

    Raises NoDecisions for matches of different games, decks or numbers of players, and for none at all.
    """
    import pyarrow as pa
    from pyarrow import parquet

    writer, facts, count = None, None, 0
    try:
        for number, (match, names) in enumerate(played):
            found = about(match)
            if writer is None:
                facts = found
                schema = _schema(pa, found).with_metadata({KEY: json.dumps(found).encode()})
                writer = parquet.ParquetWriter(path, schema, compression="zstd")
            if found != facts:
                raise NoDecisions("these games differ in their rules, deck or number of players")
            rows = [{"game": number, "decision": i, **row} for i, row in enumerate(rows_of(match, names))]
            writer.write_table(pa.Table.from_pylist(rows, schema=writer.schema))
            count += len(rows)
    finally:
        if writer:
            writer.close()
    if not count:
        raise NoDecisions("there are no games to write")
    return count


def _schema(pa: Any, facts: dict[str, Any]) -> Any:
    size = sum(int(np.prod(plane["shape"])) for plane in facts["planes"])
    return pa.schema(
        {
            "game": pa.int32(),
            "decision": pa.int32(),
            "seat": pa.int8(),
            "player": pa.dictionary(pa.int8(), pa.string()),
            "observation": pa.list_(pa.uint8(), size),
            "legal": pa.list_(pa.int16()),
            "action": pa.int16(),
            "result": pa.float32(),
        }
    )


def read_decisions(path: Path) -> Decisions:
    """Read a file of decisions. Raises NoDecisions for a Parquet file of another kind."""
    from pyarrow import parquet

    table = parquet.read_table(path)
    kept = (table.schema.metadata or {}).get(KEY)
    if kept is None:
        raise NoDecisions(f"{path} is not a file of Coven's decisions")
    facts = json.loads(kept)
    columns = table.combine_chunks()
    seen = columns["observation"].combine_chunks()
    mask = np.zeros((len(table), facts["actions"]), np.uint8)
    legal = columns["legal"].combine_chunks()
    counts = np.diff(legal.offsets.to_numpy())
    mask[np.repeat(np.arange(len(table)), counts), legal.values.to_numpy()] = 1
    return Decisions(
        about=facts,
        game=columns["game"].to_numpy(),
        seat=columns["seat"].to_numpy(),
        player=columns["player"].to_pylist(),
        obs=seen.values.to_numpy().reshape(len(table), -1),
        mask=mask,
        action=columns["action"].to_numpy(),
        result=columns["result"].to_numpy(),
    )
