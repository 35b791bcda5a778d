"""One version, defined once in `gomoku.__version__` and used everywhere else; dependencies pinned, without addresses."""

import re
import tomllib
from importlib.metadata import version
from pathlib import Path

import gomoku

ROOT = Path(__file__).parents[1]


def test_version_is_that_of_the_changelog():
    entries = re.findall(r"^## +\[?([^\s\]]+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    if entries[:1] == ["Unreleased"]:
        del entries[0]
    assert entries, "CHANGELOG.md has no entry: expected a line such as '## 0.1.0'"
    assert next(entry for entry in entries if entry != "Unreleased") == gomoku.__version__


def test_version_is_that_of_the_installed_package():
    assert version("gomoku") == gomoku.__version__


def test_every_dependency_is_pinned():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    pins = re.findall(r"^([\w.-]+)==[\w.]+$", (ROOT / "constraints.txt").read_text(encoding="utf-8"), re.MULTILINE)
    extras = project["project"]["optional-dependencies"]
    named = [*project["project"]["dependencies"], *(name for names in extras.values() for name in names)]
    bare = {re.match(r"[\w.-]+", name).group().lower() for name in named}  # type: ignore[union-attr]
    assert bare - {"gomoku"} <= {pin.lower() for pin in pins}


def test_build_tools_are_pinned_alike():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    pins = (ROOT / "constraints.txt").read_text(encoding="utf-8").split()
    assert set(project["build-system"]["requires"]) <= set(pins)


def test_constraints_hold_no_addresses():
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    wrong = [line for line in lines if line and not re.fullmatch(r"#.*|[\w.-]+==[\w.]+", line)]
    assert not wrong
    assert not [line for line in lines if "://" in line]
