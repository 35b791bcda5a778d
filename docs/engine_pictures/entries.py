"""Registry of pictures (files in docs/images) and tables (blocks within the pages)."""

import re
from collections.abc import Callable
from typing import Final

PICTURES: Final[dict[str, Callable[[], str]]] = {}
BLOCKS: Final[dict[str, Callable[[], str]]] = {}


def picture(make: Callable[[], str]) -> Callable[[], str]:
    """Register a picture under the name of the function."""
    PICTURES[make.__name__.replace("_", "-") + ".svg"] = make
    return make


def block(make: Callable[[], str]) -> Callable[[], str]:
    """Register a table or text block under the name of the function."""
    BLOCKS[make.__name__.replace("_", "-")] = make
    return make


def render() -> dict[str, str]:
    """All pictures by file name."""
    return {file: make() for file, make in PICTURES.items()}


def filled(page: str) -> str:
    """A page with its generated blocks updated."""

    def fill(match: re.Match[str]) -> str:
        return f"<!-- made: {match[1]} -->\n\n{BLOCKS[match[1]]()}\n\n<!-- end -->"

    return re.sub(r"<!-- made: ([\w-]+) -->\n.*?<!-- end -->", fill, page, flags=re.S)
