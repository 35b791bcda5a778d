"""Entry point of `python -m gomoku`. `gomoku brain` bypasses the command line: it must start quickly."""

import os
import sys

from gomoku.core import CoreError
from gomoku.shortage import is_shortage


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
    if sys.argv[1:] == ["brain"]:
        from gomoku.brain.process import main as brain

        brain()
    else:
        from gomoku.cli import main as command_line

        command_line()


if __name__ == "__main__":
    main()
