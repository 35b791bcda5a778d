"""Endurance test of tournaments: scripted players and brains, while server processes are killed.

    python -m benchmarks.server_tournament [--players 16] [--brains 4] [--rounds 5] [--kills 10] [--processes 2]

With one process the database is SQLite; with more, PostgreSQL and Redis, and players are spread over the processes. A
process is killed with SIGKILL at random moments and started again at the same port. Scripted players play a few moves
and resign; brains play their own games through `gomoku bot`. At the end every round must have paired every player once,
no two players may have met twice, every result must be that of its room, and every acknowledged command must be stored.
Prints the games played, the standings, and all errors.
"""

import argparse
import asyncio
import contextlib
import json
import random
import secrets
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from typing import Any, Final

from benchmarks.scripted_players import Message, Player, Server, Tally
from gomoku.server.storage.store import Store, sqlite_url
from tests.server.page import request
from tests.support.databases import Postgres, Redis, running
from tests.support.stored import missing

CLOCK: Final = {"type": "fischer", "time": 120_000, "increment": 2_000}
BRAIN: Final = f"{sys.executable} -m gomoku brain"


@dataclass
class Outcome:
    """Results of a run."""

    players: int
    rounds: int = 0
    games: int = 0
    by_default: int = 0
    kills: int = 0
    reconnects: int = 0
    acknowledged: int = 0
    wrong: list[str] = field(default_factory=list)
    """Pairings made twice, results that are not those of their rooms, violations of the protocol."""
    lost: list[str] = field(default_factory=list)
    """Acknowledged commands that are not stored."""
    table: list[str] = field(default_factory=list)


class Contender(Player):
    """A scripted player of a tournament."""

    look = 0.3
    """Seconds between two polls of the tournament, at least."""

    def __init__(self, server: Server, tally: Tally, rng: random.Random, name: str, moves: int) -> None:
        super().__init__(server, tally, rng)
        self.name, self.moves = name, moves
        self.played: set[str] = set()

    async def http(self, method: str, path: str, body: Message | None = None) -> Any:
        """Send a request until the server answers."""
        data = None if body is None else json.dumps(body).encode()
        while True:
            with contextlib.suppress(OSError, HTTPException):  # the server may be down
                url, headers = f"http://127.0.0.1:{self.server.port}", {"Cookie": self.cookie}
                status, _, answer = await asyncio.to_thread(request, url, method, path, data, headers)
                if status < 429:
                    return json.loads(answer)
            await asyncio.sleep(0.1 + 0.2 * self.rng.random())

    async def take_part(self, tournament: str) -> None:
        """Play until the tournament is over."""
        while True:
            view = await self.http("GET", f"/api/tournaments/{tournament}")
            if view["state"] in ("over", "cancelled"):
                return
            if view["room"] and view["room"] not in self.played:
                await self.watch(view["room"])
                await self.play_game()
                self.played.add(view["room"])
            elif view["may_join"] and view["state"] == "running":  # it has missed a game
                await self.http("POST", f"/api/tournaments/{tournament}/join", {"name": self.name})
            else:
                await asyncio.sleep(self.look * (1 + self.rng.random()))

    async def play_game(self) -> None:
        """Get ready, play a few moves, and let one of the two resign."""
        while not self.state["outcome"]:
            seq = self.seq
            mine = next(seat for seat in self.state["seats"] if seat["holder"].get("visitor") == self.me)
            if self.state["phase"] == "seating" and not mine["ready"]:
                await self.command("ready", room=self.room, ready=True)
            elif self.is_asked and self.state["ply"] >= self.moves:
                await self.command("resign", room=self.room)
            elif self.is_asked:
                await self.answer(self.state["question"])
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(2):
                    await self.until(lambda seq=seq: self.seq != seq)  # type: ignore[misc]

    async def answer(self, question: Message) -> None:
        if question["kind"] in ("choice", "number"):
            answer = self.rng.choice(question["choices"])
            await self.command("decide", room=self.room, answer=answer, ply=self.state["ply"])
        else:
            free = [[x, y] for y, row in enumerate(self.state["rows"]) for x, c in enumerate(row) if c == "."]
            closed = [one["cell"] for one in self.state["forbidden"]]
            cells = question["cells"] or [cell for cell in free if cell not in closed]
            await self.command("play", room=self.room, cell=self.rng.choice(cells), ply=self.state["ply"])


@contextlib.contextmanager
def servers(processes: int, pause: float) -> Iterator[tuple[str, list[Server]]]:
    """Server processes on one database, which is yielded with them."""
    with contextlib.ExitStack() as stack:
        options = ["--round-pause", str(pause), "--engines", "1", "--engine-threads", "1"]
        if processes > 1:
            url = stack.enter_context(running(Postgres())).create()
            redis = stack.enter_context(running(Redis())).url
            options += ["--database", url, "--redis", redis]
        else:
            path = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "games.sqlite"
            url = sqlite_url(path)
            options += ["--database", str(path)]
        started = [Server(*options) for _ in range(processes)]
        for server in started:
            stack.callback(server.end)
            server.start()
        yield url, started


async def kill_now_and_then(started: Sequence[Server], kills: int, rng: random.Random, shortest: float) -> int:
    """Kill and restart a server `kills` times; the number of kills."""
    for _ in range(kills):
        await asyncio.sleep(shortest * (1 + 2 * rng.random()))
        server = rng.choice(started)
        server.end(signal.SIGKILL)
        await asyncio.to_thread(server.start)
    return kills


