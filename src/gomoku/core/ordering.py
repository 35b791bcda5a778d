"""Which moves to look at, and in what order: the move lists of the search, and what it remembers of good moves.

A list is a stretch of one long array, each ply's behind the one before. Order comes from what a move makes and takes away
(`VcfSearch.score`), from how often it was the best elsewhere (history), and from what refuted its like (killers, counter-moves).
"""

import cython

if not cython.compiled:
    from gomoku.core.board import Board
    from gomoku.core.constants import *  # noqa: F403
    from gomoku.core.evaluation import Weights
    from gomoku.core.patterns import buffer, lowest
    from gomoku.core.vcf import VcfSearch


@cython.cclass
class Ordering:
    """The move lists. `Search` is made of it; the methods are final, so that calls cost nothing."""

    board: Board
    vcf: VcfSearch
    history: cython.int[3200]
    """By side and cell: how often a quiet move was the best of its node."""
    counter: cython.int[3200]
    """By side and cell of the enemy's last move: the quiet answer that refuted it."""
    killers: cython.int[256]
    moves: cython.int[::1]
    scores: cython.int[::1]
    params: cython.int[32]

    def __init__(self, board: Board, weights: Weights, params):
        if not cython.compiled:
            self.history, self.counter = [0] * 3200, [0] * 3200
            self.killers, self.params = [0] * 256, [0] * 32
        self.board = board
        self.vcf = VcfSearch(board, weights)
        self.moves, self.scores = buffer(POOL, "i"), buffer(POOL, "i")
        for i, value in enumerate(params):
            self.params[i] = value

    def forget(self):
        """As new: nothing of an earlier game is left."""
        for i in range(3200):
            self.history[i] = self.counter[i] = 0
        for i in range(256):
            self.killers[i] = 0
        self.vcf.forget()

    def age(self):
        """A new search: what was good before counts less."""
        i: cython.int
        for i in range(3200):
            self.history[i] >>= 2
        for i in range(256):
            self.killers[i] = 0

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def sort(self, start: cython.int, top: cython.int) -> cython.void:
        """Best first; equal scores keep their order."""
        i: cython.int
        j: cython.int
        move: cython.int
        score: cython.int
        for i in range(start + 1, top):
            move, score = self.moves[i], self.scores[i]
            j = i
            while j > start and self.scores[j - 1] < score:
                self.moves[j], self.scores[j] = self.moves[j - 1], self.scores[j - 1]
                j -= 1
            self.moves[j], self.scores[j] = move, score

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def list_quiet(self, ply: cython.int, top: cython.int, skip: cython.int) -> cython.int:
        """Append every legal move near a stone, scored; returns the new top."""
        side: cython.int = self.board.turn - 1
        y: cython.int
        p: cython.int
        bits: cython.uint
        score: cython.int
        last: cython.int = self.board.past_move[self.board.ply - 1] if self.board.ply else 0
        answer: cython.int = self.counter[(1 - side) * CELLS + last]
        if self.board.stones == 0:
            self.moves[top] = index_of_middle(self.board.width, self.board.height)
            self.scores[top] = 0
            return top + 1
        for y in range(PAD, PAD + self.board.height):
            bits = self.board.mask[8 * 42 + y]
            while bits:
                p = y * STRIDE + PAD + lowest(bits)
                bits &= bits - 1
                if p == skip or self.board.ban(p):
                    continue
                score = self.vcf.score(p, side)
                score += self.history[side * CELLS + p] >> 5
                if p == self.killers[2 * ply] or p == self.killers[2 * ply + 1]:
                    score += self.params[KILLER_BONUS]
                if p == answer:
                    score += self.params[KILLER_BONUS]
                self.moves[top] = p
                self.scores[top] = score
                top += 1
        return top

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def keep_tactical(self, start: cython.int, top: cython.int) -> cython.int:
        """Drop the quiet ones of the remaining moves; returns the new top."""
        side: cython.int = self.board.turn - 1
        kept: cython.int = start
        i: cython.int
        p: cython.int
        for i in range(start, top):
            p = self.moves[i]
            if self.board.takes(p, side) or self.board.kind[self.board.code(p, side)] & KIND_THREE:
                self.moves[kept], self.scores[kept] = p, self.scores[i]
                kept += 1
        return kept

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def pick(self, i: cython.int, top: cython.int) -> cython.void:
        """Bring the best of the remaining moves to the front."""
        j: cython.int
        move: cython.int
        score: cython.int = self.scores[i]
        for j in range(i + 1, top):  # a plain maximum: the compiler makes a vector loop of it
            score = max(score, self.scores[j])
        j = i
        while self.scores[j] != score:
            j += 1
        if j != i:
            move = self.moves[i]
            self.moves[i], self.moves[j] = self.moves[j], move
            self.scores[j] = self.scores[i]
            self.scores[i] = score

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def update_quiet_stats(
        self,
        move: cython.int,
        side: cython.int,
        depth: cython.int,
        ply: cython.int,
        start: cython.int,
        at: cython.int,
    ) -> cython.void:
        """A quiet move was good enough: remember it, and hold it against the moves tried before it."""
        bonus: cython.int = min(depth * depth * 8, 1024)
        i: cython.int
        last: cython.int = self.board.past_move[self.board.ply - 1] if self.board.ply else 0
        if self.killers[2 * ply] != move:
            self.killers[2 * ply + 1] = self.killers[2 * ply]
            self.killers[2 * ply] = move
        self.counter[(1 - side) * CELLS + last] = move
        self.update_history(side * CELLS + move, bonus)
        for i in range(start, at):
            self.update_history(side * CELLS + self.moves[i], -bonus)

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def update_history(self, at: cython.int, bonus: cython.int) -> cython.void:
        """Move a history value towards +-4096, ever more slowly."""
        size: cython.int = bonus if bonus >= 0 else -bonus
        self.history[at] += bonus - ((self.history[at] * size) >> 12)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.nogil
def index_of_middle(width: cython.int, height: cython.int) -> cython.int:
    return (height // 2 + PAD) * STRIDE + width // 2 + PAD
