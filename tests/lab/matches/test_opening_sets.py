"""Openings: legal, balanced, reproducible by seed and number."""

import random

import pytest

from gomoku.engine import Engine, Limit
from gomoku.engine.book import book_for
from gomoku.lab.matches.match import Match, openings_of
from gomoku.lab.matches.opening_sets import EVEN, GLANCE_NODES, JUDGE_NODES, BookOpenings, Openings, random_stones
from gomoku.lab.types import LabError
from gomoku.rules import PRESETS, Cell, Game, Rules
from gomoku.rules.game import play_all


def first_openings(rules: Rules, seed: int, number: int) -> list[list[Cell]]:
    openings = Openings(rules, seed)
    try:
        return [openings.opening(n) for n in range(number)]
    finally:
        openings.close()


@pytest.mark.parametrize("preset", PRESETS)
def test_random_stones_are_legal_and_end_nothing(preset):
    rules = Rules.preset(preset)
    rng = random.Random(5)
    lengths = set()
    for _ in range(30):
        game = play_all(Game(rules), random_stones(rules, rng))
        lengths.add(len(game.moves))
        assert game.status == "ongoing"
        assert all(max(abs(x - rules.centre[0]), abs(y - rules.centre[1])) <= 3 for x, y in game.moves)
    assert lengths == {3, 4, 5, 6}


def test_same_seed_same_openings():
    rules = Rules.preset("42")
    first = first_openings(rules, 7, 4)
    assert first == first_openings(rules, 7, 4)
    assert first != first_openings(rules, 8, 4)


def test_openings_are_independent_of_order():
    openings = Openings(Rules.preset("freestyle"), 3)
    later = openings.opening(2)
    assert [openings.opening(n) for n in range(3)][2] == later
    openings.close()


def test_openings_are_balanced():
    rules = Rules.preset("42")
    with Engine(rules, memory_mb=4) as engine:
        for cells in first_openings(rules, 1, 5):
            game = play_all(Game(rules), cells)
            engine.new_game()
            engine.search(game, Limit(nodes=GLANCE_NODES))
            assert abs(engine.search(game, Limit(nodes=JUDGE_NODES)).score) <= EVEN


def test_tiny_board_terminates():
    openings = Openings(Rules.parse("freestyle;size=5"), 1)
    assert 3 <= len(openings.opening(0)) <= 6
    openings.close()


def test_openings_of_a_book_stay_in_it_and_differ():
    rules = Rules.preset("42")
    book = book_for(rules)
    openings = openings_of(Match("greedy", "greedy", "42", seed=7, openings="book"))
    assert book is not None
    assert isinstance(openings, BookOpenings)
    lines = [openings.opening(number) for number in range(40)]
    assert {len(line) for line in lines} == {2, 3, 4, 5}, "after the stone in the centre"
    assert len({tuple(line) for line in lines}) > 30
    assert all(book.moves(play_all(Game(rules), line)) for line in lines)
    assert [openings.opening(number) for number in range(40)] == lines


def test_no_openings_from_a_book_of_other_rules():
    with pytest.raises(LabError, match="there is no book"):
        openings_of(Match("greedy", "greedy", "42;size=15", openings="book"))
