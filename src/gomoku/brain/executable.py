"""Builds the brain as a program that needs no Python, and zips it for Gomocup: `python -m gomoku.brain.executable FOLDER`.

Gomocup tournaments take Windows programs: on Python for Windows, with PyInstaller, this builds `pbrain-gomoku.exe`.
What the program needs lies beside it in `_internal`: a self-extracting one would answer half a second later.
"""

import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

from gomoku.brain.bundle import MAIN, NAME

MOST_BYTES = 8_000_000
"""Largest zip that Gomocup takes without an explanation, in bytes."""
UNUSED = ("Cython", "_bz2", "_decimal", "_hashlib", "_lzma", "_sqlite3", "_ssl", "tkinter", "unittest")
"""Modules that PyInstaller would include and the brain does not need; most bring large libraries."""
GAME = "START 20\r\nINFO timeout_turn 100\r\nBEGIN\r\nTURN 0,0\r\n"
"""Commands that the program must answer before it is zipped."""


def build(folder: Path) -> Path:
    """Build the program in `folder / NAME` and return its zip. Raises RuntimeError if it cannot be built."""
    try:
        from PyInstaller.__main__ import run  # type: ignore[import-not-found, import-untyped, unused-ignore]
    except ImportError:
        raise RuntimeError("PyInstaller is missing: pip install pyinstaller") from None
    core = Path(__file__).parents[1] / "core"
    if not list(core.glob("_core.*.pyd")) + list(core.glob("_core.*.so")):
        raise RuntimeError("the core has not been compiled")
    work = folder / "work"
    work.mkdir(parents=True, exist_ok=True)
    script = work / "main.py"
    script.write_text(MAIN, encoding="ascii")
    options = [f"--name={NAME}", "--onedir", "--console", "--noconfirm", "--clean", "--log-level=WARN"]
    options += [f"--distpath={folder}", f"--workpath={work}", f"--specpath={work}", f"--paths={core.parents[1]}"]
    learned = core / "learned"
    options += [f"--add-data={path}:gomoku/core/learned" for path in (learned / "weights.json", *learned.glob("*.net"))]
    books = core.parent / "engine" / "books"
    options += [f"--add-data={path}:gomoku/engine/books" for path in books.glob("*.book")]
    options += ["--hidden-import=gomoku.system", "--collect-submodules=gomoku.core"]  # imported by compiled code
    options += [f"--exclude-module={name}" for name in UNUSED]
    run([*options, str(script)])
    shutil.rmtree(work)
    try_out(program_in(folder / NAME))
    return pack(folder / NAME)


def program_in(folder: Path) -> Path:
    """The program in its folder. Raises RuntimeError unless it is at the root and the only one: managers search for it."""
    programs = [path for path in folder.rglob("*") if path.is_file() and (path.stem == NAME or path.suffix == ".exe")]
    if len(programs) != 1 or programs[0].parent != folder or programs[0].stem != NAME:
        names = ", ".join(sorted(path.relative_to(folder).as_posix() for path in programs))
        raise RuntimeError(f"{folder} must hold one program, {NAME}, not {names or 'none'}")
    return programs[0]


def try_out(program: Path) -> None:
    """Let a program play two moves. Raises RuntimeError if it cannot: a module may be missing."""
    try:
        played = subprocess.run(
            [program.resolve()], cwd=program.parent, input=GAME, capture_output=True, text=True, timeout=60
        )
    except subprocess.TimeoutExpired:
        raise RuntimeError("it does not play: no answer in a minute") from None
    if not re.fullmatch(r"OK\n\d+,\d+\n\d+,\d+\n", played.stdout):
        raise RuntimeError(f"it does not play: {played.stdout}{played.stderr}")


def pack(folder: Path) -> Path:
    """Zip a program's folder, the program at the root. Raises RuntimeError if the zip is larger than Gomocup takes."""
    archive = folder.with_suffix(".zip")
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            packed.write(path, path.relative_to(folder).as_posix())
    size = archive.stat().st_size
    if size > MOST_BYTES:
        raise RuntimeError(f"{archive} has {size / 1e6:.1f} MB, and Gomocup takes {MOST_BYTES / 1e6:.0f}")
    return archive


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit("usage: python -m gomoku.brain.executable FOLDER")
    try:
        archive = build(Path(sys.argv[1]))
    except (OSError, RuntimeError) as error:
        sys.exit(f"cannot build the program: {error}")
    print(f"{archive} is ready: {archive.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
