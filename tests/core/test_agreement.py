"""Differential test of the core's board against `rules`: a short run of `benchmarks/board_differential.py`."""

import random
from itertools import pairwise

import pytest

from benchmarks.board_differential import Difference, PairedGame, play_round, random_rules
from gomoku.core import _core
from gomoku.core.constants import CODES
from gomoku.rules import PRESETS, Game, Rules

SIZES = [*range(5, 33), (5, 32), (32, 5), (7, 12), (19, 6), (31, 32)]


def board_of(rules: Rules, rows: list[str], turn: int, taken: tuple[int, int] = (0, 0)):
    tables = _core.PatternTables(rules)
    board = _core.Board(rules, tables, _core.buffer(CODES, "q"))
    board.load(rows, turn, *taken)
    return board


@pytest.mark.parametrize("name", PRESETS)
def test_presets(name: str):
    for seed, size in enumerate((6, 9, (13, 8), None)):
        rules = Rules.preset(name, **({"size": size} if size else {}))
        assert play_round(seed, 80, rules)["moves"] == 80


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_sizes(size: int | tuple[int, int]):
    """Every edge length: small boards fill up, large ones reach the end of the padded array."""
    play_round(11, 30, Rules.preset("42", size=size))


@pytest.mark.parametrize("seed", range(14))
def test_random_rules(seed: int):
    play_round(seed, 100)


def test_random_games_reach_every_rule():
    """Random play must capture, make fives and meet bans, or the tests above would prove little."""
    seen = play_round(3, 1000, Rules.preset("42", size=9, ban_self_capture="both", three="flank"))
    for what in ("captures", "taken back", "grace", "win by line", "win by capture", "double_three", "self_capture"):
        assert seen[what] > 0, f"no {what} in {seen}"


def test_random_rules_vary_every_option():
    drawn = [random_rules(random.Random(seed)) for seed in range(400)]
    for name in drawn[0].options():
        if name not in ("size", "renju_foul"):
            assert len({getattr(rules, name) for rules in drawn}) > 1, name


def test_the_comparison_detects_a_difference():
    pair = PairedGame(Rules.preset("42", size=9))
    pair.board.play(0, 0)
    pair.game.play((8, 8))
    with pytest.raises(Difference):
        pair.try_cell((4, 4))


# --- regression tests for positions that the comparison found ---


def test_the_end_of_six_breaks_nothing():
    """A loaded position does not know which stone of the six was played last: capturing an end leaves a five."""
    rows = [
        "...O........",
        "............",
        "...X........",
        ".....OO..X..",
        "...O..O.....",
        ".XXXX.XX....",
        ".OOOOOO.....",
        ".O..........",
        "....X.X.....",
        "............",
        "............",
        "............",
    ]
    rules = Rules.preset("boat_pente", size=12)
    game = Game.from_rows(rules, rows, "X", {"X": 2, "O": 4})
    assert game.breaks == ((0, 8),)
    assert board_of(rules, rows, 1, (2, 4)).break_cells() == [(0, 8)]


def test_two_fives_without_a_common_stone():
    """They occur only in loaded positions; a reply must break both."""
    rows = ["." * 9, "." * 9, "OOOOO....", "..O......", "..X......", "." * 9, "OOOOO....", "." * 9, "." * 9]
    rules = Rules.preset("42", size=9)
    assert board_of(rules, rows[:6] + rows[:1] * 3, 1).break_cells() == [(2, 1)]
    assert Game.from_rows(rules, rows, "X").status == "win"
    assert board_of(rules, rows, 1).break_cells() == []


def test_a_long_game_keeps_the_recent_past():
    """The undo history is bounded: a longer game drops its oldest moves."""
    rules = Rules.preset("pente", size=7, capture_goal=None)
    tables = _core.PatternTables(rules)
    board = _core.Board(rules, tables, _core.buffer(CODES, "q"))
    fresh = _core.Board(rules, tables, _core.buffer(CODES, "q"))
    chance = random.Random(1)
    for _ in range(3000):
        free = [(x, y) for y, row in enumerate(board.rows()) for x, glyph in enumerate(row) if glyph == "."]
        if not free:
            board.clear()
            continue
        board.play(*chance.choice(free))
    facts = board.facts()
    fresh.load(board.rows(), facts["turn"], *facts["taken"])
    assert board.fingerprint() == fresh.fingerprint()


def test_illegal_moves_and_oversized_boards_are_refused():
    rules = Rules.preset("42", size=9)
    board = board_of(rules, ["." * 9] * 9, 1)
    with pytest.raises(IndexError):
        board.take_back()
    board.play(4, 4)
    for cell in ((4, 4), (-1, 0), (9, 0), (0, 9), (0, -1)):
        with pytest.raises(ValueError, match="cannot be played"):
            board.play(*cell)
    for size in (33, (5, 33), 52):
        large = Rules.preset("42", size=size)
        with pytest.raises(ValueError, match="32 x 32"):
            board_of(large, [], 1)


def test_sizes_cover_every_edge_length():
    assert all(b - a == 1 for a, b in pairwise(size for size in SIZES if isinstance(size, int)))
