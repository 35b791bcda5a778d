"""What the page is told about a room."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gomoku.rules import PRESETS, Game, Rules
from gomoku.server.views import suspects

SPECS = (
    *PRESETS,
    "42;three=flank",
    "42;three=recursive;ban_overline=both;ban_double_four=both",
    "42;ban_self_capture=both;capture_lifts_ban=false;win_lifts_bans=false",
    "renju;size=9x12",
)


@pytest.mark.parametrize("spec", SPECS)
@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32), count=st.integers(10, 70))
def test_no_forbidden_cell_is_overlooked(spec, seed, count):
    rng = Random(seed)
    game = Game(Rules.parse(spec))
    size = min(9, game.rules.width)
    for _ in range(count):
        cell = (rng.randrange(size), rng.randrange(size))
        if game.why_illegal(cell) is None:
            game.play(cell)
            if game.is_over:
                game.undo()
    closed = game.forbidden_cells()
    assert set(closed) <= set(suspects(game))
    assert sorted(suspects(game)) == suspects(game)
