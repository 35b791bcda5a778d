"""`Engine`: searches a `Game` within a `Limit` and returns the best move found.

Holds the threads, the clock and the iterative deepening loop; the search itself is in `core`. An engine serves one rule
set. It never prints: progress is reported through a callback. `stop` may be called from any thread.
"""

import contextlib
import threading
import warnings
from collections.abc import Callable, Mapping
from dataclasses import replace
from time import monotonic
from types import TracebackType
from typing import Any, Self, TypeAlias

from gomoku.core import _core, params
from gomoku.core.learned.networks import NetworkNumbers, network_for
from gomoku.core.learned.weights import Numbers, numbers_for
from gomoku.engine.perception import Sight, look
from gomoku.engine.position import load_position
from gomoku.engine.proof import Attack, Proof, main_line
from gomoku.engine.proof_tree import proof_tree
from gomoku.engine.prover import ProgressCallback, Prover
from gomoku.engine.search_tree import RECORD_PLIES, SearchTree, StopReason, forced_tree, read_tree
from gomoku.engine.types import Info, Limit, Result, Variation, is_loss, is_win, win_score
from gomoku.rules import Cell, Game, Rules
from gomoku.shortage import reserve

MAX_DEPTH = 100
"""Plies of the deepest iteration."""
NODES_PER_SECOND = 800_000
"""Rough speed of one thread; turns a time limit into node budgets for the attack searches."""
VCF_THREATS = 40
"""Most threats in a row of a VCF at the root."""
VCF_NODES = 20_000
"""Node budget of the VCF at the root, and at most a tenth of the node limit."""
VCF_NODES_PER_SECOND = 30_000
"""Bounds the same budget by the time limit."""
UNSTABLE_FACTOR = 3.0
"""Multiplies the soft time limit while the best move is unstable or the score is falling."""
SCORE_DROP = 30
"""Fall of the score between two iterations, in evaluation points, that counts as falling."""
GROWTH_MB = 2.0
"""MB of the table that `Engine.grow` makes ready at a time: one huge page."""
THREAD_BYTES = 5 << 19
"""Bytes for each search thread: board, move lists and stack. Measured: 2.4 MB."""
UNROLLING = Limit(time=1.0)
"""Limit of the proof of a forced win whose tree was requested, if the search has no limit of time or nodes."""
UNROLLED_NODES = 5_000
"""Nodes of the tree of a forced win, at most."""
HELPER_STACK = 512 * 1024
"""Stack size of a helper thread, in bytes. A search of 128 plies needs a fraction of it; stacks count against a brain's
memory limit."""

Callback = Callable[[Info], None]


ScoredLine: TypeAlias = tuple[Cell, int, tuple[Cell, ...]]
"""A variation while it is searched: first move, score, principal variation."""


