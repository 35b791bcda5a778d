"""`Inspector`: threats, cells and terms of the evaluation."""

import pytest

from gomoku.engine import Engine, Inspector
from gomoku.engine.inspector import Capture, Shape
from gomoku.rules import PRESETS, Color, Game, Rules
from tests.engine.positions import position


def test_threats_of_both_sides():
    rows = [
        ".........",
        ".XXX.....",
        ".........",
        ".....O...",
        "....OXX..",
        "...O.....",
        "..O......",
        ".........",
        ".........",
    ]
    game = Game.from_rows(Rules.preset("42", size=9), rows, "X")
    threats = Inspector(game.rules).threats(game)
    assert (4, 1) in threats[Color.X].open_fours
    assert set(threats[Color.O].fives) == {(6, 2), (1, 7)}
    assert threats[Color.O].captures == (Capture((7, 4), ((6, 4), (5, 4))),)
    assert threats[Color.X].captures == ()


def test_forbidden_cells_are_no_threats():
    rows = ["." * 9 for _ in range(9)]
    rows[2] = "..XX....."
    rows[3] = ".X......."
    rows[4] = ".X......."
    game = Game.from_rows(Rules.preset("42", size=9), rows, "X")
    closed = set(game.forbidden_cells())
    assert closed
    assert not closed & set(Inspector(game.rules).threats(game)[Color.X].open_threes)


def test_cell_patterns_by_axis():
    rows = ["." * 9 for _ in range(9)]
    rows[4] = "..XX....."
    game = Game.from_rows(Rules.preset("42", size=9), rows, "X")
    inspector = Inspector(game.rules)
    view = inspector.cell(game, (4, 4))[Color.X]
    assert view.axes == (Shape.OPEN_THREE, Shape.ONE, Shape.ONE, Shape.ONE)
    assert view.takes == 0
    with pytest.raises(ValueError, match="not an empty cell"):
        inspector.cell(game, (2, 4))


def test_the_policy_is_a_distribution_over_the_candidates():
    rows = ["." * 19 for _ in range(19)]
    rows[9] = "........XXX........"
    rows[11] = "..........OO......."
    game = Game.from_rows(Rules.preset("42"), rows, "O")
    inspector = Inspector(game.rules)
    policy = inspector.policy(game)
    assert sum(policy.values()) == pytest.approx(1)
    assert list(policy.values()) == sorted(policy.values(), reverse=True)
    assert {(7, 9), (11, 9)} == set(list(policy)[:2]), "the ends of the open three"
    glance = inspector.glance(game, (11, 9))
    assert glance is not None
    assert (glance.probability, glance.rank) == (policy[11, 9], list(policy).index((11, 9)) + 1)
    assert max(range(4), key=lambda axis: glance.axes[axis]) == 0, "what speaks for it is the row"
    assert inspector.glance(game, (0, 0)) is None
    assert inspector.glance(game, (8, 9)) is None


def test_the_shares_of_the_network_belong_to_the_cells_in_line_with_stones():
    rules = Rules.preset("42")
    inspector = Inspector(rules)
    game = Game(rules)
    assert inspector.shares(game) == {}, "no stones"
    for cell in ((9, 9), (10, 9), (0, 18), (11, 9)):
        game.play(cell)
    shares = inspector.shares(game)
    empty = {(x, y) for y, row in enumerate(game.rows()) for x, glyph in enumerate(row) if glyph == "."}
    steps = [(dx * step, dy * step) for dx in (-1, 0, 1) for dy in (-1, 0, 1) for step in range(1, 5)]
    in_line = {(x + dx, y + dy) for x, y in game.moves for dx, dy in steps} & empty
    assert shares
    assert shares.keys() <= in_line
    assert all(shares.values())
    assert max(shares, key=lambda cell: shares[cell]) == (12, 9), "Black, to move, can capture a pair there"
    inspector.shares(Game(rules))
    assert inspector.shares(game) == shares, "whichever position came before"


def test_no_shares_without_a_network():
    game = position(Rules.preset("caro"), 7, 16)
    assert Inspector(game.rules).shares(game) == {}


def test_a_rule_set_without_a_network_has_no_policy(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("gomoku.engine.inspector.network_for", lambda rules: None)
    game = position(Rules.preset("42"), 7, 16)
    inspector = Inspector(game.rules)
    assert not inspector.has_policy
    assert inspector.policy(game) == {}
    assert all(inspector.glance(game, cell) is None for cell in game.allowed_cells()[:5])


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_terms_sum_to_the_evaluation(name):
    game = position(Rules.preset(name), 7, 16)
    inspector = Inspector(game.rules)
    parts = inspector.terms(game)
    with Engine(game.rules, memory_mb=1) as engine:
        assert parts.total == engine.evaluate(game)
    terms = parts.own_cells + parts.other_cells + parts.taken + parts.own_captures + parts.other_captures
    assert parts.total == max(-20_000, min(20_000, terms + parts.network))
    me, enemy = game.to_move, game.to_move.other
    empty = [(x, y) for y, row in enumerate(game.rows()) for x, glyph in enumerate(row) if glyph == "."]
    views = [inspector.cell(game, cell) for cell in empty]
    assert parts.own_cells == sum(view[me].to_move for view in views)
    assert parts.other_cells == -sum(view[enemy].waiting for view in views)
