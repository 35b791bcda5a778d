"""Checks of push endpoints against server-side request forgery (SSRF): a browser may name any address."""

import asyncio
import contextlib
import ipaddress
import socket
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final
from urllib.parse import urlsplit

import httpcore

from gomoku.server.wire.refusal import Reason, Refusal

HTTPS: Final = 443
RESOLVERS: Final = 16
"""Threads that look up names; one whose name server does not answer is busy for several seconds."""
ADDRESSES: Final = 3
"""Addresses of a name that are tried in turn."""
CONNECT_TIMEOUT: Final = 1.5
"""Seconds for an address to take a connection: a machine may have a route for one kind of address only."""
_UNICAST: Final = ipaddress.ip_network("2000::/3")


class ForbiddenAddressError(Exception):
    """A name resolves to an address that is not on the public internet."""


def is_public(text: str) -> bool:
    """Is an address on the public internet? Not those that stand for IPv4 addresses, which could be private ones."""
    address = ipaddress.ip_address(text.partition("%")[0])
    if isinstance(address, ipaddress.IPv4Address):
        return address.is_global and not address.is_multicast
    return address.is_global and address in _UNICAST and address.sixtofour is None and address.teredo is None


def require_endpoint(endpoint: str, local: bool = False) -> None:
    """Refuse an endpoint that is not `https` on its usual port at a public host. `local`: those of this machine pass,
    as tests need. Names are resolved when a message is sent."""
    try:
        parts = urlsplit(endpoint)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise Refusal(Reason.BAD_OPTIONS, "the endpoint is no address") from None
    if local and host == "127.0.0.1":
        return
    is_plain = endpoint.isascii() and endpoint.isprintable() and " " not in endpoint
    if parts.scheme != "https" or not host or port not in (None, HTTPS) or "@" in parts.netloc or not is_plain:
        raise Refusal(Reason.BAD_OPTIONS, "an endpoint is an https address without a port")
    if _is_address(host) and not is_public(host):
        raise Refusal(Reason.BAD_OPTIONS, "the endpoint is not on the public internet")


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


class PublicNetwork(httpcore.AsyncNetworkBackend):
    """Connects to public addresses only: the very address that was checked, so that a name cannot change in between."""

    def __init__(self, local: bool = False) -> None:
        """`local`: to this machine as well."""
        self._local = local
        self._network = httpcore.AnyIOBackend()
        # threads of its own: a name server that does not answer holds up no other part of the server
        self._resolvers = ThreadPoolExecutor(RESOLVERS, thread_name_prefix="push-resolver")

    def close(self) -> None:
        self._resolvers.shutdown(wait=False, cancel_futures=True)

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        resolve = partial(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
        found = await asyncio.get_running_loop().run_in_executor(self._resolvers, resolve)
        addresses = [str(place[0]) for *_, place in found]
        allowed = [each for each in addresses if is_public(each) or (self._local and each == "127.0.0.1")]
        if not allowed or len(allowed) < len(addresses):
            raise ForbiddenAddressError(f"{host} is not on the public internet")
        *others, last = allowed[:ADDRESSES]
        for address in others:
            with contextlib.suppress(httpcore.ConnectError, httpcore.ConnectTimeout):
                return await self._network.connect_tcp(address, port, CONNECT_TIMEOUT, local_address, socket_options)
        return await self._network.connect_tcp(last, port, timeout, local_address, socket_options)

    async def connect_unix_socket(
        self,
        path: str,
        timeout: float | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        raise ForbiddenAddressError("no sockets of this machine")

    async def sleep(self, seconds: float) -> None:
        await self._network.sleep(seconds)
