"""Faults of the soak test. Each is injected, lasts a while, ends, and returns a short description."""

import asyncio
import contextlib
import http.client
import os
import random
import signal
from collections.abc import Awaitable, Callable
from typing import Any, Final

from benchmarks.soak.environment import Cluster, Site
from tests.support import processes
from tests.support.processes import limited

DAY: Final = 86_400
SPARE_BYTES: Final = 300_000
"""Bytes that a process may still allocate while memory is limited."""

Fault = Callable[[Any, random.Random], Awaitable[str]]


async def kill_server(site: Site, rng: random.Random) -> str:
    """SIGKILL the whole server and restart it."""
    site.server.end(signal.SIGKILL)
    await asyncio.sleep(rng.random())
    await asyncio.to_thread(site.start)
    return "killed with SIGKILL and restarted"


async def restart_server(site: Site, rng: random.Random) -> str:
    """Stop the server as an operator would, and restart it."""
    await asyncio.to_thread(site.server.end, signal.SIGTERM)
    await asyncio.to_thread(site.start)
    return "stopped with SIGTERM and restarted"


async def freeze_server(site: Site, rng: random.Random) -> str:
    """SIGSTOP the processes for a while, as on a swapping machine."""
    seconds = 1 + 3 * rng.random()
    pids = site.servers()
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    await asyncio.sleep(seconds)
    for pid in pids:
        os.kill(pid, signal.SIGCONT)
    return f"{len(pids)} processes frozen for {seconds:.1f} s"


async def kill_engines(site: Site, rng: random.Random) -> str:
    """SIGKILL engine processes repeatedly."""
    killed = 0
    for _ in range(5):
        for pid in site.engines():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
                killed += 1
        await asyncio.sleep(0.5)
    return f"{killed} engine processes killed"


async def fill_disk(site: Site, rng: random.Random) -> str:
    seconds = 3 + 3 * rng.random()
    with site.full_disk() as how:
        await asyncio.sleep(seconds)
    return f"{how}, for {seconds:.1f} s"


async def limit_memory(site: Site, rng: random.Random) -> str:
    """Limit the servers' memory for a while."""
    seconds = 3 + 3 * rng.random()
    pids = site.servers()
    with contextlib.ExitStack() as stack:
        for pid in pids:
            stack.enter_context(limited([pid], "DATA", processes.data(pid) + SPARE_BYTES))
        answers = [await asyncio.to_thread(_send_file, site) for _ in range(2)]
        await asyncio.sleep(seconds)
    statuses = ", ".join(sorted(set(answers)))
    return f"{SPARE_BYTES / 1e6:.1f} MB more for each process (RLIMIT_DATA), for {seconds:.1f} s; large uploads were answered with {statuses}"


def _send_file(site: Site) -> str:
    """Upload a file that exceeds the memory limit; the status of the response."""
    line = http.client.HTTPConnection("127.0.0.1", site.server.port, timeout=5)
    try:
        line.request("POST", "/api/import", b"(;GM[4]SZ[15]" + b";AA[]" * 200_000 + b")")
        return str(line.getresponse().status)
    except (OSError, http.client.HTTPException) as error:
        return type(error).__name__
    finally:
        line.close()


async def limit_engines(site: Site, rng: random.Random) -> str:
    """Limit memory so that killed engines cannot be replaced for a while."""
    pids = site.servers()
    for pid in site.engines():
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    with limited(pids, "AS", 40_000_000):
        await asyncio.sleep(3)
    return "engines killed, and too little address space (RLIMIT_AS) to start new ones, for 3 s"


async def move_clock(site: Site, rng: random.Random) -> str:
    """Move the system clock, restart the server under it, and move it back."""
    jump = rng.choice((-DAY, -3600, 3600, DAY))
    site.move_clock(jump)
    await asyncio.sleep(2)
    await kill_server(site, rng)
    await asyncio.sleep(2)
    site.move_clock(0)
    await asyncio.sleep(2)
    return f"the system clock jumped by {jump} s, the server was restarted, and the clock was reset"


