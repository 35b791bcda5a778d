"""Types of `GET /api/rules`: rule sets, parameters, openings and levels, with their texts. `catalogue` fills them in."""

from enum import StrEnum

from gomoku.server.wire.values import Stone, Struct


class Words(Struct, frozen=True):
    """A text for people, in the languages of the page."""

    en: str
    fr: str


class Preset(Struct, frozen=True):
    """A rule set with a name."""

    name: str
    title: Words
    summary: Words
    size: int
    sizes: tuple[int, ...]
    """Board sizes to offer first."""
    values: dict[str, str]
    """Every parameter, as a word."""


class ParameterKind(StrEnum):
    """How a parameter is chosen."""

    FLAG = "flag"  # `true` or `false`
    WORD = "word"  # one of `values`
    NUMBER = "number"  # from `least` to `most`, or one of `values`
    SIZE = "size"  # a board edge from `least` to `most`, or `15x12`


class ParameterValue(Struct, frozen=True):
    """One of the words a parameter can have."""

    value: str
    title: Words


class Parameter(Struct, frozen=True):
    """A switch of the rules. `Options.rules` is a preset's name and the changed ones: `42;size=15;three=flank`."""

    name: str
    kind: ParameterKind
    title: Words
    values: tuple[ParameterValue, ...] = ()
    least: int | None = None
    most: int | None = None


class OpeningChoice(Struct, frozen=True):
    """A way to open the game."""

    name: str
    title: Words
    summary: Words


class LevelChoice(Struct, frozen=True):
    """A strength of the engine."""

    number: int
    title: Words


class Catalogue(Struct, frozen=True):
    """`GET /api/rules`: all there is to choose from, so that the page knows no rule by name."""

    presets: tuple[Preset, ...]
    parameters: tuple[Parameter, ...]
    openings: tuple[OpeningChoice, ...]
    levels: tuple[LevelChoice, ...]
    largest_for_ai: int
    """Lines: on larger boards there is no AI and no hint."""
    stones: tuple[Stone, ...]
    too_alike: tuple[tuple[Stone, Stone], ...]
    reasons: dict[str, Words]
    """A sentence for each `Reason`."""
    steps: dict[str, Words]
    """What an opening asks, by `step` and, where steps share a name, `step.kind`."""
    answers: dict[str, Words]
    """The words of `Question.choices`."""
