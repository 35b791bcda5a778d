"""Openings: legal, balanced, reproducible by seed and number."""

import random
from itertools import islice

import pytest

from gomoku.engine import Engine, Limit
from gomoku.lab.matches.opening_sets import BALANCE, NODES, Openings, balanced, random_stones
from gomoku.rules import PRESETS, Game, Rules
from gomoku.rules.game import play_all


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
    first = list(islice(balanced(rules, 7), 4))
    assert first == list(islice(balanced(rules, 7), 4))
    assert first != list(islice(balanced(rules, 8), 4))


def test_openings_are_independent_of_order():
    openings = Openings(Rules.preset("freestyle"), 3)
    later = openings.opening(2)
    assert [openings.opening(n) for n in range(3)][2] == later
    openings.close()


def test_openings_are_balanced():
    rules = Rules.preset("42")
    with Engine(rules, memory_mb=4) as engine:
        for cells in islice(balanced(rules, 1), 5):
            engine.new_game()
            assert abs(engine.search(play_all(Game(rules), cells), Limit(nodes=NODES)).score) <= BALANCE


def test_tiny_board_terminates():
    openings = Openings(Rules.parse("freestyle;size=5"), 1)
    assert 3 <= len(openings.opening(0)) <= 6
    openings.close()
