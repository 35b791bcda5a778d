from tests.server.test_online import *  # noqa: F403
