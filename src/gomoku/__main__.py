"""`python -m gomoku` is the command line."""

from gomoku.cli import main

main()
