"""Settings of a server."""

import os
from dataclasses import dataclass

from gomoku.server.ops.logs import LogFormat, LogLevel
from gomoku.server.ops.metrics import Address


def available_cores() -> int:
    """CPU cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass(frozen=True)
class Settings:
    """Settings of a server process."""

    database: str
    """URL of the database, such as `sqlite:////path/to/file`."""
    host: str = "127.0.0.1"
    """Address to listen on."""
    redis: str | None = None
    """URL of the Redis server that connects several processes."""
    engines: int = 2
    """Engine processes."""
    engine_threads: int = min(2, available_cores())
    """Search threads per engine process."""
    engine_memory: float = 32
    """Transposition table of each engine process, in megabytes."""
    analysis_time: float = 3600
    """Longest analysis or proof of one position for a page, in seconds."""
    pace: float = 0.4
    """Minimum seconds between the moves of two AIs, so that spectators can follow."""
    opening_book: bool = True
    """Whether AIs of levels 9 and 10 open from the book that comes with the program."""
    round_pause: float = 10
    """Seconds between two rounds of a tournament."""
    messages_per_second: float = 30
    """Rate limit of messages per socket."""
    requests_per_minute: int = 1200
    """Rate limit of HTTP requests per address."""
    hosts: tuple[str, ...] = ()
    """Allowed values of the `Host` header, beside those of this machine; empty if the host is not checked."""
    collections: tuple[str, ...] = ()
    """Collections of `gomoku games` that the explorer shows."""
    metrics: Address | None = None
    """Address of the Prometheus metrics. Each of several processes takes the next free port."""
    log_format: LogFormat = LogFormat.TEXT
    """Format of log lines."""
    log_level: LogLevel = LogLevel.WARNING
    """Level from which lines are logged."""
    proxies: tuple[str, ...] = ("127.0.0.1", "::1")
    """Addresses or networks of trusted proxies, whose `X-Forwarded-*` headers count."""
    certificate: str | None = None
    """TLS certificate chain, a PEM file."""
    key: str | None = None
    """Private key of the certificate, a PEM file; None if the certificate's file holds it."""
    push_key: str | None = None
    """Private key for Web Push, a PEM file; None sends no messages."""
    push_contact: str = ""
    """Address of the operator for push services: `mailto:` or `https:`."""
    push_local: bool = False
    """Send messages of Web Push to this machine as well. For tests: it opens the machine's own network."""
