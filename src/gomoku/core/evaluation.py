"""Static evaluation: a sum of fitted weights over the empty cells.

For every empty cell and side there is a weight for what a stone of that side would make there (the multiset of the four axis classes), one
for the side to move and one for the other. Captures add three small tables, indexed by stones taken. `gomoku fit` produces the
weights, `weights.json` holds them. A second pair of weights per cell, the rank, orders moves.

Proved results have scores beyond those of any evaluation: a side that wins n plies from the root scores WIN - n, so that quicker wins
score more, and a loss is the negative of the enemy's win.
"""

import cython

if not cython.compiled:
    from gomoku.core.board import Board
    from gomoku.core.constants import *  # noqa: F403
    from gomoku.core.line_state import cell_of, index_of
    from gomoku.core.patterns import PatternTables, buffer


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.nogil
def win_in(ply: cython.int) -> cython.int:
    """Score of a win for the side to move, reached `ply` plies from the root."""
    return WIN - ply


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.nogil
def loss_in(ply: cython.int) -> cython.int:
    """Score of a loss for the side to move, reached `ply` plies from the root."""
    return ply - WIN


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.nogil
def is_win(value: cython.int) -> cython.bint:
    """Is the score a proved win for the side to move?"""
    return value > WIN_BOUND


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.nogil
def is_loss(value: cython.int) -> cython.bint:
    """Is the score a proved loss for the side to move?"""
    return value < -WIN_BOUND


