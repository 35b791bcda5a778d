from tests.server.live.test_online import *  # noqa: F403
