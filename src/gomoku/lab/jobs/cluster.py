"""The laboratory's jobs on a Ray cluster: the same workers as in `jobs`, on every machine that has this program and Ray.

A worker that is lost, alone or with its machine, is replaced, and the job that it was doing is done again: what was
finished stays. Ray itself is an extra, `gomoku[ray]`, and is loaded only when it is asked for.
"""

import contextlib
import hashlib
import importlib
import os
import re
import secrets
import socket
import tempfile
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any, Generic

from gomoku import __version__
from gomoku.lab.jobs import local as jobs
from gomoku.lab.jobs.local import PATIENCE, Answer, Job, Pool, Worker, WorkerDied
from gomoku.lab.types import LabError

AUTO, LOCAL = "auto", "local"
ADDRESS = re.compile(r"(?:ray://)?(?P<host>[\w.-]+|\[[\da-fA-F:.]+\]):(?P<port>\d{1,5})")

STRIKES = 3
"""A job over which so many workers were lost is the reason itself; so is what keeps so many from starting in a row."""

CONNECTING = 3
BORN_DEAD = "Initialization failure from server"
"""What a `ray://` cluster says whose process for us died as it started. It does so now and then; the next one lives."""

QUIET = {
    "RAY_USAGE_STATS_ENABLED": "0",  # Ray reports to its makers unless it is told not to
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",  # or each worker warns about graphics cards
}
"""For Ray's processes that we start ourselves."""


def check_address(address: str) -> None:
    """Raises ValueError for what cannot be the address of a cluster."""
    if address not in (AUTO, LOCAL) and not ADDRESS.fullmatch(address):
        raise ValueError(f"expected auto, local, HOST:PORT or ray://HOST:PORT, not {address!r}")


