"""Imports go one way: rules ← core ← engine ← brain, server, lab ← bot ← cli, and likewise inside server and lab.

Every module can be the first one that is imported.
"""

import ast
import re
import subprocess
import sys
from collections import Counter
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src"

RANK = {
    "rules": 0,
    "system": 0,
    "core": 1,
    "library": 1,
    "shortage": 1,
    "tournament": 1,
    "cli_tools": 2,
    "engine": 2,
    "gomoku": 3,  # the package's own face: the names a user imports, and the version
    "brain": 4,
    "server": 4,
    "lab": 4,
    "bot": 5,
    "cli": 6,
    "__main__": 7,
}
"""A part may import itself and parts of a lower rank; parts of one rank do not know each other."""

INNER_RANK = {
    "server": {
        "ops": 0,
        "wire": 1,
        "rooms": 2,
        "storage": 3,
        "people": 4,
        "analysis": 4,
        "live": 5,
        "tournaments": 5,
        "cluster": 6,
        "http": 7,
        "app": 8,
        "serve": 9,
    },
    "lab": {
        "types": 0,
        "output": 1,
        "jobs": 1,
        "bench": 1,
        "perft": 1,
        "signature": 2,
        "options": 2,
        "tactics": 3,
        "books": 3,
        "matches": 3,
        "learning": 4,
        "cli": 5,
    },
}
"""Ranks of the packages and modules inside a part."""

MOST_MODULES = 14
"""Modules per folder, at most: beyond that, nothing can be found."""
LARGER = {"gomoku/core": 16, "gomoku/engine": 16}
"""Folders that may have more: the modules of `core` are one compiled unit, and those of `engine` are the door to it."""

BARE = ("rules", "library", "core", "engine", "brain")
"""Parts that need nothing but the standard library and ourselves at run time."""


def module_name(path: Path) -> str:
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for path in sorted(SOURCE.rglob("*.py"))}


def part_of(module: str) -> str:
    """The part of the package that a module belongs to: `gomoku.rules.board` belongs to `rules`."""
    return module.split(".")[1] if "." in module else module


def named_in(node: ast.AST, module: str) -> set[str]:
    """Modules of ours that a node of a module's source names, if it is an import."""
    package = module if MODULES[module].stem == "__init__" else module.rpartition(".")[0]
    found = set()
    if isinstance(node, ast.Import):
        found = {alias.name for alias in node.names}
    elif isinstance(node, ast.ImportFrom):
        base = node.module or ""
        if node.level:
            parents = package.split(".")[: len(package.split(".")) - node.level + 1]
            base = ".".join([*parents, base] if base else parents)
        # `from gomoku import rules` names a part, `from gomoku import Game` only the face
        below = {f"{base}.{alias.name}" for alias in node.names}
        found = {name if name in MODULES else base for name in below}
    return {name for name in found if name.split(".")[0] == "gomoku"}


def imported_by(module: str) -> set[str]:
    """Every module of ours that the source names in an import, wherever it stands."""
    tree = ast.parse(MODULES[module].read_text(encoding="utf-8"))
    return set().union(*(named_in(node, module) for node in ast.walk(tree)))


def fresh(code: str, *arguments: str) -> str:
    """Output of a new interpreter, with warnings as errors."""
    command = [sys.executable, "-I", "-W", "error", "-c", code, *arguments]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return run.stdout


def test_every_part_has_its_rank():
    assert {part_of(module) for module in MODULES} <= set(RANK)


@pytest.mark.parametrize("module", MODULES)
def test_imports_go_one_way(module: str):
    part = part_of(module)
    if module == "gomoku":  # it may show everything below its own rank, and nothing else imports it on the way
        assert {RANK[part_of(name)] for name in imported_by(module)} <= set(range(RANK["gomoku"] + 1))
        return
    wrong = [name for name in imported_by(module) if part_of(name) != part and RANK[part_of(name)] >= RANK[part]]
    assert not wrong, f"{module} may not import {', '.join(wrong)}"


def room_of(module: str, part: str) -> str:
    """The package inside a part that a module belongs to: `gomoku.server.rooms.room` belongs to `rooms`."""
    return module.split(".")[2] if module.startswith(f"gomoku.{part}.") else ""


