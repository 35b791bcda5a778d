"""Soak test: scripted players, AIs and spectators while faults are injected.

    python -m benchmarks.soak [--minutes 3] [--tables 12] [--seed 1] [--cluster] [--out FOLDER] [--faults NAME,NAME]

Starts the real server and injects one fault after another: processes killed, stopped and frozen, engines killed, a full disk,
memory limits, clock jumps, with abusive clients throughout. After a calm period it checks that every acknowledged command
is in the database, every room is playable, all clients of a room have seen the same events, and the servers' memory is flat. Writes
a report; exits with 1 on any violation.
"""

import argparse
import asyncio
import contextlib
import json
import random
import shutil
import statistics
import sys
import time
import urllib.request
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from benchmarks.scripted_players import Tally
from benchmarks.soak.clients import AbusiveClient, Duel, Party, Show, Spectator, Table
from benchmarks.soak.environment import Cluster, Site, work_folder
from benchmarks.soak.faults import CLUSTER_FAULTS, FAULTS, Fault
from benchmarks.soak.report import Injected, Memory, Report
from tests.support import processes
from tests.support.stored import missing

CALM_SHARE: Final = 0.25
"""Share of the time, at the end, without faults."""
STUCK_TIMEOUT: Final = 90.0
"""Seconds without progress after which a room counts as stuck at the end."""
MEMORY_WINDOW: Final = 15.0
"""Seconds per memory sample; the minimum counts, so that a large upload is not taken for a leak."""
MIN_CALM_SECONDS: Final = 60.0
"""Seconds of calm, in the second half of a server's life, needed to judge its memory. Before that it may grow:
allocators keep what the largest input so far needed."""
ALLOWED_GROWTH: Final = 10.0
"""Megabytes of growth allowed in the judged time, independent of its length."""
ALLOWED_SLOPE: Final = 0.25
"""Megabytes of growth allowed per minute of the judged time."""


