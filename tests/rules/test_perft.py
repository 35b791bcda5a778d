"""Perft counts on small boards of every rule set."""

import pytest

from gomoku.rules import PRESETS, Game, Rules
from tests.rules.perft import FILE, Counts, Position, perft, read

POSITIONS = list(read(FILE.read_text(encoding="utf-8")))


@pytest.mark.parametrize("position", POSITIONS, ids=str)
def test_counts(position: Position):
    assert perft(position, len(position.counts)) == position.counts


def test_every_rule_set_and_every_kind_occurs():
    assert {position.rules.name for position in POSITIONS} == set(PRESETS)
    last = [position.counts[-1] for position in POSITIONS]
    for kind in vars(Counts()):
        assert sum(getattr(counts, kind) for counts in last) > 0, f"no position has any {kind}"


@pytest.mark.parametrize("preset", ["42", "renju", "freestyle"])
def test_empty_board(preset: str):
    """On 15 x 15 two plies are 225 and 50,400: no ban, capture or five is near."""
    game = Game(Rules.preset(preset, size=15))
    first = game.allowed_cells()
    assert len(first) == 225
    total = 0
    for cell in first[::15]:
        game.play(cell)
        total += len(game.allowed_cells())
        game.undo()
    assert total == 15 * 224
