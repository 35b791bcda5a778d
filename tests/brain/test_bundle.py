"""`make pbrain` builds a folder that runs from anywhere with the standard library only."""

import os
import re
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

from tests.brain.conversation import MOVE, Brain

ROOT = Path(__file__).parents[2]
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


def play(program, cwd):
    environment = {"PATH": os.environ["PATH"]}
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
    assert {path.suffix for path in files} <= {".py", ".pyc", ".json", ".so", ""}
    package = made / "zip-me" / "gomoku"
    assert {path.name for path in package.iterdir()} == {
        "__init__.py",
        "__pycache__",
        "rules",
        "core",
        "engine",
        "brain",
    }


def test_about_within_100_ms_of_the_start(made):
    with Brain((made / "pbrain-gomoku",)) as brain:
        brain.send("ABOUT")
        brain.line()
        assert brain.watch.seconds() < 0.1


def test_a_second_make_does_nothing(made):
    assert make(made, "--question").returncode == 0


def test_a_launcher_without_python_says_so(made, tmp_path):
    text = (
        (made / "zip-me" / "pbrain-gomoku").read_text().replace("/bin/python", "/no/python").replace("python3.", "no3.")
    )
    copy = tmp_path / "pbrain-gomoku"
    copy.write_text(text)
    copy.chmod(0o755)
    ended = subprocess.run([copy], capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    assert "there is no" in ended.stderr
