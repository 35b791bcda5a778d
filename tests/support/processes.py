"""Processes as /proc shows them: children, memory, sockets; and resource limits of running processes."""

import contextlib
import os
import resource
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from tests.support.waiting import wait_until

PAGE: Final = os.sysconf("SC_PAGE_SIZE")


def family(pid: int) -> list[tuple[int, int]]:
    """A process and its descendants, each with its distance from the first."""
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if fields[0] != "Z":
                children.setdefault(int(fields[1]), []).append(int(entry.name))
    found = [(pid, 0)]
    for each, steps in found:
        found += [(child, steps + 1) for child in children.get(each, [])]
    return [(each, steps) for each, steps in found if "resource_tracker" not in _command(each)]


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    return [each for each, steps in family(pid) if steps == 1]


def is_alive(pid: int) -> bool:
    try:
        return (Path("/proc") / str(pid) / "stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def wait_until_gone(pids: Iterable[int]) -> None:
    pids = list(pids)
    wait_until(lambda: not any(map(is_alive, pids)), what="processes are left")


def _command(pid: int) -> str:
    try:
        return (Path("/proc") / str(pid) / "cmdline").read_bytes().decode("utf-8", "replace")
    except OSError:
        return ""


def resident(pid: int) -> float | None:
    """Resident memory in megabytes; None if the process has ended."""
    try:
        return int((Path("/proc") / str(pid) / "statm").read_text().split()[1]) * PAGE / 1e6
    except (OSError, IndexError):
        return None


def sockets(pid: int) -> int:
    """Number of open sockets; 0 if the process has ended."""
    found = 0
    for entry in (Path("/proc") / str(pid) / "fd").glob("*"):
        with contextlib.suppress(OSError):  # it was closed meanwhile
            found += os.readlink(entry).startswith("socket:")
    return found


def data(pid: int) -> int:
    """Size of the data segment in bytes, as RLIMIT_DATA counts it."""
    status = (Path("/proc") / str(pid) / "status").read_text()
    return int(status.partition("VmData:")[2].split()[0]) * 1024


@contextlib.contextmanager
def limited(pids: list[int], what: str, limit: int) -> Iterator[None]:
    """Set a resource limit of running processes for the length of the block."""
    kind = getattr(resource, f"RLIMIT_{what}")
    before = {}
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            before[pid] = resource.prlimit(pid, kind)
            resource.prlimit(pid, kind, (limit, before[pid][1]))
    try:
        yield
    finally:
        for pid, limits in before.items():
            with contextlib.suppress(ProcessLookupError):
                resource.prlimit(pid, kind, limits)
