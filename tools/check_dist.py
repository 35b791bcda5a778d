"""Installs what `make dist` has built as a user would, plays with it, and prints sizes: `make check-dist`.

The wheel is tested without a compiler and without Node on the path, the sdist with a compiler only. Each in a fresh
environment: first the library alone, a match of its brain against its engine; then the server, whose page is opened in
Chromium and on which a game is won against level 1.
"""

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.support.waiting import free_port
from tests.web.chromium import launch_arguments
from tests.web.play.test_play import follow_hint, play_to_the_end
from tests.web.table import Table

ROOT = Path(__file__).parents[1]
COMPILER = ("cc", "gcc", "x86_64-linux-gnu-gcc", "aarch64-linux-gnu-gcc", "as", "ld")
NOT_THERE = ("node", "npm", "make")


@dataclass
class Home:
    """A fresh environment, in which programs see only the given commands of this machine."""

    folder: Path

    @property
    def environment(self) -> dict[str, str]:
        kept = {key: value for key, value in os.environ.items() if key.startswith(("PIP_", "SSL_", "LANG"))}
        path = f"{self.folder / 'venv' / 'bin'}:{self.folder / 'commands'}"
        return {**kept, "PATH": path, "HOME": str(self.folder), "XDG_DATA_HOME": str(self.folder / "data")}

    def run(self, *command: str | Path) -> subprocess.CompletedProcess[str]:
        program = self.folder / "venv" / "bin" / command[0]
        return subprocess.run(
            [program, *command[1:]], cwd=self.folder, env=self.environment, capture_output=True, text=True, check=False
        )

    def must(self, *command: str | Path) -> str:
        done = self.run(*command)
        if done.returncode:
            sys.exit(f"{' '.join(map(str, command))} failed:\n{done.stdout}{done.stderr}")
        return done.stdout

    def install(self, package: str) -> str:
        """Install a package at the pinned versions; return the number and size of all packages."""
        started = time.monotonic()
        quiet = ("pip", "--quiet", "--quiet", "--disable-pip-version-check")
        self.must(*quiet, "install", "--constraint", ROOT / "constraints.txt", package)
        seconds = time.monotonic() - started
        packages = self.must("python", "-c", PACKAGES).split()
        site = Path(packages.pop())
        files = (
            path for path in site.rglob("*") if not path.relative_to(site).parts[0].startswith(("pip", "setuptools"))
        )
        size = sum(path.stat().st_size for path in files if path.is_file())
        return f"{len(packages)} packages, {size / 1e6:.1f} MB, {seconds:.0f} s"


PACKAGES = """
import sysconfig
from importlib.metadata import distributions
print(*sorted({d.name for d in distributions()} - {"pip", "setuptools"}), sysconfig.get_path("purelib"))
"""


def make_home(folder: Path, commands: tuple[str, ...]) -> Home:
    (folder / "commands").mkdir(parents=True)
    for name in commands:
        if found := shutil.which(name):
            (folder / "commands" / name).symlink_to(found)
    base = getattr(sys, "_base_executable", sys.executable)
    subprocess.run([base, "-m", "venv", folder / "venv"], check=True)
    home = Home(folder)
    for name in (*NOT_THERE, *(() if commands else COMPILER)):
        assert shutil.which(name, path=home.environment["PATH"]) is None, name
    return home


def try_library(home: Home) -> None:
    """Check that rules, engine and brain work, and that the server names what it needs."""
    told = home.run("gomoku")
    assert (told.returncode, told.stderr.count("\n")) == (1, 1), told.stderr
    assert "pip install 'gomoku[server]'" in told.stderr
    brain = f"brain:{home.folder / 'venv' / 'bin' / 'gomoku'} brain"
    report = home.must("gomoku", "match", brain, "greedy", "--rules", "freestyle", "--time", "0.1", "--games", "4")
    print("   ", report.strip().splitlines()[-1])


@contextlib.contextmanager
def serving(home: Home) -> Iterator[str]:
    """Run `gomoku serve` of the installed package; yields its address."""
    port = free_port()
    command = [str(home.folder / "venv" / "bin" / "gomoku"), "serve", "--port", str(port), "--database", "games.sqlite"]
    address = f"http://127.0.0.1:{port}"
    with subprocess.Popen(command, cwd=home.folder, env=home.environment) as process:
        try:
            deadline = time.monotonic() + 60
            while True:
                with contextlib.suppress(OSError), urllib.request.urlopen(f"{address}/api/ready") as answer:
                    if answer.status == 200:
                        break
                if process.poll() is not None or time.monotonic() > deadline:
                    sys.exit("gomoku serve did not start")
                time.sleep(0.1)
            yield address
        finally:
            process.terminate()


def try_server(home: Home) -> None:
    """Open the page in Chromium and win a game against level 1."""
    with serving(home) as address, sync_playwright() as play:
        browser = play.chromium.launch(**launch_arguments())
        page = browser.new_page(base_url=address, locale="en-GB", viewport={"width": 1440, "height": 900})
        table = Table(page)
        table.start_by_form(opponent="computer", level=1, preset="freestyle", size=15, aiTime=100)
        state = play_to_the_end(table, follow_hint)
        assert state["outcome"]["winner"] == "X", state["outcome"]
        table.assert_no_errors()
        print(f"    won in the browser against level 1 after {state['ply']} moves")
        browser.close()


def main() -> None:
    """Try every package in dist/ that this Python can install."""
    tag = f"cp{sys.version_info.major}{sys.version_info.minor}"
    wheels = sorted((ROOT / "dist").glob(f"gomoku-*{tag}*.whl"))
    sdists = sorted((ROOT / "dist").glob("gomoku-*.tar.gz"))
    if not wheels or not sdists:
        sys.exit("dist/ is not complete: run make dist")
    for package, commands in ((wheels[0], ()), (sdists[0], COMPILER)):
        print(f"{package.name}: {package.stat().st_size / 1e6:.1f} MB")
        with tempfile.TemporaryDirectory(prefix="gomoku-dist-") as folder:
            home = make_home(Path(folder), commands)
            print(f"  gomoku: {home.install(str(package))}")
            try_library(home)
            print(f"  gomoku[server]: {home.install('gomoku[server]')}")
            try_server(home)


if __name__ == "__main__":
    main()
