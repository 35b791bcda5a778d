"""The learned part of the evaluation: a small network over the lines through every empty cell.

For each empty cell and axis, the four neighbours either way select a row of numbers: one half as Black sees the line, the other as White
does, which is the same with the colours exchanged. The four rows of a cell are added and clamped. The clamped sums of all empty cells, less
those of the empty board, are the input of a head with two hidden layers, together with how many cells make a three, a four and so on, and with
the linear evaluation. The output of the head, in evaluation points, is added to the linear evaluation. The first hidden layer also gives the
policy: a number for each of a cell's own, whose products added up are the cell's logit, which says how likely a move there is the best one. It helps to order moves. A network whose last layer is all zeros has no value:
it orders moves only, and costs nothing at the leaves of a search, which are most of its nodes. One whose policy is all zeros only evaluates.

Everything is an integer: every machine and every build gives the same answer. The board notes which cells have changed, and `update` catches
up when a value is asked for, so that a threat search that makes and undoes a thousand moves costs the network nothing.
"""

import cython

if not cython.compiled:
    from gomoku.core.board import Board
    from gomoku.core.constants import *  # noqa: F403
    from gomoku.core.evaluation import Weights
    from gomoku.core.line_state import cell_of, index_of, key_in
    from gomoku.core.patterns import buffer, lowest


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.nogil
def with_colors_exchanged(key: cython.uint) -> cython.uint:
    """The key of the same line with the colours exchanged; walls stay."""
    return ((key & NET_LOW_BITS) << 1) | ((key >> 1) & NET_LOW_BITS)


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def turned_round(key: cython.uint) -> cython.uint:
    """The key of the same line read from its other end."""
    turned: cython.uint = 0
    i: cython.int
    for i in range(2 * NET_REACH):
        turned = (turned << 2) | (key & 3)
        key >>= 2
    return turned


@cython.cfunc
@cython.exceptval(check=False)
@cython.nogil
def is_possible(key: cython.uint) -> cython.bint:
    """Can a line look like this? Behind a wall there are walls only."""
    i: cython.int
    for i in range(NET_REACH - 1):
        if (key >> (2 * i + 2)) & 3 == WALL and (key >> (2 * i)) & 3 != WALL:
            return False
        if (key >> (2 * (NET_REACH + i))) & 3 == WALL and (key >> (2 * (NET_REACH + i) + 2)) & 3 != WALL:
            return False
    return True


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.nogil
def clamped(number: cython.short) -> cython.short:
    """A number of a cell within 0 to NET_CLAMP. In 16 bits throughout, which the compiler makes two instructions for 16 numbers."""
    top: cython.short = NET_CLAMP
    low: cython.short = 0
    number = number if number < top else top
    return number if number > low else low


def line_numbers():
    """By key: the number of the line, the same for both directions; NET_NO_LINE where no line looks like that. And how many there are."""
    key: cython.uint
    turned: cython.uint
    count: cython.int = 0
    numbers: cython.ushort[::1] = buffer(NET_KEYS, "H")
    for key in range(NET_KEYS):
        numbers[key] = NET_NO_LINE
        if is_possible(key):
            turned = turned_round(key)
            if turned < key:
                numbers[key] = numbers[turned]
            else:
                numbers[key] = count
                count += 1
    return numbers, count


