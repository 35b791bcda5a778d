"""The transposition table: what was found out about positions met before, shared by all threads without a lock.

An entry is two words, `key XOR data` and `data`. A word is written whole; an entry mixed of two writers fails the XOR and is ignored. Four
entries share a bucket. A win is stored relative to its own position, so that it holds wherever the position is met.
"""

import contextlib
import mmap
import os

import cython

if not cython.compiled:
    from gomoku.core.constants import *  # noqa: F403


ROOM = 6 << 20
"""Bytes that are left for boards, threads and everything else where memory is short."""


def machine_bytes() -> int:
    """The memory of this machine, or of the container it runs in."""
    total = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    for path in ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"):
        try:
            with open(path, encoding="ascii") as file:
                total = min(total, int(file.read()))
        except (OSError, ValueError):  # no such limit
            pass
    return total


def allocate(megabytes: float):
    """Buckets of four entries (eight words), as many as a power of two allows. Takes less where memory is short.

    What the system promises but does not have would end the process, so a quarter of the machine is the most. The pages are
    filled at once, and large where the system has large ones: a probe is a jump to anywhere, and the address is half its cost.
    """
    room = min(megabytes * 1048576, machine_bytes() / 4)
    buckets = 1 << max(6, int(room / 64).bit_length() - 1)
    while True:
        try:
            rest = bytearray(ROOM if buckets > 64 else 0)
            pages = mmap.mmap(-1, 64 * buckets, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
            with contextlib.suppress(OSError, AttributeError):  # a system without large pages
                pages.madvise(mmap.MADV_HUGEPAGE)
            words = memoryview(pages).cast("Q")
            for i in range(0, len(words), 512):
                words[i] = 0
            del rest
            return words
        except (MemoryError, OSError):
            if buckets <= 64:
                raise
            buckets //= 2


@cython.final
@cython.cclass
class TranspositionTable:
    """Moves, values and bounds by hash."""

    words: cython.ulonglong[::1]
    last_bucket: cython.ulonglong
    age: cython.int

    def __init__(self, megabytes: float):
        self.words = allocate(megabytes)
        self.last_bucket = len(self.words) // 8 - 1
        self.age = 0

    def new_search(self):
        """Entries of earlier searches give way first."""
        self.age = (self.age + 1) & 31

    def clear(self):
        """Forget everything."""
        i: cython.Py_ssize_t
        n: cython.Py_ssize_t = 8 * (cython.cast(cython.Py_ssize_t, self.last_bucket) + 1)
        with cython.nogil:
            for i in range(n):
                self.words[i] = 0
        self.age = 0

    @property
    def bytes(self) -> int:
        return 64 * (int(self.last_bucket) + 1)

    @property
    def permille_used(self) -> int:
        """Share of entries written by the present search, from a sample."""
        used = 0
        buckets = min(int(self.last_bucket) + 1, 250)
        for i in range(4 * buckets):
            data = self.words[2 * i + 1]
            used += data != 0 and (data >> 55) & 31 == self.age
        return used * 1000 // (4 * buckets)

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    @cython.nogil
    def probe(self, key: cython.ulonglong) -> cython.ulonglong:
        """The data word of the position, or 0."""
        at: cython.ulonglong = (key & self.last_bucket) * 8
        i: cython.int
        data: cython.ulonglong
        for i in range(4):
            data = self.words[at + 1]
            if data and self.words[at] ^ data == key:
                return data
            at += 2
        return 0

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
        """Keep what was found: over the same position, else over the shallowest or oldest of the bucket."""
        at: cython.ulonglong = (key & self.last_bucket) * 8
        victim: cython.ulonglong = at
        least: cython.int = 100000
        i: cython.int
        worth: cython.int
        data: cython.ulonglong
        for i in range(4):
            data = self.words[at + 1]
            if data == 0 or self.words[at] ^ data == key:
                if data and self.words[at] ^ data == key:
                    if move == 0:
                        move = cython.cast(cython.int, data & 4095)
                    worth = cython.cast(cython.int, (data >> 44) & 255)
                    if bound != BOUND_EXACT and depth + 4 < worth and (data >> 55) & 31 == self.age:
                        return
                victim = at
                break
            worth = cython.cast(cython.int, (data >> 44) & 255)
            worth -= 4 * ((self.age - cython.cast(cython.int, (data >> 55) & 31)) & 31)
            if worth < least:
                least = worth
                victim = at
            at += 2
        data = cython.cast(cython.ulonglong, move)
        data |= cython.cast(cython.ulonglong, value + 32768) << 12
        data |= cython.cast(cython.ulonglong, static + 32768) << 28
        data |= cython.cast(cython.ulonglong, max(0, min(255, depth))) << 44
        data |= cython.cast(cython.ulonglong, bound) << 52
        data |= cython.cast(cython.ulonglong, self.age) << 55
        self.words[victim] = key ^ data
        self.words[victim + 1] = data


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.nogil
def move_of(data: cython.ulonglong) -> cython.int:
    return cython.cast(cython.int, data & 4095)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.nogil
def value_of(data: cython.ulonglong, ply: cython.int) -> cython.int:
    """The value, with a win counted from the root instead of from the position."""
    value: cython.int = cython.cast(cython.int, (data >> 12) & 65535) - 32768
    if value > WIN_BOUND:
        return value - ply
    if value < -WIN_BOUND:
        return value + ply
    return value


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.nogil
def to_table(value: cython.int, ply: cython.int) -> cython.int:
    """The value as it is stored: a win counted from the position."""
    if value > WIN_BOUND:
        return value + ply
    if value < -WIN_BOUND:
        return value - ply
    return value


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.nogil
def static_of(data: cython.ulonglong) -> cython.int:
    return cython.cast(cython.int, (data >> 28) & 65535) - 32768


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.nogil
def depth_of(data: cython.ulonglong) -> cython.int:
    return cython.cast(cython.int, (data >> 44) & 255)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
@cython.nogil
def bound_of(data: cython.ulonglong) -> cython.int:
    return cython.cast(cython.int, (data >> 52) & 3)
