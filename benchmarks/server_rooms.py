"""Durability test: many rooms in play while the server is killed repeatedly.

    python -m benchmarks.server_rooms [--rooms 200] [--kills 20] [--moves 30]

Starts `gomoku serve` on a fresh database. In every room two scripted players play at random, undo by consent and chat. The
server is killed with SIGKILL at random moments and restarted; players reconnect from the last version they have seen and
resend unanswered commands. At the end every acknowledged command must be in the database at its acknowledged version, and
both players of each room must have seen the same. Half of the games are rated: each must be counted once, and the ratings
must add up. Prints moves, response times between kills, and everything that was lost.
"""

import argparse
import asyncio
import random
import signal
import statistics
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from benchmarks.scripted_players import Player, Server, Tally, seated
from tests.support.stored import miscounted, missing

CLOCK: Final = {"type": "fischer", "time": 3_600_000, "increment": 0}


async def game(server: Server, tally: Tally, rng: random.Random, moves: int, rated: bool) -> tuple[Player, Player]:
    """Play one room to the end; resign a rated game that is not over by then."""
    ann, bob = Player(server, tally, rng), Player(server, tally, rng)
    if rated:
        await asyncio.gather(ann.keep_name(), bob.keep_name())
    lives = [asyncio.create_task(player.live()) for player in (ann, bob)]
    await seated(ann, bob, rules="42;size=13", **({"rated": True, "clock": CLOCK} if rated else {}))
    await asyncio.gather(ann.play(moves), bob.play(moves))
    if rated:
        await ann.command("resign", room=ann.room)
        for player in (ann, bob):
            await player.until(lambda player=player: player.state["outcome"])  # type: ignore[misc]
    last = max(ann.seq, bob.seq)
    for player in (ann, bob):
        await player.until(lambda player=player: player.seq >= last and not player.waiting)  # type: ignore[misc]
    for task in lives:
        task.cancel()
    await asyncio.gather(*lives, return_exceptions=True)
    return ann, bob


async def kill_now_and_then(server: Server, kills: int, rng: random.Random) -> int:
    """Kill and restart the server `kills` times; the number of kills."""
    for _ in range(kills):
        await asyncio.sleep(1 + 3 * rng.random())
        server.end(signal.SIGKILL)
        await asyncio.to_thread(server.start)
    return kills


@dataclass
class Outcome:
    """Results of a run."""

    moves: int
    kills: int
    reconnects: int
    acknowledged: int
    refused: int
    middle_ms: float
    slowest_ms: float
    differences: list[str]
    """Rooms whose players saw different events."""
    wrong: list[str]
    """Violations of the protocol seen by players."""
    lost: list[str]
    miscounted: list[str]
    """Rated games not counted exactly once."""


async def run(rooms: int, kills: int, moves: int, seed: int = 1) -> Outcome:
    """Run the test."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "games.sqlite"
        server = Server("--database", str(database))
        server.start()
        tally, rng = Tally(), random.Random(seed)
        try:
            games = [
                asyncio.create_task(game(server, tally, random.Random(rng.random()), moves, rated=number % 2 == 0))
                for number in range(rooms)
            ]
            killer = asyncio.create_task(kill_now_and_then(server, kills, rng))
            pairs = await asyncio.gather(*games)
            done = await killer
        finally:
            server.end()
        differences = [ann.room for ann, bob in pairs if not ann.same_as(bob)]
        return Outcome(
            moves=sum(len(ann.actions) for ann, _ in pairs),
            kills=done,
            reconnects=tally.reconnects,
            acknowledged=len(tally.acknowledged),
            refused=tally.refused.total(),
            middle_ms=1000 * statistics.median(tally.latencies),
            slowest_ms=1000 * max(tally.latencies),
            differences=differences,
            wrong=[*tally.wrong, *(["the database could not be written"] if tally.refused["storage"] else [])],
            lost=await missing(f"sqlite:///{database}", tally.acknowledged),
            miscounted=await miscounted(f"sqlite:///{database}"),
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rooms", type=int, default=200)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--moves", type=int, default=30, help="moves per room")
    given = parser.parse_args()
    outcome = asyncio.run(run(given.rooms, given.kills, given.moves))
    for name, value in vars(outcome).items():
        print(f"{name:14} {value if not isinstance(value, float) else round(value, 1)}")


if __name__ == "__main__":
    main()
