"""Scripted players for endurance tests: they reconnect, resend unanswered commands and verify what they see.

A player resends commands under the same id and reconnects from the last version it has seen, as the page does. All
acknowledgements are recorded, to be compared with the database afterwards.
"""

import asyncio
import contextlib
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from typing import Any, Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.server.page import request

Message = dict[str, Any]

PING_INTERVAL: Final = 5.0
"""Seconds between pings, which reveal lost updates."""
TEMPORARY: Final = ("storage", "busy", "too_fast")
"""Reasons of temporary refusals; the command is retried."""


class Server:
    """A `gomoku serve` process that can be killed and restarted at the same address."""

    def __init__(self, *options: str, environment: Mapping[str, str] | None = None, log: Path | None = None) -> None:
        self.options = options
        self.environment = {**os.environ, "PYTHONUNBUFFERED": "1", **(environment or {})}
        self.log = log
        self.port = 0
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        command = [sys.executable, "-m", "gomoku", "serve", "--port", str(self.port), *self.options]
        with open(self.log, "a") if self.log else contextlib.nullcontext() as errors:
            self.process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=errors, text=True, env=self.environment
            )
        assert self.process.stdout
        line = self.process.stdout.readline()
        found = re.search(r"http://[^:]+:(\d+)/", line)
        if not found:
            self.end(signal.SIGKILL)
            raise RuntimeError(f"the server did not start: {line}")
        self.port = int(found[1])

    def end(self, how: int = signal.SIGTERM) -> None:
        if self.process is not None:
            if self.process.poll() is None:
                os.kill(self.process.pid, how)
            self.process.wait()
            if self.process.stdout:
                self.process.stdout.close()
            self.process = None


@dataclass
class Tally:
    """Records of all players."""

    latencies: list[float] = field(default_factory=list)
    acknowledged: dict[tuple[str, str, str], int] = field(default_factory=dict)
    """Room, visitor and id of every acknowledged command, with the resulting version."""
    moments: list[float] = field(default_factory=list)
    """Times of acknowledgements, by the monotonic clock."""
    reconnects: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    """Refusals by reason."""
    wrong: list[str] = field(default_factory=list)
    """Violations of the protocol."""


