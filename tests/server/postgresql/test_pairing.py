from tests.server.live.test_matchmaking import *  # noqa: F403
