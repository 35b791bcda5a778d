"""Rule sets as values: all parameters of the game, and the presets.

A variant is one frozen `Rules` value. Nothing here knows a board; opening protocols are in `openings`.
"""

from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from functools import cached_property
from typing import Any, Final, Self, TypeAlias

MIN_SIZE: Final = 5
"""Smallest board edge."""
MAX_SIZE: Final = 52
"""Largest board edge: an SGF coordinate is one of 52 letters."""

Size: TypeAlias = int | tuple[int, int]


class Color(StrEnum):
    """A side. X moves first and is called black, O is called white."""

    X = "X"
    O = "O"  # noqa: E741 - the game's own name

    @property
    def other(self) -> "Color":
        return Color.O if self is Color.X else Color.X

    @property
    def stone_name(self) -> str:
        return "black" if self is Color.X else "white"


class Five(StrEnum):
    """Which runs count as a five."""

    AT_LEAST = "ge5"
    EXACTLY = "eq5"


class Three(StrEnum):
    """Definition of a free-three, for the double-three ban."""

    OPEN_FOUR = "open4"  # one more stone gives four in a row with both neighbours empty
    FLANK = "flank"  # three stones, at most one hole, both ends empty
    RECURSIVE = "recursive"  # as open4, and the completing cell must itself be playable


class Banned(StrEnum):
    """Which side a ban applies to."""

    NOBODY = "nobody"
    FIRST = "X"
    BOTH = "both"

    def binds(self, color: Color) -> bool:
        return self is Banned.BOTH or (self is Banned.FIRST and color is Color.X)


class Foul(StrEnum):
    """Consequence of playing a banned move."""

    REFUSED = "refuse"
    LOSES = "loses"


def quoted(value: object) -> str:
    """A value as an error message quotes it, shortened: files may hold long nonsense."""
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."


class RulesError(ValueError):
    """An invalid rule set: unknown preset, unknown parameter, or a value out of range."""


def _parameter(default: Any, doc: str) -> Any:
    return field(default=default, metadata={"doc": doc})


