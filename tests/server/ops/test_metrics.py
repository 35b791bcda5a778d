"""Metrics of a server."""

import asyncio
import http.client
import json
import re
import socket
from pathlib import Path
from types import SimpleNamespace

import pytest

from gomoku.server.http import sockets
from gomoku.server.live import clients
from gomoku.server.live.clients import Client
from gomoku.server.ops import rate_limit
from gomoku.server.ops.metrics import Address, Metrics
from tests.support.waiting import free_port, wait_until


@pytest.fixture
def metric(server):
    """Reads a metric of the server in this process."""
    registry = server.app.state.metrics.registry

    def value(name, **labels):
        return registry.get_sample_value(f"gomoku_{name}", labels) or 0

    return value


def test_commands_are_counted_by_kind_and_result(ann, metric):
    room = ann.create("me", "me")
    done, refused = (
        metric("messages_total", kind="play", result="done"),
        metric("messages_total", kind="play", result="occupied"),
    )
    timed, commits = metric("command_seconds_count"), metric("commit_seconds_count")
    assert ann.play(room, 9, 9)["type"] == "done"
    ann.until_state(room, lambda state: state["ply"] == 1)
    assert ann.play(room, 9, 9)["reason"] == "occupied"
    assert metric("messages_total", kind="play", result="done") == done + 1
    assert metric("messages_total", kind="play", result="occupied") == refused + 1
    assert metric("command_seconds_count") == timed + 1
    assert metric("commit_seconds_count") == commits + 1
    assert metric("commit_changes_sum") >= commits + 1


def test_malformed_messages_are_counted(ann, metric):
    before = metric("messages_total", kind="unread", result="malformed")
    ann.socket.send("[")
    ann.until(lambda message: message["type"] == "refused")
    assert metric("messages_total", kind="unread", result="malformed") == before + 1


def test_rooms_and_sockets_are_counted(ann, metric):
    sockets = metric("sockets")
    rooms = metric("rooms")
    assert sockets >= 1
    ann.create("me", "me")
    assert metric("rooms") == rooms + 1


def test_searches_are_timed(ann, metric):
    thought, waited = metric("engine_think_seconds_count", kind="play"), metric("engine_wait_seconds_count")
    room = ann.create("me", "ai", level=1, ai_time=100)
    ann.play(room, 9, 9)
    ann.until_state(room, lambda state: state["ply"] == 2)
    assert metric("engine_think_seconds_count", kind="play") >= thought + 1
    assert metric("engine_wait_seconds_count") >= waited + 1
    assert metric("engine_questions_waiting") == 0
    wait_until(lambda: metric("engines_busy") == 0)


def test_database_errors_are_counted(ann, metric, server, monkeypatch):
    room = ann.create("me", "me")
    before = metric("database_errors_total")

    async def broken(*_, **__):
        raise OSError("no space left on device")

    monkeypatch.setattr(server.app.state.hub.store._database, "write", broken)
    assert ann.play(room, 3, 3)["reason"] == "storage"
    assert metric("database_errors_total") == before + 1
    monkeypatch.undo()
    assert ann.play(room, 3, 3)["type"] == "done"


def test_server_without_its_database_is_alive_but_not_ready(server, monkeypatch):
    async def broken(*_, **__):
        raise OSError("no space left on device")

    monkeypatch.setattr(server.app.state.hub.store._database, "read", broken)
    assert status_of(server, "/api/health") == 200
    assert status_of(server, "/api/ready") == 503
    monkeypatch.undo()
    assert status_of(server, "/api/ready") == 200


def test_server_on_a_full_disk_is_alive_but_not_ready(server, ann, monkeypatch):
    async def full(*_, **__):
        raise OSError("no space left on device")

    monkeypatch.setattr(server.app.state.hub.store._database, "write", full)
    assert status_of(server, "/api/health") == 200
    status, headers, body = ann.http("GET", "/api/ready")
    assert (status, json.loads(body)) == (503, {"reason": "storage", "detail": "no space left on device"})
    assert headers["retry-after"]
    monkeypatch.undo()
    assert status_of(server, "/api/ready") == 200


def status_of(server, path):
    connection = http.client.HTTPConnection(server.address.removeprefix("http://"))
    connection.request("GET", path)
    status = connection.getresponse().status
    connection.close()
    return status


def test_flooding_clients_are_counted(server, metric, monkeypatch):
    before = metric("sockets_dropped_total", why="fast")
    monkeypatch.setattr(sockets, "MAX_MESSAGES_OVER_RATE", 3)
    monkeypatch.setattr(rate_limit.Bucket, "take", lambda self, now: False)
    with server.page() as ann:
        for _ in range(3):
            ann.send("ping", sent=1)
        wait_until(lambda: metric("sockets_dropped_total", why="fast") == before + 1)
    assert metric("messages_total", kind="unread", result="too_fast") >= 3


def test_slow_clients_are_counted(server, metric, monkeypatch):
    before = metric("sockets_dropped_total", why="slow")
    monkeypatch.setattr(clients, "MAX_QUEUED", 1)
    with server.page() as ann:
        seats = {"first": {"type": "me"}, "second": {"type": "open"}}
        room = ann.command("create", options={}, kind="private", **seats)["room"]
        ann.send("watch", room=room, since=0)  # two messages at once: the room and its audience
        wait_until(lambda: metric("sockets_dropped_total", why="slow") == before + 1)


