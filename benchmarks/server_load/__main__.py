"""Load test of the server: rooms, moves per second, and the latency of a move from the click to the opponent's board.

    python -m benchmarks.server_load [--database sqlite] [--processes 1] [--idle 1000] [--active 50 100 200 300] [--seconds 20]
        [--fast 20 100] [--arena 100]

Starts `gomoku serve` on a fresh database and seats two players in every room over real sockets. Some rooms play a move
per second while the others stay connected; then rooms play as fast as they can. For comparison, the same run measures
an echo server on the same WebSocket stack, and the database alone with the same transactions. `--database postgresql`
starts its own PostgreSQL, with its default durability, and Redis; with `--processes 2` the players of a room may be at
different processes. With `--arena 100` a tournament of that many players runs beside the rooms, whose moves alone are
timed.

Players run in `--clients` separate processes. A move that is due before both players have seen the last one is timed
from the moment it was due. A server accepts 5,000 sockets from this machine but only 200 from any other address;
`--sources 30` makes players connect from that many loopback addresses.
"""

import argparse
import contextlib
import json
import multiprocessing
import statistics
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final

from benchmarks.server_load import bare_database, game_scripts, servers
from benchmarks.server_load.arena import Arena
from benchmarks.server_load.clients import Job, Measured, Phase, work
from gomoku.server.storage.database import sqlite_url
from tests.support.databases import Postgres, Program, Redis, running

ECHOES: Final = 100
"""Sockets of the echo measurement."""
FASTEST: Final = (20, 100)
"""Numbers of rooms that play at full speed."""
HEAD: Final = (
    f"{'':34}{'moves/s':>9}{'p50':>8}{'p99':>8}{'slowest':>9}{'late':>6}"
    f"{'server':>8}{'per move':>10}{'database':>10}{'players':>9}{'MB':>6}\n"
    f"{'':34}{'':>9}{'ms':>8}{'ms':>8}{'ms':>9}{'':>6}{'CPU':>8}{'CPU ms':>10}{'CPU':>10}{'CPU':>9}"
)


@dataclass(frozen=True)
class Line:
    """A row of the results."""

    name: str
    rate: float
    middle: float
    high: float
    slowest: float
    late: int
    server_cpu: float
    """CPU of the server, in cores."""
    cpu_per_move: float
    """CPU milliseconds of the server per move."""
    database_cpu: float
    """CPU of PostgreSQL and Redis, in cores."""
    client_cpu: float
    client_lag: float
    memory: float

    def __str__(self) -> str:
        return (
            f"{self.name:34}{self.rate:9.0f}{self.middle:8.1f}{self.high:8.1f}{self.slowest:9.1f}{self.late:6}"
            f"{self.server_cpu:8.0%}{self.cpu_per_move:10.2f}{self.database_cpu:10.0%}{self.client_cpu:9.0%}{self.memory:6.0f}"
        )


class Players:
    """Client processes."""

    def __init__(
        self,
        server: servers.Server,
        rooms: int,
        clients: int,
        echo: bool = False,
        sources: int = 1,
        beside: Sequence[Program] = (),
    ) -> None:
        """`beside`: other programs whose CPU is measured: PostgreSQL and Redis."""
        self.server = server
        self.beside = beside
        context = multiprocessing.get_context("spawn")
        self.pipes: list[Connection] = []
        self.processes = []
        games = [] if echo else game_scripts.games(20)
        for number in range(clients):
            ours, theirs = context.Pipe()
            share = rooms // clients + (number < rooms % clients)
            job = Job(server.ports, share, games, echo, sources=sources)
            process = context.Process(target=work, args=(job, theirs), daemon=True)
            process.start()
            self.pipes.append(ours)
            self.processes.append(process)
        self.sockets = sum(self._hear())

    def _hear(self) -> list[Any]:
        heard = [pipe.recv() for pipe in self.pipes]
        for what in heard:
            if isinstance(what, Exception):
                raise SystemExit(f"the players gave up: {what}")
        return heard

    def play(self, name: str, active: int, pause: float, seconds: float) -> Line:
        for number, pipe in enumerate(self.pipes):
            share = active // len(self.pipes) + (number < active % len(self.pipes))
            pipe.send(Phase(share, pause, seconds))
        self._hear()  # started
        cpu, beside = self.server.cpu(), self._beside()
        self._hear()  # finished
        cpu, beside = self.server.cpu() - cpu, self._beside() - beside
        return line(name, self._hear(), cpu, beside, self.server.memory())

    def _beside(self) -> float:
        return sum(servers.cpu_of(program.process.pid) for program in self.beside if program.process)

    def end(self) -> None:
        for pipe in self.pipes:
            pipe.send(None)
        for process in self.processes:
            process.join(20)
            process.kill()


