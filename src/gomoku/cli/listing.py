"""`gomoku rules`: rule sets, options and openings as tables for the terminal."""

import inspect

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from gomoku.rules import OPENINGS, PRESETS, Rules
from gomoku.rules.variant import PARAMETERS, choices, word

_NUMBERS = {
    "size": "5 to 52, or 15x12",
    "capture_sizes": "none, 2, or 2,3",
    "capture_goal": "a number, or none",
}
"""Accepted values of parameters that are not enumerations."""


def everything() -> RenderableType:
    """Tables of all rule sets, options and openings."""
    return Group(
        _heading("Rule sets"),
        _table(("name", "board", ""), [(n, _board(Rules.preset(n)), preset.summary) for n, preset in PRESETS.items()]),
        _heading("Options, and their values under 42"),
        _table(("name", "42", "values", ""), [_option(Rules(), name, values=True) for name in PARAMETERS]),
        _heading("Openings"),
        _table(("name", ""), [(name, _sentence(inspect.getdoc(script))) for name, script in OPENINGS.items()]),
        Text('\nChange options with semicolons: "42;size=15;three=flank". gomoku rules NAME shows one rule set.'),
    )


def one(rules: Rules) -> RenderableType:
    """One rule set with all option values; a star marks changes from the preset."""
    changed = rules.changes()
    rows = [(f"{name} *" if name in changed else name, *_option(rules, name)[1:]) for name in PARAMETERS]
    summary = f"{rules.spec()}: {PRESETS[rules.name].summary if rules.name in PRESETS else ''}"
    note = [Text(f"\n* changed from {rules.name}")] if changed else []
    return Group(Text(summary, style="bold"), Text(), _table(("option", "value", ""), rows), *note)


def _option(rules: Rules, name: str, values: bool = False) -> tuple[str, ...]:
    taken = ", ".join(choices(name)) or _NUMBERS[name]
    value = word(name, getattr(rules, name))
    return (name, value, *((taken,) if values else ()), PARAMETERS[name].metadata["doc"])


def _board(rules: Rules) -> str:
    return f"{rules.width} x {rules.height}"


def _sentence(doc: str | None) -> str:
    return (doc or "").split("\n", 1)[0]


def _heading(text: str) -> Text:
    return Text(f"\n{text}", style="bold underline")


def _table(columns: tuple[str, ...], rows: list[tuple[str, ...]]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=any(columns), header_style="dim", pad_edge=False)
    for index, column in enumerate(columns):
        table.add_column(column, style="cyan" if index == 0 else "", no_wrap=index < min(2, len(columns) - 1))
    for row in rows:
        table.add_row(*map(Text, row))
    return table
