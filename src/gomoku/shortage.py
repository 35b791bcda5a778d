"""Out-of-memory conditions: early check and recognition of the errors they cause."""

import errno
import mmap

from gomoku import system


def reserve(size: int) -> mmap.mmap:
    """Reserve `size` bytes without touching their pages; `close` frees them for other use. Raises MemoryError.

    It does not come from `malloc`, which would keep more of the freed memory for itself from then on.
    """
    try:
        return system.allocate_pages(size)
    except OSError:
        raise MemoryError(f"{size} bytes") from None


def ensure(size: int) -> None:
    """Raise MemoryError unless `size` bytes can be allocated: before a large operation, when failing is harmless.

    If memory ran out in the middle of it, other threads would fail too, and could not even report it.
    """
    if size > 0:
        reserve(size).close()


def is_shortage(error: BaseException) -> bool:
    """Was this error caused by a lack of memory or of threads?"""
    match error:
        case BaseExceptionGroup():
            return any(map(is_shortage, error.exceptions))
        case OSError():
            return error.errno in (errno.ENOMEM, errno.EAGAIN)
        case RuntimeError():
            return "start new thread" in str(error)
        case ImportError():
            return "failed to map segment" in str(error) or "allocate memory" in str(error)
        case SystemError():  # the interpreter had no memory left to raise MemoryError
            return "exception" in str(error)
    return isinstance(error, MemoryError)
