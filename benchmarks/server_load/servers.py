"""Server processes under test, with their CPU and memory use."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

TICKS: Final = os.sysconf("SC_CLK_TCK")


class Server:
    """A server process that prints its address when ready."""

    def __init__(self, *command: str) -> None:
        self.process = subprocess.Popen([sys.executable, "-m", *command], stdout=subprocess.PIPE, text=True)
        assert self.process.stdout
        self.ports: list[int] = []
        said = ""
        while not self.ports:
            line = self.process.stdout.readline()
            said += line
            if not line:
                raise SystemExit(f"the server did not start: {said}")
            self.ports = [int(port) for port in re.findall(r"http://[^:\s]+:(\d+)", line)]

    def cpu(self) -> float:
        """CPU seconds used so far, children included."""
        return cpu_of(self.process.pid)

    def memory(self) -> float:
        """Unique memory of its processes, in megabytes."""
        return sum(map(_private, _family(self.process.pid)))

    def end(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(30)
        finally:
            self.process.kill()
            if self.process.stdout:
                self.process.stdout.close()


def gomoku(database: str, *options: str) -> Server:
    return Server("gomoku", "serve", "--port", "0", "--database", database, *options)


def echo() -> Server:
    return Server("benchmarks.server_load.echo", "0")


def cpu_of(pid: int) -> float:
    """CPU seconds of a process and its descendants."""
    return sum(map(_cpu, _family(pid)))


def _family(pid: int) -> list[int]:
    """A process and its descendants."""
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue
            children.setdefault(parent, []).append(int(entry.name))
    found = [pid]
    for each in found:
        found.extend(children.get(each, ()))
    return found


def _cpu(pid: int) -> float:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0
    return (int(fields[11]) + int(fields[12])) / TICKS


def _private(pid: int) -> float:
    try:
        text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    except OSError:
        return 0
    return sum(int(kb) for kb in re.findall(r"^Private_\w+:\s+(\d+) kB", text, re.MULTILINE)) / 1024


def load() -> str:
    """Load average of the machine."""
    return " ".join(f"{one:.1f}" for one in os.getloadavg())
