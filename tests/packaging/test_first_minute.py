"""`make` on a fresh clone: anything missing is reported at once in one line, and a step is one line too."""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from tools import check_system

ROOT = Path(__file__).parents[2]
STEP = ROOT / "tools" / "step.py"


def step(folder: Path, label: str, *command: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, STEP, label, *command],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_a_step_is_one_line(tmp_path: Path):
    done = step(tmp_path, "sleeping", sys.executable, "-c", "print('noise')")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout in ("sleeping … 0 s\n", "sleeping … 1 s\n")
    assert (tmp_path / "build" / "log" / "sleeping.log").read_text() == "noise\n"


def test_a_step_that_fails_shows_why(tmp_path: Path):
    done = step(tmp_path, "failing", sys.executable, "-c", "print('noise\\n' * 90, flush=True); exit('this is why')")
    assert done.returncode == 1
    assert done.stderr.splitlines()[-2:] == [
        "this is why",
        "this failed; all of its output is in build/log/failing.log",
    ]
    assert done.stderr.count("\n") < 30


def test_no_network_is_one_line(tmp_path: Path):
    pip = (
        "-m",
        "pip",
        "--quiet",
        "--isolated",
        "install",
        "--retries",
        "0",
        "--index-url",
        "http://127.0.0.1:9/simple",
    )
    packages = ("--target", tmp_path, "--require-hashes", "--requirement", ROOT / "requirements" / "build.txt")
    done = step(tmp_path, "installing", sys.executable, *pip, *packages)
    assert done.returncode == 1
    assert (
        done.stderr
        == "there is no network, or the package index does not answer; details are in build/log/installing.log\n"
    )


def test_the_system_is_complete():
    assert check_system.missing("python3") is None


def test_an_old_python_is_reported(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(check_system, "OLDEST", (9, 0))
    assert "needs Python" in check_system.missing("python3")


def test_missing_headers_name_the_package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setattr(sysconfig, "get_path", lambda name: str(tmp_path))
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    assert (
        check_system.missing("py") == f"py has no Python.h to compile with: on Debian, apt install python{version}-dev"
    )


def test_missing_venv_names_the_package(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "ensurepip", None)
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    assert check_system.missing("py").endswith(f"apt install python{version}-venv")


def test_a_broken_compiler_is_reported(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("CC", f"{sys.executable} -c pass #")
    assert check_system.missing("py") is None  # it says that all went well
    monkeypatch.setenv("CC", f"""{sys.executable} -c "exit('error: no headers')" """)
    told = check_system.missing("py")
    assert "apt install gcc libc6-dev" in told
    assert told.endswith("error: no headers")


def test_make_notices_a_missing_compiler_before_anything_else(tmp_path: Path):
    for name in ("Makefile", "tools", "requirements"):
        (shutil.copytree if (ROOT / name).is_dir() else shutil.copy)(ROOT / name, tmp_path / name)
    for folder in (
        "web/src",
        "web/public",
        "src/gomoku/rules",
        "src/gomoku/core",
        "src/gomoku/engine",
        "src/gomoku/brain",
    ):
        (tmp_path / folder).mkdir(parents=True)
    for name in ("shortage.py", "system.py"):
        (tmp_path / "src/gomoku" / name).touch()
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("MAKE", "MFLAGS"))}
    environment |= {"CC": "no-such-compiler"}
    command = ["make", f"PYTHON={sys.executable}", ".venv/packages"]
    done = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 2
    assert done.stdout == ""
    told, *_ = done.stderr.splitlines()
    assert told == "there is no C compiler no-such-compiler: on Debian, apt install gcc libc6-dev"
    assert not (tmp_path / ".venv").exists()
