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

from gomoku.lab.tactics import suite as tactics
from gomoku.lab.tactics.suite import Defence, Proof, Tactic
from gomoku.rules import Cell, Game, IllegalMove, Rules
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
    game = tactic.game()
    line: list[Cell] = []
    proof: Proof | None = min(tactic.wins, key=lambda proof: proof.plies)
    while proof is not None:
        game.play(proof.move)
        line.append(proof.move)
        if proof.defence is None:
            break
        reply, proof = _resistance(game, proof.defence)
        game.play(reply)
        line.append(reply)
    return line


def _resistance(game: Game, defence: Defence) -> tuple[Cell, Proof | None]:
    """The reply of longest resistance, and the proof that answers it."""
    legal = [(cell, proof) for cell, proof in defence.answers if game.why_illegal(cell) is None]
    longest = max(legal, key=lambda entry: entry[1].plies, default=None)
    rest = defence.rest
    if longest is not None and (rest is None or longest[1].plies >= rest.plies):
        return longest
    named = {cell for cell, _ in defence.answers}
    return _other(game, named, rest.move if rest else None), rest


def _other(game: Game, named: set[Cell], wanted: Cell | None) -> Cell:
    """A reply that is not listed: the attacker's next cell if possible, otherwise near the last move."""
    last = game.moves[-1]
    cells = [(x, y) for y in range(game.rules.height) for x in range(game.rules.width)]
    cells.sort(key=lambda cell: (cell != wanted, abs(cell[0] - last[0]) + abs(cell[1] - last[1]), cell))
    for cell in cells:
        if cell in named:
            continue
        trial = game.copy()
        try:
            trial.play(cell)
        except IllegalMove:
            continue
        if wanted is None or (trial.is_over or trial.why_illegal(wanted) is None):
            return cell
    raise AssertionError("a defence answers every reply")


def as_json(tactic: Tactic) -> dict[str, Any]:
    rules = Rules.parse(tactic.rules)

    def name(cell: Cell) -> str:
        return name_of(cell, rules.width, rules.height)

    def names(cells: Sequence[Cell]) -> str:
        return " ".join(map(name, cells))

    def proof(of: Proof) -> list[Any]:
        return [name(of.move), *([replies(of.defence)] if of.defence else [])]

    def replies(of: Defence) -> dict[str, Any]:
        named = {name(cell): proof(answer) for cell, answer in of.answers}
        return named | ({"*": proof(of.rest)} if of.rest else {})

    moves = names(tactic.moves)
    return {
        "id": hashlib.blake2b(f"{tactic.rules} {moves}".encode(), digest_size=5).hexdigest(),
        "rules": tactic.rules,
        "kind": tactic.kind,
        "level": level_of(tactic),
        "plies": tactic.plies,
        "moves": moves,
        "answers": names(tactic.solutions),
        "line": names(line_of(tactic)),
        "proofs": [proof(win) for win in tactic.wins],
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
        "--out", type=Path, required=True, help="the file to write, src/gomoku/server/analysis/puzzles.json"
    )
    options = parser.parse_args()
    options.out.write_text(collection(options.files), encoding="ascii")


if __name__ == "__main__":
    main()
