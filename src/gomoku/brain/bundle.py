"""Builds the brain as a self-contained folder, to be zipped for a tournament: `python -m gomoku.brain.bundle FOLDER`.

The folder holds the launcher `pbrain-gomoku` and the packages of the brain: sources, bytecode and compiled core. It
needs the Python version that the core was compiled for, and no third-party package. None of its files names a folder of
the build machine.
"""

import compileall
import py_compile
import shutil
import sys
import sysconfig
from pathlib import Path

NAME = "pbrain-gomoku"
PARTS = ("rules", "core", "engine", "brain")
MODULES = ("__init__.py", "shortage.py", "system.py")
KEPT = (".py", ".json", ".net", ".book", sysconfig.get_config_var("EXT_SUFFIX"))

LAUNCHER = """\
#!/bin/sh
# Gomoku as a Gomocup brain. Works from any folder, also through a symbolic link; PYTHON=… chooses the interpreter.
home=$(dirname -- "$(readlink -f -- "$0")")
for python in "$PYTHON" {name}; do
    if command -v "$python" > /dev/null 2>&1; then
        exec "$python" -I -S "$home" "$@"
    fi
done
echo "{program}: there is no {name} on the path to run it; set PYTHON to one" >&2
exit 1
"""
MAIN = """\
from gomoku.brain.process import main

main()
"""


def bundle(folder: Path) -> int:
    """Build the folder and return its size in bytes. An existing folder is replaced, or kept if the build fails."""
    source = Path(__file__).parents[1]
    draft = folder.with_name(f".{folder.name}.part")
    shutil.rmtree(draft, ignore_errors=True)
    try:
        package = draft / "gomoku"
        for part in PARTS:
            shutil.copytree(source / part, package / part, ignore=_left_out)
        for module in MODULES:
            shutil.copy(source / module, package)
        if not list((package / "core").glob("_core*")):
            raise FileNotFoundError("the core has not been compiled: run make")
        (draft / "__main__.py").write_text(MAIN, encoding="ascii")
        # unchecked bytecode: file times do not survive a zip, and checking them would delay the start
        mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
        if not compileall.compile_dir(draft, quiet=1, stripdir=str(draft), invalidation_mode=mode):
            raise RuntimeError("the sources could not be compiled")
        python = f"python{sys.version_info.major}.{sys.version_info.minor}"
        launcher = draft / NAME
        launcher.write_text(LAUNCHER.format(name=python, program=NAME), encoding="utf-8")
        launcher.chmod(0o755)
        shutil.rmtree(folder, ignore_errors=True)
        draft.rename(folder)
    except BaseException:
        shutil.rmtree(draft, ignore_errors=True)
        raise
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def _left_out(folder: str, names: list[str]) -> set[str]:
    return {
        name for name in names if not (name.endswith(KEPT) or (Path(folder) / name).is_dir()) or name == "__pycache__"
    }


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit("usage: python -m gomoku.brain.bundle FOLDER")
    folder = Path(sys.argv[1])
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        size = bundle(folder)
    except (OSError, RuntimeError) as error:
        sys.exit(f"cannot build {folder}: {error}")
    print(f"{folder} is ready: {size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