@cython.final
@cython.cclass
class NetworkTables:
    """The numbers of a network, laid out for the board; shared by all threads."""

    row_of: cython.ushort[::1]
    """By key: the number of its row."""
    rows: cython.short[::1]
    """By row: NET_WIDTH numbers, the first half as Black sees the line."""
    first: cython.short[::1]
    """By hidden number of the first layer: a weight for each input. Of the pool and of the counts, those of the side to move come first."""
    first_bias: cython.int[::1]
    """By situation (`Weights.situation`): a bias for each hidden number."""
    second: cython.short[::1]
    second_bias: cython.int[::1]
    last: cython.short[::1]
    last_bias: cython.int
    policy: cython.short[::1]
    """By number of a cell, those of the side to move first: a weight for each hidden number of the first layer."""
    policy_bias: cython.int[::1]
    has_value: cython.bint
    """The network adds to the evaluation; else it orders moves only."""
    has_policy: cython.bint
    """The network orders moves; else it adds to the evaluation only."""

    def __init__(self, numbers):
        """`numbers`: by name, buffers of 16-bit (weights) or 32-bit integers (biases).

        `rows` has NET_HALF for each line as its own side sees it; or twice as many, where White's moves obey other rules than Black's.
        """
        key: cython.uint
        i: cython.int
        row: cython.int
        own: cython.int
        other: cython.int
        line: cython.ushort[::1]
        line, count = line_numbers()
        untied: cython.bint = len(numbers["rows"]) == 2 * NET_HALF * count
        sizes = {
            "rows": NET_HALF * count * (1 + untied),
            "first": NET_INPUTS * NET_HIDDEN,
            "first_bias": SITUATIONS * NET_HIDDEN,
            "second": NET_HIDDEN * NET_HIDDEN,
            "second_bias": NET_HIDDEN,
            "last": NET_HIDDEN,
            "last_bias": 1,
            "policy": NET_WIDTH * NET_HIDDEN,
            "policy_bias": NET_WIDTH,
        }
        for name, size in sizes.items():
            if len(numbers[name]) != size:
                raise ValueError(f"a network has {size} numbers in {name}, not {len(numbers[name])}")
        views: cython.short[::1] = numbers["rows"]
        self.row_of = buffer(NET_KEYS, "H")
        self.rows = buffer(NET_WIDTH * 2 * count, "h")
        row = 0
        for key in range(NET_KEYS):
            if line[key] == NET_NO_LINE or key > turned_round(key):
                continue
            self.row_of[key] = self.row_of[turned_round(key)] = row
            own, other = line[key], line[with_colors_exchanged(key)] + (cython.cast(cython.int, count) if untied else 0)
            for i in range(NET_HALF):
                self.rows[NET_WIDTH * row + i] = views[NET_HALF * own + i]
                self.rows[NET_WIDTH * row + NET_HALF + i] = views[NET_HALF * other + i]
            row += 1
        self.first, self.first_bias = numbers["first"], numbers["first_bias"]
        self.second, self.second_bias = numbers["second"], numbers["second_bias"]
        self.last, self.last_bias = numbers["last"], numbers["last_bias"][0]
        self.policy, self.policy_bias = numbers["policy"], numbers["policy_bias"]
        self.has_value = any(numbers["last"]) or self.last_bias != 0
        self.has_policy = any(numbers["policy"]) or any(numbers["policy_bias"])


