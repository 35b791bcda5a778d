"""Collections of games by the thousand: files and archives in, one SQLite file with search, any selection out.

Needs `rules` and the standard library only. Must not know the engine, the server or the command line.
"""
