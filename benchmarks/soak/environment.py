"""Environment of the soak test: servers, a small disk for their database, and an adjustable system clock."""

import contextlib
import os
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from benchmarks.scripted_players import Server
from tests.support import processes
from tests.support.databases import Postgres, Redis
from tests.support.processes import limited

START_TIMEOUT: Final = 60.0
DISK: Final = 1500
"""Size of the small disk, in megabytes."""


class Site:
    """A server with a single process and SQLite."""

    kind = "one process, SQLite"
    engines_at = 1
    """Depth of engine processes below the first process."""

    def __init__(self, folder: Path, disk: Path, mounted: bool) -> None:
        """`disk`: folder of the database; `mounted`: whether it is a separate file system."""
        self.folder = folder
        self.disk = disk
        self.mounted = mounted
        self.jump = folder / "jump"
        self.log = folder / "server.log"
        self.server = Server(*self.options(), environment=self._clock(), log=self.log)

    @property
    def url(self) -> str:
        return f"sqlite:///{self.disk / 'games.sqlite'}"

    def options(self) -> tuple[str, ...]:
        return ("--database", str(self.disk / "games.sqlite"))

    def start(self) -> None:
        """Start the server, with retries while the address is still in use."""
        end = time.monotonic() + START_TIMEOUT
        while True:
            try:
                self.server.start()
                return
            except RuntimeError:
                if time.monotonic() > end:
                    raise
                time.sleep(1)

    def close(self) -> None:
        self.server.end()

    # --- inspection ---

    def servers(self) -> list[int]:
        """The serving processes and their parent."""
        return [pid for pid, steps in self._family() if steps < self.engines_at]

    def engines(self) -> list[int]:
        return [pid for pid, steps in self._family() if steps == self.engines_at]

    def _family(self) -> list[tuple[int, int]]:
        return [] if self.server.process is None else processes.family(self.server.process.pid)

    # --- faults ---

    def move_clock(self, seconds: int) -> None:
        self.jump.write_text(str(seconds))

    @contextlib.contextmanager
    def full_disk(self) -> Iterator[str]:
        """Fill the disk inside the context; yields a description of how."""
        ballast = self.disk / "ballast"
        if self.mounted:
            free = os.statvfs(self.disk).f_bavail * os.statvfs(self.disk).f_frsize
            with ballast.open("wb") as file:
                with contextlib.suppress(OSError):
                    os.posix_fallocate(file.fileno(), 0, max(1, free))
                with contextlib.suppress(OSError):  # the last bytes
                    for _ in range(1000):
                        file.write(b"\0" * 4096)
                        file.flush()
            try:
                yield f"a disk of {DISK} MB filled to the last byte"
            finally:
                ballast.unlink()
        else:
            with limited(self.servers(), "FSIZE", 1):
                yield "no file may grow (RLIMIT_FSIZE)"

    def _clock(self) -> dict[str, str]:
        """Environment variables that make a program's clock adjustable."""
        library = self.folder / "clock.so"
        source = Path(__file__).with_name("clock.c")
        subprocess.run(["cc", "-shared", "-fPIC", "-o", str(library), str(source)], check=True)
        self.move_clock(0)
        return {"LD_PRELOAD": str(library), "CLOCK_FILE": str(self.jump)}


class Cluster(Site):
    """Several processes with PostgreSQL and Redis."""

    engines_at = 2

    def __init__(self, folder: Path, disk: Path, mounted: bool, processes: int = 2) -> None:
        self.processes = processes
        self.kind = f"{processes} processes, PostgreSQL and Redis"
        self.redis = Redis()
        self._address = ""
        super().__init__(folder, disk, mounted)
        for each in (folder, disk):  # PostgreSQL is not root
            each.chmod(0o755)
        before, tempfile.tempdir = tempfile.tempdir, str(self.disk)  # PostgreSQL lives on the small disk
        try:
            self.postgres = Postgres(durable=True)
        finally:
            tempfile.tempdir = before
        self.postgres.start()
        self.redis.start()
        self._address = self.postgres.create()
        self.server.options = self.options()

    @property
    def url(self) -> str:
        return self._address

    def options(self) -> tuple[str, ...]:
        return ("--database", self._address, "--redis", self.redis.url, "--processes", str(self.processes))

    def close(self) -> None:
        self.server.end()
        self.postgres.close()
        self.redis.close()


@contextlib.contextmanager
def work_folder() -> Iterator[tuple[Path, Path, bool]]:
    """A temporary folder, a disk inside it, and whether the disk is a mounted file system, which needs root."""
    with tempfile.TemporaryDirectory(prefix="gomoku-soak-") as name:
        folder = Path(name)
        disk = folder / "disk"
        disk.mkdir()
        options = ["-t", "tmpfs", "-o", f"size={DISK}m", "tmpfs", str(disk)]
        mounted = (
            os.geteuid() == 0 and subprocess.run(["mount", *options], capture_output=True, check=False).returncode == 0
        )
        try:
            yield folder, disk, mounted
        finally:
            if mounted:
                subprocess.run(["umount", "--lazy", str(disk)], check=False)
