"""Clients of the soak test: people against people, people against AIs, AI games, spectators, and abusive clients.

Each runs until cancelled. `progress` counts signs that a room is alive: moves of people, answers of AIs, updates seen.
"""

import asyncio
import contextlib
import json
import random
import socket as sockets
import time
from collections.abc import AsyncIterator, Sequence
from typing import Any, Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from benchmarks.scripted_players import Player, Server, Tally, seated

MAX_PAUSE: Final = 0.6
"""Maximum seconds between the actions of a person."""
MAX_PLIES: Final = 60
"""Plies after which a game is restarted."""
CLOCKS: Final = ({"type": "none"}, {"type": "fischer", "time": 3_600_000, "increment": 1000})
"""An hour is longer than any soak test: a loss on time can only come from a clock jump."""


class Party:
    """A group of clients in one room."""

    def __init__(self, name: str, server: Server, tally: Tally, rng: random.Random, players: int) -> None:
        self.name = name
        self.tally, self.rng = tally, rng
        self.players = [Player(server, tally, random.Random(rng.random())) for _ in range(players)]
        self.progress = 0
        self.closing = asyncio.Event()

    @property
    def room(self) -> str:
        return self.players[0].room

    async def live(self) -> None:
        """Run until cancelled, or until `closing` is set and nothing is unanswered."""
        lives = [asyncio.create_task(player.live()) for player in self.players]
        try:
            await self.act()
            await self.settle()
        finally:
            for task in lives:
                task.cancel()
            await asyncio.gather(*lives, return_exceptions=True)

    async def act(self) -> None:
        raise NotImplementedError

    async def settle(self) -> None:
        """Wait until all clients have seen the latest version."""
        last = max(player.seq for player in self.players)
        for player in self.players:
            await player.until(lambda player=player: player.seq >= last and not player.waiting)  # type: ignore[misc]

    def judge(self, player: Player) -> None:
        outcome = player.state["outcome"]
        if outcome and outcome["by"] == "time":
            player.complain("a game was lost on time")


