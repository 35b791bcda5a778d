"""A running arena beside the measured rooms: players who think for a second, and are paired again after every game."""

import asyncio
import contextlib
import multiprocessing
import random
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Final

from benchmarks.scripted_players import Message, Server, Tally
from benchmarks.server_tournament import CLOCK, Contender
from gomoku.server.wire.tournament_messages import MAX_DURATION

MOVES: Final = 30
"""Plies after which one of the two resigns."""


class Thinker(Contender):
    """A player of the arena."""

    look = 3.0

    async def answer(self, question: Message) -> None:
        await asyncio.sleep(0.5 + self.rng.random())
        await super().answer(question)


@dataclass(frozen=True)
class Arena:
    """The process of its players."""

    pipe: Connection
    process: "multiprocessing.process.BaseProcess"

    @classmethod
    def begin(cls, ports: Sequence[int], players: int) -> "Arena":
        """Start an arena, with players spread over the server's processes, and wait until its games have begun."""
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=_work, args=(tuple(ports), players, theirs), daemon=True)
        process.start()
        if isinstance(said := ours.recv(), str):
            raise SystemExit(f"the arena did not begin: {said}")
        return cls(ours, process)

    def end(self) -> None:
        self.process.kill()
        self.process.join()


def _work(ports: Sequence[int], players: int, pipe: Connection) -> None:
    try:
        asyncio.run(_play(ports, players, pipe))
    except Exception as error:  # reported to the parent process
        pipe.send(repr(error))


async def _play(ports: Sequence[int], players: int, pipe: Connection) -> None:
    tally = Tally()
    thinkers = []
    for number in range(players):
        server = Server()
        server.port = ports[number % len(ports)]
        thinkers.append(Thinker(server, tally, random.Random(number), f"Player {number + 1}", MOVES))
    lives = [asyncio.create_task(each.live()) for each in thinkers]
    for each in thinkers:
        await each.until(lambda each=each: each.me)  # type: ignore[misc]
    owner = thinkers[0]
    settings: Message = {"name": "Load", "kind": "arena", "rules": "freestyle;size=15", "opening": "standard"}
    made = await owner.http("POST", "/api/tournaments", settings | {"clock": CLOCK, "duration": MAX_DURATION})
    for each in thinkers:
        await each.http("POST", f"/api/tournaments/{made['id']}/join", {"name": each.name})
    await owner.http("POST", f"/api/tournaments/{made['id']}/start")
    playing = asyncio.gather(*(each.take_part(made["id"]) for each in thinkers))
    while sum(bool(each.room) for each in thinkers) < players - 1:  # one may be left over
        await asyncio.sleep(0.2)
    pipe.send(players)
    with contextlib.suppress(asyncio.CancelledError):
        await playing
    for task in lives:
        task.cancel()
