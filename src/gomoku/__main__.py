"""`python -m gomoku` is the command line. The brain goes another way in: it must answer before the others are loaded."""

import sys


def main() -> None:
    if sys.argv[1:] == ["brain"]:
        from gomoku.brain.process import main as brain

        brain()
    else:
        from gomoku.cli import main as command_line

        command_line()


if __name__ == "__main__":
    main()
