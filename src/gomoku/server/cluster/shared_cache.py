"""Shared cache in Redis. Entries expire; during an outage results are computed again."""

import asyncio
import logging
from typing import Final

from gomoku.server.cluster.pubsub import connect

log = logging.getLogger("gomoku.server")

REDIS_TIMEOUT: Final = 2.0
"""Seconds per Redis call."""


class RedisCache:
    """Entries under keys that start with `prefix`."""

    def __init__(self, url: str, prefix: str) -> None:
        self._redis = connect(url)
        self._prefix = prefix

    async def put(self, name: str, data: bytes, seconds: int) -> None:
        try:
            async with asyncio.timeout(REDIS_TIMEOUT):
                await self._redis.set(f"{self._prefix}:{name}", data, ex=seconds)
        except Exception as error:
            log.info("cannot cache %s in Redis: %s", name, error)

    async def get(self, name: str) -> bytes | None:
        try:
            async with asyncio.timeout(REDIS_TIMEOUT):
                found = await self._redis.get(f"{self._prefix}:{name}")
                return found.encode() if isinstance(found, str) else found
        except Exception as error:
            log.info("cannot read %s from Redis: %s", name, error)
            return None

    async def close(self) -> None:
        try:
            async with asyncio.timeout(REDIS_TIMEOUT):
                await self._redis.aclose()
        except Exception as error:
            log.info("cannot disconnect from Redis: %s", error)
