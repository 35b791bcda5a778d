"""Entry point of `python -m gomoku`. `gomoku brain` bypasses the command line: it must start quickly."""

import os
import sys

from gomoku.core import CoreError
from gomoku.shortage import ensure, is_shortage

BRAIN_MEMORY = 7 << 20
"""Bytes that a brain takes at least. Measured: 6.5 MB."""
COMMAND_MEMORY = 28 << 20
"""Bytes that every command takes at least. Measured for `--version`: 19 MB of data, 29 MB of address space."""


def main() -> None:
    """Run the program; report a lack of memory and a stale core in one line."""
    try:
        _dispatch()
    except CoreError as error:
        sys.exit(f"gomoku: {error}")
    except Exception as error:
        if not is_shortage(error):
            raise
        os.write(2, b"gomoku: not enough memory\n")
        sys.exit(1)


def _dispatch() -> None:
    # an import that runs out of memory may fail in many ways, some of which end the process
    if sys.argv[1:] == ["brain"]:
        ensure(BRAIN_MEMORY)
        from gomoku.brain.process import main as brain

        brain()
    else:
        ensure(COMMAND_MEMORY)
        from gomoku.cli import main as command_line

        command_line()


if __name__ == "__main__":
    main()
