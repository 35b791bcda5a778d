"""Parity of the compiled core with the same files run as plain Python."""

import importlib
from types import SimpleNamespace
from typing import Any

import cython  # type: ignore[import-untyped]
import pytest

from gomoku.core import _core, params
from gomoku.core.learned.weights import hand_made, numbers_for
from gomoku.rules import Game, Rules
from tests.engine.positions import position
from tests.rules.strategies import random_moves

MODULES = ("patterns", "board", "evaluation", "network", "threats.vcf", "transposition", "search", "root")


def plain_core() -> SimpleNamespace:
    """Namespace of the uncompiled modules."""
    names = SimpleNamespace()
    for module in MODULES:
        for name, value in vars(importlib.import_module(f"gomoku.core.{module}")).items():
            setattr(names, name, value)
    return names


PLAIN = plain_core()


class Core:
    """Board and search of one of the two builds, for a rule set."""

    def __init__(self, classes: Any, rules: Rules, numbers: dict[str, list[int]]) -> None:
        self.tables = classes.PatternTables(rules)
        self.weights = classes.Weights(self.tables, numbers, rules.capture_goal)
        self.board = classes.Board(rules, self.tables, self.weights.by_code())
        table, shared = classes.TranspositionTable(0.25), classes.buffer(16, "i")
        self.search = classes.Search(self.board, self.weights, table, shared, params.as_array(params.PARAMS))

    def load(self, game: Game) -> None:
        self.board.load(game.rows(), 1 if game.to_move == "X" else 2, *game.taken.values())

    def findings(self, game: Game, depth: int, nodes: int) -> dict[str, Any]:
        """Board state and evaluation; value, line and nodes of every depth within the node limit; VCF and VCT."""
        self.load(game)
        found: dict[str, Any] = {
            "board": self.board.fingerprint(),
            "evaluation": self.weights.value(self.board),
            "breaks": self.board.break_cells(),
            "closed": self.board.banned_cells(),
        }
        self.search.limit(0.0, nodes)
        found["root"] = self.search.start()
        value = 0
        for at in range(1, depth + 1):
            value, line, completed = self.search.deepen(at, 0, value)
            found[f"depth {at}"] = (value, line, completed, self.search.node_count, self.search.root_lines())
        self.search.limit(0.0, 0)
        found["force"] = (self.search.find_vcf(8, 100), self.search.node_count)
        found["attack"] = (self.search.find_vct(2, 200), self.search.vct_line(2, 100), self.search.node_count)
        found["losers"] = (self.search.start(), self.search.drop_losing_move(1, 100), self.search.root_lines())
        found["unchanged"] = self.board.fingerprint() == found["board"]
        return found


def test_one_build_is_compiled_and_the_other_is_not():
    assert cython.compiled is False
    assert PLAIN.Board.__module__ == "gomoku.core.board"
    assert PLAIN.Board.make.__code__.co_filename.endswith("board.py")
    assert _core.Board.__module__ == "gomoku.core._core"
    assert not hasattr(_core.Board, "make"), "a C function cannot be seen from Python"


@pytest.mark.parametrize("classes", [_core, PLAIN], ids=["compiled", "plain"])
@pytest.mark.parametrize("more", [-1, 1])
def test_the_wrong_number_of_parameters_is_refused(classes: Any, more: int):
    """The compiled core would write beyond its array, or leave parameters at zero."""
    rules = Rules.preset("freestyle", size=9)
    core = Core(classes, rules, hand_made())
    table, shared = classes.TranspositionTable(0.25), classes.buffer(16, "i")
    with pytest.raises(ValueError, match=f"takes {params.PARAM_COUNT} parameters"):
        classes.Search(core.board, core.weights, table, shared, [1] * (params.PARAM_COUNT + more))


def compare(rules: Rules, seeds: range, numbers: dict[str, list[int]], depth: int, nodes: int) -> None:
    cores = [Core(classes, rules, numbers) for classes in (_core, PLAIN)]
    for seed in seeds:
        game = position(rules, seed, 9 + seed)
        compiled, plain = (core.findings(game, depth, nodes) for core in cores)
        for name, value in compiled.items():
            assert value == plain[name], f"{name} of {game.rows()}"
        assert compiled["unchanged"]


@pytest.mark.parametrize("name", ["42", "freestyle", "pente", "keryo", "omok"])
def test_same_results(name: str):
    rules = Rules.preset(name, size=15)
    compare(rules, range(2, 7), numbers_for(rules), 3, 700)


def test_same_results_with_long_keys():
    """Renju needs the larger tables and every kind of ban. Uncompiled, they take seconds to build: one test only."""
    compare(Rules.preset("renju", size=11), range(2, 7), hand_made(), 3, 500)


def test_same_moves_and_take_backs():
    """Make and undo of captures and fives, on a small board where they are frequent."""
    rules = Rules.preset("42", size=7)
    compiled, plain = (Core(classes, rules, hand_made()) for classes in (_core, PLAIN))
    game = Game(rules)
    for core in (compiled, plain):
        core.board.clear()
    for seed in range(4):
        for cell in random_moves(game, seed, 60):
            game.play(cell)
            for core in (compiled, plain):
                core.board.play(*cell)
            assert compiled.board.fingerprint() == plain.board.fingerprint()
            assert compiled.board.facts() == plain.board.facts()
            assert compiled.board.break_cells() == plain.board.break_cells()
        while game.moves:
            game.undo()
            for core in (compiled, plain):
                core.board.take_back()
        assert compiled.board.fingerprint() == plain.board.fingerprint()
