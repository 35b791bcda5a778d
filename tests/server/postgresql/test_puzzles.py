from tests.server.analysis.test_puzzle_records import (  # noqa: F401
    test_a_wrong_move_loses_the_first_try_and_a_later_one_gets_the_mark,
    test_the_first_try_of_a_puzzle_is_rated_once,
)
