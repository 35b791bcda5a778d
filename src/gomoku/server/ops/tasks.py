"""Background tasks: tracked so that they can be cancelled, logged when they fail."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

from gomoku.server.ops.errors import ExpectedError

log = logging.getLogger("gomoku.server")


class Tasks:
    """The background tasks of one component."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        task = asyncio.create_task(_logged(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        # a task cancelled before its first step never runs its coroutine
        task.add_done_callback(lambda _: work.close())
        return task

    async def close(self) -> None:
        """Cancel all tasks and wait for them."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


async def _logged(work: Coroutine[Any, Any, None]) -> None:
    try:
        await work
    except ExpectedError as error:
        if not error.is_logged:
            log.error("%s", error)
    except Exception:
        log.exception("unexpected error")