class Table(Party):
    """Two people who play one game after another in an online room."""

    def __init__(self, number: int, server: Server, tally: Tally, rng: random.Random) -> None:
        super().__init__(f"table {number}", server, tally, rng, 2)
        self.clock = CLOCKS[number % len(CLOCKS)]

    async def act(self) -> None:
        ann, bob = self.players
        await seated(ann, bob, rules="42;size=13", clock=self.clock)
        await asyncio.gather(self._play(ann), self._play(bob))

    async def _play(self, player: Player) -> None:
        while not self.closing.is_set():
            state, seq = player.state, player.seq
            if state["outcome"] or state["ply"] >= MAX_PLIES:
                self.judge(player)
                await player.command("restart", room=player.room)
                await self._wait_for_update(player, seq)
            elif offers := player.offers():
                await player.command("reply", room=player.room, offer=offers[0], accept=self.rng.random() < 0.8)
            elif player.is_asked:
                before = player.state["ply"]
                await player.act()
                self.progress += player.state["ply"] != before
            else:
                await self._wait_for_update(player, seq)
            await asyncio.sleep(MAX_PAUSE * self.rng.random())

    async def _wait_for_update(self, player: Player, seq: int) -> None:
        """Wait for an update or the end, with a timeout."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(2):
                await player.until(lambda: player.seq != seq or self.closing.is_set())


class Duel(Party):
    """A person against the AI."""

    def __init__(self, number: int, server: Server, tally: Tally, rng: random.Random) -> None:
        super().__init__(f"duel {number}", server, tally, rng, 1)
        self.level = 1 + number % 10
        self.slowest = 0.0
        """Slowest answer of the AI, in seconds, faults included."""

    async def act(self) -> None:
        (ann,) = self.players
        await ann.until(lambda: ann.me)
        options = {"rules": "42;size=13", "ai_time": 60}
        ai = {"type": "ai", "level": self.level}
        await ann.command("create", options=options, first={"type": "me", "name": "Ann"}, second=ai)
        await ann.watch(ann.room)
        while not self.closing.is_set():
            if ann.state["outcome"] or ann.state["ply"] >= MAX_PLIES:
                self.judge(ann)
                await ann.command("restart", room=ann.room)
            elif ann.is_asked:
                await ann.act()
            began = time.monotonic()
            await ann.until(lambda: ann.is_asked or ann.state["outcome"])
            self.slowest = max(self.slowest, time.monotonic() - began)
            self.progress += 1
            await asyncio.sleep(MAX_PAUSE * self.rng.random())


class Show(Party):
    """A game of two AIs with a spectator."""

    def __init__(self, number: int, server: Server, tally: Tally, rng: random.Random) -> None:
        super().__init__(f"show {number}", server, tally, rng, 1)

    async def act(self) -> None:
        (ann,) = self.players
        await ann.until(lambda: ann.me)
        seats = [{"type": "ai", "level": self.rng.randint(1, 5)} for _ in range(2)]
        await ann.command("create", options={"rules": "pente;size=13", "ai_time": 60}, first=seats[0], second=seats[1])
        await ann.watch(ann.room)
        while not self.closing.is_set():
            seq = ann.seq
            if ann.state["outcome"]:
                await ann.command("restart", room=ann.room)
            else:
                await ann.until(lambda seq=seq: ann.seq != seq)  # type: ignore[misc]
            self.progress += 1


class Spectator(Party):
    """A spectator who moves from room to room and checks the order of events."""

    def __init__(self, number: int, server: Server, tally: Tally, rng: random.Random, tables: Sequence[Table]) -> None:
        super().__init__(f"spectator {number}", server, tally, rng, 1)
        self.tables = tables

    async def act(self) -> None:
        (eve,) = self.players
        await eve.until(lambda: eve.me)
        while not self.closing.is_set():
            rooms = [table.room for table in self.tables if table.room]
            if rooms:
                await eve.send({"type": "unwatch", "room": eve.room or "none"})
                await eve.watch(self.rng.choice(rooms))
                for _ in range(10):
                    if not self.closing.is_set():
                        seq = eve.seq
                        await eve.until(lambda seq=seq: eve.seq != seq)  # type: ignore[misc]
                        self.progress += 1
            else:
                await asyncio.sleep(0.2)

    async def settle(self) -> None:
        return


# --- abusive clients ---


class AbusiveClient:
    """An abusive client. Its connections may fail; others must not be affected."""

    def __init__(self, server: Server, rng: random.Random, tables: Sequence[Table]) -> None:
        self.server, self.rng, self.tables = server, rng, tables
        self.attacks: dict[str, int] = {}

    async def live(self) -> None:
        attacks = (
            self.send_malformed,
            self.flood,
            self.send_oversized,
            self.stop_reading,
            self.slow_loris,
            self.disconnect_early,
            self.upload_garbage,
        )
        while True:
            attack = self.rng.choice(attacks)
            self.attacks[attack.__name__] = self.attacks.get(attack.__name__, 0) + 1
            with contextlib.suppress(OSError, WebSocketException, TimeoutError):
                async with asyncio.timeout(15):
                    await attack()
            await asyncio.sleep(self.rng.random())

    @contextlib.asynccontextmanager
    async def _connect(self, **options: Any) -> AsyncIterator[ClientConnection]:
        """A raw socket that is dropped without a close frame."""
        socket = await connect(f"ws://127.0.0.1:{self.server.port}/ws", open_timeout=5, **options)
        try:
            yield socket
        finally:
            socket.transport.abort()

    def _room(self) -> str:
        rooms = [table.room for table in self.tables if table.room]
        return self.rng.choice(rooms) if rooms else "nowhere"

    async def send_malformed(self) -> None:
        """Malformed messages at a low rate."""
        words = (
            "",
            "{",
            "[]",
            "null",
            '{"type": "play"}',
            "\x00",
            '{"type": "watch", "room": "' + "x" * 50 + '"}',
            "[" * 2000,
        )
        async with self._connect() as socket:
            for _ in range(20):
                await socket.send(self.rng.choice((*words, self.rng.randbytes(50))))
                await asyncio.sleep(0.05)

    async def flood(self) -> None:
        """Flood messages until disconnected."""
        async with self._connect() as socket:
            for number in range(3000):
                await socket.send(json.dumps({"type": "ping", "sent": number}))

    async def send_oversized(self) -> None:
        """A message of a megabyte."""
        async with self._connect() as socket:
            await socket.send("x" * 1_000_000)
            await socket.recv()

    async def stop_reading(self) -> None:
        """Watch all rooms without reading from the socket."""
        async with self._connect(max_queue=1) as socket:
            for table in self.tables:
                if table.room:
                    await socket.send(json.dumps({"type": "watch", "room": table.room}))
            await asyncio.sleep(10)

    async def slow_loris(self) -> None:
        """A request sent byte by byte and never completed."""
        with sockets.create_connection(("127.0.0.1", self.server.port), 5) as plain:
            for letter in b"POST /api/import HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5000000\r\n\r\n(;":
                plain.send(bytes([letter]))
                await asyncio.sleep(0.05)

    async def disconnect_early(self) -> None:
        """Send commands and disconnect before the answers."""
        for _ in range(10):
            async with self._connect() as socket:
                await socket.send(json.dumps({"type": "say", "id": "s", "room": self._room(), "text": "hi"}))

    async def upload_garbage(self) -> None:
        """Upload megabytes that are not a game."""
        body = b"(;GM[4]C[" + b"x" * 3_000_000
        reader, writer = await asyncio.open_connection("127.0.0.1", self.server.port)
        head = (
            f"POST /api/import HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        try:
            writer.write(head.encode() + body)
            await reader.read(1000)
        finally:
            writer.transport.abort()