def line(name: str, found: list[Measured], cpu: float, beside: float, memory: float) -> Line:
    times = sorted(ms for each in found for ms in each.latencies)
    if not times:
        raise SystemExit(f"{name}: no updates arrived")
    seconds = statistics.mean(each.seconds for each in found)
    return Line(
        name=name,
        rate=len(times) / seconds,
        middle=times[len(times) // 2],
        high=times[min(len(times) - 1, len(times) * 99 // 100)],
        slowest=times[-1],
        late=sum(each.late for each in found),
        server_cpu=cpu / seconds,
        cpu_per_move=1000 * cpu / len(times),
        database_cpu=beside / seconds,
        client_cpu=sum(each.client_cpu for each in found) / seconds,
        client_lag=max(each.client_lag for each in found),
        memory=memory,
    )


@contextlib.contextmanager
def ending(*things: Any) -> Iterator[None]:
    try:
        yield
    finally:
        for thing in reversed(things):
            thing.end()


def measure_echo(given: argparse.Namespace) -> list[Line]:
    server = servers.echo()
    with ending(server):
        players = Players(server, ECHOES, given.clients, echo=True)
        with ending(players):
            first = players.play(f"echo, {ECHOES} sockets, once a second", ECHOES, 1, given.seconds)
            return [first, players.play(f"echo, {ECHOES} sockets", ECHOES, 0, given.seconds)]


def measure_server(given: argparse.Namespace, database: str, beside: Sequence[Program]) -> Iterator[Line]:
    options = ["--processes", str(given.processes)] if given.processes > 1 else []
    options += [word for program in beside if isinstance(program, Redis) for word in ("--redis", program.url)]
    server = servers.gomoku(database, *options, *given.options)
    rooms = given.idle + max(given.active)
    with ending(server):
        players = Players(server, rooms, given.clients, sources=given.sources, beside=beside)
        arena = [Arena.begin(server.ports, given.arena)] if given.arena else []
        with ending(players, *arena):
            for active in given.active:
                name = f"{active} rooms play, {rooms - active} idle"
                yield players.play(name, active, 1, given.seconds)
            for active in given.fast:
                yield players.play(f"{active} rooms, as fast as they can", active, 0, given.seconds)


@contextlib.contextmanager
def databases(kind: str) -> Iterator[tuple[list[str], list[Program]]]:
    """Two empty databases, for the server and for the bare measurement, and the programs behind them."""
    with contextlib.ExitStack() as stack:
        if kind == "postgresql":
            postgres, redis = (
                stack.enter_context(running(Postgres(durable=True))),
                stack.enter_context(running(Redis())),
            )
            yield [postgres.create(), postgres.create()], [postgres, redis]
        else:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            yield [sqlite_url(folder / name / "games.sqlite") for name in ("served", "alone")], []


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--idle", type=int, default=1000, help="rooms that are connected but do not play")
    parser.add_argument("--active", type=int, nargs="+", default=[50, 100, 200, 300], help="rooms that play")
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--processes", type=int, default=1, help="server processes; several need postgresql")
    parser.add_argument("--seconds", type=float, default=20, help="seconds per measurement")
    parser.add_argument("--clients", type=int, default=1, help="client processes")
    parser.add_argument("--sources", type=int, default=1, help="loopback addresses of the players")
    parser.add_argument("--arena", type=int, default=0, help="players of an arena that runs beside the rooms")
    parser.add_argument("--fast", type=int, nargs="*", default=FASTEST, help="rooms that play at full speed, or none")
    parser.add_argument("--only-server", action="store_true", help="skip the echo server and the bare database")
    parser.add_argument("--json", type=Path, help="also write the figures to this file")
    parser.add_argument("options", nargs="*", help="options for gomoku serve, after --")
    given = parser.parse_args()
    lines: list[Line] = []
    speeds: list[bare_database.Speed] = []
    print(f"load of the machine before: {servers.load()}")
    print(HEAD)
    if not given.only_server:
        for found in measure_echo(given):
            lines.append(found)
            print(found, flush=True)
    with databases(given.database) as ((served, alone), beside):
        for found in measure_server(given, served, beside):
            lines.append(found)
            print(found, flush=True)
        if not given.only_server:
            speeds = bare_database.measure(alone, given.seconds / 4)
    if speeds:
        print(f"\n{'the database alone':34}{'moves/s':>9}{'per move':>10}  CPU ms")
        for speed in speeds:
            print(f"{speed.name:34}{speed.rate:9.0f}{1000 * speed.cpu / speed.moves:10.2f}")
        best = max(found.rate for found in lines if "fast" in found.name)
        echo = lines[1].rate
        print(
            f"\nmoves as fast as they can: 1/{echo / best:.1f} of the echo, 1/{speeds[1].rate / best:.1f} of the bare database"
        )
    print(f"load of the machine after: {servers.load()}")
    if given.json:
        figures = {"lines": [asdict(found) for found in lines], "database": [asdict(speed) for speed in speeds]}
        given.json.write_text(json.dumps(figures, indent=1))


if __name__ == "__main__":
    main()
