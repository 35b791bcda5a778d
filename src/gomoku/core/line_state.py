"""Stones on a board, and everything that is read off them line by line, kept up to date stone by stone.

Every line of the board, in each of four directions, is a word of two bits a cell; the key of a cell on an axis, what lies around it there, is cut
out of that. For each empty cell and side it is known what a stone there would make (a code of four classes), how many stones it would take, and
a weight; sums and counts of these cost nothing to read. Putting a stone down or lifting it changes the cells around and logs
them, so that taking it back is a copy. No turn, no rules of play: those are in `board`.
"""

import random

import cython

if not cython.compiled:
    from gomoku.core.constants import *  # noqa: F403
    from gomoku.core.patterns import PatternTables, buffer, lowest


def make_zobrist():
    """Random words for stones (by colour and cell) and for the stones taken; the same in every process."""
    source = random.Random(42)
    words = buffer(3 * CELLS + 3 * 64, "Q")
    for i in range(len(words)):
        words[i] = source.getrandbits(64)
    return words


ZOBRIST = make_zobrist()


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.nogil
def key_in(window: cython.ulonglong, low: cython.ulonglong, high: cython.ulonglong) -> cython.uint:
    """The key of the cell in the middle of what a window begins with: its own two bits are cut out."""
    return cython.cast(cython.uint, (window & low) | ((window >> 2) & high))


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.nogil
def kinds_of(state: cython.ulonglong) -> cython.uint:
    """The kinds that a packed state has on any axis: one bit each, three apart."""
    axes: cython.uint = cython.cast(cython.uint, state >> 36)
    return (axes | (axes >> 1) | (axes >> 2)) & 0x1249249