def test_disconnect_while_sending_is_no_error(caplog):
    class Left:
        async def receive(self):
            await asyncio.Event().wait()  # it never sends

        async def send_data(self, *_, **__):
            raise RuntimeError("Unexpected ASGI message 'websocket.send', after sending 'websocket.close'.")

    metrics = Metrics()
    clock = SimpleNamespace(now=lambda: 1)
    everybody = SimpleNamespace(clock=clock, **dict.fromkeys(("arrive", "leave", "forget"), lambda client: None))
    asyncio.run(sockets.serve(Left(), everybody, everybody, metrics, Client("ann"), 10, sockets.message_limits(10)))  # type: ignore[arg-type]
    assert caplog.records == []
    assert metrics.registry.get_sample_value("gomoku_sockets_dropped_total", {"why": "slow"}) is None


def test_requests_are_counted_by_route(server, metric):
    labels = {"method": "GET", "route": "/api/health", "status": "200"}
    before = metric("http_requests_total", **labels)
    assert status_of(server, "/api/health") == 200
    wait_until(lambda: metric("http_requests_total", **labels) == before + 1)


def test_event_loop_lag_is_measured(metric):
    wait_until(lambda: metric("loop_lag_seconds_count") > 0)
    assert metric("loop_lag_seconds_sum") / metric("loop_lag_seconds_count") < 0.5


def test_metrics_endpoint():
    metrics = Metrics()
    metrics.answered("play", "done", 0.01)
    with metrics.served(Address("127.0.0.1", 0)) as port:
        text = scraped(port)
    assert 'gomoku_messages_total{kind="play",result="done"} 1.0' in text
    assert "process_resident_memory_bytes" in text
    with pytest.raises(ConnectionRefusedError):
        scraped(port)


def scraped(port, path="/metrics"):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", path)
    response = connection.getresponse()
    text = response.read().decode()
    connection.close()
    assert response.status == 200
    assert response.headers["Content-Type"].startswith("text/plain")
    return text


def test_server_with_metrics_port(start_process):
    port = free_port()
    server = start_process("--metrics", str(port))
    with server.page() as ann:
        room = ann.create("me", "me")
        ann.play(room, 9, 9)
        text = scraped(port)
    assert 'gomoku_messages_total{kind="play",result="done"} 1.0' in text
    assert "gomoku_sockets 1.0" in text
    assert "gomoku_rooms 1.0" in text
    connection = http.client.HTTPConnection(server.address.removeprefix("http://"))
    connection.request("GET", "/metrics")  # the game's port serves the page there
    assert b"gomoku_messages_total" not in connection.getresponse().read()
    connection.close()
    assert server.interrupt()[0] == 0


def test_metrics_named_in_deploy_and_docs_exist(server):
    """Every metric named in `deploy` and in HOSTING.md."""
    with server.app.state.metrics.served(Address("127.0.0.1", 0)) as port:
        text = scraped(port)
    kinds = dict(re.findall(r"^# TYPE (\w+) (\w+)$", text, re.MULTILINE))
    there = set(kinds) | set(re.findall(r"^(\w+)[ {]", text, re.MULTILINE))
    there |= {
        f"{name}_{part}" for name, kind in kinds.items() if kind == "histogram" for part in ("bucket", "count", "sum")
    }
    home = Path(__file__).parents[3]
    for path in (*(home / "deploy").glob("*.yml"), home / "docs" / "HOSTING.md"):
        named = set(re.findall(r"gomoku_\w+", path.read_text(encoding="utf-8")))
        assert named - there == set(), path.name
    alerts = (home / "deploy" / "gomoku-alerts.yml").read_text(encoding="utf-8")
    assert len(set(re.findall(r"gomoku_\w+", alerts))) >= 4


def test_metrics_port_in_use_is_one_error_line(run_cli, tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        database = str(tmp_path / "games.sqlite")
        code, _, said = run_cli("serve", "--port", "0", "--database", database, "--metrics", str(port))
    assert code == 1
    assert len(said.splitlines()) == 1
    assert str(port) in said


@pytest.mark.parametrize("given", ["0", "-1", "65536", "x", "localhost:", ""])
def test_malformed_metrics_addresses_are_refused(given):
    with pytest.raises(ValueError, match="neither PORT nor HOST:PORT"):
        Address.parse(given)


def test_usage_errors_name_the_option(run_cli):
    for option in ("--metrics", "--log-format", "--log-level"):
        code, _, said = run_cli("serve", option, "nonsense")
        assert code == 2
        assert option in said


@pytest.mark.parametrize(
    ("given", "host", "port"),
    [
        ("9420", "127.0.0.1", 9420),
        ("0.0.0.0:80", "0.0.0.0", 80),
        ("[::1]:9", "::1", 9),
        ("metrics.lan:1", "metrics.lan", 1),
    ],
)
def test_metrics_addresses(given, host, port):
    assert Address.parse(given) == (host, port)


def test_each_process_takes_the_next_free_port():
    one, other = Metrics(), Metrics()
    port = free_port()
    with one.served(Address("127.0.0.1", port)):
        with other.served(Address("127.0.0.1", port), tries=20) as second:
            assert port < second < port + 20
            assert scraped(second)
        with pytest.raises(OSError, match="in use"), other.served(Address("127.0.0.1", port)):
            pass
