"""Every command of the documentation can be typed as it stands, in the folder of a clone after `make`.

Those of this program are parsed by the program itself; those with their output beside them are run (`test_docs.py`).
"""

import contextlib
import io
import json
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.exceptions import TyperException

from gomoku.cli import app

ROOT = Path(__file__).parents[1]
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "benchmarks/README.md")),
    *sorted((ROOT / "docs").glob("*.md")),
]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
# Programs of the system, and what a chapter has told the reader to install.
SYSTEM = {"apt", "cd", "certbot", "cp", "curl", "docker", "export", "find", "git", "journalctl", "ln", "mkdir", "mv"}
SYSTEM |= {"nginx", "openssl", "podman", "printf", "ray", "rm", "systemctl"}
# Inline code counts as a command if it begins like one of these.
OURS = re.compile(r"(\w+=\S+ )*(\S*Gomoku|gomoku|\S*python3?|make|npm|\S*pip|pipx|uvx) [\w.'-]")


def lines_of(text: str) -> Iterator[tuple[str, bool]]:
    """The lines of all shell blocks and the commands in running text, and which of the two they are."""
    for block in re.findall(r"^ *```sh\n(.*?)^ *```", text, re.MULTILINE | re.DOTALL):
        yield from ((line, True) for line in block.replace("\\\n", " ").splitlines())
    prose = re.sub(r"^ *```.*?^ *```", "", text, flags=re.MULTILINE | re.DOTALL)
    yield from ((code, False) for code in re.findall(r"`([^`\n]+)`", prose) if OURS.match(code))


def commands_of(line: str) -> Iterator[list[str]]:
    """The simple commands of a line, without comments, redirections and variables set for one command."""
    line = re.sub(r"\$\([^)]*\)", "X", line)
    words = shlex.shlex(line, posix=True, punctuation_chars="();<>|&")
    words.commenters = "#"
    words.whitespace_split = True
    command: list[str] = []
    for word in [*words, ";"]:
        if word in (";", "&&", "|"):
            if command:
                yield command[: command.index(">")] if ">" in command else command
            command = []
        elif command or not re.fullmatch(r"\w+=.*", word):
            command.append(word)


def all_commands() -> list[object]:
    found = {}
    for page in PAGES:
        for line, is_whole in lines_of(page.read_text("utf-8")):
            for command in commands_of(line):
                name = f"{page.name}: {' '.join(command)}".replace("…", "...")
                found[name] = pytest.param(command, is_whole, id=name)
    return list(found.values())


@cache
def program() -> Any:
    """The command line of the program, with commands that do nothing."""

    def silence(command: Any) -> None:
        for inner in getattr(command, "commands", {}).values():
            silence(inner)
        if not hasattr(command, "commands"):
            command.callback = lambda **_: None

    group = typer.main.get_command(app)
    silence(group)
    return group


def check_program(arguments: list[str], is_whole: bool) -> None:
    """A command of running text may be named without its arguments."""
    with contextlib.redirect_stdout(io.StringIO()):
        try:
            program().main(arguments, standalone_mode=False)
        except TyperException as error:
            told = str(error)
            if is_whole or not re.match(r"Missing (parameter|command)|Usage: |Option '\S+' requires an argument", told):
                pytest.fail(told)


def check_python(arguments: list[str]) -> None:
    """The script or module is there, and its help names every option used."""
    if arguments[0] == "-m":
        name, arguments = arguments[1], arguments[2:]
        command = [sys.executable, "-m", name]
    else:
        name, arguments = arguments[0], arguments[1:]
        if name.endswith("NAME.py"):
            return
        command = [sys.executable, name]
        assert (ROOT / name).is_file(), name
    options = [word for word in arguments if word.startswith("-")]
    if name.endswith(".NAME") or name == "pytest":
        return
    if name.endswith(".py") and not options:  # some scripts take no arguments at all
        return
    shown = subprocess.run([*command, "--help"], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60)
    assert [option for option in options if option not in shown.stdout] == []


def check_make(arguments: list[str]) -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for word in arguments:
        name, is_variable, _ = word.partition("=")
        pattern = rf"\$\((if )?{name}\b" if is_variable else rf"^{name}:"
        assert re.search(pattern, makefile, re.MULTILINE), f"the Makefile has no {word}"


@pytest.mark.parametrize(("command", "is_whole"), all_commands())
def test_every_command_can_be_typed(command: list[str], is_whole: bool):
    name, *arguments = command
    match name:
        case "./Gomoku" | "/opt/gomoku/Gomoku":
            check_program(arguments, is_whole)
        case ".venv/bin/python":
            check_python(arguments)
        case "make":
            check_make(arguments)
        case "npm":
            scripts = json.loads((ROOT / "web" / "package.json").read_text("utf-8"))["scripts"]
            assert arguments[0] == "run"
            assert arguments[1] in scripts
        case "pip" | ".venv/bin/pip" | "pipx" | "uvx":  # of a package, an extra or a lock that exists
            named = re.findall(
                r"\[(\w+)\]|requirements/(\w+)\.txt|(gomoku-\S+\.whl)|(constraints.txt)", " ".join(arguments)
            )
            assert named
            for extra, purpose, *_ in named:
                assert not extra or extra in PROJECT["optional-dependencies"]
                assert not purpose or (ROOT / "requirements" / f"{purpose}.txt").exists()
        case _:
            assert name in SYSTEM, f"a reader who has run make has no {name}"


def test_commands_are_found():
    text = "```sh\n  ./a b > c  # d\nX=1 e 'f g' && h $(i j).k\n```\nand `gomoku db copy`, `python -m x`, `rules`\n"
    commands = [command for line, _ in lines_of(text) for command in commands_of(line)]
    assert commands[:3] == [["./a", "b"], ["e", "f g"], ["h", "X.k"]]
    assert commands[3:] == [["gomoku", "db", "copy"], ["python", "-m", "x"]]
