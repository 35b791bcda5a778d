"""Process pool on a Ray cluster: workers are Ray actors on every machine that has this version of the program.

A lost worker, with or without its machine, is replaced and its job retried; finished jobs are kept. Ray is the extra
`gomoku[ray]`, imported only when a cluster is requested.
"""

import contextlib
import hashlib
import importlib
import os
import re
import secrets
import socket
import tempfile
import time
import warnings
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from itertools import islice
from pathlib import Path
from typing import Any, Generic

from gomoku import __version__
from gomoku.lab.jobs.pool import (
    CLOSE_TIMEOUT,
    Answer,
    Job,
    Pool,
    Worker,
    WorkerDied,
    WorkerHost,
    default_processes,
)
from gomoku.lab.types import LabError

AUTO, LOCAL = "auto", "local"
ADDRESS = re.compile(r"(?:ray://)?(?P<host>[\w.-]+|\[[\da-fA-F:.]+\]):(?P<port>\d{1,5})")

MAX_LOST_WORKERS = 3
"""Workers lost on one job, or in a row during start-up, after which the run fails: the machine is not to blame."""

CHECK_INTERVAL = 5.0
"""Seconds without an answer after which the cluster is asked for its machines."""
MACHINE_TIMEOUT = 120.0
"""Seconds to wait for a machine when the last one is gone; then the run fails, and can be resumed from its log."""

CONNECT_ATTEMPTS = 3
"""Connection attempts while the error is PROXY_START_FAILED."""
PROXY_START_FAILED = "Initialization failure from server"
"""Error of a `ray://` cluster whose proxy process died during start-up. Sporadic: a retry succeeds."""

RAY_ENVIRONMENT = {
    "RAY_USAGE_STATS_ENABLED": "0",  # no telemetry
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",  # no warning about GPUs from each worker
}
"""Environment of the Ray processes that we start."""


def check_address(address: str) -> None:
    """Raise ValueError for an invalid cluster address."""
    if address not in (AUTO, LOCAL) and not ADDRESS.fullmatch(address):
        raise ValueError(f"expected auto, local, HOST:PORT or ray://HOST:PORT, not {address!r}")


@contextlib.contextmanager
def connected(address: str, threads: int) -> Iterator[tuple[Pool, int]]:
    """Connect to a cluster; yield its pool and the number of workers of `threads` processors that fit.

    `local` starts a single-machine cluster for the duration of the block. Raises LabError if there is no cluster.
    """
    if address == AUTO:
        address = os.environ.get("RAY_ADDRESS") or AUTO
    # a private cluster needs no token, which Ray would store in the home folder
    if address == LOCAL and "RAY_AUTH_MODE" not in os.environ:
        os.environ.update(RAY_AUTH_MODE="token", RAY_AUTH_TOKEN=secrets.token_hex())
    ray = _ray()
    with tempfile.TemporaryDirectory(
        prefix="gomoku-ray-", dir="/tmp"
    ) as folder:  # a short path: the length of socket paths is limited
        own = {"num_cpus": default_processes(), "include_dashboard": False, "object_store_memory": 80 << 20}
        _check_reachable(address)
        extra = {**own, "_temp_dir": folder} if address == LOCAL else {}
        for tries in range(CONNECT_ATTEMPTS, 0, -1):
            try:
                ray.init(address, log_to_driver=False, logging_level="CRITICAL", **extra)
                break
            except (ConnectionError, RuntimeError, ValueError, ImportError) as error:
                if tries == 1 or PROXY_START_FAILED not in str(error):
                    hint = "" if _has_token() else "; if it asks for a token, set RAY_AUTH_MODE=token"
                    raise LabError(f"cannot use the Ray cluster {address}: {_first_line(error)}{hint}") from None
        if not _has_token():
            _warn(
                f"the Ray cluster {address} asks for no token: anyone who reaches it can run code on it; see docs/LAB.md"
            )
        try:
            room = _room(ray, threads)
            if room == 0:
                raise LabError(f"no machine of the Ray cluster {address} has {threads} processors")
            yield partial(_run, ray, threads), room
        finally:
            ray.shutdown()


def _has_token() -> bool:
    return os.environ.get("RAY_AUTH_MODE") == "token"


