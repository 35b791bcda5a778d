"""Baselines for measuring the engine: the players `greedy` and `classic`, and perft.

`greedy` plays the cell with the best pattern for either side. `classic` is a textbook program: alpha-beta to a fixed depth, every cell next to
a stone, hand-made pattern scores; no transposition table, no reductions, no threat search. Both play by the exact rules, on the same
`Board` as the engine; they share neither its weights nor its search.
"""

from itertools import product

import cython

if not cython.compiled:
    from gomoku.core.board import Board
    from gomoku.core.constants import *  # noqa: F403
    from gomoku.core.evaluation import loss_in, win_in
    from gomoku.core.line_state import cell_of
    from gomoku.core.ordering import centre_of, distance_to_centre, insertion_sort
    from gomoku.core.patterns import PatternTables, buffer

#              dead one two open-two three open-three four open-four five
CELL_POINTS = (0, 1, 3, 10, 11, 36, 40, 150, 500)
"""Evaluation of an empty cell, by the pattern that a stone would make on one axis."""
MOVE_POINTS = (0, 1, 4, 14, 16, 60, 70, 1000, 10000)
"""Move order of an empty cell, by the pattern that a stone would make on one axis: a five comes before everything else."""
FORK_POINTS = 120
"""Bonus for a cell where two axes become an open three or better."""
TAKEN_POINTS = (0, 50, 130, 260, 480)
"""By fifths of the capture goal reached: evaluation of the stones taken."""
TAKE_POINTS = (12, 16, 24, 60, 180)
"""By fifths of the capture goal reached: evaluation of each capturing move."""
TWO_FOURS_STAND = 3000
"""Penalty for the side to move when the enemy has two cells that complete a five: only a capture may stop both."""
OPEN_FOUR_NEXT = 1500
"""Bonus for the side to move when it can make an open four and need not answer a four first."""
OPEN_THREE_STANDS = 150
"""Penalty for the side to move when the enemy threatens to make an open four."""


