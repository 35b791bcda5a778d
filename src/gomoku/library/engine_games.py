"""The engine's own games, which come with the program: for each rule set a text with one game a line.

A line is who won (`B`, `W`, `0` for a draw), a space and the moves as in POS, rows from the top; lines with `#` say how the games
were made. `gomoku selfplay --own-openings --pack` writes such a text.
"""

import re
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from string import ascii_lowercase
from typing import Final

from gomoku.library.explorer import TABLES, Index, Reply
from gomoku.rules import Cell, Game, Rules
from gomoku.rules.positions import Walker, stones_of

FOLDER: Final = Path(__file__).parent / "games"
_MOVE: Final = re.compile(r"([a-z])([0-9]+)")


def packed(games: Iterable[tuple[str, Sequence[Cell]]], about: str) -> str:
    """The text of games, each with who won."""
    lines = (f"{winner} {''.join(f'{ascii_lowercase[x]}{y + 1}' for x, y in moves)}\n" for winner, moves in games)
    return f"# {about}\n" + "".join(lines)


def unpacked(text: str) -> Iterator[tuple[str, list[Cell]]]:
    """The games of such a text."""
    for line in text.splitlines():
        if not line.startswith("#"):
            winner, _, moves = line.partition(" ")
            yield winner, [(ascii_lowercase.index(x), int(y) - 1) for x, y in _MOVE.findall(moves)]


class EngineGames:
    """What the engine played in a position. A rule set is indexed when it is first asked for."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._files = {Rules.preset(file.stem).spec(): file for file in sorted(folder.glob("*.txt"))}
        self._indexes: dict[str, Index] = {}

    def replies(self, game: Game) -> list[Reply] | None:
        """The moves played in the game's position, the most frequent first; None where these rules have no games."""
        spec = game.rules.spec()
        if spec not in self._files:
            return None
        if spec not in self._indexes:
            self._indexes[spec] = _indexed(game.rules, self._files[spec].read_text("ascii"))
        return self._indexes[spec].replies(game)


def _indexed(rules: Rules, text: str) -> Index:
    database = sqlite3.connect(":memory:", check_same_thread=False)
    database.executescript(TABLES)
    index = Index(database)
    for number, (winner, moves) in enumerate(unpacked(text)):
        index.add(number, Walker(rules), stones_of(rules, (y * rules.width + x for x, y in moves)), winner)
    index.flush()
    return index
