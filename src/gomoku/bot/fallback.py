"""Answers in place of the brain: openings that the Gomocup protocol lacks, and illegal answers."""

import random

from gomoku.engine import Engine, Limit, answer
from gomoku.rules import Game, Kind, Rules
from gomoku.rules.openings import Answer
from gomoku.server.wire.values import MAX_AI_BOARD_SIZE

MEMORY = 16.0
"""Size of the engine's hash table in MB."""


class FallbackEngine:
    """Our own engine, created on first use."""

    def __init__(self) -> None:
        self._engine: Engine | None = None

    def answer(self, game: Game, seconds: float) -> Answer:
        """Return a legal answer, found within `seconds`."""
        if max(game.rules.width, game.rules.height) > MAX_AI_BOARD_SIZE:
            return _anything(game)
        return answer(self._of(game.rules), game, Limit(time=max(0.02, seconds)), random.Random())

    def _of(self, rules: Rules) -> Engine:
        if self._engine is None or self._engine.rules != rules:
            self.close()
            self._engine = Engine(rules, 1, MEMORY)
        return self._engine

    def close(self) -> None:
        if self._engine:
            self._engine.close()
            self._engine = None


def _anything(game: Game) -> Answer:
    """Any legal answer near the centre, for boards too large for the engine."""
    decision = game.decision
    assert decision is not None
    if decision.kind in (Kind.CHOICE, Kind.NUMBER):
        return decision.choices[0]
    middle = (game.rules.width / 2, game.rules.height / 2)
    cells = sorted(game.allowed_cells(), key=lambda cell: (cell[0] - middle[0]) ** 2 + (cell[1] - middle[1]) ** 2)
    return tuple(cells[: decision.count]) if decision.kind is Kind.OFFER else cells[0]
