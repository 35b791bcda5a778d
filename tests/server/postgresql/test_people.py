from tests.server.people.test_accounts import (  # noqa: F401
    test_account_names_are_unique,
    test_leaderboards_over_http,
    test_sign_in_from_another_browser,
)