INNER_MODULES = [(part, module) for part in INNER_RANK for module in MODULES if room_of(module, part)]


@pytest.mark.parametrize("part", INNER_RANK)
def test_every_package_of_a_part_has_its_rank(part: str):
    assert {room_of(module, part) for module in MODULES} - {""} == set(INNER_RANK[part])


@pytest.mark.parametrize(("part", "module"), INNER_MODULES)
def test_imports_inside_a_part_go_one_way(part: str, module: str):
    room, rank = room_of(module, part), INNER_RANK[part]
    others = {name: room_of(name, part) for name in imported_by(module) if room_of(name, part) not in ("", room)}
    wrong = [name for name, other in others.items() if rank[other] >= rank[room]]
    assert not wrong, f"{module} may not import {', '.join(wrong)}"


PACKAGES = {name: path for name, path in MODULES.items() if path.stem == "__init__" and name != "gomoku"}


@pytest.mark.parametrize("package", PACKAGES)
def test_every_package_says_what_it_may_import_and_must_not_know(package: str):
    text = ast.get_docstring(ast.parse(PACKAGES[package].read_text(encoding="utf-8"))) or ""
    assert re.search(r"\bimports?\b", text, re.I), f"{package}: what may it import?"
    assert re.search(r"\bmust (not )?know\b|\bknows (no|neither)|\bholds no\b", text, re.I), (
        f"{package}: what must it not know?"
    )


def test_no_folder_is_crowded():
    modules = [path for path in MODULES.values() if path.stem != "__init__"]
    counts = Counter(path.parent for path in modules if path.parent.name != "versions")  # migrations are never removed
    folders = {folder.relative_to(SOURCE).as_posix(): count for folder, count in counts.items()}
    assert {name: count for name, count in folders.items() if count > LARGER.get(name, MOST_MODULES)} == {}


WITH_PYTORCH = {f"gomoku.lab.learning.{name}" for name in ("network_model", "network_training", "teacher")}
"""Modules of the extra `train`: PyTorch is too large to be installed with the tests."""


def needed_at_once(module: str) -> set[str]:
    """Modules of ours that must be loaded before this one is: imports outside functions and `TYPE_CHECKING`, and their packages."""
    own_packages = {module[:end] for end, letter in enumerate(module) if letter == "."}
    found = set()
    todo: list[ast.AST] = [ast.parse(MODULES[module].read_text(encoding="utf-8"))]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            todo += node.orelse
            continue
        found |= named_in(node, module)
        todo += ast.iter_child_nodes(node)
    packages = {name[:end] for name in found for end, letter in enumerate(name) if letter == "."}
    return (found | packages - own_packages) - {module}


def test_every_module_can_be_the_first():
    """No circular imports: whichever module is imported first, its dependencies are complete before it continues."""
    TopologicalSorter({module: needed_at_once(module) for module in MODULES}).prepare()


def test_every_module_can_be_imported():
    users = {name for name, path in MODULES.items() if re.search(r"^(import|from) torch", path.read_text(), re.M)}
    assert users == WITH_PYTORCH
    fresh(
        "import importlib, sys; [importlib.import_module(name) for name in sys.argv[1:]]",
        *(MODULES.keys() - WITH_PYTORCH),
    )


@pytest.mark.parametrize(
    ("code", "modules"),
    [
        ("from gomoku.rules import Game", {"gomoku.rules", "gomoku"}),
        ("def f():\n    import gomoku.rules", set()),
        ("if TYPE_CHECKING:\n    import gomoku.rules\nelse:\n    import gomoku.core", {"gomoku.core", "gomoku"}),
        ("import gomoku", {"gomoku"}),
        ("class A:\n    from gomoku.rules import board", {"gomoku.rules.board", "gomoku.rules", "gomoku"}),
    ],
)
def test_what_is_needed_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str, modules: set[str]):
    (tmp_path / "mine.py").write_text(code)
    monkeypatch.setitem(MODULES, "mine", tmp_path / "mine.py")
    assert needed_at_once("mine") == modules


