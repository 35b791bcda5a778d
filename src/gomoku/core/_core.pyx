# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The core as one C unit: the modules below are ordinary Python, included as text so that calls between them can be inlined."""

import cython

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
    KIND_FIVE = 1
    KIND_FOUR = 2
    KIND_THREE = 4
    KIND_CAPTURE = 8
    KIND_TWO_THREES = 16
    KIND_TWO_FOURS = 32
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

include "tables.py"
include "board.py"
