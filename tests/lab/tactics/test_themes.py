"""Themes: found in positions that show them, and true of every shipped puzzle."""

import json
from importlib import resources
from typing import Any

import pytest

from gomoku.engine.inspector import Inspector
from gomoku.lab.tactics.themes import Theme, themes_of
from gomoku.rules import Game, Rules
from gomoku.rules.game import play_all
from gomoku.rules.notation import cell_of

PUZZLES: list[dict[str, Any]] = json.loads(
    resources.files("gomoku.server.analysis.learn").joinpath("puzzles.json").read_text()
)


def cells(rules: Rules, names: str) -> list[tuple[int, int]]:
    return [cell_of(name, rules.width, rules.height) for name in names.split()]


def found(rules: str, moves: str, line: str, proofs: list[Any], defends: bool = False) -> set[Theme]:
    variant = Rules.parse(rules)
    game = play_all(Game(variant), cells(variant, moves))
    return set(themes_of(game, cells(variant, line), proofs, Inspector(variant), defends=defends))


def test_a_four_three_by_force() -> None:
    # Black has H8 J8 K8 in a row with G8 taken, and L6 L7 in a column: L8 makes a four and an open three.
    moves = "H8 G8 J8 A1 K8 A15 L6 O1 L7 O15"
    themes = found("freestyle;size=15", moves, "L8 M8 L9", [["L8", {"M8": ["L9", {"*": ["L10"]}], "*": ["M8"]}]])
    assert themes == {Theme.FOURS, Theme.FOUR_THREE}


def test_the_side_that_defends_has_no_theme_of_an_attack() -> None:
    moves = "H8 A1 J8 A3 K8 A5 B1 A7"
    assert found("freestyle;size=15", moves, "L8", [], defends=True) == {Theme.COUNTER_FOUR}


@pytest.mark.parametrize("puzzle", PUZZLES, ids=[puzzle["id"] for puzzle in PUZZLES])
def test_every_puzzle_has_the_themes_of_its_proof(puzzle: dict[str, Any]) -> None:
    themes = found(puzzle["rules"], puzzle["moves"], puzzle["line"], puzzle["proofs"], puzzle["kind"] == "save")
    assert sorted(themes) == sorted(puzzle["themes"])
    if puzzle["kind"] == "save":
        assert not themes - {Theme.TAKE, Theme.COUNTER_FOUR}


def test_every_theme_is_shown_by_some_puzzle() -> None:
    assert {theme for puzzle in PUZZLES for theme in puzzle["themes"]} == set(Theme)
