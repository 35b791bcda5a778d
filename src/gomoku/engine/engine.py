"""The engine: the only door to the core. It thinks about a `Game` within a `Limit` and tells what it found.

An engine belongs to one rule set. It never prints: progress goes to a callback. `stop` may be called from any thread.
"""

import threading
import warnings
from collections.abc import Callable, Mapping
from time import monotonic
from types import TracebackType
from typing import Any, Self

from gomoku.core import _core, params
from gomoku.core.weights import Numbers, numbers_for
from gomoku.engine.position import load_position
from gomoku.engine.search_tree import RECORD_PLIES, SearchTree, forced_tree, read_tree
from gomoku.engine.types import WIN, WIN_BOUND, Info, Limit, Result, Variation
from gomoku.rules import Cell, Game, Rules

MAX_DEPTH = 100
SPEED = 800_000
"""Positions a second that a thread looks at, roughly: attacks by threes get a share of them."""
TROUBLE = 3.0
"""How much longer than its soft limit a search goes on that has just changed its mind."""
DROP = 30
"""Evaluation points by which a position must look worse for that."""
HELPER_STACK = 512 * 1024
"""Bytes: a line of 128 plies needs a fraction of it, and thread stacks count against a brain's memory limit."""

Callback = Callable[[Info], None]


