"""Generators of random values of the wire's types, and mutations of them.

`Maker.value` generates a value of any msgspec type from its definition, so new messages and fields are fuzzed without a change
here. Fields with a meaning (`room`, `rules`, `rows`, `cell` …) get plausible values, so that commands reach rooms and positions
are boards. `invalidated` and `damaged` then make some of them invalid.
"""

import json
import random
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from functools import cache
from typing import Any, Final

from msgspec import inspect

from gomoku.rules import OPENINGS, PRESETS, Rules

NUMBERS: Final = (
    0,
    1,
    -1,
    2,
    7,
    49,
    50,
    100,
    101,
    255,
    256,
    2**31 - 1,
    2**31,
    -(2**63),
    2**63,
    2**64,
    10**30,
    0.5,
    -0.0,
    1e308,
)
TEXTS: Final = (
    *("", " ", "x", "P1", "X", "me", "ai", "black", "42", "nobody", "null", "../..", "%00", "<b>", "a" * 41, "a" * 600),
    *("\x00", "\x7f", "é", "e\u0301", "\u202e", "\ud800", "😀" * 14, "ß" * 40, "' OR 1=1 --", "{}", "\r\n"),
)  # fmt: skip
OTHERS: Final[tuple[Any, ...]] = (
    None,
    True,
    False,
    [],
    {},
    [[]],
    {"": None},
    [None] * 50,
    {"type": "play"},
    [[1, 2], [3]],
)
CHANGES: Final = (
    "three=flank",
    "caro=true",
    "capture_goal=none",
    "five_X=eq5",
    "capture_sizes=2,3",
    "renju_foul=loses",
    "x=1",
    "size=",
)
DENSITIES: Final = tuple(
    (stones * 256)[:256].encode() for stones in ("." * 40 + "XO", "....XO", "..XO", "XO", ".", "XXO.")
)
"""Cell by random byte, for boards with few or many stones."""
ENGINE_TIME_FIELDS: Final = ("ai_time", "ms")
"""Fields whose defaults start long searches; rarely omitted."""
EDGES: Final = (5, 9, 13, 15, 19)
SIZES: Final = (
    "",
    "",
    "",
    ";size=5",
    ";size=9",
    ";size=13",
    ";size=15",
    ";size=19",
    ";size=7x11",
    ";size=32",
    ";size=52",
)


class Maker:
    """Generates values. `rooms`: ids that messages refer to; `ply`: current ply of some of them."""

    def __init__(self, rng: random.Random, sizes: Sequence[str] = SIZES) -> None:
        self.rng = rng
        self.sizes = sizes
        self.specs = [self.spec() for _ in range(6)]
        self.rooms: list[str] = []
        self.names = 0
        self._known: dict[str, Callable[[], Any]] = {
            "id": self.name,
            "room": self.room,
            "rules": self.rules,
            "opening": lambda: self.rng.choice((*OPENINGS, "standard", "standard", "none")),
            "cell": self.cell,
            "moves": self.moves,
            "ply": lambda: self.rng.choice((0, 0, 0, 1, 1, 2, 3, self.rng.randrange(40))),
            "since": lambda: self.rng.choice((0, 0, 1, 2, 5, 1000)),
            "position": self.position,
            "start": self.position,
            "ai_time": lambda: self.rng.choice((50, 50, 60, 100)),  # short searches
            "ms": lambda: self.rng.choice((50, 60, None)),
        }

    def of(self, kind: Any) -> Any:
        """A value of a type, as JSON-compatible data."""
        return self.value(_info(kind))

    # --- fields with a meaning ---

    def name(self) -> str:
        """A command id, mostly new."""
        if self.rng.random() < 0.9 or not self.names:
            self.names += 1
            return f"f{self.names}"
        return f"f{self.rng.randrange(self.names) + 1}"

    def room(self) -> str:
        return self.rng.choice(self.rooms) if self.rooms and self.rng.random() < 0.95 else "nowhere"

    def rules(self) -> str:
        """One of a few rule sets: building the tables of a new one is slow."""
        if self.rng.random() < 0.998:
            return self.rng.choice(self.specs)
        return self.spec()

    def spec(self) -> str:
        rng = self.rng
        spec = rng.choice(tuple(PRESETS)) + rng.choice(self.sizes)
        return spec + (";" + rng.choice(CHANGES) if rng.random() < 0.15 else "")

    def cell(self) -> list[int]:
        draw = self.rng.random
        edge = EDGES[int(draw() * len(EDGES))]
        return [int(draw() * edge), int(draw() * edge)]

    def moves(self) -> list[list[int]]:
        return [self.cell() for _ in range(self.rng.choice((0, 1, 2, 5, 20, 60)))]

    def position(self) -> dict[str, Any]:
        """Rows of a position, mostly of the board's size, with few or many stones."""
        rng, spec = self.rng, self.rules()
        width, height = _size(spec)
        cells = rng.randbytes(width * height).translate(rng.choice(DENSITIES)).decode()
        rows = [cells[start : start + width] for start in range(0, len(cells), width)]
        taken = [rng.choice((0, 0, 2, 4, 8, 9, 10, 30)) for _ in range(2)]
        return {"rules": spec, "rows": rows, "to_move": rng.choice("XO"), "taken": taken}

    # --- values by type ---

    def value(self, kind: Any, field: str = "") -> Any:
        """A valid value of a type."""
        rng = self.rng
        if field in self._known and rng.random() < 0.97:
            return self._known[field]()
        match kind:
            case inspect.Metadata():
                return self.value(kind.type, field)
            case inspect.UnionType():
                return self.value(rng.choice(kind.types))
            case inspect.StructType():
                return self._struct(kind)
            case inspect.EnumType():
                return rng.choice([member.value for member in kind.cls])
            case inspect.LiteralType():
                return rng.choice(kind.values)
            case inspect.BoolType():
                return rng.random() < 0.5
            case inspect.NoneType():
                return None
            case inspect.IntType() | inspect.FloatType():
                return self._number(kind)
            case inspect.StrType():
                return self._text(kind)
            case inspect.TupleType():
                return [self.value(part) for part in kind.item_types]
            case inspect.VarTupleType() | inspect.ListType() | inspect.SetType() | inspect.FrozenSetType():
                return [self.value(kind.item_type) for _ in range(rng.choice((0, 1, 2, 3, 8)))]
            case inspect.DictType():
                return {f"k{number}": self.value(kind.value_type) for number in range(rng.choice((0, 1, 3)))}
        return deepcopy(rng.choice(OTHERS))

    def _struct(self, kind: inspect.StructType) -> dict[str, Any]:
        fields: dict[str, Any] = {} if kind.tag_field is None else {kind.tag_field: kind.tag}
        for field in kind.fields:
            if field.required or self.rng.random() < (0.98 if field.encode_name in ENGINE_TIME_FIELDS else 0.5):
                fields[field.encode_name] = self.value(field.type, field.encode_name)
        return fields

    def _number(self, kind: Any) -> float:
        least = kind.ge if kind.ge is not None else -5
        most = kind.le if kind.le is not None else max(least, 1000)
        if self.rng.random() < 0.3:
            return (
                float(self.rng.choice((least, most)))
                if isinstance(kind, inspect.FloatType)
                else self.rng.choice((least, most))
            )
        if isinstance(kind, inspect.FloatType):
            return self.rng.uniform(least, most)
        return self.rng.randint(int(least), int(most))

    def _text(self, kind: inspect.StrType) -> str:
        if kind.pattern:
            return self.rng.choice(("a", "room-1", "A_b", "0" * 40))
        text = self.rng.choice((*TEXTS[:12], "Ann", "good game", "é", "😀"))
        least, most = kind.min_length or 0, 1000 if kind.max_length is None else kind.max_length
        return text.ljust(least, "y")[:most]


