"""Figures: numbers of a range, moves on occupied cells listed, letters on empty cells."""

import pytest

from gomoku import Game, Rules
from gomoku.rules.diagram import draw
from gomoku.rules.figure import FigureError, figure_of, lettered
from gomoku.rules.game import play_all
from gomoku.rules.notation import cell_of
from tests.rules.test_diagram import texts


def played(moves):
    rules = Rules.preset("42")
    return play_all(Game(rules), [cell_of(name, rules.width, rules.height) for name in moves.split()])


# White's stones on L10 and M10 are taken by the seventh move; White plays on L10 again.
GAME = played("K10 L10 A1 M10 A3 C1 N10 L10")


def names(figure):
    return {GAME.name(cell): label for cell, label in figure.labels.items()}


def test_a_range_has_its_numbers_and_earlier_stones_are_plain():
    figure = figure_of(GAME.at(6), first=5)
    assert names(figure) == {"A3": "5", "C1": "6"}
    assert figure.rows == GAME.at(6).rows()
    assert figure.notes == []


def test_a_stone_that_is_captured_within_the_range_stays_and_a_move_on_it_is_listed():
    figure = figure_of(GAME, first=1)
    assert names(figure) == {name: str(i) for i, name in enumerate(["K10", "L10", "A1", "M10", "A3", "C1", "N10"], 1)}
    assert figure.notes == ["8 at 2"]
    assert figure.rows[9][11] == "O", "M10 was captured, and is drawn"
    later = figure_of(GAME, first=7, at="auf")
    assert later.notes == ["8 auf L10"], "under it is a stone without number"


def test_a_move_after_the_capture_has_its_number_on_the_board():
    assert names(figure_of(GAME, first=8)) == {"L10": "8"}
    assert figure_of(GAME, first=9).labels == {}


def test_letters_stand_on_empty_cells_only():
    cells = [cell_of(name, 19, 19) for name in ("B1", "D1", "B1")]
    figure = figure_of(GAME, first=9, letters=lettered(dict.fromkeys(cells, "")), caption="<After> 8")
    assert names(figure) == {"B1": "A", "D1": "B"}
    assert figure.notes[-1] == "<After> 8"
    shown = texts(draw(figure))
    assert shown[-1] == "<After> 8"
    for wrong in ([cell_of("A1", 19, 19)], [(19, 0)], [(0, -1)]):
        with pytest.raises(FigureError):
            figure_of(GAME, letters=lettered(dict.fromkeys(wrong, "")))
    for first in (0, 10):
        with pytest.raises(FigureError, match="moves 1 to 8"):
            figure_of(GAME, first=first)


def test_a_caption_that_is_too_long_is_squeezed_into_the_width():
    assert "textLength" in draw(figure_of(GAME, caption="x" * 300))
    assert "textLength" not in draw(figure_of(GAME, caption="After move 8"))