class Player:
    """A page that stays connected, resends unanswered commands, and follows one room."""

    def __init__(self, server: Server, tally: Tally, rng: random.Random) -> None:
        self.server, self.tally, self.rng = server, tally, rng
        self.cookie = ""
        self.me = ""
        self.room = ""
        self.seq = 0
        self.state: Message = {}
        self.actions: list[Message] = []
        self.waiting: dict[str, tuple[Message, float]] = {}
        """Unanswered commands."""
        self.number = 0
        self.socket: ClientConnection | None = None
        self.changed = asyncio.Event()

    async def keep_name(self) -> None:
        """Set a name and a passphrase, which rated games need, from a separate address."""
        name = f"{self.rng.getrandbits(64):x}"
        body = json.dumps({"name": name, "passphrase": "correct horse"}).encode()
        while not self.cookie:
            with contextlib.suppress(OSError, HTTPException):  # the server may be down
                url = f"http://127.0.0.1:{self.server.port}"
                headers = {"X-Forwarded-For": f"host-{name}"}
                status, given, _ = await asyncio.to_thread(request, url, "POST", "/api/me/passphrase", body, headers)
                if status == 200:
                    self.cookie = given["set-cookie"].split(";")[0]
                    return
                # the name may be stored, with only the answer lost
                name += "x"
                body = json.dumps({"name": name, "passphrase": "correct horse"}).encode()
            await asyncio.sleep(0.1 + 0.2 * self.rng.random())

    async def live(self) -> None:
        """Stay connected until cancelled."""
        while True:
            try:
                headers = {"Cookie": self.cookie} if self.cookie else {}
                address = f"ws://127.0.0.1:{self.server.port}/ws"
                async with connect(address, additional_headers=headers, open_timeout=5) as self.socket:
                    given = self.socket.response.headers.get("Set-Cookie") if self.socket.response else None
                    self.cookie = given.split(";")[0] if given else self.cookie
                    await self.listen(self.socket)
            except (OSError, WebSocketException, TimeoutError):
                self.tally.reconnects += 1
            self.socket = None
            await asyncio.sleep(0.1 + 0.2 * self.rng.random())

    async def listen(self, socket: ClientConnection) -> None:
        pinging = asyncio.create_task(self.ping())
        try:
            async for text in socket:
                await self.hear(json.loads(text))
                self.changed.set()
        finally:
            pinging.cancel()

    async def ping(self) -> None:
        while True:
            await asyncio.sleep(PING_INTERVAL * (0.5 + self.rng.random()))
            await self.send({"type": "ping", "sent": time.time()})

    async def hear(self, message: Message) -> None:
        match message["type"]:
            case "hello":
                if self.me not in ("", message["me"]):
                    self.complain(f"the visitor became {message['me']}")
                self.me = message["me"]
                await self.watch_on()
                for command, _ in list(self.waiting.values()):
                    await self.send(command)
            case "snapshot" if message["room"] == self.room:
                self.seq, self.state, self.actions = message["seq"], message["state"], message["actions"]
            case "update" if message["room"] == self.room and self.state:  # otherwise a late update of a previous room
                if message["seq"] != self.seq + 1:
                    self.complain(f"after {self.seq} came {message['seq']}")
                self.seq, self.state = message["seq"], message["state"]
                self.actions = self.actions[: message["keep"]] + message["actions"]
            case "pong" if message["rooms"].get(self.room, self.seq + 1) > self.seq:
                await self.watch_on()  # an update before the pong was lost, or the room is not watched
            case "done" if message["id"] in self.waiting:
                self.answered(message["id"])
                self.room = self.room or message["room"]
                self.tally.acknowledged[(message["room"], self.me, message["id"])] = message["seq"]
                self.tally.moments.append(time.monotonic())
            case "refused" if message["id"] in self.waiting:
                self.tally.refused[message["reason"]] += 1
                if message["reason"] in TEMPORARY:
                    await asyncio.sleep(0.3 * self.rng.random())
                    await self.send(self.waiting[message["id"]][0])
                else:
                    self.answered(message["id"])
                    if message["reason"] == "malformed":
                        self.complain(f"refused: {message}")
            case "gone" if message["room"] == self.room:
                self.complain("the room is gone")

    def answered(self, name: str) -> None:
        _, began = self.waiting.pop(name)
        self.tally.latencies.append(time.monotonic() - began)

    def complain(self, what: str) -> None:
        self.tally.wrong.append(f"{self.me} in {self.room}: {what}")

    async def watch_on(self) -> None:
        if self.room:
            await self.send({"type": "watch", "room": self.room, "since": self.seq})

    async def send(self, message: Message) -> None:
        if self.socket is not None:
            with contextlib.suppress(OSError, WebSocketException):  # it is resent after the reconnect
                await self.socket.send(json.dumps(message))

    async def command(self, type: str, /, **fields: Any) -> None:
        """Send a command and wait for the answer."""
        self.number += 1
        name = f"{type}{self.number}"
        message = {"type": type, "id": name, **fields}
        self.waiting[name] = (message, time.monotonic())
        await self.send(message)
        await self.until(lambda: name not in self.waiting)

    async def until(self, condition: Callable[[], Any]) -> None:
        while not condition():
            self.changed.clear()
            await self.changed.wait()

    # --- the game ---

    async def watch(self, room: str) -> None:
        """Watch a room from a snapshot."""
        self.room, self.seq, self.state = room, 0, {}
        await self.watch_on()
        await self.until(lambda: self.state)

    @property
    def is_asked(self) -> bool:
        return self.me in self.state["acts"]

    def offers(self) -> list[str]:
        """Kinds of the opponent's pending offers."""
        seats = {seat["player"]: seat["holder"].get("visitor") for seat in self.state["seats"]}
        return [offer["kind"] for offer in self.state["offers"] if seats[offer["by"]] != self.me]

    async def play(self, moves: int, pause: float = 0.2) -> None:
        """Play at random until the game is over or has enough moves; `pause`: maximum seconds between actions."""
        while not self.state["outcome"] and self.state["ply"] < moves:
            seq = self.seq
            if offers := self.offers():
                await self.command("reply", room=self.room, offer=offers[0], accept=self.rng.random() < 0.7)
            elif self.is_asked:
                await self.act()
            else:
                await self.until(lambda seq=seq: self.seq != seq)  # type: ignore[misc]
            await asyncio.sleep(pause * self.rng.random())

    async def act(self) -> None:
        """Play a stone; sometimes chat or offer an undo."""
        choice = self.rng.random()
        if choice < 0.1:
            await self.command("say", room=self.room, text=f"move {self.state['ply']}")
        else:
            closed = [one["cell"] for one in self.state["forbidden"]]
            free = [[x, y] for y, row in enumerate(self.state["rows"]) for x, c in enumerate(row) if c == "."]
            cell = self.rng.choice([cell for cell in free if cell not in closed])
            await self.command("play", room=self.room, cell=cell, ply=self.state["ply"])
            if choice < 0.15:
                await self.command("undo", room=self.room)  # refused if the other was faster

    def same_as(self, other: "Player") -> bool:
        """True if both players have seen the same."""
        mine, theirs = ((one.seq, one.actions, one.state["rows"]) for one in (self, other))
        return mine == theirs


async def seated(ann: Player, bob: Player, **options: Any) -> None:
    """Create a room for two players, up to the first move."""
    for player in (ann, bob):
        await player.until(lambda player=player: player.me)  # type: ignore[misc]
    me, free = {"type": "me", "name": "Ann"}, {"type": "open"}
    await ann.command("create", options=options, first=me, second=free, kind="private")
    for player in (ann, bob):
        await player.watch(ann.room)
    await bob.command("sit", room=ann.room, player="P2", who={"type": "me", "name": "Bob"})
    for player in (ann, bob):
        await player.command("ready", room=ann.room, ready=True)
    for player in (ann, bob):
        await player.until(lambda player=player: player.state["phase"] in ("playing", "over"))  # type: ignore[misc]
