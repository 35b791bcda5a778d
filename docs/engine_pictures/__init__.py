"""Generators of the pictures and tables in SEARCH.md and HEURISTIC.md, run by `docs/make_engine_pictures.py`.

`core.py` queries the program, `drawing.py` draws, `tree.py` builds a small game tree. `search.py`, `heuristic.py` and
`weights.py` define the pictures and tables and register them in `entries.py`.
"""
