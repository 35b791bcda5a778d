from tests.server.people.test_accounts import (  # noqa: F401
    test_account_names_are_unique,
    test_leaderboards_over_http,
    test_sign_in_from_another_browser,
)
from tests.server.people.test_challenges import (  # noqa: F401
    short_countdown,
    test_an_accepted_challenge_is_a_room_with_both_seated,
)
from tests.server.people.test_profiles import (  # noqa: F401
    test_a_blocked_person_neither_sits_down_nor_writes,
    test_a_profile_shows_games_ratings_openings_and_the_head_to_head,
    test_who_is_online,
)
