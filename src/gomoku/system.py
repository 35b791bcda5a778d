"""Operating system interface of rules, core, engine and brain: memory, its limits, and waiting for input.

Their only module that distinguishes POSIX and Windows (`tests/test_project_imports.py`); what the compiled core does in
C, the clock and two processor instructions, is in `core/_core.pyx`. Kept light: it is imported before a brain answers.
"""

import contextlib
import mmap
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Container

CPUINFO = "/proc/cpuinfo"
"""List of the processor's features on Linux; other systems have no such file."""

if sys.platform == "win32":
    import _winapi
    import msvcrt
    from time import sleep

    def machine_bytes() -> int:
        """Memory of this machine in bytes."""
        import ctypes

        class MemoryStatus(ctypes.Structure):
            """MEMORYSTATUSEX of the Windows API."""

            _fields_ = (
                ("length", ctypes.c_ulong),
                ("load", ctypes.c_ulong),
                ("total", ctypes.c_ulonglong),
                ("others", ctypes.c_ulonglong * 6),
            )

        status = MemoryStatus(length=ctypes.sizeof(MemoryStatus))
        if not ctypes.windll.kernel32.GlobalMemoryStatusEx(ctypes.byref(status)):
            raise ctypes.WinError()
        return int(status.total)

    def data_limit() -> int:
        """Limit on the data of this process in bytes; 0: Windows has none."""
        return 0

    def allocate_pages(size: int) -> mmap.mmap:
        """Allocate zeroed memory. Raises OSError if memory is short."""
        return mmap.mmap(-1, size)

    def input_waiter(source: int, sink: int) -> "Callable[[int | None], Container[int]]":
        """A function that waits for input, as on POSIX; `sink` is ignored: a pipe without a reader is noticed on writing."""
        handle = msvcrt.get_osfhandle(source)

        def wait(timeout_ms: int | None) -> "Container[int]":
            if timeout_ms is None:
                return (source,)  # reading waits by itself
            try:
                available = _winapi.PeekNamedPipe(handle, 0)[0]
            except OSError:  # the end of a pipe, or not a pipe: reading will show
                return (source,)
            if available:
                return (source,)
            sleep(timeout_ms / 1000)
            return ()

        return wait

else:
    import select

    def machine_bytes() -> int:
        """Memory of this machine, or of the container it runs in, in bytes."""
        total = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
        for path in ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"):
            try:
                with open(path, encoding="ascii") as file:
                    total = min(total, int(file.read()))
            except (OSError, ValueError):  # no limit
                pass
        return total

    def data_limit() -> int:
        """Limit on the data of this process (`RLIMIT_DATA`) in bytes; 0 if there is none."""
        import resource

        soft, _ = resource.getrlimit(resource.RLIMIT_DATA)
        return 0 if soft == resource.RLIM_INFINITY else soft

    def allocate_pages(size: int) -> mmap.mmap:
        """Allocate zeroed memory, in huge pages if the system has them. Raises OSError if memory is short."""
        pages = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        with contextlib.suppress(OSError, AttributeError):
            pages.madvise(mmap.MADV_HUGEPAGE)
        return pages

    def input_waiter(source: int, sink: int) -> "Callable[[int | None], Container[int]]":
        """Make a function that waits for a file descriptor, for a number of milliseconds or without limit.

        It returns `source` if there is input or its end, `sink` if its reader is gone, and nothing after a timeout.
        """
        poll = select.poll()
        poll.register(source, select.POLLIN)
        poll.register(sink, 0)  # wakes up when the other end is closed
        return lambda timeout_ms: [descriptor for descriptor, _ in poll.poll(timeout_ms)]