@cython.final
@cython.cclass
class Network:
    """The network on one board, in one thread."""

    tables: NetworkTables
    row_of: cython.ushort[::1]
    rows: cython.short[::1]
    seen: cython.uchar[CELLS]
    """By cell: its stone when it was last looked at."""
    in_line: cython.uchar[NET_DISTANCES]
    """By the distance of two cells, plus CELLS: is there a cell with both of them within its reach, on one axis?"""
    stale: cython.Py_ssize_t
    """A cell through which rows may still be those with the stone of a position that was evaluated, or 0."""
    row_at: cython.ushort[AXIS_CELLS]
    """By empty cell and axis: the row of its line."""
    sums: cython.short[NET_CELLS]
    """By empty cell: the sum of its four rows."""
    pool: cython.int[NET_WIDTH]
    """Total of the clamped sums of all empty cells, minus that of the empty board."""
    change: cython.short[NET_WIDTH]
    """Change of the pool by one stone."""
    inputs: cython.short[NET_INPUTS]
    hidden: cython.short[NET_HIDDEN]
    hidden_2: cython.short[NET_HIDDEN]
    policy: cython.short[NET_WIDTH]
    """Weights of the policy: one for each number of a cell, as Black and as White see it."""

    def __init__(self, board: Board, tables: NetworkTables):
        i: cython.int
        a: cython.int
        if not cython.compiled:
            self.seen, self.row_at, self.sums = [0] * CELLS, [0] * AXIS_CELLS, [0] * NET_CELLS
            self.in_line = [0] * NET_DISTANCES
            self.pool, self.change, self.inputs = [0] * NET_WIDTH, [0] * NET_WIDTH, [0] * NET_INPUTS
            self.hidden, self.hidden_2, self.policy = [0] * NET_HIDDEN, [0] * NET_HIDDEN, [0] * NET_WIDTH
        self.tables, self.row_of, self.rows = tables, tables.row_of, tables.rows
        self.stale = 0
        if board.stones:
            raise ValueError("a network begins with the empty board")
        for i in range(CELLS):
            self.seen[i] = board.cell[i]
        for i in range(NET_DISTANCES):
            self.in_line[i] = False
        for a in range(AXES):
            for i in range(1, 2 * NET_REACH + 1):
                self.in_line[CELLS + i * board.delta[a]] = self.in_line[CELLS - i * board.delta[a]] = True
        for i in range(NET_WIDTH):
            self.change[i] = 0
        for y in range(board.height):
            for x in range(board.width):
                self.enter(board, index_of(x, y))
        for i in range(NET_WIDTH):
            self.pool[i] = self.change[i] = 0

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def line_row(self, board: Board, at: cython.Py_ssize_t) -> cython.ushort:
        """The row of the line through this cell and axis, as the board is now."""
        return self.row_of[key_in(board.window(at) >> (2 * (2 * board.reach - NET_REACH)), NET_LOW, NET_HIGH)]

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def enter(self, board: Board, p: cython.Py_ssize_t) -> cython.void:
        """Add an empty cell: compute its sums."""
        a: cython.Py_ssize_t
        i: cython.Py_ssize_t
        row: cython.Py_ssize_t
        for i in range(NET_WIDTH):
            self.sums[NET_WIDTH * p + i] = 0
        for a in range(AXES):
            self.row_at[AXES * p + a] = self.line_row(board, AXES * p + a)
            row = NET_WIDTH * cython.cast(cython.Py_ssize_t, self.row_at[AXES * p + a])
            for i in range(NET_WIDTH):
                self.sums[NET_WIDTH * p + i] += self.rows[row + i]
        for i in range(NET_WIDTH):
            self.change[i] += clamped(self.sums[NET_WIDTH * p + i])

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def update(self, board: Board, ahead: cython.Py_ssize_t) -> cython.bint:
        """Catch up with the board: only cells that have changed, and the empty ones in line with them, are looked at.

        A new stone on the cell `ahead` is left out, for `evaluate`; returns whether there is one.
        """
        y: cython.int
        bits: cython.uint
        kept: cython.uint
        p: cython.Py_ssize_t
        left_out: cython.bint = False
        seen_ahead: cython.bint = False
        if self.stale:
            p = self.stale
            seen_ahead = self.in_line[CELLS + ahead - p]
            self.clear_change()
            if self.seen[p] == EMPTY and board.cell[p] == EMPTY:
                self.leave(p)
                self.enter(board, p)
            self.follow_lines(board, p, True)
            self.add_change()
            if p != ahead or board.cell[p] == EMPTY:
                self.stale = 0
        for y in range(PAD, PAD + board.height):
            bits = board.dirty[y]
            if bits:
                kept = 0
                while bits:
                    p = y * STRIDE + PAD + lowest(bits)
                    if self.seen[p] == board.cell[p]:
                        pass
                    elif p == ahead and board.cell[p] != EMPTY and self.seen[p] == EMPTY:
                        left_out = True
                        kept = bits & -bits
                    else:
                        seen_ahead |= self.in_line[CELLS + ahead - p]
                        self.update_cell(board, p)
                    bits &= bits - 1
                board.dirty[y] = kept
        if left_out and seen_ahead:
            self.stale = ahead  # rows that were looked up have this stone in them, its own cell was passed over
        return left_out

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def clear_change(self) -> cython.void:
        """Begin to note what changes in the pool."""
        i: cython.Py_ssize_t
        for i in range(NET_WIDTH):
            self.change[i] = 0

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def add_change(self) -> cython.void:
        """Add the noted change to the pool."""
        i: cython.Py_ssize_t
        for i in range(NET_WIDTH):
            self.pool[i] += self.change[i]

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def leave(self, p: cython.Py_ssize_t) -> cython.void:
        """Note that an empty cell is empty no more."""
        i: cython.Py_ssize_t
        for i in range(NET_WIDTH):
            self.change[i] -= clamped(self.sums[NET_WIDTH * p + i])

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def update_cell(self, board: Board, p: cython.Py_ssize_t) -> cython.void:
        """Update the rows around a cell whose stone has changed."""
        self.clear_change()
        if self.seen[p] == EMPTY:
            self.leave(p)
        self.seen[p] = board.cell[p]
        self.follow_lines(board, p, True)
        if board.cell[p] == EMPTY:
            self.enter(board, p)
        self.add_change()

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def follow_lines(self, board: Board, p: cython.Py_ssize_t, keep: cython.bint) -> cython.void:
        """Note what changes in the empty cells in line with a cell; `keep` stores their new rows and sums, too."""
        a: cython.Py_ssize_t
        i: cython.Py_ssize_t
        k: cython.Py_ssize_t
        q: cython.Py_ssize_t
        at: cython.Py_ssize_t
        base: cython.Py_ssize_t
        was: cython.Py_ssize_t
        now: cython.Py_ssize_t
        window: cython.ulonglong
        empty: cython.uint
        before: cython.short
        after: cython.short
        change: cython.short[NET_WIDTH]
        """Here and not in `self`: the compiler knows that no row overlaps with it."""
        if not cython.compiled:
            change = [0] * NET_WIDTH
        for i in range(NET_WIDTH):
            change[i] = self.change[i]
        for a in range(AXES):
            # the line from twice the reach before the cell; the nine cells around it begin NET_REACH further
            window = board.window(AXES * p + a) >> (4 * (board.reach - NET_REACH))
            empty = cython.cast(cython.uint, window >> (2 * NET_REACH))
            empty = ~(empty | (empty >> 1)) & NET_OTHERS
            while empty:
                k = lowest(empty)
                empty &= empty - 1
                q = p + ((k >> 1) - NET_REACH) * board.delta[a]
                if self.seen[q] != EMPTY:
                    continue  # it is new as an empty cell, too, and its own turn will come
                at = AXES * q + a
                was, now = self.row_at[at], self.row_of[key_in(window >> k, NET_LOW, NET_HIGH)]
                if was == now:
                    continue
                if keep:
                    self.row_at[at] = now
                was, now, base = NET_WIDTH * was, NET_WIDTH * now, NET_WIDTH * q
                for i in range(NET_WIDTH):
                    before = self.sums[base + i]
                    after = before + self.rows[now + i] - self.rows[was + i]
                    change[i] += clamped(after) - clamped(before)
                if keep:
                    for i in range(NET_WIDTH):
                        self.sums[base + i] += self.rows[now + i] - self.rows[was + i]
        for i in range(NET_WIDTH):
            self.change[i] = change[i]

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def evaluate(self, board: Board, situation: cython.int, linear: cython.int) -> cython.int:
        """The value that the network adds for the side to move, in evaluation points.

        Most positions are leaves, left again at once. So what the last stone changes is computed, and not stored.
        """
        i: cython.Py_ssize_t
        value: cython.int
        p: cython.Py_ssize_t = board.past_move[board.ply - 1] if board.ply > 0 else 0
        if not self.update(board, p):
            return self.head(board, situation, linear)
        self.clear_change()
        self.leave(p)
        self.follow_lines(board, p, False)
        self.add_change()
        value = self.head(board, situation, linear)
        for i in range(NET_WIDTH):
            self.pool[i] -= self.change[i]
        return value

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def first_layer(self, board: Board, situation: cython.int, linear: cython.int) -> cython.void:
        """First dense layer behind the pooling, from the view of the side to move."""
        i: cython.Py_ssize_t
        k: cython.Py_ssize_t
        total: cython.int
        side: cython.int = board.turn - 1
        own: cython.Py_ssize_t = NET_HALF * side
        other: cython.Py_ssize_t = NET_HALF - own
        mine: cython.longlong = board.counts(side)
        theirs: cython.longlong = board.counts(1 - side)
        for i in range(NET_HALF):
            self.inputs[i] = max(-NET_INPUT, min(NET_INPUT, self.pool[own + i] >> NET_INPUT_SHIFT))
            self.inputs[NET_HALF + i] = max(-NET_INPUT, min(NET_INPUT, self.pool[other + i] >> NET_INPUT_SHIFT))
        for i in range(NET_COUNTS):
            total = cython.cast(cython.int, mine >> (COUNT_BITS * i)) & COUNT_MASK
            self.inputs[NET_WIDTH + i] = NET_COUNT_UNIT * min(NET_COUNT, total)
            total = cython.cast(cython.int, theirs >> (COUNT_BITS * i)) & COUNT_MASK
            self.inputs[NET_WIDTH + NET_COUNTS + i] = NET_COUNT_UNIT * min(NET_COUNT, total)
        # no position that is evaluated has a cell for a five: the linear evaluation and its size are there instead
        linear = max(-NET_LINEAR, min(NET_LINEAR, linear))
        self.inputs[NET_WIDTH + NET_COUNTS - 1] = linear
        self.inputs[NET_INPUTS - 1] = abs(linear)
        for k in range(NET_HIDDEN):
            total = self.tables.first_bias[NET_HIDDEN * situation + k]
            for i in range(NET_INPUTS):
                total += cython.cast(cython.int, self.tables.first[NET_INPUTS * k + i]) * self.inputs[i]
            self.hidden[k] = max(0, min(NET_UNIT, total >> NET_FIRST_SHIFT))

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def head(self, board: Board, situation: cython.int, linear: cython.int) -> cython.int:
        """The value, from the pool, the counts of the board and the linear evaluation."""
        i: cython.Py_ssize_t
        k: cython.Py_ssize_t
        total: cython.int
        self.first_layer(board, situation, linear)
        for k in range(NET_HIDDEN):
            total = self.tables.second_bias[k]
            for i in range(NET_HIDDEN):
                total += cython.cast(cython.int, self.tables.second[NET_HIDDEN * k + i]) * self.hidden[i]
            self.hidden_2[k] = max(0, min(NET_UNIT, total >> NET_SECOND_SHIFT))
        total = self.tables.last_bias
        for i in range(NET_HIDDEN):
            total += cython.cast(cython.int, self.tables.last[i]) * self.hidden_2[i]
        return total >> NET_LAST_SHIFT

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def prepare_policy(self, board: Board, situation: cython.int, linear: cython.int) -> cython.void:
        """Compute what `logit` needs, for the position on the board."""
        i: cython.Py_ssize_t
        k: cython.Py_ssize_t
        total: cython.int
        own: cython.Py_ssize_t = NET_HALF * (board.turn - 1)
        self.update(board, 0)
        self.first_layer(board, situation, linear)
        for i in range(NET_WIDTH):
            total = self.tables.policy_bias[i]
            for k in range(NET_HIDDEN):
                total += cython.cast(cython.int, self.tables.policy[NET_HIDDEN * i + k]) * self.hidden[k]
            # the numbers of the side to move first; those of a cell are Black's first
            self.policy[i ^ own] = max(-NET_POLICY, min(NET_POLICY, total >> NET_POLICY_SHIFT))

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def logit(self, p: cython.Py_ssize_t) -> cython.int:
        """Logit of the policy for a move on this empty cell, in units of 1 << NET_LOGIT_SHIFT; after `prepare_policy`."""
        i: cython.Py_ssize_t
        total: cython.int = 0
        for i in range(NET_WIDTH):
            total += cython.cast(cython.int, self.policy[i]) * clamped(self.sums[NET_WIDTH * p + i])
        return total

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def blank_row(self, board: Board, at: cython.Py_ssize_t) -> cython.ushort:
        """The row of the line through this cell and axis if no stone stood on it: its walls alone."""
        walls: cython.ulonglong = board.window(at) >> (2 * (2 * board.reach - NET_REACH))
        both: cython.ulonglong = 0x5555555555555555
        walls &= (walls >> 1) & both  # of the two bits of a cell, both are set for a wall only
        return self.row_of[key_in(walls | (walls << 1), NET_LOW, NET_HIGH)]

    def axis_logits(self, p: int, board: Board):
        """Share of each axis in the logit of an empty cell: the logit, less the logit without the stones on that axis; after `prepare_policy`."""
        a: cython.Py_ssize_t
        i: cython.Py_ssize_t
        total: cython.int
        here: cython.int
        was: cython.Py_ssize_t
        blank: cython.Py_ssize_t
        found = []
        for a in range(AXES):
            was = NET_WIDTH * cython.cast(cython.Py_ssize_t, self.row_at[AXES * p + a])
            blank = NET_WIDTH * cython.cast(cython.Py_ssize_t, self.blank_row(board, AXES * p + a))
            total = 0
            for i in range(NET_WIDTH):
                here = self.sums[NET_WIDTH * p + i] - self.rows[was + i] + self.rows[blank + i]
                total += cython.cast(cython.int, self.policy[i]) * max(0, min(NET_CLAMP, here))
            found.append(self.logit(p) - total)
        return found

    def shares(self, board: Board, situation: int, linear: int):
        """Contribution of each empty cell, as (cell, points): the value minus that with no stone in line with the cell."""
        found = []
        a: cython.Py_ssize_t
        i: cython.Py_ssize_t
        p: cython.Py_ssize_t
        row: cython.Py_ssize_t
        blank: list = [0] * NET_WIDTH
        kept: list = [0] * NET_WIDTH
        self.update(board, 0)
        value = self.head(board, situation, linear)
        for i in range(NET_WIDTH):
            kept[i] = self.pool[i]
        for y in range(board.height):
            for x in range(board.width):
                p = index_of(x, y)
                if board.cell[p] != EMPTY:
                    continue
                for i in range(NET_WIDTH):
                    blank[i] = 0
                for a in range(AXES):
                    row = NET_WIDTH * cython.cast(cython.Py_ssize_t, self.blank_row(board, AXES * p + a))
                    for i in range(NET_WIDTH):
                        blank[i] += self.rows[row + i]
                for i in range(NET_WIDTH):
                    now = clamped(self.sums[NET_WIDTH * p + i])
                    self.pool[i] = kept[i] - now + max(0, min(NET_CLAMP, blank[i]))
                points = value - self.head(board, situation, linear)
                if points:
                    found.append(((x, y), points))
        for i in range(NET_WIDTH):
            self.pool[i] = kept[i]
        return found


