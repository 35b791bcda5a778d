"""Runs a command with its processor time as the clock, so that a busy machine takes nothing from a time limit.

    .venv/bin/python benchmarks/processor_clock.py COMMAND ARGUMENT ...

A player with half a second for a move then searches half a second's worth of positions, regardless of other load: matches
with time limits can be played on a busy machine. Every process that the command starts has its own clock. With several
threads in one process the clock runs faster by their number, so give each player one thread. Needs Linux and a C
compiler.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

SHIM = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>
#include <unistd.h>
#include <sys/syscall.h>

typedef struct timespec Time;

static void read_clock(clockid_t clock, Time *out) { syscall(SYS_clock_gettime, clock, out); }

static long long nanoseconds(const Time *time) { return time->tv_sec * 1000000000LL + time->tv_nsec; }

int clock_gettime(clockid_t clock, Time *out) {
    if (clock == CLOCK_MONOTONIC || clock == CLOCK_MONOTONIC_RAW) clock = CLOCK_PROCESS_CPUTIME_ID;
    return syscall(SYS_clock_gettime, clock, out);
}

/* The deadline of a wait, moved to the kernel's clock: it ends after the same number of seconds. */
static Time to_kernel(const Time *until) {
    Time ours, kernels;
    read_clock(CLOCK_PROCESS_CPUTIME_ID, &ours);
    read_clock(CLOCK_MONOTONIC, &kernels);
    long long end = nanoseconds(&kernels) + nanoseconds(until) - nanoseconds(&ours);
    return (Time){end / 1000000000LL, end % 1000000000LL};
}

int sem_clockwait(sem_t *semaphore, clockid_t clock, const Time *until) {
    static int (*wait)(sem_t *, clockid_t, const Time *);
    if (!wait) wait = dlsym(RTLD_NEXT, "sem_clockwait");
    Time end = to_kernel(until);
    return wait(semaphore, clock, clock == CLOCK_MONOTONIC ? &end : until);
}

/* Python waits for conditions by the monotonic clock only, which a condition's attributes choose. */
int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const Time *until) {
    static int (*wait)(pthread_cond_t *, pthread_mutex_t *, const Time *);
    if (!wait) wait = dlsym(RTLD_NEXT, "pthread_cond_timedwait");
    Time end = to_kernel(until);
    return wait(condition, mutex, &end);
}
"""


def main() -> None:
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "processor_clock.so"
        compiler = [os.environ.get("CC", "cc"), "-O2", "-shared", "-fPIC", "-x", "c", "-", "-o", str(library), "-ldl"]
        subprocess.run(compiler, input=SHIM, text=True, check=True)
        sys.exit(subprocess.run(sys.argv[1:], env=os.environ | {"LD_PRELOAD": str(library)}).returncode)


if __name__ == "__main__":
    main()
