from tests.server.people.test_accounts import (  # noqa: F401
    test_a_name_belongs_to_whoever_signs_in_with_it,
    test_an_identity_comes_along_to_another_browser,
    test_leaderboards_over_http,
)