async def run(
    players: int,
    brains: int,
    rounds: int,
    kills: int,
    processes: int = 1,
    moves: int = 6,
    pause: float = 1,
    seed: int = 1,
) -> Outcome:
    """Run the test with a Swiss tournament."""
    rng, tally = random.Random(seed), Tally()
    outcome = Outcome(players + brains)
    with servers(processes, pause) as (url, started), contextlib.ExitStack() as stack:
        contenders = [
            Contender(started[number % processes], tally, random.Random(rng.random()), f"Player {number + 1}", moves)
            for number in range(players)
        ]
        lives = [asyncio.create_task(each.live()) for each in contenders]
        for each in contenders:
            await each.until(lambda each=each: each.me)  # type: ignore[misc]
        owner = contenders[0]
        settings: Message = {"name": "Endurance", "kind": "swiss", "rules": "freestyle;size=15", "opening": "swap2"}
        settings |= {"clock": CLOCK, "rounds": rounds, "bots": True}
        made = (await owner.http("POST", "/api/tournaments", settings))["id"]
        for each in contenders:
            await each.http("POST", f"/api/tournaments/{made}/join", {"name": each.name})
        for number in range(brains):
            token = (await owner.http("POST", "/api/tokens", {"name": f"Brain {number + 1}"}))["token"]
            stack.enter_context(_bot(started[number % processes].port, token, made, f"Brain {number + 1}"))
        while len((await owner.http("GET", f"/api/tournaments/{made}"))["players"]) < players + brains:
            await asyncio.sleep(0.2)
        await owner.http("POST", f"/api/tournaments/{made}/start")
        killer = asyncio.create_task(kill_now_and_then(started, kills, rng, 1 if players < 10 else 3))
        await asyncio.gather(*(each.take_part(made) for each in contenders))
        outcome.kills = await killer
        view = await owner.http("GET", f"/api/tournaments/{made}")
        for task in lives:
            task.cancel()
        await asyncio.gather(*lives, return_exceptions=True)
        await _judge(outcome, view, url)
        outcome.wrong += tally.wrong
        outcome.lost = await missing(url, tally.acknowledged)
    outcome.reconnects, outcome.acknowledged = tally.reconnects, len(tally.acknowledged)
    return outcome


@contextlib.contextmanager
def _bot(port: int, token: str, tournament: str, name: str) -> Iterator[None]:
    arguments = ["--url", f"http://127.0.0.1:{port}", "--tournament", tournament, "--name", name, "--time", "0.2"]
    with tempfile.NamedTemporaryFile("w", suffix=".token") as file:
        file.write(token)
        file.flush()
        command = [sys.executable, "-m", "gomoku", "bot", "--brain", BRAIN, "--token-file", file.name, *arguments]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        try:
            yield
        finally:
            process.terminate()
            process.wait()


async def _judge(outcome: Outcome, view: Message, url: str) -> None:
    """Compare the table with the rooms."""
    players, wrong = view["players"], outcome.wrong
    outcome.rounds = view["round"]
    outcome.table = [
        f"{each['rank']:3} {each['name']:12} {each['points']:4g} {each['tie_break']:5g}" for each in players
    ]
    met: Counter[tuple[int, int]] = Counter()
    store = await Store.open(url)
    try:
        for each in players:
            rounds = Counter(score["round"] for score in each["scores"])
            wrong += [f"{each['name']} is paired {n} times in round {number}" for number, n in rounds.items() if n > 1]
            for score in each["scores"]:
                if score["points"] is None:
                    wrong.append(f"{each['name']} has no result in round {score['round']}")
                if score["opponent"] is not None:
                    met[each["number"], score["opponent"]] += 1
                    outcome.by_default += not score["played"]
                if score["room"]:
                    outcome.games += 1
                    wrong += await _compare(store, score, each["name"])
    finally:
        await store.close()
    wrong += [f"{one} and {other} have met {count} times" for (one, other), count in met.items() if count > 1]
    outcome.games //= 2
    outcome.by_default //= 2


async def _compare(store: Store, score: Message, name: str) -> list[str]:
    """Faults of a result, which must be that of its room."""
    room = await store.load(score["room"])
    if room is None or room.outcome is None:
        return [f"{name}: the room of round {score['round']} is not over"]
    winner, mine = room.outcome.player, "P1" if score["first"] else "P2"
    unplayed = winner is None and room.outcome.by == "cancelled"
    points = 0.0 if unplayed else 0.5 if winner is None else float(winner == mine)
    return [] if points == score["points"] else [f"{name}: round {score['round']} is {score['points']}, not {points}"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=16, help="scripted players")
    parser.add_argument("--brains", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(1000))
    given = parser.parse_args()
    outcome = asyncio.run(run(given.players, given.brains, given.rounds, given.kills, given.processes, seed=given.seed))
    for name, value in vars(outcome).items():
        print(
            f"{name:14} {value}" if not isinstance(value, list) else "\n".join([name, *(f"  {line}" for line in value)])
        )
    sys.exit(1 if outcome.wrong or outcome.lost else 0)


if __name__ == "__main__":
    main()
