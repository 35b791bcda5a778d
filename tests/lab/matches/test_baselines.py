"""The baselines: legal in every rule set, and worth measuring against."""

import random

import pytest

from gomoku.core import _core, baselines
from gomoku.lab.matches.players import BaselinePlayer
from gomoku.rules import PRESETS, Game, Rules
from gomoku.rules.game import play_all

SPECS = [
    *PRESETS,
    "42;size=7",
    "42;size=9x5",
    "renju;size=9",
    "keryo;size=8",
    "42;ban_self_capture=both",
    "42;three=flank",
]


def players():
    return {
        "greedy": BaselinePlayer("greedy", {}),
        "classic": BaselinePlayer("classic", {"depth": "2"}),
    }


def play_out(rules, choose, seed):
    """Play a baseline against random moves, for unusual positions; the rules check every move."""
    rng = random.Random(seed)
    game = Game(rules)
    for _ in range(60):
        if game.is_over:
            break
        if rng.random() < 0.4 and game.status != "grace":
            game.play(rng.choice(game.allowed_cells()))
        else:
            move = choose(game).move
            assert game.why_illegal(move) is None, (rules.spec(), game.moves, move)
            game.play(move)
    return game


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("kind", ["greedy", "classic"])
def test_plays_legally_in_every_rule_set(spec, kind):
    rules = Rules.parse(spec)
    player = players()[kind]
    player.new_game(rules)
    for seed in range(2):
        play_out(rules, player.choose, seed)


def choice(kind, rules, rows, to_move="X", taken=None, depth="4"):
    player = BaselinePlayer(kind, {"depth": depth} if kind == "classic" else {})
    player.new_game(rules)
    return player.choose(Game.from_rows(rules, rows, to_move, taken)).move


BOTH = pytest.mark.parametrize("kind", ["greedy", "classic"])


@BOTH
def test_takes_a_five(kind):
    rows = ["." * 9] * 3 + [".XXXX.O..", "..OOO...."] + ["." * 9] * 4
    assert choice(kind, Rules.parse("freestyle;size=9"), rows) in ((0, 3), (5, 3))


@BOTH
def test_blocks_a_four(kind):
    rows = ["." * 9] * 3 + ["OXXXX....", "..OO....."] + ["." * 9] * 4
    assert choice(kind, Rules.parse("freestyle;size=9"), rows, "O") == (5, 3)


@BOTH
def test_takes_the_last_pair(kind):
    rows = ["." * 9] * 2 + ["..XOO....", "...X.....", "....X.O.."] + ["." * 9] * 4
    assert choice(kind, Rules.parse("42;size=9"), rows, "X", {"X": 8, "O": 0}) == (5, 2)


@BOTH
def test_breaks_a_standing_five(kind):
    """O owns a five on row 2; the pair (3,2)-(3,3) can be captured from (3,4)."""
    rows = ["." * 9, "...X.....", ".OOOOO...", "...O.....", "." * 9] + ["." * 9] * 4
    rules = Rules.parse("42;size=9")
    game = Game.from_rows(rules, rows, "X")
    assert game.status == "grace"
    assert choice(kind, rules, rows) in game.breaks


@BOTH
def test_first_stone_is_in_the_centre(kind):
    assert choice(kind, Rules(), ["." * 19] * 19) == (9, 9)


def test_classic_prefers_the_five_that_holds():
    """Both ends of the four complete a five. After (0,4) the pair (0,4)-(0,5) could be captured from (0,6)."""
    rows = ["." * 9] * 3 + ["O........", ".XXXX....", "X........"] + ["." * 9] * 3
    rules = Rules.parse("42;size=9")
    game = Game.from_rows(rules, rows, "X")
    assert play_all(game.copy(), [(0, 4)]).status == "grace"
    assert choice("classic", rules, rows) == (5, 4)
    assert play_all(game, [(5, 4)]).winner == "X"


def test_classic_makes_the_open_four():
    rows = ["." * 11] * 5 + ["...XXX.....", "....OO.O..."] + ["." * 11] * 4
    assert choice("classic", Rules.parse("freestyle;size=11"), rows) in ((2, 5), (6, 5))


def test_depth_finds_the_win():
    """The side to move wins with an open three within depth 4; depth 1 does not see it."""
    rows = ["." * 11] * 5 + ["...XXX.....", "....OO.O..."] + ["." * 11] * 4
    baseline = _core.Baselines(Rules.parse("freestyle;size=11"))
    baseline.load(rows, 1, 0, 0)
    assert baseline.classic(4)[1] > 29000
    assert baseline.classic(1)[1] < 29000


def test_compiled_equals_uncompiled():
    rules = Rules.parse("42;size=8")
    fast, slow = _core.Baselines(rules), baselines.Baselines(rules)
    player = players()["greedy"]
    player.new_game(rules)
    for seed in range(3):
        game = play_out(rules, player.choose, seed)
        while game.is_over:
            game.undo()
        taken = {str(color): stones for color, stones in game.taken.items()}
        for each in (fast, slow):
            each.load(game.rows(), 1 if game.to_move == "X" else 2, taken["X"], taken["O"])
        assert fast.greedy() == slow.greedy()
        assert fast.classic(2) == slow.classic(2)


def test_no_move_and_bad_depth():
    rules = Rules.parse("freestyle;size=5")
    baseline = _core.Baselines(rules)
    full = ["XXOOX", "OOXXO", "XXOOX", "OOXXO", "XXOOX"]
    baseline.load(full, 1, 0, 0)
    assert baseline.greedy() is None
    assert baseline.classic(3)[0] is None
    with pytest.raises(ValueError, match="depth"):
        baseline.classic(0)