@cython.final
@cython.cclass
class Evaluator:
    """The static evaluation of one board: the linear one, plus the term of the network if there is one."""

    board: Board
    weights: Weights
    network: Network
    has_value: cython.bint
    """Whether there is a network that adds to the evaluation."""
    has_policy: cython.bint
    """Whether there is a network that orders moves."""

    def __init__(self, board: Board, weights: Weights, tables):
        """`tables`: the NetworkTables of the rule set, or None."""
        self.board, self.weights = board, weights
        self.has_value = self.has_policy = False
        if tables is not None:
            self.network = Network(board, tables)
            self.has_value, self.has_policy = self.network.tables.has_value, self.network.tables.has_policy

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def evaluate(self) -> cython.int:
        """The value for the side to move."""
        value: cython.int = self.weights.evaluate(self.board)
        if self.has_value:
            value += self.network.evaluate(self.board, self.weights.situation(self.board), value)
            value = max(-MAX_EVAL, min(MAX_EVAL, value))
        return value

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def prepare_policy(self) -> cython.void:
        """Prepare the network for `logit`. It must have a policy."""
        self.network.prepare_policy(self.board, self.weights.situation(self.board), self.weights.evaluate(self.board))

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def order(
        self, moves: cython.int[::1], scores: cython.int[::1], start: cython.int, top: cython.int, points: cython.int
    ) -> cython.void:
        """Add the policy to the scores of a list of moves: `points` for a logit of 1. There must be one."""
        i: cython.int
        self.prepare_policy()
        for i in range(start, top):
            scores[i] += ((self.network.logit(moves[i]) >> 6) * points) >> (NET_LOGIT_SHIFT - 6)

    def logits(self):
        """The policy, as (cell, logit) of every legal candidate. Without one it is the move order by patterns and captures alone."""
        me: cython.int = self.board.turn - 1
        unit: cython.double = 1 << NET_LOGIT_SHIFT
        found = []
        if self.has_policy:
            self.prepare_policy()
        for y in range(self.board.height):
            for p in range(index_of(0, y), index_of(self.board.width, y)):
                if not self.board.candidates(y + PAD) >> (p - index_of(0, y)) & 1 or not self.board.is_legal(p):
                    continue
                if self.has_policy:
                    found.append((cell_of(p), self.network.logit(p) / unit))
                else:
                    points: cython.double = self.weights.order_score(self.board, p, me)
                    found.append((cell_of(p), points / ORDER_POINTS))
        return found

    def orders(self) -> bool:
        """`has_policy` for Python."""
        return self.has_policy

    def axis_logits(self, x: int, y: int):
        """Share of each axis in the logit of an empty cell; empty without a policy."""
        if not self.has_policy:
            return ()
        self.prepare_policy()
        return tuple(part / (1 << NET_LOGIT_SHIFT) for part in self.network.axis_logits(index_of(x, y), self.board))

    def value(self) -> int:
        """`evaluate` for Python."""
        return self.evaluate()

    def shares(self):
        """`Network.shares`, for the side to move; empty where no network adds to the evaluation."""
        if not self.has_value:
            return []
        return self.network.shares(self.board, self.weights.situation(self.board), self.weights.evaluate(self.board))

    def terms(self):
        """The terms of the evaluation: those of `Weights.terms`, what the network adds, and the total."""
        learned: cython.int = 0
        if self.has_value:
            learned = self.network.evaluate(
                self.board, self.weights.situation(self.board), self.weights.evaluate(self.board)
            )
        return (*self.weights.terms(self.board), learned, self.evaluate())
