"""Out of memory: how it shows, and what is said then. The server goes on; whoever asked may ask again."""

import errno
from typing import Final

SHORT: Final = "the server is short of memory; try again"


def is_shortage(error: BaseException) -> bool:
    """Was it memory that something failed for?"""
    if isinstance(error, OSError):
        return error.errno in (errno.ENOMEM, errno.EAGAIN)
    return isinstance(error, MemoryError) or (isinstance(error, RuntimeError) and "start new thread" in str(error))
