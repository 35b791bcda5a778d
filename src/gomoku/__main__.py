"""`python -m gomoku` is the command line."""

from gomoku.cli import main

if __name__ == "__main__":
    main()
