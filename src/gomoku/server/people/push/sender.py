"""Background senders of "your turn" messages for slow games, fed by a bounded queue.

Delivery is best effort: the stored list of slow games is the source of truth.
"""

import asyncio
import logging
import time
from functools import partial
from hashlib import sha256
from typing import Final
from urllib.parse import urlsplit

import httpcore
import msgspec

from gomoku.server.ops.metrics import Metrics
from gomoku.server.ops.rate_limit import Buckets
from gomoku.server.ops.tasks import Tasks
from gomoku.server.people.push import subscriptions
from gomoku.server.people.push.backoff import Backoff
from gomoku.server.people.push.encryption import AUTH, browser_key, encrypt
from gomoku.server.people.push.endpoints import ForbiddenAddressError, PublicNetwork, require_endpoint
from gomoku.server.people.push.subscriptions import MAX_SUBSCRIPTIONS, Browser
from gomoku.server.people.push.vapid import Vapid, base64url, from_base64url
from gomoku.server.rooms import slow
from gomoku.server.rooms.room import Room
from gomoku.server.rooms.slow import Turn
from gomoku.server.storage.store import Store, StoreError
from gomoku.server.wire.refusal import Reason, Refusal
from gomoku.server.wire.slow_messages import PushSubscription, TurnNotice

log = logging.getLogger("gomoku.server")

MAX_QUEUED: Final = 1_000
"""Messages that wait to be sent; further ones are dropped."""
SENDERS: Final = 16
"""Concurrent senders, each busy with the browsers of one visitor."""
RATE: Final = (0.1, 20.0)
"""Rate limit of notifications per visitor: per second, and burst. Browsers name the endpoints, which may be slow."""
TIMEOUT: Final = 5.0
"""Seconds for a push service to take a message."""
LIFETIME: Final = 24 * 3600
"""Seconds for which a push service keeps a message for a browser that is off."""
KEPT_OPEN: Final = 60.0
"""Seconds for which an idle connection is kept for the next message."""
MAX_BODY: Final = 4096
"""Bytes of a response's body that are read, to use the connection again; it may have no end."""
GONE: Final = (404, 410)
"""HTTP statuses that mean that a subscription has ended."""

HTTP_ERRORS: Final = (
    httpcore.NetworkError,
    httpcore.ProtocolError,
    httpcore.TimeoutException,
    httpcore.UnsupportedProtocol,
    httpcore.ProxyError,
)


class PushSender:
    """A bounded queue of messages, and the tasks that send them."""

    def __init__(self, store: Store, vapid: Vapid, metrics: Metrics, local: bool = False) -> None:
        """`local`: messages go to this machine as well, as tests need."""
        self._store = store
        self._vapid = vapid
        self._metrics = metrics
        self._local = local
        self._queue: asyncio.Queue[Turn] = asyncio.Queue(MAX_QUEUED)
        self._tasks = Tasks()
        self._network = PublicNetwork(local)
        self._pool = httpcore.AsyncConnectionPool(
            max_connections=SENDERS * MAX_SUBSCRIPTIONS,
            max_keepalive_connections=SENDERS,
            keepalive_expiry=KEPT_OPEN,
            network_backend=self._network,
        )
        self._limits = Buckets(*RATE)
        self._backoff = Backoff()

    @property
    def key(self) -> str:
        return self._vapid.public

    def start(self) -> None:
        for _ in range(SENDERS):
            self._tasks.start(self._send_all())

    async def close(self) -> None:
        await self._tasks.close()
        await self._pool.aclose()
        self._network.close()

    def checked(self, given: PushSubscription) -> Browser:
        require_endpoint(given.endpoint, self._local)
        try:
            key, auth = from_base64url(given.key), from_base64url(given.auth)
            browser_key(key)
        except ValueError:
            raise Refusal(Reason.BAD_OPTIONS, "the browser's key cannot be read") from None
        if len(auth) != AUTH:
            raise Refusal(Reason.BAD_OPTIONS, f"the secret has {AUTH} bytes")
        return Browser(given.endpoint, key, auth)

    def changed(self, before: Room, after: Room) -> None:
        turn = slow.new_turn(before, after)
        if turn is None:
            return
        if not self._limits.take(turn.visitor):
            self._metrics.pushed("dropped")
            return
        try:
            self._queue.put_nowait(turn)
        except asyncio.QueueFull:
            self._metrics.pushed("dropped")

    async def _send_all(self) -> None:
        while True:
            turn = await self._queue.get()
            try:
                notice = TurnNotice(turn.room, turn.opponent)
                browsers = await self._store.read(partial(subscriptions.browsers_of, visitor=turn.visitor))
                await asyncio.gather(*(self._send(browser, notice) for browser in browsers))
            except StoreError:  # the store logs it
                pass
            except Exception:  # the next message may fare better
                log.exception("unexpected error")

    async def _send(self, browser: Browser, notice: TurnNotice) -> None:
        """Send a message to one browser; forget the browser if its push service says so."""
        host = urlsplit(browser.endpoint).netloc
        if self._backoff.pauses(host, time.monotonic()):
            self._metrics.pushed("dropped")
            return
        headers: dict[bytes | str, bytes | str] = {
            "Authorization": self._vapid.authorization(browser.endpoint, time.time()),
            "Content-Encoding": "aes128gcm",
            "TTL": str(LIFETIME),
            # one message for a room replaces an earlier one that was not delivered
            "Topic": base64url(sha256(notice.room.encode()).digest()[:24]),
        }
        body = encrypt(msgspec.json.encode(notice), browser.key, browser.auth)
        try:
            async with asyncio.timeout(TIMEOUT):
                async with self._pool.stream("POST", browser.endpoint, headers=headers, content=body) as response:
                    status, size = response.status, 0
                    async for part in response.aiter_stream():
                        size += len(part)
                        if size > MAX_BODY:
                            break
        except (TimeoutError, OSError, ForbiddenAddressError, *HTTP_ERRORS) as error:
            log.info("a push message was not taken: %s", error or type(error).__name__)
            self._backoff.failed(host, time.monotonic())
            self._metrics.pushed("failed")
            return
        self._backoff.answered(host)
        if status in GONE:
            await self._store.write(partial(subscriptions.remove, endpoint=browser.endpoint))
        self._metrics.pushed("sent" if status < 300 else "gone" if status in GONE else "refused")
