"""Processes as the system shows them: who has started whom, and how much memory each holds."""

import os
from pathlib import Path
from typing import Final

PAGE: Final = os.sysconf("SC_PAGE_SIZE")


def family(pid: int) -> list[int]:
    """A process, its children and theirs."""
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if fields[0] != "Z":
                children.setdefault(int(fields[1]), []).append(int(entry.name))
    found = [pid]
    for each in found:
        found += children.get(each, [])
    return found


def command(pid: int) -> str:
    try:
        return (Path("/proc") / str(pid) / "cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
    except OSError:
        return ""


def is_engine(pid: int) -> bool:
    """Is it one of the engines, and not a server?"""
    return "spawn_main" in command(pid)


def resident(pid: int) -> float | None:
    """Megabytes in memory; None where it is gone."""
    try:
        return int((Path("/proc") / str(pid) / "statm").read_text().split()[1]) * PAGE / 1e6
    except (OSError, IndexError):
        return None


def address_space(pid: int) -> int:
    """Bytes of addresses that it has asked for."""
    return int((Path("/proc") / str(pid) / "statm").read_text().split()[0]) * PAGE
