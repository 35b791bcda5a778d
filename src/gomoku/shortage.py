"""Out of memory: how it shows, and how to notice in time. It is said in a line, and whatever can go on does."""

import errno


def ensure(size: int) -> None:
    """See that so much memory can be had, before something big begins. Raises MemoryError here, where nobody is hurt.

    Where memory runs out in the middle of it, others find none either, and cannot even say so.
    """
    bytearray(size)  # promised and given back: it is never touched


def is_shortage(error: BaseException) -> bool:
    """Was it memory that something failed for?"""
    match error:
        case BaseExceptionGroup():
            return any(map(is_shortage, error.exceptions))
        case OSError():
            return error.errno in (errno.ENOMEM, errno.EAGAIN)
        case RuntimeError():
            return "start new thread" in str(error)
        case ImportError():
            return "failed to map segment" in str(error) or "allocate memory" in str(error)
        case SystemError():  # the interpreter had no memory to say that it had none
            return "exception" in str(error)
    return isinstance(error, MemoryError)