@contextlib.contextmanager
def connected(address: str, threads: int) -> Iterator[tuple[Pool, int]]:
    """A pool of the cluster's processors, and how many workers of so many threads there is room for.

    `local` starts a cluster of this machine alone, which ends with us. Raises LabError where there is no cluster.
    """
    if address == AUTO:
        address = os.environ.get("RAY_ADDRESS") or AUTO
    if address == LOCAL and "RAY_AUTH_MODE" not in os.environ:  # nobody else's business; Ray would keep a token at home
        os.environ.update(RAY_AUTH_MODE="token", RAY_AUTH_TOKEN=secrets.token_hex())
    ray = _ray()
    with tempfile.TemporaryDirectory(prefix="gomoku-ray-", dir="/tmp") as folder:  # a short path: it holds sockets
        own = {"num_cpus": jobs.default_processes(), "include_dashboard": False, "object_store_memory": 80 << 20}
        _check_reachable(address)
        extra = {**own, "_temp_dir": folder} if address == LOCAL else {}
        for tries in range(CONNECTING, 0, -1):
            try:
                ray.init(address, log_to_driver=False, logging_level="CRITICAL", **extra)
                break
            except (ConnectionError, RuntimeError, ValueError, ImportError) as error:
                if tries == 1 or BORN_DEAD not in str(error):
                    raise LabError(f"cannot use the Ray cluster {address}: {_first_line(error)}") from None
        try:
            room = sum(int(node["Resources"].get("CPU", 0)) // threads for node in ray.nodes() if node["Alive"])
            if room == 0:
                raise LabError(f"no machine of the Ray cluster {address} has {threads} processors")
            yield partial(_run, ray, threads), room
        finally:
            ray.shutdown()


def _ray() -> Any:
    for name, value in QUIET.items():
        os.environ.setdefault(name, value)
    try:
        return importlib.import_module("ray")
    except ImportError:
        raise LabError("a cluster needs Ray: pip install 'gomoku[ray]'") from None


def _check_reachable(address: str) -> None:
    """Ray itself would try for minutes, and end the process."""
    if (parts := ADDRESS.fullmatch(address)) is None:
        return
    try:
        socket.create_connection((parts["host"].strip("[]"), int(parts["port"])), PATIENCE).close()
    except (OSError, OverflowError) as error:
        raise LabError(f"cannot reach the Ray cluster {address}: {error}") from None


# --- the work ---


@dataclass
class _Turn(Generic[Job]):
    job: Job
    lost: int = 0
    """Workers that were lost over it."""


class Seat(jobs.Desk):
    """A worker on some machine of the cluster."""

    def __init__(self, make_worker: Callable[[], Worker[Any, Any]], folder: str) -> None:
        super().__init__(make_worker)
        with contextlib.suppress(OSError):  # where the machines share it, names of files mean the same everywhere
            os.chdir(folder)

    def build(self) -> tuple[str, str]:
        """Which machine this is, and which program it has."""
        return socket.gethostname(), fingerprint()


@cache
def fingerprint() -> str:
    """The version, and a hash of all that decides a game: two machines with the same play the same."""
    home = Path(__file__).parents[2]
    files = [path for part in ("rules", "core", "engine", "lab") for path in (home / part).rglob("*")]
    digest = hashlib.sha256()
    for path in sorted(path for path in files if path.suffix in (".py", ".json")):
        digest.update(path.read_bytes())
    return f"{__version__} ({digest.hexdigest()[:8]})"


def _run(
    ray: Any, threads: int, make_worker: Callable[[], Worker[Job, Answer]], todo: Iterable[Job], processes: int, /
) -> Generator[tuple[Job, Answer]]:
    """As `jobs.run`, with workers on the cluster; those for which it has no room yet wait for it."""
    waiting = iter(todo)
    # one job is always in sight: while there is none, and nobody has one, all is done
    turns = deque(_Turn(job) for job in jobs.first(waiting, 1))
    asked: dict[Any, tuple[Any, _Turn[Job] | None]] = {}
    failed_starts = 0
    # a second thread, so that a worker can be closed in the middle of a job
    seat = ray.remote(num_cpus=threads, max_concurrency=2)(Seat)

    def hire() -> None:
        worker = seat.remote(make_worker, os.getcwd())
        asked[worker.build.remote()] = (worker, None)

    try:
        for _ in range(processes if turns else 0):
            hire()
        while turns or any(turn for _, turn in asked.values()):
            (ready, *_), _ = ray.wait(list(asked))
            worker, turn = asked.pop(ready)
            try:
                answer = ray.get(ready)
            except ray.exceptions.RayError as error:  # the worker, its machine, or the answer on its way
                ray.kill(worker)
                if turn is None:
                    failed_starts += 1
                else:
                    turn.lost += 1
                    turns.appendleft(turn)
                if failed_starts == STRIKES or (turn and turn.lost == STRIKES):
                    what = "do the same job" if turn else "start"
                    raise WorkerDied(f"{STRIKES} workers were lost trying to {what}: {_first_line(error)}") from None
                hire()
                continue
            failed_starts = 0
            if turn is None:
                _check_build(*answer)
            elif not answer[0]:
                raise WorkerDied(answer[1])
            if turns:
                following = turns.popleft()
                asked[worker.do.remote(following.job)] = (worker, following)
                if not turns:
                    turns.extend(_Turn(job) for job in jobs.first(waiting, 1))
            else:
                _dismiss(ray, [worker])
            if turn is not None:
                yield turn.job, answer[1]
    finally:
        _dismiss(ray, [worker for worker, turn in asked.values() if turn])
        for worker, _ in asked.values():
            ray.kill(worker)


def _check_build(machine: str, found: str) -> None:
    if found != fingerprint():
        raise LabError(f"{machine} has another Gomoku, {found}; here it is {fingerprint()}: install the same on both")


def _dismiss(ray: Any, crew: list[Any]) -> None:
    """Let workers close what they hold, such as brains, and end."""
    if crew:
        ray.wait([worker.close.remote() for worker in crew], num_returns=len(crew), timeout=PATIENCE)
    for worker in crew:
        ray.kill(worker)


def _first_line(error: Exception) -> str:
    return next((line.strip() for line in str(error).splitlines() if line.strip()), type(error).__name__)