@cache
def _size(spec: str) -> tuple[int, int]:
    """Width and height of a board, even for invalid rules."""
    try:
        rules = Rules.parse(spec)
    except ValueError:
        return 15, 15
    return rules.width, rules.height


@cache
def members(union: Any) -> tuple[type, ...]:
    """The member types of a union."""
    return tuple(part.cls for part in _info(union).types)


@cache
def _info(kind: Any) -> Any:
    return inspect.type_info(kind)


def invalidated(rng: random.Random, value: Any) -> Any:
    """A value with a field removed, duplicated, of another type, or out of range."""
    places = list(_places(value))
    if not places:
        return deepcopy(rng.choice((*OTHERS, *NUMBERS, *TEXTS)))
    holder, key = rng.choice(places)
    choice = rng.random()
    if choice < 0.2:
        del holder[key]
    elif choice < 0.3 and isinstance(holder, dict):
        holder[rng.choice((*TEXTS, "type", "id", "room"))] = deepcopy(holder[key])
    elif choice < 0.4 and isinstance(holder, list):
        holder.extend([deepcopy(holder[key])] * rng.choice((1, 2, 30)))
    elif choice < 0.6:
        holder[key] = rng.choice(NUMBERS)
    elif choice < 0.8:
        holder[key] = rng.choice(TEXTS)
    elif choice < 0.9:
        holder[key] = deepcopy(rng.choice(OTHERS))
    else:
        other, name = rng.choice(places)
        holder[key] = deepcopy(other[name])
    return value


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """All containers and keys inside a value."""
    todo = [value]
    while todo:
        at = todo.pop()
        keys = list(at) if isinstance(at, dict) else range(len(at)) if isinstance(at, list) else ()
        for key in keys:
            yield at, key
            todo.append(at[key])


def damaged(rng: random.Random, data: bytes) -> bytes:
    """Bytes with some changed, removed, duplicated or truncated."""
    for _ in range(rng.choice((1, 1, 2, 5))):
        at = rng.randrange(len(data) + 1)
        end = min(len(data), at + rng.choice((1, 1, 2, 8, 64)))
        piece = data[at:end]
        middle = rng.choice((b"", piece * 2, piece[::-1], bytes([rng.randrange(256)]), rng.choice(SCRAPS)))
        data = data[:at] + middle + data[end:]
    return data[: rng.randrange(len(data) + 1)] if rng.random() < 0.1 else data


SCRAPS: Final = (
    *(
        b"[" * 200,
        b"{" * 50,
        b'"',
        b"\\",
        b"\\u0000",
        b"\\ud800",
        b"1e999",
        b"NaN",
        b"-",
        b"null",
        b",,",
        b"\xff\xfe",
        b"\x00",
    ),
    *(b"9" * 400, b"}" * 3, b"\xc3", b"\xed\xa0\x80", b'{"type":"ping"}', b" " * 100),
)


def encoded(value: Any) -> bytes:
    """A value as JSON, lone surrogates included."""
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass")


def message_bytes(rng: random.Random, value: Any) -> bytes:
    """A message encoded as JSON: valid half of the time, otherwise with invalid fields, damaged bytes, or both."""
    choice = rng.random()
    if choice >= 0.5:
        for _ in range(rng.choice((1, 1, 2))):
            value = invalidated(rng, value)
    data = encoded(value)
    return damaged(rng, data) if choice >= 0.85 else data


def shown(data: bytes) -> str:
    """An input as printable text, escaped, for reports and the corpus."""
    return data.decode("utf-8", "backslashreplace")
