"""Logs: their content, and what they must never contain."""

import http.client
import io
import json
import logging
import subprocess
import sys

import pytest

from gomoku.server.ops import logs
from gomoku.server.ops.logs import JsonFormatter, LogFormat, LogLevel, TextFormatter, digest, fields


@pytest.fixture
def written():
    """The log lines of the server in this process, as JSON."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonFormatter())
    logger = logging.getLogger("gomoku.server")
    before = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    yield lambda: [json.loads(line) for line in stream.getvalue().splitlines()]
    logger.removeHandler(handler)
    logger.setLevel(before)


def get(server, path, headers=None):
    connection = http.client.HTTPConnection(server.address.removeprefix("http://"))
    connection.request("GET", path, headers=headers or {})
    response = connection.getresponse()
    response.read()
    connection.close()
    return response


def record(message, level=logging.INFO, **named):
    made = logging.LogRecord("gomoku.server", level, __file__, 1, message, (), None)
    made.__dict__.update(fields(**named))
    return made


def test_request_is_logged_in_one_line(server, written):
    with server.page() as ann:
        room = ann.create("me", "me")
        response = get(server, f"/api/games/{room}?secret=42", {"Cookie": ann.cookie, "X-Request-Id": "proxy-17"})
    assert response.status == 200
    assert response.getheader("X-Request-Id") == "proxy-17"
    (line,) = [line for line in written() if line["request"] == "proxy-17"]
    assert line["message"] == "served"
    assert (line["method"], line["status"]) == ("GET", 200)
    assert line["route"].startswith("/api/games/{room")
    assert line["visitor"] == digest(ann.me)
    assert line["level"] == "info"
    assert line["ms"] > 0
    assert line["at"].endswith("+00:00")


@pytest.mark.parametrize("name", ["", "with space", "x" * 65, "a;b"])
def test_malformed_request_ids_are_replaced(server, name):
    given = get(server, "/api/health", {"X-Request-Id": name}).getheader("X-Request-Id")
    assert given != name
    assert len(given) == 12


def test_refused_requests_are_logged(server, written):
    assert get(server, "/", {"Host": "elsewhere.example", "X-Request-Id": "foreign-1"}).status == 403
    (line,) = [line for line in written() if line["request"] == "foreign-1" and line["message"] == "served"]
    assert line["status"] == 403


def test_refused_command_is_logged_without_secrets(server, written):
    with server.page() as ann:
        room = ann.create("me", "me")
        ann.command("say", room=room, text="my password is swordfish")
        assert ann.play(room, 9, 9)["type"] == "done"
        ann.until_state(room, lambda state: state["ply"] == 1)
        refused = ann.play(room, 9, 9)
        assert refused["reason"] == "occupied"
        ann.socket.send("swordfish {")
        ann.until(lambda message: message["type"] == "refused" and message["reason"] == "malformed")
        secret = ann.cookie.partition("=")[2]
    lines = [line for line in written() if line["message"] == "refused"]
    (one,) = [line for line in lines if line["reason"] == "occupied"]
    assert (one["kind"], one["id"], one["visitor"]) == ("play", refused["id"], digest(ann.me))
    assert one["room"] == room[: logs.ROOM_PREFIX] != room
    assert one["request"]
    assert any(line["message"].startswith("refused: malformed") for line in written())
    everything = json.dumps(written())
    for hidden in ("swordfish", room, ann.me, secret):
        assert hidden not in everything


def test_error_lines_carry_the_request_id(server, written, monkeypatch):
    async def broken(*_):
        raise ZeroDivisionError("a fault of ours")

    monkeypatch.setattr(server.app.state.hub.lobby, "listed", broken)
    assert get(server, "/api/rooms", {"X-Request-Id": "broken-1"}).status == 500
    lines = [line for line in written() if line["request"] == "broken-1"]
    assert [line["level"] for line in lines] == ["error", "info"]
    assert "ZeroDivisionError: a fault of ours" in lines[0]["error"]
    assert lines[1]["status"] == 500


def test_text_lines():
    line = TextFormatter().format(
        record("refused", logging.WARNING, kind="play", reason="too far away", room="0123456789")
    )
    assert line.endswith(' WARNING gomoku.server: refused kind=play reason="too far away" room=012345')


def test_log_injection_is_escaped():
    for lines in (TextFormatter(), JsonFormatter()):
        assert "\n" not in lines.format(record("refused", reason='a"\nb=c'))
    assert json.loads(JsonFormatter().format(record("refused", reason='a"\nb=c')))["reason"] == 'a"\nb=c'


def test_server_logs_json(start_process):
    server = start_process("--log-format", "json", "--log-level", "info")
    get(server, "/api/health", {"X-Request-Id": "from-outside"})
    code, rest = server.interrupt()
    assert code == 0
    lines = [json.loads(line) for line in rest.splitlines() if line.startswith("{")]
    assert [line["route"] for line in lines if line.get("request") == "from-outside"] == ["/api/health"]


def test_requests_are_not_logged_by_default(start_process):
    server = start_process()
    get(server, "/api/health")
    assert "served" not in server.interrupt()[1]


def test_logs_go_to_standard_error():
    code = (
        "import logging; from gomoku.server.ops import logs;"
        f"logs.configure(logs.LogFormat('{LogFormat.TEXT}'), logs.LogLevel('{LogLevel.INFO}'));"
        "logging.getLogger('gomoku.server').info('hello'); logging.getLogger('uvicorn').info('chatter')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == ""
    assert "INFO gomoku.server: hello" in done.stderr
    assert "chatter" not in done.stderr
