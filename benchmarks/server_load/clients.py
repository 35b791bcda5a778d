"""Client process of the load test: rooms with two scripted players each, and echo clients."""

import asyncio
import random
import resource
import time
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Final

from benchmarks.server_load.game_scripts import Cells
from benchmarks.server_load.wire import Message, Wire, encode

PING_EVERY: Final = 10.0
"""Seconds between pings, as of the page."""
CONCURRENT_SETUPS: Final = 20
"""Rooms created concurrently."""
WARM_UP: Final = 3.0
"""Seconds of play before measuring."""


@dataclass(frozen=True)
class Phase:
    """A measurement to run."""

    active: int
    """Number of rooms that play."""
    pause: float
    """Seconds between moves of a room; 0: as soon as the opponent has seen the last."""
    seconds: float


@dataclass
class Measured:
    """Results of a phase."""

    seconds: float = 0
    latencies: list[float] = field(default_factory=list)
    """Latencies from click to the opponent's board, in milliseconds."""
    late: int = 0
    """Moves that were due before the last one had arrived; timed from when they were due."""
    client_cpu: float = 0
    """CPU seconds of the client process."""
    client_lag: float = 0
    """Longest delay of the client's event loop, in milliseconds."""


class Table:
    """A room and its two players."""

    def __init__(self, ann: Wire, bob: Wire, script: Cells) -> None:
        self.wires = (ann, bob)
        self.script = script
        self.room = ""
        self.turn = 0
        """Index of the player to move."""
        self.ply = 0
        self.games = 0
        self.problem = ""
        self.phase = Phase(0, 0, 0)
        self.times: list[float] | None = None
        self.late = 0
        self.sent: float | None = None
        """Time of the move that is still under way."""
        self.due = 0.0
        self.unseen = 0
        self.started = asyncio.Event()
        self.stopped = False
        for index, wire in enumerate(self.wires):
            wire.hear = lambda message, index=index: self.hear(index, message)  # type: ignore[misc]

    async def set_up(self) -> None:
        """Take the seats and get ready; the game starts after the countdown."""
        ann, bob = self.wires
        options = {"rules": "42"}
        seats = {"first": {"type": "me", "name": "Ann"}, "second": {"type": "open"}}
        self.room = (await ann.ask("create", options=options, kind="private", **seats)).room
        for wire in self.wires:
            wire.send("watch", room=self.room, since=0)
        await bob.ask("sit", room=self.room, player="P2", who={"type": "me", "name": "Bob"})
        for wire in self.wires:
            await wire.ask("ready", room=self.room, ready=True)

    def hear(self, index: int, message: Message) -> None:
        if message.type == "update" and message.state:
            if message.state.phase == "playing":
                self.started.set()
            if self.sent is not None and message.state.ply == self.ply + 1:
                self._seen(index)
        elif message.type == "refused":
            self.problem = f"a move was refused: {message.reason}: {message.detail}"

    # --- playing ---

    def begin(self, phase: Phase, first: float) -> None:
        """Start playing at a given time."""
        self.phase = phase
        self.stopped = False
        self.due = first
        asyncio.get_running_loop().call_at(first, self.move)

    def move(self) -> None:
        if self.stopped:
            return
        if self.sent is not None:  # the previous move is still under way
            self.late += 1
            return
        if self.ply == len(self.script):
            asyncio.get_running_loop().create_task(self._again())
            return
        now = asyncio.get_running_loop().time()
        cell = self.script[self.ply]
        self.sent = self.due if self.phase.pause else now
        self.unseen = 2
        self.wires[self.turn].send("play", id=f"g{self.games}-{self.ply}", room=self.room, cell=cell, ply=self.ply)
        if self.phase.pause:
            self.due += self.phase.pause
            asyncio.get_running_loop().call_at(self.due, self.move)

    def _seen(self, index: int) -> None:
        loop = asyncio.get_running_loop()
        assert self.sent is not None
        if index != self.turn and self.times is not None:
            self.times.append((loop.time() - self.sent) * 1000)
        self.unseen -= 1
        if self.unseen:
            return
        self.sent = None
        self.ply += 1
        self.turn = 1 - self.turn
        if not self.phase.pause or loop.time() > self.due:
            loop.call_soon(self.move)

    async def _again(self) -> None:
        """Start a rematch at the end of the script, with seats swapped."""
        self.started.clear()
        await self.wires[0].ask("resign", room=self.room)
        for wire in self.wires:
            await wire.ask("restart", room=self.room)
        await self.started.wait()
        self.games += 1
        self.turn, self.ply = self.games % 2, 0
        self.due = asyncio.get_running_loop().time() + self.phase.pause
        asyncio.get_running_loop().call_at(self.due, self.move)