class Engine:
    """Finds moves. Use it as a context manager, or call `close` when done."""

    def __init__(
        self,
        rules: Rules,
        threads: int = 1,
        memory_mb: float = 32,
        *,
        weights: Numbers | None = None,
        search_params: Mapping[str, int] | None = None,
    ) -> None:
        if not 1 <= threads <= 256:
            raise ValueError(f"threads must be 1 to 256, not {threads}")
        if not memory_mb > 0:
            raise ValueError(f"memory_mb must be positive, not {memory_mb}")
        self.rules = rules
        tables = _core.PatternTables(rules)
        self._weights = _core.Weights(tables, weights or numbers_for(rules.name), rules.capture_goal)
        self._table = _core.TranspositionTable(memory_mb)
        if self._table.bytes * 2 <= memory_mb * 1048576:  # a table is a power of two
            warnings.warn(
                f"not enough memory for a table of {memory_mb:g} MB: {self._table.bytes / 1048576:.1f} MB used",
                RuntimeWarning,
                stacklevel=2,
            )
        self._shared = _core.buffer(16, "i")
        self._params = params.values_for(rules.name, search_params)
        numbers = params.as_array(self._params)
        self._boards = [_core.Board(rules, tables, self._weights.by_code()) for _ in range(threads)]
        self._searches = [
            _core.Search(board, self._weights, self._table, self._shared, numbers) for board in self._boards
        ]
        self._helpers: list[threading.Thread] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Stop thinking and let every thread end."""
        self.stop()
        self._join()

    @property
    def threads(self) -> int:
        return len(self._searches)

    @property
    def memory_mb(self) -> float:
        """What the table really takes."""
        return float(self._table.bytes / 1048576)

    def new_game(self) -> None:
        """Forget everything: the next search is the same as that of a new engine."""
        self._join()
        self._table.clear()
        for search in self._searches:
            search.forget()

    def stop(self) -> None:
        """End the search under way; it answers with the best move found so far."""
        self._shared[0] = 1

    def evaluate(self, game: Game) -> int:
        """The static value of a position for the side to move: what the search sees at a quiet leaf."""
        self._join()
        load_position(self._boards[0], game)
        return int(self._weights.value(self._boards[0]))

    def search(
        self,
        game: Game,
        limit: Limit | None = None,
        on_info: Callback | None = None,
        lines: int = 1,
        record: int = 0,
    ) -> Result:
        """Think about the position and answer with the best move. Raises ValueError where there is no legal move.

        With `record` the result holds the tree of the last completed depth, at most so many positions of it.
        """
        started = monotonic()
        limit = limit or Limit(time=0.5)
        if game.rules != self.rules:
            raise ValueError("the game is played by other rules than the engine was made for")
        if game.is_over:
            raise ValueError("the game is over")
        self._join()
        self._shared[0] = 0
        for board in self._boards:
            load_position(board, game)
        deadline = started + limit.time - time_margin(limit.time) if limit.time else 0.0
        self._table.new_search()
        for search in self._searches:  # their counts begin anew, also of those that will not help
            search.limit(deadline, 0)
        main = self._searches[0]
        main.limit(deadline, limit.nodes or 0)
        main.record(record, RECORD_PLIES)
        root = main.start()
        if not root:
            raise ValueError("there is no legal move")
        return _Thinking(self, limit, started, root, lines, on_info, record).run()

    # --- inside ---

    def _start_helpers(self, max_depth: int) -> None:
        """Lazy SMP: the other threads search the same root a ply deeper and meet the main one in the table."""
        if self.threads == 1:
            return
        old = threading.stack_size(HELPER_STACK)
        try:
            for number, search in enumerate(self._searches[1:], start=1):
                search.start()
                helper = threading.Thread(target=_help, args=(search, number, max_depth), daemon=True)
                helper.start()
                self._helpers.append(helper)
        except RuntimeError:  # no memory for another thread: go on with those there are
            pass
        finally:
            threading.stack_size(old)

    def _join(self) -> None:
        """Wait for helpers of the last search; they were told to stop when it answered."""
        if self._helpers:
            self._shared[0] = 1
            for helper in self._helpers:
                helper.join()
            self._helpers.clear()

    def _nodes(self) -> int:
        return sum(int(search.node_count) for search in self._searches)


def _help(search: Any, number: int, max_depth: int) -> None:
    value = 0
    for depth in range(1 + number % 2, max_depth + 1):
        value, _, completed = search.deepen(depth, 0, value)
        if not completed:
            return


class _Thinking:
    """One search, iteration by iteration."""

    def __init__(
        self,
        engine: Engine,
        limit: Limit,
        started: float,
        root: list[Cell],
        lines: int,
        on_info: Callback | None,
        record: int = 0,
    ) -> None:
        self.engine, self.limit, self.started = engine, limit, started
        self.main = engine._searches[0]
        self.root = root
        self.line_count = max(1, min(lines, len(root)))
        self.on_info = on_info
        self.record = record
        self.tree: SearchTree | None = None
        self.dump = b""
        self.history: list[Info] = []
        self.best_changed = False
        self.safe: set[Cell] = set()
        numbers = engine._params
        expected = limit.nodes or int((limit.soft or limit.time or 1.0) * SPEED)
        if limit.depth:  # a fixed depth is just that
            expected = 0
        self.threes, self.check_depth = numbers["ATTACK_THREES"], numbers["CHECK_DEPTH"]
        self.attack_nodes = min(expected // 10, numbers["ATTACK_NODES"])
        self.check_nodes = min(expected // 40, numbers["CHECK_NODES"]) if self.line_count == 1 else 0

    def run(self) -> Result:
        depths = min(self.limit.depth or MAX_DEPTH, MAX_DEPTH)
        single = len(self.root) == 1
        at_once = not single and self.line_count == 1
        if not (at_once and self._force()):
            if not single:
                self.engine._start_helpers(depths)
            if not (at_once and self._attack()):
                for depth in range(1, depths + 1):
                    if not self._iterate(depth) or (single and depth >= 2) or self._is_enough():
                        break
        stopped = bool(self.engine._shared[0])
        self.engine._shared[0] = 1
        info = self.history[-1] if self.history else self._info(0, 0, [(self.root[0], 0, ())])
        if self.record and not self.tree:
            self.tree = read_tree(self.dump, self.record)
        return Result(info.pv[0], info, stopped, tuple(self.history), self.tree)

    def _force(self) -> bool:
        """Before all else: is there a win by continuous threats?"""
        budget = max(200, min(20_000, (self.limit.nodes or 200_000) // 10))
        if self.limit.time:
            budget = min(budget, int(self.limit.time * 30_000))
        plies, move = self.main.find_vcf(40, budget)
        if plies:
            self._report_win(plies, self.main.vcf_line(40, 3 * budget) or [move])
        return bool(plies)

    def _attack(self) -> bool:
        """Then: is there one by threes?"""
        plies, move = self.main.find_vct(self.threes, self.attack_nodes) if self.attack_nodes else (0, None)
        if plies:
            self._report_win(plies, self.main.vct_line(self.threes, self.attack_nodes) or [move])
        return bool(plies)

    def _report_win(self, plies: int, line: list[Cell]) -> None:
        self._report(self._info(plies, WIN - plies, [(line[0], WIN - plies, tuple(line))]))
        if self.record:
            self.tree = forced_tree(self.history[-1].lines[0])

    def _iterate(self, depth: int) -> bool:
        """One depth, all lines; False where it could not be completed."""
        found: list[tuple[Cell, int, tuple[Cell, ...]]] = []
        guess = self.history[-1].lines if self.history else ()
        for k in range(self.line_count):
            start = guess[k].score if k < len(guess) else 0
            while True:
                value, line, completed = self.main.deepen(depth, k, start)
                if not completed or depth < self.check_depth or not self._is_loser(line, value):
                    break
            if not completed:
                if k == 0 and line:
                    self._keep_partial(line, value)
                elif found and not self.history:
                    self._report(self._info(depth, found[0][1], found))
                return False
            found.append((line[0] if line else self.root[0], value, tuple(line)))
            if self.record and k == 0:
                self.dump = self.main.recorded()
        found.sort(key=lambda entry: -entry[1])
        self.best_changed = bool(self.history) and self.history[-1].pv[0] != found[0][0]
        self._report(self._info(depth, found[0][1], found))
        return True

    def _is_loser(self, line: list[Cell], value: int) -> bool:
        """Does the enemy have an attack against the best move that this depth has not seen? Then it is off the list.

        Where all that is left loses, everything is put back: the search may say which move holds out longest.
        """
        if not self.check_nodes or not line or line[0] in self.safe or value > WIN_BOUND:
            return False
        left = 0 if value < -WIN_BOUND else self.main.drop_losing_move(self.threes, self.check_nodes)
        if left is None:
            self.safe.add(line[0])
            return False
        if left == 0:
            self.check_nodes = 0
            return bool(self.main.restore_root_moves())
        return True

    def _keep_partial(self, line: list[Cell], value: int) -> None:
        """The iteration was cut short. The best move of the last one was tried first: another one in front is better."""
        last = self.history[-1] if self.history else None
        if last is None or last.pv[0] != line[0]:
            self._report(self._info(last.depth if last else 1, value, [(line[0], value, tuple(line))]))

    def _is_enough(self) -> bool:
        """Stop before the limit: the result is certain, or the time is better kept."""
        info = self.history[-1]
        plies = abs(info.win_in) if info.win_in is not None else None
        if plies is not None and (plies <= info.depth or (self.limit.mate and plies <= self.limit.mate)):
            return True
        if self.limit.depth:
            return False
        used = monotonic() - self.started
        patience = TROUBLE if self.best_changed or self._has_dropped() else 1
        return self.limit.soft is not None and used > self.limit.soft * patience

    def _has_dropped(self) -> bool:
        """The last depth thinks less of the position than the one before."""
        return len(self.history) > 1 and self.history[-1].score < self.history[-2].score - DROP

    def _report(self, info: Info) -> None:
        self.history.append(info)
        if self.on_info:
            self.on_info(info)

    def _info(self, depth: int, score: int, found: list[tuple[Cell, int, tuple[Cell, ...]]]) -> Info:
        lines = tuple(Variation(move, value, pv or (move,)) for move, value, pv in found)
        return Info(
            depth=depth,
            selective_depth=max(depth, int(self.main.selective_depth)),
            score=score,
            nodes=self.engine._nodes(),
            seconds=monotonic() - self.started,
            hash_permille=int(self.engine._table.permille_used),
            pv=lines[0].pv,
            lines=lines,
        )


def time_margin(seconds: float) -> float:
    """What is kept back of a time limit: a busy machine may take a thread off its core for up to 17 ms at a time."""
    return min(0.035, 0.004 + 0.07 * seconds)


__all__ = ["WIN_BOUND", "Engine"]
