"""Every installed package has one version, the hashes of its files, no address, and a licence."""

import json
import re
import tomllib
from pathlib import Path

import pytest

from tools import licences, lock

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
EXTRAS = PROJECT["project"]["optional-dependencies"]
GROUPS = PROJECT["dependency-groups"]
ENTRY = re.compile(r"[\w.-]+==[\w.]+( ; [^\\\n]+)?( \\\n    --hash=sha256:[0-9a-f]{64})+\n")
NEEDED = {
    "build": GROUPS["build"],
    "server": [*PROJECT["project"]["dependencies"], *EXTRAS["server"], *EXTRAS["cluster"]],
    "test": [*EXTRAS["dev"], *EXTRAS["server"], *EXTRAS["cluster"], *EXTRAS["lab"], *EXTRAS["ray"]],
    "release": GROUPS["release"],
}


@pytest.mark.parametrize("purpose", lock.PURPOSES)
def test_every_requirement_has_hashes_and_the_version_of_the_constraints(purpose: str):
    path = lock.FOLDER / f"{purpose}.txt"
    text = path.read_text("utf-8").removeprefix(lock.HEADER)
    assert ENTRY.sub("", text) == "", "a requirement without hashes, or an address"
    known = lock.pins(ROOT / "constraints.txt")
    assert lock.pins(path).items() <= known.items(), "run make lock"


@pytest.mark.parametrize("purpose", lock.PURPOSES)
def test_nothing_is_missing_from_the_lock(purpose: str):
    names = {lock.name_of(re.split(r"[\[ ;]", name)[0]) for name in NEEDED[purpose]} - {"gomoku"}
    assert names <= lock.pins(lock.FOLDER / f"{purpose}.txt").keys(), "run make lock"


def test_make_installs_nothing_without_hashes():
    recipes = re.findall(r"^\t.*\$\(INSTALL\).*$", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    assert recipes
    for recipe in recipes:
        # for `make test-train` alone: each system has a build of its own, which no lock file of ours names
        if "installing PyTorch" in recipe:
            continue
        assert "--require-hashes" in recipe or "--no-deps --no-build-isolation" in recipe, recipe


def test_the_page_is_built_with_hashes_and_without_addresses():
    text = (ROOT / "web" / "package-lock.json").read_text("utf-8")
    packages = json.loads(text)["packages"]
    assert not re.search(r'"resolved"|https?://(?!opencollective|github\.com/sponsors)', text)
    # npm writes no integrity for a package of another system that the registry at hand does not have
    bare = [name for name, entry in packages.items() if name and "integrity" not in entry and not entry.get("optional")]
    assert bare == []


def test_every_package_has_its_licence_listed():
    text = licences.TARGET.read_text("utf-8")
    listed = {row[0]: row[1] for row in re.findall(r"^\| ([\w.-]+) \| (.+) \|$", text, re.MULTILINE)}
    del listed["package"]
    required = {name for purpose in lock.PURPOSES for name in licences.required(purpose)}
    assert listed.keys() == required, "run make licences"
    assert all(listed.values())


def test_the_licences_of_what_the_page_contains_are_shipped():
    text = licences.TARGET.read_text("utf-8").split("\n## In the page\n")[1]
    sections = dict(re.findall(r"^### (\S+)\n\n```text\n(.*?)\n```$", text, re.MULTILINE | re.DOTALL))
    assert list(sections) == licences.page_packages(), "run make licences"
    assert {"preact", "uplot", "d3-hierarchy", "@fontsource/fraunces"} <= sections.keys()
    assert all("Permission" in words or "PERMISSION" in words for words in sections.values())
    assert "docs/LICENCES.md" in PROJECT["project"]["license-files"]
