"""Libraries of thousands of games: import of files and archives, search in one SQLite file, export of any selection.

Needs `rules` and the standard library only. Must not know the engine, the server or the command line.
"""
