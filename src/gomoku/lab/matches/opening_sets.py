"""Openings for matches and self-play: random stones that a search finds balanced, lines of a book, or the openings of a file.

An opening depends only on rules, seed or file, and its number: any process can produce it, in any order.
"""

import random
from pathlib import Path

from gomoku.engine import WIN, Engine, Limit
from gomoku.engine.book import Book
from gomoku.lab.types import LabError
from gomoku.rules import Cell, Game, Rules
from gomoku.rules.game import play_all
from gomoku.rules.records import RecordError, pos, read_all

BALANCE = 120
"""Largest advantage of one side that the quick check accepts, in evaluation points."""
GLANCE_NODES = 4_000
"""Nodes of the quick check: most random stones are far from balanced."""
EVEN = 60
"""Largest advantage that the full check accepts. Most pairs with a larger one were split: the opening had decided both games."""
JUDGE_NODES = 30_000
"""Nodes of the full check."""
MAX_BOOK_STONES = 4
"""Stones drawn from a book after its first position, at most: beyond these, few lines of a small book go on."""
ATTEMPTS = 200
"""Candidates per opening; if none is balanced, as on tiny boards, the best is used."""


def random_stones(rules: Rules, rng: random.Random) -> list[Cell]:
    """Place three to six stones in the central 7 x 7, each a legal move that does not end the game."""
    game = Game(rules)
    cx, cy = rules.centre
    stones = rng.choice((3, 4, 5, 6))
    while len(game.moves) < stones:
        cell = (cx + rng.randint(-3, 3), cy + rng.randint(-3, 3))
        if game.why_illegal(cell) is None:
            game.play(cell)
            if game.status != "ongoing":
                game.undo()
    return list(game.moves)


class Openings:
    """Balanced random openings of a seed, by number."""

    def __init__(self, rules: Rules, seed: int) -> None:
        self.rules = rules
        self.seed = seed
        self._judge = Engine(rules, memory_mb=4)

    def opening(self, number: int) -> list[Cell]:
        rng = random.Random(f"{self.seed}/{number}")
        best: tuple[int, list[Cell]] | None = None
        for _ in range(ATTEMPTS):
            cells = random_stones(self.rules, rng)
            bias = self._bias(cells)
            if best is None or bias < best[0]:
                best = (bias, cells)
            if bias <= EVEN:
                break
        assert best is not None
        return best[1]

    def close(self) -> None:
        self._judge.close()

    def _bias(self, cells: list[Cell]) -> int:
        """Advantage of either side, in evaluation points; an opening rejected by the quick check ranks below all
        others."""
        game = play_all(Game(self.rules), cells)
        self._judge.new_game()
        glance = abs(self._judge.search(game, Limit(nodes=GLANCE_NODES)).score)
        if glance > BALANCE:
            return WIN + glance
        return abs(self._judge.search(game, Limit(nodes=JUDGE_NODES)).score)


class BookOpenings:
    """Lines of an opening book, by seed and number: moves drawn at random from those that lead to book positions.

    The player to move is in the book, and good and weak moves are equally likely: the lines differ in value.
    """

    def __init__(self, rules: Rules, seed: int, book: Book) -> None:
        self._rules, self._seed, self._book = rules, seed, book

    def opening(self, number: int) -> list[Cell]:
        rng = random.Random(f"{self._seed}/{number}")
        game = play_all(Game(self._rules), self._book.first)
        for _ in range(rng.randint(1, MAX_BOOK_STONES)):
            known = [move for move in self._book.moves(game) if move.is_expanded]
            if not known:
                break
            game.play(rng.choice(rng.choice(known).cells))
        return list(game.moves)

    def close(self) -> None:
        pass


class FileOpenings:
    """Openings of a file, by number; wraps around at the end."""

    def __init__(self, rules: Rules, path: Path) -> None:
        self._openings = read_openings(rules, path)

    def opening(self, number: int) -> list[Cell]:
        return self._openings[number % len(self._openings)]

    def close(self) -> None:
        pass


def read_openings(rules: Rules, path: Path) -> list[list[Cell]]:
    """Read openings: Gomocup's format, one a line as `dx,dy` from the centre; or SGF, PSQ or POS, each game being one opening."""
    try:
        if path.suffix.lower() in (".sgf", ".psq", ".pos"):
            found = [list(record.game.moves) for record in read_all(path, rules=rules)]
            for cells in found:
                play_all(Game(rules), cells)
        else:
            found = pos.loads_openings(path.read_text(encoding="utf-8"), rules)
    except OSError as error:
        raise LabError(f"cannot read the openings {path}: {error.strerror or error}") from None
    except (RecordError, UnicodeDecodeError, ValueError) as error:
        raise LabError(f"{path}: {error}") from None
    if not found:
        raise LabError(f"there are no openings in {path}")
    for number, cells in enumerate(found, start=1):
        if play_all(Game(rules), cells).is_over:
            raise LabError(f"{path}: opening {number} is a game that is over")
    return found
