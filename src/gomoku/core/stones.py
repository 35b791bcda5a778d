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


def make_low_bit():
    """The position of a single bit, by the bit modulo 37."""
    table = buffer(37, "B")
    for i in range(32):
        table[(1 << i) % 37] = i
    return table


ZOBRIST = make_zobrist()
LOW_BIT = make_low_bit()


@cython.cclass
class Stones:
    """Cells, line keys, and the sums over them. `Board` is made of it; the methods are final, so that calls cost nothing."""

    tables: Tables
    pattern: cython.ushort[::1]
    extra: cython.ushort[::1]
    zobrist: cython.ulonglong[::1]
    low_bit: cython.uchar[::1]

    width: cython.int
    height: cython.int
    reach: cython.int
    delta: cython.int[4]

    # copies of the tables that every touched cell reads, so that they are found without a pointer
    kind: cython.uchar[6561]
    worth: cython.longlong[13122]
    """By code: the weights, packed as in `acc`, and the counter, as in `cnt`."""
    contrib: cython.ulonglong[2048]

    cell: cython.uchar[1600]
    key: cython.uint[6400]
    entry: cython.ushort[6400]
    state: cython.ulonglong[1600]
    """What an empty cell is worth, packed: code 13 bits for black, 13 for white, stones taken 5 and 5, kinds 4 and 4.
    A word of the log is such a state with the old pattern of one axis above it, from bit 48."""
    mask: cython.uint[336]
    """By side, kind (0 five, 1 four, 2 three, 3 capture) and padded row: which cells are of that kind."""
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
            self.contrib, self.cell, self.state = [0] * 2048, [0] * CELLS, [0] * CELLS
            self.key, self.entry, self.mask = [0] * (4 * CELLS), [0] * (4 * CELLS), [0] * 336
            self.acc, self.cnt, self.log = [0] * 2, [0] * 2, [0] * LOG
        if rules.width > MAX_EDGE or rules.height > MAX_EDGE:
            raise ValueError(f"the engine plays on boards up to {MAX_EDGE} x {MAX_EDGE}")
        self.tables = tables
        self.pattern, self.extra = tables.pattern, tables.extra
        for i in range(2048):
            self.contrib[i] = tables.contrib[i]
        for code in range(CODES):
            self.kind[code] = tables.kind[code]
            self.worth[2 * code] = weight[code]
            self.worth[2 * code + 1] = tables.count[code]
        self.zobrist, self.low_bit = ZOBRIST, LOW_BIT
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
        for p in range(336):
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
    def flip_masks(self, p: cython.int, side: cython.int, kinds: cython.int) -> cython.void:
        row: cython.int = p // STRIDE
        bit: cython.uint = 1
        bit = bit << (p - row * STRIDE - PAD)
        base: cython.int = side * 4 * 42 + row
        if kinds & 1:
            self.mask[base] ^= bit
        if kinds & 2:
            self.mask[base + 42] ^= bit
        if kinds & 4:
            self.mask[base + 84] ^= bit
        if kinds & 8:
            self.mask[base + 126] ^= bit

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
        return bare | (black << 36) | (white << 40)

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def enter(self, p: cython.int) -> cython.void:
        """Count an empty cell in, from the patterns of its axes."""
        a: cython.int
        bare: cython.ulonglong = 0
        for a in range(4):
            e: cython.int = self.entry[4 * p + a]
            bare += self.contrib[a * 256 + (e & 255)] + self.contrib[1024 + a * 256 + (e >> 8)]
        new: cython.ulonglong = self.with_kinds(bare)
        self.state[p] = new
        self.add(0, cython.cast(cython.int, new & 8191), 1, cython.cast(cython.int, (new >> 39) & 1))
        self.add(1, cython.cast(cython.int, (new >> 13) & 8191), 1, cython.cast(cython.int, (new >> 43) & 1))
        self.flip_masks(p, 0, cython.cast(cython.int, (new >> 36) & 15))
        self.flip_masks(p, 1, cython.cast(cython.int, (new >> 40) & 15))

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def leave(self, p: cython.int) -> cython.void:
        """Count a cell out before a stone is put on it."""
        old: cython.ulonglong = self.state[p]
        self.add(0, cython.cast(cython.int, old & 8191), -1, -cython.cast(cython.int, (old >> 39) & 1))
        self.add(1, cython.cast(cython.int, (old >> 13) & 8191), -1, -cython.cast(cython.int, (old >> 43) & 1))
        self.flip_masks(p, 0, cython.cast(cython.int, (old >> 36) & 15))
        self.flip_masks(p, 1, cython.cast(cython.int, (old >> 40) & 15))

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
        """A neighbour on axis `a` has changed: bring the cell's key, pattern, state and all sums up to date."""
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
        if self.cell[q] != EMPTY:
            return
        axis: cython.int = a * 256
        bare: cython.ulonglong = old - ((old >> 36) << 36)
        bare += self.contrib[axis + (after & 255)] - self.contrib[axis + (before & 255)]
        bare += self.contrib[1024 + axis + (after >> 8)] - self.contrib[1024 + axis + (before >> 8)]
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
        kinds: cython.int = cython.cast(cython.int, changed >> 36)
        if kinds:
            self.flip_masks(q, 0, kinds & 15)
            self.flip_masks(q, 1, kinds >> 4)
            if kinds & 8:
                self.cnt[0] += 1 if (new >> 39) & 1 else -1
            if kinds & 128:
                self.cnt[1] += 1 if (new >> 43) & 1 else -1

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def toggle(self, p: cython.int, color: cython.int) -> cython.void:
        """Put a stone down or lift it. Every touched cell leaves a word in the log."""
        placing: cython.bint = self.cell[p] == EMPTY
        if placing:
            self.leave(p)
            self.cell[p] = color
            self.stones += 1
        else:  # the state from before the stone was put down: its own undo will need it
            self.log[self.log_top] = self.state[p]
            self.log_top += 1
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
                if self.cell[q] == WALL:
                    break
                self.touch(q, a, stone << (2 * (reach - 1 - i)))
            q = p
            for i in range(reach):
                q -= step
                if self.cell[q] == WALL:
                    break
                self.touch(q, a, stone << (2 * (reach + i)))
        if not placing:
            self.cell[p] = EMPTY
            self.stones -= 1
            self.enter(p)
        self.hash ^= self.zobrist[color * CELLS + p]

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
            kinds: cython.int = cython.cast(cython.int, changed >> 36)
            if kinds:
                self.flip_masks(q, 0, kinds & 15)
                self.flip_masks(q, 1, kinds >> 4)

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def untoggle(self, p: cython.int, color: cython.int, log_start: cython.int) -> cython.void:
        """Undo a toggle whose log began there. Sums are put back by `undo`, all at once."""
        lifted: cython.bint = self.cell[p] == EMPTY
        kinds: cython.int
        if lifted:
            kinds = cython.cast(cython.int, self.state[p] >> 36)
            self.flip_masks(p, 0, kinds & 15)
            self.flip_masks(p, 1, kinds >> 4)
            self.cell[p] = color
            self.stones += 1
            self.state[p] = self.log[log_start]
        a: cython.int
        i: cython.int
        q: cython.int
        step: cython.int
        reach: cython.int = self.reach
        stone: cython.uint = color
        self.log_top = log_start + 1 if lifted else log_start
        for a in range(4):
            step = self.delta[a]
            q = p
            for i in range(reach):
                q += step
                if self.cell[q] == WALL:
                    break
                self.restore(q, a, stone << (2 * (reach - 1 - i)))
            q = p
            for i in range(reach):
                q -= step
                if self.cell[q] == WALL:
                    break
                self.restore(q, a, stone << (2 * (reach + i)))
        self.log_top = log_start
        if not lifted:
            self.cell[p] = EMPTY
            self.stones -= 1
            kinds = cython.cast(cython.int, self.state[p] >> 36)
            self.flip_masks(p, 0, kinds & 15)
            self.flip_masks(p, 1, kinds >> 4)

    def rows(self):
        return [
            "".join(".XO"[self.cell[(y + PAD) * STRIDE + x + PAD]] for x in range(self.width))
            for y in range(self.height)
        ]

    def fingerprint(self):
        """Everything kept incrementally, for comparison with a board built afresh."""
        cells = [(y + PAD) * STRIDE + x + PAD for y in range(self.height) for x in range(self.width)]
        return (
            [self.cell[p] for p in cells],
            [self.key[4 * p + a] for p in cells for a in range(4)],
            [self.entry[4 * p + a] for p in cells for a in range(4)],
            [self.state[p] for p in cells if self.cell[p] == EMPTY],
            [self.mask[i] for i in range(336)],
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