@cython.cclass
class LineState:
    """Cells, line keys, and the sums over them. `Board` is made of it; the methods are final, so that calls cost nothing."""

    patterns: PatternTables
    pattern: cython.ushort[::1]
    extra: cython.ushort[::1]
    zobrist: cython.ulonglong[::1]

    width: cython.int
    height: cython.int
    reach: cython.int
    delta: cython.int[4]

    line: cython.ulonglong[512]
    """By axis and line, two words: two bits a cell, walls around; the cell with coordinate 0 stands at bit 20."""
    spot: cython.ushort[6400]
    """By cell and axis: the line's number times 32, plus the coordinate on it."""
    skip: cython.int
    """What a window begins with beyond twice the reach, in bits."""
    low: cython.ulonglong
    high: cython.ulonglong
    """The bits of a key that come from before the cell, and from behind it."""
    others: cython.uint
    """The lower bit of each cell within reach, but for the middle."""

    # copies of the tables that every touched cell reads, so that they are found without a pointer
    kind: cython.uchar[6561]
    worth: cython.longlong[13122]
    """By code: what a cell adds to the two sums of its side."""
    contrib: cython.ulonglong[4096]

    row: cython.uchar[1600]
    bit: cython.uint[1600]
    """By cell: where the masks have it."""
    cell: cython.uchar[1600]
    entry: cython.ushort[6400]
    state: cython.ulonglong[1600]
    """What an empty cell is worth, packed: code 13 bits for black, 13 for white, stones taken 5 and 5; then axes by kind, 3 bits
    each: five, four, three and capture for black, the same for white, and axes on which it is near a stone. A sum over the axes."""
    mask: cython.uint[378]
    """By side, kind (0 five, 1 four, 2 three, 3 capture) and padded row: which cells are of that kind. The last 42 rows: the
    cells near a stone, where a move of either side would make something."""
    sums: cython.longlong[4]
    """By side, two sums over its cells: their weights, as if it were to move in the low half, as if not in the high half; and
    cells by move class, a byte each, where the lowest byte counts capturing cells. Side by side, so that one instruction
    adds to both."""
    stones: cython.int
    hash: cython.ulonglong
    log_top: cython.int
    log: cython.ulonglong[65536]
    log_at: cython.uint[65536]
    """Cell and axis of each word of the log, and the old pattern from bit 16 on."""

    def __init__(self, rules, patterns: PatternTables, weight: cython.longlong[::1]):
        i: cython.int
        code: cython.int
        if not cython.compiled:
            self.delta, self.kind, self.worth = [0] * 4, [0] * CODES, [0] * (2 * CODES)
            self.contrib, self.cell, self.state = [0] * (4 * SHAPES), [0] * CELLS, [0] * CELLS
            self.line, self.spot, self.entry = [0] * 512, [0] * (4 * CELLS), [0] * (4 * CELLS)
            self.row, self.bit = [0] * CELLS, [0] * CELLS
            self.mask, self.sums = [0] * 378, [0] * 4
            self.log, self.log_at = [0] * LOG, [0] * LOG
        if rules.width > MAX_EDGE or rules.height > MAX_EDGE:
            raise ValueError(f"the engine plays on boards up to {MAX_EDGE} x {MAX_EDGE}")
        self.patterns = patterns
        self.pattern, self.extra = patterns.pattern, patterns.extra
        for i in range(4 * SHAPES):
            self.contrib[i] = patterns.contrib[i]
        for code in range(CODES):
            self.kind[code] = patterns.kind[code]
            self.worth[2 * code] = weight[code]
            self.worth[2 * code + 1] = patterns.count[code]
        self.zobrist = ZOBRIST
        self.width, self.height, self.reach = rules.width, rules.height, patterns.reach
        self.delta[0], self.delta[1] = 1, STRIDE
        self.delta[2], self.delta[3] = STRIDE + 1, STRIDE - 1
        self.skip = 20 - 4 * self.reach
        self.low = (1 << (2 * self.reach)) - 1
        self.high = self.low << (2 * self.reach)
        self.others = 0
        for i in range(2 * self.reach + 1):
            if i != self.reach:
                self.others |= 1 << (2 * i)
        for y in range(self.height):
            for x in range(self.width):
                i = (y + PAD) * STRIDE + x + PAD
                self.row[i], self.bit[i] = y + PAD, 1 << x
                i = 4 * i
                self.spot[i] = 32 * y + x
                self.spot[i + 1] = 32 * (64 + x) + y
                self.spot[i + 2] = 32 * (128 + 31 + x - y) + y
                self.spot[i + 3] = 32 * (192 + x + y) + y

    def clear(self):
        """No stone anywhere."""
        p: cython.int
        a: cython.int
        for p in range(CELLS):
            self.cell[p] = WALL
            self.state[p] = 0
        for p in range(378):
            self.mask[p] = 0
        for p in range(512):
            self.line[p] = 0xFFFFFFFFFFFFFFFF
        for y in range(self.height):
            for x in range(self.width):
                p = (y + PAD) * STRIDE + x + PAD
                self.cell[p] = EMPTY
                for a in range(4):
                    self.flip(4 * p + a, WALL)
        for p in range(4):
            self.sums[p] = 0
        self.stones, self.hash, self.log_top = 0, 0, 0
        for y in range(self.height):
            for x in range(self.width):
                self.enter((y + PAD) * STRIDE + x + PAD)

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def flip(self, at: cython.int, stone: cython.ulonglong) -> cython.void:
        """Put a stone into the line of this cell and axis, or take it out."""
        spot: cython.int = self.spot[at]
        place: cython.int = (spot & 31) + 10
        self.line[2 * (spot >> 5) + (place >> 5)] ^= stone << (2 * (place & 31))

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def window(self, at: cython.int) -> cython.ulonglong:
        """The line of this cell and axis, from twice the reach before the cell on."""
        spot: cython.int = self.spot[at]
        shift: cython.int = 2 * (spot & 31)
        line: cython.int = 2 * (spot >> 5)
        return ((self.line[line] >> shift) | ((self.line[line + 1] << 1) << (63 - shift))) >> self.skip

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def key(self, p: cython.int, a: cython.int) -> cython.uint:
        """What lies around a cell on an axis, whatever stands on the cell itself."""
        return key_in(self.window(4 * p + a) >> (2 * self.reach), self.low, self.high)

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def code(self, p: cython.int, side: cython.int) -> cython.int:
        """What a stone of the side (0 black, 1 white) would make on the four axes of an empty cell."""
        return cython.cast(cython.int, (self.state[p] >> (13 * side)) & 8191)

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def counts(self, side: cython.int) -> cython.longlong:
        """The side's cells by move class, as `sums` has them."""
        return self.sums[2 * side + 1]

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def takes(self, p: cython.int, side: cython.int) -> cython.int:
        """Stones that a stone of the side would capture from here."""
        return cython.cast(cython.int, (self.state[p] >> (26 + 5 * side)) & 31)

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def flip_masks(self, p: cython.Py_ssize_t, kinds: cython.uint) -> cython.void:
        """Turn the cell's bit in the masks of these kinds, as `kinds_of` has them."""
        row: cython.Py_ssize_t = self.row[p]
        bit: cython.uint = self.bit[p]
        while kinds:
            self.mask[14 * lowest(kinds) + row] ^= bit
            kinds &= kinds - 1

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def enter(self, p: cython.int) -> cython.void:
        """Read an empty cell's patterns off its four lines, and count it in."""
        a: cython.int
        new: cython.ulonglong = 0
        for a in range(4):
            self.entry[4 * p + a] = self.pattern[self.key(p, a)]
            new += self.contrib[a * SHAPES + self.entry[4 * p + a]]
        kinds: cython.uint = kinds_of(new)
        self.state[p] = new
        self.add(0, cython.cast(cython.int, new & 8191), 1, (kinds >> 9) & 1)
        self.add(1, cython.cast(cython.int, (new >> 13) & 8191), 1, (kinds >> 21) & 1)
        self.flip_masks(p, kinds)

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def leave(self, p: cython.int) -> cython.void:
        """Count a cell out before a stone is put on it."""
        old: cython.ulonglong = self.state[p]
        kinds: cython.uint = kinds_of(old)
        self.add(0, cython.cast(cython.int, old & 8191), -1, (kinds >> 9) & 1)
        self.add(1, cython.cast(cython.int, (old >> 13) & 8191), -1, (kinds >> 21) & 1)
        self.flip_masks(p, kinds)

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def add(self, side: cython.int, code: cython.int, sign: cython.int, capturing: cython.int) -> cython.void:
        self.sums[2 * side] += sign * self.worth[2 * code]
        self.sums[2 * side + 1] += sign * (self.worth[2 * code + 1] + capturing)

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def toggle(self, p: cython.int, color: cython.int) -> cython.void:
        """Put a stone down or lift it. Every cell that changes leaves a word in the log.

        Only empty cells are kept up to date. A cell under a stone keeps what it had when the stone came, for the undo of
        that; where a stone is lifted, the cell is read anew.
        """
        placing: cython.bint = self.cell[p] == EMPTY
        if placing:
            self.leave(p)
            self.cell[p] = color
            self.stones += 1
        else:
            self.log_cell(p)
        # words, as wide as an address, spare the compiler the widening of every index
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
        kinds: cython.uint
        old: cython.ulonglong
        new: cython.ulonglong
        changed: cython.ulonglong
        # local, as the compiler cannot know that no store below changes them
        reach: cython.int = self.reach
        others: cython.uint = self.others
        low: cython.ulonglong = self.low
        high: cython.ulonglong = self.high
        top: cython.Py_ssize_t = self.log_top
        for a in range(4):
            self.flip(4 * p + a, color)
            window = self.window(4 * p + a)
            near = cython.cast(cython.uint, window >> (2 * reach))
            empty = ~(near | (near >> 1)) & others
            step = self.delta[a]
            first = p - reach * step
            while empty:
                i = lowest(empty)
                empty &= empty - 1
                q = first + (i >> 1) * step
                at = 4 * q + a
                before = self.entry[at]
                after = self.pattern[key_in(window >> i, low, high)]
                if before == after:
                    continue
                old = self.state[q]
                new = old + self.contrib[a * SHAPES + after] - self.contrib[a * SHAPES + before]
                self.log[top] = old
                self.log_at[top] = at | (before << 16)
                top += 1
                self.entry[at] = after
                self.state[q] = new
                changed = old ^ new
                if changed & 8191:
                    was, now = 2 * (old & 8191), 2 * (new & 8191)
                    self.sums[0] += self.worth[now] - self.worth[was]
                    self.sums[1] += self.worth[now + 1] - self.worth[was + 1]
                if (changed >> 13) & 8191:
                    was, now = 2 * ((old >> 13) & 8191), 2 * ((new >> 13) & 8191)
                    self.sums[2] += self.worth[now] - self.worth[was]
                    self.sums[3] += self.worth[now + 1] - self.worth[was + 1]
                if changed >> 36:
                    kinds = kinds_of(old) ^ kinds_of(new)
                    self.flip_masks(q, kinds)
                    if kinds & (1 << 9):
                        self.sums[1] += 1 if kinds_of(new) & (1 << 9) else -1
                    if kinds & (1 << 21):
                        self.sums[3] += 1 if kinds_of(new) & (1 << 21) else -1
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
        """Write down what the cell under a stone has kept: four words, which `unlog_cell` reads."""
        a: cython.int
        for a in range(4):
            self.log[self.log_top + a] = self.state[p]
            self.log_at[self.log_top + a] = cython.cast(cython.uint, self.entry[4 * p + a]) << 16
        self.log_top += 4

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def unlog_cell(self, p: cython.int, start: cython.int) -> cython.void:
        a: cython.int
        self.state[p] = self.log[start]
        for a in range(4):
            self.entry[4 * p + a] = cython.cast(cython.ushort, self.log_at[start + a] >> 16)

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def untoggle(self, p: cython.int, color: cython.int, log_start: cython.int) -> cython.void:
        """Undo the last toggle, whose log began there. Sums are put back by `undo`, all at once."""
        lifted: cython.bint = self.cell[p] == EMPTY
        a: cython.int
        i: cython.Py_ssize_t
        at: cython.Py_ssize_t
        old: cython.ulonglong
        new: cython.ulonglong
        start: cython.int = log_start
        for a in range(4):
            self.flip(4 * p + a, color)
        self.flip_masks(p, kinds_of(self.state[p]))
        if lifted:
            self.cell[p] = color
            self.stones += 1
            self.unlog_cell(p, start)
            start += 4
        else:
            self.cell[p] = EMPTY
            self.stones -= 1
        for i in range(start, self.log_top):
            at = self.log_at[i] & 0xFFFF
            self.entry[at] = cython.cast(cython.ushort, self.log_at[i] >> 16)
            old = self.state[at >> 2]
            new = self.log[i]
            self.state[at >> 2] = new
            if (old ^ new) >> 36:
                self.flip_masks(at >> 2, kinds_of(old) ^ kinds_of(new))
        self.log_top = log_start

    def rows(self):
        return [
            "".join(".XO"[self.cell[(y + PAD) * STRIDE + x + PAD]] for x in range(self.width))
            for y in range(self.height)
        ]

    def fingerprint(self):
        """Everything kept incrementally, for comparison with a board built afresh."""
        cells = [(y + PAD) * STRIDE + x + PAD for y in range(self.height) for x in range(self.width)]
        empty = [p for p in cells if self.cell[p] == EMPTY]
        return (
            [self.cell[p] for p in cells],
            [self.line[i] for i in range(512)],
            [self.entry[4 * p + a] for p in empty for a in range(4)],
            [self.state[p] for p in empty],
            [self.mask[i] for i in range(378)],
            [self.sums[i] for i in range(4)],
            self.hash,
            self.stones,
        )


def cell_of(p: int) -> tuple[int, int]:
    """(x, y) of a cell index."""
    return (p % STRIDE - PAD, p // STRIDE - PAD)


def index_of(cell) -> int:
    """The cell index of (x, y)."""
    return (cell[1] + PAD) * STRIDE + cell[0] + PAD
