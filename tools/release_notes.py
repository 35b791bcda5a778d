"""Prints the notes of a release, taken from CHANGELOG.md: `python3 tools/release_notes.py v1.2.3`.

Refuses a tag that is not the version of the program, or that has no entry in the changelog: it was set too early.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def notes(changelog: str, version: str) -> str:
    """The entry of a version without its heading. Raises ValueError if there is none, or nothing in it."""
    entry = re.search(rf"^## {re.escape(version)}(?: [^\n]*)?\n(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL)
    if not entry or not entry[1].strip():
        raise ValueError(f"CHANGELOG.md has no entry for {version}")
    return entry[1].strip() + "\n"


def version_of(source: str) -> str:
    """The version that `gomoku/__init__.py` declares."""
    found = re.search(r'^__version__ = "([^"]+)"$', source, re.MULTILINE)
    if not found:
        raise ValueError("the program has no version")
    return found[1]


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit("usage: release_notes.py TAG")
    tag = sys.argv[1]
    try:
        version = version_of((ROOT / "src" / "gomoku" / "__init__.py").read_text(encoding="utf-8"))
        if tag != f"v{version}":
            raise ValueError(f"the tag is {tag}, but the version of the program is {version}")
        print(notes((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), version), end="")
    except (OSError, ValueError) as error:
        sys.exit(f"release_notes.py: {error}")


if __name__ == "__main__":
    main()
