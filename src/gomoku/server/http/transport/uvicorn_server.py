"""uvicorn, configured for the app, with a callback when it is ready and a drain before it ends."""

import asyncio
import contextlib
import logging
import socket
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Final

import uvicorn
from litestar import Litestar
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState

from gomoku.server.cluster.drain import drain
from gomoku.server.http.sockets import MAX_MESSAGE_BYTES
from gomoku.server.http.transport.connection_limits import limited_protocol
from gomoku.server.http.transport.listener import BACKLOG
from gomoku.server.ops.settings import Settings

log = logging.getLogger("gomoku.server")

KEEP_ALIVE: Final = 75
"""Seconds that an idle connection stays open. More than the 60 of nginx and other proxies: the side that closes first must be the one
that sends requests, or a request meets a connection that is just being closed, and is lost."""
SHUTDOWN_TIMEOUT: Final = 2
"""Seconds for open connections to close."""


class SocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol, whose shutdown tolerates clients that close at the same moment."""

    def shutdown(self) -> None:
        with contextlib.suppress(InvalidState):  # the client has begun to close: there is nothing left to send
            super().shutdown()
        self.transport.close()


def config_of(app: Litestar) -> uvicorn.Config:
    """The configuration of uvicorn for an app."""
    settings: Settings = app.state.settings
    return uvicorn.Config(
        app,
        http=limited_protocol(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
        ssl_certfile=settings.certificate,
        ssl_keyfile=settings.key,
        lifespan="on",
        log_level="warning",
        access_log=False,
        server_header=False,
        ws=SocketProtocol,
        # messages up to this size are refused with an explanation; larger ones close the socket
        ws_max_size=8 * MAX_MESSAGE_BYTES,
        # compression would take a twelfth of the CPU time and half of a socket's memory, to save 2 kB per move
        ws_per_message_deflate=False,
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=SHUTDOWN_TIMEOUT,
    )


class Server(uvicorn.Server):
    """A uvicorn server that reports when it is ready, and drains its sockets before it ends."""

    def __init__(self, app: Litestar, on_ready: Callable[[], None]) -> None:
        super().__init__(config_of(app))
        self._app = app
        self._on_ready = on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            for each in sockets or ():
                each.listen(BACKLOG)  # uvicorn has set the backlog to its own
            self._on_ready()

    def follow_supervisor(self, supervisor: Connection) -> None:
        """Serve as one of several processes: share the listening socket fairly, and end when the supervisor is gone."""
        # accept one connection at a time, so that a busy process leaves the next one to the others
        self.config.backlog = 1
        loop = asyncio.get_running_loop()

        def on_readable() -> None:  # the supervisor never sends: this is the end of the pipe
            loop.remove_reader(supervisor)
            log.warning("the supervisor is gone; shutting down")
            self.should_exit = True

        loop.add_reader(supervisor, on_readable)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()  # no new connections
        self._app.state.draining = True
        await drain(self._app.state.hub)
        await super().shutdown(sockets)
