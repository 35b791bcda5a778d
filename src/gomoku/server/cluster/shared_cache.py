"""Things that any process may be asked for a moment later: pieces of a search tree, how far a review has come.

None of it is worth a place in the database. One process keeps such things in its memory; several put them into Redis as
well, where they are forgotten after a while. What is not there any more is asked for anew.
"""

import asyncio
import logging
from typing import Final, Protocol

from gomoku.server.cluster.pubsub import connect

log = logging.getLogger("gomoku.server")

PATIENCE: Final = 2.0
"""Seconds to wait for Redis: without it all is as with one process."""


class SharedCache(Protocol):
    async def put(self, name: str, data: bytes, seconds: int) -> None:
        """Keep something for so long, where others find it. Never fails."""
        ...

    async def get(self, name: str) -> bytes | None:
        """What somebody has put there; None where it is not, or no longer, there."""
        ...

    async def close(self) -> None: ...


class NoCache:
    """For a process without others."""

    async def put(self, name: str, data: bytes, seconds: int) -> None:
        pass

    async def get(self, name: str) -> bytes | None:
        return None

    async def close(self) -> None:
        pass


class RedisCache:
    """In Redis, under names that begin with `prefix`."""

    def __init__(self, url: str, prefix: str) -> None:
        self._redis = connect(url)
        self._prefix = prefix

    async def put(self, name: str, data: bytes, seconds: int) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                await self._redis.set(f"{self._prefix}:{name}", data, ex=seconds)
        except Exception as error:
            log.info("Redis cannot keep %s: %s", name, error)

    async def get(self, name: str) -> bytes | None:
        try:
            async with asyncio.timeout(PATIENCE):
                found = await self._redis.get(f"{self._prefix}:{name}")
                return found.encode() if isinstance(found, str) else found
        except Exception as error:
            log.info("Redis cannot give %s: %s", name, error)
            return None

    async def close(self) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                await self._redis.aclose()
        except Exception as error:
            log.info("Redis cannot be left: %s", error)
