from tests.server.live.test_notices import (  # noqa: F401
    test_players_elsewhere_are_notified_of_a_tournament_game_and_its_clocks_are_shown,
)
from tests.server.people.test_moderation import (  # noqa: F401
    moderate,
    short_countdown,
    test_a_ban_ends_the_running_games,
    test_a_case_is_taken_by_one_moderator,
)
