"""Speed of the database alone: the transaction of a move without a server.

Measures the driver with one move per transaction and with batches as of a busy server, and the server's own store, which
generates the SQL and batches by itself.
"""

import asyncio
import sqlite3
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from gomoku.server.rooms import referee
from gomoku.server.rooms.index import indexed_columns
from gomoku.server.rooms.permissions import Actor
from gomoku.server.rooms.room import Room, apply
from gomoku.server.storage.store import CommandId, Store
from gomoku.server.wire import messages
from gomoku.server.wire.values import Options

BATCH: Final = 20
"""Moves per batched transaction."""
ROOMS: Final = 200
CONNECTIONS: Final = 4
"""Writing connections to PostgreSQL, as many as the server has."""

Execute = Callable[[str, tuple[Any, ...]], Awaitable[Any]]


@dataclass(frozen=True)
class Speed:
    """A result."""

    name: str
    moves: int
    seconds: float
    cpu: float
    """CPU seconds of this process, without the database server's."""

    @property
    def rate(self) -> float:
        return self.moves / self.seconds


def measure(url: str, seconds: float) -> list[Speed]:
    """All three measurements, on an otherwise unused database."""
    return asyncio.run(_measure(url, seconds))


async def _measure(url: str, seconds: float) -> list[Speed]:
    ours = await _store(url, seconds)  # first: it creates the tables and rooms
    drive = _sqlite if url.startswith("sqlite") else _postgresql
    return [*[await drive(url, together, seconds) for together in (1, BATCH)], ours]


# --- the store ---


def _room(number: int) -> tuple[Room, Any]:
    command = messages.Create("c", Options(rules="42"), messages.Me("Ann"), messages.Me("Bob"))
    created = referee.create(command, "ann", 1000)
    return apply(f"r{number:03}", None, created), created


def _step(room: Room) -> tuple[Room, tuple[Any, ...]]:
    """Add an event of the size of a move."""
    happened = referee.decide(room, messages.Say("s", room.id, "a move's worth of bytes"), Actor("ann"), 2000)
    return apply(room.id, room, happened[0]), happened


async def _store(url: str, seconds: float) -> Speed:
    """The server's own store, with all rooms in play at once."""
    store = await Store.open(url)
    moves = 0
    rooms = []
    for number in range(ROOMS):
        room, created = _room(number)
        await store.create(room, created)
        rooms.append(room)
    end = time.perf_counter() + seconds

    async def play(room: Room) -> None:
        nonlocal moves
        count = 0
        while time.perf_counter() < end:
            after, happened = _step(room)
            await store.append(room, after, happened, CommandId("ann", f"c{count}"))
            room, count, moves = after, count + 1, moves + 1

    began, cpu = time.perf_counter(), time.process_time()
    await asyncio.gather(*map(play, rooms))
    speed = Speed("our store", moves, time.perf_counter() - began, time.process_time() - cpu)
    await store.close()
    return speed


# --- the drivers ---


async def _sqlite(url: str, together: int, seconds: float) -> Speed:
    connection = sqlite3.connect(url.removeprefix("sqlite:///"), isolation_level=None)
    connection.execute("PRAGMA synchronous = FULL")

    async def execute(sql: str, values: tuple[Any, ...]) -> Any:
        return connection.execute(sql, values).fetchall()

    speed = await _timed("SQLite", [execute], "BEGIN IMMEDIATE", together, seconds)
    connection.close()
    return speed


async def _postgresql(url: str, together: int, seconds: float) -> Speed:
    import asyncpg

    def executes(connection: Any) -> Execute:
        async def execute(sql: str, values: tuple[Any, ...]) -> Any:
            words = sql.split("?")
            numbered = "".join(f"{word}${number}" for number, word in enumerate(words[:-1], 1)) + words[-1]
            return await (connection.fetch(numbered, *values) if values else connection.fetch(numbered))

        return execute

    connections = [await asyncpg.connect(url) for _ in range(CONNECTIONS)]
    speed = await _timed("PostgreSQL", [executes(one) for one in connections], "BEGIN", together, seconds)
    for connection in connections:
        await connection.close()
    return speed


async def _timed(name: str, connections: list[Execute], begin: str, together: int, seconds: float) -> Speed:
    """Every connection writes to its own rooms."""
    versions = dict(await connections[0]("SELECT id, version FROM game ORDER BY id", ()))
    began, cpu = time.perf_counter(), time.process_time()
    shares = [
        {room: versions[room] for room in list(versions)[number :: len(connections)]}
        for number in range(len(connections))
    ]
    works = (
        _moves(execute, share, begin, together, began + seconds)
        for execute, share in zip(connections, shares, strict=True)
    )
    moves = sum(await asyncio.gather(*works))
    words = "a move each" if together == 1 else f"{together} moves each"
    return Speed(f"{name}, {words}", moves, time.perf_counter() - began, time.process_time() - cpu)


async def _moves(execute: Execute, versions: dict[str, int], begin: str, together: int, end: float) -> int:
    """The statements of a move, as plain SQL."""
    room, _ = _room(0)
    after, happened = _step(room)
    columns = {name: str(value) if isinstance(value, str) else value for name, value in indexed_columns(after).items()}
    data = msgspec.json.encode(happened[0])
    sets = ", ".join(f'"{column}" = ?' for column in columns)
    seen = "SELECT seq FROM game_command WHERE game_id = ? AND visitor = ? AND id = ?"
    move = f"UPDATE game SET {sets} WHERE id = ? AND version = ?"
    event = "INSERT INTO game_event (game_id, seq, data) VALUES (?, ?, ?)"
    command = "INSERT INTO game_command (game_id, visitor, id, seq) VALUES (?, ?, ?, ?)"
    prefix = f"x{time.time_ns()}"
    rooms = list(versions)
    moves = 0
    while time.perf_counter() < end:
        await execute(begin, ())
        for _ in range(together):
            room_id = rooms[moves % len(rooms)]
            version = versions[room_id]
            name = (room_id, "bob", f"{prefix}-{moves}"[-40:])
            await execute(seen, name)
            await execute(move, (*(columns | {"version": version + 1}).values(), room_id, version))
            await execute(event, (room_id, version + 1, data))
            await execute(command, (*name, version + 1))
            versions[room_id] = version + 1
            moves += 1
        await execute("COMMIT", ())
    return moves
