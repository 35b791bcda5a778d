"""`pip install gomoku` brings rules, engine, brain and laboratory; the server is the extra `gomoku[server]`.

Each test runs in an interpreter that finds the standard library, this package and its base dependencies only.
"""

import contextlib
import re
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

BLOCKER = """
import sys

class Blocker:
    def __init__(self, blocked):
        self.blocked = blocked

    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in self.blocked:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Blocker(set(sys.argv.pop(1).split(","))))
"""


def name_of(requirement: str) -> str:
    found = re.match(r"[\w.-]+", requirement)
    assert found, requirement
    return re.sub(r"[-_.]+", "-", found[0]).lower()


def base_distributions() -> set[str]:
    """The dependencies of the package without extras, and theirs."""
    found: set[str] = set()
    queue = [name_of(requirement) for requirement in PROJECT["dependencies"]]
    while queue:
        name = queue.pop()
        if name not in found:
            found.add(name)
            with contextlib.suppress(metadata.PackageNotFoundError):  # needed on other systems only
                queue += [name_of(line) for line in metadata.requires(name) or () if "extra ==" not in line]
    return found


def blocked_modules() -> set[str]:
    """Top-level modules of all other installed distributions."""
    base = base_distributions() | {"gomoku"}
    owners = metadata.packages_distributions()
    return {module for module, names in owners.items() if not base & {name_of(name) for name in names}}


def bare(code: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    """Run code in an interpreter without the packages of the extras."""
    command = [sys.executable, "-I", "-c", BLOCKER + code, ",".join(blocked_modules()), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def gomoku(*arguments: object) -> subprocess.CompletedProcess[str]:
    return bare("from gomoku.__main__ import main; main()", *arguments)


def test_base_dependencies_are_few():
    assert set(PROJECT["dependencies"]) == {"typer", "rich"}
    assert {"litestar", "sqlalchemy", "msgspec", "uvicorn", "numpy"} <= blocked_modules()


def test_the_engine_searches():
    code = "from gomoku import *; print(len(Engine(Rules()).search(Game(Rules()), Limit(depth=2)).move))"
    ran = bare(code)
    assert (ran.returncode, ran.stdout) == (0, "2\n"), ran.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("--help",),
        ("rules",),
        ("bench", "42", "--depth", 2),
        ("match", "greedy", "classic:depth=1", "--rules", "42;size=9", "--games", 2, "--processes", 1),
        ("sprt", "--help"),
        ("tactics", "solve", "--help"),
        ("serve", "--help"),
        ("analyze", "--moves", "K10", "--depth", 2),
    ],
    ids=lambda arguments: " ".join(map(str, arguments)),
)
def test_commands_without_the_server(arguments):
    ran = gomoku(*arguments)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout


def test_selfplay(tmp_path):
    ran = gomoku("selfplay", tmp_path / "games.jsonl", "--games", 1, "--nodes", 50, "--rules", "42;size=9", "-p", 1)
    assert ran.returncode == 0, ran.stderr
    assert (tmp_path / "games.jsonl").read_text().count("\n") == 2  # a head and a game


@pytest.mark.parametrize(
    ("extra", "arguments"),
    [
        ("lab", ("fit", "games.jsonl", "--out", "weights.json")),
        ("train", ("train", "games.jsonl", "--out", "42.net")),
        ("ray", ("match", "greedy", "classic", "--games", 2, "--ray", "auto")),
    ],
)
def test_commands_of_the_laboratory_name_the_extra(extra, arguments):
    ran = gomoku(*arguments)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr.count("\n") == 1, ran.stderr
    assert f"pip install 'gomoku[{extra}]'" in ran.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("serve",),
        ("token", "list"),
        ("db", "upgrade"),
        ("bot", "--brain", "x", "--any"),
    ],
    ids=lambda arguments: " ".join(arguments) or "gomoku",
)
def test_commands_of_the_server_name_the_extra(arguments):
    ran = gomoku(*arguments)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr.count("\n") == 1, ran.stderr
    assert "pip install 'gomoku[server]'" in ran.stderr