class Echoer:
    """A client of the echo server: the minimum cost of a message."""

    def __init__(self, wire: Wire) -> None:
        self.wire = wire
        self.text = encode({"type": "play", "id": "p12", "room": "0" * 18, "cell": [9, 9], "ply": 12})
        self.times: list[float] | None = None
        self.late = 0
        self.problem = ""
        self.stopped = False
        self.phase = Phase(0, 0, 0)
        self.due = self.sent = 0.0
        wire.hear = self.hear

    def begin(self, phase: Phase, first: float) -> None:
        self.phase, self.due, self.stopped = phase, first, False
        asyncio.get_running_loop().call_at(first, self.move)

    def move(self) -> None:
        if not self.stopped:
            loop = asyncio.get_running_loop()
            self.sent = loop.time()
            self.wire.send_text(self.text)
            if self.phase.pause:
                self.due += self.phase.pause
                loop.call_at(self.due, self.move)

    def hear(self, message: Message) -> None:
        if self.times is not None:
            self.times.append((asyncio.get_running_loop().time() - self.sent) * 1000)
        if not self.phase.pause:
            self.move()


# --- the process ---


@dataclass(frozen=True)
class Job:
    """Configuration of a client process."""

    ports: list[int]
    """Addresses of the servers; the players of a room connect to different ones if there are several."""
    rooms: int
    scripts: list[Cells]
    echo: bool = False
    host: str = "127.0.0.1"
    sources: int = 1
    """Loopback source addresses: a server limits the sockets per address."""


def work(job: Job, pipe: Connection) -> None:
    """Entry point: create the rooms, then run every phase received through the pipe."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    try:
        asyncio.run(_work(job, pipe))
    except (RuntimeError, OSError) as error:
        pipe.send(error)


async def _work(job: Job, pipe: Connection) -> None:
    wires: list[Wire] = []
    players = await _sit_down(job, wires)
    pinging = asyncio.create_task(_ping([] if job.echo else wires))
    pipe.send(len(wires))
    while phase := await asyncio.to_thread(pipe.recv):
        pipe.send(await _play(players, phase, pipe))
    pinging.cancel()
    for wire in wires:
        wire.close()
    await asyncio.sleep(0.1)


async def _sit_down(job: Job, wires: list[Wire]) -> list[Table | Echoer]:
    turns = asyncio.Semaphore(CONCURRENT_SETUPS)

    async def socket(number: int) -> Wire:
        source = f"127.0.{1 + number % job.sources}.1" if job.sources > 1 else None
        wires.append(await Wire.open(job.host, job.ports[number % len(job.ports)], source))
        return wires[-1]

    async def one(number: int) -> Table | Echoer:
        async with turns:
            if job.echo:
                return Echoer(await socket(number))
            ann, bob = await socket(2 * number), await socket(2 * number + 1)
            table = Table(ann, bob, job.scripts[number % len(job.scripts)])
            await table.set_up()
        await table.started.wait()  # countdowns of several rooms run concurrently
        return table

    return list(await asyncio.gather(*map(one, range(job.rooms))))


async def _play(players: list[Table | Echoer], phase: Phase, pipe: Connection) -> Measured:
    loop = asyncio.get_running_loop()
    measured = Measured()
    rng = random.Random(1)
    active = players[: phase.active]
    now = loop.time()
    for player in active:
        player.times, player.late = None, 0
        player.begin(phase, now + rng.random() * (phase.pause or 0.5))
    await asyncio.sleep(WARM_UP)
    for player in active:
        player.times = measured.latencies
        player.late = 0
    pipe.send("begun")
    began, cpu = time.monotonic(), time.process_time()
    while (left := began + phase.seconds - time.monotonic()) > 0:
        before = time.monotonic()
        await asyncio.sleep(min(0.1, left))
        measured.client_lag = max(measured.client_lag, (time.monotonic() - before - min(0.1, left)) * 1000)
    measured.seconds = time.monotonic() - began
    measured.client_cpu = time.process_time() - cpu
    measured.late = sum(player.late for player in active)
    pipe.send("ended")
    for player in active:
        player.stopped, player.times = True, None
    await asyncio.sleep(1)
    for problem in (player.problem for player in active if player.problem):
        raise RuntimeError(problem)
    return measured


async def _ping(wires: list[Wire]) -> None:
    """Ping on every socket in turn."""
    while True:
        for wire in list(wires):
            wire.send("ping", sent=0)
            await asyncio.sleep(PING_EVERY / max(1, len(wires)))
        if not wires:
            return
