"""`python -m gomoku` is the command line. The brain goes another way in: it must answer before the others are loaded."""

import os
import sys

from gomoku.shortage import is_shortage


def main() -> None:
    """The entry point of the program."""
    try:
        _choose()
    except Exception as error:
        if not is_shortage(error):
            raise
        os.write(2, b"gomoku: not enough memory\n")
        sys.exit(1)


def _choose() -> None:
    if sys.argv[1:] == ["brain"]:
        from gomoku.brain.process import main as brain

        brain()
    else:
        from gomoku.cli import main as command_line

        command_line()


if __name__ == "__main__":
    main()
