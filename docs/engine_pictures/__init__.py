"""The pictures and tables of SEARCH.md and HEURISTIC.md; `make_engine_pictures.py` beside this folder makes them.

`core.py` asks the program and `drawing.py` draws; `tree.py` grows a plain tree of moves; `search.py`, `heuristic.py` and
`weights.py` hold what the two pages show, each entered in `entries.py` under its name.
"""
