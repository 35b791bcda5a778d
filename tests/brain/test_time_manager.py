"""Time management: limits per move and per game, and the reserve for latency."""

from itertools import pairwise

import pytest

from gomoku.brain.settings import Settings
from gomoku.brain.time_manager import FASTEST_TURN, MIN_SEARCH_TIME, RESERVE, TimeManager


@pytest.fixture
def manager():
    return TimeManager(Settings())


def tell(manager, **values):
    for key, value in values.items():
        manager.settings.put(key, str(value))


def test_default_is_five_seconds_per_move(manager):
    budget = manager.budget(asked=10, now=10, moves=0)
    assert budget.hard == pytest.approx(5 - RESERVE)
    assert budget.soft is None


def test_time_since_the_command_counts(manager):
    tell(manager, timeout_turn=500)
    assert manager.budget(10, 10.1, 3).hard == pytest.approx(0.4 - RESERVE)


def test_as_fast_as_possible(manager):
    tell(manager, timeout_turn=0)
    assert manager.budget(10, 10, 0).hard == FASTEST_TURN
    assert manager.budget(10, 10.08, 0).hard == MIN_SEARCH_TIME


def test_game_time_is_divided_among_moves(manager):
    tell(manager, timeout_turn=30_000, timeout_match=180_000)
    now, spent = 0.0, []
    for move in range(60):
        budget = manager.budget(now, now, move, 112 - move)
        assert budget.soft is not None
        spent.append(budget.soft)
        now += 1
        manager.answered(now, now + budget.soft)
    assert sum(spent) < 180
    assert sum(spent[:30]) > 100
    assert all(later < 1.5 * earlier for earlier, later in pairwise(spent))


@pytest.mark.parametrize(("seconds", "board"), [(20, 15), (60, 20), (300, 32)])
def test_a_game_that_fills_the_board_is_not_lost_on_time(manager, seconds, board):
    tell(manager, timeout_turn=5000, timeout_match=1000 * seconds)
    now, moves = 0.0, board * board // 2
    for move in range(moves):
        budget = manager.budget(now, now, move, moves - move)
        spent = (
            min(budget.hard, 1.3 * (budget.soft or budget.hard)) + 0.01
        )  # a search exceeds its soft limit, and communication takes time
        manager.answered(now, now + spent)
        now += spent
        assert manager.left() > 0, move


def test_an_unstable_search_may_exceed_its_share_but_not_the_turn(manager):
    tell(manager, timeout_turn=5000, timeout_match=400_000)
    assert manager.budget(0, 0, 0).hard == pytest.approx(5 - RESERVE)
    assert manager.budget(0, 0, 0).soft is None  # enough time for every turn
    tell(manager, timeout_match=80_000)
    budget = manager.budget(0, 0, 0)
    assert 2 * budget.soft < budget.hard < 5


def test_time_left_overrides_our_own_count(manager):
    tell(manager, timeout_turn=5000, timeout_match=100_000)
    assert manager.left() == 100
    manager.answered(0, 4)
    assert manager.left() == 96
    tell(manager, time_left=50_000)
    assert manager.left() == 50
    manager.answered(10, 13)
    assert manager.left() == 47
    tell(manager, time_left=40_000)
    assert manager.left() == 40
    tell(manager, time_left=2147483647)
    assert manager.left() is None


def test_a_new_game_resets_the_time(manager):
    tell(manager, timeout_match=100_000, time_left=20_000)
    manager.answered(0, 4)
    manager.new_game()
    assert manager.left() == 100


@pytest.mark.parametrize("left", [-5000, 0, 1, 30, 100])
def test_little_time_means_a_short_search(manager, left):
    tell(manager, timeout_turn=5000, timeout_match=1000, time_left=left)
    hard = manager.budget(0, 0, 5).hard
    assert MIN_SEARCH_TIME <= hard < max(1.1 * MIN_SEARCH_TIME, left / 1000)


def test_latency_is_reserved_in_later_turns(manager):
    tell(manager, timeout_turn=500)
    before = manager.budget(0, 0, 0).hard
    manager.aim(due=0.455, margin=0.035)
    manager.answered(0, 0.46)  # 5 ms late: covered by the engine's margin
    assert manager.budget(0, 0, 0).hard == pytest.approx(before)
    manager.aim(due=0.455, margin=0.035)
    manager.answered(0, 0.485)
    assert manager.budget(0, 0, 0).hard == pytest.approx(before - (2 * 0.03 - 0.035))
    manager.aim(due=0.455, margin=0.035)
    manager.answered(0, 0.457)
    assert manager.noise == pytest.approx(0.03)


def test_a_suspended_process_does_not_reserve_everything(manager):
    tell(manager, timeout_turn=500)
    manager.aim(due=0.455, margin=0.035)
    manager.answered(0, 3600)
    assert manager.budget(0, 0, 0).hard > 0.3
