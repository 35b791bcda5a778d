"""Grows a book by drop-out expansion (Lincke, "Strategies for the automatic construction of opening books", 2000).

Each position of the book is searched at length, for several moves at once. Its negamax value is that of its best move;
a move has the value of the position it leads to, if that is in the book, otherwise its search score. The next position
to search is the one of least drop-out cost: PLY_COST for each ply of its line, plus what either side gives away on it.
"""

import heapq
from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final

from gomoku.engine import Engine, Limit, is_win
from gomoku.engine.book import Book, pack
from gomoku.engine.types import is_loss
from gomoku.lab.jobs import local
from gomoku.lab.jobs.logs import Log
from gomoku.lab.jobs.pool import Pool
from gomoku.lab.types import LabError
from gomoku.rules import Cell, Game, Rules
from gomoku.rules.game import play_all
from gomoku.rules.positions import Walker, key_of

PLY_COST: Final = 12
"""Drop-out cost of a ply, in evaluation points: giving away this much costs as much as one more ply of best moves."""
LINES: Final = 6
"""Moves of a position that are searched."""
MAX_REGRET: Final = 150
"""Evaluation points below the best move at which a move is no longer followed."""
DRAWN_AHEAD: Final = 16
"""Leaves chosen at a time: each choice walks the whole book."""

Line = tuple[Cell, ...]


@dataclass
class Move:
    """A move of a position in the book."""

    cell: Cell
    """In the orientation of the position's line."""
    canonical: int
    score: int
    """Search score."""
    child: int
    """Key of the position it leads to."""


@dataclass
class BookPosition:
    """A position of the book."""

    line: Line
    """Moves that lead to it from the empty board."""
    moves: list[Move]
    value: int = 0
    """Negamax value for the side to move, in evaluation points."""
    parents: set[int] = field(default_factory=set)


class BookTree:
    """The positions of a book with their values. Transpositions meet: it is a graph without cycles."""

    def __init__(self, rules: Rules, first: Line = ()) -> None:
        """`first`: moves that lead to the root, from the empty board."""
        self.rules = rules
        self.first = first
        self.root = key_of(play_all(Game(rules), first))
        self.positions: dict[int, BookPosition] = {}
        self._waiting: dict[int, set[int]] = {}
        """Parents of positions that are not in the book yet."""

    def add(self, line: Line, lines: list[tuple[Cell, int]]) -> None:
        """Add a position with the scores of its moves, and propagate its value."""
        game = play_all(Game(self.rules), line)
        walker = Walker.of(game)
        for stone in game.played:
            walker.play(stone)
        key = walker.key
        if key in self.positions:
            return
        moves: dict[int, Move] = {}
        for cell, score in lines:
            canonical = walker.canonical(walker.cell(cell))
            if canonical not in moves:  # of moves that mirror each other the first has the best score
                game.play(cell)
                moves[canonical] = Move(cell, canonical, score, key_of(game))
                game.undo()
        self.positions[key] = BookPosition(line, list(moves.values()), parents=self._waiting.pop(key, set()))
        for move in moves.values():
            known = self.positions.get(move.child)
            (known.parents if known else self._waiting.setdefault(move.child, set())).add(key)
        self._propagate(key)

    def score(self, move: Move) -> int:
        """The score of a move: from the position it leads to, if in the book, otherwise from the search."""
        behind = self.positions.get(move.child)
        if behind is None:
            return move.score
        value = -behind.value
        return value - 1 if is_win(value) else value + 1 if is_loss(value) else value

    def ranked(self, position: BookPosition) -> list[tuple[Move, int]]:
        """The moves of a position with their scores, the best first."""
        return sorted(
            ((move, self.score(move)) for move in position.moves), key=lambda pair: (-pair[1], pair[0].canonical)
        )

    def leaves(self, count: int, busy: set[int]) -> list[tuple[int, Line]]:
        """The positions of least drop-out cost that are neither in the book nor busy, with their lines."""
        if self.root not in self.positions:
            return [] if self.root in busy else [(self.root, self.first)]
        found: list[tuple[int, Line]] = []
        heap: list[tuple[int, Line, int]] = [(0, self.first, self.root)]
        seen = set(busy)
        while heap and len(found) < count:
            cost, line, key = heapq.heappop(heap)
            if key in seen:
                continue
            seen.add(key)
            position = self.positions.get(key)
            if position is None:
                found.append((key, line))
                continue
            for move in position.moves:
                score = self.score(move)
                regret = position.value - score
                if not is_win(score) and not is_loss(score) and regret <= MAX_REGRET:
                    heapq.heappush(heap, (cost + PLY_COST + regret, (*position.line, move.cell), move.child))
        return found

    def packed(self, about: dict[str, Any]) -> bytes:
        """The book as a file for the engine."""
        return pack(
            about,
            {
                key: [(move.canonical, score, move.child in self.positions) for move, score in self.ranked(position)]
                for key, position in self.positions.items()
                if position.moves
            },
        )

    def _propagate(self, key: int) -> None:
        changed = [key]
        while changed:
            position = self.positions[changed.pop()]
            value = max((self.score(move) for move in position.moves), default=0)
            if value != position.value:
                position.value = value
                changed.extend(position.parents)


