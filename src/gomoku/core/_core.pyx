# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The core as one C unit: the modules below are ordinary Python, included as text so that calls between them can be inlined."""

import cython

from gomoku.core import c_constants

from posix.time cimport CLOCK_MONOTONIC, clock_gettime, timespec

include "constants.pxi"

c_constants.check(DECLARATIONS)


cdef extern from *:
    int lowest "__builtin_ctz"(unsigned int bits) noexcept nogil
    void prefetch "__builtin_prefetch"(void* address) noexcept nogil


cdef inline double now() noexcept nogil:
    """Monotonic clock in seconds: time.monotonic() without the global interpreter lock."""
    cdef timespec t
    clock_gettime(CLOCK_MONOTONIC, &t)
    return t.tv_sec + t.tv_nsec * 1e-9


include "patterns.py"
include "line_state.py"
include "board.py"
include "evaluation.py"
include "threat_space.py"
include "vcf.py"
include "vct.py"
include "transposition.py"
include "ordering.py"
include "tree_log.py"
include "search.py"
include "baselines.py"
