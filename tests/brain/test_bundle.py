"""`make pbrain` builds a folder that runs from anywhere with the standard library only."""

import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.brain.conversation import MOVE, Brain

ROOT = Path(__file__).parents[2]
PYTHON = Path(os.path.realpath(sys.executable))
NAME = f"python{sys.version_info.major}.{sys.version_info.minor}"
VARIABLES = ("MAKEFLAGS", "MAKELEVEL", "MFLAGS", "PYTHONPATH", "PYTHON", "VIRTUAL_ENV")


def make(folder, *arguments):
    """Run `make pbrain` into another folder, without reinstalling the package."""
    where = [f"PBRAIN={folder / 'pbrain-gomoku'}", f"BUNDLE={folder / 'zip-me'}"]
    command = ["make", "--old-file=.venv/installed", *arguments, "pbrain", *where]
    environment = {key: value for key, value in os.environ.items() if key not in VARIABLES}
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=120)


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pbrain")
    done = make(folder)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture
def commands(tmp_path):
    """A folder for the path: what the launcher needs, and no Python."""
    folder = tmp_path / "commands"
    folder.mkdir()
    for name in ("sh", "dirname", "readlink"):
        (folder / name).symlink_to(shutil.which(name))
    return folder


def play(program, cwd):
    environment = {"PATH": f"{PYTHON.parent}:{os.environ['PATH']}"}
    with Brain((program,), cwd=cwd, env=environment) as brain:
        assert brain.ask("ABOUT").startswith('name="Gomoku"')
        assert brain.ask("START 20") == "OK"
        brain.say("INFO timeout_turn 100", "INFO rule 1")
        lines = [f"{x},10,1" for x in range(4, 8)] + [f"{x},5,2" for x in range(4, 8)]
        assert brain.ask("BOARD", *lines, "DONE") in ("3,10", "8,10")
        assert brain.ask("RESTART") == "OK"
        cell = brain.ask("TURN 10,10")
    assert re.fullmatch(MOVE, cell)


def test_the_program_runs_from_another_folder(made, tmp_path):
    play(made / "pbrain-gomoku", tmp_path)


def test_the_folder_can_be_moved(made, tmp_path):
    """Unpacked from a zip elsewhere, with other file times, as in a tournament."""
    archive = shutil.make_archive(str(tmp_path / "brain"), "zip", made / "zip-me")
    moved = tmp_path / "out of the zip"
    with zipfile.ZipFile(archive) as packed:
        packed.extractall(moved)
    program = moved / "pbrain-gomoku"
    program.chmod(0o755)  # zipfile drops permissions
    play(program, "/")


def test_the_folder_is_small_and_contains_nothing_else(made):
    files = [path for path in (made / "zip-me").rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in files) < 70e6
    assert {path.suffix for path in files} <= {".py", ".pyc", ".json", ".net", ".book", ".so", ""}
    package = made / "zip-me" / "gomoku"
    assert {path.name for path in package.iterdir()} == {
        "__init__.py",
        "__pycache__",
        "shortage.py",
        "system.py",
        "rules",
        "core",
        "engine",
        "brain",
    }


def test_about_within_100_ms_of_the_start(made):
    with Brain((made / "pbrain-gomoku",), env={**os.environ, "PYTHON": str(PYTHON)}) as brain:  # no shell script
        brain.send("ABOUT")
        brain.line()
        assert brain.watch.seconds() < 0.1


def test_a_second_make_does_nothing(made):
    assert make(made, "--question").returncode == 0


def start(made, commands, **environment):
    """Run the launcher with nothing but `commands` on the path."""
    return subprocess.run(
        [made / "pbrain-gomoku"],
        env={"PATH": str(commands), **environment},
        input="ABOUT\n",
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_python_is_found_on_the_path(made, commands):
    (commands / NAME).symlink_to(PYTHON)
    assert start(made, commands).stdout.startswith('name="Gomoku"')
    assert start(made, commands, PYTHON="/no/python").stdout.startswith('name="Gomoku"')


def test_the_python_of_the_environment_comes_first(made, commands):
    assert start(made, commands, PYTHON=str(PYTHON)).stdout.startswith('name="Gomoku"')
    other = commands / "another python"
    other.write_text("#!/bin/sh\necho another\n")
    other.chmod(0o755)
    (commands / NAME).symlink_to(PYTHON)
    assert start(made, commands, PYTHON=str(other)).stdout == "another\n"


def test_a_launcher_without_python_says_so(made, commands):
    (commands / "python3").symlink_to(PYTHON)  # its version is not known
    ended = start(made, commands)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr == f"pbrain-gomoku: there is no {NAME} on the path to run it; set PYTHON to one\n"


def test_no_file_names_a_folder_of_the_build_machine(made):
    """Neither the launcher nor bytecode nor the compiled core: of the sources, of Python, of the bundle."""
    folders = {ROOT, made, Path(sys.prefix), Path(sys.base_prefix)} - {Path("/usr"), Path("/usr/local")}
    found = [
        f"{path.name}: {folder}"
        for path in (made / "zip-me").rglob("*")
        if path.is_file()
        for folder in folders
        if os.fsencode(folder) in path.read_bytes()
    ]
    assert not found
