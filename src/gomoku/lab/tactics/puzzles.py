"""Selects puzzles for the page from tactical suites: `python -m gomoku.lab.tactics.puzzles tests/positions/tactics-*.txt`.

A puzzle has a position, a goal, the proof, and one line played to the end against the longest resistance.

A proof is written as `["H8", {"J9": ["K4"], "*": ["J9", …]}]`: play H8; answer J9 with K4, which wins at once, and any other
reply with J9. Without `*`, every reply that is not listed loses at once.
"""

import argparse
import hashlib
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from gomoku.engine import Defence, ProofNode
from gomoku.engine.inspector import Inspector
from gomoku.engine.proof import main_line
from gomoku.lab.tactics import suite as tactics
from gomoku.lab.tactics.suite import Tactic
from gomoku.lab.tactics.themes import themes_of
from gomoku.rules import Cell, Rules
from gomoku.rules.notation import name_of

PER_LEVEL: Final = {"five": 7, "capture": 6, "break": 5, "save": 6}
"""Puzzles of each kind per rule set and level."""
LEVELS: Final = (3, 5, 8)
"""Maximum plies of levels 1, 2 and 3; longer puzzles are level 4."""


def level_of(tactic: Tactic) -> int:
    """Level of a puzzle, 1 to 4, by its length."""
    return 1 + sum(tactic.plies > most for most in LEVELS)


def choose(found: Iterable[Tactic]) -> list[Tactic]:
    """Choose PER_LEVEL puzzles of each kind and level, preferring those with few winning moves."""
    groups: dict[tuple[str, str, int], list[Tactic]] = {}
    for tactic in found:
        groups.setdefault((tactic.rules, tactic.kind, level_of(tactic)), []).append(tactic)
    chosen = []
    for (_, kind, _), group in sorted(groups.items()):
        ranked = sorted(group, key=lambda tactic: ("more" in tactic.tags, len(tactic.wins), tactic.moves))
        chosen += ranked[: PER_LEVEL[kind]]
    return chosen


def line_of(tactic: Tactic) -> list[Cell]:
    """Main line of the solution: the shortest win against the longest resistance, or the saving move."""
    if tactic.save is not None:
        return [tactic.save]
    return main_line(tactic.game(), min(tactic.wins, key=lambda proof: proof.plies))


def as_json(tactic: Tactic) -> dict[str, Any]:
    rules = Rules.parse(tactic.rules)

    def name(cell: Cell) -> str:
        return name_of(cell, rules.width, rules.height)

    def names(cells: Sequence[Cell]) -> str:
        return " ".join(map(name, cells))

    def proof(of: ProofNode) -> list[Any]:
        return [name(of.move), *([replies(of.defence)] if of.defence else [])]

    def replies(of: Defence) -> dict[str, Any]:
        named = {name(cell): proof(answer) for cell, answer in of.answers}
        return named | ({"*": proof(of.rest)} if of.rest else {})

    moves, line, proofs = names(tactic.moves), line_of(tactic), [proof(win) for win in tactic.wins]
    themes = themes_of(tactic.game(), line, proofs, Inspector(rules), defends=tactic.save is not None)
    return {
        "id": hashlib.blake2b(f"{tactic.rules} {moves}".encode(), digest_size=5).hexdigest(),
        "rules": tactic.rules,
        "kind": tactic.kind,
        "themes": list(map(str, themes)),
        "level": level_of(tactic),
        "plies": tactic.plies,
        "moves": moves,
        "answers": names(tactic.solutions),
        "line": names(line),
        "proofs": proofs,
        "lost": replies(tactic.lost) if tactic.lost else {},
    }


def collection(paths: Iterable[Path]) -> str:
    """The puzzle file of the page: JSON, one puzzle a line."""
    chosen = [as_json(tactic) for path in sorted(paths) for tactic in choose(tactics.read(path))]
    return "[\n" + ",\n".join(json.dumps(puzzle, separators=(",", ":")) for puzzle in chosen) + "\n]\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path, help="proved positions")
    parser.add_argument(
        "--out", type=Path, required=True, help="the file to write, src/gomoku/server/analysis/learn/puzzles.json"
    )
    options = parser.parse_args()
    options.out.write_text(collection(options.files), encoding="ascii")


if __name__ == "__main__":
    main()
