"""Many rooms at once, with the server killed again and again: is everything that was acknowledged still there?

    python benchmarks/server_rooms.py [--rooms 200] [--kills 20] [--moves 30]

Starts `gomoku serve` on a database of its own. In every room two scripted players take their seats, get ready and play
at random, take moves back by consent and chat. Meanwhile the server is killed with SIGKILL at random moments and
started again; players come back, say what they have seen last, and send again what was not answered. At the end every
acknowledged command must be in the database at the version that was acknowledged, and both players of each room must
have seen the same. Prints how many moves were made, how quickly a command was answered between kills, and what was lost.
"""

import argparse
import asyncio
import contextlib
import json
import os
import random
import re
import signal
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

Message = dict[str, Any]


class Server:
    """`gomoku serve`, which can be killed and started again at the same address."""

    def __init__(self, database: Path) -> None:
        self.database = database
        self.port = 0
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        command = [sys.executable, "-m", "gomoku", "serve", "--port", str(self.port), "--database", str(self.database)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout
        line = self.process.stdout.readline()
        found = re.search(r"http://[^:]+:(\d+)/", line)
        assert found, f"the server did not start: {line}"
        self.port = int(found[1])

    def end(self, how: int = signal.SIGTERM) -> None:
        if self.process is not None:
            os.kill(self.process.pid, how)
            self.process.wait()
            if self.process.stdout:
                self.process.stdout.close()
            self.process = None


@dataclass
class Tally:
    """What all players together have to tell."""

    latencies: list[float] = field(default_factory=list)
    acknowledged: dict[tuple[str, str, str], int] = field(default_factory=dict)
    """Room, visitor and id of every command that was done, and the version it led to."""
    reconnects: int = 0
    refused: int = 0


class Player:
    """Plays one seat to the end, whatever happens to the connection."""

    def __init__(self, server: Server, tally: Tally, rng: random.Random) -> None:
        self.server, self.tally, self.rng = server, tally, rng
        self.cookie = ""
        self.me = ""
        self.room = ""
        self.seq = 0
        self.state: Message = {}
        self.actions: list[Message] = []
        self.waiting: dict[str, tuple[Message, float]] = {}
        """Commands that were not answered yet."""
        self.number = 0
        self.socket: ClientConnection | None = None
        self.changed = asyncio.Event()

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
                self.socket = None
                self.tally.reconnects += 1
                await asyncio.sleep(0.1 + 0.2 * self.rng.random())

    async def listen(self, socket: ClientConnection) -> None:
        async for text in socket:
            message: Message = json.loads(text)
            await self.hear(message)
            self.changed.set()

    async def hear(self, message: Message) -> None:
        kind = message["type"]
        if kind == "hello":
            assert self.me in ("", message["me"]), "the visitor became another one"
            self.me = message["me"]
            if self.room:
                await self.send({"type": "watch", "room": self.room, "since": self.seq})
            for command, _ in list(self.waiting.values()):
                await self.send(command)
        elif kind == "snapshot":
            self.seq, self.state, self.actions = message["seq"], message["state"], message["actions"]
        elif kind == "update":
            assert message["seq"] == self.seq + 1, f"after {self.seq} came {message['seq']}"
            self.seq, self.state = message["seq"], message["state"]
            self.actions = self.actions[: message["keep"]] + message["actions"]
        elif kind in ("done", "refused") and message["id"] in self.waiting:
            _, began = self.waiting.pop(message["id"])
            self.tally.latencies.append(time.monotonic() - began)
            if kind == "done":
                self.room = self.room or message["room"]
                self.tally.acknowledged[(message["room"], self.me, message["id"])] = message["seq"]
            else:
                assert message["reason"] not in ("malformed", "storage"), message
                self.tally.refused += 1

    async def send(self, message: Message) -> None:
        if self.socket is not None:
            with contextlib.suppress(OSError, WebSocketException):  # it is sent again when the connection is back
                await self.socket.send(json.dumps(message))

    async def command(self, type: str, /, **fields: Any) -> None:
        """Give a command and wait until it is answered."""
        self.number += 1
        name = f"c{self.number}"
        message = {"type": type, "id": name, **fields}
        self.waiting[name] = (message, time.monotonic())
        await self.send(message)
        await self.until(lambda: name not in self.waiting)

    async def until(self, condition: Any) -> None:
        while not condition():
            self.changed.clear()
            await self.changed.wait()

    # --- the game ---

    async def watch(self, room: str) -> None:
        self.room = room
        await self.send({"type": "watch", "room": room, "since": self.seq})
        await self.until(lambda: self.state)

    async def play(self, moves: int) -> None:
        """Play at random until the game is over or long enough."""
        while not self.state["outcome"] and self.state["ply"] < moves:
            seq = self.seq
            seats = {seat["player"]: seat["holder"].get("visitor") for seat in self.state["seats"]}
            offers = [offer for offer in self.state["offers"] if seats[offer["by"]] != self.me]
            if offers:
                await self.command("reply", room=self.room, offer=offers[0]["kind"], accept=self.rng.random() < 0.7)
            elif self.me in self.state["acts"]:
                await self.act()
            else:
                await self.until(lambda seq=seq: self.seq != seq)
            await asyncio.sleep(0.2 * self.rng.random())

    async def act(self) -> None:
        choice = self.rng.random()
        if choice < 0.1:
            await self.command("say", room=self.room, text=f"move {self.state['ply']}")
        elif choice < 0.15 and self.state["ply"] > 1:
            await self.command("undo", room=self.room)
        else:
            closed = [one["cell"] for one in self.state["forbidden"]]
            free = [[x, y] for y, row in enumerate(self.state["rows"]) for x, c in enumerate(row) if c == "."]
            cell = self.rng.choice([cell for cell in free if cell not in closed])
            await self.command("play", room=self.room, cell=cell, ply=self.state["ply"])


async def game(server: Server, tally: Tally, rng: random.Random, moves: int) -> tuple[Player, Player]:
    """One room from its making to its end."""
    ann, bob = Player(server, tally, rng), Player(server, tally, rng)
    lives = [asyncio.create_task(player.live()) for player in (ann, bob)]
    for player in (ann, bob):
        await player.until(lambda player=player: player.me)
    await ann.command(
        "create",
        options={"rules": "42;size=13"},
        first={"type": "me", "name": "Ann"},
        second={"type": "open"},
        kind="private",
    )
    for player in (ann, bob):
        await player.watch(ann.room)
    await bob.command("sit", room=ann.room, player="P2", who={"type": "me", "name": "Bob"})
    for player in (ann, bob):
        await player.command("ready", room=ann.room, ready=True)
    for player in (ann, bob):
        await player.until(lambda player=player: player.state["phase"] in ("playing", "over"))
    await asyncio.gather(ann.play(moves), bob.play(moves))
    last = max(ann.seq, bob.seq)
    for player in (ann, bob):
        await player.until(lambda player=player: player.seq >= last and not player.waiting)
    for task in lives:
        task.cancel()
    await asyncio.gather(*lives, return_exceptions=True)
    return ann, bob


async def kill_now_and_then(server: Server, kills: int, rng: random.Random) -> int:
    """Kill the server and start it again; gives how often."""
    for _ in range(kills):
        await asyncio.sleep(1 + 3 * rng.random())
        server.end(signal.SIGKILL)
        await asyncio.to_thread(server.start)
    return kills


def lost(database: Path, tally: Tally) -> list[str]:
    """What was acknowledged and is not in the database."""
    missing = []
    with sqlite3.connect(database) as connection:
        for (room, visitor, name), seq in tally.acknowledged.items():
            query = "SELECT seq FROM game_command WHERE game_id = ? AND visitor = ? AND id = ?"
            found = connection.execute(query, (room, visitor, name)).fetchone()
            if found != (seq,):
                missing.append(f"{room}: {name} of {visitor} led to {seq}, and {found} is there")
        for room, version in connection.execute("SELECT id, version FROM game").fetchall():
            (count,) = connection.execute("SELECT count(*) FROM game_event WHERE game_id = ?", (room,)).fetchone()
            if count != version:
                missing.append(f"{room}: version {version} and {count} events")
    connection.close()
    return missing


@dataclass
class Outcome:
    """How it went."""

    moves: int
    kills: int
    reconnects: int
    acknowledged: int
    refused: int
    middle_ms: float
    slowest_ms: float
    differences: list[str]
    """Rooms whose two players have not seen the same."""
    lost: list[str]


async def run(rooms: int, kills: int, moves: int, seed: int = 1) -> Outcome:
    """All of it."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "games.sqlite")
        server.start()
        tally, rng = Tally(), random.Random(seed)
        try:
            games = [asyncio.create_task(game(server, tally, random.Random(rng.random()), moves)) for _ in range(rooms)]
            killer = asyncio.create_task(kill_now_and_then(server, kills, rng))
            pairs = await asyncio.gather(*games)
            done = await killer
        finally:
            server.end()
        differences = [
            ann.room
            for ann, bob in pairs
            if (ann.seq, ann.actions, ann.state["rows"]) != (bob.seq, bob.actions, bob.state["rows"])
        ]
        return Outcome(
            moves=sum(len(ann.actions) for ann, _ in pairs),
            kills=done,
            reconnects=tally.reconnects,
            acknowledged=len(tally.acknowledged),
            refused=tally.refused,
            middle_ms=1000 * statistics.median(tally.latencies),
            slowest_ms=1000 * max(tally.latencies),
            differences=differences,
            lost=lost(server.database, tally),
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rooms", type=int, default=200)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--moves", type=int, default=30, help="in each room")
    given = parser.parse_args()
    outcome = asyncio.run(run(given.rooms, given.kills, given.moves))
    for name, value in vars(outcome).items():
        print(f"{name:14} {value if not isinstance(value, float) else round(value, 1)}")


if __name__ == "__main__":
    main()
