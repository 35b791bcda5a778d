"""Import of files and folders into a library: every game is replayed, then added, recognised as a duplicate, or kept
with its error.

Afterwards the index of positions is brought up to date.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from gomoku.library.sources import Progress, entries, rules_for
from gomoku.library.store import Library
from gomoku.rules import Rules
from gomoku.rules.records import RecordError

BATCH: Final = 500
"""Games per transaction."""


@dataclass
class ImportReport:
    """Result of an import."""

    added: int = 0
    known: int = 0
    """Games that the library had already."""
    failed: int = 0
    progress: Progress = field(default_factory=Progress)

    @property
    def games(self) -> int:
        return self.added + self.known + self.failed


def import_games(
    library: Library,
    paths: Sequence[Path],
    rules: Rules | None = None,
    on_game: Callable[[ImportReport], None] = lambda _: None,
    encoding: str | None = None,
) -> ImportReport:
    """Add every game of the files and folders. `rules` apply to files that name none, `encoding` to those that are not UTF-8
    and declare none.

    Repeating an interrupted import is safe: games that are already there are skipped. Raises LibraryError.
    """
    report = ImportReport()
    try:
        for entry in entries(paths, report.progress, encoding):
            given = rules if rules is not None else rules_for(entry)
            try:
                record = entry.record(given)
            except RecordError as error:
                library.fail(entry, str(error))
                report.failed += 1
            else:
                if library.add(entry, record, given):
                    report.added += 1
                else:
                    report.known += 1
            if report.games % BATCH == 0:
                library.commit()
            on_game(report)
    finally:
        library.commit()
    library.index()
    return report
