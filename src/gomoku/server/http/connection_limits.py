"""Connections before they have said anything: how many one address may hold open, and how long a request may take.

uvicorn waits for ever for the first byte of a request, and for the next one. Here whoever is slow is cut off, and
whoever holds too many connections gets no more; sockets are counted by the app once they are open.
"""

import asyncio
import contextlib
import ipaddress
from collections import Counter
from collections.abc import Iterable
from typing import Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from gomoku.server.ops.log_deduplication import refused

MOST: Final = 5_000
"""Connections at once."""
MOST_PER_ADDRESS: Final = 200
PATIENCE: Final = 60.0
"""Seconds for a whole request to arrive."""


class TrustedProxies:
    """Addresses of proxies: their word is believed, and they speak for many."""

    def __init__(self, proxies: Iterable[str]) -> None:
        """Addresses or networks, such as `10.0.0.0/8`. Raises ValueError where one is neither."""
        self._networks = [ipaddress.ip_network(proxy, strict=False) for proxy in proxies]

    def __contains__(self, address: str) -> bool:
        with contextlib.suppress(ValueError):
            found = ipaddress.ip_address(address)
            return any(found in network for network in self._networks)
        return False


def limited_protocol(proxies: Iterable[str]) -> type[H11Protocol]:
    """The protocol that uvicorn lets every connection begin with."""
    trusted, held = TrustedProxies(proxies), Counter[str]()

    class Door(H11Protocol):
        _address: str | None = None  # while it is counted
        _timer: asyncio.TimerHandle | None = None

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            address = self.client[0] if self.client else ""
            if held.total() >= MOST or (held[address] >= MOST_PER_ADDRESS and address not in trusted):
                refused("too_many", address, "connections")
                transport.abort()
                return
            held[address] += 1
            self._address = address
            self._wait()

        def data_received(self, data: bytes) -> None:
            if self._timer is None:  # the next request on the same connection
                self._wait()
            super().data_received(data)
            if self.conn.their_state in (h11.DONE, h11.MUST_CLOSE, h11.CLOSED, h11.ERROR):
                self._stop_waiting()

        def handle_websocket_upgrade(self, event: h11.Request) -> None:
            self._forget()
            super().handle_websocket_upgrade(event)

        def connection_lost(self, exc: Exception | None) -> None:
            self._forget()
            super().connection_lost(exc)

        def _wait(self) -> None:
            self._timer = self.loop.call_later(PATIENCE, self._too_slow)

        def _stop_waiting(self) -> None:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None

        def _too_slow(self) -> None:
            refused("too_slow", self._address or "", f"a request did not arrive within {PATIENCE:.0f} s")
            self._timer = None
            self.transport.abort()

        def _forget(self) -> None:
            self._stop_waiting()
            if self._address is not None:
                held[self._address] -= 1
                if not held[self._address]:
                    del held[self._address]
                self._address = None

    return Door


def raise_file_limit() -> None:
    """As many open files as the system allows: every connection is one."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
