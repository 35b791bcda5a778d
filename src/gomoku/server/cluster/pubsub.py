"""Publish/subscribe between server processes, over Redis.

Carries notifications: a room has a new version, its watchers changed, a message is relayed to its watchers. Notifications are best effort:
the database is the source of truth and every process polls it, so a lost notification costs a few seconds of delay. Publishing
never waits, and notifications are never stored. Tags and fields are shared with processes of other versions.
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

MAX_QUEUED: Final = 10_000
"""Notifications queued for publishing; the oldest are dropped first."""
MAX_BATCH: Final = 200
"""Notifications per published message, at most."""
RETRY_DELAY: Final = 0.5
"""Seconds between attempts to reach Redis."""
REDIS_TIMEOUT: Final = 3.0
"""Seconds per Redis call."""
PING_AFTER: Final = 5.0
"""Seconds without a message after which the subscription is pinged."""


class RoomChanged(Tagged, frozen=True, tag="changed", omit_defaults=True):
    """A room has a new version."""

    room: str
    seq: int
    """The new version; 0 if the room was deleted."""
    listed: bool = False
    """True if the lobby lists the room."""
    players: tuple[str, ...] = ()
    """The players of a slow game, who may be told of it."""


class WatchersChanged(Tagged, frozen=True, tag="watched"):
    """Visitors joined or left rooms."""

    rooms: tuple[str, ...]


class RelayedMessage(Tagged, frozen=True, tag="told"):
    """A transient message for the pages that watch a room."""

    room: str
    to: str | None
    """Audience: None for all, FOLLOWERS, or one visitor."""
    message: msgspec.Raw


class VisitorNews(Tagged, frozen=True, tag="news"):
    """News for the pages of a visitor: a challenge, or an answer to one."""

    visitor: str


class ProcessLeft(Tagged, frozen=True, tag="left"):
    """The sending process is shutting down; others take over its rooms."""


Notification: TypeAlias = RoomChanged | WatchersChanged | RelayedMessage | VisitorNews | ProcessLeft


class Envelope(Struct, frozen=True):
    """A batch of notifications as published."""

    process: str
    notifications: tuple[Notification, ...] = msgspec.field(name="hints")
    """Named as earlier versions name it."""


_encode: Final = msgspec.json.Encoder().encode
_decode: Final = msgspec.json.Decoder(Envelope).decode


class PubSub(Protocol):
    """Publishes notifications to the other processes and receives theirs."""

    @property
    def connected(self) -> bool:
        """True while the subscription is up."""
        ...

    def publish(self, notification: Notification) -> None:
        """Queue a notification for publishing. Never waits and never fails."""
        ...

    async def start(self, process: str, on_notification: Callable[[Notification], None]) -> None:
        """Subscribe, and publish under this process id. `on_notification` is called with every notification of other processes."""
        ...

    async def close(self) -> None:
        """Publish what is queued, and disconnect."""
        ...


class NoPubSub:
    """Publishes nothing: for a single process."""

    connected = False

    def publish(self, notification: Notification) -> None:
        pass

    async def start(self, process: str, on_notification: Callable[[Notification], None]) -> None:
        pass

    async def close(self) -> None:
        pass


class RedisPubSub:
    """Notifications over a Redis channel. Both directions reconnect indefinitely."""

    def __init__(self, url: str, channel: str, metrics: Metrics) -> None:
        """Raises ValueError for a malformed URL, ImportError if the redis package is missing."""
        self._redis = connect(url)
        self._metrics = metrics
        self._channel = channel
        self._queue: deque[Notification] = deque(maxlen=MAX_QUEUED)
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._process = ""
        self._on_notification: Callable[[Notification], None] = lambda notification: None
        self.connected = False

    def publish(self, notification: Notification) -> None:
        self._queue.append(notification)
        self._wake.set()

    async def start(self, process: str, on_notification: Callable[[Notification], None]) -> None:
        self._process, self._on_notification = process, on_notification
        self._tasks = [asyncio.create_task(self._send()), asyncio.create_task(self._listen())]

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(Exception):
            async with asyncio.timeout(1):
                await self._flush()
        with contextlib.suppress(Exception):
            async with asyncio.timeout(1):
                await self._redis.aclose()

    async def _send(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            try:
                await self._flush()
            except Exception as error:  # driver bugs included: publishing must go on
                log.debug("notification lost: %s", error)
                await asyncio.sleep(RETRY_DELAY)

    async def _flush(self) -> None:
        """Publish the queue in batches; notifications gather while a batch is under way."""
        while self._queue:
            batch = tuple(self._queue.popleft() for _ in range(min(MAX_BATCH, len(self._queue))))
            await self._redis.publish(self._channel, _encode(Envelope(self._process, batch)))

    async def _listen(self) -> None:
        was_connected = False
        warned = False
        while True:
            try:
                async with self._redis.pubsub() as pubsub:
                    await pubsub.subscribe(self._channel)
                    if was_connected:
                        self._metrics.redis_reconnected()
                        log.warning("Redis is connected again")
                    self.connected = was_connected = True
                    await self._receive(pubsub)
            except Exception as error:
                if self.connected or not warned:
                    warned = True
                    log.warning("Redis cannot be reached, other processes see changes with a delay: %s", error)
            self.connected = False
            await asyncio.sleep(RETRY_DELAY)

    async def _receive(self, pubsub: "Subscription") -> None:
        pinged = False
        while True:
            message = await pubsub.get_message(timeout=PING_AFTER)
            if message is None:
                if pinged:
                    raise TimeoutError("no answer to a ping")
                await pubsub.ping()
                pinged = True
                continue
            pinged = False
            if message["type"] != "message":
                continue
            try:
                envelope = _decode(message["data"])
            except (msgspec.MsgspecError, UnicodeDecodeError) as error:
                log.warning("cannot decode a notification: %s", error)  # from another version, for example
                continue
            if envelope.process != self._process:
                for notification in envelope.notifications:
                    self._on_notification(notification)


def connect(url: str) -> "Redis":
    """A Redis client that connects on first use. Raises ValueError or ImportError."""
    from redis.asyncio import Redis
    from redis.asyncio.retry import Retry
    from redis.backoff import NoBackoff

    return Redis.from_url(
        url,
        socket_timeout=REDIS_TIMEOUT,
        socket_connect_timeout=REDIS_TIMEOUT,
        socket_keepalive=True,
        retry=Retry(NoBackoff(), 0),  # we retry ourselves
    )
