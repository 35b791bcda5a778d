"""Transposition table, shared by all threads without locks.

An entry is two words, `key XOR data` and `data` (layout in `constants`). Writes of one word are atomic; an entry torn between two writers fails
the XOR check and is ignored. Four entries share a bucket of one cache line. Wins are stored relative to their own position, so that
they hold at any ply.
"""

import cython

from gomoku import system

if not cython.compiled:
    from gomoku.core.constants import *  # noqa: F403
    from gomoku.core.evaluation import is_loss, is_win


SPARE_BYTES = 6 << 20
"""Bytes kept free for boards, threads and everything else where memory is short."""


def buckets_in(megabytes: float) -> int:
    """The largest power of two of buckets in that many megabytes, at least 64."""
    return 1 << max(6, int(megabytes * 1048576 / BUCKET_BYTES).bit_length() - 1)


def allocate(megabytes: float):
    """Allocate a power of two of buckets, at most that many megabytes. Takes less where memory is short.

    Overcommitted memory would kill the process, so the limit is a quarter of the machine. The pages are huge where the system has
    huge pages: a probe is a random access, and translating the address is half its cost.
    """
    buckets = buckets_in(min(megabytes, system.machine_bytes() / 4 / 1048576))
    while True:
        try:
            rest = bytearray(SPARE_BYTES if buckets > 64 else 0)
            pages = system.allocate_pages(BUCKET_BYTES * buckets)
            del rest
            return memoryview(pages).cast("Q")
        except (MemoryError, OSError):
            if buckets <= 64:
                raise
            buckets //= 2


