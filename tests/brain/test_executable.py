"""The program for Gomocup: what is checked before it is zipped. `.github/workflows` builds and tries the real one on Windows."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from gomoku.brain import executable
from gomoku.brain.bundle import NAME

SOURCE = Path(__file__).parents[2] / "src"
PLAYER = f"""#!{sys.executable} -I
import sys
sys.path.insert(0, {str(SOURCE)!r})
from gomoku.brain.process import main
main()
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A program's folder as PyInstaller leaves it."""
    folder = tmp_path / NAME
    (folder / "_internal").mkdir(parents=True)
    (folder / "_internal" / "library.dll").write_bytes(b"library")
    program = folder / NAME
    program.write_text(PLAYER)
    program.chmod(0o755)
    return folder


def test_a_program_that_plays_is_zipped_at_the_root(folder: Path):
    program = executable.program_in(folder)
    assert program == folder / NAME
    executable.try_out(program)
    with zipfile.ZipFile(executable.pack(folder)) as packed:
        assert packed.namelist() == ["_internal/library.dll", NAME]


def test_a_program_that_cannot_play_is_refused(folder: Path):
    program = folder / NAME
    program.write_text(PLAYER.replace("gomoku.brain.process", "gomoku.brain.missing"))
    with pytest.raises(RuntimeError, match=r"does not play[^$]*gomoku\.brain\.missing"):
        executable.try_out(program)


@pytest.mark.parametrize("other", ["_internal/python.exe", "other.exe", f"_internal/{NAME}.exe"])
def test_a_second_program_is_refused(folder: Path, other: str):
    """A manager starts the first program it finds."""
    (folder / other).write_bytes(b"MZ")
    with pytest.raises(RuntimeError, match=other):
        executable.program_in(folder)


def test_no_program_is_refused(folder: Path):
    (folder / NAME).rename(folder / "_internal" / NAME)
    with pytest.raises(RuntimeError, match="one program"):
        executable.program_in(folder)


def test_a_zip_too_large_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(executable, "MOST_BYTES", 100)
    with pytest.raises(RuntimeError, match="Gomocup takes"):
        executable.pack(folder)


def test_without_pyinstaller_it_says_so_in_a_line(tmp_path: Path):
    code = "import sys; sys.modules['PyInstaller'] = None; from gomoku.brain.executable import main; main()"
    done = subprocess.run([sys.executable, "-c", code, tmp_path / "out"], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == "cannot build the program: PyInstaller is missing: pip install pyinstaller\n"
