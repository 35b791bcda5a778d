"""Test client that keeps the state of its rooms from the messages, as the real page does."""

import http.client
import itertools
import json
import secrets
import time
from contextlib import ExitStack
from typing import Any
from urllib.parse import urlsplit

from websockets.sync.client import ClientConnection, connect

from tests.support.waiting import TIMEOUT

_ids = itertools.count(1)


def new_id() -> str:
    return f"{time.time_ns():x}-{next(_ids)}"


class Page:
    """One WebSocket connection and the state received over it."""

    def __init__(self, address: str, cookie: str | None = None, **options: Any) -> None:
        self.address = address.rstrip("/")
        self._options = dict(options)
        headers = {"Cookie": cookie} if cookie else {}
        headers |= options.pop("headers", {})
        self._stack = ExitStack()
        self.socket: ClientConnection = self._stack.enter_context(
            connect(
                self.address.replace("http", "ws") + "/ws",
                additional_headers=headers,
                open_timeout=TIMEOUT,
                ping_timeout=TIMEOUT,
                **options,
            )
        )
        given = self.socket.response.headers.get("Set-Cookie") if self.socket.response else None
        self.cookie = given.split(";")[0] if given else cookie
        self.rooms: dict[str, dict[str, Any]] = {}
        self.thinking: dict[str, dict[str, Any]] = {}
        """Searches in progress, by room."""
        self.heard: list[dict[str, Any]] = []
        """Every message received, in order."""
        self.hello = self.until(lambda m: m["type"] == "hello")
        self.me: str = self.hello["me"]

    def __enter__(self) -> "Page":
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    # --- the wire ---

    def send(self, type: str, /, **fields: Any) -> None:
        self.socket.send(json.dumps({"type": type, **fields}))

    def receive(self, timeout: float = TIMEOUT) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.socket.recv(timeout))
        self.heard.append(message)
        if message["type"] == "snapshot":
            self.rooms[message["room"]] = {key: message[key] for key in ("seq", "state", "actions")}
        elif message["type"] == "thinking":
            self.thinking.pop(message["room"], None)
            if not message["done"] and not message["waiting"]:
                self.thinking[message["room"]] = message
        elif message["type"] == "update":
            room = self.rooms[message["room"]]
            assert message["seq"] == room["seq"] + 1, "a gap in the updates"
            kept = room["actions"][: message["keep"]]
            room.update(seq=message["seq"], state=message["state"], actions=kept + message["actions"])
        return message

    def until(self, wanted: Any, timeout: float = TIMEOUT) -> dict[str, Any]:
        """Receive until a message matches."""
        end = time.monotonic() + timeout
        while True:
            message = self.receive(max(0.01, end - time.monotonic()))
            if wanted(message):
                return message

    def so_far(self) -> list[dict[str, Any]]:
        """All messages that the server has sent until now and that were not received yet: those before the answer to a ping."""
        start = len(self.heard)
        sent = secrets.randbits(32)
        self.send("ping", sent=sent)
        self.until(lambda m: m["type"] == "pong" and m["sent"] == sent)
        return self.heard[start:-1]

    def listen(self, seconds: float) -> list[dict[str, Any]]:
        """All messages of the next seconds."""
        end = time.monotonic() + seconds
        heard = []
        while (left := end - time.monotonic()) > 0:
            try:
                heard.append(self.receive(left))
            except TimeoutError:
                break
        return heard

    def command(self, type: str, /, id: str | None = None, **fields: Any) -> dict[str, Any]:
        """Send a command and wait for its reply."""
        name = id or new_id()
        self.send(type, id=name, **fields)
        return self.until(lambda m: m["type"] in ("done", "refused") and m["id"] == name)

    # --- actions of a player ---

    def create(self, first: Any = "me", second: Any = "ai", kind: str = "local", **options: Any) -> str:
        """Create a room and watch it."""
        level = options.pop("level", 3)
        seats = {"me": {"type": "me", "name": "Ann"}, "ai": {"type": "ai", "level": level}, "open": {"type": "open"}}
        done = self.command(
            "create",
            options={"ai_time": 100, **options},
            first=seats[first] if isinstance(first, str) else first,
            second=seats[second] if isinstance(second, str) else second,
            kind=kind,
        )
        assert done["type"] == "done", done
        self.watch(done["room"])
        return str(done["room"])

    def watch(self, room: str, since: int = 0) -> None:
        self.send("watch", room=room, since=since)
        if since == 0:
            self.until(lambda m: m["type"] == "snapshot" and m["room"] == room)

    def state(self, room: str) -> dict[str, Any]:
        state: dict[str, Any] = self.rooms[room]["state"]
        return state

    def actions(self, room: str) -> list[dict[str, Any]]:
        actions: list[dict[str, Any]] = self.rooms[room]["actions"]
        return actions

    def cells(self, room: str) -> list[tuple[int, int]]:
        return [tuple(action["cell"]) for action in self.actions(room) if action["cell"]]

    def play(self, room: str, x: int, y: int) -> dict[str, Any]:
        return self.command("play", room=room, cell=[x, y], ply=self.state(room)["ply"])

    def until_state(self, room: str, wanted: Any, timeout: float = TIMEOUT) -> dict[str, Any]:
        """Receive until the state of a room matches."""
        if not wanted(self.state(room)):
            self.until(lambda m: m["type"] == "update" and m["room"] == room and wanted(m["state"]), timeout)
        return self.state(room)

    def until_thinking(self, room: str, thinking: bool = True) -> None:
        """Receive until an engine searches for the room, or no longer does."""
        while (room in self.thinking) != thinking:
            self.receive()

    def until_my_turn(self, room: str) -> dict[str, Any]:
        return self.until_state(room, lambda state: self.me in state["acts"] or state["outcome"])

    # --- HTTP ---

    def http(
        self, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None
    ) -> tuple[int, dict[str, str], bytes]:
        answer = request(self.address, method, path, body, {"Cookie": self.cookie or "", **(headers or {})})
        if "set-cookie" in answer[1]:  # stored, as in a browser
            self.cookie = answer[1]["set-cookie"].split(";")[0]
        return answer

    def keep_name(self, name: str = "") -> str:
        """Set a name and a passphrase, which rated games need, and connect with the new cookie. The name."""
        name = name or f"Name {new_id()}"
        body = json.dumps({"name": name, "passphrase": "correct horse"}).encode()
        # from a separate address: attempts are limited per address
        status, _, answer = self.http("POST", "/api/me/passphrase", body, {"X-Forwarded-For": f"host-{new_id()}"})
        assert status == 200, answer
        self._stack.close()
        Page.__init__(self, self.address, self.cookie, **self._options)
        return name

    def get(self, path: str) -> Any:
        status, _, body = self.http("GET", path)
        assert status == 200, (status, body)
        return json.loads(body)


def request(
    address: str, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None
) -> tuple[int, dict[str, str], bytes]:
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=TIMEOUT)
    try:
        connection.request(method, path, body, headers or {})
        answer = connection.getresponse()
        return answer.status, {key.lower(): value for key, value in answer.getheaders()}, answer.read()
    finally:
        connection.close()
