"""Runs server tests again on PostgreSQL and Redis, as in a cluster."""

from collections.abc import Iterator

import pytest

from gomoku.server.ops.settings import Settings
from tests.server.conftest import ThreadServer
from tests.support.databases import Postgres, Redis


@pytest.fixture(scope="package")
def server(postgres: Postgres, redis: Redis) -> Iterator[ThreadServer]:
    settings = Settings(
        postgres.create(),
        redis=redis.url,
        engines=2,
        engine_threads=1,
        pace=0.02,
        messages_per_second=100_000,
        requests_per_minute=100_000,
    )
    with ThreadServer(settings) as running:
        yield running
