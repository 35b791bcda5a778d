"""Self-play games read from files and replayed in several processes, as input of fitting and training."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import fields
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

import numpy as np

from gomoku.lab.jobs import local
from gomoku.lab.jobs.logs import parse
from gomoku.lab.jobs.pool import WorkerDied
from gomoku.lab.types import LabError
from gomoku.rules import Rules

SKIP_PLIES: Final = 6
"""Plies at the start of a game that are not used."""
BATCH: Final = 500
"""Games of a job."""

Arrays = TypeVar("Arrays")


def read_games(paths: Iterable[Path], spec: str | None = None) -> Iterator[dict[str, Any]]:
    """Read the games of self-play files; an incomplete last line is skipped. Raises LabError if they have other rules than these."""
    for path in paths:
        try:
            with path.open("rb") as file:
                for number, line in enumerate(file, start=1):
                    record = parse(line, path, number) if line.endswith(b"\n") else {}
                    if spec and "rules" in record and Rules.parse(record["rules"]) != Rules.parse(spec):
                        raise LabError(f"{path} holds games of {record['rules']}, not of {spec}")
                    if "moves" in record:
                        yield record
        except OSError as error:
            raise LabError(f"cannot read {path}: {error.strerror or error}") from None


def replay(
    kind: type[Arrays], extractor: Callable[[str], Any], spec: str, paths: Iterable[Path], processes: int
) -> Arrays:
    """Run an extractor over all games; returns a dataclass of arrays with a row for each position."""
    games = list(read_games(paths, spec))
    if not games:
        raise LabError("there are no games to learn from")
    step = max(1, min(BATCH, len(games) // processes + 1))
    todo = [(i, games[i : i + step]) for i in range(0, len(games), step)]
    parts: dict[int, Arrays] = {}
    try:
        with closing(local.run(partial(extractor, spec), todo, processes)) as results:
            for (first, _), part in results:
                parts[first] = part
    except (WorkerDied, ValueError, KeyError, TypeError, IndexError) as error:
        raise LabError(f"the games cannot be replayed as {spec}: {error}") from None
    ordered = [parts[first] for first in sorted(parts)]
    return kind(*(np.concatenate([getattr(part, each.name) for part in ordered]) for each in fields(kind)))  # type: ignore[arg-type]
