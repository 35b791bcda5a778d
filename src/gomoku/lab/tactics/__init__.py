"""Tactical suites: positions with a proved outcome, the search for them in games, and the puzzles chosen from them.

May import `lab.types` and the engine; the proof check in `suite` relies on `rules` alone.
Must not know the server: puzzles reach it as a JSON file.
"""
