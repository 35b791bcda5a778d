"""Connection limits: connections in all and per address, and a timeout for a request to arrive.

uvicorn has neither: a client that sends half a request holds its connection for ever. nginx has both, but the server is
also used without it. WebSockets are limited by the app, once they are open.
"""

import asyncio
import contextlib
import ipaddress
from collections import Counter
from collections.abc import Iterable
from typing import Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from gomoku.server.ops.log_deduplication import log_refusal
from gomoku.server.people import origins

MAX_CONNECTIONS: Final = 5_000
"""Open connections, WebSockets not counted."""
MAX_CONNECTIONS_PER_ADDRESS: Final = 200
"""Open connections per address, WebSockets not counted; trusted proxies are exempt."""
REQUEST_TIMEOUT: Final = 60.0
"""Seconds for a whole request to arrive."""


class TrustedProxies:
    """Addresses of proxies, whose `X-Forwarded-*` headers count and whose connections are not limited."""

    def __init__(self, proxies: Iterable[str]) -> None:
        """Addresses or networks, such as `10.0.0.0/8`. Raises ValueError for anything else."""
        self._networks = [ipaddress.ip_network(proxy, strict=False) for proxy in proxies]

    def __contains__(self, address: str) -> bool:
        with contextlib.suppress(ValueError):
            found = ipaddress.ip_address(address)
            return any(found in network for network in self._networks)
        return False


def limited_protocol(proxies: Iterable[str]) -> type[H11Protocol]:
    """A protocol class for uvicorn that enforces the limits; its instances share the counters."""
    trusted, connections = TrustedProxies(proxies), Counter[str]()

    class LimitedProtocol(H11Protocol):
        _network: str | None = None  # while the connection is counted
        _timer: asyncio.TimerHandle | None = None

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            address = self.client[0] if self.client else ""
            network = origins.network_of(address)
            is_full = connections[network] >= MAX_CONNECTIONS_PER_ADDRESS and address not in trusted
            if is_full or connections.total() >= MAX_CONNECTIONS:
                log_refusal("too_many", address, "connections")
                transport.abort()
                return
            connections[network] += 1
            self._network = network
            self._start_timer()

        def data_received(self, data: bytes) -> None:
            if self._timer is None:  # the next request of a persistent connection
                self._start_timer()
            super().data_received(data)
            if self.conn.their_state in (h11.DONE, h11.MUST_CLOSE, h11.CLOSED, h11.ERROR):
                self._stop_timer()

        def handle_websocket_upgrade(self, event: h11.Request) -> None:
            self._release()
            super().handle_websocket_upgrade(event)

        def connection_lost(self, exc: Exception | None) -> None:
            self._release()
            super().connection_lost(exc)

        def _start_timer(self) -> None:
            self._timer = self.loop.call_later(REQUEST_TIMEOUT, self._on_timeout)

        def _stop_timer(self) -> None:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None

        def _on_timeout(self) -> None:
            log_refusal("too_slow", self._network or "", f"a request did not arrive within {REQUEST_TIMEOUT:.0f} s")
            self._timer = None
            self.transport.abort()

        def _release(self) -> None:
            self._stop_timer()
            if self._network is not None:
                connections[self._network] -= 1
                if not connections[self._network]:
                    del connections[self._network]
                self._network = None

    return LimitedProtocol


def raise_file_limit() -> None:
    """Raise the limit of open files to the system's maximum: every connection is one."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
