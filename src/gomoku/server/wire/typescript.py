"""Generates TypeScript types from the messages: `python -m gomoku.server.wire.typescript --out web/src/wire/messages.ts`.

`--json` prints a JSON schema instead, for clients in other languages; `--out FILE` writes to a file.
"""

import argparse
import ast
import inspect
import json
import sys
from collections.abc import Iterable, Sequence
from enum import Enum
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import inspect as types

from gomoku.engine.types import WIN, WIN_BOUND
from gomoku.server.wire import events, messages, values

UNIONS: Final[dict[str, Any]] = {
    "FromClient": messages.FromClient,
    "ToClient": messages.ToClient,
    "RoomCommand": messages.RoomCommand,
    "RoomEvent": events.Event,
    "Holder": values.Holder,
    "SeatRequest": messages.SeatRequest,
    "ClockRule": values.ClockRule,
    "Answer": values.Answer,
}
"""Unions exported under a name."""
CELL: Final = "Cell"

_HEADER: Final = """\
// Generated from src/gomoku/server/wire/messages.py. Do not edit; run
// `python -m gomoku.server.wire.typescript --out web/src/wire/messages.ts`.

/** `[x, y]` from the upper left corner, zero-based. */
export type Cell = [number, number];
"""

_SCORES: Final = f"""\
/** Score of a win at ply 0; a win in N plies scores WIN - N. */
export const WIN = {WIN};
/** A score beyond it, on either side, is a proved win or loss. */
export const WIN_BOUND = {WIN_BOUND};
"""


def typescript() -> str:
    """Every wire type as TypeScript."""
    received = _reachable([messages.ToClient, *messages.HTTP])
    known = received | _reachable([messages.FromClient])
    parts = [_HEADER, f"export const PROTOCOL = {messages.PROTOCOL};\n", _SCORES]
    for cls in sorted(known, key=lambda cls: cls.__name__):
        if issubclass(cls, Enum):
            words = " | ".join(json.dumps(member.value) for member in cls)
            parts.append(f"{_comment(cls.__doc__)}export type {cls.__name__} = {words};\n")
        else:
            parts.append(_interface(cls, optional=cls not in received))
    for name, union in UNIONS.items():
        members = map(_name, _members(types.type_info(union)))
        parts.append(f"export type {name} = {' | '.join(members)};\n")
    return "\n".join(parts)


@cache
def json_schema() -> str:
    """Every wire type as JSON schema. Cached: it is constant and takes a tenth of a second."""
    roots, components = msgspec.json.schema_components(
        [messages.FromClient, messages.ToClient, *messages.HTTP], ref_template="#/$defs/{name}"
    )
    named = {"FromClient": roots[0], "ToClient": roots[1]}
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": {**components, **named}}
    return json.dumps(schema, indent=2) + "\n"


# --- TypeScript ---


def _interface(cls: type, optional: bool) -> str:
    """A struct as an interface. Types that only the page sends may omit fields with a default; those it receives are
    complete."""
    info = types.type_info(cls)
    assert isinstance(info, types.StructType)
    docs = _field_docs(cls)
    lines = [f"{_comment(cls.__doc__)}export interface {cls.__name__} {{"]
    if info.tag_field is not None:
        lines.append(f"  {info.tag_field}: {json.dumps(info.tag)};")
    for field in info.fields:
        mark = "?" if optional and not field.required else ""
        doc = _comment(docs.get(field.name), indent="  ")
        lines.append(f"{doc}  {field.encode_name}{mark}: {_name(field.type)};")
    return "\n".join([*lines, "}", ""])


def _name(info: types.Type) -> str:
    """TypeScript name of a type."""
    match info:
        case types.Metadata(type=inner):
            return _name(inner)
        case types.StructType(cls=cls) | types.EnumType(cls=cls):
            return cls.__name__
        case types.StrType():
            return "string"
        case types.IntType() | types.FloatType():
            return "number"
        case types.BoolType():
            return "boolean"
        case types.NoneType():
            return "null"
        case types.LiteralType(values=values):
            return " | ".join(json.dumps(value) for value in values)
        case types.ListType(item_type=item) | types.VarTupleType(item_type=item):
            name = _name(item)
            return f"({name})[]" if " | " in name else f"{name}[]"
        case types.TupleType(item_types=items):
            if len(items) == 2 and all(isinstance(item, types.IntType) and item.ge is not None for item in items):
                return CELL
            return f"[{', '.join(map(_name, items))}]"
        case types.DictType(value_type=value):
            return f"Record<string, {_name(value)}>"
        case types.UnionType():
            return _union(list(map(_name, _members(info))))
    raise TypeError(f"no TypeScript for {info}")


def _union(names: list[str]) -> str:
    """A union by its exported name if it has one, with or without null."""
    bare = [name for name in names if name != "null"]
    for alias, members in _aliases().items():
        if members == set(bare):
            return " | ".join([alias, *names[len(bare) :]])
    return " | ".join(names)


@cache
def _aliases() -> dict[str, set[str]]:
    return {alias: set(map(_name, _members(types.type_info(union)))) for alias, union in UNIONS.items()}


def _members(info: types.Type) -> Sequence[types.Type]:
    assert isinstance(info, types.UnionType)
    return sorted(info.types, key=lambda member: isinstance(member, types.NoneType))


def _comment(doc: str | None, indent: str = "") -> str:
    if not doc:
        return ""
    text = "\n".join(f"{indent} * {line}".rstrip() for line in inspect.cleandoc(doc).replace("*/", "").splitlines())
    return f"{indent}/**{text.removeprefix(indent + ' *')} */\n"


def _field_docs(cls: type) -> dict[str, str]:
    """Docstrings of the fields of a class and its bases."""
    docs: dict[str, str] = {}
    for owner in reversed(cls.__mro__):
        if owner.__module__.startswith("gomoku."):
            docs |= _docs_in(owner.__module__).get(owner.__name__, {})
    return docs


@cache
def _docs_in(module: str) -> dict[str, dict[str, str]]:
    """Docstrings of the fields of every class of a module."""
    classes = ast.parse(inspect.getsource(sys.modules[module])).body
    found: dict[str, dict[str, str]] = {}
    for each in classes:
        if isinstance(each, ast.ClassDef):
            docs = found[each.name] = {}
            for field, below in pairwise(each.body):
                if isinstance(field, ast.AnnAssign) and isinstance(below, ast.Expr):
                    docs[ast.unparse(field.target)] = ast.literal_eval(below.value)
    return found


def _reachable(roots: Iterable[Any]) -> set[type]:
    """Every struct and enum reachable from the roots."""
    found: set[type] = set()
    todo = list(types.multi_type_info(list(roots)))
    while todo:
        info = todo.pop()
        match info:
            case types.Metadata(type=inner):
                todo.append(inner)
            case types.EnumType(cls=cls):
                found.add(cls)
            case types.StructType(cls=cls) if cls not in found:
                found.add(cls)
                todo += [field.type for field in info.fields]
            case types.ListType(item_type=item) | types.VarTupleType(item_type=item) | types.DictType(value_type=item):
                todo.append(item)
            case types.TupleType(item_types=items) | types.UnionType(types=items):
                todo += items
    return found


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m gomoku.server.wire.typescript", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print JSON schema instead of TypeScript")
    parser.add_argument("--out", type=Path, help="write to this file instead of standard output")
    given = parser.parse_args(arguments)
    text = json_schema() if given.json else typescript()
    if given.out is None:
        sys.stdout.write(text)
    else:
        given.out.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