class Engine:
    """Searches for the best move under one rule set. Use as a context manager, or call `close` when done."""

    def __init__(
        self,
        rules: Rules,
        threads: int = 1,
        memory_mb: float = 32,
        *,
        weights: Numbers | None = None,
        network: NetworkNumbers | None = None,
        search_params: Mapping[str, int] | None = None,
        ready_mb: float | None = None,
    ) -> None:
        """`weights` and `network`: an evaluation other than the built-in one; weights without a network have none.

        `ready_mb`: the part of the table to begin with if there is no time to clear all of it; see `grow`.
        """
        if not 1 <= threads <= 256:
            raise ValueError(f"threads must be 1 to 256, not {threads}")
        if not memory_mb > 0:
            raise ValueError(f"memory_mb must be positive, not {memory_mb}")
        self.rules = rules
        tables = _core.PatternTables(rules)
        self._weights = _core.Weights(tables, weights or numbers_for(rules), rules.capture_goal)
        with contextlib.ExitStack() as room:  # reserve what every thread needs before the table is allocated
            with contextlib.suppress(MemoryError):  # without any, the table will be as small as possible
                room.enter_context(reserve(threads * THREAD_BYTES))
            self._table = _core.TranspositionTable(memory_mb, ready_mb or 0.0)
        if self._table.bytes * 2 <= memory_mb * 1048576:  # the table size is a power of two
            warnings.warn(
                f"not enough memory for a table of {memory_mb:g} MB: {round(self.memory_mb, 3):g} MB used",
                RuntimeWarning,
                stacklevel=2,
            )
        self._stop_flag = _core.buffer(16, "i")
        self._params = params.values_for(rules, search_params)
        numbers = params.as_array(self._params)
        if network is None and weights is None:
            network = network_for(rules)
        learned = None if network is None else _core.NetworkTables(network)
        self._boards = [_core.Board(rules, tables, self._weights.by_code()) for _ in range(threads)]
        self._searches = [
            _core.Search(board, self._weights, self._table, self._stop_flag, numbers, learned) for board in self._boards
        ]
        self._helpers: list[threading.Thread] = []
        self._prover: Prover | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Stop the search and wait for the helper threads."""
        self.stop()
        self._join()

    @property
    def threads(self) -> int:
        """Search threads, the main one included."""
        return len(self._searches)

    @property
    def memory_mb(self) -> float:
        """Size of the transposition table in MiB, as allocated."""
        return float(self._table.bytes / 1048576)

    def grow(self) -> bool:
        """Make a further slice of the table ready, in a few milliseconds; False once the whole table is in use."""
        self._join()
        return bool(self._table.grow(GROWTH_MB))

    @property
    def is_grown(self) -> bool:
        """Whether the whole table is in use."""
        return bool(self._table.is_whole)

    @property
    def nodes(self) -> int:
        """Positions visited by the last search, all threads together."""
        return sum(int(search.node_count) for search in self._searches)

    def new_game(self) -> None:
        """Clear the transposition table and all histories: the next search equals that of a new engine."""
        self._join()
        self._table.clear()
        for search in self._searches:
            search.forget()
        self._prover = None

    def stop(self) -> None:
        """Stop the running search or proof, which then returns the best found so far. Safe from any thread."""
        self._stop_flag[0] = 1
        if self._prover:
            self._prover.stop()

    def evaluate(self, game: Game) -> int:
        """Static evaluation for the side to move: the value the search uses at a quiet leaf."""
        self._join()
        load_position(self._boards[0], game)
        return int(self._searches[0].static_value())

    def look(self, game: Game) -> Sight:
        """The position as it looks before any search: natural moves and threats."""
        self._join()
        load_position(self._boards[0], game)
        return look(self._boards[0], game, dict(self._searches[0].policy()))

    def search(
        self,
        game: Game,
        limit: Limit | None = None,
        on_info: Callback | None = None,
        lines: int = 1,
        record: int = 0,
    ) -> Result:
        """Search the position and return the best move. Raises ValueError if there is no legal move.

        `on_info` is called after each completed iteration. `lines` is the number of variations to report (MultiPV).
        `record` asks for the search tree of the last completed depth, truncated to `record` positions.
        """
        started = monotonic()
        limit = limit or Limit(time=0.5)
        if game.rules != self.rules:
            raise ValueError("the game is played by other rules than the engine was made for")
        if game.is_over:
            raise ValueError("the game is over")
        self._join()
        self._stop_flag[0] = 0
        for board in self._boards:
            load_position(board, game)
        deadline = started + limit.time - time_margin(limit.time) if limit.time else 0.0
        self._table.new_search()
        for search in self._searches:  # resets the node counts of all threads, also of those that stay idle
            search.limit(deadline, 0)
        main = self._searches[0]
        main.limit(deadline, limit.nodes or 0)
        main.record(record, RECORD_PLIES)
        decision = game.decision
        first_moves = limit.analysis and decision is not None and decision.cells is None
        root = main.start(first_moves)
        if not root:
            raise ValueError("there is no legal move")
        result = _SearchRun(self, limit, started, root, lines, on_info, record, first_moves).run()
        if result.tree is not None and result.tree.nodes[0].why is StopReason.FORCED:
            return self._unrolled(game, limit, result)
        return result

    def prove(
        self,
        game: Game,
        limit: Limit | None = None,
        on_progress: ProgressCallback | None = None,
        attack: Attack = Attack.EVERY,
    ) -> Proof:
        """Prove a forced win or loss, or find the moves that hold against a threat: see `Prover`.

        A second call for the same position resumes where the first ended, until `new_game`.
        """
        if self._prover is None:
            self._prover = Prover(self)
        return self._prover.prove(game, limit, on_progress, attack)

    # --- private ---

    def _unrolled(self, game: Game, limit: Limit, result: Result) -> Result:
        """A forced win with every defence in its tree: the prover's win, if it finds one in the same time."""
        proof = self.prove(game, Limit(time=limit.time, nodes=limit.nodes) if limit.time or limit.nodes else UNROLLING)
        if proof.win is None:
            return result
        move, score, line = proof.win.move, win_score(proof.win.plies), tuple(main_line(game, proof.win))
        info = replace(result.info, score=score, pv=line, lines=(Variation(move, score, line),))
        return replace(result, move=move, info=info, tree=proof_tree(game, proof.win, UNROLLED_NODES))

    def _start_helpers(self, max_depth: int, first_moves: bool) -> None:
        """Lazy SMP: helpers search the same root, half of them a ply deeper, and share the transposition table."""
        if self.threads == 1:
            return
        old = threading.stack_size(HELPER_STACK)
        try:
            for number, search in enumerate(self._searches[1:], start=1):
                search.start(first_moves)
                helper = threading.Thread(target=_run_helper, args=(search, number, max_depth), daemon=True)
                helper.start()
                self._helpers.append(helper)
        except RuntimeError:  # out of memory for another thread: continue with those started
            pass
        finally:
            threading.stack_size(old)

    def _join(self) -> None:
        """Wait for the helpers of the last search, which were told to stop when it returned."""
        if self._helpers:
            self._stop_flag[0] = 1
            for helper in self._helpers:
                helper.join()
            self._helpers.clear()


