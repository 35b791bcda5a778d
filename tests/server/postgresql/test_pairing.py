from tests.server.test_pairing import *  # noqa: F403
