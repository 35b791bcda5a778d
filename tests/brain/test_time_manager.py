"""The clock: limits of a turn and of a game, what is kept back, and how that grows."""

from itertools import pairwise

import pytest

from gomoku.brain.settings import Settings
from gomoku.brain.time_manager import FASTEST_TURN, MIN_SEARCH_TIME, RESERVE, TimeManager


@pytest.fixture
def clock():
    return TimeManager(Settings())


def tell(clock, **values):
    for key, value in values.items():
        clock.settings.put(key, str(value))


def test_without_a_word_a_turn_takes_five_seconds(clock):
    budget = clock.budget(asked=10, now=10, moves=0)
    assert budget.hard == pytest.approx(5 - RESERVE)
    assert budget.soft is None


def test_what_has_passed_since_the_command_counts(clock):
    tell(clock, timeout_turn=500)
    assert clock.budget(10, 10.1, 3).hard == pytest.approx(0.4 - RESERVE)


def test_as_fast_as_possible(clock):
    tell(clock, timeout_turn=0)
    assert clock.budget(10, 10, 0).hard == FASTEST_TURN
    assert clock.budget(10, 10.08, 0).hard == MIN_SEARCH_TIME


def test_a_game_is_shared_out(clock):
    tell(clock, timeout_turn=30_000, timeout_match=180_000)
    now, spent = 0.0, []
    for move in range(60):
        budget = clock.budget(now, now, move, 112 - move)
        assert budget.soft is not None
        spent.append(budget.soft)
        now += 1
        clock.answered(now, now + budget.soft)
    assert sum(spent) < 180
    assert sum(spent[:30]) > 100
    assert all(later < 1.5 * earlier for earlier, later in pairwise(spent))


@pytest.mark.parametrize(("seconds", "board"), [(20, 15), (60, 20), (300, 32)])
def test_a_game_that_fills_the_board_is_not_lost_on_time(clock, seconds, board):
    tell(clock, timeout_turn=5000, timeout_match=1000 * seconds)
    now, moves = 0.0, board * board // 2
    for move in range(moves):
        budget = clock.budget(now, now, move, moves - move)
        spent = (
            min(budget.hard, 1.3 * (budget.soft or budget.hard)) + 0.01
        )  # a search goes past its soft limit, and talk takes time
        clock.answered(now, now + spent)
        now += spent
        assert clock.left() > 0, move


def test_a_move_in_trouble_may_take_more_than_its_share_but_not_more_than_a_turn(clock):
    tell(clock, timeout_turn=5000, timeout_match=400_000)
    assert clock.budget(0, 0, 0).hard == pytest.approx(5 - RESERVE)
    assert clock.budget(0, 0, 0).soft is None  # there is time enough for every turn
    tell(clock, timeout_match=80_000)
    budget = clock.budget(0, 0, 0)
    assert 2 * budget.soft < budget.hard < 5


def test_what_the_manager_says_is_left_counts_more_than_our_own_sum(clock):
    tell(clock, timeout_turn=5000, timeout_match=100_000)
    assert clock.left() == 100
    clock.answered(0, 4)
    assert clock.left() == 96
    tell(clock, time_left=50_000)
    assert clock.left() == 50
    clock.answered(10, 13)
    assert clock.left() == 47
    tell(clock, time_left=40_000)
    assert clock.left() == 40
    tell(clock, time_left=2147483647)
    assert clock.left() is None


def test_a_new_game_has_all_its_time(clock):
    tell(clock, timeout_match=100_000, time_left=20_000)
    clock.answered(0, 4)
    clock.new_game()
    assert clock.left() == 100


@pytest.mark.parametrize("left", [-5000, 0, 1, 30, 100])
def test_little_time_is_little_thought(clock, left):
    tell(clock, timeout_turn=5000, timeout_match=1000, time_left=left)
    hard = clock.budget(0, 0, 5).hard
    assert MIN_SEARCH_TIME <= hard < max(1.1 * MIN_SEARCH_TIME, left / 1000)


def test_noise_is_kept_back_next_time(clock):
    tell(clock, timeout_turn=500)
    before = clock.budget(0, 0, 0).hard
    clock.aim(due=0.455, margin=0.035)
    clock.answered(0, 0.46)  # 5 ms late: the search's own margin covers that
    assert clock.budget(0, 0, 0).hard == pytest.approx(before)
    clock.aim(due=0.455, margin=0.035)
    clock.answered(0, 0.485)
    assert clock.budget(0, 0, 0).hard == pytest.approx(before - (2 * 0.03 - 0.035))
    clock.aim(due=0.455, margin=0.035)
    clock.answered(0, 0.457)
    assert clock.noise == pytest.approx(0.03)


def test_a_suspended_process_does_not_lose_its_nerve(clock):
    tell(clock, timeout_turn=500)
    clock.aim(due=0.455, margin=0.035)
    clock.answered(0, 3600)
    assert clock.budget(0, 0, 0).hard > 0.3
