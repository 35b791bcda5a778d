"""WebSocket client that reconnects and resends unanswered commands under the same id."""

import asyncio
import contextlib
import itertools
import json
import logging
import secrets
import ssl
import time
from collections.abc import Callable
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus, InvalidURI

from gomoku import __version__
from gomoku.bot.errors import BotError
from gomoku.server.people.tokens import REVOKED
from gomoku.server.wire import messages
from gomoku.server.wire.messages import Done, Hello, Pong, Refused, ToClient

log = logging.getLogger("gomoku.bot")

PING_INTERVAL: Final = 10.0
"""Seconds between two pings."""
READ_TIMEOUT: Final = 30.0
"""Seconds without a message after which the connection is closed as dead."""
RECONNECT_DELAYS: Final = (0.2, 10.0)
"""Minimum and maximum seconds between reconnection attempts; the delay doubles each time."""
RECONNECT_TIMEOUT: Final = 600.0
"""Seconds until an unreachable server ends the bot."""
CONNECT_TIMEOUT: Final = 10.0
"""Seconds for the connection and its handshake."""

_decode: Final = msgspec.json.Decoder(ToClient).decode


class Connection:
    """Reconnecting WebSocket. Calls `on_message` for each message and `on_open` for each new connection."""

    def __init__(
        self, url: str, token: str, on_message: Callable[[ToClient], None], on_open: Callable[[], None]
    ) -> None:
        self._address = socket_address(url)
        self._token = token
        self._on_message, self._on_open = on_message, on_open
        self._outbox: asyncio.Queue[bytes] | None = None
        """Messages to be sent over the current connection; None while disconnected."""
        self._names = (f"{secrets.token_hex(6)}-{number}" for number in itertools.count(1))
        self._open: dict[str, tuple[bytes, asyncio.Future[Done | Refused]]] = {}
        """Unanswered commands by id."""
        self.me = ""
        self.lag = 0.0
        """Round-trip time of the last ping, in seconds."""
        self._offset = 0.0
        """Milliseconds that the server's clock is ahead of ours."""

    def now(self) -> int:
        """The server's time, in milliseconds."""
        return int(time.time() * 1000 + self._offset)

    def tell(self, message: Any) -> None:
        """Send a message that has no answer; dropped while disconnected."""
        self._put(msgspec.json.encode(message))

    async def ask(self, make: Callable[[str], Any]) -> Done | Refused:
        """Send the command that `make` returns for a new id, and wait for its answer across reconnections."""
        name = next(self._names)
        message = msgspec.json.encode(make(name))
        answer: asyncio.Future[Done | Refused] = asyncio.get_running_loop().create_future()
        self._open[name] = (message, answer)
        try:
            self._put(message)
            return await answer
        finally:
            self._open.pop(name, None)

    async def run(self) -> None:
        """Stay connected until cancelled. Raises BotError if the server is unreachable or refuses the connection."""
        gone_since: float | None = None  # None until the first connection
        wait = RECONNECT_DELAYS[0]
        while True:
            try:
                async with self._connection() as socket:
                    if gone_since is not None:
                        log.warning("connected again")
                    gone_since, wait = time.monotonic(), RECONNECT_DELAYS[0]
                    await self._listen(socket)
            except (OSError, TimeoutError, InvalidHandshake) as error:
                self._give_up_on(error, gone_since)
            finally:
                self._outbox = None
            log.warning("the connection is lost; trying again in %.1f s", wait)
            await asyncio.sleep(wait)
            wait = min(2 * wait, RECONNECT_DELAYS[1])

    def _connection(self) -> connect:
        headers = {"Authorization": f"Bearer {self._token}"}
        # proxy=None: proxy variables of the environment are meant for browsers
        return connect(
            self._address,
            additional_headers=headers,
            user_agent_header=f"gomoku-bot/{__version__}",
            open_timeout=CONNECT_TIMEOUT,
            max_size=None,
            proxy=None,
        )

    def _give_up_on(self, error: Exception, gone_since: float | None) -> None:
        """Raise BotError if a retry is pointless."""
        if isinstance(error, InvalidStatus):
            status = error.response.status_code
            if status in (401, 403, 404):
                raise BotError(f"{self._address}: {_reason(error)}") from None
        if isinstance(error, ssl.SSLError):
            raise BotError(f"{self._address}: its certificate is not trusted: {error.reason or error}") from None
        if gone_since is None:
            raise BotError(f"there is no server at {self._address}: {_describe(error)}") from None
        if time.monotonic() - gone_since > RECONNECT_TIMEOUT:
            raise BotError(
                f"{self._address} has been unreachable for {RECONNECT_TIMEOUT / 60:.0f} minutes: {_describe(error)}"
            ) from None

    async def _listen(self, socket: ClientConnection) -> None:
        self._outbox = asyncio.Queue()
        helpers = [asyncio.create_task(work) for work in (self._send(socket, self._outbox), self._ping())]
        try:
            while True:
                async with asyncio.timeout(READ_TIMEOUT):
                    text = await socket.recv()
                self._hear(text)
        except ConnectionClosed as closed:
            if closed.rcvd is not None and closed.rcvd.code == REVOKED:
                raise BotError("the token was revoked") from None
        except TimeoutError:
            log.warning("no message from the server for %.0f s", READ_TIMEOUT)
        finally:
            for helper in helpers:
                helper.cancel()

    def _hear(self, text: str | bytes) -> None:
        try:
            message = _decode(text)
        except msgspec.MsgspecError as error:
            raise BotError(f"the server speaks another version of the protocol: {str(error)[:200]}") from None
        match message:
            case Hello():
                if message.protocol != messages.PROTOCOL:
                    raise BotError(f"the server speaks protocol {message.protocol}, not {messages.PROTOCOL}")
                self.me = message.me
                self._offset = message.now - time.time() * 1000
                for waiting, _ in list(self._open.values()):
                    self._put(waiting)
                self._on_open()
            case Pong():
                self.lag = max(0.0, time.monotonic() - message.sent)
                self._offset = message.now - time.time() * 1000 + 500 * self.lag
                self._on_message(message)
            case Done() | Refused() if message.id in self._open:
                answer = self._open[message.id][1]
                if not answer.done():
                    answer.set_result(message)
            case _:
                self._on_message(message)

    async def _ping(self) -> None:
        while True:
            self.tell(messages.Ping(time.monotonic()))
            await asyncio.sleep(PING_INTERVAL)

    def _put(self, message: bytes) -> None:
        if self._outbox is not None:
            self._outbox.put_nowait(message)

    async def _send(self, socket: ClientConnection, outbox: "asyncio.Queue[bytes]") -> None:
        with contextlib.suppress(ConnectionClosed):  # the next connection resends the commands
            while True:
                await socket.send((await outbox.get()).decode())


def socket_address(url: str) -> str:
    """Return the WebSocket address of a server. Raises BotError for an invalid address."""
    there = urlsplit(url if "://" in url else f"http://{url}")
    scheme = {"http": "ws", "https": "wss", "ws": "ws", "wss": "wss"}.get(there.scheme)
    try:
        there.port  # noqa: B018 raises ValueError if invalid
    except ValueError:
        scheme = None
    if scheme is None or not there.hostname:
        raise BotError(f"{url!r} is not the address of a server: expected something like http://127.0.0.1:8420")
    return f"{scheme}://{there.netloc.rpartition('@')[2]}/ws"


def _reason(error: InvalidStatus) -> str:
    """The server's reason for refusing the connection."""
    with contextlib.suppress(ValueError, TypeError, KeyError):
        return str(json.loads(error.response.body or b"")["detail"])
    return f"this is not a Gomoku server (status {error.response.status_code})"


def _describe(error: Exception) -> str:
    if isinstance(error, TimeoutError):
        return "it does not answer"
    if isinstance(error, InvalidURI):
        return "that is not an address"
    return str(getattr(error, "strerror", None) or error).splitlines()[0][:200]
