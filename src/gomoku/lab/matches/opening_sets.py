"""Openings for matches and self-play: a few random stones, kept when a short search finds the game still open; or those of a file.

An opening depends on rules, seed or file, and number alone, so that any process can make it, in any order.
"""

import random
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from gomoku.engine import Engine, Limit
from gomoku.lab.types import LabError
from gomoku.rules import Cell, Game, Rules
from gomoku.rules.game import play_all
from gomoku.rules.records import RecordError, pos, read_all

BALANCE = 120
"""Evaluation points: an opening that favours a side by more is thrown away."""
NODES = 4_000
ATTEMPTS = 200
"""On a tiny board nothing may be balanced: then the best of so many is taken."""


def random_stones(rules: Rules, rng: random.Random) -> list[Cell]:
    """Three to six stones in the middle 7 x 7, each a legal move that ends nothing."""
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
    """The openings of a seed, by number."""

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
            if bias <= BALANCE:
                break
        assert best is not None
        return best[1]

    def close(self) -> None:
        self._judge.close()

    def _bias(self, cells: list[Cell]) -> int:
        """How far the opening is from an even game, in evaluation points."""
        self._judge.new_game()
        return abs(self._judge.search(play_all(Game(self.rules), cells), Limit(nodes=NODES)).score)


class FileOpenings:
    """The openings of a file, by number; after the last comes the first."""

    def __init__(self, rules: Rules, path: Path) -> None:
        self._openings = read_openings(rules, path)

    def opening(self, number: int) -> list[Cell]:
        return self._openings[number % len(self._openings)]

    def close(self) -> None:
        pass


def read_openings(rules: Rules, path: Path) -> list[list[Cell]]:
    """Gomocup's openings, one a line as `dx,dy` from the centre; or games in SGF, PSQ or POS, each an opening as far as it goes."""
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


def balanced(rules: Rules, seed: int) -> Iterator[list[Cell]]:
    """Openings without end, the same for the same seed."""
    openings = Openings(rules, seed)
    try:
        for number in count():
            yield openings.opening(number)
    finally:
        openings.close()
