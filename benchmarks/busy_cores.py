"""Processes that occupy cores while something else is measured."""

import multiprocessing
from collections.abc import Iterator
from contextlib import contextmanager


def spin() -> None:
    """Occupy a core forever."""
    while True:
        pass


@contextmanager
def busy_cores(count: int) -> Iterator[None]:
    """Occupy `count` cores during the block."""
    processes = [multiprocessing.Process(target=spin, daemon=True) for _ in range(count)]
    for process in processes:
        process.start()
    try:
        yield
    finally:
        for process in processes:
            process.terminate()