class Soak:
    """A run of the soak test."""

    def __init__(self, site: Site, tables: int, seed: int, faults: Mapping[str, Fault]) -> None:
        self.site = site
        self.rng = random.Random(seed)
        self.faults = faults
        self.tally = Tally()
        self.report = Report(site.kind, seed)
        server = site.server
        games = [Table(number, server, self.tally, self._new_rng()) for number in range(tables)]
        self.parties: list[Party] = [
            *games,
            *(Duel(number, server, self.tally, self._new_rng()) for number in range(max(1, tables // 3))),
            *(Show(number, server, self.tally, self._new_rng()) for number in range(max(1, tables // 6))),
            *(Spectator(number, server, self.tally, self._new_rng(), games) for number in range(max(1, tables // 2))),
        ]
        self.abusive = [AbusiveClient(server, self._new_rng(), games) for _ in range(max(1, tables // 6))]
        self.began = time.monotonic()
        self.calm = self.began
        """End of the last fault, by the monotonic clock."""
        self.memory_samples: dict[int, list[tuple[float, float]]] = {}
        """Memory samples by process: time and megabytes."""

    def _new_rng(self) -> random.Random:
        return random.Random(self.rng.random())

    async def run(self, minutes: float) -> Report:
        self.site.start()
        lives = {party.name: asyncio.create_task(party.live()) for party in self.parties}
        others = [asyncio.create_task(client.live()) for client in self.abusive]
        others.append(asyncio.create_task(self._sample_memory()))
        try:
            await self._all_back()
            playing = time.monotonic()  # the start takes long on a busy machine
            await self._inject_faults(playing + 60 * minutes * (1 - CALM_SHARE))
            self.calm = time.monotonic()
            await asyncio.sleep(max(0.0, playing + 60 * minutes - time.monotonic()))
            if await self._all_back() is None:
                self.report.stuck += self._behind
            await self._close(lives)
        finally:
            for task in (*others, *lives.values()):
                task.cancel()
            await asyncio.gather(*others, *lives.values(), return_exceptions=True)
        await self._compare()
        self._fill_report()
        return self.report

    # --- faults ---

    async def _inject_faults(self, end: float) -> None:
        """Inject all faults in random order, round after round."""
        while time.monotonic() < end:
            for name in self.rng.sample(list(self.faults), len(self.faults)):
                if time.monotonic() > end:
                    break
                await self._inject(name)
                await asyncio.sleep(2 + 3 * self.rng.random())

    async def _inject(self, name: str) -> None:
        before = Counter(self.tally.refused), self.tally.reconnects
        began = time.monotonic()
        print(f"{began - self.began:6.0f} s  {name}", flush=True)
        what = await self.faults[name](self.site, self.rng)
        ended = time.monotonic()
        all_back = await self._all_back()
        if all_back is None:
            what += f"; {', '.join(self._behind)} made no progress for {STUCK_TIMEOUT:.0f} s"
        self.report.faults.append(
            Injected(
                at=began - self.began,
                name=name,
                what=what,
                lasted=ended - began,
                recovered=self._next_acknowledged(ended),
                all_back=all_back,
                reconnects=self.tally.reconnects - before[1],
                refused=dict(self.tally.refused - before[0]),
            )
        )

    def _next_acknowledged(self, moment: float) -> float | None:
        later = [at for at in self.tally.moments if at >= moment]
        return min(later) - moment if later else None

    async def _all_back(self) -> float | None:
        """Seconds until every party has made progress; None on a timeout."""
        began = time.monotonic()
        before = {party.name: party.progress for party in self.parties}
        self._behind = list(before)
        while time.monotonic() - began < STUCK_TIMEOUT:
            self._behind = [party.name for party in self.parties if party.progress == before[party.name]]
            if not self._behind:
                return time.monotonic() - began
            await asyncio.sleep(0.1)
        return None

    async def _close(self, lives: dict[str, "asyncio.Task[None]"]) -> None:
        """Let all parties finish their pending commands."""
        for party in self.parties:
            party.closing.set()
            for player in party.players:
                player.changed.set()
        await asyncio.wait(lives.values(), timeout=STUCK_TIMEOUT)
        for name, task in lives.items():
            if not task.done():
                self.report.stuck.append(f"{name} does not finish")
            elif error := task.exception():
                self.report.wrong.append(f"{name}: {error!r}")

    async def _sample_memory(self) -> None:
        while True:
            for pid in self.site.servers():
                megabytes = processes.resident(pid)
                if megabytes is not None:
                    self.memory_samples.setdefault(pid, []).append((time.monotonic(), megabytes))
            await asyncio.sleep(1)

    # --- checks ---

    async def _compare(self) -> None:
        """Compare the database, and a freshly started server, with what the clients have seen."""
        await asyncio.to_thread(self.site.server.end)
        self.report.lost = await missing(self.site.url, self.tally.acknowledged)
        await asyncio.to_thread(self.site.start)
        for party in self.parties:
            if isinstance(party, Table | Duel) and party.room:
                first = party.players[0]
                if any(not first.same_as(other) for other in party.players[1:]):
                    self.report.differences.append(f"the players of {party.name}")
                address = f"http://127.0.0.1:{self.site.server.port}/api/games/{party.room}"
                room = json.loads(await asyncio.to_thread(_fetch, address))
                if room["seq"] < first.seq or room["actions"][: len(first.actions)] != first.actions:
                    self.report.differences.append(f"{party.name} and the database")

    def _fill_report(self) -> None:
        report, tally = self.report, self.tally
        report.seconds = time.monotonic() - self.began
        report.players = dict(Counter(type(party).__name__.lower() + "s" for party in self.parties))
        report.moves = sum(party.progress for party in self.parties if not isinstance(party, Spectator))
        report.acknowledged, report.reconnects = len(tally.acknowledged), tally.reconnects
        report.refused = dict(tally.refused)
        report.abusive = dict(sum((Counter(client.attacks) for client in self.abusive), Counter()))
        times = sorted(tally.latencies)
        shares = {"p50": 0.5, "p99": 0.99, "slowest": 1.0}
        report.latency_ms = {name: 1000 * times[int(share * (len(times) - 1))] for name, share in shares.items()}
        report.slowest_ai = max((party.slowest for party in self.parties if isinstance(party, Duel)), default=0.0)
        report.wrong += tally.wrong
        report.memory = [
            _memory(pid, samples, self.calm) for pid, samples in self.memory_samples.items() if len(samples) > 2
        ]
        report.growing = [
            f"process {one.pid} grows by {one.slope:.1f} MB a minute"
            for one in report.memory
            if one.judged >= MIN_CALM_SECONDS
            and one.slope * one.judged / 60 > ALLOWED_GROWTH + ALLOWED_SLOPE * one.judged / 60
        ]


async def run(site: Site, tables: int, seed: int, faults: Mapping[str, Fault], minutes: float) -> Report:
    """Run the soak test for this many minutes."""
    return await Soak(site, tables, seed, faults).run(minutes)


def _memory(pid: int, samples: list[tuple[float, float]], calm: float = 0.0) -> Memory:
    began, ended = samples[0][0], samples[-1][0]
    judged = max(calm, (began + ended) / 2)
    floors: dict[int, tuple[float, float]] = {}
    for at, held in samples:
        if at >= judged:
            window = int((at - began) / MEMORY_WINDOW)
            floors[window] = min(floors.get(window, (at, held)), (at, held), key=lambda sample: sample[1])
    slope = statistics.linear_regression(*zip(*floors.values(), strict=True)).slope * 60 if len(floors) > 1 else 0.0
    most = max(held for _, held in samples)
    return Memory(pid, ended - began, samples[0][1], samples[-1][1], most, slope, max(0.0, ended - judged))


def _fetch(address: str) -> bytes:
    with urllib.request.urlopen(address, timeout=20) as answer:
        data: bytes = answer.read()
        return data


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=3)
    parser.add_argument("--tables", type=int, default=12, help="online rooms; other clients in proportion (default 12)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--out", type=Path, default=Path("build/soak"), help="folder of the report (default build/soak)"
    )
    parser.add_argument("--cluster", action="store_true", help="several processes with PostgreSQL and Redis")
    parser.add_argument("--faults", help="faults to inject, separated by commas (default: all)")
    given = parser.parse_args()
    known = CLUSTER_FAULTS if given.cluster else FAULTS
    names = [name.strip() for name in given.faults.split(",")] if given.faults else list(known)
    if unknown := set(names) - set(known):
        parser.error(f"there is no fault {', '.join(sorted(unknown))}; there are {', '.join(known)}")
    with work_folder() as where:
        site = Cluster(*where) if given.cluster else Site(*where)
        faults = {name: known[name] for name in names}
        try:
            report = asyncio.run(run(site, given.tables, given.seed, faults, given.minutes))
        finally:
            with contextlib.suppress(OSError):
                given.out.mkdir(parents=True, exist_ok=True)
                shutil.copy(site.log, given.out / "server.log")
            site.close()
    report.write(given.out)
    print(report.text())
    return 1 if report.faulty else 0


if __name__ == "__main__":
    sys.exit(main())
