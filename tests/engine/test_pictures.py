"""The pages about search and heuristic show what the program does: their pictures and tables are made by it."""

import re
import runpy
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"


def test_pictures_and_tables_of_the_engine_are_up_to_date():
    script = runpy.run_path(str(DOCS / "make_engine_pictures.py"))
    made = script["render"]()
    kept = {
        path.name: path.read_text(encoding="utf-8")
        for path in (DOCS / "images").glob("*.svg")
        if path.name.startswith(("search-", "heuristic-"))
    }
    assert made.keys() == kept.keys()
    stale = [name for name, text in made.items() if kept[name] != text]
    for name in ("SEARCH.md", "HEURISTIC.md"):
        page = (DOCS / name).read_text(encoding="utf-8")
        if script["filled"](page) != page:
            stale.append(name)
    assert not stale, "run docs/make_engine_pictures.py"


def test_every_step_of_the_search_is_explained():
    source = (DOCS.parent / "src" / "gomoku" / "core" / "search.py").read_text(encoding="utf-8")
    page = (DOCS / "SEARCH.md").read_text(encoding="utf-8")
    assert re.findall(r"^\*\*Step (\d+)\.", page, re.M) == re.findall(r"# Step (\d+)\.", source)
