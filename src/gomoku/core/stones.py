"""Stones on a board, and everything that is read off them line by line, kept up to date stone by stone.

For each empty cell and side it is known what a stone there would make (a code of four classes), how many stones it would take, and a weight;
sums and counts of these cost nothing to read. Putting a stone down or lifting it touches the cells around and logs them, so that
taking it back is a copy. No turn, no rules of play: those are in `board`.
"""

import random

import cython

if not cython.compiled:
    from gomoku.core.constants import *  # noqa: F403
    from gomoku.core.tables import Tables, buffer


def make_zobrist():
    """Random words for stones (by colour and cell) and for the stones taken; the same in every process."""
    source = random.Random(42)
    words = buffer(3 * CELLS + 3 * 64, "Q")
    for i in range(len(words)):
        words[i] = source.getrandbits(64)
    return words


ZOBRIST = make_zobrist()


@cython.cclass
class Stones:
    """Cells, line keys, and the sums over them. `Board` is made of it; the methods are final, so that calls cost nothing."""

    tables: Tables
    pattern: cython.ushort[::1]
    extra: cython.ushort[::1]
    zobrist: cython.ulonglong[::1]

    width: cython.int
    height: cython.int
    reach: cython.int
    delta: cython.int[4]

    # copies of the tables that every touched cell reads, so that they are found without a pointer
    kind: cython.uchar[6561]
    worth: cython.longlong[13122]
    """By code: the weights, packed as in `acc`, and the counter, as in `cnt`."""
    contrib: cython.ulonglong[4096]

    cell: cython.uchar[1600]
    key: cython.uint[6400]
    entry: cython.ushort[6400]
    state: cython.ulonglong[1600]
    """What an empty cell is worth, packed: code 13 bits for black, 13 for white, stones taken 5 and 5, kinds 4 and 4, and
    one bit for being near a stone. A word of the log is such a state with the old pattern of one axis above it, from bit 48."""
    mask: cython.uint[378]
    """By side, kind (0 five, 1 four, 2 three, 3 capture) and padded row: which cells are of that kind. The last 42 rows: the
    cells near a stone, where a move of either side would make something."""
    acc: cython.longlong[2]
    """By side: the weights of its cells, as if it were to move in the low half, as if not in the high half."""
    cnt: cython.longlong[2]
    """By side: cells by move class, a byte each; the lowest byte counts capturing cells."""
    stones: cython.int
    hash: cython.ulonglong
    log_top: cython.int
    log: cython.ulonglong[65536]

    def __init__(self, rules, tables: Tables, weight: cython.longlong[::1]):
        i: cython.int
        code: cython.int
        if not cython.compiled:
            self.delta, self.kind, self.worth = [0] * 4, [0] * CODES, [0] * (2 * CODES)
            self.contrib, self.cell, self.state = [0] * (4 * SHAPES), [0] * CELLS, [0] * CELLS
            self.key, self.entry, self.mask = [0] * (4 * CELLS), [0] * (4 * CELLS), [0] * 378
            self.acc, self.cnt, self.log = [0] * 2, [0] * 2, [0] * LOG
        if rules.width > MAX_EDGE or rules.height > MAX_EDGE:
            raise ValueError(f"the engine plays on boards up to {MAX_EDGE} x {MAX_EDGE}")
        self.tables = tables
        self.pattern, self.extra = tables.pattern, tables.extra
        for i in range(4 * SHAPES):
            self.contrib[i] = tables.contrib[i]
        for code in range(CODES):
            self.kind[code] = tables.kind[code]
            self.worth[2 * code] = weight[code]
            self.worth[2 * code + 1] = tables.count[code]
        self.zobrist = ZOBRIST
        self.width, self.height, self.reach = rules.width, rules.height, tables.reach
        self.delta[0], self.delta[1] = 1, STRIDE
        self.delta[2], self.delta[3] = STRIDE + 1, STRIDE - 1

    def clear(self):
        """No stone anywhere."""
        p: cython.int
        a: cython.int
        for p in range(CELLS):
            self.cell[p] = WALL
            self.state[p] = 0
        for p in range(378):
            self.mask[p] = 0
        for y in range(self.height):
            for x in range(self.width):
                self.cell[(y + PAD) * STRIDE + x + PAD] = EMPTY
        self.acc[0] = self.acc[1] = 0
        self.cnt[0] = self.cnt[1] = 0
        self.stones, self.hash, self.log_top = 0, 0, 0
        for y in range(self.height):
            for x in range(self.width):
                p = (y + PAD) * STRIDE + x + PAD
                for a in range(4):
                    self.key[4 * p + a] = self.fresh_key(p, a)
                    self.entry[4 * p + a] = self.pattern[self.key[4 * p + a]]
                self.enter(p)

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def fresh_key(self, p: cython.int, a: cython.int) -> cython.uint:
        key: cython.uint = 0
        i: cython.int
        for i in range(self.reach):
            key |= self.around(p, a, i - self.reach) << (2 * i)
            key |= self.around(p, a, i + 1) << (2 * (self.reach + i))
        return key

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def around(self, p: cython.int, a: cython.int, i: cython.int) -> cython.uint:
        return self.cell[p + i * self.delta[a]]

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
    def takes(self, p: cython.int, side: cython.int) -> cython.int:
        """Stones that a stone of the side would capture from here."""
        return cython.cast(cython.int, (self.state[p] >> (26 + 5 * side)) & 31)

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def flip_masks(self, p: cython.int, kinds: cython.uint) -> cython.void:
        """Turn the cell's bit in the masks of these kinds: the nine highest bits of a state."""
        row: cython.int = p // STRIDE
        bit: cython.uint = 1
        bit = bit << (p - row * STRIDE - PAD)
        if kinds & 256:
            self.mask[row + 8 * 42] ^= bit
        if kinds & 255:
            self.mask[row] ^= bit * (kinds & 1)
            self.mask[row + 42] ^= bit * ((kinds >> 1) & 1)
            self.mask[row + 2 * 42] ^= bit * ((kinds >> 2) & 1)
            self.mask[row + 3 * 42] ^= bit * ((kinds >> 3) & 1)
            self.mask[row + 4 * 42] ^= bit * ((kinds >> 4) & 1)
            self.mask[row + 5 * 42] ^= bit * ((kinds >> 5) & 1)
            self.mask[row + 6 * 42] ^= bit * ((kinds >> 6) & 1)
            self.mask[row + 7 * 42] ^= bit * ((kinds >> 7) & 1)

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def with_kinds(self, bare: cython.ulonglong) -> cython.ulonglong:
        """A packed state whose kinds are read anew off codes and captures."""
        black: cython.ulonglong = self.kind[bare & 8191] & 7
        white: cython.ulonglong = self.kind[(bare >> 13) & 8191] & 7
        if (bare >> 26) & 31:
            black |= 8
        if (bare >> 31) & 31:
            white |= 8
        near: cython.ulonglong = ((self.kind[bare & 8191] | self.kind[(bare >> 13) & 8191]) >> 6) & 1
        return bare | (black << 36) | (white << 40) | (near << 44)

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def enter(self, p: cython.int) -> cython.void:
        """Count an empty cell in, from the patterns of its axes."""
        a: cython.int
        bare: cython.ulonglong = 0
        for a in range(4):
            bare += self.contrib[a * SHAPES + self.entry[4 * p + a]]
        new: cython.ulonglong = self.with_kinds(bare)
        self.state[p] = new
        self.add(0, cython.cast(cython.int, new & 8191), 1, cython.cast(cython.int, (new >> 39) & 1))
        self.add(1, cython.cast(cython.int, (new >> 13) & 8191), 1, cython.cast(cython.int, (new >> 43) & 1))
        self.flip_masks(p, cython.cast(cython.uint, new >> 36))

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def leave(self, p: cython.int) -> cython.void:
        """Count a cell out before a stone is put on it."""
        old: cython.ulonglong = self.state[p]
        self.add(0, cython.cast(cython.int, old & 8191), -1, -cython.cast(cython.int, (old >> 39) & 1))
        self.add(1, cython.cast(cython.int, (old >> 13) & 8191), -1, -cython.cast(cython.int, (old >> 43) & 1))
        self.flip_masks(p, cython.cast(cython.uint, old >> 36))

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def add(self, side: cython.int, code: cython.int, sign: cython.int, capturing: cython.int) -> cython.void:
        if sign > 0:
            self.acc[side] += self.worth[2 * code]
            self.cnt[side] += self.worth[2 * code + 1] + capturing
        else:
            self.acc[side] -= self.worth[2 * code]
            self.cnt[side] -= self.worth[2 * code + 1] - capturing

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def touch(self, q: cython.int, a: cython.int, flip: cython.uint) -> cython.void:
        """A neighbour of an empty cell on axis `a` has changed: bring its key, pattern, state and all sums up to date."""
        at: cython.int = 4 * q + a
        key: cython.uint = self.key[at] ^ flip
        self.key[at] = key
        before: cython.int = self.entry[at]
        after: cython.int = self.pattern[key]
        old: cython.ulonglong = self.state[q]
        word: cython.ulonglong = before
        self.log[self.log_top] = old | (word << 48)
        self.log_top += 1
        if before == after:
            return
        self.entry[at] = after
        bare: cython.ulonglong = old - ((old >> 36) << 36)
        bare += self.contrib[a * SHAPES + after] - self.contrib[a * SHAPES + before]
        new: cython.ulonglong = self.with_kinds(bare)
        self.state[q] = new
        changed: cython.ulonglong = old ^ new
        was: cython.int
        now: cython.int
        if changed & 8191:
            was, now = cython.cast(cython.int, old & 8191), cython.cast(cython.int, new & 8191)
            self.acc[0] += self.worth[2 * now] - self.worth[2 * was]
            self.cnt[0] += self.worth[2 * now + 1] - self.worth[2 * was + 1]
        if (changed >> 13) & 8191:
            was, now = cython.cast(cython.int, (old >> 13) & 8191), cython.cast(cython.int, (new >> 13) & 8191)
            self.acc[1] += self.worth[2 * now] - self.worth[2 * was]
            self.cnt[1] += self.worth[2 * now + 1] - self.worth[2 * was + 1]
        kinds: cython.uint = cython.cast(cython.uint, changed >> 36)
        if kinds:
            self.flip_masks(q, kinds)
            if kinds & 8:
                self.cnt[0] += 1 if (new >> 39) & 1 else -1
            if kinds & 128:
                self.cnt[1] += 1 if (new >> 43) & 1 else -1

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def toggle(self, p: cython.int, color: cython.int) -> cython.void:
        """Put a stone down or lift it. Every touched cell leaves a word in the log.

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
        a: cython.int
        i: cython.int
        q: cython.int
        step: cython.int
        reach: cython.int = self.reach
        stone: cython.uint = color
        for a in range(4):
            step = self.delta[a]
            q = p
            for i in range(reach):
                q += step
                if self.cell[q] == EMPTY:
                    self.touch(q, a, stone << (2 * (reach - 1 - i)))
                elif self.cell[q] == WALL:
                    break
            q = p
            for i in range(reach):
                q -= step
                if self.cell[q] == EMPTY:
                    self.touch(q, a, stone << (2 * (reach + i)))
                elif self.cell[q] == WALL:
                    break
        if not placing:
            self.cell[p] = EMPTY
            self.stones -= 1
            for a in range(4):
                self.key[4 * p + a] = self.fresh_key(p, a)
                self.entry[4 * p + a] = self.pattern[self.key[4 * p + a]]
            self.enter(p)
        self.hash ^= self.zobrist[color * CELLS + p]

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def log_cell(self, p: cython.int) -> cython.void:
        """Write down what the cell under a stone has kept: five words, which `unlog_cell` reads."""
        a: cython.int
        word: cython.ulonglong
        self.log[self.log_top] = self.state[p]
        for a in range(4):
            word = self.entry[4 * p + a]
            self.log[self.log_top + 1 + a] = self.key[4 * p + a] | (word << 32)
        self.log_top += 5

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def unlog_cell(self, p: cython.int) -> cython.void:
        a: cython.int
        word: cython.ulonglong
        self.state[p] = self.log[self.log_top]
        for a in range(4):
            word = self.log[self.log_top + 1 + a]
            self.key[4 * p + a] = cython.cast(cython.uint, word & 0xFFFFFF)
            self.entry[4 * p + a] = cython.cast(cython.ushort, word >> 32)
        self.log_top += 5

    @cython.final
    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def restore(self, q: cython.int, a: cython.int, flip: cython.uint) -> cython.void:
        """Undo a touch from the log."""
        at: cython.int = 4 * q + a
        self.key[at] ^= flip
        word: cython.ulonglong = self.log[self.log_top]
        self.log_top += 1
        self.entry[at] = cython.cast(cython.ushort, word >> 48)
        word -= (word >> 48) << 48
        changed: cython.ulonglong = word ^ self.state[q]
        if changed:
            self.state[q] = word
            if changed >> 36:
                self.flip_masks(q, cython.cast(cython.uint, changed >> 36))

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def untoggle(self, p: cython.int, color: cython.int, log_start: cython.int) -> cython.void:
        """Undo a toggle whose log began there. Sums are put back by `undo`, all at once."""
        lifted: cython.bint = self.cell[p] == EMPTY
        self.log_top = log_start
        if lifted:
            self.flip_masks(p, cython.cast(cython.uint, self.state[p] >> 36))
            self.cell[p] = color
            self.stones += 1
            self.unlog_cell(p)
        a: cython.int
        i: cython.int
        q: cython.int
        step: cython.int
        reach: cython.int = self.reach
        stone: cython.uint = color
        for a in range(4):
            step = self.delta[a]
            q = p
            for i in range(reach):
                q += step
                if self.cell[q] == EMPTY:
                    self.restore(q, a, stone << (2 * (reach - 1 - i)))
                elif self.cell[q] == WALL:
                    break
            q = p
            for i in range(reach):
                q -= step
                if self.cell[q] == EMPTY:
                    self.restore(q, a, stone << (2 * (reach + i)))
                elif self.cell[q] == WALL:
                    break
        self.log_top = log_start
        if not lifted:
            self.cell[p] = EMPTY
            self.stones -= 1
            self.flip_masks(p, cython.cast(cython.uint, self.state[p] >> 36))

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
            [self.key[4 * p + a] for p in empty for a in range(4)],
            [self.entry[4 * p + a] for p in empty for a in range(4)],
            [self.state[p] for p in empty],
            [self.mask[i] for i in range(378)],
            [self.acc[0], self.acc[1]],
            [self.cnt[0], self.cnt[1]],
            self.hash,
            self.stones,
        )


def cell_of(p: int) -> tuple[int, int]:
    """(x, y) of a cell index."""
    return (p % STRIDE - PAD, p // STRIDE - PAD)


def index_of(cell) -> int:
    """The cell index of (x, y)."""
    return (cell[1] + PAD) * STRIDE + cell[0] + PAD
