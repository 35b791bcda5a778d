"""What a process counts and times, for whoever watches over it: Prometheus reads it at a port of its own.

The port is not the game's: what it says is nobody's business but the host's, and a proxy in front of the game must not
pass it on by mistake. Each process has its own figures; adding them up is Prometheus's work.
"""

import asyncio
import contextlib
import time
from collections.abc import Callable, Iterator
from threading import Thread
from typing import Final, NamedTuple
from wsgiref.simple_server import WSGIServer

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Info, start_http_server
from prometheus_client.process_collector import ProcessCollector

from gomoku import __version__

QUICK: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
"""Seconds: bounds for what should take milliseconds."""
SLOW: Final = (0.05, 0.1, 0.25, 0.5, 0.75, 1, 2, 5, 10, 20, 30, 60, 120)
"""Seconds: bounds for thinking."""
LOOK_EVERY: Final = 0.5
"""Seconds between looks at how late the event loop is."""
SOME: Final = (1, 2, 5, 10, 20, 50)


class Address(NamedTuple):
    """Where figures are read."""

    host: str
    port: int

    @classmethod
    def parse(cls, text: str) -> "Address":
        """`9420`, at this machine alone, or `HOST:PORT`. Raises ValueError."""
        host, _, port = text.rpartition(":")
        if not port.isascii() or not port.isdigit() or not 0 < int(port) <= 65535:
            raise ValueError(f"{text!r} is no port, nor HOST:PORT")
        return cls(host.strip("[]") or "127.0.0.1", int(port))


class Metrics:
    """The figures of one process. Methods may be called from any thread."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        Info("gomoku", "The program.", registry=self.registry).info({"version": __version__})
        self._messages = self._counter("messages", "Messages of pages: done, or the reason why not.", "kind", "result")
        self._command = self._histogram("command_seconds", "From reading a command to having it stored.", QUICK)
        self._commit = self._histogram("commit_seconds", "One transaction, the wait for the disk included.", QUICK)
        self._together = self._histogram("commit_changes", "Changes that were stored in one transaction.", SOME)
        self._database_errors = self._counter(
            "database_errors", "Times that the database could not be read or written."
        )
        self._waited = self._histogram("engine_wait_seconds", "From a question to a free engine.", SLOW)
        self._thought = self._histogram("engine_think_seconds", "From there to the answer.", SLOW, "kind")
        self._engine_errors = self._counter("engine_errors", "Questions that an engine failed to answer.")
        self._dropped = self._counter("sockets_dropped", "Sockets that were closed by the server.", "why")
        self._requests = self._counter("http_requests", "Requests, by route and status.", "method", "route", "status")
        self._request = self._histogram("http_request_seconds", "From a request to the end of its answer.", QUICK)
        self._reconnects = self._counter("redis_reconnects", "Times that the connection to Redis was made again.")
        self._lag = self._histogram(
            "loop_lag_seconds", "How late the event loop was: above 0.1 it is overloaded.", QUICK
        )

    def _counter(self, name: str, words: str, *labels: str) -> Counter:
        return Counter(f"gomoku_{name}", words, labels, registry=self.registry)

    def _histogram(self, name: str, words: str, bounds: tuple[float, ...], *labels: str) -> Histogram:
        return Histogram(f"gomoku_{name}", words, labels, buckets=bounds, registry=self.registry)

    # --- what is told ---

    def answered(self, kind: str, result: str, seconds: float | None = None) -> None:
        """A message of a page. `result`: done, or the word for the refusal; `seconds`: of a command that was done."""
        self._messages.labels(kind, result).inc()
        if seconds is not None:
            self._command.observe(seconds)

    def committed(self, changes: int, seconds: float) -> None:
        self._commit.observe(seconds)
        self._together.observe(changes)

    def database_failed(self) -> None:
        self._database_errors.inc()

    def engine_started(self, waited: float) -> None:
        self._waited.observe(waited)

    def engine_answered(self, kind: str, seconds: float, failed: bool) -> None:
        self._thought.labels(kind).observe(seconds)
        if failed:
            self._engine_errors.inc()

    def socket_dropped(self, why: str) -> None:
        self._dropped.labels(why).inc()

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        self._requests.labels(method, route, str(status)).inc()
        self._request.observe(seconds)

    def redis_reconnected(self) -> None:
        self._reconnects.inc()

    # --- what is looked up ---

    def gauge(self, name: str, words: str, value: Callable[[], float]) -> None:
        """A figure that is asked for whenever somebody looks; from another thread."""
        Gauge(f"gomoku_{name}", words, registry=self.registry).set_function(value)

    async def watch_loop(self) -> None:
        """Look again and again how late this loop is."""
        while True:
            due = time.perf_counter() + LOOK_EVERY
            await asyncio.sleep(LOOK_EVERY)
            self._lag.observe(max(0.0, time.perf_counter() - due))

    @contextlib.contextmanager
    def served(self, address: Address, tries: int = 1) -> Iterator[int]:
        """Answer there, or at the first of the next ports that is free, for the length of a `with`. Gives the port.

        Raises OSError where none is.
        """
        server, thread = self._serve(address, tries)
        try:
            yield int(server.server_port)
        finally:
            server.shutdown()
            server.server_close()
            thread.join()

    def _serve(self, address: Address, tries: int) -> tuple[WSGIServer, Thread]:
        for port in range(address.port, address.port + tries - 1):
            with contextlib.suppress(OSError):
                return start_http_server(port, address.host, self.registry)
        return start_http_server(address.port + tries - 1, address.host, self.registry)
