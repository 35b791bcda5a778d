"""Invariants of the source that docs/ARCHITECTURE.md states and no type checker holds."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from gomoku.rules.variant import PRESETS
from tests import conftest

SOURCE = Path(__file__).parents[1] / "src" / "gomoku"
TESTS = Path(__file__).parent
PRESETS_MODULE = SOURCE / "rules" / "variant.py"


def test_no_code_decides_by_the_name_of_a_rule_set():
    """Only `rules/variant.py` knows presets by name; everything else reads the parameters of a rule set.

    Choosing a preset is allowed: a default, `Rules.preset("freestyle")`, a table from Piskvork's rule numbers or from
    presets to weights, tuned parameters and display names. Comparing a name with one is not.
    """
    found = [
        f"{path.relative_to(SOURCE)}:{line}: {code}"
        for path in sorted(SOURCE.rglob("*.py"))
        if path != PRESETS_MODULE
        for line, code in comparisons_with_presets(path.read_text(encoding="utf-8"))
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("code", "is_offence"),
    [
        ('if rules.name == "renju" and stones: pass', True),
        ('if "caro" != name: pass', True),
        ('if rules.name in ("pente", "keryo"): pass', True),
        ('if rules.name.startswith("caro"): pass', True),
        ("match rules.name:\n    case 'x' | 'renju': pass", True),
        ('if game.opening != "standard": pass', False),
        ('rules = Rules.preset("freestyle")', False),
        ('if game.rules != Rules.preset("freestyle"): pass', False),
        ("if rules.capture_sizes == (2,): pass", False),
    ],
)
def test_comparisons_with_presets_are_found(code: str, is_offence: bool):
    assert bool(list(comparisons_with_presets(code))) is is_offence


def comparisons_with_presets(source: str) -> Iterator[tuple[int, str]]:
    """Line and code of every comparison of a value with a preset's name.

    `standard` also names an opening, so comparisons of something called `opening` do not count.
    """
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Compare():
                operands = [node.left, *node.comparators]
                if any(map(names_a_preset, operands)) and not any(map(is_opening, operands)):
                    yield node.lineno, ast.unparse(node)
            case ast.MatchValue(value=value) if names_a_preset(value):
                yield node.lineno, f"case {ast.unparse(value)}"
            case ast.Call(func=ast.Attribute(attr="startswith" | "endswith"), args=[value]) if names_a_preset(value):
                yield node.lineno, ast.unparse(node)


def names_a_preset(node: ast.expr) -> bool:
    match node:
        case ast.Constant(value=value):
            return value in PRESETS
        case ast.Tuple(elts=items) | ast.List(elts=items) | ast.Set(elts=items):
            return any(map(names_a_preset, items))
    return False


def is_opening(node: ast.expr) -> bool:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name == "opening"
    return False


def test_tests_wait_for_states_and_not_for_time():
    """A pause in a test says on its line what it stands for: the interval of polling, a slow program, the pace of a client."""
    silent = [
        f"{path.relative_to(TESTS)}:{number}: {line.strip()}"
        for path in sorted(TESTS.rglob("*.py"))
        if path != Path(__file__)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if is_silent_pause(line)
    ]
    assert not silent, "wait for a state instead (tests/support/waiting.py):\n" + "\n".join(silent)


@pytest.mark.parametrize(
    ("line", "is_silent"),
    [
        ("time.sleep(0.3)", True),
        ("await asyncio.sleep(delay)", True),
        ("page.wait_for_timeout(300)", True),
        ("heard = ann.listen(0.5)", True),
        ("time.sleep(0.02)  # the interval of polling", False),
        ("wait_until(lambda: done)", False),
        ("self.listen(socket)", False),
    ],
)
def test_silent_pauses_are_found(line: str, is_silent: bool):
    assert is_silent_pause(line) is is_silent


def is_silent_pause(line: str) -> bool:
    """Does the line wait for a time, without a comment?"""
    return bool(re.search(r"\bsleep\(|wait_for_timeout\(|\.listen\([\d.]", line)) and "  # " not in line


def test_browser_tests_stand_in_folders_of_the_page():
    """A test file of the page stands where the code that it drives does: `tests/web/rooms` for `web/src/rooms`."""
    folders = {path.parent.relative_to(TESTS / "web").as_posix() for path in TESTS.glob("web/**/test_*.py")}
    assert "app" in folders
    assert not {name for name in folders if not (SOURCE.parents[1] / "web" / "src" / name).is_dir()}


def test_the_longest_test_files_exist():
    missing = [name for name in conftest.LONGEST if not (TESTS / name).is_file()]
    assert not missing, "tests/conftest.py names files that are gone"


def test_core_is_private_and_no_module_keeps_state():
    """Outside `core`, `engine` and `lab` only the core's exception is known; and no function assigns a global name."""
    for path in sorted(SOURCE.rglob("*.py")):
        name, source = path.relative_to(SOURCE), path.read_text(encoding="utf-8")
        if name.parts[0] not in ("core", "engine", "lab"):
            assert set(core_names(source)) <= {"CoreError"}, name
        assert not any(isinstance(node, ast.Global) for node in ast.walk(ast.parse(source))), name


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("from gomoku.core import CoreError", ["CoreError"]),
        ("def f():\n    from gomoku.core.constants import WIN", ["WIN"]),
        ("from gomoku import core, rules", ["core"]),
        ("import gomoku.core.params", ["gomoku.core.params"]),
        ("from gomoku.engine import Engine", []),
    ],
)
def test_imports_of_core_are_found(code: str, names: list[str]):
    assert list(core_names(code)) == names


def core_names(source: str) -> Iterator[str]:
    """Names that a source imports from `gomoku.core`, wherever the import stands."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.ImportFrom(module=str(module), names=names) if f"{module}.".startswith("gomoku.core."):
                yield from (name.name for name in names)
            case ast.ImportFrom(module="gomoku", names=names):
                yield from (name.name for name in names if name.name == "core")
            case ast.Import(names=names):
                yield from (name.name for name in names if f"{name.name}.".startswith("gomoku.core."))
