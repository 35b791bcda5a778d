"""Scripted games for load tests: legal, crowded, and long enough not to end."""

import random
from typing import Final

from gomoku.rules import Game, Rules, Status

RULES: Final = "42"
LENGTH: Final = 100
"""Moves per game."""

Cells = list[tuple[int, int]]


def games(count: int, seed: int = 1) -> list[Cells]:
    """Crowded games with every move near another stone. None of them ends."""
    rng = random.Random(seed)
    return [_game(rng) for _ in range(count)]


def _game(rng: random.Random) -> Cells:
    game = Game(Rules.parse(RULES))
    while len(game.moves) < LENGTH:
        x, y = rng.choice(game.moves or ((9, 9),))
        cell = (x + rng.randint(-2, 2), y + rng.randint(-2, 2))
        if game.why_illegal(cell) is None:
            game.play(cell)
            if game.is_over or game.status is not Status.ONGOING:
                game.undo()
    return list(game.moves)
