"""Perft: counts of all lines of play to a depth, by kind of move. Most rule errors change a count.

The positions and their counts are text in tests/positions/perft.txt. After an intended change of the rules,

    .venv/bin/python -m tests.rules.perft

counts them again and writes the file. With `--literal 2` it counts to depth 2 by the second reading of the rules in
`literal`, which takes minutes (an hour for depth 3), and only says whether the counts are the same.
"""

import argparse
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, fields, replace
from pathlib import Path

from gomoku.rules import Game, Rules
from tests.rules.literal import Literal

FILE = Path(__file__).parents[1] / "positions" / "perft.txt"


@dataclass
class Counts:
    """Counts at one depth."""

    moves: int = 0
    captures: int = 0
    """Moves that capture."""
    fives: int = 0
    """Moves that make a five, broken later or not."""
    graces: int = 0
    """Fives that can still be broken."""
    wins: int = 0
    losses: int = 0
    """Moves that leave an enemy five standing, or cut one out of a longer row."""
    draws: int = 0
    forbidden: int = 0
    """Forbidden cells in the positions before those moves."""

    def count(self, mover: str, captured: int, status: str, winner: str | None, win_by: str | None) -> None:
        """Count one move by its outcome."""
        self.moves += 1
        self.captures += captured > 0
        self.fives += status == "grace" or (winner == mover and win_by == "line")
        self.graces += status == "grace"
        self.wins += winner == mover
        self.losses += status == "win" and winner != mover
        self.draws += status == "draw"

    def __str__(self) -> str:
        return "  ".join(f"{f.name} {getattr(self, f.name)}" for f in fields(self))


@dataclass(frozen=True)
class Position:
    """A position of the file, and the counts for depth 1, 2, …"""

    rules: Rules
    to_move: str
    taken: dict[str, int]
    rows: tuple[str, ...]
    counts: list[Counts] = field(default_factory=list)

    def __str__(self) -> str:
        """Test id."""
        stones = sum(len(row) - row.count(".") for row in self.rows)
        return f"{self.rules}:{self.to_move}:{stones}"

    def text(self) -> str:
        head = f"{self.rules.spec()}  to move {self.to_move}, taken {self.taken['X']} and {self.taken['O']}"
        lines = [f"{depth}  {counts}" for depth, counts in enumerate(self.counts, start=1)]
        return "\n".join([head, *self.rows, *lines])


def read(text: str) -> Iterator[Position]:
    """The positions of the file, separated by blank lines; # begins a comment."""
    for block in re.split(r"\n\s*\n", text):
        lines = [line for line in block.splitlines() if line and not line.startswith("#")]
        if not lines:
            continue
        head = re.fullmatch(r"(\S+)  to move ([XO]), taken (\d+) and (\d+)", lines[0])
        assert head, f"not the head of a position: {lines[0]!r}"
        spec, to_move, by_x, by_o = head.groups()
        rows = tuple(line for line in lines[1:] if not line[0].isdigit())
        counts = [
            Counts(**{name: int(number) for name, number in re.findall(r"([a-z]+) (\d+)", line)})
            for line in lines[1 + len(rows) :]
        ]
        yield Position(Rules.parse(spec), to_move, {"X": int(by_x), "O": int(by_o)}, rows, counts)


def perft(position: Position, depth: int) -> list[Counts]:
    """Counts for depths 1 to `depth`."""
    counts = [Counts() for _ in range(depth)]
    _walk(Game.from_rows(position.rules, position.rows, position.to_move, position.taken), counts)
    return counts


def _walk(game: Game, counts: list[Counts]) -> None:
    here, deeper = counts[0], counts[1:]
    here.forbidden += len(game.forbidden_cells())
    mover = game.to_move
    for cell in game.allowed_cells():
        played = game.play(cell)
        here.count(mover, len(played.captured), game.status, game.winner, game.win_by)
        if deeper and not game.is_over:
            _walk(game, deeper)
        game.undo()


def literal_perft(position: Position, depth: int) -> list[Counts]:
    """The same by the literal implementation."""
    stones = {(x, y): glyph for y, row in enumerate(position.rows) for x, glyph in enumerate(row) if glyph != "."}
    counts = [Counts() for _ in range(depth)]
    start = Literal(position.rules, stones, position.to_move, dict(position.taken))
    _literal_walk(start, counts)
    return counts


def _literal_walk(literal: Literal, counts: list[Counts]) -> None:
    here, deeper = counts[0], counts[1:]
    here.forbidden += len(literal.forbidden_cells())
    for cell in literal.legal_cells():
        after = literal.copy()
        captured = after.play(cell)
        here.count(literal.to_move, len(captured), after.status, after.winner, after.win_by)
        if deeper and after.status not in ("win", "draw"):
            _literal_walk(after, deeper)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--literal", type=int, metavar="DEPTH", help="check by the second reading of the rules")
    options = parser.parse_args()
    text = FILE.read_text(encoding="utf-8")
    notes = text[: text.index("\n\n")]
    positions = list(read(text))
    if options.literal:
        for position in positions:
            counts = position.counts[: options.literal]
            same = literal_perft(position, len(counts)) == counts
            print("same" if same else "DIFFERENT", position, flush=True)
        return
    anew = [replace(position, counts=perft(position, len(position.counts))) for position in positions]
    FILE.write_text("\n\n".join([notes, *(position.text() for position in anew)]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
