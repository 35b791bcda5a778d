"""Errors in record files, with their location, and the limits that bound reading.

Nothing here knows a format or a game.
"""

from typing import Final

MAX_BYTES: Final = 5_000_000
"""Largest file or text, in bytes; checked before parsing."""
MAX_GAMES: Final = 5_000
"""Games per collection, at most."""
MAX_MOVES: Final = 10_000
"""Actions per game, at most: four times the cells of a 52 x 52 board."""
MAX_MOVES_IN_FILE: Final = 200_000
"""Actions per collection, at most: all are replayed."""


class RecordError(ValueError):
    """A record that cannot be read or written. The message gives location (line, column, move) and cause."""

    def __init__(self, why: str, line: int | None = None, column: int | None = None, move: int | None = None) -> None:
        self.why = why
        self.line = line
        self.column = column
        self.move = move
        places = (("line", line), ("column", column), ("move", move))
        where = ", ".join(f"{name} {number}" for name, number in places if number is not None)
        super().__init__(f"{where}: {why}" if where else why)


class Source:
    """A text being parsed; converts offsets to line and column for error messages."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        if len(text) > MAX_BYTES:
            raise RecordError(f"the text has {len(text)} characters; at most {MAX_BYTES} are read")
        self.text = text

    def error(self, offset: int, why: str, move: int | None = None) -> RecordError:
        line = self.text.count("\n", 0, offset) + 1
        column = offset - self.text.rfind("\n", 0, offset)
        return RecordError(why, line, column, move)


def shown(text: str) -> str:
    """Part of a file as an error message quotes it: short and printable."""
    return repr(text if len(text) <= 24 else text[:21] + "...")
