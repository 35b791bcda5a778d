"""Stones on the board and the line patterns around every empty cell, updated incrementally.

Each line of the board, on four axes, is a bit string of two bits a cell. The key of a cell on an axis (its neighbours there) is cut out of
that string and looked up in `patterns`. For each empty cell the state holds, for both sides, the patterns that a stone would make (a code of four
classes) and the stones it would capture; sums of weights, move counts and bit boards follow from the states. Each change of a cell is
logged, so that undo is a copy. Turn, bans and results are in `board`.
"""

import random

import cython

if not cython.compiled:
    from gomoku.core.constants import *  # noqa: F403
    from gomoku.core.patterns import PatternTables, buffer, lowest


def make_zobrist():
    """Zobrist keys for stones (by colour and cell) and for the numbers of stones taken; the same in every process."""
    source = random.Random(42)
    words = buffer(ZOBRIST_KEYS, "Q")
    for i in range(len(words)):
        words[i] = source.getrandbits(64)
    return words


ZOBRIST = make_zobrist()


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.nogil
def key_in(window: cython.ulonglong, low: cython.ulonglong, high: cython.ulonglong) -> cython.uint:
    """Key of the cell in the middle of the first cells of a window: its own two bits are cut out."""
    return cython.cast(cython.uint, (window & low) | ((window >> 2) & high))


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.nogil
def marks_of(state: cython.ulonglong) -> cython.uint:
    """The marks that a cell state has on at least one axis: one bit each, MARK_BITS apart."""
    axes: cython.uint = cython.cast(cython.uint, state >> MARKS_SHIFT)
    return (axes | (axes >> 1) | (axes >> 2)) & MARK_LOW_BITS


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.nogil
def has_mark(marks: cython.uint, side: cython.int, mark: cython.int) -> cython.bint:
    """Is that mark of the side among them, as `marks_of` gives them?"""
    return (marks >> (MARK_BITS * (MARKS * side + mark))) & 1


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.nogil
def code_in(state: cython.ulonglong, side: cython.int) -> cython.int:
    """The side's code in a cell state."""
    return cython.cast(cython.int, (state >> (CODE_BITS * side)) & CODE_MASK)


