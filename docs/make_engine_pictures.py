"""Generates the pictures and tables of SEARCH.md and HEURISTIC.md: `python docs/make_engine_pictures.py`.

Everything shown is computed by the program: values by the evaluation, trees and cut-offs by a search, patterns by the
core's tables. Pictures are written to docs/images, tables into the pages between `<!-- made: name -->` and `<!-- end -->`.
A test checks that both are up to date.
"""

import sys
from pathlib import Path
from typing import Final

DOCS: Final = Path(__file__).parent
sys.path.insert(0, str(DOCS))

from engine_pictures import heuristic, network, search, weights  # noqa: E402, F401 - imported for registration, after the path is set
from engine_pictures.entries import filled, render  # noqa: E402


def main() -> None:
    for file, made in render().items():
        (DOCS / "images" / file).write_text(made, encoding="utf-8", newline="\n")
    for page in (DOCS / "SEARCH.md", DOCS / "HEURISTIC.md"):
        if page.exists():
            page.write_text(filled(page.read_text("utf-8")), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
