"""Write the page's types from the structs: python -m coven.server.wire.

`web/src/wire.ts` has the types shared by all games, `web/src/games/GAME/wire.ts` those of a single game.
"""

from __future__ import annotations

import ast
import inspect as source
import json
import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from textwrap import dedent
from typing import Any, get_args, get_type_hints

from msgspec import inspect

from coven.engine.game import AnyGame
from coven.engine.plain import Plain
from coven.games import all_games
from coven.server import deeds, messages, retold

WEB = Path(__file__).parents[2] / "web" / "src"
HEAD = "// Made by `python -m coven.server.wire` from {source}; a test fails when it is stale.\n"
WIDTH = 120
PLAIN: dict[type, str] = {
    inspect.StrType: "string",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.BoolType: "boolean",
    inspect.NoneType: "null",
    inspect.AnyType: "unknown",
}

HTTP = (
    messages.GameInfo, messages.Rules, messages.NewTable, messages.Seated, messages.Enter, messages.LinkInfo,
    messages.Invitation, messages.Sit, messages.PlayAgain, messages.SeatLink, messages.TableInfo,
    messages.Glance, messages.Share, retold.Replay, retold.AskReplay, retold.PlayDeal, retold.AskDeal,
    retold.DealInfo, retold.DealLink, retold.DealResult,
)  # fmt: skip
"""What is sent over HTTP."""


def files() -> dict[Path, str]:
    """Every file with its content."""
    roots = (*get_args(messages.ToClient), *get_args(deeds.ToServer), *HTTP)
    unions = [_union("ToClient", messages.ToClient), _union("ToServer", deeds.ToServer)]
    shared = typescript("coven/server/messages.py and deeds.py", roots, unions)
    games = {WEB / "games" / game.key / "wire.ts": of_game(game) for game in all_games()}
    return {WEB / "wire.ts": shared, **games}


def of_game(game: AnyGame) -> str:
    """The return types of a game's functions for the page."""
    told = [get_type_hints(one)["return"] for one in (game.texts.describe, game.board.captions, game.board.faces)]
    labels = json.dumps(game.board.labels, indent=2, ensure_ascii=False)
    return typescript(
        f"coven/games/{game.key.replace('-', '_')}", told, [f"export const LABELS = {labels} as const;\n"]
    )


def typescript(place: str, roots: Iterable[Any], more: Iterable[str] = ()) -> str:
    """One file with every struct and list of texts reachable from these types."""
    definitions: dict[str, str] = {}
    for info in inspect.multi_type_info(roots):
        _collect(info, definitions)
    return "\n".join([HEAD.format(source=place), *definitions.values(), *more])


def _collect(info: Any, definitions: dict[str, str]) -> None:
    """The types that a type needs, innermost first."""
    for inner in _inside(info):
        _collect(inner, definitions)
    if isinstance(info, inspect.StructType):
        definitions.setdefault(info.cls.__name__, _interface(info))
    elif isinstance(info, inspect.Metadata) and info.extra:
        definitions.setdefault(info.extra["name"], _texts(**info.extra))


def _inside(info: Any) -> Iterator[Any]:
    """The types that a type is made of."""
    if isinstance(info, inspect.StructType):
        yield from (field.type for field in info.fields)
    elif isinstance(info, inspect.ListType):
        yield info.item_type
    elif isinstance(info, inspect.DictType):
        yield from (info.key_type, info.value_type)
    elif isinstance(info, inspect.UnionType):
        yield from info.types


def _texts(name: str, texts: tuple[str, ...], listed: str) -> str:
    """The type for one of several texts, with their list if the page needs it."""
    values = [f'"{text}"' for text in texts]
    if not listed:
        return f"export type {name} = {' | '.join(values)};\n"
    return f"export const {listed} = [{', '.join(values)}] as const;\nexport type {name} = (typeof {listed})[number];\n"


def _interface(info: inspect.StructType) -> str:
    notes = _notes(info.cls)
    lines = [*_comment(info.cls.__doc__, ""), f"export interface {info.cls.__name__} {{"]
    if info.tag is not None:
        lines.append(f'  {info.tag_field}: "{info.tag}";')
    for field in info.fields:
        lines += _comment(notes.get(field.name), "  ")
        is_sent = field.required or issubclass(info.cls, Plain)
        lines.append(f"  {field.encode_name}{'' if is_sent else '?'}: {_type(field.type)};")
    return "\n".join([*lines, "}\n"])


def _notes(cls: type) -> dict[str, str]:
    """The docstring of each field of a struct."""
    [body] = [one.body for one in ast.parse(dedent(source.getsource(cls))).body if isinstance(one, ast.ClassDef)]
    return {
        field.target.id: str(note.value.value)
        for field, note in pairwise(body)
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
        if isinstance(note, ast.Expr) and isinstance(note.value, ast.Constant)
    }


def _comment(note: str | None, indent: str) -> list[str]:
    """A comment, in lines of at most WIDTH."""
    lines: list[str] = []
    line = f"{indent}/**"
    for word in re.sub(r"\bNone\b", "null", note or "").split():
        if len(line) + len(word) > WIDTH - 4:
            lines, line = [*lines, line], f"{indent} *"
        line += f" {word}"
    return [*lines, f"{line} */"] if note else []


def _type(info: Any) -> str:
    if isinstance(info, inspect.StructType):
        return info.cls.__name__
    if isinstance(info, inspect.Metadata) and info.extra:
        return str(info.extra["name"])
    if isinstance(info, inspect.ListType):
        inner = _type(info.item_type)
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    if isinstance(info, inspect.DictType):
        return f"Record<{_type(info.key_type)}, {_type(info.value_type)}>"
    if isinstance(info, inspect.LiteralType):
        return " | ".join(f'"{value}"' for value in info.values)
    if isinstance(info, inspect.UnionType):
        return " | ".join(_type(one) for one in info.types)
    return PLAIN[type(info)]


def _union(name: str, kinds: Any) -> str:
    members = " | ".join(kind.__name__ for kind in get_args(kinds))
    return f"export type {name} = {members};\n"


if __name__ == "__main__":
    for path, text in files().items():
        path.write_text(text, encoding="utf-8")