@cython.cclass
class LineState:
    """Cells, line patterns and the sums over them; base class of `Board`. Methods are final, so that calls can be inlined."""

    patterns: PatternTables
    pattern: cython.ushort[::1]
    extra: cython.ushort[::1]
    zobrist: cython.ulonglong[::1]

    width: cython.int
    height: cython.int
    reach: cython.int
    """Neighbours either way in a key, as in `PatternTables`."""
    delta: cython.int[AXES]
    """By axis: the difference of the indices of two neighbours."""

    line: cython.ulonglong[LINE_WORDS]
    """By axis and line, two words: two bits a cell, walls around; the cell with coordinate 0 stands behind LINE_MARGIN walls."""
    spot: cython.ushort[AXIS_CELLS]
    """By cell and axis: the line's number times LINE_CELLS, plus the coordinate on it."""
    skip: cython.int
    """Bits at the start of a window that lie more than twice the reach before its cell."""
    low: cython.ulonglong
    """Bits of a key that hold the cells before the middle."""
    high: cython.ulonglong
    """Bits of a key that hold the cells behind the middle."""
    others: cython.uint
    """The lower bit of each cell within reach except the middle."""

    # copies of tables that every update reads: part of the object, found without following a pointer
    kind: cython.uchar[CODES]
    """By code: KIND bits."""
    worth: cython.longlong[CODE_PAIRS]
    """By code, two numbers: what a cell adds to the two sums of its side."""
    contrib: cython.ulonglong[AXIS_SHAPES]
    """By axis and shape: what it adds to the state of a cell."""

    row: cython.uchar[CELLS]
    """By cell: the padded row, for the bit boards."""
    bit: cython.uint[CELLS]
    """By cell: its bit in that row."""
    cell: cython.uchar[CELLS]
    """By cell: EMPTY, BLACK, WHITE or WALL."""
    entry: cython.ushort[AXIS_CELLS]
    """By cell and axis: the shape of the pattern around an empty cell."""
    state: cython.ulonglong[CELLS]
    """By cell: the packed state of an empty cell; layout in `constants`."""
    mask: cython.uint[MASK_ROWS]
    """Bit boards, by mark and padded row: the empty cells that have the mark. Read by `cells_with` and `cells_near`."""
    dirty: cython.uint[ROWS]
    """By padded row: the cells that were changed since the network last looked."""
    sums: cython.longlong[4]
    """By side, two sums over the empty cells: weights (to move in the low half, not to move in the high half) and move counts
    (layout in `constants`). Adjacent, so that one vector instruction updates both."""
    stones: cython.int
    hash: cython.ulonglong
    log_top: cython.int
    log: cython.ulonglong[UNDO_LOG]
    """Undo log: former states of cells."""
    log_at: cython.uint[UNDO_LOG]
    """Undo log: cell and axis of each word, and the former shape from bit 16 on."""

    def __init__(self, rules, patterns: PatternTables, weight: cython.longlong[::1]):
        i: cython.int
        code: cython.int
        if not cython.compiled:
            self.delta, self.kind, self.worth = [0] * AXES, [0] * CODES, [0] * CODE_PAIRS
            self.contrib, self.cell, self.state = [0] * AXIS_SHAPES, [0] * CELLS, [0] * CELLS
            self.line, self.spot, self.entry = [0] * LINE_WORDS, [0] * AXIS_CELLS, [0] * AXIS_CELLS
            self.row, self.bit = [0] * CELLS, [0] * CELLS
            self.mask, self.sums, self.dirty = [0] * MASK_ROWS, [0] * 4, [0] * ROWS
            self.log, self.log_at = [0] * UNDO_LOG, [0] * UNDO_LOG
        if rules.width > MAX_EDGE or rules.height > MAX_EDGE:
            raise ValueError(f"the engine plays on boards up to {MAX_EDGE} x {MAX_EDGE}")
        self.patterns = patterns
        self.pattern, self.extra = patterns.pattern, patterns.extra
        for i in range(AXIS_SHAPES):
            self.contrib[i] = patterns.contrib[i]
        for code in range(CODES):
            self.kind[code] = patterns.kind[code]
            self.worth[2 * code] = weight[code]
            self.worth[2 * code + 1] = patterns.count[code]
        self.zobrist = ZOBRIST
        self.width, self.height, self.reach = rules.width, rules.height, patterns.reach
        self.delta[0], self.delta[1] = 1, STRIDE
        self.delta[2], self.delta[3] = STRIDE + 1, STRIDE - 1
        self.skip = 2 * (LINE_MARGIN - 2 * self.reach)
        self.low = (1 << (2 * self.reach)) - 1
        self.high = self.low << (2 * self.reach)
        self.others = 0
        for i in range(2 * self.reach + 1):
            if i != self.reach:
                self.others |= 1 << (2 * i)
        for y in range(self.height):
            for x in range(self.width):
                i = index_of(x, y)
                self.row[i], self.bit[i] = y + PAD, 1 << x
                self.dirty[y + PAD] = 0
                i = AXES * i
                self.spot[i] = LINE_CELLS * y + x
                self.spot[i + 1] = LINE_CELLS * (LINES + x) + y
                self.spot[i + 2] = LINE_CELLS * (2 * LINES + MAX_EDGE - 1 + x - y) + y
                self.spot[i + 3] = LINE_CELLS * (3 * LINES + x + y) + y

    def clear(self):
        """Remove every stone."""
        p: cython.int
        a: cython.int
        for p in range(CELLS):
            if self.cell[p] == BLACK or self.cell[p] == WHITE:
                self.dirty[self.row[p]] |= self.bit[p]
            self.cell[p] = WALL
            self.state[p] = 0
        for p in range(MASK_ROWS):
            self.mask[p] = 0
        for p in range(LINE_WORDS):
            self.line[p] = 0xFFFFFFFFFFFFFFFF  # walls
        for y in range(self.height):
            for x in range(self.width):
                p = index_of(x, y)
                self.cell[p] = EMPTY
                for a in range(AXES):
                    self.flip(AXES * p + a, WALL)
        for p in range(4):
            self.sums[p] = 0
        self.stones, self.hash, self.log_top = 0, 0, 0
        for y in range(self.height):
            for x in range(self.width):
                self.enter(index_of(x, y))

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def flip(self, at: cython.int, stone: cython.ulonglong) -> cython.void:
        """Put a stone into the line of this cell and axis (AXES * cell + axis), or take it out."""
        spot: cython.uint = self.spot[at]
        place: cython.uint = spot % LINE_CELLS + LINE_MARGIN
        self.line[2 * (spot // LINE_CELLS) + place // LINE_CELLS] ^= stone << (2 * (place % LINE_CELLS))

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def window(self, at: cython.int) -> cython.ulonglong:
        """The line of this cell and axis, starting twice the reach before the cell."""
        spot: cython.uint = self.spot[at]
        shift: cython.int = 2 * (spot % LINE_CELLS)
        line: cython.int = 2 * (spot // LINE_CELLS)
        return ((self.line[line] >> shift) | ((self.line[line + 1] << 1) << (63 - shift))) >> self.skip

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def key(self, p: cython.int, a: cython.int) -> cython.uint:
        """The neighbours of a cell on an axis, as an index of the pattern tables; the cell itself does not count."""
        return key_in(self.window(AXES * p + a) >> (2 * self.reach), self.low, self.high)

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def code(self, p: cython.int, side: cython.int) -> cython.int:
        """Classes that a stone of the side (0 black, 1 white) would make on the four axes of an empty cell."""
        return code_in(self.state[p], side)

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def may_be_banned(self, p: cython.int, side: cython.int) -> cython.bint:
        """May a stone be forbidden where only exactly five wins: does it make two threes, two fours, a five or an overline?

        The last stone of an overline stands between two others, or there was a five before. Nearly every cell fails this test.
        """
        a: cython.int
        if self.kind[self.code(p, side)] & (KIND_TWO_THREES | KIND_TWO_FOURS | KIND_FIVE):
            return True
        for a in range(AXES):
            if self.cell[p - self.delta[a]] == side + 1 and self.cell[p + self.delta[a]] == side + 1:
                return True
        return False

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def counts(self, side: cython.int) -> cython.longlong:
        """The side's move counts, packed."""
        return self.sums[2 * side + 1]

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def capture_moves(self, side: cython.int) -> cython.int:
        """Cells from which the side can capture."""
        return cython.cast(cython.int, self.counts(side) & COUNT_MASK)

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def can_make_five(self, side: cython.int) -> cython.bint:
        """Is there a cell that completes a five?"""
        return (self.counts(side) >> (COUNT_BITS * COUNT_FIVE)) != 0

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def can_make_double_threat(self, side: cython.int) -> cython.bint:
        """Is there a cell that makes an open four, two fours, or a four and an open three?"""
        return ((self.counts(side) >> (COUNT_BITS * COUNT_FOUR_THREE)) & COUNT_PAIR_MASK) != 0

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def can_make_four(self, side: cython.int) -> cython.bint:
        """Is there a cell that makes a single four and nothing more?"""
        return ((self.counts(side) >> (COUNT_BITS * COUNT_FOUR)) & COUNT_MASK) != 0

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def cells_with(self, side: cython.int, mark: cython.int, y: cython.int) -> cython.uint:
        """Bit board of a padded row: the empty cells where a stone of the side would make what the mark says."""
        return self.mask[(MARKS * side + mark) * ROWS + y]

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def cells_near(self, y: cython.int) -> cython.uint:
        """Bit board of a padded row: the candidates of either side, empty cells that join a stone in a row that can become a five."""
        return self.mask[MARK_NEAR * ROWS + y]

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def takes(self, p: cython.int, side: cython.int) -> cython.int:
        """Number of enemy stones that a stone of the side would capture from here."""
        return cython.cast(cython.int, (self.state[p] >> (TAKES_SHIFT + TAKES_BITS * side)) & TAKES_MASK)

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def flip_masks(self, p: cython.Py_ssize_t, marks: cython.uint) -> cython.void:
        """Flip the cell's bit in the bit boards of these marks, as `marks_of` gives them."""
        row: cython.Py_ssize_t = self.row[p]
        bit: cython.uint = self.bit[p]
        while marks:
            self.mask[ROWS // MARK_BITS * lowest(marks) + row] ^= bit
            marks &= marks - 1

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def enter(self, p: cython.int) -> cython.void:
        """Compute the state of an empty cell from its four lines and add it to sums and bit boards."""
        a: cython.int
        new: cython.ulonglong = 0
        for a in range(AXES):
            self.entry[AXES * p + a] = self.pattern[self.key(p, a)]
            new += self.contrib[a * SHAPES + self.entry[AXES * p + a]]
        marks: cython.uint = marks_of(new)
        self.state[p] = new
        self.add(0, code_in(new, 0), 1, has_mark(marks, 0, MARK_CAPTURE))
        self.add(1, code_in(new, 1), 1, has_mark(marks, 1, MARK_CAPTURE))
        self.flip_masks(p, marks)

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def leave(self, p: cython.int) -> cython.void:
        """Remove an empty cell from sums and bit boards, before a stone is put on it."""
        old: cython.ulonglong = self.state[p]
        marks: cython.uint = marks_of(old)
        self.add(0, code_in(old, 0), -1, has_mark(marks, 0, MARK_CAPTURE))
        self.add(1, code_in(old, 1), -1, has_mark(marks, 1, MARK_CAPTURE))
        self.flip_masks(p, marks)

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def add(self, side: cython.int, code: cython.int, sign: cython.int, capturing: cython.int) -> cython.void:
        """Add a cell to the sums of a side, or subtract it."""
        self.sums[2 * side] += sign * self.worth[2 * code]
        self.sums[2 * side + 1] += sign * (self.worth[2 * code + 1] + capturing)

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def toggle(self, p: cython.int, color: cython.int) -> cython.void:
        """Place or remove a stone, update the cells around it and log every change.

        Only empty cells are updated. A cell under a stone keeps the state it had when the stone was placed, for the undo of
        that; the state of a cell whose stone is removed is computed afresh.
        """
        placing: cython.bint = self.cell[p] == EMPTY
        self.dirty[self.row[p]] |= self.bit[p]
        if placing:
            self.leave(p)
            self.cell[p] = color
            self.stones += 1
        else:
            self.log_cell(p)
        # indices as wide as an address: narrower ones are widened at every access
        a: cython.Py_ssize_t
        i: cython.Py_ssize_t
        q: cython.Py_ssize_t
        at: cython.Py_ssize_t
        step: cython.Py_ssize_t
        first: cython.Py_ssize_t
        before: cython.Py_ssize_t
        after: cython.Py_ssize_t
        was: cython.Py_ssize_t
        now: cython.Py_ssize_t
        window: cython.ulonglong
        near: cython.uint
        empty: cython.uint
        marks: cython.uint
        old: cython.ulonglong
        new: cython.ulonglong
        changed: cython.ulonglong
        # local copies: the compiler cannot know that no store below changes them, and a sum kept in memory waits for its last store
        reach: cython.int = self.reach
        others: cython.uint = self.others
        low: cython.ulonglong = self.low
        high: cython.ulonglong = self.high
        top: cython.Py_ssize_t = self.log_top
        weights_black: cython.longlong = self.sums[0]
        counts_black: cython.longlong = self.sums[1]
        weights_white: cython.longlong = self.sums[2]
        counts_white: cython.longlong = self.sums[3]
        for a in range(AXES):
            self.flip(AXES * p + a, color)
            window = self.window(AXES * p + a)
            near = cython.cast(cython.uint, window >> (2 * reach))
            empty = ~(near | (near >> 1)) & others
            step = self.delta[a]
            first = p - reach * step
            while empty:
                i = lowest(empty)
                empty &= empty - 1
                q = first + (i >> 1) * step
                at = AXES * q + a
                before = self.entry[at]
                after = self.pattern[key_in(window >> i, low, high)]
                if before == after:
                    continue
                old = self.state[q]
                new = old + self.contrib[a * SHAPES + after] - self.contrib[a * SHAPES + before]
                self.log[top] = old
                self.log_at[top] = at | (before << UNDO_AT_BITS)
                top += 1
                self.entry[at] = after
                self.state[q] = new
                changed = old ^ new
                if changed & CODE_MASK:
                    was, now = 2 * (old & CODE_MASK), 2 * (new & CODE_MASK)
                    weights_black += self.worth[now] - self.worth[was]
                    counts_black += self.worth[now + 1] - self.worth[was + 1]
                if (changed >> CODE_BITS) & CODE_MASK:
                    was, now = 2 * ((old >> CODE_BITS) & CODE_MASK), 2 * ((new >> CODE_BITS) & CODE_MASK)
                    weights_white += self.worth[now] - self.worth[was]
                    counts_white += self.worth[now + 1] - self.worth[was + 1]
                if changed >> MARKS_SHIFT:
                    marks = marks_of(old) ^ marks_of(new)
                    self.flip_masks(q, marks)
                    if has_mark(marks, 0, MARK_CAPTURE):
                        counts_black += 1 if has_mark(marks_of(new), 0, MARK_CAPTURE) else -1
                    if has_mark(marks, 1, MARK_CAPTURE):
                        counts_white += 1 if has_mark(marks_of(new), 1, MARK_CAPTURE) else -1
        self.sums[0], self.sums[1] = weights_black, counts_black
        self.sums[2], self.sums[3] = weights_white, counts_white
        self.log_top = top
        if not placing:
            self.cell[p] = EMPTY
            self.stones -= 1
            self.enter(p)
        self.hash ^= self.zobrist[color * CELLS + p]

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def log_cell(self, p: cython.int) -> cython.void:
        """Log the state kept under a stone: one word for each axis, read back by `unlog_cell`."""
        a: cython.int
        for a in range(AXES):
            self.log[self.log_top + a] = self.state[p]
            self.log_at[self.log_top + a] = cython.cast(cython.uint, self.entry[AXES * p + a]) << UNDO_AT_BITS
        self.log_top += AXES

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def unlog_cell(self, p: cython.int, start: cython.int) -> cython.void:
        """Restore the state that `log_cell` wrote at `start`."""
        a: cython.int
        self.state[p] = self.log[start]
        for a in range(AXES):
            self.entry[AXES * p + a] = cython.cast(cython.ushort, self.log_at[start + a] >> UNDO_AT_BITS)

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def untoggle(self, p: cython.int, color: cython.int, log_start: cython.int) -> cython.void:
        """Undo the last toggle, whose log starts at `log_start`. The sums are restored by `Board.undo`, once for all toggles."""
        lifted: cython.bint = self.cell[p] == EMPTY
        self.dirty[self.row[p]] |= self.bit[p]
        a: cython.int
        i: cython.Py_ssize_t
        at: cython.Py_ssize_t
        old: cython.ulonglong
        new: cython.ulonglong
        start: cython.int = log_start
        for a in range(AXES):
            self.flip(AXES * p + a, color)
        self.flip_masks(p, marks_of(self.state[p]))
        if lifted:
            self.cell[p] = color
            self.stones += 1
            self.unlog_cell(p, start)
            start += AXES
        else:
            self.cell[p] = EMPTY
            self.stones -= 1
        for i in range(start, self.log_top):
            at = self.log_at[i] & UNDO_AT_MASK
            self.entry[at] = cython.cast(cython.ushort, self.log_at[i] >> UNDO_AT_BITS)
            old = self.state[at // AXES]
            new = self.log[i]
            self.state[at // AXES] = new
            if (old ^ new) >> MARKS_SHIFT:
                self.flip_masks(at // AXES, marks_of(old) ^ marks_of(new))
        self.log_top = log_start

    def rows(self):
        """The board as rows of `X O .` from the top."""
        return ["".join(".XO"[self.cell[index_of(x, y)]] for x in range(self.width)) for y in range(self.height)]

    def fingerprint(self):
        """Everything that is updated incrementally, for comparison with a board built from scratch."""
        cells = [index_of(x, y) for y in range(self.height) for x in range(self.width)]
        empty = [p for p in cells if self.cell[p] == EMPTY]
        return (
            [self.cell[p] for p in cells],
            [self.line[i] for i in range(LINE_WORDS)],
            [self.entry[AXES * p + a] for p in empty for a in range(AXES)],
            [self.state[p] for p in empty],
            [self.mask[i] for i in range(MASK_ROWS)],
            [self.sums[i] for i in range(4)],
            self.hash,
            self.stones,
        )


def cell_of(p: int) -> tuple[int, int]:
    """(x, y) of a cell index."""
    return (p % STRIDE - PAD, p // STRIDE - PAD)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.nogil
def index_of(x: cython.int, y: cython.int) -> cython.int:
    """The cell index of (x, y)."""
    return (y + PAD) * STRIDE + x + PAD