def _run_helper(search: Any, number: int, max_depth: int) -> None:
    """Iterative deepening of a helper thread; odd ones start a ply deeper."""
    value = 0
    for depth in range(1 + number % 2, max_depth + 1):
        value, _, completed = search.deepen(depth, 0, value)
        if not completed:
            return


class _SearchRun:
    """One search: forced wins first, then iterative deepening until a limit is reached."""

    def __init__(
        self,
        engine: Engine,
        limit: Limit,
        started: float,
        root: list[Cell],
        lines: int,
        on_info: Callback | None,
        record: int = 0,
        first_moves: bool = False,
    ) -> None:
        self.engine, self.limit, self.started = engine, limit, started
        self.main = engine._searches[0]
        self.root = root
        self.line_count = max(1, min(lines, len(root)))
        self.on_info = on_info
        self.record = record
        self.first_moves = first_moves
        self.tree: SearchTree | None = None
        self.tree_log = (b"", True)
        self.history: list[Info] = []
        self.best_changed = False
        self.checked: set[Cell] = set()
        """Moves that no attack of the opponent refutes."""
        values = engine._params
        expected = limit.nodes or int((limit.soft or limit.time or 1.0) * NODES_PER_SECOND)
        if limit.depth:  # a fixed-depth search runs no attack searches
            expected = 0
        self.threes, self.check_depth = values["ATTACK_THREES"], values["CHECK_DEPTH"]
        self.attack_nodes = min(expected // 10, values["ATTACK_NODES"])
        self.check_nodes = min(expected // 40, values["CHECK_NODES"])
        self.forced_win: ScoredLine | None = None
        """A win by continuous threats: the answer of a search for one variation, the first of several."""

    def run(self) -> Result:
        depths = min(self.limit.depth or MAX_DEPTH, MAX_DEPTH)
        only_move = len(self.root) == 1 and self.limit.mate is None and not self.limit.analysis  # is played at once
        first = 1
        if self.line_count > 1:  # every line has a value, however long the search for forced wins takes
            self._iterate(first)
            first = 2
        if not only_move:
            self._find_vcf()
        if not self._is_decided():
            if not only_move:
                self.engine._start_helpers(depths, self.first_moves)
                if not self.forced_win:
                    self._find_vct()
            for depth in range(first, depths + 1):
                if self._is_decided() or not self._iterate(depth) or (only_move and depth >= 2) or self._should_stop():
                    break
        stopped = bool(self.engine._stop_flag[0])
        self.engine._stop_flag[0] = 1
        info = self.history[-1] if self.history else self._info(0, 0, [(self.root[0], 0, ())])
        if self.record and not self.tree:
            self.tree = read_tree(*self.tree_log)
        return Result(info.pv[0], info, stopped, tuple(self.history), self.tree)

    def _is_decided(self) -> bool:
        """A forced win is known, and neither another variation nor a shorter win was requested."""
        return self.forced_win is not None and self.line_count == 1 and not self._is_too_long(self.forced_win)

    def _is_too_long(self, win: ScoredLine) -> bool:
        return self.limit.mate is not None and win[1] < win_score(self.limit.mate)

    def _find_vcf(self) -> None:
        """Look for a win by continuous threats (VCF) before anything else."""
        budget = VCF_NODES
        if self.limit.nodes:
            budget = max(200, min(budget, self.limit.nodes // 10))
        if self.limit.time:
            budget = min(budget, int(self.limit.time * VCF_NODES_PER_SECOND))
        plies, move = self.main.find_vcf(VCF_THREATS, budget)
        if plies:
            self._report_win(plies, self.main.vcf_line(VCF_THREATS, 3 * budget) or [move])

    def _find_vct(self) -> None:
        """Look for a win by threes and fours (VCT)."""
        plies, move = self.main.find_vct(self.threes, self.attack_nodes) if self.attack_nodes else (0, None)
        if plies:
            self._report_win(plies, self.main.vct_line(self.threes, self.attack_nodes) or [move])

    def _report_win(self, plies: int, line: list[Cell]) -> None:
        score = win_score(plies)
        self.forced_win = (line[0], score, tuple(line))
        before = self.history[-1].lines if self.history else ()
        known = [(variation.move, variation.score, variation.pv) for variation in before]
        self._report(self._info(plies, score, self._with_forced_win(known)))
        if self.record and self.line_count == 1:
            self.tree = forced_tree(self.history[-1].lines[0])

    def _iterate(self, depth: int) -> bool:
        """Search one depth for all variations; False if it was interrupted."""
        found: list[ScoredLine] = []
        guess = self.history[-1].lines if self.history else ()
        for k in range(min(self.line_count, self.main.root_moves_left)):
            start = guess[k].score if k < len(guess) else 0
            while True:
                value, line, completed = self.main.deepen(depth, k, start)
                if not completed or k > 0 or depth < self.check_depth or not self._drops_best_move(line, value):
                    break
            if not completed:
                if k == 0 and line:
                    self._keep_partial(line, value)
                elif found and not self.history:
                    self._report(self._info(depth, found[0][1], found))
                return False
            found.append((line[0] if line else self.root[0], value, tuple(line)))
            if self.record and k == 0:
                self.tree_log = self.main.recorded()
        found = self._with_forced_win(found)
        self.best_changed = bool(self.history) and self.history[-1].pv[0] != found[0][0]
        self._report(self._info(depth, found[0][1], found))
        return True

    def _with_forced_win(self, found: list[ScoredLine]) -> list[ScoredLine]:
        """The variations, best first. A forced win comes before all others, as in a search for one variation.

        A win that the search finds sooner is given the same length, which is also true of it.
        """
        if self.forced_win and self._is_too_long(self.forced_win):
            if any(value > self.forced_win[1] for _, value, _ in found):
                self.forced_win = None
        if self.forced_win:
            move, score, _ = self.forced_win
            others = [(cell, min(value, score), line) for cell, value, line in found if cell != move]
            return [self.forced_win, *sorted(others, key=lambda line: -line[1])][: self.line_count]
        return sorted(found, key=lambda line: -line[1])

    def _drops_best_move(self, line: list[Cell], value: int) -> bool:
        """Test the best move against an attack by threes that the search has missed; drop it from the root list if it loses.

        When every remaining move loses, all are restored and the search picks the longest resistance.
        """
        if not self.check_nodes or not line or line[0] in self.checked or is_win(value):
            return False
        left = 0 if is_loss(value) else self.main.drop_losing_move(self.threes, self.check_nodes)
        if left is None:
            self.checked.add(line[0])
            return False
        if left == 0:
            self.check_nodes = 0
            return bool(self.main.restore_root_moves())
        return True

    def _keep_partial(self, line: list[Cell], value: int) -> None:
        """Use an interrupted iteration if it proved a win, or if its best move differs: the former best was tried first and beaten.

        Not if the former best was dropped: another losing move was then not compared with it, and may lose sooner.
        Other variations stay as they were, at most as good as the new best.
        """
        last = self.history[-1] if self.history else None
        if last and is_loss(value) and self.main.root_moves_left < len(self.root):
            return
        news = last is None or last.pv[0] != line[0] or (is_win(value) and not is_win(last.score))
        if news and not self.forced_win:
            known = last.lines if last else ()
            others = [(each.move, min(each.score, value), each.pv) for each in known if each.move != line[0]]
            found = [(line[0], value, tuple(line)), *others][: self.line_count]
            self._report(self._info(last.depth if last else 1, value, found))

    def _should_stop(self) -> bool:
        """Stop before the hard limit: the result is proved, or the soft limit has passed."""
        info = self.history[-1]
        plies = abs(info.win_in) if info.win_in is not None else None
        if plies is not None and (plies <= info.depth or (self.limit.mate and plies <= self.limit.mate)):
            return True
        if self.limit.depth:
            return False
        used = monotonic() - self.started
        factor = UNSTABLE_FACTOR if self.best_changed or self._has_dropped() else 1
        return self.limit.soft is not None and used > self.limit.soft * factor

    def _has_dropped(self) -> bool:
        """The score fell by more than SCORE_DROP in the last iteration."""
        return len(self.history) > 1 and self.history[-1].score < self.history[-2].score - SCORE_DROP

    def _report(self, info: Info) -> None:
        self.history.append(info)
        if self.on_info:
            self.on_info(info)

    def _info(self, depth: int, score: int, found: list[ScoredLine]) -> Info:
        lines = tuple(Variation(move, value, pv or (move,)) for move, value, pv in found)
        return Info(
            depth=depth,
            selective_depth=max(depth, int(self.main.selective_depth)),
            score=score,
            nodes=self.engine.nodes,
            seconds=monotonic() - self.started,
            hash_permille=int(self.engine._table.permille_used),
            pv=lines[0].pv,
            lines=lines,
        )


def time_margin(seconds: float) -> float:
    """Safety margin of a time limit, in seconds. A busy machine may preempt a thread for up to 17 ms at a time."""
    return min(0.035, 0.004 + 0.07 * seconds)
