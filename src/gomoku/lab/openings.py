"""Openings for matches and self-play: a few random stones, kept when a short search finds the game still open."""

import random
from collections.abc import Iterator

from gomoku.engine import Engine, Limit
from gomoku.rules import Cell, Game, Rules

BALANCE = 120
"""Evaluation points: an opening that favours a side by more is thrown away."""
NODES = 4_000


def random_stones(rules: Rules, rng: random.Random) -> list[Cell]:
    """Three to six stones in the middle 7 x 7, each a legal move that ends nothing."""
    game = Game(rules)
    cx, cy = rules.centre
    while len(game.moves) < rng.choice((3, 4, 5, 6)):
        cell = (cx + rng.randint(-3, 3), cy + rng.randint(-3, 3))
        if game.why_illegal(cell) is None:
            game.play(cell)
            if game.status != "ongoing":
                game.undo()
    return list(game.moves)


def balanced(rules: Rules, seed: int) -> Iterator[list[Cell]]:
    """Openings without end, the same for the same seed."""
    rng = random.Random(seed)
    with Engine(rules, memory_mb=4) as judge:
        while True:
            cells = random_stones(rules, rng)
            game = Game(rules)
            for cell in cells:
                game.play(cell)
            judge.new_game()
            if abs(judge.search(game, Limit(nodes=NODES)).score) <= BALANCE:
                yield cells
