"""Names that look alike: letters of other scripts, accents, punctuation. After the skeletons of Unicode TS 39 (Unicode Security Mechanisms).

`lookalikes.json` is Unicode's table of confusables, as far as they imitate Latin letters and digits; `tools/lookalikes.py` writes it.
"""

import json
import unicodedata
from functools import cache
from importlib.resources import files
from typing import Final

_ASCII: Final = str.maketrans("01I|", "Olll")
"""The confusables of TS 39 within ASCII."""


@cache
def _table() -> dict[int, str]:
    lines: dict[str, str] = json.loads((files(__package__) / "lookalikes.json").read_text("utf-8"))
    return {ord(letter): prototype for prototype, letters in lines.items() for letter in letters}


def skeleton(name: str) -> str:
    """Skeleton of a name: equal for names that a reader could take for each other."""
    plain = unicodedata.normalize("NFKD", name)
    seen = unicodedata.normalize("NFKD", plain.translate(_table()).translate(_ASCII)).casefold()
    letters = "".join(letter for letter in seen if letter.isalnum())  # no accents, spaces, dots or invisible characters
    return (letters.replace("rn", "m") or plain.casefold())[:160]
