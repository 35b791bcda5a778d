"""The search of one position: principal variation search (PVS), and the pruning that keeps its tree small.

`search_node` is the heart, in numbered steps, each with its usual name and its idea. `root.py` calls it for the moves of the root, one depth after
another. It never prints and never sleeps.

Worth is what the engine loses when a step is switched off: Elo with the 95 % interval, from matches at 20,000 positions a move, under the rules of
42 and freestyle (20 x 20). docs/SEARCH.md has the other rule sets, the number of games, and what was tried without success.

Values are always from the side to move. Depth is the number of plies left, ply the distance from the root.
"""

import math

import cython

if not cython.compiled:
    from gomoku.core.board import Board
    from gomoku.core.constants import *  # noqa: F403
    from gomoku.core.deadline import Deadline
    from gomoku.core.evaluation import Weights, is_loss, is_win, loss_in, win_in
    from gomoku.core.network import Evaluator
    from gomoku.core.ordering import Ordering
    from gomoku.core.params import *  # noqa: F403
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


@cython.cclass
class NodeSearch(Ordering):
    """Principal variation search below the root; base class of `Search`. Methods are final, so that calls need no look-up."""

    evaluator: Evaluator
    table: TranspositionTable
    shared: cython.int[::1]
    """[0] is the stop flag of all threads."""

    nodes: cython.longlong
    node_limit: cython.longlong
    next_check: cython.longlong
    """Number of nodes at which the clock is read next."""
    deadline: Deadline
    aborted: cython.bint
    sel_depth: cython.int
    """Selective depth: the longest line searched, in plies."""
    root_depth: cython.int

    static: cython.int[PLY_SLOTS]
    """By ply: the static evaluation on the current line."""
    pv: cython.int[PV_CELLS]
    """By ply, PLY_SLOTS moves each: the principal variation from there (triangular table)."""
    pv_length: cython.int[PLY_SLOTS]
    reduction: cython.int[LMR_ENTRIES]
    """By depth and move number: late-move reduction, in units of REDUCTION_UNIT."""
    prune_after: cython.int[LMP_ENTRIES]
    """By depth and improving: quiet moves tried before late-move pruning."""

    tree: TreeLog
    recording: cython.bint
    passing: cython.bint
    """The node about to be entered follows a null move."""
    why: cython.int
    """Reason for which the last node was left, a WHY number."""
    unsearched: cython.int
    """Moves of the last node that were not searched."""
    best_here: cython.int
    """Best move of the last node, or 0."""

    def __init__(self, board: Board, weights: Weights, table: TranspositionTable, shared, params, network=None):
        if not cython.compiled:
            self.static, self.pv, self.pv_length = [0] * PLY_SLOTS, [0] * PV_CELLS, [0] * PLY_SLOTS
            self.reduction, self.prune_after = [0] * LMR_ENTRIES, [0] * LMP_ENTRIES
        Ordering.__init__(self, board, weights, params)
        self.evaluator, self.table, self.shared = Evaluator(board, weights, network), table, shared
        self.deadline = Deadline()
        self.limit(0.0, 0)
        self.record(0, 0)
        self.sel_depth = self.root_depth = 0
        percent: cython.int = self.params[POLICY_REDUCTION] if self.evaluator.has_policy else 100
        for depth in range(1, LMR_SIZE):
            for count in range(1, LMR_SIZE):
                plies = (
                    self.params[LMR_BASE] * 0.01 + math.log(depth) * math.log(count) * percent / self.params[LMR_SLOPE]
                )
                self.reduction[LMR_SIZE * depth + count] = int(plies * REDUCTION_UNIT)
        for depth in range(LMP_DEPTHS):
            tried = self.params[LMP_BASE] + self.params[LMP_SLOPE] * depth * depth // 16
            self.prune_after[2 * depth] = tried * self.params[LMP_NOT_IMPROVING] // 100
            self.prune_after[2 * depth + 1] = tried

    def record(self, room: int, deepest: int):
        """Log the tree of each iteration: at most `room` nodes, up to the ply `deepest`; 0 for no log."""
        self.tree = TreeLog(room, deepest)
        self.recording = room > 0
        self.passing = False
        self.why = self.unsearched = self.best_here = 0

    def recorded(self):
        """The tree of the last iteration, in the format of `TreeLog.dump`, and whether it is complete."""
        return self.tree.dump(), not self.tree.cut

    def limit(self, deadline: float, node_limit: int):
        """Set the limits (`deadline` on the monotonic clock, in seconds) and reset the node counts; 0 for no limit."""
        self.deadline.begin(deadline)
        self.node_limit = node_limit if node_limit else 1 << 62
        self.nodes = 0
        self.vcf.nodes = 0
        self.next_check = 0
        self.aborted = False

    def static_value(self) -> int:
        """Static evaluation of the board for the side to move."""
        return self.evaluator.value()

    def policy(self):
        """`Evaluator.logits` of the board."""
        return self.evaluator.logits()

    @property
    def node_count(self) -> int:
        """Positions visited since `limit`, threat searches included."""
        return self.nodes + self.vcf.nodes

    @property
    def selective_depth(self) -> int:
        """The longest line searched since `start`, in plies."""
        return self.sel_depth

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def update_pv(self, ply: cython.int, move: cython.int) -> cython.void:
        """Set the principal variation from this ply to the move, followed by that of the next ply."""
        n: cython.int = self.pv_length[ply + 1]
        i: cython.int
        self.pv[PLY_SLOTS * ply] = move
        for i in range(n):
            self.pv[PLY_SLOTS * ply + 1 + i] = self.pv[PLY_SLOTS * (ply + 1) + i]
        self.pv_length[ply] = n + 1

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def out_of_time(self) -> cython.bint:
        """Check the node limit; every 512 nodes also the clock and the stop flag."""
        spent: cython.longlong = self.nodes + self.vcf.nodes
        if spent >= self.node_limit:
            self.aborted = True
        elif spent >= self.next_check:
            self.next_check = spent + 512
            if self.shared[0] or self.deadline.has_come():
                self.aborted = True
        return self.aborted

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def base_reduction(self, depth: cython.int, count: cython.int) -> cython.int:
        """Late-move reduction by depth and move number alone, in units of REDUCTION_UNIT."""
        return self.reduction[LMR_SIZE * min(depth, LMR_SIZE - 1) + min(count, LMR_SIZE - 1)]

    @cython.final
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
        """The value of the position for the side to move: exact within (alpha, beta), a bound outside.

        `top` is where this node's move list starts; `cut` is true where a cut-off is expected (cut node).
        """
        if not self.recording:
            return self.search_node(depth, alpha, beta, ply, top, cut)
        return self.search_node_logged(depth, alpha, beta, ply, top, cut)

    @cython.final
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
        """`search_node`, with a node of the tree log around it."""
        move: cython.int = 0 if self.passing else self.board.past_move[self.board.ply - 1]
        node: cython.int = self.tree.enter(move, depth, alpha, beta, ply)
        value: cython.int
        self.passing = False
        self.best_here = 0
        value = self.search_node(depth, alpha, beta, ply, top, cut)
        self.tree.leave(node, value, WHY_STOPPED if self.aborted else self.why, self.best_here, self.unsearched)
        self.best_here = self.unsearched = 0
        return value

    @cython.final
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
        """The search of one position, in 16 steps; `search` is the entry point."""
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

        # Step 1. End of the game. The enemy has won by capture or by a five that cannot be broken; or we win with this
        # move, by a five or by the last capture. Where the enemy has a breakable five, only the moves that break it count.
        self.why = WHY_OVER
        if self.board.conceded_five:
            return win_in(ply)
        if self.board.taken[3 - me] >= self.board.goal:
            return loss_in(ply)
        forced: cython.bint = False
        if self.board.pending_five:
            if self.board.grace:
                top = self.board.list_breaks(self.moves, top)
            if top == start:
                return loss_in(ply)
            for i in range(start, top):
                if self.board.reaches_goal(self.moves[i], side):
                    return win_in(ply + 1)
            forced = True
        else:
            if self.board.winning_move():
                return win_in(ply + 1)
            if self.board.stones >= self.board.width * self.board.height:
                return 0

        # Step 2. Mate distance pruning. The best this node can give is a win next move, the worst a loss now: where a
        # shorter win is known elsewhere, stop. Costs nothing, and finds the shortest win instead of any.
        alpha = max(alpha, loss_in(ply))
        beta = min(beta, win_in(ply + 1))
        if alpha >= beta:
            self.why = WHY_WINDOW
            return alpha
        if ply >= MAX_PLY - 2:
            self.why = WHY_LEAF
            return self.evaluator.evaluate()

        # Step 3. Transposition table. A stored value that is deep enough, or a proved win or loss of any depth, ends a node
        # off the principal variation. Its move is tried first; two positions may share a hash, so it must be legal.
        key: cython.ulonglong = self.board.hash
        data: cython.ulonglong = self.table.probe(key)
        table_move: cython.int = 0
        bound: cython.int = BOUND_NONE
        if data:
            table_move = move_of(data)
            bound = bound_of(data)
            value = value_of(data, ply)
            self.why = WHY_TABLE
            if not pv_node and (depth_of(data) >= depth or is_win(value) or is_loss(value)):
                if bound == BOUND_EXACT:
                    return value
                if bound == BOUND_LOWER and value >= beta:
                    return value
                if bound == BOUND_UPPER and value <= alpha:
                    return value
            if table_move and not self.board.is_legal(table_move):
                table_move = 0

        # Step 4. Forced answers. The enemy threatens to win next move: only the moves that may stop it are searched, a
        # complete list. If it is empty the game is lost. In the middle of an exchange the static evaluation means nothing:
        # that of our last turn stands in, and steps 6 to 10 and 13 to 15 are skipped.
        if not forced and self.vcf.winning_move_of(3 - me):
            forced = True
            top = self.vcf.list_defences(0)
            if top == 0:
                self.why = WHY_LOST
                return loss_in(ply + 2)
            for i in range(top):
                self.moves[start + i] = self.vcf.moves[i]
            top += start
        # Step 5. Threat space. Under rules without captures our double four wins in 3 plies and our four-three in 5; where the
        # enemy threatens one, only the replies that can stop it are searched, again a complete list. See `ThreatSpace`
        # (with the history of threats, 120,000 nodes, against 0.1.0: freestyle +53 [+1, +107], standard +179 [+114, +260]).
        listed: cython.bint = False
        if not forced and self.params[LIST_REPLIES]:
            if self.vcf.space.is_exact(me) and self.board.can_make_double_threat(side):
                self.why = WHY_FORCED
                if self.vcf.space.double_four():
                    return win_in(ply + 3)
                if self.params[LIST_REPLIES] > 1 and self.vcf.space.next_four_three(0):
                    return win_in(ply + 5)
            if self.vcf.space.is_exact(3 - me) and self.board.can_make_double_threat(1 - side):
                i = self.vcf.space.list_replies(self.moves, start, self.params[LIST_REPLIES] > 1)
                if i == start:
                    self.why = WHY_LOST
                    return loss_in(ply + 6)
                if i > start:
                    listed = True
                    top = i
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
            # Step 6. Leaf: a small VCF, else the static evaluation; see `leaf_value`
            # (worth of the VCF: 42 +118 [+82, +157], freestyle +103 [+78, +129]).
            static = static_of(data) if data else self.evaluator.evaluate()
            self.static[ply] = static
            if depth <= 0:
                return self.leaf_value(alpha, beta, ply, static, key, bound, data)

            # Improving: the static evaluation is above that of our last turn, two plies ago. A cut-off is likelier here, so
            # step 7 asks for less; where it is not, steps 13 and 15 leave less to late moves
            # (worth of all three: 42 +41 [+16, +68], freestyle +19 [+2, +36]).
            improving = ply >= 2 and static > self.static[ply - 2]
            if not pv_node:
                # Step 7. Reverse futility pruning (42 +41 [+3, +80], freestyle +83 [+55, +112]). Near the leaves and so far
                # above beta that the enemy will not make up for it: return. Not when the enemy has a strong threat.
                if (
                    depth <= self.params[RFP_DEPTH]
                    and static - self.params[RFP_MARGIN] * depth + (self.params[RFP_IMPROVING] if improving else 0)
                    >= beta
                    and not is_loss(beta)
                    and not is_win(static)
                    and not self.board.has_strong_threat(1 - side)
                ):
                    self.why = WHY_HIGH
                    return static
                # Step 8. Razoring (42 -9 [-51, +33], freestyle +6 [-15, +27]). The mirror image: so far below alpha that
                # only a forced win would help. Look for one; if there is none, return.
                if depth <= self.params[RAZOR_DEPTH] and static + self.params[RAZOR_MARGIN] * depth < alpha:
                    value = self.leaf_value(alpha, beta, ply, static, key, bound, data)
                    if value <= alpha:
                        self.why = WHY_LOW
                        return value
                # Step 9. Null-move pruning (42 +19 [-16, +55], freestyle -1 [-18, +15]). Pass: if a reduced search of the
                # enemy's free move still gives beta or more, a real move would do so, too. Not when the enemy has a strong
                # threat. A win after a pass is no proof and is returned as beta.
                if (
                    depth >= self.params[NULL_DEPTH]
                    and cut
                    and static >= beta + self.params[NULL_MARGIN]
                    and not is_loss(beta)
                    and not self.board.has_strong_threat(1 - side)
                ):
                    value = self.search_null_move(depth, beta, ply, top)
                    if self.aborted:
                        return 0
                    if value >= beta:
                        self.why = WHY_PASS
                        return beta if is_win(value) else value
            # Step 10. Internal iterative reduction (42 +19 [-17, +55], freestyle +10 [-14, +33]). Without a table move the
            # order is poor and a full search expensive: search a ply less, and find a table move here next time.
            if table_move == 0 and depth >= self.params[IIR_DEPTH]:
                depth -= 1

        # Step 11. Move loop. The table move comes first, and the others are generated only if it causes no cut-off; then
        # always the best that remains (`pick`), by pattern rank, history, killers and counter-move
        # (worth of the last two: 42 -5 [-40, +31], freestyle -4 [-28, +20]), and by the policy of a network where there is one.
        best: cython.int = -INFINITE
        best_move: cython.int = 0
        old_alpha: cython.int = alpha
        count: cython.int = 0
        move: cython.int
        generated: cython.bint = forced or listed
        next_i: cython.int = start
        pruned: cython.int = 0
        if listed:
            self.score_moves(ply, start, top)
            for i in range(start, top):
                if self.moves[i] == table_move:
                    self.scores[i] = INFINITE * 4
        elif not forced and table_move:
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
                if self.evaluator.has_policy and depth >= self.params[POLICY_DEPTH]:
                    self.evaluator.order(self.moves, self.scores, next_i, top, self.params[POLICY_POINTS])
            if generated and not forced:
                self.pick(next_i, top)
            move = self.moves[next_i]
            next_i += 1
            key_after: cython.ulonglong = self.board.hash_after(move, side)
            self.table.prefetch(key_after)
            kinds: cython.int = self.board.kind[self.board.code(move, side)]
            quiet: cython.bint = not self.is_tactical(move, side)
            reduced: cython.int = 0
            new_depth: cython.int = depth - 1
            # Step 12. Extension (42 0 [-32, +32], freestyle +3 [-17, +22]). An answer to a threat costs no depth, or
            # threats thrown in would push a loss beyond the horizon. The line may grow EXTENSION_PLIES beyond the plan.
            if forced and not horizon and ply < self.root_depth + self.params[EXTENSION_PLIES]:
                new_depth = depth
            if not forced:
                # Step 13. Late-move pruning (42 +121 [+83, +163], freestyle +112 [+85, +141]). After a number of moves that
                # grows with depth, quiet moves are skipped: an order this good rarely has the best one last. Never while
                # every move so far loses.
                if (
                    not pv_node
                    and quiet
                    and not listed
                    and not is_loss(best)
                    and depth < LMP_DEPTHS
                    and count >= self.prune_after[2 * depth + improving]
                ):
                    pruned += 1 + top
                    top = self.keep_tactical(next_i, top)
                    pruned -= top
                    continue
                # Step 14. Futility pruning (42 +13 [-18, +45], freestyle -7 [-18, +5]). Near the leaves, the static evaluation
                # plus a margin does not reach alpha: quiet moves will not, either.
                if (
                    not pv_node
                    and quiet
                    and not listed
                    and not is_loss(best)
                    and depth <= self.params[FUTILITY_DEPTH]
                    and count >= 1
                    and static + self.params[FUTILITY_MARGIN] * (depth + 1) <= alpha
                ):
                    pruned += 1 + top
                    top = self.keep_tactical(next_i, top)
                    pruned -= top
                    continue
                # Step 15. Late-move reductions (42 +195 [+158, +236], freestyle +77 [+54, +101]). Later moves are searched
                # less deeply, by the logarithms of depth and move number; less so with good history, for threats, killers
                # and on the principal variation, more so in cut nodes. One that beats alpha is searched again in full.
                if depth >= 2 and count >= 1 + (2 if pv_node else 0):
                    reduced = self.base_reduction(depth, count)
                    reduced -= self.history[self.history_at(move, side)] >> 4
                    if pv_node:
                        reduced -= REDUCTION_UNIT
                    if cut:
                        reduced += REDUCTION_UNIT
                    if not improving:
                        reduced += self.params[LMR_NOT_IMPROVING]
                    if not quiet:
                        reduced -= 2 * REDUCTION_UNIT if kinds & KIND_FOUR else REDUCTION_UNIT
                    if move == self.killers[2 * ply] or move == self.killers[2 * ply + 1]:
                        reduced -= REDUCTION_UNIT
                    reduced = max(0, min(reduced // REDUCTION_UNIT if reduced > 0 else 0, depth - 1))
            # Step 16. Enhanced transposition cut-off (average depth 10.0 -> 10.9 at 300,000 positions, 24 middle games of 42).
            # The hash after a move without captures is known in advance: if the table says that the move does not reach
            # alpha, it is not even played. The entry behind the next move is fetched now, long before it is asked for.
            if generated and not forced and next_i < top:
                self.table.prefetch(self.board.hash_after(self.pick(next_i, top), side))
            if count:
                value = self.table.bound_before_move(key_after, new_depth - reduced, ply)
                if value <= alpha:
                    count += 1
                    pruned += 1
                    best = max(best, value)
                    continue

            # Principal variation search: the first move with the full window, the others with a null window to show that
            # they are no better. One that is better is searched again: to full depth, then with the full window.
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
                        if not forced:
                            self.update_stats(move, side, depth, ply, start, next_i - 1)
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

    @cython.final
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
        """Steps 6 and 8: a small VCF where the static evaluation is below beta and threats are there, else the static evaluation.

        Every leaf pays for it, so the budget is tiny: VCF_NODES positions after a double threat, VCF_FEW otherwise.
        """
        side: cython.int = self.board.turn - 1
        plies: cython.int
        value: cython.int
        budget: cython.int = 0
        # a leaf that was above beta is stored as a lower bound, without a VCF: it may still be searched
        fresh: cython.bint = data == 0 or (depth_of(data) == 0 and bound == BOUND_LOWER and not is_win(static))
        if fresh and static < beta:
            if self.board.can_make_double_threat(side):
                budget = self.params[VCF_NODES]
            elif self.board.can_make_four(side) or self.board.is_near_goal(side):
                budget = self.params[VCF_FEW]
        if budget:
            plies = self.vcf.prove(self.params[VCF_DEPTH], budget)
            if plies:
                self.why = WHY_FORCED
                value = win_in(ply + plies)
                self.table.store(key, self.vcf.best, to_table(value, ply), static, 0, BOUND_LOWER)
                return value
        self.why = WHY_LEAF
        if fresh:
            self.table.store(key, 0, static, static, 0, BOUND_LOWER if static >= beta else BOUND_EXACT)
        return static

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def search_null_move(self, depth: cython.int, beta: cython.int, ply: cython.int, top: cython.int) -> cython.int:
        """Step 9: the value after a pass, by a reduced search with a null window."""
        value: cython.int
        self.board.pass_turn()
        self.passing = True
        value = -self.search(depth - 1 - self.params[NULL_REDUCTION], -beta, -beta + 1, ply + 1, top, False)
        self.board.pass_turn()
        return value
