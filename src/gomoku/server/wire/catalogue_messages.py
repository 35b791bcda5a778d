"""Types of `GET /api/rules`: rule sets, parameters, openings and levels, with their texts. `catalogue` fills them in."""

from enum import StrEnum

from gomoku.server.wire.values import Millis, Stone, Struct


class Words(Struct, frozen=True):
    """A text in the languages of the page."""

    en: str
    fr: str


class Preset(Struct, frozen=True):
    """A named rule set."""

    name: str
    title: Words
    summary: Words
    size: int
    sizes: tuple[int, ...]
    """Board sizes to offer first."""
    values: dict[str, str]
    """Value of every parameter."""


class ParameterKind(StrEnum):
    """Type of a rule parameter."""

    FLAG = "flag"  # `true` or `false`
    WORD = "word"  # one of `values`
    NUMBER = "number"  # from `least` to `most`, or one of `values`
    SIZE = "size"  # a board edge from `least` to `most`, or `15x12`


class ParameterValue(Struct, frozen=True):
    """A value of a parameter with its label."""

    value: str
    title: Words


class Parameter(Struct, frozen=True):
    """A parameter of the rules. `Options.rules` is a preset with changed parameters: `42;size=15;three=flank`."""

    name: str
    kind: ParameterKind
    title: Words
    values: tuple[ParameterValue, ...] = ()
    least: int | None = None
    most: int | None = None


class OpeningChoice(Struct, frozen=True):
    """An opening protocol."""

    name: str
    title: Words
    summary: Words


class LevelChoice(Struct, frozen=True):
    """A playing level of the engine."""

    number: int
    title: Words


class ClockLimits(Struct, frozen=True):
    """Bounds of the values of a clock."""

    min_time: Millis
    """Least time for a whole game, and for a byo-yomi period."""
    max_time: Millis
    max_increment: Millis
    """Largest increment, and longest byo-yomi period."""
    max_periods: int


class Catalogue(Struct, frozen=True):
    """`GET /api/rules`: every choice the page can offer, so that it knows no rule by name."""

    presets: tuple[Preset, ...]
    parameters: tuple[Parameter, ...]
    openings: tuple[OpeningChoice, ...]
    levels: tuple[LevelChoice, ...]
    clocks: ClockLimits
    largest_for_ai: int
    """Largest board edge, in lines, with AI and hints."""
    stones: tuple[Stone, ...]
    too_alike: tuple[tuple[Stone, Stone], ...]
    """Pairs of stones that look too similar to share a board."""
    reasons: dict[str, Words]
    """A sentence for each `Reason`."""
    steps: dict[str, Words]
    """Question of each opening step: by `opening.step`, `step.kind` or `step`, whichever exists first."""
    answers: dict[str, Words]
    """Label of each of `Question.choices`."""
