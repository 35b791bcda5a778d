"""The bench: fixed positions of every rule set, one thread, fixed depth. Its signature changes when the search does, and only then."""

import importlib.machinery
import json
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from time import thread_time
from zlib import crc32

from gomoku.core import _core
from gomoku.engine import Engine, Limit
from gomoku.lab.types import LabError
from gomoku.rules import Game, Rules
from gomoku.rules.game import play_all

DEPTH = 8
MEMORY_MB = 16
PAIRS = 400
"""Times that each move near the stones is made and undone to measure the board."""


@dataclass(frozen=True)
class Bench:
    """What was measured on the positions of one rule set."""

    rules: str
    positions: int
    nodes: int
    seconds: float
    """For the searches; processor time, so that a busy machine does not count."""
    pairs: int
    """Moves made and undone."""
    pair_seconds: float
    found: str
    """Nodes and root value of each position, for the signature."""

    @property
    def nodes_per_second(self) -> float:
        return self.nodes / self.seconds if self.seconds else 0.0

    @property
    def pairs_per_second(self) -> float:
        return self.pairs / self.pair_seconds if self.pair_seconds else 0.0


def positions() -> dict[str, list[str]]:
    """By rule set: games to search, as the names of their moves."""
    found: dict[str, list[str]] = json.loads(files("gomoku.lab").joinpath("bench.json").read_text())
    return found


def check_core() -> str | None:
    """Make sure that the compiled core is what runs. Returns a warning where it is older than its sources."""
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
    """Measure rule set after rule set; a name that is not known is an error at once."""
    known = positions()
    for name in names:
        if name not in known:
            raise LabError(f"the bench has no positions of {name!r}: known are {', '.join(known)}")
    return (_bench(name, [line.split() for line in known[name]], depth) for name in names)


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
    """Make and undo every move near the stones of each position."""
    tables = _core.PatternTables(rules)
    board = _core.Board(rules, tables, _core.buffer(6561, "q"))
    pairs, seconds = 0, 0.0
    for game in games:
        taken = {str(color): stones for color, stones in game.taken.items()}
        board.load(game.rows(), 1 if game.to_move == "X" else 2, taken["X"], taken["O"])
        cells = [_core.cell_of(candidate[0]) for candidate in _core.candidates(board, tables)]
        started = thread_time()
        for x, y in cells:
            board.make_undo(x, y, PAIRS)
        seconds += thread_time() - started
        pairs += PAIRS * len(cells)
    return pairs, seconds


def signature(benches: list[Bench]) -> str:
    """Eight hexadecimal digits of all node counts and root values."""
    text = "\n".join(f"{bench.rules}\n{bench.found}" for bench in benches)
    return f"{crc32(text.encode()):08x}"
