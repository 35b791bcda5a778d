"""The game made fast, and the search: private, reached through `gomoku.engine` alone.

The modules are ordinary Python with C types. `_core` is all of them compiled as one unit; it is what runs. The same files
import uncompiled as well, for tests that compare the two.
"""
