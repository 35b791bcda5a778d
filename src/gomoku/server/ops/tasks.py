"""Work that goes on beside: kept track of, so that it can be ended, and never silent when it fails."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

from gomoku.server.rooms.permissions import Refusal
from gomoku.server.storage.store import StoreError

log = logging.getLogger("gomoku.server")


class Tasks:
    """Tasks of one part of the server."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        task = asyncio.create_task(_logged(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda _: work.close())  # it may have been ended before it began
        return task

    async def close(self) -> None:
        """End all of them."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


async def _logged(work: Coroutine[Any, Any, None]) -> None:
    try:
        await work
    except (StoreError, Refusal) as error:
        log.error("%s", error)
    except Exception:
        log.exception("unexpected")
