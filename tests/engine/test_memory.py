"""Memory: the engine stays within its limit; if memory is short the table shrinks, with a warning."""

import json
import resource
import subprocess
import sys
import warnings
from typing import Any

import pytest

from gomoku import system
from gomoku.core import _core, transposition
from gomoku.engine import Engine, Limit
from gomoku.rules import Game, Rules

SEARCH = """
import json, resource, sys, warnings
limit = int(sys.argv[1])
if limit:
    resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))
from gomoku.engine import Engine, Limit
from gomoku.rules import Game, Rules
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    engine = Engine(Rules.preset(sys.argv[2]), threads=2, memory_mb=float(sys.argv[3]))
game = Game(engine.rules)
for cell in ((7, 7), (8, 8), (6, 8)):
    game.play(cell)
result = engine.search(game, Limit(time=0.5))
engine.close()
with open("/proc/self/status") as status:  # getrusage would count what the parent had before exec
    peak = next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))
print(json.dumps({
    "move": result.move,
    "depth": result.depth,
    "table": engine.memory_mb,
    "warnings": [str(warning.message) for warning in caught],
    # not ru_maxrss: a child begins with that of the process it was forked from
    "peak": int(open("/proc/self/status").read().split("VmHWM:")[1].split()[0]) / 1024,
}))
"""
MB = 1_000_000


def search(limit: int, rules: str, memory_mb: float) -> dict[str, Any]:
    """Search in a subprocess limited to `limit` bytes; 0 is unlimited."""
    command = [sys.executable, "-c", SEARCH, str(limit), rules, str(memory_mb)]
    run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert run.returncode == 0, run.stderr
    found: dict[str, Any] = json.loads(run.stdout)
    return found


@pytest.mark.parametrize("rules", ["42", "renju"])
def test_resident_memory(rules: str):
    found = search(0, rules, 32)
    assert found["table"] == 32
    assert found["warnings"] == []
    assert found["peak"] < 70, f"{found['peak']:.1f} MB"


@pytest.mark.parametrize("rules", ["42", "renju"])
@pytest.mark.parametrize("limit", [40 * MB, 30 * MB])
def test_short_of_memory(rules: str, limit: int):
    found = search(limit, rules, 32)
    assert found["depth"] >= 1
    assert found["table"] < 32
    assert "not enough memory" in found["warnings"][0]


def test_a_terabyte():
    """An impossible request gives a warning and the largest table available."""
    found = search(300 * MB, "42", 1_000_000)
    assert found["depth"] >= 1
    assert found["table"] <= 256
    assert "not enough memory" in found["warnings"][0]


def test_a_terabyte_without_a_limit(monkeypatch: pytest.MonkeyPatch):
    """The system may overcommit: the engine requests only a share of physical memory."""
    assert system.machine_bytes() >= 100 * MB
    monkeypatch.setattr(system, "machine_bytes", lambda: 64 << 20)
    with pytest.warns(RuntimeWarning, match="not enough memory"):
        engine = Engine(Rules.preset("42"), memory_mb=1_000_000)
    with engine:
        assert engine.memory_mb == 16
        assert engine.search(Game(engine.rules), Limit(nodes=100)).move == (9, 9)


def test_no_warning_for_rounding():
    """The table size is a power of two: rounding down is no shortage."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for megabytes in (0.1, 1, 3, 5.5):
            with Engine(Rules.preset("42"), memory_mb=megabytes) as engine:
                assert megabytes / 2 < engine.memory_mb <= megabytes


def test_no_leak():
    """Creating and closing engines leaks no memory."""
    rules = Rules.preset("42")

    def use() -> None:
        with Engine(rules, threads=2, memory_mb=8) as engine:
            engine.search(Game(rules), Limit(nodes=500))

    for _ in range(5):
        use()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(20):
        use()
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 12_000, "kB"


@pytest.mark.parametrize("classes", [_core, transposition], ids=["compiled", "plain"])
def test_a_table_grows_by_slices(classes: Any):
    table = classes.TranspositionTable(0.25, 1 / 16)
    assert table.bytes == 1 << 18
    slices = 0
    while table.grow(1 / 64):
        slices += 1
        assert not table.is_whole
    assert slices == 4 + 8 - 1
    assert table.is_whole
    assert not table.grow(1)
    assert classes.TranspositionTable(0.25).is_whole
    assert classes.TranspositionTable(0.25, 1).is_whole


def test_a_table_that_grows_keeps_its_entries():
    table = transposition.TranspositionTable(0.25, 1 / 16)
    keys = [number * 0x9E3779B97F4A7C15 & (1 << 64) - 1 for number in range(1, 1000)]
    for key in keys:
        table.store(key, key % 200 + 1, 0, 0, 5, 1)
    found = [key for key in keys if table.probe(key)]
    assert len(found) > 900
    while table.grow(1 / 64):
        assert all(table.probe(key) for key in found)
    assert all(transposition.move_of(table.probe(key)) == key % 200 + 1 for key in found)


def test_a_table_that_was_cleared_grows_empty():
    table = transposition.TranspositionTable(0.25, 1 / 16)
    keys = [number * 0x9E3779B97F4A7C15 & (1 << 64) - 1 for number in range(1, 1000)]
    for key in keys:
        table.store(key, 1, 0, 0, 5, 1)
    table.grow(1 / 64)
    table.clear()
    while table.grow(1 / 64):
        pass
    assert not any(table.probe(key) for key in keys)


def test_a_search_may_come_between_slices():
    rules = Rules.preset("freestyle")
    with Engine(rules, threads=2, memory_mb=8, ready_mb=1) as engine:
        while engine.grow():
            assert engine.search(Game(rules), Limit(nodes=2000)).move == (7, 7)
        assert engine.is_grown
        assert engine.memory_mb == 8
