"""Move generation and ordering: candidates, history, killers and counter-moves.

The lists of all plies share one array; each starts where that of the ply before ends. A move's score adds up what it makes and prevents
(`VcfSearch.score`), its history, and bonuses for killers and the counter-move.
"""

import cython

if not cython.compiled:
    from gomoku.core.board import Board
    from gomoku.core.constants import *  # noqa: F403
    from gomoku.core.evaluation import Weights
    from gomoku.core.line_state import cell_of, index_of
    from gomoku.core.params import *  # noqa: F403
    from gomoku.core.patterns import buffer, lowest
    from gomoku.core.threats.vcf import VcfSearch


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.nogil
def insertion_sort(moves: cython.int[::1], scores: cython.int[::1], start: cython.int, top: cython.int) -> cython.void:
    """Sort a move list, highest score first; stable, so that a search is reproducible."""
    i: cython.int
    j: cython.int
    move: cython.int
    score: cython.int
    for i in range(start + 1, top):
        move, score = moves[i], scores[i]
        j = i
        while j > start and scores[j - 1] < score:
            moves[j], scores[j] = moves[j - 1], scores[j - 1]
            j -= 1
        moves[j], scores[j] = move, score


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.nogil
def centre_of(board: Board) -> cython.int:
    """The cell in the middle of the board."""
    return index_of(board.width // 2, board.height // 2)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.nogil
def distance_to_centre(board: Board, cell: cython.int) -> cython.int:
    """King's moves from the middle of the board."""
    dx: cython.int = cell % STRIDE - PAD - board.width // 2
    dy: cython.int = cell // STRIDE - PAD - board.height // 2
    return max(max(dx, -dx), max(dy, -dy))


@cython.cclass
class Ordering:
    """Move lists and ordering statistics; base class of `Search`. Methods are final, so that calls can be inlined."""

    board: Board
    vcf: VcfSearch
    history: cython.int[HISTORY_CELLS]
    """By side and cell, for quiet moves and then for threats: success of the move elsewhere in the tree."""
    counter: cython.int[SIDE_CELLS]
    """By side and cell of the enemy's last move: the answer that refuted it (counter-move)."""
    killers: cython.int[KILLERS]
    """By ply, two moves: the latest that caused a cut-off there."""
    moves: cython.int[::1]
    scores: cython.int[::1]
    params: cython.int[PARAM_COUNT]
    """By index: the search parameters of `params`."""

    def __init__(self, board: Board, weights: Weights, params):
        if not cython.compiled:
            self.history, self.counter = [0] * HISTORY_CELLS, [0] * SIDE_CELLS
            self.killers, self.params = [0] * KILLERS, [0] * PARAM_COUNT
        self.board = board
        self.vcf = VcfSearch(board, weights)
        self.moves, self.scores = buffer(MOVE_POOL, "i"), buffer(MOVE_POOL, "i")
        if len(params) != PARAM_COUNT:  # bounds are not checked below
            raise ValueError(f"the search takes {PARAM_COUNT} parameters, not {len(params)}")
        for i, value in enumerate(params):
            self.params[i] = value

    def forget(self):
        """Reset all statistics, for a new game."""
        for i in range(HISTORY_CELLS):
            self.history[i] = 0
        for i in range(SIDE_CELLS):
            self.counter[i] = 0
        for i in range(KILLERS):
            self.killers[i] = 0
        self.vcf.forget()

    def age(self):
        """Begin a new search: quarter the history, drop the killers."""
        i: cython.int
        for i in range(HISTORY_CELLS):
            self.history[i] >>= 2
        for i in range(KILLERS):
            self.killers[i] = 0

    def relevant_replies(self):
        """The moves that can stop the enemy's double fours or four-threes, as (x, y); None where it threatens neither."""
        me: cython.int = self.board.turn
        if not self.vcf.space.is_exact(3 - me) or not self.board.can_make_double_threat(2 - me):
            return None
        top: cython.int = self.vcf.space.list_replies(self.moves, 0, True)
        return None if top < 0 else [cell_of(self.moves[i]) for i in range(top)]

    def tactical_moves(self):
        """The legal candidates that are never pruned as quiet, as (x, y). For tests."""
        top: cython.int = self.list_quiet(0, 0, 0)
        side: cython.int = self.board.turn - 1
        return [cell_of(self.moves[i]) for i in range(top) if self.is_tactical(self.moves[i], side)]

    def certain_win(self):
        """A double four or four-three of the side to move: (plies, move), or (0, None). For tests."""
        if not self.vcf.space.is_exact(self.board.turn):
            return (0, None)
        p: cython.int = self.vcf.space.double_four()
        if p:
            return (3, cell_of(p))
        p = self.vcf.space.next_four_three(0)
        return (5, cell_of(p)) if p else (0, None)

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def sort(self, start: cython.int, top: cython.int) -> cython.void:
        """Sort a whole list, best first."""
        insertion_sort(self.moves, self.scores, start, top)

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def list_quiet(self, ply: cython.int, top: cython.int, skip: cython.int) -> cython.int:
        """Append every legal candidate except `skip`, with its score; returns the new top."""
        start: cython.int = top
        y: cython.int
        p: cython.int
        bits: cython.uint
        if self.board.stones == 0:
            self.moves[top] = centre_of(self.board)
            self.scores[top] = 0
            return top + 1
        for y in range(PAD, PAD + self.board.height):
            bits = self.board.candidates(y)
            while bits:
                p = y * STRIDE + PAD + lowest(bits)
                bits &= bits - 1
                if p == skip or self.board.ban(p):
                    continue
                self.moves[top] = p
                top += 1
        self.score_moves(ply, start, top)
        return top

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def list_first_moves(self) -> cython.int:
        """The first moves of a game up to three cells from the middle, of those that mirror each other one; their number."""
        top: cython.int = 0
        x: cython.int
        y: cython.int
        for x in range(min(4, (self.board.width + 1) // 2)):
            for y in range(min(x + 1, (self.board.height + 1) // 2)):
                if self.board.is_legal(centre_of(self.board) + y * STRIDE - x):
                    self.moves[top] = centre_of(self.board) + y * STRIDE - x
                    top += 1
        return top

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def score_moves(self, ply: cython.int, start: cython.int, top: cython.int) -> cython.void:
        """Score a list: what each move makes and prevents, its history, and bonuses for killers and the counter-move."""
        side: cython.int = self.board.turn - 1
        i: cython.int
        p: cython.int
        score: cython.int
        last: cython.int = self.board.past_move[self.board.ply - 1] if self.board.ply else 0
        answer: cython.int = self.counter[(1 - side) * CELLS + last]
        for i in range(start, top):
            p = self.moves[i]
            score = self.vcf.score(p, side)
            if self.is_threat(p, side):
                score += (self.history[self.history_at(p, side)] * self.params[THREAT_HISTORY]) >> 7
            else:
                score += self.history[self.history_at(p, side)] >> 5
            if p == self.killers[2 * ply] or p == self.killers[2 * ply + 1]:
                score += self.params[KILLER_BONUS]
            if p == answer:
                score += self.params[KILLER_BONUS]
            self.scores[i] = score

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def history_at(self, p: cython.int, side: cython.int) -> cython.int:
        """Index of a move in `history`: threats (threes or better) have a table of their own."""
        return (2 * self.is_threat(p, side) + side) * CELLS + p

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def is_threat(self, p: cython.int, side: cython.int) -> cython.bint:
        """Would the side make an open three or better here?"""
        return self.board.kind[self.board.code(p, side)] & KIND_THREE != 0

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def threatens_capture(self, p: cython.int, side: cython.int) -> cython.bint:
        """Set-up: would a stone of the side here flank a row of enemy stones that it can then capture from the other end?"""
        enemy: cython.int = 2 - side
        a: cython.int
        k: cython.int
        n: cython.int
        q: cython.int
        step: cython.int
        for a in range(AXES):
            step = self.board.delta[a]
            for k in range(2):
                q = p + step
                n = 0
                while n < 4 and self.board.cell[q] == enemy:
                    q += step
                    n += 1
                if self.board.cell[q] == EMPTY and self.board.is_capturable(n):
                    return True
                step = -step
        return False

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def is_tactical(self, p: cython.int, side: cython.int) -> cython.bint:
        """Does a move of the side make an open three or better, capture, save stones from capture or threaten to capture?"""
        if self.board.kind[self.board.code(p, side)] & KIND_THREE:
            return True
        if not self.board.captures:
            return False
        return self.board.takes(p, side) or self.board.takes(p, 1 - side) or self.threatens_capture(p, side)

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def keep_tactical(self, start: cython.int, top: cython.int) -> cython.int:
        """Remove quiet moves from the rest of the list; returns the new top."""
        side: cython.int = self.board.turn - 1
        kept: cython.int = start
        i: cython.int
        p: cython.int
        for i in range(start, top):
            p = self.moves[i]
            if self.is_tactical(p, side):
                self.moves[kept], self.scores[kept] = p, self.scores[i]
                kept += 1
        return kept

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def pick(self, i: cython.int, top: cython.int) -> cython.int:
        """Selection sort, one step: move the best of the remaining moves to the front, and return it."""
        j: cython.int
        move: cython.int
        score: cython.int = self.scores[i]
        for j in range(i + 1, top):  # a plain maximum, which the compiler vectorises
            score = max(score, self.scores[j])
        j = i
        while self.scores[j] != score:
            j += 1
        if j != i:
            move = self.moves[i]
            self.moves[i], self.moves[j] = self.moves[j], move
            self.scores[j] = self.scores[i]
            self.scores[i] = score
        return self.moves[i]

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def update_stats(
        self,
        move: cython.int,
        side: cython.int,
        depth: cython.int,
        ply: cython.int,
        start: cython.int,
        at: cython.int,
    ) -> cython.void:
        """A move caused a cut-off: update killers, counter-move and history, also of the moves tried before it."""
        bonus: cython.int = min(depth * depth * 8, 1024)
        i: cython.int
        last: cython.int = self.board.past_move[self.board.ply - 1] if self.board.ply else 0
        if self.killers[2 * ply] != move:
            self.killers[2 * ply + 1] = self.killers[2 * ply]
            self.killers[2 * ply] = move
        self.counter[(1 - side) * CELLS + last] = move
        self.update_history(self.history_at(move, side), bonus)
        for i in range(start, at):
            self.update_history(self.history_at(self.moves[i], side), -bonus)

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def update_history(self, at: cython.int, bonus: cython.int) -> cython.void:
        """Add a bonus with gravity: the closer to its bound the history is, the less it moves."""
        size: cython.int = bonus if bonus >= 0 else -bonus
        self.history[at] += bonus - ((self.history[at] * size) >> HISTORY_SHIFT)
