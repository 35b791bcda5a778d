"""The result of `make`: an executable that works from anywhere, and nothing left to do."""

import os
import shutil
import subprocess
from pathlib import Path

import gomoku

ROOT = Path(__file__).parents[1]
PROGRAM = ROOT / "Gomoku"


def run(*command: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    environment = {key: value for key, value in os.environ.items() if key not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS")}
    return subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False, timeout=120)


def test_a_second_make_does_nothing():
    again = run("make", "--question", "all", cwd=ROOT)
    assert again.returncode == 0, f"make still has something to do:\n{run('make', '-n', cwd=ROOT).stdout}"


def test_a_first_make_prints_five_lines():
    """Four steps, one line each, and what to do next."""
    said = run("make", "--dry-run", "--always-make", "all", cwd=ROOT).stdout
    assert said.count("tools/step.py") == 4
    assert said.count("\necho ") == 1


def test_the_program_runs_from_any_folder_and_through_links(tmp_path: Path):
    (tmp_path / "gomoku").mkdir()  # a folder of the same name must not be taken for the package
    (tmp_path / "gomoku" / "__init__.py").write_text("raise SystemExit('the wrong package')")
    link = tmp_path / "a link"
    link.symlink_to(PROGRAM)
    for program in (PROGRAM, link):
        shown = run(program, "--version", cwd=tmp_path)
        assert shown.returncode == 0, shown.stderr
        assert gomoku.__version__ in shown.stdout


def test_the_program_says_when_its_environment_is_gone(tmp_path: Path):
    shutil.copy(PROGRAM, tmp_path)
    shown = run(tmp_path / "Gomoku", cwd=tmp_path)
    assert shown.returncode == 1
    assert "run make" in shown.stderr
