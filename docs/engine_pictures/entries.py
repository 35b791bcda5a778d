"""What the pages show, by name: pictures are files in docs/images, tables stand in the pages themselves."""

import re
from collections.abc import Callable
from typing import Final

PICTURES: Final[dict[str, Callable[[], str]]] = {}
BLOCKS: Final[dict[str, Callable[[], str]]] = {}


def picture(make: Callable[[], str]) -> Callable[[], str]:
    """Enter a picture under the function's name."""
    PICTURES[make.__name__.replace("_", "-") + ".svg"] = make
    return make


def block(make: Callable[[], str]) -> Callable[[], str]:
    """Enter a table or text of the pages under the function's name."""
    BLOCKS[make.__name__.replace("_", "-")] = make
    return make


def render() -> dict[str, str]:
    """Every picture by file name."""
    return {file: make() for file, make in PICTURES.items()}


def filled(page: str) -> str:
    """A page with its tables made anew."""

    def fill(match: re.Match[str]) -> str:
        return f"<!-- made: {match[1]} -->\n\n{BLOCKS[match[1]]()}\n\n<!-- end -->"

    return re.sub(r"<!-- made: ([\w-]+) -->\n.*?<!-- end -->", fill, page, flags=re.S)
