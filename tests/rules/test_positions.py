"""Keys of positions: the same in all views, different for different positions."""

from random import Random

import pytest

from gomoku.rules import PRESETS, Game, Rules
from gomoku.rules.positions import Walker, key_of, rows_after


def random_game(spec: str, seed: int, turn: int = 0, plies: int = 40) -> Game:
    """A random game near the middle, seen in one of the views."""
    rng = Random(seed)
    game, twin = Game(Rules.parse(spec)), Game(Rules.parse(spec))
    width, height = game.rules.width, game.rules.height
    for _ in range(plies):
        cell = (rng.randrange(3, min(10, width)), rng.randrange(3, min(10, height)))
        if not game.is_over and game.why_illegal(cell) is None:
            game.play(cell)
            twin.play(seen(cell, turn, width, height))
    return twin


def seen(cell, turn: int, width: int, height: int):
    x, y = cell[::-1] if turn & 4 else cell
    return (width - 1 - x if turn & 1 else x), (height - 1 - y if turn & 2 else y)


@pytest.mark.parametrize("spec", [*PRESETS, "freestyle;size=12x15"])
def test_all_views_have_one_key_and_moves_map_back(spec: str):
    rules = Rules.parse(spec)
    views = 8 if rules.width == rules.height else 4
    for seed in range(3):
        games = [random_game(spec, seed, turn) for turn in range(views)]
        assert len({key_of(game) for game in games}) == 1
        walkers = [Walker.of(game) for game in games]
        for stones in zip(*(game.played for game in games), strict=True):
            moves = {walker.canonical(walker.cell(stone.cell)) for walker, stone in zip(walkers, stones, strict=True)}
            assert len(moves) == 1
            (move,) = moves
            for walker, stone in zip(walkers, stones, strict=True):
                assert stone.cell in walker.cells(move)
                walker.play(stone)


def test_on_a_symmetric_position_moves_that_mirror_each_other_are_one():
    game = Game(Rules.parse("freestyle;size=15"))
    game.play("H8")
    walker = Walker.of(game)
    walker.play(game.played[0])
    move = walker.canonical(walker.cell((8, 6)))
    assert sorted(walker.cells(move)) == [(6, 6), (6, 8), (8, 6), (8, 8)]


def test_positions_differ_by_rules_side_stones_and_captures():
    rows = ["." * 15] * 15
    rows[7] = ".......X......."
    keys = {
        key_of(Game.from_rows(Rules.parse(spec), rows, side, taken))
        for spec in ("42;size=15", "pente;size=15")
        for side in "XO"
        for taken in ({"X": 0, "O": 0}, {"X": 2, "O": 0}, {"X": 0, "O": 2}, {"X": 4, "O": 2})
    }
    assert len(keys) == 16


def test_the_way_to_a_position_does_not_matter():
    def after(*names: str) -> int:
        game = Game(Rules.parse("renju"))
        for name in names:
            game.play(name)
        return key_of(game)

    assert after("H8", "I9", "I7", "A1") == after("I7", "A1", "H8", "I9")
    rows = Game(Rules.parse("renju"))
    for name in ("H8", "I9", "I7"):
        rows.play(name)
    assert key_of(Game.from_rows(Rules.parse("renju"), rows.rows(), "O")) == after("I7", "I9", "H8")


@pytest.mark.parametrize("spec", PRESETS)
def test_the_board_after_stones_is_that_of_the_game(spec: str):
    game, rng = Game(Rules.preset(spec)), Random(spec)
    while not game.is_over and len(game.moves) < 120:
        allowed = game.allowed_cells()
        game.play(rng.choice([cell for cell in allowed if game.captures(cell)] or allowed))
    cells = [y * game.rules.width + x for x, y in game.moves]
    assert rows_after(game.rules, cells) == game.rows()
    if game.rules.capture_sizes:
        assert any(stone.captured for stone in game.played), "with captures"
