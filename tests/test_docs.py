"""The documentation is correct: its commands print what it shows, its links resolve, its tables are complete."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from gomoku.rules import OPENINGS, PRESETS, Rules
from gomoku.rules.variant import PARAMETERS, choices, word
from gomoku.server.storage.tables import metadata

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")] + sorted(
    (ROOT / "docs").glob("*.md")
)


def console_blocks():
    """Commands with the output that a page shows for them."""
    for page in PAGES:
        for match in re.finditer(r"^```console\n\$ (.*?)\n(.*?)^```", page.read_text("utf-8"), re.M | re.S):
            yield pytest.param(match[1], match[2], id=f"{page.name}: {match[1]}")


@pytest.mark.parametrize(("command", "output"), list(console_blocks()))
def test_commands_print_what_is_shown(command, output):
    program, *args = shlex.split(command)
    assert program == "./Gomoku"
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    ended = subprocess.run(
        [sys.executable, "-m", "gomoku", *args], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    assert ended.stdout.rstrip() == output.rstrip()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    text = page.read_text("utf-8")
    targets = re.findall(r"\]\(([^)\s]+)\)", text) + re.findall(r'<img src="([^"]+)"', text)
    headings = {re.sub(r"[^\w -]", "", h.lower()).replace(" ", "-") for h in re.findall(r"^#+ (.+)$", text, re.M)}
    for target in targets:
        if target.startswith("#"):
            assert target[1:] in headings, target
        elif "://" not in target:
            assert (page.parent / target).exists(), target


def rows(text, heading):
    """The rows of the first table under a heading, by the names in their first column."""
    found: dict[str, list[str]] = {}
    for line in text.split(f"\n## {heading}\n")[1].split("\n#")[0].splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|"):
            found |= dict.fromkeys(re.findall(r"`(\w+)`", cells[0]), cells)
    return found


def test_rules_page_names_every_rule_set_option_and_opening():
    text = (ROOT / "docs" / "RULES.md").read_text("utf-8")
    sets, options = rows(text, "Other rule sets"), rows(text, "Options")
    assert list(sets) == list(PRESETS)
    assert [sets[name][1] for name in PRESETS] == [str(Rules.preset(name).width) for name in PRESETS]
    for name in PARAMETERS:
        assert all(choice in options[name][1] for choice in choices(name)), name
        assert options[name][2] == word(name, getattr(Rules(), name)), name
    openings = text.split("\n## Openings\n")[1].split("\n## ")[0]
    headings = ", ".join(re.findall(r"^### (.+)$", openings, re.M)).split(", ")
    plain = [re.sub(r"\W", "", heading.lower()) for heading in headings]
    assert plain == [name.replace("_", "") for name in OPENINGS]


def test_the_first_stone_has_a_row_for_every_rule_set():
    table = (ROOT / "docs" / "FIRST-PLAYER.md").read_text("utf-8").partition("<!-- table -->")[2]
    assert re.findall(r"^\| ([a-z0-9_]+) \| \d+ × \d+ \|", table, re.M) == list(PRESETS)


def test_the_server_page_names_every_table_of_the_database():
    storage = (ROOT / "docs" / "SERVER.md").read_text("utf-8").split("\n## Storage\n")[1].split("\n## ")[0]
    named = re.findall(r"`(\w+)`", " ".join(re.findall(r"^\|([^|]+)\|", storage, re.M)))
    assert sorted(named) == sorted(metadata.tables)


ARCHITECTURE = (ROOT / "docs" / "ARCHITECTURE.md").read_text("utf-8")
SOURCES = (ROOT / "src" / "gomoku", ROOT / "web" / "src")
FOUND = [path.relative_to(ROOT) for folder in (*SOURCES, ROOT / "tests") for path in folder.rglob("*")]


def meant_by(path: str) -> list[Path]:
    """The files and folders that a path in the documentation may mean: from the root, or within the program or the page."""
    return [*ROOT.glob(path), *(found for found in FOUND if found.match(path) or found.match(f"{path}.*"))]


def test_the_paths_of_the_architecture_exist():
    paths = set(re.findall(r"`((?:[\w.*-]+/)+(?:[\w.*-]+)?)`", ARCHITECTURE))
    assert len(paths) > 60
    assert {path for path in paths if not meant_by(path.rstrip("/"))} == set()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_modules_that_it_names_exist(page):
    paths = re.findall(r"`((?:[\w-]+/)+\w+\.(?:py|tsx?|css|json))`", page.read_text("utf-8"))
    assert {path for path in paths if not meant_by(path)} == set()


def test_the_functions_of_the_paths_exist():
    """Of a click, of a search, of an INFO line."""
    steps = re.findall(r"(?:→|page|server|^)\s+([a-z]\w*/\w[\w/]*)((?:\.\w+)*)(?:/\w+)?(?:\s|,|$)", ARCHITECTURE, re.M)
    assert len(steps) > 30
    for path, names in steps:
        sources = [(ROOT / file).read_text("utf-8") for file in meant_by(path) if (ROOT / file).is_file()]
        assert sources or meant_by(path), path
        for name in names.split(".")[1:]:
            assert any(re.search(rf"\b{name}\b", source) for source in sources), f"{path}.{name}"


def test_the_architecture_names_every_folder():
    parts = ARCHITECTURE.partition("\n## Parts\n")[2]
    folders = [file.parent for file in SOURCES[0].glob("*/__init__.py")]
    folders += [file.parent for file in (SOURCES[0] / "server").glob("*/**/__init__.py")]
    folders += [folder for folder in SOURCES[1].iterdir() if folder.is_dir()]
    assert len(folders) > 50
    unnamed = {folder for folder in folders if not re.search(rf"\b{folder.name}/", parts)}
    assert {folder for folder in unnamed if folder.name != "versions"} == set()
