"""Pattern tables of one rule set: what a stone makes and captures on one axis, for every arrangement of its neighbours.

A key holds the neighbours of a cell on one axis, two bits each, the nearest in the middle. For each key and colour the tables give the
pattern class (`constants`) and the captures. The classifier that fills them is slow and literal: it places the stone, removes what
it captures on this axis, and applies the definitions. Nothing here knows a whole board.
"""

import cython

if not cython.compiled:
    from gomoku.core.constants import *  # noqa: F403


if not cython.compiled:

    def lowest(bits: int) -> int:
        """Position of the lowest set bit."""
        return (bits & -bits).bit_length() - 1


def buffer(count: int, code: str):
    """A zeroed array of `count` numbers of a `struct` format code."""
    size = {"B": 1, "H": 2, "h": 2, "i": 4, "I": 4, "q": 8, "Q": 8}[code]
    return memoryview(bytearray(count * size)).cast(code)


@cython.final
@cython.cclass
class PatternTables:
    """Pattern tables of one rule set, by key of one axis and by code of four."""

    reach: cython.int
    """Neighbours either way in a key: 4 where five or more wins, 5 where length or ends matter."""
    pattern: cython.ushort[::1]
    """By key: the number of its shape. There are a few hundred different shapes."""
    shape: cython.ushort[::1]
    """By shape: a byte for each colour; layout in `constants`."""
    shapes: cython.int
    """Number of shapes."""
    extra: cython.ushort[::1]
    """By key: a byte of EXTRA bits a colour; a single entry where no ban needs it."""
    kind: cython.uchar[::1]
    """By code: KIND bits."""
    count: cython.ulonglong[::1]
    """By code: a one in the COUNT byte of its class of moves."""
    multiset: cython.ushort[::1]
    """By code: index of the multiset of its four classes."""
    contrib: cython.ulonglong[::1]
    """By axis and shape: what it adds to the packed state of a cell."""

    line: cython.int[11]
    """Scratch line of the classifier: the stone in the middle, five cells either way."""
    exact: cython.int[3]
    """By colour: only exactly five wins."""
    caro: cython.bint
    """A five with an enemy stone at both ends does not win."""
    take_two: cython.bint
    take_three: cython.bint
    three_rule: cython.int
    """Definition of a free-three: THREE_OPEN4, THREE_FLANK or THREE_RECURSIVE."""

    def meaning(self, key: int, reach: int):
        """Class and captures of a key for both colours. A key shorter than our reach is extended by empty cells, or by walls behind a wall."""
        low, high = key & ((1 << (2 * reach)) - 1), key >> (2 * reach)
        for n in range(reach, self.reach):
            low = (low << 2) | (WALL if low & 3 == WALL else EMPTY)
            high |= (WALL if high >> (2 * n - 2) == WALL else EMPTY) << (2 * n)
        shape = self.shape[self.pattern[low | (high << (2 * self.reach))]]
        found = []
        for side in (shape & SHAPE_MASK, shape >> SHAPE_BITS):
            takes = side >> SHAPE_CLASS_BITS
            found.append((side & SHAPE_CLASS_MASK, max(takes & SHAPE_TAKE_MASK, takes >> SHAPE_TAKE_BITS)))
        return tuple(found)

    def __init__(self, rules):
        if not cython.compiled:
            self.line = [0] * 11
            self.exact = [0] * 3
        self.exact[BLACK] = rules.five_X == "eq5"
        self.exact[WHITE] = rules.five_O == "eq5"
        self.caro = rules.caro
        self.take_two = 2 in rules.capture_sizes
        self.take_three = 3 in rules.capture_sizes
        self.three_rule = {"open4": THREE_OPEN4, "flank": THREE_FLANK, "recursive": THREE_RECURSIVE}[rules.three]
        plain_ban = (
            rules.three == "open4"
            and rules.capture_lifts_ban
            and rules.win_lifts_bans
            and not (self.exact[BLACK] or self.exact[WHITE] or self.caro)
        )
        unusual = [rules.ban_double_four, rules.ban_overline, rules.ban_self_capture]
        if not plain_ban:
            unusual.append(rules.ban_double_three)
        needs_extra = any(ban != "nobody" for ban in unusual)
        wide = self.exact[BLACK] or self.exact[WHITE] or self.caro or needs_extra
        self.reach = 5 if wide else 4
        self.pattern = buffer(4 ** (2 * self.reach), "H")
        self.extra = buffer(4 ** (2 * self.reach) if needs_extra else 1, "H")
        self.kind = buffer(CODES, "B")
        self.count = buffer(CODES, "Q")
        self.multiset = buffer(CODES, "H")
        self.shape = buffer(SHAPES, "H")
        self.contrib = buffer(AXES * SHAPES, "Q")
        self.fill_patterns(needs_extra, buffer(65536, "H"))
        self.fill_codes()
        self.fill_contributions()

    @cython.cfunc
    @cython.exceptval(check=False)
    def fill_patterns(self, needs_extra: cython.bint, number: cython.ushort[::1]) -> cython.void:
        """Classify every key that can occur: behind a wall there are only walls.

        `number` is scratch space for the number of each shape, from 1. The caller allocates it: nothing here may fail.
        """
        reach: cython.int = self.reach
        left: cython.int
        right: cython.int
        key: cython.int
        halves: cython.int = 1 << (2 * reach)
        i: cython.int
        both: cython.int
        self.shapes = 0
        for left in range(halves):
            if not self.is_half(left):
                continue
            for right in range(halves):
                if not self.is_half(right):
                    continue
                # the nearest cell is the lowest digit of a half; in the key the left half is mirrored
                key = 0
                for i in range(reach):
                    key |= ((left >> (2 * i)) & 3) << (2 * (reach - 1 - i))
                    key |= ((right >> (2 * i)) & 3) << (2 * (reach + i))
                both = self.byte_of(key, BLACK) | (self.byte_of(key, WHITE) << SHAPE_BITS)
                if number[both] == 0:
                    self.shape[self.shapes] = both
                    self.shapes += 1
                    number[both] = self.shapes
                self.pattern[key] = number[both] - 1
                if needs_extra:
                    self.extra[key] = self.extra_of(key, BLACK) | (self.extra_of(key, WHITE) << EXTRA_BITS)

    @cython.cfunc
    @cython.exceptval(check=False)
    def is_half(self, half: cython.int) -> cython.bint:
        """Can these cells, nearest first, occur on a board?"""
        i: cython.int
        walled: cython.bint = False
        for i in range(self.reach):
            if ((half >> (2 * i)) & 3) == WALL:
                walled = True
            elif walled:
                return False
        return True

    @cython.cfunc
    @cython.exceptval(check=False)
    def read(self, key: cython.int, me: cython.int) -> cython.int:
        """Unpack the key into `line`, place our stone in the middle and remove what it captures; returns the captures."""
        i: cython.int
        reach: cython.int = self.reach
        for i in range(11):
            self.line[i] = WALL
        for i in range(reach):
            self.line[5 - reach + i] = (key >> (2 * i)) & 3
            self.line[6 + i] = (key >> (2 * (reach + i))) & 3
        self.line[5] = me
        return self.capture(1, me) | (self.capture(-1, me) << SHAPE_TAKE_BITS)

    @cython.cfunc
    @cython.exceptval(check=False)
    def capture(self, step: cython.int, me: cython.int) -> cython.int:
        """Remove a flanked row of enemy stones beside the middle; returns 1 for a pair, 2 for a triple, 0 for none."""
        enemy: cython.int = 3 - me
        n: cython.int = 0
        while n < 4 and self.line[5 + step * (n + 1)] == enemy:
            n += 1
        if not ((n == 2 and self.take_two) or (n == 3 and self.take_three)):
            return 0
        if self.line[5 + step * (n + 1)] != me:
            return 0
        i: cython.int
        for i in range(1, n + 1):
            self.line[5 + step * i] = EMPTY
        return n - 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def stones_in(self, start: cython.int, length: cython.int, me: cython.int) -> cython.int:
        """Number of our stones among these cells, or -1 where an enemy stone or a wall is among them."""
        n: cython.int = 0
        i: cython.int
        for i in range(start, start + length):
            if self.line[i] == me:
                n += 1
            elif self.line[i] != EMPTY:
                return -1
        return n

    @cython.cfunc
    @cython.exceptval(check=False)
    def can_win(self, start: cython.int, me: cython.int) -> cython.bint:
        """Would five stones from `start` on win, judged by the cells at both ends?"""
        before: cython.int = self.line[start - 1]
        after: cython.int = self.line[start + 5]
        if self.exact[me] and (before == me or after == me):
            return False
        return not (self.caro and before == 3 - me and after == 3 - me)

    @cython.cfunc
    @cython.exceptval(check=False)
    def class_of(self, me: cython.int) -> cython.int:
        """Class of the pattern that the stone in the middle of `line` has made."""
        start: cython.int
        n: cython.int
        i: cython.int
        best: cython.int = 0
        completing: cython.int = 0  # bits of the cells that would complete a five
        for start in range(1, 6):
            n = self.stones_in(start, 5, me)
            if n > 0 and self.can_win(start, me):
                best = max(best, n)
                if n == 4:
                    for i in range(start, start + 5):
                        if self.line[i] == EMPTY:
                            completing |= 1 << i
        if best == 5:
            return FIVE
        if best == 4:
            return FOUR if completing & (completing - 1) == 0 else OPEN_FOUR
        for n in range(3, 1, -1):  # an open three, then an open two
            for start in range(2, 6):  # the four cells the straight four would fill
                if self.line[start - 1] != EMPTY or self.line[start + 4] != EMPTY:
                    continue
                if self.stones_in(start, 4, me) == n:
                    if self.can_win(start - 1, me) and self.can_win(start, me):
                        return OPEN_THREE if n == 3 else OPEN_TWO
            if best == n:
                return THREE if n == 3 else TWO
        return ONE if best == 1 else DEAD

    @cython.cfunc
    @cython.exceptval(check=False)
    def byte_of(self, key: cython.int, me: cython.int) -> cython.int:
        """One colour's byte of a shape."""
        captures: cython.int = self.read(key, me)
        return self.class_of(me) | (captures << SHAPE_CLASS_BITS)

    @cython.cfunc
    @cython.exceptval(check=False)
    def extra_of(self, key: cython.int, me: cython.int) -> cython.int:
        """EXTRA bits of a key: the facts that bans depend on, as `rules.board` defines them."""
        self.read(key, me)
        bits: cython.int = 0
        start: cython.int
        run: cython.int = 1
        i: cython.int = 6
        while i < 11 and self.line[i] == me:
            run += 1
            i += 1
        i = 4
        while i >= 0 and self.line[i] == me:
            run += 1
            i -= 1
        if run >= 6:
            bits |= EXTRA_OVERLINE
        if self.class_of(me) == FIVE:
            bits |= EXTRA_FIVE
        enemy: cython.int = 3 - me
        if run == 2 and self.line[i] == enemy:
            if (self.line[i + 3]) == enemy:
                bits |= EXTRA_PAIR
        fours: cython.int = 0
        last: cython.int = 0  # stones of the four counted last: equal sets are adjacent
        stones: cython.int
        j: cython.int
        for start in range(1, 6):
            if self.stones_in(start, 5, me) != 4:
                continue
            if self.exact[me] and (self.line[start - 1] == me or self.line[start + 5] == me):
                continue
            stones = 0
            for j in range(start, start + 5):
                if self.line[j] == me:
                    stones |= 1 << j
            if stones != last:
                fours += 1
                last = stones
        bits |= EXTRA_FOURS * min(fours, 3)
        if self.is_free_three(me):
            bits |= EXTRA_THREE
        return bits

    @cython.cfunc
    @cython.exceptval(check=False)
    def is_free_three(self, me: cython.int) -> cython.bint:
        """Is it a free-three by the rule set's definition? The recursive one is decided as far as this line tells."""
        start: cython.int
        length: cython.int
        if self.three_rule == THREE_FLANK:
            for length in range(3, 5):
                for start in range(6 - length, 6):
                    if self.line[start] != me or self.line[start + length - 1] != me:
                        continue
                    if self.stones_in(start, length, me) == 3:
                        if self.line[start - 1] == EMPTY and self.line[start + length] == EMPTY:
                            return True
            return False
        return self.completing_cells(me) != 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def completing_cells(self, me: cython.int) -> cython.int:
        """Bits of the cells where one more stone makes a straight four with the middle one; none if it is a four."""
        start: cython.int
        i: cython.int
        found: cython.int = 0
        for start in range(1, 6):
            if self.stones_in(start, 5, me) == 4:
                return 0
        for start in range(2, 6):
            if self.line[start - 1] != EMPTY or self.line[start + 4] != EMPTY:
                continue
            if self.stones_in(start, 4, me) != 3:
                continue
            if self.three_rule == THREE_RECURSIVE and self.exact[me]:
                if self.line[start - 2] == me or self.line[start + 5] == me:
                    continue
            for i in range(start, start + 4):
                if self.line[i] == EMPTY:
                    found |= 1 << i
        return found

    @cython.cfunc
    @cython.exceptval(check=False)
    def fill_codes(self) -> cython.void:
        """Fill the tables by code: kinds, move count and multiset."""
        code: cython.int
        rest: cython.int
        axis: cython.int
        c: cython.int
        n: cython.int[CLASSES]
        one: cython.ulonglong = 1
        if not cython.compiled:
            n = [0] * CLASSES
        for code in range(CODES):
            for c in range(CLASSES):
                n[c] = 0
            rest = code
            for axis in range(AXES):
                n[rest % CLASSES] += 1
                rest //= CLASSES
            kind: cython.int = 0
            slot: cython.int = 0
            fours: cython.int = n[FOUR] + n[OPEN_FOUR]
            if n[FIVE]:
                kind, slot = KIND_FIVE | KIND_FOUR | KIND_THREE, COUNT_FIVE
            elif n[OPEN_FOUR] or fours >= 2:
                kind, slot = KIND_FOUR | KIND_THREE | KIND_TWO_FOURS, COUNT_OPEN_FOUR
            elif fours:
                kind, slot = KIND_FOUR | KIND_THREE, COUNT_FOUR_THREE if n[OPEN_THREE] else COUNT_FOUR
            elif n[OPEN_THREE]:
                kind, slot = KIND_THREE, COUNT_TWO_THREES if n[OPEN_THREE] >= 2 else COUNT_OPEN_THREE
            elif n[THREE]:
                slot = COUNT_THREE
            if n[OPEN_THREE] >= 2 and not n[FIVE]:
                kind |= KIND_TWO_THREES
            if n[DEAD] + n[ONE] < 4:
                kind |= KIND_NEAR
            self.kind[code] = kind
            self.count[code] = one << (COUNT_BITS * slot) if slot else 0
            # rank among combinations with repetition: a + C(b+1, 2) + C(c+2, 3) + C(d+3, 4) for a <= b <= c <= d
            index: cython.int = 0
            seen: cython.int = 0
            for c in range(CLASSES):
                for rest in range(n[c]):
                    seen += 1
                    if seen == 1:
                        index += c
                    elif seen == 2:
                        index += (c + 1) * c // 2
                    elif seen == 3:
                        index += (c + 2) * (c + 1) * c // 6
                    else:
                        index += (c + 3) * (c + 2) * (c + 1) * c // 24
            self.multiset[code] = index

    def fill_contributions(self):
        """Fill `contrib`: code digits, captured stones and marks of both colours, at their places in a cell state."""
        total: cython.ulonglong
        made: cython.ulonglong
        stones: cython.ulonglong
        digit: cython.ulonglong = 1
        one: cython.ulonglong = 1
        for axis in range(AXES):
            for number in range(self.shapes):
                total, near = 0, False
                for side in range(2):
                    byte = (self.shape[number] >> (SHAPE_BITS * side)) & SHAPE_MASK
                    made = byte & SHAPE_CLASS_MASK
                    captures = byte >> SHAPE_CLASS_BITS
                    stones = (0, 2, 3)[captures & SHAPE_TAKE_MASK] + (0, 2, 3)[captures >> SHAPE_TAKE_BITS]
                    total += (made * digit) << (CODE_BITS * side)
                    total += stones << (TAKES_SHIFT + TAKES_BITS * side)
                    for mark, holds in enumerate((made == FIVE, made >= FOUR, made >= OPEN_THREE, stones > 0)):
                        if holds:
                            total += one << (MARKS_SHIFT + MARK_BITS * (MARKS * side + mark))
                    near = near or made > ONE
                if near:
                    total += one << (MARKS_SHIFT + MARK_BITS * MARK_NEAR)
                self.contrib[axis * SHAPES + number] = total
            digit *= CLASSES
