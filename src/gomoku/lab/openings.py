"""Openings for matches and self-play: a few random stones, kept when a short search finds the game still open.

An opening depends on rules, seed and number alone, so that any process can make it, in any order.
"""

import random
from collections.abc import Iterator
from itertools import count

from gomoku.engine import Engine, Limit
from gomoku.rules import Cell, Game, Rules
from gomoku.rules.game import play_all

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


def balanced(rules: Rules, seed: int) -> Iterator[list[Cell]]:
    """Openings without end, the same for the same seed."""
    openings = Openings(rules, seed)
    try:
        for number in count():
            yield openings.opening(number)
    finally:
        openings.close()
