"""Bench: search fixed positions of every rule set to a fixed depth with one thread.

The signature changes exactly when the search does.
"""

import importlib.machinery
import json
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from time import thread_time
from typing import Any
from zlib import crc32

from gomoku.core import _core
from gomoku.core.constants import CODES
from gomoku.engine import Engine, Limit
from gomoku.engine.position import load_position
from gomoku.lab.types import LabError
from gomoku.rules import Game, Rules
from gomoku.rules.game import play_all

DEPTH = 8
"""Default search depth, in plies."""
MEMORY_MB = 16
"""Size of the transposition table, in MB."""
PAIRS = 400
"""Repetitions of make and undo per candidate move, when the board's speed is measured."""


@dataclass(frozen=True)
class Bench:
    """Measurements on the positions of one rule set."""

    rules: str
    positions: int
    nodes: int
    seconds: float
    """CPU time of the searches: independent of other load on the machine."""
    pairs: int
    """Moves made and undone."""
    pair_seconds: float
    """CPU time of those moves."""
    found: str
    """Node count and root value of each position: the input of the signature."""

    @property
    def nodes_per_second(self) -> float:
        return self.nodes / self.seconds if self.seconds else 0.0

    @property
    def pairs_per_second(self) -> float:
        return self.pairs / self.pair_seconds if self.pair_seconds else 0.0

    def as_json(self) -> dict[str, Any]:
        return {
            "rules": self.rules,
            "positions": self.positions,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 3),
            "nodes_per_second": round(self.nodes_per_second),
            "make_undo_per_second": round(self.pairs_per_second),
        }

    def as_row(self) -> tuple[str, ...]:
        """The cells of a table row."""
        return (
            self.rules,
            str(self.positions),
            f"{self.nodes:,}",
            f"{self.seconds:.2f}",
            f"{self.nodes_per_second:,.0f}",
            f"{self.pairs_per_second:,.0f}",
        )


def positions() -> dict[str, list[str]]:
    """The bench positions by rule set; each is a game as a line of move names."""
    found: dict[str, list[str]] = json.loads(files("gomoku.lab").joinpath("bench.json").read_text())
    return found


def check_core() -> str | None:
    """Raise LabError if the core is not compiled; return a warning if it is older than its sources."""
    loader = getattr(_core, "__loader__", None)
    if not isinstance(loader, importlib.machinery.ExtensionFileLoader):
        raise LabError("the core is not compiled: run make")
    library = Path(str(_core.__file__))
    sources = [*library.parent.glob("*.py"), *library.parent.glob("*.pyx")]
    included = [source for source in sources if source.name not in ("__init__.py", "params.py", "weights.py")]
    if any(source.stat().st_mtime > library.stat().st_mtime for source in included):
        return "the compiled core is older than its sources: run make"
    return None


def run(names: list[str], depth: int = DEPTH) -> Iterator[Bench]:
    """Measure one rule set after the other. Raises LabError at once for an unknown name."""
    known = positions()
    for name in names:
        if name not in known:
            raise LabError(f"the bench has no positions of {name!r}: known are {', '.join(known)}")
    return (_bench(name, [line.split() for line in known[name]], depth) for name in names)


def total(benches: list[Bench]) -> Bench:
    """Sum over several rule sets, named `all`."""
    return Bench(
        "all",
        sum(bench.positions for bench in benches),
        sum(bench.nodes for bench in benches),
        sum(bench.seconds for bench in benches),
        sum(bench.pairs for bench in benches),
        sum(bench.pair_seconds for bench in benches),
        "",
    )


def _bench(name: str, lines: list[list[str]], depth: int) -> Bench:
    rules = Rules.preset(name)
    games = [play_all(Game(rules), line) for line in lines]
    found, nodes, seconds = [], 0, 0.0
    with Engine(rules, threads=1, memory_mb=MEMORY_MB) as engine:
        for game in games:
            engine.new_game()
            started = thread_time()
            result = engine.search(game, Limit(depth=depth))
            seconds += thread_time() - started
            nodes += result.nodes
            found.append(f"{result.nodes} {result.score}")
    pairs, pair_seconds = _time_board(rules, games)
    return Bench(name, len(games), nodes, seconds, pairs, pair_seconds, "\n".join(found))


def _time_board(rules: Rules, games: list[Game]) -> tuple[int, float]:
    """Make and undo every candidate move of each position; return their number and the CPU time."""
    tables = _core.PatternTables(rules)
    board = _core.Board(rules, tables, _core.buffer(CODES, "q"))
    pairs, seconds = 0, 0.0
    for game in games:
        load_position(board, game)
        cells = [_core.cell_of(candidate[0]) for candidate in _core.candidates(board, tables)]
        started = thread_time()
        for x, y in cells:
            board.make_undo(x, y, PAIRS)
        seconds += thread_time() - started
        pairs += PAIRS * len(cells)
    return pairs, seconds


def signature(benches: list[Bench]) -> str:
    """Hash of all node counts and root values, as eight hexadecimal digits."""
    text = "\n".join(f"{bench.rules}\n{bench.found}" for bench in benches)
    return f"{crc32(text.encode()):08x}"