def tree_of(book: Book) -> BookTree:
    """The positions of a packed book, to be shown. Raises ValueError if it is for no rules that are known."""
    tree = BookTree(Rules.parse(str(book.about["rules"])), book.first)
    waiting: list[Line] = [tree.first]
    while waiting:
        line = waiting.pop()
        game = play_all(Game(tree.rules), line)
        moves = book.moves(game)
        if moves and key_of(game) not in tree.positions:
            tree.add(line, [(move.cells[0], move.score) for move in moves])
            waiting += [(*line, move.cells[0]) for move in moves if move.is_expanded]
    return tree


class Searcher:
    """Worker that searches the position at the end of a line for its best moves."""

    def __init__(self, rules: str, nodes: int, lines: int) -> None:
        self.rules = Rules.parse(rules)
        self.nodes, self.lines = nodes, lines
        self.engine = Engine(self.rules, memory_mb=16)

    def close(self) -> None:
        self.engine.close()

    def __call__(self, job: tuple[int, Line]) -> list[tuple[Cell, int]]:
        game = play_all(Game(self.rules), job[1])
        if game.is_over:
            return []
        self.engine.new_game()  # the answer depends on the position alone
        result = self.engine.search(game, Limit(nodes=self.nodes, analysis=True), lines=self.lines)
        return [(line.move, line.score) for line in result.info.lines]


def about_of(rules: str, first: Line, nodes: int, lines: int) -> dict[str, Any]:
    """Head of the log of a book."""
    return {"log": "book", "rules": rules, "first": [list(cell) for cell in first], "nodes": nodes, "lines": lines}


def load(tree: BookTree, records: list[dict[str, Any]]) -> None:
    """Add the positions of a log. Raises LabError for any other record."""
    for number, record in enumerate(records, start=2):
        try:
            tree.add(tuple((x, y) for x, y in record["line"]), [((x, y), score) for x, y, score in record["moves"]])
        except (KeyError, TypeError, ValueError) as error:
            raise LabError(f"line {number} of the book is not a position: {error}") from None


def grow(
    tree: BookTree, size: int, nodes: int, out: Path, processes: int, lines: int = LINES, pool: Pool = local.run
) -> Generator[BookTree]:
    """Grow a book to `size` positions in a resumable log; yield it after each position."""
    with Log(out, about_of(tree.rules.spec(), tree.first, nodes, lines)) as log:
        load(tree, log.records)
        yield tree
        busy: set[int] = set()

        def jobs() -> Iterator[tuple[int, Line]]:
            while len(tree.positions) + len(busy) < size:
                chosen = tree.leaves(min(DRAWN_AHEAD, size - len(tree.positions) - len(busy)), busy)
                if not chosen:
                    return
                for job in chosen:
                    busy.add(job[0])
                    yield job

        worker = partial(Searcher, tree.rules.spec(), nodes, lines)
        # a young book has fewer leaves than there are workers: the pool is restarted with more
        while len(tree.positions) < size:
            before = len(tree.positions)
            with closing(pool(worker, jobs(), processes)) as results:
                for (key, line), moves in results:
                    log.append({"line": line, "moves": [(*cell, score) for cell, score in moves]})
                    tree.add(line, moves)
                    busy.discard(key)
                    yield tree
            busy.clear()
            if len(tree.positions) == before:
                return  # every line is decided
