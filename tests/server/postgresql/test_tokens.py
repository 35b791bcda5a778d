from tests.server.people.test_tokens import (  # noqa: F401
    test_bot_plays_with_its_token,
    test_bots_cannot_manage_tokens,
    test_revoked_token_is_disconnected_at_once,
    test_second_token_for_a_bot,
    test_token_requests_ignore_origin_and_cookie,
    test_tokens_are_private_to_their_owner,
    test_unknown_token_is_refused,
)
