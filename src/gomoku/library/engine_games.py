"""The engine's own games, which come with the program: for each rule set a text with one game per line.

A line is the winner (`B`, `W`, `0` for a draw), a space and the moves as in POS, rows from the top; lines with `#` say
how the games were made. `gomoku selfplay --own-openings --pack` writes such a text.
"""

import re
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, zip_longest
from pathlib import Path
from string import ascii_lowercase
from typing import Final

from gomoku.library.explorer import DEPTH, TABLES, Index, Reply
from gomoku.rules import Cell, Game, Rules
from gomoku.rules.positions import Walker, stones_of

FOLDER: Final = Path(__file__).parent / "games"
_MOVE: Final = re.compile(r"([a-z])([0-9]+)")


def packed(games: Iterable[tuple[str, Sequence[Cell]]], about: str) -> str:
    """The text of games, each given with its winner."""
    lines = (f"{winner} {''.join(f'{ascii_lowercase[x]}{y + 1}' for x, y in moves)}\n" for winner, moves in games)
    return f"# {about}\n" + "".join(lines)


def unpacked(text: str) -> Iterator[tuple[str, list[Cell]]]:
    """The games of such a text."""
    for line in text.splitlines():
        if not line.startswith("#"):
            winner, _, moves = line.partition(" ")
            yield winner, [(ascii_lowercase.index(x), int(y) - 1) for x, y in _MOVE.findall(moves)]


@dataclass(frozen=True)
class EngineGame:
    """A game of the engine against itself."""

    winner: str
    """`B`, `W`, `0` for a draw."""
    moves: tuple[Cell, ...]


class EngineGames:
    """Moves that the engine played in a position, and those games. A rule set is indexed on first use."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._files = {Rules.preset(file.stem).spec(): file for file in sorted(folder.glob("*.txt"))}
        self._indexed: dict[str, _Indexed] = {}

    def replies(self, game: Game) -> list[Reply] | None:
        """The moves played in the game's position, the most frequent first; None if these rules have no games."""
        indexed = self._of(game.rules)
        return None if indexed is None else indexed.replies.replies(game)

    def followed(self, game: Game) -> list[int]:
        """The number of games that played each move of the game's line, as far as moves are indexed."""
        indexed = self._of(game.rules)
        return [] if indexed is None else indexed.replies.followed(game)

    def games(self, game: Game, most: int) -> list[EngineGame]:
        """Games that reached the position: the first of each move in the order of `replies`, then the second ones, and so on."""
        indexed = self._of(game.rules)
        if indexed is None:
            return []
        walker = Walker.of(game)
        for stone in game.played:
            walker.play(stone)
        here = indexed.passing.get(walker.key, {})
        by_move = [here[walker.canonical(walker.cell(reply.cells[0]))] for reply in indexed.replies.replies(game)]
        numbers = dict.fromkeys(number for each in zip_longest(*by_move) for number in each if number is not None)
        return [indexed.games[number] for number in islice(numbers, most)]

    def _of(self, rules: Rules) -> "_Indexed | None":
        spec = rules.spec()
        if spec not in self._files:
            return None
        if spec not in self._indexed:
            self._indexed[spec] = _Indexed(rules, self._files[spec].read_text("ascii"))
        return self._indexed[spec]


class _Indexed:
    """The games of one rule set, by position."""

    def __init__(self, rules: Rules, text: str) -> None:
        self.games = [EngineGame(winner, tuple(moves)) for winner, moves in unpacked(text)]
        self.passing: dict[int, dict[int, list[int]]] = {}
        """Numbers of the games by position, and there by canonical move."""
        database = sqlite3.connect(":memory:", check_same_thread=False)
        database.executescript(TABLES)
        self.replies = Index(database)
        for number, game in enumerate(self.games):
            stones = list(stones_of(rules, (y * rules.width + x for x, y in game.moves[:DEPTH])))
            self.replies.add(number, Walker(rules), stones, game.winner)
            walker = Walker(rules)
            for stone in stones:
                here = self.passing.setdefault(walker.key, {})
                here.setdefault(walker.canonical(walker.cell(stone.cell)), []).append(number)
                walker.play(stone)
        self.replies.flush()
