from tests.server.live.test_notices import (  # noqa: F401
    test_a_tournament_s_game_is_told_wherever_its_players_are_and_its_clocks_are_shown,
)
from tests.server.people.test_moderation import (  # noqa: F401
    moderate,
    short_countdown,
    test_a_ban_ends_the_running_games,
    test_a_case_is_taken_by_one_moderator,
)
