"""Makes the pictures and tables of SEARCH.md and HEURISTIC.md: `python docs/make_engine_pictures.py`.

Everything that is shown is computed by the program: values by the evaluation, trees and cut-offs by a search of these
positions, patterns by the core's tables. The pictures go into docs/images; the tables go into the pages, between lines
`<!-- made: name -->` and `<!-- end -->`. A test compares both with what this script makes.
"""

import sys
from pathlib import Path
from typing import Final

DOCS: Final = Path(__file__).parent
sys.path.insert(0, str(DOCS))

from engine_pictures import heuristic, search, weights  # noqa: E402, F401 - found only now; they enter what they make
from engine_pictures.entries import filled, render  # noqa: E402


def main() -> None:
    for file, made in render().items():
        (DOCS / "images" / file).write_text(made, encoding="utf-8", newline="\n")
    for page in (DOCS / "SEARCH.md", DOCS / "HEURISTIC.md"):
        if page.exists():
            page.write_text(filled(page.read_text("utf-8")), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