@pytest.mark.parametrize("part", [part for part in BARE if f"gomoku.{part}" in MODULES])
def test_imports_the_standard_library_only(part: str):
    """And of ourselves only what the order allows: `import gomoku` must not pull the engine in behind the rules."""
    code = f"import sys; before = set(sys.modules); import gomoku.{part}; print(*(set(sys.modules) - before))"
    loaded = fresh(code).split()
    outside = {name for name in loaded if name.split(".")[0] not in sys.stdlib_module_names | {"gomoku"}}
    assert {name for name in outside if not name.startswith(("_cython_", "cython_runtime"))} == set()
    ours = {part_of(name) for name in loaded if name.split(".")[0] == "gomoku"} - {"gomoku", part}
    assert all(RANK[name] < RANK[part] for name in ours), f"gomoku.{part} loads {ours}"


POSIX_MODULES = {
    "_posixsubprocess",
    "fcntl",
    "grp",
    "posix",
    "pty",
    "pwd",
    "resource",
    "select",
    "syslog",
    "termios",
    "tty",
}
POSIX_NAMES = {
    "os": {
        "sysconf",
        "confstr",
        "fork",
        "forkpty",
        "getuid",
        "geteuid",
        "getgid",
        "getegid",
        "setsid",
        "killpg",
        "getpgid",
    }
    | {"nice", "uname", "getloadavg", "mkfifo", "pipe2", "chown", "wait", "wait3", "wait4", "waitid", "eventfd"}
    | {"sched_getaffinity", "sched_setaffinity", "sched_yield", "setpriority", "posix_spawn", "posix_fallocate"},
    "signal": {
        "SIGKILL",
        "SIGHUP",
        "SIGQUIT",
        "SIGUSR1",
        "SIGUSR2",
        "SIGCHLD",
        "SIGALRM",
        "SIGPIPE",
        "SIGSTOP",
        "SIGCONT",
    }
    | {"alarm", "setitimer", "pause", "sigwait", "pthread_kill", "pthread_sigmask"},
    "mmap": {"MAP_PRIVATE", "MAP_ANONYMOUS", "MAP_SHARED", "MADV_HUGEPAGE", "PROT_READ", "PROT_WRITE"},
}
"""Names that Python has on POSIX systems only; `select` waits for sockets alone on Windows."""
PORTABLE = [module for module in MODULES if part_of(module) in BARE]


def posix_uses(source: str) -> set[str]:
    """Modules, functions and files in a source that Windows does not have."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                found |= {name.name for name in names} & POSIX_MODULES
            case ast.ImportFrom(module=str(module), names=names):
                found |= {module} & POSIX_MODULES
                found |= {f"{module}.{name.name}" for name in names if name.name in POSIX_NAMES.get(module, ())}
            case ast.Attribute(value=ast.Name(id=module), attr=name) if name in POSIX_NAMES.get(module, ()):
                found.add(f"{module}.{name}")
            case ast.Constant(value=str(text)) if text.startswith(("/proc/", "/sys/", "/dev/")):
                found.add(text)
    return found


@pytest.mark.parametrize("module", PORTABLE)
def test_runs_on_windows_as_well(module: str):
    """A Gomocup entry is a Windows program: rules, core, engine and brain ask the operating system through `gomoku.system`."""
    assert posix_uses(MODULES[module].read_text(encoding="utf-8")) == set()


def test_the_compiled_core_includes_no_posix_header():
    source = (SOURCE / "gomoku" / "core" / "_core.pyx").read_text(encoding="utf-8")
    assert "posix" not in source
    assert "_MSC_VER" in source


@pytest.mark.parametrize(
    ("code", "uses"),
    [
        ("import os, resource", {"resource"}),
        ("def f():\n    from select import poll", {"select"}),
        ("from os import fork", {"os.fork"}),
        ("os.kill(child, signal.SIGKILL)", {"signal.SIGKILL"}),
        ("open('/proc/self/status')", {"/proc/self/status"}),
        ("os.cpu_count(); signal.signal(signal.SIGINT, signal.SIG_IGN)", set()),
    ],
)
def test_posix_uses_are_found(code: str, uses: set[str]):
    assert posix_uses(code) == uses
