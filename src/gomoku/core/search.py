"""The search: iterative deepening, principal variation search, and everything that makes the tree small.

One `Search` belongs to one thread: board, history and move lists are its own; only the table and the stop flag are shared. It never prints
and never sleeps; its owner calls `deepen` for one depth after the other and reads the outcome. The steps are numbered and explained, with their
measured worth, in docs/SEARCH.md.
"""

import math

import cython

if not cython.compiled:
    from time import monotonic as now

    from gomoku.core.board import Board
    from gomoku.core.constants import *  # noqa: F403
    from gomoku.core.evaluation import Weights
    from gomoku.core.line_state import cell_of
    from gomoku.core.ordering import Ordering
    from gomoku.core.patterns import buffer
    from gomoku.core.transposition import (
        TranspositionTable,
        bound_of,
        depth_of,
        move_of,
        static_of,
        to_table,
        value_of,
    )
    from gomoku.core.tree_log import TreeLog
    from gomoku.core.vct import VctSearch


@cython.final
@cython.cclass
class Search(Ordering):
    """A search on one board, one thread."""

    vct: VctSearch
    weights: Weights
    table: TranspositionTable
    shared: cython.int[::1]
    """[0] is the stop flag of all threads."""

    nodes: cython.longlong
    node_limit: cython.longlong
    next_check: cython.longlong
    """Nodes at which the clock is read next."""
    deadline: cython.double
    """On the monotonic clock, in seconds; 0 where there is none."""
    aborted: cython.bint
    sel_depth: cython.int
    root_depth: cython.int

    static: cython.int[140]
    pv: cython.int[16900]
    pv_length: cython.int[140]
    reduction: cython.int[4096]
    prune_after: cython.int[64]
    """By depth, and whether the side to move is improving: quiet moves tried."""

    root_moves: cython.int[::1]
    root_scores: cython.int[::1]
    root_count: cython.int
    """Root moves to search, of `root_all`; behind them those that were found to lose."""
    root_all: cython.int

    tree: TreeLog
    recording: cython.bint
    passing: cython.bint
    """The position about to be entered comes from a pass."""
    why: cython.int
    """Reason for which the position just left was left, a WHY number, and moves of it that were not looked at."""
    unsearched: cython.int
    best_here: cython.int
    """Best move of the position just left, if one was found."""

    def __init__(self, board: Board, weights: Weights, table: TranspositionTable, shared, params):
        if not cython.compiled:
            self.static, self.pv, self.pv_length = [0] * 140, [0] * 16900, [0] * 140
            self.reduction, self.prune_after = [0] * 4096, [0] * 64
        Ordering.__init__(self, board, weights, params)
        self.weights, self.table, self.shared = weights, table, shared
        self.vct = VctSearch(board, self.vcf, shared, self.params[VCF_DEPTH], self.params[THREE_NODES])
        self.root_moves, self.root_scores = buffer(1024, "i"), buffer(1024, "i")
        self.limit(0.0, 0)
        self.record(0, 0)
        self.sel_depth = self.root_depth = self.root_count = self.root_all = 0
        for depth in range(1, 64):
            for count in range(1, 64):
                amount = self.params[LMR_BASE] * 0.01 + math.log(depth) * math.log(count) * 100 / self.params[LMR_SLOPE]
                self.reduction[64 * depth + count] = int(amount * 256)
        for depth in range(32):
            tried = self.params[LMP_BASE] + self.params[LMP_SLOPE] * depth * depth // 16
            self.prune_after[2 * depth] = tried * self.params[LMP_NOT_IMPROVING] // 100
            self.prune_after[2 * depth + 1] = tried

    def forget(self):
        """As new: nothing of an earlier game is left."""
        Ordering.forget(self)
        self.vct.forget()

    def record(self, room: int, deepest: int):
        """Write down so many positions of each iteration, up to a ply; 0 for none."""
        self.tree = TreeLog(room, deepest)
        self.recording = room > 0
        self.passing = False
        self.why = self.unsearched = self.best_here = 0

    def recorded(self) -> bytes:
        """The tree of the last iteration, as `TreeLog.dump` gives it."""
        return self.tree.dump()

    def limit(self, deadline: float, node_limit: int):
        """When to stop; 0 for no limit."""
        self.deadline = deadline
        self.node_limit = node_limit if node_limit else 1 << 62
        self.nodes = 0
        self.vcf.nodes = 0
        self.vct.deadline = deadline
        self.next_check = 0
        self.aborted = False

    @property
    def node_count(self) -> int:
        return self.nodes + self.vcf.nodes

    @property
    def selective_depth(self) -> int:
        """The longest line looked at since `start`, in plies."""
        return self.sel_depth

    # --- the root ---

    def start(self):
        """List the root's moves, best first; returns them as cells. A position without a legal move gives none."""
        i: cython.int
        self.age()
        self.sel_depth = 0
        self.pv_length[0] = 0
        top: cython.int = self.list_root()
        self.root_count = self.root_all = top
        for i in range(top):
            self.root_moves[i] = self.moves[i]
            self.root_scores[i] = -INFINITE
        return [cell_of(self.root_moves[i]) for i in range(top)]

    @cython.cfunc
    @cython.exceptval(check=False)
    def list_root(self) -> cython.int:
        top: cython.int = 0
        i: cython.int
        cell: cython.int
        y: cython.int
        if self.board.pending_five:
            top = self.board.list_breaks(self.moves, 0)
        else:
            cell = self.board.winning_move()
            if cell:
                self.moves[0] = cell
                return 1
            if self.vcf.winning_move_of(3 - self.board.turn):
                top = self.vcf.list_defences(0)
                for i in range(top):
                    self.moves[i] = self.vcf.moves[i]
            else:
                top = self.list_quiet(0, 0, 0)
                self.sort(0, top)
        if top == 0:  # lost, or nothing is near: anything legal
            for y in range(PAD, PAD + self.board.height):
                for cell in range(y * STRIDE + PAD, y * STRIDE + PAD + self.board.width):
                    if self.board.is_legal(cell):
                        self.moves[top] = cell
                        self.scores[top] = -self.distance(cell)
                        top += 1
            self.sort(0, top)
        return top

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def distance(self, cell: cython.int) -> cython.int:
        """From the middle of the board, as a king walks."""
        dx: cython.int = cell % STRIDE - PAD - self.board.width // 2
        dy: cython.int = cell // STRIDE - PAD - self.board.height // 2
        return max(max(dx, -dx), max(dy, -dy))

    def deepen(self, depth: int, first: int, guess: int):
        """Search the root to a depth, from the root move with that index on: the ones before it are lines already found.

        Returns (value, moves of the line, whether it was completed). The root's moves are left best first.
        """
        alpha: cython.int = -INFINITE
        beta: cython.int = INFINITE
        value: cython.int = 0
        margin: cython.int = self.params[ASPIRATION]
        d: cython.int = depth
        k: cython.int = first
        best: cython.int = guess
        self.root_depth = depth
        if depth >= 4 and -WIN_BOUND < best < WIN_BOUND:
            alpha, beta = max(-INFINITE, best - margin), min(INFINITE, best + margin)
        while True:
            self.tree.begin()
            with cython.nogil:
                value = self.search_root(d, alpha, beta, k)
            if self.aborted:
                break
            if value <= alpha and alpha > -INFINITE:
                margin *= 3
                alpha = max(-INFINITE, value - margin) if value > -WIN_BOUND else -INFINITE
            elif value >= beta and beta < INFINITE:
                margin *= 3
                beta = min(INFINITE, value + margin) if value < WIN_BOUND else INFINITE
            else:
                break
        line = [cell_of(self.pv[i]) for i in range(self.pv_length[0])]
        return value, line, not self.aborted

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def search_root(self, depth: cython.int, alpha: cython.int, beta: cython.int, first: cython.int) -> cython.int:
        best: cython.int = -INFINITE
        value: cython.int
        i: cython.int
        j: cython.int
        move: cython.int
        r: cython.int
        node: cython.int = self.tree.enter(0, depth, alpha, beta, 0) if self.recording else -1
        self.pv_length[0] = 0
        self.static[0] = self.weights.evaluate(self.board)
        for i in range(first, self.root_count):
            move = self.root_moves[i]
            self.board.make(move)
            if i == first:
                value = -self.search(depth - 1, -beta, -alpha, 1, 0, False)
            else:
                r = 0
                if depth >= 3 and i - first >= 3:
                    r = max(0, self.reduction[64 * min(depth, 63) + min(i - first, 63)] // 256 - 1)
                value = -self.search(depth - 1 - r, -alpha - 1, -alpha, 1, 0, True)
                if value > alpha and r > 0:
                    value = -self.search(depth - 1, -alpha - 1, -alpha, 1, 0, True)
                if value > alpha:
                    value = -self.search(depth - 1, -beta, -alpha, 1, 0, False)
            self.board.undo()
            if self.aborted:
                break
            self.root_scores[i] = value
            if value > best:
                best = value
                if value > alpha or i == first:
                    self.update_pv(0, move)
                    # the best so far stands first; the others keep their order
                    for j in range(i, first, -1):
                        self.root_moves[j] = self.root_moves[j - 1]
                        self.root_scores[j] = self.root_scores[j - 1]
                    self.root_moves[first] = move
                    self.root_scores[first] = value
                if value > alpha:
                    alpha = value
                if alpha >= beta:
                    break
        if self.recording:
            i = WHY_STOPPED if self.aborted else (WHY_CUT if alpha >= beta else WHY_SEARCHED)
            self.tree.leave(node, best, i, self.root_moves[first], 0)
        return best

    def find_vcf(self, depth: int, nodes: int):
        """A win by continuous threats from the root: (plies, first move), or (0, None)."""
        d: cython.int = depth
        n: cython.int = nodes
        plies: cython.int
        with cython.nogil:
            plies = self.vcf.prove(d, n)
        return (plies, cell_of(self.vcf.best)) if plies else (0, None)

    def find_vct(self, threes: int, nodes: int):
        """A win from the root by an attack of at most so many threes: (plies, first move), or (0, None)."""
        t: cython.int = threes
        n: cython.int = nodes
        plies: cython.int
        with cython.nogil:
            plies = self.vct.prove(t, n)
        return (plies, cell_of(self.vct.best)) if plies else (0, None)

    def vct_line(self, threes: int, nodes: int):
        """The moves of that win."""
        return self.vct.line(threes, nodes)

    def drop_losing_move(self, threes: int, nodes: int):
        """Take the best root move off the list if such an attack of the enemy follows it: how many are left, or None if not."""
        i: cython.int
        move: cython.int = self.root_moves[0]
        t: cython.int = threes
        n: cython.int = nodes
        plies: cython.int
        with cython.nogil:
            self.board.make(move)
            plies = 0 if self.board.conceded_five else self.vct.seek(t, n, False)
            self.board.undo()
        if plies == 0:
            return None
        for i in range(1, self.root_all):
            self.root_moves[i - 1] = self.root_moves[i]
            self.root_scores[i - 1] = self.root_scores[i]
        self.root_moves[self.root_all - 1] = move
        self.root_scores[self.root_all - 1] = -INFINITE
        self.root_count -= 1
        return self.root_count

    def restore_root_moves(self) -> bool:
        """Put back the moves that were dropped, in the order in which they were; False where none was."""
        dropped = self.root_count < self.root_all
        self.root_count = self.root_all
        return dropped

    def vcf_line(self, depth: int, nodes: int):
        """The moves of that win, each of the loser's the one that holds out longest."""
        return [cell_of(p) for p in self.vcf.line(depth, nodes)]

    def root_lines(self):
        """The root's moves as they stand now, with the value each was last found to have (at most, behind the first)."""
        return [(cell_of(self.root_moves[i]), self.root_scores[i]) for i in range(self.root_count)]

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def update_pv(self, ply: cython.int, move: cython.int) -> cython.void:
        """The line from here is this move and the line found behind it."""
        n: cython.int = self.pv_length[ply + 1]
        i: cython.int
        self.pv[130 * ply] = move
        for i in range(n):
            self.pv[130 * ply + 1 + i] = self.pv[130 * (ply + 1) + i]
        self.pv_length[ply] = n + 1

    # --- inside the tree ---

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def out_of_time(self) -> cython.bint:
        """Look at the clock and the flag now and then, at the node limit always."""
        spent: cython.longlong = self.nodes + self.vcf.nodes
        if spent >= self.node_limit:
            self.aborted = True
        elif spent >= self.next_check:
            self.next_check = spent + 512
            if self.shared[0] or (self.deadline > 0 and now() >= self.deadline):
                self.aborted = True
        return self.aborted

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def search(
        self,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
        top: cython.int,
        cut: cython.bint,
    ) -> cython.int:
        """The value of the position for the side to move, exact within (alpha, beta), a bound outside."""
        if not self.recording:
            return self.search_node(depth, alpha, beta, ply, top, cut)
        return self.search_node_logged(depth, alpha, beta, ply, top, cut)

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def search_node_logged(
        self,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
        top: cython.int,
        cut: cython.bint,
    ) -> cython.int:
        move: cython.int = 0 if self.passing else self.board.past_move[self.board.ply - 1]
        node: cython.int = self.tree.enter(move, depth, alpha, beta, ply)
        value: cython.int
        self.passing = False
        self.best_here = 0
        value = self.search_node(depth, alpha, beta, ply, top, cut)
        self.tree.leave(node, value, WHY_STOPPED if self.aborted else self.why, self.best_here, self.unsearched)
        self.best_here = self.unsearched = 0
        return value

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def search_node(
        self,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
        top: cython.int,
        cut: cython.bint,
    ) -> cython.int:
        """The search of one position; `search` is the way in."""
        me: cython.int = self.board.turn
        side: cython.int = me - 1
        pv_node: cython.bint = beta - alpha > 1
        start: cython.int = top
        i: cython.int
        value: cython.int
        self.nodes += 1
        self.pv_length[ply] = 0
        if self.out_of_time():
            return 0
        if ply > self.sel_depth:
            self.sel_depth = ply

        # Step 1. Ends of the game.
        self.why = WHY_OVER
        if self.board.conceded_five:
            return WIN - ply
        if self.board.taken[3 - me] >= self.board.goal:
            return -WIN + ply
        forced: cython.bint = False
        if self.board.pending_five:
            if self.board.grace:
                top = self.board.list_breaks(self.moves, top)
            if top == start:
                return -WIN + ply
            for i in range(start, top):
                if self.board.taken[me] + self.board.takes(self.moves[i], side) >= self.board.goal:
                    return WIN - ply - 1
            forced = True
        else:
            if self.board.winning_move():
                return WIN - ply - 1
            if self.board.stones >= self.board.width * self.board.height:
                return 0

        # Step 2. Nothing here can beat a shorter win found elsewhere.
        alpha = max(alpha, -WIN + ply)
        beta = min(beta, WIN - ply - 1)
        if alpha >= beta:
            self.why = WHY_WINDOW
            return alpha
        if ply >= MAX_PLY - 2:
            self.why = WHY_LEAF
            return self.weights.evaluate(self.board)

        # Step 3. The table.
        key: cython.ulonglong = self.board.hash
        data: cython.ulonglong = self.table.probe(key)
        table_move: cython.int = 0
        bound: cython.int = 0
        if data:
            table_move = move_of(data)
            bound = bound_of(data)
            value = value_of(data, ply)
            self.why = WHY_TABLE
            if not pv_node and (depth_of(data) >= depth or value > WIN_BOUND or value < -WIN_BOUND):
                if bound == BOUND_EXACT:
                    return value
                if bound == BOUND_LOWER and value >= beta:
                    return value
                if bound == BOUND_UPPER and value <= alpha:
                    return value
            if table_move and not self.board.is_legal(table_move):
                table_move = 0

        # Step 4. The enemy threatens to finish: only moves that could stop it count.
        if not forced and self.vcf.winning_move_of(3 - me):
            forced = True
            top = self.vcf.list_defences(0)
            if top == 0:
                self.why = WHY_LOST
                return -WIN + ply + 2
            for i in range(top):
                self.moves[start + i] = self.vcf.moves[i]
            top += start
        static: cython.int = 0
        improving: cython.bint = True
        horizon: cython.bint = depth <= 0
        if forced:
            depth = max(depth, 1)
            self.static[ply] = self.static[ply - 2] if ply >= 2 else 0
            for i in range(start, top):
                self.scores[i] = INFINITE * 4 if self.moves[i] == table_move else self.vcf.score(self.moves[i], side)
            self.sort(start, top)
        else:
            # Step 5. Leaf: a win by force, else the static value.
            static = static_of(data) if data else self.weights.evaluate(self.board)
            self.static[ply] = static
            if depth <= 0:
                return self.leaf_value(alpha, beta, ply, static, key, bound, data)

            # Better than at the side's last move: then a cut is likelier here. Where it is not, late moves get less (steps 12, 14).
            improving = ply >= 2 and static > self.static[ply - 2]
            if not pv_node:
                # Step 6. Reverse futility: far above beta already.
                if (
                    depth <= self.params[RFP_DEPTH]
                    and static - self.params[RFP_MARGIN] * depth + (self.params[RFP_IMPROVING] if improving else 0)
                    >= beta
                    and beta > -WIN_BOUND
                    and static < WIN_BOUND
                    and not self.has_double_threat(1 - side)
                ):
                    self.why = WHY_HIGH
                    return static
                # Step 7. Razoring: far below alpha, and no win by force.
                if depth <= self.params[RAZOR_DEPTH] and static + self.params[RAZOR_MARGIN] * depth < alpha:
                    value = self.leaf_value(alpha, beta, ply, static, key, bound, data)
                    if value <= alpha:
                        self.why = WHY_LOW
                        return value
                # Step 8. Null move: even a pass is good enough.
                if (
                    depth >= self.params[NULL_DEPTH]
                    and cut
                    and static >= beta + self.params[NULL_MARGIN]
                    and beta > -WIN_BOUND
                    and not self.has_double_threat(1 - side)
                ):
                    value = self.search_null_move(depth, beta, ply, top)
                    if self.aborted:
                        return 0
                    if value >= beta:
                        self.why = WHY_PASS
                        return value if value < WIN_BOUND else beta
            # Step 9. No table move: the first look need not be so deep.
            if table_move == 0 and depth >= self.params[IIR_DEPTH]:
                depth -= 1

        # Step 10. Moves, one by one.
        best: cython.int = -INFINITE
        best_move: cython.int = 0
        old_alpha: cython.int = alpha
        count: cython.int = 0
        move: cython.int
        generated: cython.bint = forced
        next_i: cython.int = start
        pruned: cython.int = 0
        if not forced and table_move:
            self.moves[top] = table_move
            self.scores[top] = INFINITE * 4
            top += 1
        while True:
            if next_i >= top:
                if generated:
                    break
                generated = True
                top = self.list_quiet(ply, next_i, table_move)
                if next_i >= top:
                    break
            if generated and not forced:
                self.pick(next_i, top)
            move = self.moves[next_i]
            next_i += 1
            kinds: cython.int = self.board.kind[self.board.code(move, side)]
            quiet: cython.bint = not (kinds & KIND_THREE) and self.board.takes(move, side) == 0
            reduced: cython.int = 0
            new_depth: cython.int = depth - 1
            if forced:
                # Step 11. An answer to a threat costs no depth, as long as the line is not much longer than planned.
                if not horizon and ply < self.root_depth + self.params[EXTENSION_PLIES]:
                    new_depth = depth
            else:
                # Step 12. Late quiet moves are not tried near the leaves.
                if (
                    not pv_node
                    and quiet
                    and best > -WIN_BOUND
                    and depth < 32
                    and count >= self.prune_after[2 * depth + improving]
                ):
                    pruned += 1 + top
                    top = self.keep_tactical(next_i, top)
                    pruned -= top
                    continue
                # Step 13. Quiet moves cannot lift a value this far below alpha.
                if (
                    not pv_node
                    and quiet
                    and best > -WIN_BOUND
                    and depth <= self.params[FUTILITY_DEPTH]
                    and count >= 1
                    and static + self.params[FUTILITY_MARGIN] * (depth + 1) <= alpha
                ):
                    pruned += 1 + top
                    top = self.keep_tactical(next_i, top)
                    pruned -= top
                    continue
                # Step 14. Late moves are searched less deeply at first.
                if depth >= 2 and count >= 1 + (2 if pv_node else 0):
                    reduced = self.reduction[64 * min(depth, 63) + min(count, 63)]
                    reduced -= self.history[side * CELLS + move] >> 4
                    if pv_node:
                        reduced -= 256
                    if cut:
                        reduced += 256
                    if not improving:
                        reduced += self.params[LMR_NOT_IMPROVING]
                    if not quiet:
                        reduced -= 512 if kinds & KIND_FOUR else 256
                    if move == self.killers[2 * ply] or move == self.killers[2 * ply + 1]:
                        reduced -= 256
                    reduced = max(0, min(reduced // 256 if reduced > 0 else 0, depth - 1))
            # Step 15. The table knows already that the move does not reach alpha: it need not even be played.
            if count and self.fails_low_by_table(move, new_depth - reduced, alpha, ply):
                count += 1
                pruned += 1
                best = max(best, alpha)
                continue
            self.board.make(move)
            count += 1
            if count == 1:
                value = -self.search(new_depth, -beta, -alpha, ply + 1, top, not cut and not pv_node)
            else:
                value = -self.search(new_depth - reduced, -alpha - 1, -alpha, ply + 1, top, True)
                if value > alpha and reduced > 0:
                    value = -self.search(new_depth, -alpha - 1, -alpha, ply + 1, top, not cut)
                if value > alpha and value < beta:
                    value = -self.search(new_depth, -beta, -alpha, ply + 1, top, False)
            self.board.undo()
            if self.aborted:
                return 0
            if value > best:
                best = value
                if value > alpha:
                    best_move = move
                    alpha = value
                    if pv_node:
                        self.update_pv(ply, move)
                    if alpha >= beta:
                        if quiet and not forced:
                            self.update_quiet_stats(move, side, depth, ply, start, next_i - 1)
                        break
        if best == -INFINITE:
            self.why = WHY_OVER
            return 0  # no legal move: a draw
        self.why = WHY_CUT if best >= beta else WHY_SEARCHED
        self.best_here = best_move
        self.unsearched = top - next_i + pruned
        bound = BOUND_LOWER if best >= beta else (BOUND_EXACT if alpha > old_alpha else BOUND_UPPER)
        self.table.store(key, best_move, to_table(best, ply), static, depth, bound)
        return best

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def fails_low_by_table(
        self, move: cython.int, depth: cython.int, alpha: cython.int, ply: cython.int
    ) -> cython.bint:
        """Does the table hold, for the position after this move, a value that keeps it from raising alpha?"""
        side: cython.int = self.board.turn - 1
        if self.board.takes(move, side):
            return False  # the hash after a capture is not so easily had
        key: cython.ulonglong = self.board.hash ^ self.board.zobrist[(side + 1) * CELLS + move] ^ self.board.zobrist[0]
        data: cython.ulonglong = self.table.probe(key)
        if data == 0 or bound_of(data) == BOUND_UPPER:
            return False
        value: cython.int = value_of(data, ply + 1)
        return -value <= alpha and (depth_of(data) >= depth or value > WIN_BOUND)

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def has_double_threat(self, side: cython.int) -> cython.bint:
        """Could the side make an open four, two threats at once, or nearly its last capture? Then nothing is pruned."""
        counts: cython.longlong = self.board.counts(side)
        if (counts >> 40) & 0xFFFF:
            return True
        return (
            self.board.captures
            and counts & 255 != 0
            and self.board.taken[side + 1] + 2 * self.board.longest_take() >= self.board.goal
        )

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def leaf_value(
        self,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
        static: cython.int,
        key: cython.ulonglong,
        bound: cython.int,
        data: cython.ulonglong,
    ) -> cython.int:
        """The end of the planned depth: look for a win by force, else trust the static value."""
        side: cython.int = self.board.turn - 1
        plies: cython.int
        value: cython.int
        counts: cython.longlong = self.board.counts(side)
        budget: cython.int = 0
        # a leaf that was good enough as it stood is kept as a lower bound: nobody has looked for a win there yet
        fresh: cython.bint = data == 0 or (depth_of(data) == 0 and bound == BOUND_LOWER and static < WIN_BOUND)
        if fresh and static < beta:
            if (counts >> 40) & 0xFFFF:  # two threats in one move
                budget = self.params[VCF_NODES]
            elif (counts >> 32) & 255 or (
                counts & 255
                and self.board.captures
                and self.board.taken[side + 1] + 2 * self.board.longest_take() >= self.board.goal
            ):
                budget = self.params[VCF_FEW]
        if budget:
            plies = self.vcf.prove(self.params[VCF_DEPTH], budget)
            if plies:
                self.why = WHY_FORCED
                value = WIN - ply - plies
                self.table.store(key, self.vcf.best, to_table(value, ply), static, 0, BOUND_LOWER)
                return value
        self.why = WHY_LEAF
        if fresh:
            self.table.store(key, 0, static, static, 0, BOUND_LOWER if static >= beta else BOUND_EXACT)
        return static

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def search_null_move(self, depth: cython.int, beta: cython.int, ply: cython.int, top: cython.int) -> cython.int:
        value: cython.int
        self.board.turn = 3 - self.board.turn
        self.board.hash ^= self.board.zobrist[0]
        self.passing = True
        value = -self.search(depth - 1 - self.params[NULL_REDUCTION], -beta, -beta + 1, ply + 1, top, False)
        self.board.turn = 3 - self.board.turn
        self.board.hash ^= self.board.zobrist[0]
        return value
