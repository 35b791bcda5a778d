"""Fast board, evaluation and search. Private: the rest of the program reaches it through `gomoku.engine`.

The modules are Cython in pure Python mode. `_core` compiles them as one C unit, which is what runs; tests import the same files uncompiled
and compare. May import the standard library only; must not know games, clocks or players.
"""


class StaleCoreError(ImportError):
    """The compiled core was built from other declarations than those of `constants` and `params`."""