@cython.final
@cython.cclass
class TranspositionTable:
    """Moves, values and bounds by Zobrist hash.

    The system clears a page when it is first written, which takes up to a second for a large table. So a table may begin with a
    part of its buckets, and double that part, a slice at a time, when there is time for it: see `grow`.
    """

    words: cython.ulonglong[::1]
    last_bucket: cython.ulonglong
    """Last bucket of the part in use."""
    ready: cython.Py_ssize_t
    """Words that have been written: those in use, and the slices that will double them."""
    age: cython.int
    """Number of the search, modulo 32: entries of older ones are replaced first."""

    def __init__(self, megabytes: float, ready_megabytes: float = 0.0):
        """`ready_megabytes`: the part to begin with; 0 for all."""
        i: cython.Py_ssize_t
        self.words = allocate(megabytes)
        self.ready = len(self.words)
        if ready_megabytes > 0:
            self.ready = min(self.ready, BUCKET_WORDS * buckets_in(ready_megabytes))
        self.last_bucket = self.ready // BUCKET_WORDS - 1
        with cython.nogil:
            for i in range(self.ready // PAGE_WORDS):  # touched now, not by the first searches
                self.words[i * PAGE_WORDS] = 0
        self.age = 0

    def grow(self, megabytes: float) -> bool:
        """Make a slice of at most that many megabytes ready; False once the whole table is in use.

        The slice becomes a copy of its part of the buckets in use: once these are doubled, every entry is found again.
        """
        i: cython.Py_ssize_t
        used: cython.Py_ssize_t = BUCKET_WORDS * (cython.cast(cython.Py_ssize_t, self.last_bucket) + 1)
        start: cython.Py_ssize_t = self.ready
        end: cython.Py_ssize_t = min(2 * used, start + BUCKET_WORDS * buckets_in(megabytes))
        if used == len(self.words):
            return False
        with cython.nogil:
            for i in range(start, end):
                self.words[i] = self.words[i - used]
        self.ready = end
        if end == 2 * used:
            self.last_bucket = 2 * self.last_bucket + 1
        return not self.is_whole

    @property
    def is_whole(self) -> bool:
        """Whether the whole table is in use."""
        return self.last_bucket + 1 == len(self.words) // BUCKET_WORDS

    def new_search(self):
        """Begin a new search: entries of earlier ones are replaced first."""
        self.age = (self.age + 1) & ENTRY_AGE_MASK

    def clear(self):
        """Remove every entry."""
        i: cython.Py_ssize_t
        n: cython.Py_ssize_t = BUCKET_WORDS * (cython.cast(cython.Py_ssize_t, self.last_bucket) + 1)
        with cython.nogil:
            for i in range(n):
                self.words[i] = 0
        self.ready = n  # slices beyond hold entries
        self.age = 0

    @property
    def bytes(self) -> int:
        """Size of the table, including what is not in use yet."""
        return BUCKET_BYTES * (len(self.words) // BUCKET_WORDS)

    @property
    def permille_used(self) -> int:
        """Permille of the entries that the current search has written, from a sample."""
        used = 0
        buckets = min(int(self.last_bucket) + 1, 250)
        for i in range(BUCKET_ENTRIES * buckets):
            data = self.words[2 * i + 1]
            used += data != 0 and age_of(data) == self.age
        return used * 1000 // (BUCKET_ENTRIES * buckets)

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def probe(self, key: cython.ulonglong) -> cython.ulonglong:
        """Data word of the position, or 0."""
        at: cython.ulonglong = (key & self.last_bucket) * BUCKET_WORDS
        i: cython.int
        data: cython.ulonglong
        for i in range(BUCKET_ENTRIES):
            data = self.words[at + 1]
            if data and self.words[at] ^ data == key:
                return data
            at += 2
        return 0

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def bound_before_move(self, key: cython.ulonglong, depth: cython.int, ply: cython.int) -> cython.int:
        """Step 16: the most a move can be worth by the table's value of the position after it; INFINITE where that says nothing."""
        if key == 0:
            return INFINITE
        data: cython.ulonglong = self.probe(key)
        if data == 0 or bound_of(data) == BOUND_UPPER:
            return INFINITE
        value: cython.int = value_of(data, ply + 1)
        return -value if depth_of(data) >= depth or is_win(value) else INFINITE

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def prefetch(self, key: cython.ulonglong) -> cython.void:
        """Load the bucket of a position into the cache: it is probed soon."""
        if cython.compiled:
            prefetch(cython.address(self.words[(key & self.last_bucket) * BUCKET_WORDS]))

    @cython.cfunc
    @cython.exceptval(check=False)
    @cython.nogil
    def store(
        self,
        key: cython.ulonglong,
        move: cython.int,
        value: cython.int,
        static: cython.int,
        depth: cython.int,
        bound: cython.int,
    ) -> cython.void:
        """Write an entry: over that of the same position, else over the shallowest or oldest of its bucket."""
        at: cython.ulonglong = (key & self.last_bucket) * BUCKET_WORDS
        victim: cython.ulonglong = at
        least: cython.int = 100000
        i: cython.int
        worth: cython.int
        data: cython.ulonglong
        for i in range(BUCKET_ENTRIES):
            data = self.words[at + 1]
            if data == 0 or self.words[at] ^ data == key:
                if data and self.words[at] ^ data == key:
                    if move == 0:
                        move = move_of(data)
                    if bound != BOUND_EXACT and depth + 4 < depth_of(data) and age_of(data) == self.age:
                        return
                victim = at
                break
            worth = depth_of(data) - 4 * ((self.age - age_of(data)) & ENTRY_AGE_MASK)
            if worth < least:
                least = worth
                victim = at
            at += 2
        data = cython.cast(cython.ulonglong, move)
        data |= cython.cast(cython.ulonglong, value + ENTRY_SCORE_BIAS) << ENTRY_VALUE_SHIFT
        data |= cython.cast(cython.ulonglong, static + ENTRY_SCORE_BIAS) << ENTRY_STATIC_SHIFT
        data |= cython.cast(cython.ulonglong, max(0, min(ENTRY_DEPTH_MASK, depth))) << ENTRY_DEPTH_SHIFT
        data |= cython.cast(cython.ulonglong, bound) << ENTRY_BOUND_SHIFT
        data |= cython.cast(cython.ulonglong, self.age) << ENTRY_AGE_SHIFT
        self.words[victim] = key ^ data
        self.words[victim + 1] = data


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.nogil
def move_of(data: cython.ulonglong) -> cython.int:
    """Best move of an entry, or 0."""
    return cython.cast(cython.int, data & ENTRY_MOVE_MASK)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.nogil
def value_of(data: cython.ulonglong, ply: cython.int) -> cython.int:
    """Value of an entry, with wins counted from the root instead of from the position."""
    value: cython.int = cython.cast(cython.int, (data >> ENTRY_VALUE_SHIFT) & ENTRY_SCORE_MASK) - ENTRY_SCORE_BIAS
    if is_win(value):
        return value - ply
    if is_loss(value):
        return value + ply
    return value


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.nogil
def to_table(value: cython.int, ply: cython.int) -> cython.int:
    """The value as it is stored: wins counted from the position. Inverse of `value_of`."""
    if is_win(value):
        return value + ply
    if is_loss(value):
        return value - ply
    return value


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.nogil
def static_of(data: cython.ulonglong) -> cython.int:
    """Static evaluation of an entry."""
    return cython.cast(cython.int, (data >> ENTRY_STATIC_SHIFT) & ENTRY_SCORE_MASK) - ENTRY_SCORE_BIAS


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.nogil
def depth_of(data: cython.ulonglong) -> cython.int:
    """Depth of an entry, in plies."""
    return cython.cast(cython.int, (data >> ENTRY_DEPTH_SHIFT) & ENTRY_DEPTH_MASK)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.nogil
def bound_of(data: cython.ulonglong) -> cython.int:
    """BOUND number of an entry."""
    return cython.cast(cython.int, (data >> ENTRY_BOUND_SHIFT) & ENTRY_BOUND_MASK)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.nogil
def age_of(data: cython.ulonglong) -> cython.int:
    """Number of the search that wrote an entry."""
    return cython.cast(cython.int, (data >> ENTRY_AGE_SHIFT) & ENTRY_AGE_MASK)
