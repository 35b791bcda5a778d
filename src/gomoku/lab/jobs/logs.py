"""Resumable logs: JSON lines, the first of which identifies the task.

Each record is written and flushed as one line. An incomplete last line, left by a killed process, is truncated on reopening.
"""

import json
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from gomoku.lab.types import LabError


class Log:
    """Log of one task. Opening it reads the existing records."""

    def __init__(self, path: Path, about: dict[str, Any]) -> None:
        """`about` identifies the task. Raises LabError if the log belongs to another task."""
        self.path = path
        self.records: list[dict[str, Any]] = []
        """Records found when the log was opened."""
        about = json.loads(json.dumps(about))  # as it reads back: tuples become lists
        try:
            whole = _read_whole_lines(path)
            lines = [parse(line, path, number) for number, line in enumerate(whole, start=1)]
            if lines and lines[0] != about:
                raise LabError(f"{path} is the log of something else: {_difference(lines[0], about)}")
            self.records = lines[1:]
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = path.open("r+b" if path.exists() else "xb")
            self._file.truncate(sum(map(len, whole)))
            self._file.seek(0, 2)
            if not lines:
                self.append(about)
        except OSError as error:
            raise LabError(f"cannot use {path} as a log: {error.strerror or error}") from None

    def append(self, record: dict[str, Any]) -> None:
        """Write and flush one record."""
        self._file.write(json.dumps(record, separators=(",", ":")).encode() + b"\n")
        self._file.flush()

    def close(self) -> None:
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _read_whole_lines(path: Path) -> list[bytes]:
    if not path.exists():
        return []
    return [line for line in path.read_bytes().splitlines(keepends=True) if line.endswith(b"\n")]


def parse(line: bytes | str, path: Path, number: int) -> dict[str, Any]:
    """Parse one line of a log."""
    try:
        record = json.loads(line)
    except ValueError:
        record = None
    if not isinstance(record, dict):
        raise LabError(f"{path}, line {number}: this is not a log")
    return record


def _difference(found: dict[str, Any], wanted: dict[str, Any]) -> str:
    for key in {**wanted, **found}:
        if found.get(key) != wanted.get(key):
            return f"its {key} is {found.get(key)!r}, not {wanted.get(key)!r}"
    return "its head differs"
