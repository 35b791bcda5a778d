"""Shared cache interface: short-lived results that any process may be asked for, such as chunks of a search tree.

`gomoku.server.cluster.shared_cache` implements it with Redis for several processes.
"""

from typing import Protocol


class SharedCache(Protocol):
    """A cache that all processes read and write. No call fails: a missing entry is computed again."""

    async def put(self, name: str, data: bytes, seconds: int) -> None:
        """Store an entry for at most `seconds`."""
        ...

    async def get(self, name: str) -> bytes | None:
        """An entry; None if it is missing or expired."""
        ...

    async def close(self) -> None: ...


class NoCache:
    """Stores nothing: a single process keeps its results in memory."""

    async def put(self, name: str, data: bytes, seconds: int) -> None:
        pass

    async def get(self, name: str) -> bytes | None:
        return None

    async def close(self) -> None:
        pass
