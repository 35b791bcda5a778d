"""Log deduplication, and trusted proxies."""

import logging

import pytest

from gomoku.server.http.transport.connection_limits import TrustedProxies
from gomoku.server.ops import log_deduplication
from gomoku.server.ops.log_deduplication import DeduplicatingFilter, log_refusal


@pytest.fixture
def now(monkeypatch):
    moment = [100.0]
    monkeypatch.setattr("gomoku.server.ops.log_deduplication.time.monotonic", lambda: moment[0])
    return moment


def record(reason: str, address: str) -> logging.LogRecord:
    found = logging.LogRecord("gomoku.server", logging.WARNING, "", 0, "refused: %s", (reason,), None)
    found.same = (reason, address)
    return found


def test_repeated_lines_are_dropped_and_counted(now):
    deduplicating = DeduplicatingFilter()
    assert [deduplicating.filter(record("foreign", "1.2.3.4")) for _ in range(1000)] == [True] + [False] * 999
    assert deduplicating.filter(record("foreign", "5.6.7.8")), "another address is another line"
    assert deduplicating.filter(record("too_big", "1.2.3.4"))
    now[0] += log_deduplication.INTERVAL
    again = record("foreign", "1.2.3.4")
    assert deduplicating.filter(again)
    assert again.getMessage() == "refused: foreign (and 999 more like it)"


def test_lines_without_a_key_pass(now):
    plain = logging.LogRecord("gomoku.server", logging.ERROR, "", 0, "the database", (), None)
    assert all(DeduplicatingFilter().filter(plain) for _ in range(10))


def test_lines_of_uvicorn_are_deduplicated(now):
    """Invalid requests could flood the log."""
    deduplicating = DeduplicatingFilter()
    invalid = [
        logging.LogRecord("uvicorn.error", logging.WARNING, "", 0, "Invalid HTTP request received.", (), None)
        for _ in range(100)
    ]
    assert [deduplicating.filter(line) for line in invalid].count(True) == 1
    assert not deduplicating.filter(
        logging.LogRecord("uvicorn.error", logging.ERROR, "", 0, log_deduplication.HANDSHAKE_NOISE, (), None)
    )


def test_memory_is_bounded(now):
    deduplicating = DeduplicatingFilter()
    for number in range(3 * log_deduplication.MAX_KEYS):
        deduplicating.filter(record("foreign", str(number)))
    assert len(deduplicating._last) <= log_deduplication.MAX_KEYS


def test_client_text_stays_on_one_line(caplog):
    log_refusal("malformed", "", "a\nb\x1b[31m\u202e" + "x" * 1000)
    text = caplog.records[0].getMessage()
    assert text.isprintable()
    assert len(text) < 500


def test_trusted_proxies():
    trusted = TrustedProxies(("127.0.0.1", "::1", "10.0.0.0/8"))
    assert all(address in trusted for address in ("127.0.0.1", "::1", "10.1.2.3"))
    assert not any(address in trusted for address in ("127.0.0.2", "11.0.0.1", "", "localhost", "fe80::1"))
    with pytest.raises(ValueError, match="nginx"):
        TrustedProxies(("nginx",))
