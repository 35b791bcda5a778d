from tests.server.people.test_tokens import (  # noqa: F401
    test_a_bot_can_have_another_token,
    test_a_bot_plays_with_its_token_alone,
    test_a_token_needs_no_origin_and_no_cookie_helps_it,
    test_a_token_that_is_taken_back_ends_at_once,
    test_an_unknown_token_is_refused,
    test_bots_make_no_tokens,
    test_nobody_sees_or_takes_back_anothers_token,
)
