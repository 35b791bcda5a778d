"""Output of the laboratory's commands: tables, JSON files and a progress bar.

Results go to standard output, progress to standard error.
"""

import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Any, NoReturn

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from gomoku.cli_tools import replacing, stdout_console
from gomoku.lab.types import LabError

PROGRESS_INTERVAL = 10.0
"""Seconds between two progress lines if standard error is not a terminal."""


def print_table(title: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print a table: first column left-aligned, numbers right-aligned."""
    table = Table(title=title, title_justify="left", title_style="", box=None)
    for number, head in enumerate(heads):
        table.add_column(head, justify="right" if number else "left")
    for row in rows:
        table.add_row(*row)
    stdout_console().print(table)


class Ticker:
    """Progress report: a bar on a terminal, otherwise a line every PROGRESS_INTERVAL."""

    def __init__(self, progress: Progress | None) -> None:
        self._progress = progress
        self._task: TaskID | None = None
        self._last_line = monotonic()
        self._label = ""

    def start(self, label: str, total: int | None) -> None:
        """Begin a new task; the previous one is finished."""
        self._label = label
        self._last_line = monotonic()
        if self._progress is None:
            return
        if self._task is not None:
            self._progress.remove_task(self._task)
        self._task = self._progress.add_task(label, total=total, text="")

    def show(self, done: int, text: str = "") -> None:
        """Update the count of finished items."""
        if self._progress is not None and self._task is not None:
            self._progress.update(self._task, completed=done, text=text)
        elif monotonic() - self._last_line > PROGRESS_INTERVAL:
            self._last_line = monotonic()
            self.say(f"{self._label} {done} {text}".rstrip())

    def say(self, text: str) -> None:
        """Print a permanent line above the bar."""
        if self._progress is not None:
            self._progress.console.print(text)
        else:
            print(text, file=sys.stderr, flush=True)


@contextmanager
def ticker() -> Iterator[Ticker]:
    """Show progress while the block runs."""
    screen = Console(stderr=True, highlight=False, markup=False, emoji=False)
    if not screen.is_terminal:
        yield Ticker(None)
        return
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TextColumn("{task.completed}/{task.total}", markup=False),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[text]}", markup=False),
    )
    with Progress(*columns, console=screen, transient=True) as progress:
        yield Ticker(progress)


def check_target(path: Path | None) -> None:
    """Raise LabError if `path` cannot be written: before the work, not after it."""
    if path is not None and str(path) != "-" and (path.is_dir() or not os.access(path.absolute().parent, os.W_OK)):
        raise LabError(f"cannot write {path}: {'it is a folder' if path.is_dir() else 'there is no such folder'}")


def write_json(path: Path, found: dict[str, Any]) -> None:
    """Write a JSON file atomically; - is standard output."""
    text = json.dumps(found, indent=1) + "\n"
    if str(path) == "-":
        sys.stdout.write(text)
    else:
        write_text(path, text)


def show_report(found: dict[str, Any], table: Table, lines: Iterable[str], path: Path | None) -> None:
    """Print a report as a table with lines below, and write it to a JSON file; - prints the JSON alone."""
    if path is not None:
        write_json(path, found)
    if str(path) != "-":
        stdout_console().print(table)
        for line in lines:
            typer.echo(line)


def exit_stopped(done: str, log: Path | None) -> NoReturn:
    """End a command that Ctrl-C has stopped, after `done`."""
    again = f"; the same command resumes from {log}" if log else ""
    typer.echo(f"gomoku: stopped after {done}{again}", err=True)
    raise typer.Exit(130)


def write_text(path: Path, text: str) -> None:
    """Write a file of text atomically. Raises LabError if it cannot be written."""
    write_bytes(path, text.encode())


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file atomically. Raises LabError if it cannot be written."""
    try:
        with replacing(path) as draft:
            draft.write_bytes(content)
    except OSError as error:
        raise LabError(f"cannot write {path}: {error.strerror or error}") from None
