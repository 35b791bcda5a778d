"""The connection to a server: it comes back by itself, and what was not answered is sent again under the same id."""

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

PING_EVERY: Final = 10.0
SILENCE: Final = 30.0
"""Seconds without a word after which the line is taken to be dead."""
BREAKS: Final = (0.2, 10.0)
"""Seconds before the first attempt to come back, and at most; each waits twice as long as the one before."""
PATIENCE: Final = 600.0
"""Seconds after which a server that does not come back is given up."""
OPENING: Final = 10.0
"""Seconds for a connection to be made."""

_decode: Final = msgspec.json.Decoder(ToClient).decode


class Line:
    """A socket that lasts. What comes goes to `on_message`; `on_open` is called for every new connection."""

    def __init__(
        self, url: str, token: str, on_message: Callable[[ToClient], None], on_open: Callable[[], None]
    ) -> None:
        self._address = socket_address(url)
        self._token = token
        self._on_message, self._on_open = on_message, on_open
        self._outbox: asyncio.Queue[bytes] | None = None
        """What is to be sent over the present connection."""
        self._names = (f"{secrets.token_hex(6)}-{number}" for number in itertools.count(1))
        self._open: dict[str, tuple[bytes, asyncio.Future[Done | Refused]]] = {}
        """Commands that wait for an answer."""
        self.me = ""
        self.lag = 0.0
        """Seconds that a message and its answer are under way."""
        self._offset = 0.0

    def now(self) -> int:
        """The server's clock, in milliseconds."""
        return int(time.time() * 1000 + self._offset)

    def tell(self, message: Any) -> None:
        """Send something that nobody answers; it is lost where there is no connection."""
        self._put(msgspec.json.encode(message))

    async def ask(self, make: Callable[[str], Any]) -> Done | Refused:
        """Give a command, made with the id it is to have, and wait for its answer, however long the server is away."""
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
        """Stay connected until cancelled. Raises BotError where the server cannot be reached or lets nobody in."""
        gone_since: float | None = None  # of a server that was there
        wait = BREAKS[0]
        while True:
            try:
                async with self._connection() as socket:
                    if gone_since is not None:
                        log.warning("connected again")
                    gone_since, wait = time.monotonic(), BREAKS[0]
                    await self._listen(socket)
            except (OSError, TimeoutError, InvalidHandshake) as error:
                self._give_up_on(error, gone_since)
            finally:
                self._outbox = None
            log.warning("the connection is lost; trying again in %.1f s", wait)
            await asyncio.sleep(wait)
            wait = min(2 * wait, BREAKS[1])

    def _connection(self) -> connect:
        headers = {"Authorization": f"Bearer {self._token}"}
        # a server on this network needs no way round through a proxy: what the environment says of one is for browsers
        return connect(
            self._address,
            additional_headers=headers,
            user_agent_header=f"gomoku-bot/{__version__}",
            open_timeout=OPENING,
            max_size=None,
            proxy=None,
        )

    def _give_up_on(self, error: Exception, gone_since: float | None) -> None:
        """Raise BotError where there is no use in trying again."""
        if isinstance(error, InvalidStatus):
            status = error.response.status_code
            if status in (401, 403, 404):
                raise BotError(f"{self._address}: {_told(error)}") from None
        if isinstance(error, ssl.SSLError):
            raise BotError(f"{self._address}: its certificate is not trusted: {error.reason or error}") from None
        if gone_since is None:
            raise BotError(f"there is no server at {self._address}: {_words(error)}") from None
        if time.monotonic() - gone_since > PATIENCE:
            raise BotError(f"{self._address} has been away for {PATIENCE / 60:.0f} minutes: {_words(error)}") from None

    async def _listen(self, socket: ClientConnection) -> None:
        self._outbox = asyncio.Queue()
        helpers = [asyncio.create_task(work) for work in (self._send(socket, self._outbox), self._ping())]
        try:
            while True:
                async with asyncio.timeout(SILENCE):
                    text = await socket.recv()
                self._hear(text)
        except ConnectionClosed as closed:
            if closed.rcvd is not None and closed.rcvd.code == REVOKED:
                raise BotError("the token was taken back") from None
        except TimeoutError:
            log.warning("the server has not said a word for %.0f s", SILENCE)
        finally:
            for helper in helpers:
                helper.cancel()

    def _hear(self, text: str | bytes) -> None:
        try:
            message = _decode(text)
        except msgspec.MsgspecError as error:
            raise BotError(f"the server speaks another version than this program: {str(error)[:200]}") from None
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
            await asyncio.sleep(PING_EVERY)

    def _put(self, message: bytes) -> None:
        if self._outbox is not None:
            self._outbox.put_nowait(message)

    async def _send(self, socket: ClientConnection, outbox: "asyncio.Queue[bytes]") -> None:
        with contextlib.suppress(ConnectionClosed):  # commands are sent again with the next connection
            while True:
                await socket.send((await outbox.get()).decode())


def socket_address(url: str) -> str:
    """Where the socket of a server is. Raises BotError where that is no address of one."""
    there = urlsplit(url if "://" in url else f"http://{url}")
    scheme = {"http": "ws", "https": "wss", "ws": "ws", "wss": "wss"}.get(there.scheme)
    try:
        there.port  # noqa: B018 raises where it is none
    except ValueError:
        scheme = None
    if scheme is None or not there.hostname:
        raise BotError(f"{url!r} is no address of a server: expected something like http://127.0.0.1:8420")
    return f"{scheme}://{there.netloc.rpartition('@')[2]}/ws"


def _told(error: InvalidStatus) -> str:
    """What the server says of a connection that it refuses."""
    with contextlib.suppress(ValueError, TypeError, KeyError):
        return str(json.loads(error.response.body or b"")["detail"])
    return f"this is no server of Gomoku (status {error.response.status_code})"


def _words(error: Exception) -> str:
    if isinstance(error, TimeoutError):
        return "it does not answer"
    if isinstance(error, InvalidURI):
        return "that is no address"
    return str(getattr(error, "strerror", None) or error).splitlines()[0][:200]
