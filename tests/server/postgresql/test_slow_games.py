from tests.server.live.test_slow_games import (  # noqa: F401
    test_a_vacation_stops_the_clocks_and_is_limited,
    test_conditional_moves_are_private_and_survive_the_room_being_forgotten,
    test_the_list_of_games_that_wait_for_a_move,
)
