"""The terms of `Inspector` add up to the evaluation that the search uses, cell by cell.

Checks a sample by default; `GOMOKU_POSITIONS=10000` runs the full check promised in docs/THINK.md.
"""

import os
import random
from collections.abc import Iterator

import pytest

from gomoku.engine import Engine, Inspector
from gomoku.engine.inspector import COLORS
from gomoku.rules import PRESETS, Game, Rules
from tests.rules.strategies import choose_cell

POSITIONS = int(os.environ.get("GOMOKU_POSITIONS", "150"))
"""Positions per rule set."""
LARGEST = 20_000
"""Bound of the evaluation, in points, for either side."""


def positions(rules: Rules, count: int) -> Iterator[Game]:
    """Successive positions of random games."""
    chance = random.Random(rules.name)
    game = Game(rules)
    for _ in range(count):
        if game.is_over or len(game.moves) > 80:
            game = Game(rules)
        cell = choose_cell(game, chance)
        assert cell is not None
        game.play(cell)
        if not game.is_over:
            yield game


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_the_terms_sum_up_to_the_evaluation(name: str) -> None:
    rules = Rules.preset(name)
    inspector = Inspector(rules)
    seen = 0
    with Engine(rules, memory_mb=1) as engine:
        for game in positions(rules, POSITIONS):
            seen += 1
            parts = inspector.terms(game)
            assert parts.total == engine.evaluate(game)
            terms = parts.own_cells + parts.other_cells + parts.taken + parts.own_captures + parts.other_captures
            linear = max(-LARGEST, min(LARGEST, terms))
            assert parts.total == max(-LARGEST, min(LARGEST, linear + parts.network))
            own = other = 0
            for y, row in enumerate(game.rows()):
                for x, glyph in enumerate(row):
                    if glyph == ".":  # the position is loaded already: `cell` would load it again for every cell
                        views = {color: inspector._view((x, y), side) for side, color in enumerate(COLORS)}
                        own += views[game.to_move].to_move
                        other -= views[game.to_move.other].waiting
            assert (own, other) == (parts.own_cells, parts.other_cells)
    assert seen > POSITIONS * 0.8