@cython.final
@cython.cclass
class Weights:
    """Weights of one rule set, by code, for the board and the search."""

    packed: cython.longlong[::1]
    """By code: the weight for the side to move in the low half, for the other side in the high half."""
    rank: cython.int[CODE_PAIRS]
    """By code, two numbers: rank of a move for what it makes, and for what it prevents the enemy from making."""
    taken: cython.int[::1]
    """By fifths of the capture goal reached by the side to move, and by the other."""
    capture_own: cython.int[::1]
    """By fifths reached and capturing moves (at most 4) of the side to move."""
    capture_other: cython.int[::1]
    """By fifths reached and capturing moves (at most 4) of the other side; counts against the side to move."""
    take_rank: cython.int[4]
    """Rank of a move for each stone it captures, and for each it saves from capture."""
    goal: cython.int
    """Captured stones that win; out of reach where the rule set has no such win."""

    def __init__(self, patterns: PatternTables, numbers, goal):
        """`numbers`: the lists of `weights.json` for the rule set; `goal`: its capture goal or None."""
        if not cython.compiled:
            self.take_rank, self.rank = [0] * 4, [0] * CODE_PAIRS
        self.take_rank[0], self.take_rank[1] = numbers["take_rank"]
        self.goal = goal if goal is not None else 1000000
        self.packed = buffer(CODES, "q")
        own, other = buffer(MULTISETS, "i"), buffer(MULTISETS, "i")
        make, stop = buffer(MULTISETS, "i"), buffer(MULTISETS, "i")
        for view, name in ((own, "own"), (other, "other"), (make, "make"), (stop, "stop")):
            for i, number in enumerate(numbers[name]):
                view[i] = number
        self.lay_out(patterns, own, other, make, stop)
        self.taken = int_buffer(numbers["taken"])
        self.capture_own = int_buffer(numbers["capture_own"])
        self.capture_other = int_buffer(numbers["capture_other"])

    def by_code(self):
        """The packed weights by code, for a board."""
        return self.packed

    @cython.cfunc
    @cython.exceptval(check=False)
    def lay_out(
        self,
        patterns: PatternTables,
        own: cython.int[::1],
        other: cython.int[::1],
        make: cython.int[::1],
        stop: cython.int[::1],
    ) -> cython.void:
        """Expand the lists by multiset to tables by code."""
        code: cython.int
        m: cython.int
        high: cython.longlong
        for code in range(CODES):
            m = patterns.multiset[code]
            high = other[m]
            self.packed[code] = (high << 32) + own[m]
            self.rank[2 * code] = make[m]
            self.rank[2 * code + 1] = stop[m]

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def evaluate(self, b: Board) -> cython.int:
        """Static evaluation for the side to move."""
        me: cython.int = b.turn - 1
        value: cython.int = low_half(b.sums[2 * me]) - high_half(b.sums[2 - 2 * me])
        if b.captures:
            mine: cython.int = self.fifths(b.taken[me + 1])
            theirs: cython.int = self.fifths(b.taken[2 - me])
            value += self.taken[mine * 5 + theirs]
            value += self.capture_own[mine * 5 + min(b.capture_moves(me), 4)]
            value -= self.capture_other[theirs * 5 + min(b.capture_moves(1 - me), 4)]
        return max(-MAX_EVAL, min(MAX_EVAL, value))

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def order_score(self, b: Board, p: cython.int, side: cython.int) -> cython.int:
        """Static score of a move of the side: what it makes, what it prevents, stones it captures and saves."""
        return (
            self.rank[2 * b.code(p, side)]
            + self.rank[2 * b.code(p, 1 - side) + 1]
            + self.take_rank[0] * b.takes(p, side)
            + self.take_rank[1] * b.takes(p, 1 - side)
        )

    def value(self, b: Board) -> int:
        """Static evaluation for the side to move; `evaluate` for Python."""
        return self.evaluate(b)

    def terms(self, b: Board):
        """The terms of the linear evaluation: cells of the side to move and of the other, stones taken, captures of either."""
        me: cython.int = b.turn - 1
        parts = [low_half(b.sums[2 * me]), -high_half(b.sums[2 - 2 * me]), 0, 0, 0]
        if b.captures:
            mine: cython.int = self.fifths(b.taken[me + 1])
            theirs: cython.int = self.fifths(b.taken[2 - me])
            parts[2] = self.taken[mine * 5 + theirs]
            parts[3] = self.capture_own[mine * 5 + min(b.capture_moves(me), 4)]
            parts[4] = -self.capture_other[theirs * 5 + min(b.capture_moves(1 - me), 4)]
        return tuple(parts)

    def of_code(self, code: cython.int):
        """Weights of a code for the side to move and for the other, and its rank."""
        return (low_half(self.packed[code]), high_half(self.packed[code]), self.rank[2 * code])

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def situation(self, b: Board) -> cython.int:
        """Number of the situation apart from the lines: fifths of the capture goal that both sides have reached, or the side to move."""
        if not b.captures:
            return b.turn - 1
        return 5 * self.fifths(b.taken[b.turn]) + self.fifths(b.taken[3 - b.turn])

    def situation_of(self, b: Board) -> int:
        """`situation` for Python."""
        return self.situation(b)

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def fifths(self, stones: cython.int) -> cython.int:
        """Progress towards the capture goal in fifths, 0 to 4: pairs taken under the 42 rules."""
        return min(stones * 5 // self.goal, 4)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.nogil
def low_half(packed: cython.longlong) -> cython.int:
    """The signed number in the low 32 bits."""
    half: cython.longlong = 1
    half = half << 31
    shifted: cython.longlong = packed + half
    return cython.cast(cython.int, shifted - ((shifted >> 32) << 32) - half)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.nogil
def high_half(packed: cython.longlong) -> cython.int:
    """The signed number in the high 32 bits."""
    return cython.cast(cython.int, (packed - low_half(packed)) >> 32)


def features(b: Board, patterns: PatternTables, out: cython.ushort[::1]) -> None:
    """Count the features of the evaluation: cells by multiset, first of the side to move, then of the other."""
    me: cython.int = b.turn - 1
    y: cython.int
    p: cython.int
    i: cython.int
    for i in range(2 * MULTISETS):
        out[i] = 0
    for y in range(PAD, PAD + b.height):
        for p in range(y * STRIDE + PAD, y * STRIDE + PAD + b.width):
            if b.cell[p] == EMPTY:
                out[patterns.multiset[b.code(p, me)]] += 1
                out[MULTISETS + patterns.multiset[b.code(p, 1 - me)]] += 1


def stones(b: Board, out: cython.uchar[::1]) -> int:
    """Write the cells row by row: 0 empty, 1 a stone of the side to move, 2 of the other; returns the number of cells."""
    at: cython.int = 0
    y: cython.int
    p: cython.int
    for y in range(PAD, PAD + b.height):
        for p in range(y * STRIDE + PAD, y * STRIDE + PAD + b.width):
            out[at] = 0 if b.cell[p] == EMPTY else (1 if b.cell[p] == b.turn else 2)
            at += 1
    return at


def threat_counts(b: Board):
    """Cells by what a stone there would make, a number for each COUNT of the side to move, then of the other."""
    return tuple(
        (b.counts(side) >> (COUNT_BITS * kind)) & COUNT_MASK for side in (b.turn - 1, 2 - b.turn) for kind in range(8)
    )


def candidates(b: Board, patterns: PatternTables):
    """Features of the move order, for each legal candidate: (cell, multiset made, multiset prevented, stones taken, saved)."""
    me: cython.int = b.turn - 1
    found = []
    y: cython.int
    p: cython.int
    near: cython.int
    for y in range(PAD, PAD + b.height):
        for p in range(y * STRIDE + PAD, y * STRIDE + PAD + b.width):
            if b.cell[p] != EMPTY or b.ban(p):
                continue
            near = b.kind[b.code(p, 0)] | b.kind[b.code(p, 1)]
            if near & KIND_NEAR:
                found.append(
                    (
                        p,
                        patterns.multiset[b.code(p, me)],
                        patterns.multiset[b.code(p, 1 - me)],
                        b.takes(p, me),
                        b.takes(p, 1 - me),
                    )
                )
    return found


def cell_facts(b: Board, x: cython.int, y: cython.int, side: cython.int):
    """Code of an empty cell for a side and the stones it would capture there; ValueError if the cell is not empty."""
    p: cython.int = index_of(x, y)
    if not (0 <= x < b.width and 0 <= y < b.height) or b.cell[p] != EMPTY:
        raise ValueError(f"{x},{y} is not an empty cell")
    return (b.code(p, side), b.takes(p, side))


def threat_cells(b: Board, side: cython.int):
    """Cells where the side would make an open three or better, or capture: (cell, KIND bits, captured cells)."""
    turn: cython.int = b.turn
    found = []
    y: cython.int
    p: cython.int
    kinds: cython.int
    b.turn = side + 1
    for y in range(PAD, PAD + b.height):
        for p in range(y * STRIDE + PAD, y * STRIDE + PAD + b.width):
            if b.cell[p] != EMPTY:
                continue
            kinds = b.kind[b.code(p, side)]
            if (kinds & KIND_THREE == 0 and b.takes(p, side) == 0) or b.ban(p):
                continue
            top: cython.int = b.victims_top
            b.list_victims(p, side)
            victims = [cell_of(b.victims[i]) for i in range(top, b.victims_top)]
            b.victims_top = top
            found.append((cell_of(p), kinds, victims))
    b.turn = turn
    return found


def is_quiet(b: Board) -> bool:
    """Can neither side win at once?"""
    turn: cython.int = b.turn
    if b.pending_five or b.winning_move():
        return False
    b.turn = 3 - turn
    loud: cython.int = b.winning_move()
    b.turn = turn
    return loud == 0


def int_buffer(numbers):
    """A C array of these integers."""
    view = buffer(len(numbers), "i")
    for i, number in enumerate(numbers):
        view[i] = number
    return view
