"""The database alone: the transaction of a move as it is stored, without a server in front of it.

By the driver itself, one move in each transaction and as many as the server takes together; and by the server's own
store, which makes the SQL and decides how many go together.
"""

import asyncio
import sqlite3
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from gomoku.server import messages, referee
from gomoku.server import store as stores
from gomoku.server.database import sqlite_url
from gomoku.server.rights import Actor
from gomoku.server.room import Room, apply
from gomoku.server.store import CommandId, Store
from gomoku.server.values import Options

TOGETHER: Final = 20
"""Moves in one transaction."""
ROOMS: Final = 200


@dataclass(frozen=True)
class Speed:
    """How fast something was."""

    name: str
    moves: int
    seconds: float
    cpu: float

    @property
    def rate(self) -> float:
        return self.moves / self.seconds


def _room(number: int) -> tuple[Room, Any]:
    command = messages.Create("c", Options(rules="42"), messages.Me("Ann"), messages.Me("Bob"))
    created = referee.create(command, "ann", 1000)
    return apply(f"r{number}", None, created), created


def _step(room: Room) -> tuple[Room, tuple[Any, ...]]:
    """One more event of a move's size."""
    happened = referee.decide(room, messages.Say("s", room.id, "a move's worth of bytes"), Actor("ann"), 2000)
    return apply(room.id, room, happened[0]), happened


async def store(url: str, seconds: float) -> Speed:
    """The server's own store, with as many rooms as play at once."""
    opened = await Store.open(url)
    moves = 0
    rooms = []
    for number in range(ROOMS):
        room, created = _room(number)
        await opened.create(room, created)
        rooms.append(room)
    end = time.perf_counter() + seconds

    async def play(room: Room) -> None:
        nonlocal moves
        count = 0
        while time.perf_counter() < end:
            after, happened = _step(room)
            await opened.append(room, after, happened, CommandId("ann", f"c{count}"))
            room, count, moves = after, count + 1, moves + 1

    began, cpu = time.perf_counter(), time.process_time()
    await asyncio.gather(*map(play, rooms))
    speed = Speed("our store", moves, time.perf_counter() - began, time.process_time() - cpu)
    await opened.close()
    return speed


def sqlite(seconds: float) -> list[Speed]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games" / "games.sqlite"
        url = sqlite_url(path)
        made = asyncio.run(store(url, seconds))
        connection = sqlite3.connect(path, isolation_level=None)
        connection.execute("PRAGMA synchronous = FULL")
        found = [_sqlite(connection, together, seconds) for together in (1, TOGETHER)]
        connection.close()
    return [*found, made]


def _sqlite(connection: sqlite3.Connection, together: int, seconds: float) -> Speed:
    def begin() -> None:
        connection.execute("BEGIN IMMEDIATE")

    def end() -> None:
        connection.execute("COMMIT")

    return _timed(
        "SQLite", lambda sql, values: connection.execute(sql, values).fetchall(), begin, end, together, seconds
    )


def _timed(
    name: str,
    execute: Callable[[str, tuple[Any, ...]], Any],
    begin: Callable[[], None],
    end: Callable[[], None],
    together: int,
    seconds: float,
) -> Speed:
    """The statements of a move, written by hand."""
    room, _ = _room(0)
    after, happened = _step(room)
    columns = stores._columns(after)
    data = stores._encode(happened[0])
    sets = ", ".join(f'"{column}" = ?' for column in columns)
    prefix = f"x{together}-{time.time_ns()}"
    versions = dict(execute("SELECT id, version FROM game ORDER BY id", ()))
    rooms = list(versions)
    began, cpu = time.perf_counter(), time.process_time()
    moves = 0
    while time.perf_counter() < began + seconds:
        begin()
        for _ in range(together):
            room_id = rooms[moves % len(rooms)]
            version = versions[room_id]
            command = (room_id, "bob", f"{prefix}-{moves}"[-40:])
            execute("SELECT seq FROM game_command WHERE game_id = ? AND visitor = ? AND id = ?", command)
            values = (*(columns | {"version": version + 1}).values(), room_id, version)
            execute(f"UPDATE game SET {sets} WHERE id = ? AND version = ?", values)
            execute("INSERT INTO game_event (game_id, seq, data) VALUES (?, ?, ?)", (room_id, version + 1, data))
            insert = "INSERT INTO game_command (game_id, visitor, id, seq) VALUES (?, ?, ?, ?)"
            execute(insert, (*command, version + 1))
            versions[room_id] = version + 1
            moves += 1
        end()
    together_words = "a move each" if together == 1 else f"{together} moves each"
    spent = time.perf_counter() - began
    return Speed(f"{name}, {together_words}", moves, spent, time.process_time() - cpu)
