"""The root of the search: its moves, iterative deepening with aspiration windows, and forced wins before and beside it.

One `Search` belongs to one thread: board, history and move lists are its own; only the transposition table and the stop flag are shared. Its
owner calls `start`, then `deepen` for one depth after another.
"""

import cython

if not cython.compiled:
    from gomoku.core.board import Board
    from gomoku.core.constants import *  # noqa: F403
    from gomoku.core.evaluation import Weights, is_loss, is_win
    from gomoku.core.line_state import cell_of
    from gomoku.core.ordering import Ordering, distance_to_centre
    from gomoku.core.params import *  # noqa: F403
    from gomoku.core.patterns import buffer
    from gomoku.core.search import NodeSearch
    from gomoku.core.threats.vct import VctSearch
    from gomoku.core.transposition import TranspositionTable


@cython.final
@cython.cclass
class Search(NodeSearch):
    """Search of one board, in one thread, from the root."""

    vct: VctSearch
    root_moves: cython.int[::1]
    root_scores: cython.int[::1]
    root_count: cython.int
    """Root moves to search, the first of `root_all`; those behind them were found to lose."""
    root_all: cython.int

    def __init__(self, board: Board, weights: Weights, table: TranspositionTable, shared, params, network=None):
        NodeSearch.__init__(self, board, weights, table, shared, params, network)
        self.vct = VctSearch(board, self.vcf, shared, self.deadline, self.params[VCF_DEPTH], self.params[THREE_NODES])
        self.root_moves, self.root_scores = buffer(1024, "i"), buffer(1024, "i")
        self.root_count = self.root_all = 0

    def forget(self):
        """Reset all memory except the transposition table, for a new game."""
        Ordering.forget(self)
        self.vct.forget()

    @property
    def root_moves_left(self) -> int:
        """Root moves that are searched: all but those found to lose."""
        return self.root_count

    def start(self, first_moves: bool = False):
        """List the root moves, best first; returns them as (x, y). Empty if there is no legal move.

        On an empty board it is the middle alone, unless `first_moves` asks for others as well.
        """
        i: cython.int
        self.age()
        self.sel_depth = 0
        self.pv_length[0] = 0
        top: cython.int = self.list_first_moves() if first_moves and not self.board.stones else self.list_root()
        self.root_count = self.root_all = top
        for i in range(top):
            self.root_moves[i] = self.moves[i]
            self.root_scores[i] = -INFINITE
        return [cell_of(self.root_moves[i]) for i in range(top)]

    @cython.cfunc
    @cython.exceptval(check=False)
    def list_root(self) -> cython.int:
        """Breaks of a pending five, else one winning move, else the defences against a threat, else all candidates."""
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
        if top == 0:  # lost, or no candidate: any legal move
            for y in range(PAD, PAD + self.board.height):
                for cell in range(y * STRIDE + PAD, y * STRIDE + PAD + self.board.width):
                    if self.board.is_legal(cell):
                        self.moves[top] = cell
                        self.scores[top] = -distance_to_centre(self.board, cell)
                        top += 1
            self.sort(0, top)
        return top

    def deepen(self, depth: int, first: int, guess: int):
        """Search the root to a depth, from root move number `first` on (multi-PV: those before it are lines already found).

        Aspiration windows (worth 42 +70 [+33, +109], freestyle +62 [+38, +87]): the value rarely changes much from one depth to the
        next. Search a narrow window around `guess`; where the value falls outside, triple the margin and search again. A win
        above the window is proved as it is: the next depth looks for a shorter one.

        Returns (value, moves of the principal variation, completed). The root moves are left best first.
        """
        alpha: cython.int = -INFINITE
        beta: cython.int = INFINITE
        value: cython.int = 0
        margin: cython.int = self.params[ASPIRATION]
        d: cython.int = depth
        k: cython.int = first
        best: cython.int = guess
        self.root_depth = depth
        self.deadline.resume()
        if depth >= 4 and not is_win(best) and not is_loss(best):
            alpha, beta = max(-INFINITE, best - margin), min(INFINITE, best + margin)
        while True:
            self.tree.begin()
            with cython.nogil:
                value = self.search_root(d, alpha, beta, k)
            if self.aborted:
                break
            if value <= alpha and alpha > -INFINITE:
                margin *= 3
                alpha = -INFINITE if is_loss(value) else max(-INFINITE, value - margin)
            elif value >= beta and beta < INFINITE and not is_win(value):
                margin *= 3
                beta = min(INFINITE, value + margin)
            else:
                break
        line = [cell_of(self.pv[i]) for i in range(self.pv_length[0])]
        return value, line, not self.aborted

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def search_root(self, depth: cython.int, alpha: cython.int, beta: cython.int, first: cython.int) -> cython.int:
        """PVS over the root moves from `first` on; the best is moved to the front."""
        best: cython.int = -INFINITE
        value: cython.int
        i: cython.int
        j: cython.int
        move: cython.int
        r: cython.int
        node: cython.int = self.tree.enter(0, depth, alpha, beta, 0) if self.recording else -1
        self.pv_length[0] = 0
        self.static[0] = self.evaluator.evaluate()
        for i in range(first, self.root_count):
            move = self.root_moves[i]
            self.board.make(move)
            if i == first:
                value = -self.search(depth - 1, -beta, -alpha, 1, 0, False)
            else:
                r = 0
                if depth >= 3 and i - first >= 3:
                    r = self.base_reduction(depth, i - first) // REDUCTION_UNIT - 1
                    r = max(0, r)
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
                    # the new best goes to the front, the others keep their order
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
        """A VCF from the root: (plies, first move), or (0, None)."""
        d: cython.int = depth
        n: cython.int = nodes
        plies: cython.int
        with cython.nogil:
            plies = self.vcf.prove(d, n)
        return (plies, cell_of(self.vcf.best)) if plies else (0, None)

    def vcf_line(self, depth: int, nodes: int):
        """The moves of that VCF against the longest defence."""
        return [cell_of(p) for p in self.vcf.line(depth, nodes)]

    def refutations(self, depth: int, nodes: int):
        """`VcfSearch.refutations`, with cells as (x, y); None for no move."""
        replies, rest, others = self.vcf.refutations(depth, nodes)
        found = [(cell_of(reply), plies, cell_of(move) if plies else None) for reply, plies, move in others]
        return replies, cell_of(rest) if rest else None, found

    def find_vct(self, threes: int, nodes: int):
        """A VCT from the root with at most `threes` threes: (plies, first move), or (0, None)."""
        t: cython.int = threes
        n: cython.int = nodes
        plies: cython.int
        self.deadline.resume()
        with cython.nogil:
            plies = self.vct.prove(t, n, 2 * n)
        return (plies, cell_of(self.vct.best)) if plies else (0, None)

    def vct_line(self, threes: int, nodes: int):
        """The moves of that VCT against the longest defence."""
        return self.vct.line(threes, nodes)

    def drop_losing_move(self, threes: int, nodes: int):
        """Take the best root move off the list if the enemy has a VCT after it; returns the moves left, or None if it has none."""
        i: cython.int
        move: cython.int = self.root_moves[0]
        t: cython.int = threes
        n: cython.int = nodes
        plies: cython.int
        self.deadline.resume()
        with cython.nogil:
            self.board.make(move)
            plies = (
                0 if self.board.conceded_five else self.vct.prove(t, n, 8 * n)
            )  # such attacks are rare, and worth a proof
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
        """Put the dropped moves back, in the order in which they were dropped; False if there were none."""
        dropped = self.root_count < self.root_all
        self.root_count = self.root_all
        return dropped

    def root_lines(self):
        """The root moves in their current order, with their last values (upper bounds behind the first)."""
        return [(cell_of(self.root_moves[i]), self.root_scores[i]) for i in range(self.root_count)]
