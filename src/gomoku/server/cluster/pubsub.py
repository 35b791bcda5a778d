"""What one server process tells the others: that a room has changed, who watches, what an engine thinks.

PubSub are worth nothing by themselves: the database is the truth, and every process looks there now and then. A hint that is
lost only means that others learn of something a few seconds later. So nobody waits for a hint, and none is ever kept.
"""

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias

import msgspec

from gomoku.server.ops.metrics import Metrics
from gomoku.server.wire.values import Struct, Tagged

if TYPE_CHECKING:
    from redis.asyncio import Redis
    from redis.asyncio.client import PubSub as Subscription

log = logging.getLogger("gomoku.server")

MOST_WAITING: Final = 10_000
"""Hints queued for publishing; the oldest are dropped first."""
MOST_AT_ONCE: Final = 200
"""Hints per published message, at most."""
AGAIN: Final = 0.5
"""Seconds until Redis is tried again."""
PATIENCE: Final = 3.0
"""Seconds to wait for Redis."""
QUIET: Final = 5.0
"""Seconds without a word from Redis after which it is asked whether it is still there."""


class Changed(Tagged, frozen=True, tag="changed"):
    """A room has come to a new version."""

    room: str
    seq: int
    """0 where it was deleted."""
    listed: bool = False
    """The list of rooms shows it."""


class Watched(Tagged, frozen=True, tag="watched"):
    """Somebody came to a room or left it."""

    rooms: tuple[str, ...]


class Told(Tagged, frozen=True, tag="told"):
    """Something to be said to the pages that watch a room: all of them, those who follow the AI, or one visitor's."""

    room: str
    to: str | None
    message: msgspec.Raw


class Left(Tagged, frozen=True, tag="left"):
    """This process ends: others may see to its rooms."""


Hint: TypeAlias = Changed | Watched | Told | Left


class Envelope(Struct, frozen=True):
    """What goes over the wire."""

    process: str
    hints: tuple[Hint, ...]


_encode: Final = msgspec.json.Encoder().encode
_decode: Final = msgspec.json.Decoder(Envelope).decode


class PubSub(Protocol):
    """A way to tell other processes."""

    @property
    def connected(self) -> bool:
        """Do hints arrive?"""
        ...

    def say(self, hint: Hint) -> None:
        """Tell the others, soon. Never waits and never fails."""
        ...

    async def start(self, process: str, heard: Callable[[Hint], None]) -> None:
        """Listen from now on, and speak as the process of this id."""
        ...

    async def close(self) -> None:
        """Say what is still to be said, and end."""
        ...


class NoPubSub:
    """For a process that has no others to tell, or no way to."""

    connected = False

    def say(self, hint: Hint) -> None:
        pass

    async def start(self, process: str, heard: Callable[[Hint], None]) -> None:
        pass

    async def close(self) -> None:
        pass


class RedisPubSub:
    """Through a channel of Redis. It may come and go: both directions try again for ever."""

    def __init__(self, url: str, channel: str, metrics: Metrics) -> None:
        """Raises ValueError where the address cannot be read, ImportError where the package is missing."""
        self._redis = connect(url)
        self._metrics = metrics
        self._channel = channel
        self._waiting: deque[Hint] = deque(maxlen=MOST_WAITING)
        self._more = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._process = ""
        self._heard: Callable[[Hint], None] = lambda hint: None
        self.connected = False

    def say(self, hint: Hint) -> None:
        self._waiting.append(hint)
        self._more.set()

    async def start(self, process: str, heard: Callable[[Hint], None]) -> None:
        self._process, self._heard = process, heard
        self._tasks = [asyncio.create_task(self._speak()), asyncio.create_task(self._listen())]

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(Exception):
            async with asyncio.timeout(1):
                await self._publish()
        with contextlib.suppress(Exception):
            async with asyncio.timeout(1):
                await self._redis.aclose()

    async def _speak(self) -> None:
        while True:
            await self._more.wait()
            self._more.clear()
            try:
                await self._publish()
            except Exception as error:  # a driver's own mistakes included: hints must go on
                log.debug("a hint was lost: %s", error)
                await asyncio.sleep(AGAIN)

    async def _publish(self) -> None:
        """Say all that waits. While one message is under way others gather, and go together."""
        while self._waiting:
            batch = tuple(self._waiting.popleft() for _ in range(min(MOST_AT_ONCE, len(self._waiting))))
            await self._redis.publish(self._channel, _encode(Envelope(self._process, batch)))

    async def _listen(self) -> None:
        was_there = False
        told = False
        while True:
            try:
                async with self._redis.pubsub() as pubsub:
                    await pubsub.subscribe(self._channel)
                    if was_there:
                        self._metrics.redis_reconnected()
                        log.warning("Redis is there again")
                    self.connected = was_there = True
                    await self._hear(pubsub)
            except Exception as error:
                if self.connected or not told:
                    told = True
                    log.warning("Redis cannot be reached, what happens is seen elsewhere a little later: %s", error)
            self.connected = False
            await asyncio.sleep(AGAIN)

    async def _hear(self, pubsub: "Subscription") -> None:
        asked = False
        while True:
            message = await pubsub.get_message(timeout=QUIET)
            if message is None:
                if asked:
                    raise TimeoutError("it does not answer")
                await pubsub.ping()
                asked = True
                continue
            asked = False
            if message["type"] != "message":
                continue
            try:
                envelope = _decode(message["data"])
            except (msgspec.MsgspecError, UnicodeDecodeError) as error:
                log.warning("a hint cannot be read: %s", error)  # of another version of the program, say
                continue
            if envelope.process != self._process:
                for hint in envelope.hints:
                    self._heard(hint)


def connect(url: str) -> "Redis":
    """A connection that nothing has been asked of yet. Raises ValueError or ImportError."""
    from redis.asyncio import Redis
    from redis.asyncio.retry import Retry
    from redis.backoff import NoBackoff

    return Redis.from_url(
        url,
        socket_timeout=PATIENCE,
        socket_connect_timeout=PATIENCE,
        socket_keepalive=True,
        retry=Retry(NoBackoff(), 0),  # trying again is for us to decide
    )
