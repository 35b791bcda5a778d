"""Writes the table of look-alike letters, `server/rooms/lookalikes.json`, from the confusables of Unicode TS 39.

The package `confusable-homoglyphs` brings Unicode's table: `pip install confusable-homoglyphs`, run this, and commit
the result. Only confusables of Latin letters and digits are kept: the rest is decomposed and folded by `unicodedata`
anyway, or cannot occur in a name.
"""

import json
import unicodedata
from importlib.resources import files
from pathlib import Path

TABLE = Path(__file__).parents[1] / "src/gomoku/server/rooms/lookalikes.json"


def main() -> None:
    known = json.loads((files("confusable_homoglyphs") / "confusables.json").read_text())
    table: dict[str, set[str]] = {}
    for target, sources in known.items():
        if not (target.isascii() and target.isalnum() and len(target) <= 2):
            continue
        for source in sources:
            letter = source["c"].strip("\u200e")
            is_plain = len(letter) == 1 and unicodedata.normalize("NFKD", letter) == letter
            if is_plain and not letter.isascii() and letter.isalnum():
                table.setdefault(target, set()).add(letter)
    lines = {prototype: "".join(sorted(letters)) for prototype, letters in sorted(table.items())}
    TABLE.write_text(json.dumps(lines, ensure_ascii=False, indent=0) + "\n")


if __name__ == "__main__":
    main()