def _room(ray: Any, threads: int) -> int:
    """Workers of `threads` processors that fit on the machines of the cluster."""
    return sum(int(node["Resources"].get("CPU", 0)) // threads for node in ray.nodes() if node["Alive"])


def _warn(message: str) -> None:
    """Warn the user: a command prints it as one line."""
    warnings.warn(message, RuntimeWarning, stacklevel=3)


def _ray() -> Any:
    for name, value in RAY_ENVIRONMENT.items():
        os.environ.setdefault(name, value)
    try:
        return importlib.import_module("ray")
    except ImportError:
        raise LabError("a cluster needs Ray: pip install 'gomoku[ray]'") from None


def _check_reachable(address: str) -> None:
    """Fail fast with LabError: Ray retries for minutes, then exits the process."""
    if (parts := ADDRESS.fullmatch(address)) is None:
        return
    try:
        socket.create_connection((parts["host"].strip("[]"), int(parts["port"])), CLOSE_TIMEOUT).close()
    except (OSError, OverflowError) as error:
        raise LabError(f"cannot reach the Ray cluster {address}: {error}") from None


@dataclass
class _Attempt(Generic[Job]):
    """A job and its failed attempts."""

    job: Job
    lost: int = 0
    """Workers lost while they performed it."""


class RemoteHost(WorkerHost):
    """Ray actor: a worker on a machine of the cluster."""

    def __init__(self, make_worker: Callable[[], Worker[Any, Any]], folder: str) -> None:
        super().__init__(make_worker)
        with contextlib.suppress(OSError):  # with a shared file system, relative paths work on all machines
            os.chdir(folder)

    def build(self) -> tuple[str, str]:
        """Host name and fingerprint of the installed program."""
        return socket.gethostname(), fingerprint()


@cache
def fingerprint() -> str:
    """Version and hash of all sources that influence a game: machines with equal fingerprints play equal games."""
    home = Path(__file__).parents[2]
    files = [path for part in ("rules", "core", "engine", "lab") for path in (home / part).rglob("*")]
    digest = hashlib.sha256()
    for path in sorted(path for path in files if path.suffix in (".py", ".json")):
        digest.update(path.read_bytes())
    return f"{__version__} ({digest.hexdigest()[:8]})"


def _run(
    ray: Any, threads: int, make_worker: Callable[[], Worker[Job, Answer]], jobs: Iterable[Job], processes: int, /
) -> Generator[tuple[Job, Answer]]:
    """Run jobs on the cluster; see `Pool`. Workers that do not fit yet are started when processors become free."""
    waiting = iter(jobs)
    # one job is drawn ahead: the run is complete when there is none and no worker is busy
    queue = deque(_Attempt(job) for job in islice(waiting, 1))
    pending: dict[Any, tuple[Any, _Attempt[Job] | None]] = {}  # by Ray future: worker, and its job unless it starts
    failed_starts = 0
    # two threads, so that `close` can run while a job does
    actor = ray.remote(num_cpus=threads, max_concurrency=2)(RemoteHost)

    def start_worker() -> None:
        worker = actor.remote(make_worker, os.getcwd())
        pending[worker.build.remote()] = (worker, None)

    try:
        for _ in range(processes if queue else 0):
            start_worker()
        while queue or any(attempt for _, attempt in pending.values()):
            ready = _wait(ray, threads, list(pending))
            worker, attempt = pending.pop(ready)
            try:
                answer = ray.get(ready)
            except ray.exceptions.RayError as error:  # the worker, its machine or the answer was lost
                ray.kill(worker)
                if attempt is None:
                    failed_starts += 1
                else:
                    attempt.lost += 1
                    queue.appendleft(attempt)
                if failed_starts == MAX_LOST_WORKERS or (attempt and attempt.lost == MAX_LOST_WORKERS):
                    what = "do the same job" if attempt else "start"
                    raise WorkerDied(
                        f"{MAX_LOST_WORKERS} workers were lost trying to {what}: {_first_line(error)}"
                    ) from None
                start_worker()
                continue
            failed_starts = 0
            if attempt is None:
                _check_build(*answer)
            elif not answer[0]:
                raise WorkerDied(answer[1])
            if queue:
                following = queue.popleft()
                pending[worker.do.remote(following.job)] = (worker, following)
                if not queue:
                    queue.extend(_Attempt(job) for job in islice(waiting, 1))
            else:
                _close(ray, [worker])
            if attempt is not None:
                yield attempt.job, answer[1]
    finally:
        _close(ray, [worker for worker, attempt in pending.values() if attempt])
        for worker, _ in pending.values():
            ray.kill(worker)


def _wait(ray: Any, threads: int, pending: list[Any]) -> Any:
    """The first future that is ready. Raises LabError if the last machine is gone and none comes in time."""
    missing_since: float | None = None
    while True:
        ready, _ = ray.wait(pending, timeout=CHECK_INTERVAL)
        if ready:
            return ready[0]
        try:
            is_missing = _room(ray, threads) == 0
        except ConnectionError as error:
            raise LabError(f"the Ray cluster is gone: {_first_line(error)}") from None
        if not is_missing:
            missing_since = None
        elif missing_since is None:
            missing_since = time.monotonic()
            _warn(f"the last machine of the Ray cluster is gone; waiting {MACHINE_TIMEOUT:.0f} s for another")
        elif time.monotonic() - missing_since >= MACHINE_TIMEOUT:
            raise LabError(f"the last machine of the Ray cluster is gone, and none came within {MACHINE_TIMEOUT:.0f} s")


def _check_build(machine: str, found: str) -> None:
    if found != fingerprint():
        raise LabError(f"{machine} has another Gomoku, {found}; here it is {fingerprint()}: install the same on both")


def _close(ray: Any, workers: list[Any]) -> None:
    """Let workers close their resources, such as brains, then end them."""
    if workers:
        ray.wait([worker.close.remote() for worker in workers], num_returns=len(workers), timeout=CLOSE_TIMEOUT)
    for worker in workers:
        ray.kill(worker)


def _first_line(error: Exception) -> str:
    return next((line.strip() for line in str(error).splitlines() if line.strip()), type(error).__name__)
