"""Metrics of a process, for Prometheus.

They are served on a separate port, so that a proxy in front of the game cannot expose them by mistake. Each process
has its own; Prometheus adds them up.
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

FAST_BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
"""Histogram buckets in seconds, for what should take milliseconds."""
SLOW_BUCKETS: Final = (0.05, 0.1, 0.25, 0.5, 0.75, 1, 2, 5, 10, 20, 30, 60, 120)
"""Histogram buckets in seconds, for searches."""
COUNT_BUCKETS: Final = (1, 2, 5, 10, 20, 50)
"""Histogram buckets of small counts."""
LAG_INTERVAL: Final = 0.5
"""Seconds between measurements of the event loop's lag."""


class Address(NamedTuple):
    """The address of the metrics."""

    host: str
    port: int

    @classmethod
    def parse(cls, text: str) -> "Address":
        """Parse `PORT`, on the loopback address, or `HOST:PORT`. Raises ValueError."""
        host, _, port = text.rpartition(":")
        if not port.isascii() or not port.isdigit() or not 0 < int(port) <= 65535:
            raise ValueError(f"{text!r} is neither PORT nor HOST:PORT")
        return cls(host.strip("[]") or "127.0.0.1", int(port))


class Metrics:
    """The metrics of one process. Methods may be called from any thread."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        Info("gomoku", "Version of the program.", registry=self.registry).info({"version": __version__})
        self._messages = self._counter(
            "messages", "Messages of clients, by kind and result: done, or the reason of the refusal.", "kind", "result"
        )
        self._command = self._histogram(
            "command_seconds", "Time from reading a command to having it stored.", FAST_BUCKETS
        )
        self._commit = self._histogram(
            "commit_seconds", "Time of a transaction, the write to disk included.", FAST_BUCKETS
        )
        self._together = self._histogram("commit_changes", "Changes stored in one transaction.", COUNT_BUCKETS)
        self._database_errors = self._counter("database_errors", "Failed reads and writes of the database.")
        self._waited = self._histogram(
            "engine_wait_seconds", "Time that a search waits for a free engine.", SLOW_BUCKETS
        )
        self._thought = self._histogram("engine_think_seconds", "Time of a search.", SLOW_BUCKETS, "kind")
        self._engine_errors = self._counter("engine_errors", "Searches that failed.")
        self._dropped = self._counter("sockets_dropped", "Sockets closed by the server, by reason.", "why")
        self._requests = self._counter(
            "http_requests", "HTTP requests, by route and status.", "method", "route", "status"
        )
        self._request = self._histogram(
            "http_request_seconds", "Time from a request to the end of its response.", FAST_BUCKETS
        )
        self._pushed = self._counter("push_messages", "Messages of Web Push, by what became of them.", "result")
        self._reconnects = self._counter("redis_reconnects", "Reconnections to Redis.")
        self._lag = self._histogram(
            "loop_lag_seconds", "Lag of the event loop; above 0.1 the process is overloaded.", FAST_BUCKETS
        )

    def _counter(self, name: str, words: str, *labels: str) -> Counter:
        return Counter(f"gomoku_{name}", words, labels, registry=self.registry)

    def _histogram(self, name: str, words: str, bounds: tuple[float, ...], *labels: str) -> Histogram:
        return Histogram(f"gomoku_{name}", words, labels, buckets=bounds, registry=self.registry)

    def answered(self, kind: str, result: str, seconds: float | None = None) -> None:
        """Count a message of a client. `result`: done, or the reason of the refusal; `seconds`: of a command that was done."""
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

    def pushed(self, result: str) -> None:
        """Count a message of Web Push: sent, refused, gone (the browser), failed, or dropped."""
        self._pushed.labels(result).inc()

    def socket_dropped(self, why: str) -> None:
        self._dropped.labels(why).inc()

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        self._requests.labels(method, route, str(status)).inc()
        self._request.observe(seconds)

    def redis_reconnected(self) -> None:
        self._reconnects.inc()

    def gauge(self, name: str, words: str, value: Callable[[], float]) -> None:
        """Add a gauge, whose value is read at each scrape, in another thread."""
        Gauge(f"gomoku_{name}", words, registry=self.registry).set_function(value)

    async def watch_loop(self) -> None:
        """Measure the lag of the event loop until cancelled."""
        while True:
            due = time.perf_counter() + LAG_INTERVAL
            await asyncio.sleep(LAG_INTERVAL)
            self._lag.observe(max(0.0, time.perf_counter() - due))

    @contextlib.contextmanager
    def served(self, address: Address, tries: int = 1) -> Iterator[int]:
        """Serve the metrics for the length of a `with`, on the first free one of `tries` ports; yields the port.

        Raises OSError if none is free.
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
