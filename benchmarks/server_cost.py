"""CPU cost of a move on the server, by stage.

    python -m benchmarks.server_cost [--moves 60] [--rounds 25]

Replays one crowded game of the 42 rules through the server's stages: decode the command, decide, apply, store, build and
encode the update. Each figure is the best of all rounds, averaged over the moves, so that other load hardly matters. Storing
is measured in CPU time, the kernel's included, alone and batched with other moves in one transaction.
"""

import argparse
import asyncio
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import uvloop

from benchmarks.server_load.game_scripts import RULES, games
from gomoku.rules import Game, Player
from gomoku.rules.scan import Scan
from gomoku.server.rooms import records, referee, views
from gomoku.server.rooms.index import indexed_columns
from gomoku.server.rooms.permissions import Actor
from gomoku.server.rooms.room import Room, apply
from gomoku.server.storage.store import CommandId, Store, sqlite_url
from gomoku.server.wire import events, messages
from gomoku.server.wire.values import Options, RoomKind

PLAYERS = ("ann", "bob")
NOW = 1_700_000_000_000


class Watch:
    """Best time of each stage of each move."""

    def __init__(self) -> None:
        self.best: dict[tuple[str, int], int] = defaultdict(lambda: 1 << 60)
        self.ply = 0

    def __call__(self, part: str, work: Callable[..., Any], *given: object) -> Any:
        began = time.perf_counter_ns()
        result = work(*given)
        key = (part, self.ply)
        self.best[key] = min(self.best[key], time.perf_counter_ns() - began)
        return result

    def table(self) -> dict[str, float]:
        """Average microseconds by stage."""
        parts = dict.fromkeys(part for part, _ in self.best)
        moves = 1 + max(ply for _, ply in self.best)
        return {part: sum(ns for (one, _), ns in self.best.items() if one == part) / moves / 1000 for part in parts}


def begun() -> Room:
    """A room with two players before the first move."""
    options, kind = Options(rules=RULES), RoomKind.PRIVATE
    command = messages.Create("c", options, messages.Me("Ann"), messages.OpenSeat(), kind=kind)
    room = apply("r", None, referee.create(command, "ann", NOW))
    for who, wish in (
        ("bob", messages.Sit("s", "r", Player.P2, messages.Me("Bob"))),
        ("ann", messages.Ready("a", "r", True)),
        ("bob", messages.Ready("b", "r", True)),
    ):
        for event in referee.decide(room, wish, Actor(who), NOW):
            room = apply("r", room, event)
    return apply("r", room, events.Started(at=NOW))


def play(watch: Watch, cells: list[tuple[int, int]]) -> None:
    """Play a game, timing every stage of every move."""
    room = begun()
    for ply, cell in enumerate(cells):
        watch.ply = ply
        now = NOW + 1000 * ply
        text = messages.encode(messages.Play(f"p{ply}", room.id, cell, ply))
        command = watch("decode the command", messages.decode, text)
        watch("check the clocks", referee.due, room, now)
        happened = watch("decide", referee.decide, room, command, Actor(PLAYERS[ply % 2]), now)
        after = watch("apply", apply, room.id, room, happened[0])
        watch("archive", records.archived, [(room, happened[0])])
        watch("indexed columns", indexed_columns, after)
        update = watch("build the update", views.update_of, room, happened[0], after, now)
        watch("  of which forbidden cells, captures", _scan, after.game)
        watch("encode the update", messages.encode, update)
        watch("next deadline", referee.deadline, after)
        room = after


def _scan(game: Game) -> None:
    scan = Scan(game)
    scan.forbidden()
    scan.captures()


async def stored(together: int, rounds: int) -> float:
    """CPU microseconds per move, for moves stored in one SQLite transaction."""
    with tempfile.TemporaryDirectory() as folder:
        opened = await Store.open(sqlite_url(Path(folder) / "games" / "games.sqlite"))
        rooms: list[Room] = []
        for number in range(together):
            command = messages.Create("c", Options(rules=RULES), messages.Me("Ann"), messages.Me("Bob"))
            created = referee.create(command, "ann", NOW)
            rooms.append(apply(f"r{number}", None, created))
            await opened.create(rooms[-1], created)
        best = float("inf")
        for count in range(rounds):
            happened = [referee.decide(room, messages.Say("s", room.id, "hi"), Actor("ann"), NOW) for room in rooms]
            later = [apply(room.id, room, what[0]) for room, what in zip(rooms, happened, strict=True)]
            name = CommandId("ann", f"c{count}")
            began = time.process_time_ns()
            await asyncio.gather(*(opened.append(*each, name) for each in zip(rooms, later, happened, strict=True)))
            best = min(best, (time.process_time_ns() - began) / together / 1000)
            rooms = later
        await opened.close()
        return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--moves", type=int, default=60)
    parser.add_argument("--rounds", type=int, default=25)
    given = parser.parse_args()
    watch = Watch()
    cells = games(1)[0][: given.moves]
    for _ in range(given.rounds):
        play(watch, cells)
    table = watch.table()
    for part, micros in table.items():
        print(f"{part:34}{micros:8.1f} µs")
    print(f"{'total':34}{sum(us for part, us in table.items() if not part.startswith(' ')):8.1f} µs\n")
    for together in (1, 5, 20):
        print(f"{f'store, {together} per transaction':34}{uvloop.run(stored(together, 2 * given.rounds)):8.1f} µs")


if __name__ == "__main__":
    main()