@dataclass(frozen=True)
class Rules:
    """One rule set. `Rules.preset("42", size=15)` is the usual way to make one."""

    name: str = "42"
    size: Size = _parameter(19, "board edge, 5 to 52, or (width, height)")
    five_X: Five = _parameter(Five.AT_LEAST, "runs that win for X: five or more, or exactly five")
    five_O: Five = _parameter(Five.AT_LEAST, "runs that win for O: five or more, or exactly five")
    caro: bool = _parameter(False, "an exact five between two enemy stones does not win")
    capture_sizes: tuple[int, ...] = _parameter((2,), "lengths of a flanked row that is taken")
    capture_goal: int | None = _parameter(10, "captured stones that win, or none")
    endgame_capture: bool = _parameter(True, "a five wins only if no reply can break it")
    ban_double_three: Banned = _parameter(Banned.BOTH, "who may not make two free-threes at once")
    three: Three = _parameter(Three.OPEN_FOUR, "what counts as a free-three")
    capture_lifts_ban: bool = _parameter(True, "a capturing move may make a double-three")
    win_lifts_bans: bool = _parameter(True, "a five or the winning capture overrides every ban")
    ban_double_four: Banned = _parameter(Banned.NOBODY, "who may not make two fours at once")
    ban_overline: Banned = _parameter(Banned.NOBODY, "who may not make six or more in a row")
    ban_self_capture: Banned = _parameter(Banned.NOBODY, "who may not step in between two enemy stones as a pair")
    renju_foul: Foul = _parameter(Foul.REFUSED, "a banned move is refused, or loses at once")

    def __post_init__(self) -> None:
        for name, value in self.options().items():
            object.__setattr__(self, name, _checked(name, value))
        if self.capture_goal is not None and not self.capture_sizes:
            object.__setattr__(self, "capture_goal", None)

    @classmethod
    def preset(cls, name: str, **changes: Any) -> Self:
        """The rule set of that name, with single parameters changed."""
        if name not in PRESETS:
            raise RulesError(f"unknown rule set {quoted(name)}; known are {', '.join(PRESETS)}")
        return cls(name=name, **{**PRESETS[name].changes, **_known(changes)})

    def with_options(self, **changes: Any) -> Self:
        """The same rule set with some parameters changed."""
        return replace(self, **_known(changes))

    @cached_property
    def bound(self) -> frozenset[Color]:
        """The sides that a ban applies to."""
        bans = (self.ban_double_three, self.ban_double_four, self.ban_overline, self.ban_self_capture)
        return frozenset(color for color in Color for ban in bans if ban.binds(color))

    @property
    def width(self) -> int:
        return self.size if isinstance(self.size, int) else self.size[0]

    @property
    def height(self) -> int:
        return self.size if isinstance(self.size, int) else self.size[1]

    @property
    def centre(self) -> tuple[int, int]:
        """The middle cell; on an even edge the one below and right of the middle."""
        return (self.width // 2, self.height // 2)

    @property
    def is_symmetric(self) -> bool:
        """Whether both colours play under the same rules."""
        bans = (self.ban_double_three, self.ban_double_four, self.ban_overline, self.ban_self_capture)
        return self.five_X is self.five_O and Banned.FIRST not in bans

    def five(self, color: Color) -> Five:
        return self.five_X if color is Color.X else self.five_O

    def options(self) -> dict[str, Any]:
        """Every parameter with its value, in the order in which `gomoku rules` lists them."""
        return {name: getattr(self, name) for name in PARAMETERS}

    def changes(self) -> dict[str, Any]:
        """The parameters that differ from the preset of the same name."""
        base = Rules.preset(self.name).options() if self.name in PRESETS else {}
        return {k: v for k, v in self.options().items() if k not in base or base[k] != v}

    def spec(self) -> str:
        """The rule set as text, such as `42;three=flank`; the inverse of `Rules.parse`."""
        return self._spec

    @cached_property
    def _spec(self) -> str:
        return ";".join([self.name, *(f"{k}={word(k, v)}" for k, v in self.changes().items())])

    @classmethod
    def parse(cls, spec: str, **defaults: Any) -> Self:
        """Parse `name;key=value;…`. `defaults` apply to parameters that are not given."""
        name, *pairs = (part.strip() for part in spec.split(";"))
        changes: dict[str, Any] = dict(defaults)
        for pair in pairs:
            key, found, value = pair.partition("=")
            if not found:
                raise RulesError(f"expected key=value in the rule set, not {quoted(pair)}")
            changes[key.strip()] = value.strip()
        return cls.preset(name, **changes)

    def __str__(self) -> str:
        return self.spec()


PARAMETERS: Final = {f.name: f for f in fields(Rules) if f.name != "name"}
"""Dataclass fields by parameter name; `metadata["doc"]` describes the parameter."""

_NO_CAPTURE: Final = {"capture_sizes": (), "capture_goal": None, "endgame_capture": False}
_NO_BAN: Final = {"ban_double_three": Banned.NOBODY}
_EXACT: Final = {"five_X": Five.EXACTLY, "five_O": Five.EXACTLY}


@dataclass(frozen=True)
class Preset:
    """A rule set with a name: everything that the program knows about it."""

    summary: str
    """One line of English, in lower case."""
    changes: dict[str, Any] = field(default_factory=dict)
    """Parameters that differ from the 42 rules."""
    other_sizes: tuple[int, ...] = ()
    """Board sizes that a menu offers besides the default size."""
    piskvork: int | None = None
    """Piskvork's number of the rule set in `INFO rule`."""


PRESETS: Final = {
    "42": Preset(
        "pairs can be captured; five wins unless the enemy can break it; no double-three",
        other_sizes=(15, 13),
    ),
    "freestyle": Preset(
        "five or more in a row wins, nothing is forbidden",
        {"size": 15, **_NO_CAPTURE, **_NO_BAN},
        other_sizes=(19, 20),
        piskvork=0,
    ),
    "standard": Preset(
        "exactly five wins; a longer row counts for nothing",
        {"size": 15, **_EXACT, **_NO_CAPTURE, **_NO_BAN},
        other_sizes=(19,),
        piskvork=1,
    ),
    "renju": Preset(
        "black may not make double-threes, double-fours or overlines",
        {
            "size": 15,
            "five_X": Five.EXACTLY,
            **_NO_CAPTURE,
            "ban_double_three": Banned.FIRST,
            "three": Three.RECURSIVE,
            "ban_double_four": Banned.FIRST,
            "ban_overline": Banned.FIRST,
        },
        piskvork=4,
    ),
    "pente": Preset(
        "pairs can be captured; five or ten stones win at once",
        {"endgame_capture": False, **_NO_BAN},
    ),
    "caro": Preset(
        "exactly five, not shut in between two enemy stones",
        {"size": 15, **_EXACT, "caro": True, **_NO_CAPTURE, **_NO_BAN},
        piskvork=9,
    ),
    "caro6": Preset(
        "as caro, but six and more always win",
        {"size": 15, "caro": True, **_NO_CAPTURE, **_NO_BAN},
        piskvork=8,
    ),
    "omok": Preset(
        "five or more wins; double-three is forbidden to both",
        {"size": 15, **_NO_CAPTURE},
        other_sizes=(19,),
    ),
    "keryo": Preset(
        "pairs and triples can be captured; fifteen stones win",
        {"capture_sizes": (2, 3), "capture_goal": 15, "endgame_capture": False, **_NO_BAN},
    ),
    "boat_pente": Preset(
        "pente in which a five must survive one turn",
        {**_NO_BAN},
    ),
    "ninuki": Preset(
        "exactly five that survives one turn, pairs, no double-three for black",
        {"size": 15, **_EXACT, "ban_double_three": Banned.FIRST},
        other_sizes=(19,),
    ),
}
"""Presets by name, the most played first: menus show the first five at once. A new rule set is one entry here."""


def preset_of_piskvork(number: int) -> str | None:
    """The preset of Piskvork's `INFO rule` number, or None."""
    return next((name for name, preset in PRESETS.items() if preset.piskvork == number), None)


def piskvork_of_preset(name: str) -> int | None:
    """Piskvork's `INFO rule` number of a preset, or None."""
    return PRESETS[name].piskvork if name in PRESETS else None


_ENUMS: Final[dict[str, type[StrEnum]]] = {
    "five_X": Five,
    "five_O": Five,
    "three": Three,
    "ban_double_three": Banned,
    "ban_double_four": Banned,
    "ban_overline": Banned,
    "ban_self_capture": Banned,
    "renju_foul": Foul,
}
_FLAGS: Final = ("caro", "endgame_capture", "capture_lifts_ban", "win_lifts_bans")
_TRUTH: Final = {"true": True, "yes": True, "on": True, "1": True} | {
    "false": False,
    "no": False,
    "off": False,
    "0": False,
}


def choices(name: str) -> tuple[str, ...]:
    """The values of an enumerated parameter; () for numbers."""
    if name in _ENUMS:
        return tuple(_ENUMS[name])
    return ("true", "false") if name in _FLAGS else ()


def _known(changes: dict[str, Any]) -> dict[str, Any]:
    for name in changes:
        if name not in PARAMETERS:
            raise RulesError(f"unknown rule {quoted(name)}; known are {', '.join(PARAMETERS)}")
    return changes


def _checked(name: str, value: Any) -> Any:
    """Convert a value to its type. Text is accepted for every parameter, as files and flags hold text."""
    if name == "size":
        return _checked_size(value)
    if name in _ENUMS:
        if type(value) is _ENUMS[name]:
            return value
        if name == "ban_self_capture" and value == "poof":
            raise RulesError("ban_self_capture=poof is reserved and not supported yet")
        if value not in tuple(_ENUMS[name]):
            raise RulesError(f"{name} must be one of {', '.join(_ENUMS[name])}, not {quoted(value)}")
        return _ENUMS[name](value)
    if name in _FLAGS:
        truth = _TRUTH.get(value.lower()) if isinstance(value, str) else value
        if not isinstance(truth, bool):
            raise RulesError(f"{name} must be true or false, not {quoted(value)}")
        return truth
    if name == "capture_sizes":
        return _checked_capture_sizes(value)
    return _checked_goal(value)


def _checked_size(given: Any) -> Size:
    value = given
    if isinstance(value, str):
        value = tuple(_integer("size", part) for part in value.lower().split("x"))
    edges = tuple(value) if isinstance(value, list | tuple) else (value, value)
    edges = edges * 2 if len(edges) == 1 else edges
    if len(edges) != 2 or not all(_is_int(e) and MIN_SIZE <= e <= MAX_SIZE for e in edges):
        raise RulesError(f"size must be {MIN_SIZE} to {MAX_SIZE}, or width x height, not {quoted(given)}")
    return edges[0] if edges[0] == edges[1] else (edges[0], edges[1])


def _checked_capture_sizes(value: Any) -> tuple[int, ...]:
    if isinstance(value, str):
        value = [_integer("capture_sizes", part) for part in value.split(",") if part not in ("", "none")]
    sizes = tuple(value) if isinstance(value, list | tuple) else (value,)
    if sizes not in ((), (2,), (2, 3)):
        raise RulesError(f"capture_sizes must be none, 2 or 2,3, not {quoted(value)}")
    return sizes


def _checked_goal(value: Any) -> int | None:
    if isinstance(value, str):
        value = None if value == "none" else _integer("capture_goal", value)
    if value is not None and not (_is_int(value) and 1 <= value <= 1000):
        raise RulesError(f"capture_goal must be a number of stones or none, not {quoted(value)}")
    return value  # type: ignore[no-any-return]


def _integer(name: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 6):
        raise RulesError(f"{name} must be a number, not {quoted(text)}")
    return int(text)


def _is_int(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def word(name: str, value: Any) -> str:
    """A parameter value as text, as used by `spec` and `parse`."""
    if value is None or value == ():
        return "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return ("x" if name == "size" else ",").join(map(str, value))
    return str(value)