@cython.final
@cython.cclass
class Baselines:
    """Both baseline players, on a board of their own."""

    board: Board
    cell_points: cython.int[::1]
    """By code: evaluation of an empty cell."""
    move_points: cython.int[::1]
    """By code: move order of an empty cell."""
    taken_points: cython.int[5]
    take_points: cython.int[5]
    two_fours_stand: cython.int
    open_four_next: cython.int
    open_three_stands: cython.int
    moves: cython.int[::1]
    scores: cython.int[::1]
    nodes: cython.longlong

    def __init__(self, rules):
        if not cython.compiled:
            self.taken_points, self.take_points = [0] * 5, [0] * 5
        self.board = Board(rules, PatternTables(rules), buffer(CODES, "q"))
        self.cell_points, self.move_points = buffer(CODES, "i"), buffer(CODES, "i")
        self.moves, self.scores = buffer(MOVE_POOL, "i"), buffer(MOVE_POOL, "i")
        self.nodes = 0
        self.two_fours_stand, self.open_four_next = TWO_FOURS_STAND, OPEN_FOUR_NEXT
        self.open_three_stands = OPEN_THREE_STANDS
        for i in range(5):
            self.taken_points[i], self.take_points[i] = TAKEN_POINTS[i], TAKE_POINTS[i]
        # a code holds the classes of the axes as digits; their order does not matter to a sum
        for code, classes in enumerate(product(range(CLASSES), repeat=4)):
            fork = FORK_POINTS if sum(c >= OPEN_THREE for c in classes) >= 2 and FIVE not in classes else 0
            self.cell_points[code] = sum(CELL_POINTS[c] for c in classes) + fork
            self.move_points[code] = sum(MOVE_POINTS[c] for c in classes) + fork

    def load(self, rows, turn: int, taken_black: int, taken_white: int):
        """Set up a position, as `Board.load`."""
        self.board.load(rows, turn, taken_black, taken_white)

    def greedy(self):
        """The move with the best patterns; None if there is no legal move."""
        cell: cython.int = self.at_once()
        if cell == 0:
            top: cython.int = self.list_moves(0)
            if top == 0:
                return None
            cell = self.moves[0]
        return cell_of(cell)

    def classic(self, depth: int):
        """Search to a depth: (move, value for the side to move, positions visited); the move is None if there is no legal one."""
        if depth < 1:
            raise ValueError(f"depth must be 1 or more, not {depth}")
        self.nodes = 0
        cell: cython.int = self.at_once()
        if cell:
            return cell_of(cell), win_in(1), 0
        top: cython.int = self.list_moves(0)
        if top == 0:
            return None, 0, 0
        d: cython.int = depth
        i: cython.int
        value: cython.int
        best: cython.int = -INFINITE
        cell = self.moves[0]
        with cython.nogil:
            for i in range(top):
                self.board.make(self.moves[i])
                value = -self.search(d - 1, -INFINITE, -best, 1, top)
                self.board.undo()
                if value > best:
                    best = value
                    cell = self.moves[i]
        return cell_of(cell), best, self.nodes

    # --- inside ---

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def at_once(self) -> cython.int:
        """A move that wins at once, or 0."""
        return 0 if self.board.pending_five else self.board.winning_move()

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def search(
        self, depth: cython.int, alpha: cython.int, beta: cython.int, ply: cython.int, top: cython.int
    ) -> cython.int:
        """Alpha-beta: the value of the position for the side to move."""
        me: cython.int = self.board.turn
        start: cython.int = top
        i: cython.int
        value: cython.int
        self.nodes += 1
        if self.board.conceded_five:
            return win_in(ply)
        if self.board.taken[3 - me] >= self.board.goal:
            return loss_in(ply)
        if self.board.pending_five:
            if not self.board.grace or not self.board.is_breakable():
                return loss_in(ply)
            depth = max(depth, 1)
        else:
            if self.board.winning_move():
                return win_in(ply + 1)
            if depth <= 0:
                return self.evaluate()
        if ply >= MAX_PLY - 2 or top > MOVE_POOL - 2048:
            return self.evaluate()
        top = self.list_moves(start)
        if top == start:
            return 0  # no legal move: a draw
        for i in range(start, top):
            self.board.make(self.moves[i])
            value = -self.search(depth - 1, -beta, -alpha, ply + 1, top)
            self.board.undo()
            if value > alpha:
                alpha = value
                if alpha >= beta:
                    break
        return alpha

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def evaluate(self) -> cython.int:
        """Patterns on all empty cells, and captures, of the side to move against those of the other."""
        me: cython.int = self.board.turn - 1
        y: cython.int
        p: cython.int
        mine: cython.int = 0
        theirs: cython.int = 0
        my_takes: cython.int = 0
        their_takes: cython.int = 0
        my_open_fours: cython.int = 0
        their_open_fours: cython.int = 0
        their_fives: cython.int = 0
        kind: cython.int
        for y in range(PAD, PAD + self.board.height):
            for p in range(y * STRIDE + PAD, y * STRIDE + PAD + self.board.width):
                if self.board.cell[p] == EMPTY:
                    mine += self.cell_points[self.board.code(p, me)]
                    theirs += self.cell_points[self.board.code(p, 1 - me)]
                    if self.board.kind[self.board.code(p, me)] & KIND_TWO_FOURS:
                        my_open_fours += 1
                    kind = self.board.kind[self.board.code(p, 1 - me)]
                    if kind & KIND_FIVE:
                        their_fives += 1
                    elif kind & KIND_TWO_FOURS:
                        their_open_fours += 1
                    if self.board.takes(p, me):
                        my_takes += 1
                    if self.board.takes(p, 1 - me):
                        their_takes += 1
        if self.board.captures:
            mine += self.capture_points(me + 1, my_takes)
            theirs += self.capture_points(2 - me, their_takes)
        if their_fives >= 2:
            theirs += self.two_fours_stand
        elif their_fives == 0:
            if my_open_fours:
                mine += self.open_four_next
            elif their_open_fours:
                theirs += self.open_three_stands
        return max(-MAX_EVAL, min(MAX_EVAL, mine - theirs))

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def capture_points(self, color: cython.int, cells: cython.int) -> cython.int:
        """Evaluation of a colour's captures so far and of its capturing moves, `cells` of them."""
        fifths: cython.int = min(self.board.taken[color] * 5 // self.board.goal, 4)
        return self.taken_points[fifths] + self.take_points[fifths] * min(cells, 5)

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def list_moves(self, start: cython.int) -> cython.int:
        """Append the candidates, best first; returns the new top.

        These are the centre for the first stone, the breaks of a pending five, else every legal cell next to a stone.
        """
        me: cython.int = self.board.turn - 1
        y: cython.int
        p: cython.int
        top: cython.int = start
        if self.board.stones == 0:
            self.moves[start] = centre_of(self.board)
            return start + 1
        if self.board.pending_five and self.board.grace:
            top = self.board.list_breaks(self.moves, start)
            for p in range(start, top):
                self.scores[p] = self.move_score(self.moves[p], me)
        else:
            for y in range(PAD, PAD + self.board.height):
                for p in range(y * STRIDE + PAD, y * STRIDE + PAD + self.board.width):
                    if self.board.cell[p] == EMPTY and self.is_next_to_stone(p) and self.board.ban(p) == 0:
                        self.moves[top] = p
                        self.scores[top] = self.move_score(p, me)
                        top += 1
        if top == start:  # no legal move next to a stone: any, from the centre outwards
            for y in range(PAD, PAD + self.board.height):
                for p in range(y * STRIDE + PAD, y * STRIDE + PAD + self.board.width):
                    if self.board.is_legal(p):
                        self.moves[top] = p
                        self.scores[top] = -distance_to_centre(self.board, p)
                        top += 1
        insertion_sort(self.moves, self.scores, start, top)
        return top

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def is_next_to_stone(self, p: cython.int) -> cython.bint:
        """Is there a stone on one of the eight neighbours?"""
        a: cython.int
        near: cython.int
        for a in range(4):
            near = self.board.cell[p + self.board.delta[a]]
            if near in (BLACK, WHITE):
                return True
            near = self.board.cell[p - self.board.delta[a]]
            if near in (BLACK, WHITE):
                return True
        return False

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def move_score(self, p: cython.int, me: cython.int) -> cython.int:
        """Static score of a move: what it makes, what it prevents, stones it captures and saves."""
        score: cython.int = 2 * self.move_points[self.board.code(p, me)] + self.move_points[self.board.code(p, 1 - me)]
        return score + self.take_score(p, me) + self.take_score(p, 1 - me)

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def take_score(self, p: cython.int, side: cython.int) -> cython.int:
        """Points for the stones that the side could capture from here; reaching the goal counts as a five."""
        stones: cython.int = self.board.takes(p, side)
        if stones == 0:
            return 0
        if self.board.taken[side + 1] + stones >= self.board.goal:
            return 10000
        return self.take_points[min(self.board.taken[side + 1] * 5 // self.board.goal, 4)] * stones


# --- perft ---

PERFT_KINDS = ("moves", "captures", "fives", "graces", "wins", "losses", "draws", "forbidden")
"""Kinds of events that `perft` counts: moves; captures; fives; fives that can still be broken; wins; moves that leave or give the enemy a five; draws;
and cells forbidden by a ban before those moves."""


def perft(board: Board, depth: int):
    """Count all lines of play to each depth from 1 to `depth`, by kind: a list of PERFT_KINDS counts for each depth."""
    counts = buffer(8 * depth, "q")
    level: cython.longlong[::1] = counts
    d: cython.int = depth
    with cython.nogil:
        count_lines(board, level, 0, d)
    return [list(counts[8 * i : 8 * i + 8]) for i in range(depth)]


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def count_lines(b: Board, counts: cython.longlong[::1], level: cython.int, depth: cython.int) -> cython.void:
    """Add the moves of this position to `counts` of its level, and recurse."""
    me: cython.int = b.turn
    y: cython.int
    p: cython.int
    at: cython.int = 8 * level
    over: cython.bint
    for y in range(PAD, PAD + b.height):
        for p in range(y * STRIDE + PAD, y * STRIDE + PAD + b.width):
            if b.cell[p] != EMPTY:
                continue
            if b.ban(p):
                counts[at + 7] += 1
                continue
            b.make(p)
            over = True
            counts[at] += 1
            if b.past_taken[b.ply - 1]:
                counts[at + 1] += 1
            if b.past_taken[b.ply - 1] and b.taken[me] >= b.goal:
                counts[at + 4] += 1
            elif b.conceded_five or (b.past_pending_five[b.ply - 1] and b.find_five(3 - me)):
                counts[at + 5] += 1
            elif b.pending_five:
                counts[at + 2] += 1
                if b.grace and b.is_breakable():
                    counts[at + 3] += 1
                    over = False
                else:
                    counts[at + 4] += 1
            elif not has_legal_move(b):
                counts[at + 6] += 1
            else:
                over = False
            if not over and level + 1 < depth:
                count_lines(b, counts, level + 1, depth)
            b.undo()


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def has_legal_move(b: Board) -> cython.bint:
    """Does the side to move have any legal move?"""
    y: cython.int
    p: cython.int
    for y in range(PAD, PAD + b.height):
        for p in range(y * STRIDE + PAD, y * STRIDE + PAD + b.width):
            if b.is_legal(p):
                return True
    return False