# --- clusters only ---


async def kill_process(site: Cluster, rng: random.Random) -> str:
    """SIGKILL the process with the most pages; the supervisor replaces it."""
    victim = max(site.servers()[1:], key=processes.sockets)
    pages = processes.sockets(victim)
    os.kill(victim, signal.SIGKILL)
    return f"one process with {pages} sockets killed with SIGKILL"


async def renew_processes(site: Cluster, rng: random.Random) -> str:
    """Rolling restart by SIGHUP, as for a new version."""
    before = set(site.servers())
    os.kill(site.servers()[0], signal.SIGHUP)
    for _ in range(300):
        await asyncio.sleep(0.1)
        if len(before & set(site.servers())) == 1:
            return "every process replaced, one after the other (SIGHUP)"
    raise RuntimeError("the processes were not replaced within 30 s")


async def stop_redis(site: Cluster, rng: random.Random) -> str:
    seconds = 2 + 4 * rng.random()
    site.redis.stop(rng.choice((signal.SIGTERM, signal.SIGKILL)))
    await asyncio.sleep(seconds)
    await asyncio.to_thread(site.redis.start)
    return f"Redis down for {seconds:.1f} s"


async def freeze_redis(site: Cluster, rng: random.Random) -> str:
    seconds = 2 + 4 * rng.random()
    site.redis.freeze(True)
    await asyncio.sleep(seconds)
    site.redis.freeze(False)
    return f"Redis hung for {seconds:.1f} s"


async def stop_postgres(site: Cluster, rng: random.Random) -> str:
    seconds = 2 + 4 * rng.random()
    await asyncio.to_thread(site.postgres.stop)
    await asyncio.sleep(seconds)
    await asyncio.to_thread(site.postgres.start)
    return f"PostgreSQL stopped, down for {seconds:.1f} s"


async def crash_postgres(site: Cluster, rng: random.Random) -> str:
    seconds = 2 * rng.random()
    await asyncio.to_thread(site.postgres.stop, signal.SIGQUIT)
    await asyncio.sleep(seconds)
    await asyncio.to_thread(site.postgres.start)
    return f"PostgreSQL crashed, down for {seconds:.1f} s"


async def freeze_postgres(site: Cluster, rng: random.Random) -> str:
    seconds = 2 + 6 * rng.random()
    await asyncio.to_thread(site.postgres.freeze, True)
    await asyncio.sleep(seconds)
    await asyncio.to_thread(site.postgres.freeze, False)
    return f"PostgreSQL hung for {seconds:.1f} s"


async def fill_postgres(site: Cluster, rng: random.Random) -> str:
    """Fill PostgreSQL's disk, which can bring it down; restart it once there is space again."""
    what = await fill_disk(site, rng)
    await asyncio.sleep(1)
    if site.postgres.process is not None and site.postgres.process.poll() is not None:
        site.postgres.process = None
        await asyncio.to_thread(site.postgres.start)
        what += "; PostgreSQL had crashed and was restarted"
    return what


FAULTS: Final[dict[str, Fault]] = {
    "server killed": kill_server,
    "server restarted": restart_server,
    "server frozen": freeze_server,
    "engines killed": kill_engines,
    "disk full": fill_disk,
    "memory limit": limit_memory,
    "no memory for engines": limit_engines,
    "clock jump": move_clock,
}
CLUSTER_FAULTS: Final[dict[str, Fault]] = {
    **FAULTS,
    "one process killed": kill_process,
    "processes renewed": renew_processes,
    "Redis stopped": stop_redis,
    "Redis frozen": freeze_redis,
    "PostgreSQL stopped": stop_postgres,
    "PostgreSQL crashed": crash_postgres,
    "PostgreSQL frozen": freeze_postgres,
    "disk full": fill_postgres,
}
