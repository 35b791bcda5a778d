# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The core as one C unit: the modules below are ordinary Python, included as text so that calls between them can be inlined."""

import cython

from gomoku.core import c_constants

include "constants.pxi"

c_constants.check(DECLARATIONS)


# Compiler intrinsics and the monotonic clock, by compiler and operating system; the Python counterpart is gomoku/system.py.
cdef extern from *:
    """
    #ifdef _MSC_VER
        #include <intrin.h>
        static __inline int gomoku_lowest(unsigned int bits) {
            unsigned long index;
            _BitScanForward(&index, bits);
            return (int)index;
        }
        #if defined(_M_X64) || defined(_M_IX86)
            #define gomoku_prefetch(address) _mm_prefetch((const char *)(address), _MM_HINT_T0)
        #else
            #define gomoku_prefetch(address) __prefetch(address)
        #endif
    #else
        #define gomoku_lowest(bits) __builtin_ctz(bits)
        #define gomoku_prefetch(address) __builtin_prefetch(address)
    #endif

    #ifdef _WIN32
        #include <windows.h>
        static double gomoku_now(void) {
        #if PY_VERSION_HEX >= 0x030D0000
            LARGE_INTEGER ticks, frequency;
            QueryPerformanceFrequency(&frequency);
            QueryPerformanceCounter(&ticks);
            return (double)ticks.QuadPart / (double)frequency.QuadPart;
        #else
            return (double)GetTickCount64() * 1e-3;  /* Python's own clock before 3.13, in steps of 16 ms */
        #endif
        }
    #else
        #include <time.h>
        #ifdef __APPLE__
            #define GOMOKU_CLOCK CLOCK_UPTIME_RAW  /* CLOCK_MONOTONIC goes on while the machine sleeps, Python's does not */
        #else
            #define GOMOKU_CLOCK CLOCK_MONOTONIC
        #endif
        static double gomoku_now(void) {
            struct timespec time;
            clock_gettime(GOMOKU_CLOCK, &time);
            return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
        }
    #endif
    """
    int lowest "gomoku_lowest"(unsigned int bits) noexcept nogil
    void prefetch "gomoku_prefetch"(void* address) noexcept nogil
    double now "gomoku_now"() noexcept nogil  # time.monotonic(), in seconds, without the global interpreter lock


include "patterns.py"
include "line_state.py"
include "board.py"
include "evaluation.py"
include "network.py"
include "deadline.py"
include "threats/space.py"
include "threats/vcf.py"
include "threats/vct.py"
include "transposition.py"
include "ordering.py"
include "tree_log.py"
include "search.py"
include "root.py"
include "baselines.py"
