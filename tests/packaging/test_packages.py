"""The packages are complete: sdist and wheel, and neither without the page. `make check-dist` installs them."""

import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest
from pathspec import GitIgnoreSpec

ROOT = Path(__file__).parents[2]
STATIC = Path("src", "gomoku", "server", "static")
PAGE = ("index.html", "sw.js", "assets/base.js", "icons/icon.svg")
# Intermediate files, which no package may contain.
LITTER = (
    "src/gomoku/core/_core.c",
    "src/gomoku/core/_core_v3.c",
    "src/gomoku/core/_core.so",
    "web/node_modules/x/index.js",
    "tests/__pycache__/x.pyc",
)
ADDED = {"PKG-INFO", "setup.cfg", *(f"src/gomoku.egg-info/{name}" for name in ("SOURCES.txt",))}


def kept_files() -> set[str]:
    """The files that are, or could be, under version control."""
    ignored = GitIgnoreSpec.from_lines((ROOT / ".gitignore").read_text("utf-8").splitlines())
    found = set()
    for folder, folders, files in os.walk(ROOT):
        inside = Path(folder).relative_to(ROOT)
        folders[:] = [name for name in folders if name != ".git" and not ignored.match_file(f"{inside / name}/")]
        found |= {str(inside / name) for name in files if not ignored.match_file(inside / name)}
    return found - ADDED


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources with a page of four files and with litter."""
    folder = tmp_path_factory.mktemp("clone")
    for name in kept_files():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    for name in (*LITTER, *(str(STATIC / name) for name in PAGE)):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("")
    return folder


def setup(clone: Path, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-W", "ignore", "setup.py", "--quiet", *map(str, arguments)]
    return subprocess.run(command, cwd=clone, capture_output=True, text=True, check=False, timeout=60)


def test_the_sdist_holds_all_sources_and_the_page(clone: Path, tmp_path: Path):
    done = setup(clone, "sdist", "--formats", "tar", "--dist-dir", tmp_path)
    assert done.returncode == 0, done.stderr
    with tarfile.open(next(tmp_path.glob("gomoku-*.tar"))) as archive:
        packed = {member.name.partition("/")[2] for member in archive if member.isfile()}
    expected = kept_files() | {str(STATIC / name) for name in PAGE}
    assert expected - packed == set()
    assert {name for name in packed - expected - ADDED if "egg-info" not in name} == set()


def test_the_wheel_holds_the_package_and_the_page(clone: Path, tmp_path: Path):
    done = setup(clone, "build_py", "--build-lib", tmp_path)
    assert done.returncode == 0, done.stderr
    copied = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if path.is_file()}
    source = {name.removeprefix("src/") for name in kept_files() if name.startswith("src/gomoku/")}
    page = {str(STATIC.relative_to("src") / name) for name in PAGE}
    assert {name for name in source | page if not name.endswith((".pyx", ".pxd"))} - copied == set()
    assert not [name for name in copied if name.endswith((".c", ".so", ".pyc"))]
    for name in (
        "core/learned/weights.json",
        "lab/bench.json",
        "py.typed",
        "server/storage/migrations/versions/v0001_rooms.py",
    ):
        assert f"gomoku/{name}" in copied


@pytest.mark.parametrize("command", ["sdist", "build_py"])
def test_nothing_is_built_without_the_page(clone: Path, tmp_path: Path, command: str):
    page = clone / STATIC / "index.html"
    page.rename(tmp_path / "index.html")
    try:
        done = setup(clone, command)
    finally:
        (tmp_path / "index.html").rename(page)
    assert done.returncode == 1
    assert (
        done.stderr
        == "error: the page is missing (src/gomoku/server/static/index.html): run make page first, or make dist\n"
    )
