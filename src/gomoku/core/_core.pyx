# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The core as one C unit: the modules below are ordinary Python, included as text so that calls between them can be inlined."""

import cython

from posix.time cimport CLOCK_MONOTONIC, clock_gettime, timespec

cdef enum:
    STRIDE = 37
    CELLS = 1600
    MAX_EDGE = 32
    PAD = 5
    EMPTY = 0
    BLACK = 1
    WHITE = 2
    WALL = 3
    DEAD = 0
    ONE = 1
    TWO = 2
    OPEN_TWO = 3
    THREE = 4
    OPEN_THREE = 5
    FOUR = 6
    OPEN_FOUR = 7
    FIVE = 8
    CLASSES = 9
    CODES = 6561
    MULTISETS = 495
    SHAPES = 1024
    KIND_FIVE = 1
    KIND_FOUR = 2
    KIND_THREE = 4
    KIND_CAPTURE = 8
    KIND_TWO_THREES = 16
    KIND_TWO_FOURS = 32
    KIND_NEAR = 64
    BAN_DOUBLE_THREE = 1
    BAN_DOUBLE_FOUR = 2
    BAN_OVERLINE = 3
    BAN_SELF_CAPTURE = 4
    EXTRA_THREE = 1
    EXTRA_OVERLINE = 2
    EXTRA_PAIR = 4
    EXTRA_FIVE = 8
    EXTRA_FOURS = 16
    MAX_PLY = 128
    HISTORY = 1200
    LOG = 65536
    POOL = 16384
    WIN = 30000
    WIN_BOUND = 29000
    MAX_EVAL = 20000
    INFINITE = 32000
    BOUND_NONE = 0
    BOUND_UPPER = 1
    BOUND_LOWER = 2
    BOUND_EXACT = 3
    LMR_BASE = 0
    LMR_SLOPE = 1
    LMP_BASE = 2
    LMP_SLOPE = 3
    ASPIRATION = 4
    RFP_DEPTH = 5
    RFP_MARGIN = 6
    RAZOR_DEPTH = 7
    RAZOR_MARGIN = 8
    NULL_DEPTH = 9
    NULL_MARGIN = 10
    NULL_REDUCTION = 11
    IIR_DEPTH = 12
    EXTENSION_PLIES = 13
    VCF_DEPTH = 14
    VCF_NODES = 15
    KILLER_BONUS = 16
    FUTILITY_DEPTH = 17
    FUTILITY_MARGIN = 18
    VCF_FEW = 19
    RFP_IMPROVING = 20
    LMP_NOT_IMPROVING = 21
    LMR_NOT_IMPROVING = 22
    ATTACK_THREES = 23
    ATTACK_NODES = 24
    CHECK_NODES = 25
    CHECK_DEPTH = 26
    THREE_NODES = 27
    NODE = 8
    WHY_SEARCHED = 1
    WHY_CUT = 2
    WHY_TABLE = 3
    WHY_OVER = 4
    WHY_LOST = 5
    WHY_LEAF = 6
    WHY_FORCED = 7
    WHY_HIGH = 8
    WHY_LOW = 9
    WHY_PASS = 10
    WHY_WINDOW = 11
    WHY_STOPPED = 12


cdef extern from *:
    int lowest "__builtin_ctz"(unsigned int bits) noexcept nogil


cdef inline double now() noexcept nogil:
    """The monotonic clock, in seconds: Python's time.monotonic() without the lock."""
    cdef timespec t
    clock_gettime(CLOCK_MONOTONIC, &t)
    return t.tv_sec + t.tv_nsec * 1e-9


include "patterns.py"
include "line_state.py"
include "board.py"
include "evaluation.py"
include "vcf.py"
include "vct.py"
include "transposition.py"
include "ordering.py"
include "tree_log.py"
include "search.py"
include "baselines.py"
