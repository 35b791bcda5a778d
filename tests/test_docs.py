"""The documentation is true: its commands print what it shows, its links lead somewhere, its tables are complete."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from gomoku.rules import OPENINGS, PRESETS, Rules
from gomoku.rules.variant import PARAMETERS, choices, word

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
