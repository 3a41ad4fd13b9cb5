"""Write the TypeScript types of the wire from the structs: python -m coven.server.wire > web/src/wire.ts."""

from __future__ import annotations

import sys
from typing import Any, get_args

from msgspec import inspect

from coven.server import deeds, messages

HEAD = (
    "// Made by `python -m coven.server.wire` from coven/server/messages.py and deeds.py; "
    "a test fails when it is stale.\n"
)

PLAIN: dict[type, str] = {
    inspect.StrType: "string",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.BoolType: "boolean",
    inspect.NoneType: "null",
    inspect.AnyType: "unknown",
}


def typescript() -> str:
    """The whole file."""
    roots = (*get_args(messages.ToClient), *get_args(deeds.ToServer), *messages.HTTP)
    found: dict[str, inspect.StructType] = {}
    for info in inspect.multi_type_info(roots):
        _collect(info, found)
    unions = [_union("ToClient", messages.ToClient), _union("ToServer", deeds.ToServer)]
    return "\n".join([HEAD, *(_interface(info) for info in found.values()), *unions])


def _collect(info: Any, found: dict[str, inspect.StructType]) -> None:
    """Every struct that can be reached, the innermost first."""
    if isinstance(info, inspect.StructType):
        for field in info.fields:
            _collect(field.type, found)
        found.setdefault(info.cls.__name__, info)
    elif isinstance(info, inspect.ListType):
        _collect(info.item_type, found)
    elif isinstance(info, inspect.UnionType):
        for one in info.types:
            _collect(one, found)


def _interface(info: inspect.StructType) -> str:
    lines = [f"export interface {info.cls.__name__} {{"]
    if info.tag is not None:
        lines.append(f'  type: "{info.tag}";')
    lines += [f"  {field.encode_name}{'' if field.required else '?'}: {_type(field.type)};" for field in info.fields]
    return "\n".join([*lines, "}\n"])


def _type(info: Any) -> str:
    if isinstance(info, inspect.StructType):
        return info.cls.__name__
    if isinstance(info, inspect.ListType):
        inner = _type(info.item_type)
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    if isinstance(info, inspect.DictType):
        return f"Record<string, {_type(info.value_type)}>"
    if isinstance(info, inspect.LiteralType):
        return " | ".join(f'"{value}"' for value in info.values)
    if isinstance(info, inspect.UnionType):
        return " | ".join(_type(one) for one in info.types)
    return PLAIN[type(info)]


def _union(name: str, kinds: Any) -> str:
    members = " | ".join(kind.__name__ for kind in get_args(kinds))
    return f"export type {name} = {members};\n"


if __name__ == "__main__":
    sys.stdout.write(typescript())
