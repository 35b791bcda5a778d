"""What a position is worth without looking ahead: a sum of fitted weights, nothing else.

For every empty cell and side there is a weight for what a stone of that side would make there (the four axis classes, in any order),
one for the side to move and one for the other. Captures add three small tables, by pairs taken. The numbers come from `weights.json`;
`gomoku fit` makes them. A second pair of weights per cell, the rank, says which moves to try first.
"""

import cython

if not cython.compiled:
    from gomoku.core.board import Board
    from gomoku.core.constants import *  # noqa: F403
    from gomoku.core.line_state import cell_of
    from gomoku.core.patterns import PatternTables, buffer


@cython.final
@cython.cclass
class Weights:
    """The weights of one rule set, laid out by code for the board and the search."""

    packed: cython.longlong[::1]
    """By code: the weight for the side to move, and 2**32 times the weight for the other side."""
    rank: cython.int[::1]
    """By code, two numbers: how good a move is for what it makes, and for what it takes from the enemy."""
    taken: cython.int[::1]
    """By fifths taken by the side to move, and by the other."""
    capture_own: cython.int[::1]
    """By fifths taken and capturing cells (at most 4) of the side to move."""
    capture_other: cython.int[::1]
    """The same for the other side; counts against the side to move."""
    take_rank: cython.int[4]
    """Move order for each stone taken from the enemy, and for each saved from being taken."""
    goal: cython.int

    def __init__(self, patterns: PatternTables, numbers, goal):
        """`numbers` holds the lists of `weights.json` for a rule set."""
        if not cython.compiled:
            self.take_rank = [0] * 4
        self.take_rank[0], self.take_rank[1] = numbers["take_rank"]
        self.goal = goal if goal is not None else 1000000
        self.packed = buffer(CODES, "q")
        self.rank = buffer(2 * CODES, "i")
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
        """The packed weights, for a board."""
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
        """The value of the position for the side to move."""
        me: cython.int = b.turn - 1
        value: cython.int = low_half(b.sums[2 * me]) - high_half(b.sums[2 - 2 * me])
        if b.captures:
            mine: cython.int = self.fifths(b.taken[me + 1])
            theirs: cython.int = self.fifths(b.taken[2 - me])
            value += self.taken[mine * 5 + theirs]
            value += self.capture_own[mine * 5 + min(cython.cast(cython.int, b.counts(me) & 255), 4)]
            value -= self.capture_other[theirs * 5 + min(cython.cast(cython.int, b.counts(1 - me) & 255), 4)]
        return max(-MAX_EVAL, min(MAX_EVAL, value))

    def value(self, b: Board) -> int:
        """The value of the position for the side to move."""
        return self.evaluate(b)

    def terms(self, b: Board):
        """The parts of that value: cells of the side to move, of the other, pairs taken, captures of either, and the value."""
        me: cython.int = b.turn - 1
        parts = [low_half(b.sums[2 * me]), -high_half(b.sums[2 - 2 * me]), 0, 0, 0]
        if b.captures:
            mine: cython.int = self.fifths(b.taken[me + 1])
            theirs: cython.int = self.fifths(b.taken[2 - me])
            parts[2] = self.taken[mine * 5 + theirs]
            parts[3] = self.capture_own[mine * 5 + min(cython.cast(cython.int, b.counts(me) & 255), 4)]
            parts[4] = -self.capture_other[theirs * 5 + min(cython.cast(cython.int, b.counts(1 - me) & 255), 4)]
        return (*parts, self.evaluate(b))

    def of_code(self, code: cython.int):
        """What a code is worth to a side on its turn and not on its turn, and how early it is tried."""
        return (low_half(self.packed[code]), high_half(self.packed[code]), self.rank[2 * code])

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def fifths(self, stones: cython.int) -> cython.int:
        """How far towards the capture goal, 0 to 4: pairs, under the 42 rules."""
        return min(stones * 5 // self.goal, 4)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.nogil
def low_half(packed: cython.longlong) -> cython.int:
    """The weight in the low 32 bits, which may be negative."""
    half: cython.longlong = 1
    half = half << 31
    shifted: cython.longlong = packed + half
    return cython.cast(cython.int, shifted - ((shifted >> 32) << 32) - half)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.nogil
def high_half(packed: cython.longlong) -> cython.int:
    return cython.cast(cython.int, (packed - low_half(packed)) >> 32)


def features(b: Board, patterns: PatternTables, out: cython.ushort[::1]) -> None:
    """Count what the evaluation adds up: cells by multiset, first of the side to move, then of the other (990 numbers)."""
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


def candidates(b: Board, patterns: PatternTables):
    """What the move order knows of every legal move: (cell, multiset made, multiset taken away, stones taken, stones saved)."""
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
    """The code of an empty cell for a side, and the stones it would take there; ValueError where there is no empty cell."""
    p: cython.int = (y + PAD) * STRIDE + x + PAD
    if not (0 <= x < b.width and 0 <= y < b.height) or b.cell[p] != EMPTY:
        raise ValueError(f"{x},{y} is not an empty cell")
    return (b.code(p, side), b.takes(p, side))


def threat_cells(b: Board, side: cython.int):
    """Cells where the side would make an open three or better, or take something: (cell, KIND bits, stones it takes)."""
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
    """Can neither side end the game at once?"""
    turn: cython.int = b.turn
    if b.pending_five or b.winning_move():
        return False
    b.turn = 3 - turn
    loud: cython.int = b.winning_move()
    b.turn = turn
    return loud == 0


def int_buffer(numbers):
    view = buffer(len(numbers), "i")
    for i, number in enumerate(numbers):
        view[i] = number
    return view
