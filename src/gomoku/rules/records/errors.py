"""What can go wrong with a file: one error that says where and why, and the limits that keep reading bounded.

Nothing here knows a format or a game.
"""

from typing import Final

MAX_BYTES: Final = 5_000_000
"""Largest file, and longest text, that is read; more is refused before it is parsed."""
MAX_GAMES: Final = 5_000
"""Games in one collection."""
MAX_MOVES: Final = 10_000
"""Actions in one game: four times what a board of 52 x 52 can hold without captures."""
MAX_MOVES_IN_FILE: Final = 200_000
"""Actions in all games of a collection together; they are all replayed."""


class RecordError(ValueError):
    """A record that cannot be read or written. The message says where (line, column, move) and why."""

    def __init__(self, why: str, line: int | None = None, column: int | None = None, move: int | None = None) -> None:
        self.why = why
        self.line = line
        self.column = column
        self.move = move
        places = (("line", line), ("column", column), ("move", move))
        where = ", ".join(f"{name} {number}" for name, number in places if number is not None)
        super().__init__(f"{where}: {why}" if where else why)


class Source:
    """A text under reading, which turns an offset into a line and a column when something is wrong there."""

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
    """A piece of a file as an error message quotes it: short, and with nothing unprintable."""
    return repr(text if len(text) <= 24 else text[:21] + "...")
