"""Pictures of a book: its best lines as a table, and as a tree in SVG. Must not know how a book is grown."""

from collections.abc import Iterator
from html import escape
from typing import Final

from gomoku.engine.types import plies_to_win
from gomoku.lab.books.growing import BookPosition, BookTree, Move
from gomoku.rules import Cell
from gomoku.rules.notation import name_of

HEADS: Final = ("position behind", "move", "score", "best line")
SHOWN_PLIES: Final = 12
"""Plies of a line in the table."""
SHOWN_POSITIONS: Final = 4
"""Positions of the best line whose moves are in the table."""
BRANCHES: Final = (4, 3, 2, 2, 1, 1, 1)
"""Moves drawn in a position, by ply."""
STEP, ROW, MARGIN = 104, 18, 14
"""Pixels between two plies, between two lines, and around the picture."""


def rows(tree: BookTree) -> Iterator[tuple[str, ...]]:
    """The moves of the first positions on the best line, each with its score and best continuation."""
    position = tree.positions.get(tree.root)
    for _ in range(SHOWN_POSITIONS):
        if position is None or not position.moves:
            return
        ranked = tree.ranked(position)
        where = " ".join(_name(tree, cell) for cell in position.line) or "empty board"
        for move, score in ranked:
            yield where, _name(tree, move.cell), score_text(score), " ".join(_best_line(tree, move))
            where = ""
        position = tree.positions.get(ranked[0][0].child)


def _best_line(tree: BookTree, move: Move) -> Iterator[str]:
    """The best continuation of a move, as far as the book goes; each position has its own orientation."""
    for _ in range(SHOWN_PLIES):
        position = tree.positions.get(move.child)
        if position is None or not position.moves:
            return
        move = tree.ranked(position)[0][0]
        yield _name(tree, move.cell)


def score_text(score: int) -> str:
    """A score as players read it: points, or the plies of a proved win or loss."""
    plies = plies_to_win(score)
    return f"{score:+d}" if plies is None else f"{'wins' if plies > 0 else 'loses'} in {abs(plies)}"


def drawn(tree: BookTree) -> str:
    """The best lines of a book as a tree in SVG: the score of each move is for the side that plays it."""
    parts: list[str] = []
    root = tree.positions.get(tree.root)
    lines = _draw(tree, root, 0, 0, parts) if root else 0
    width, height = 2 * MARGIN + len(BRANCHES) * STEP, 2 * MARGIN + max(1, lines) * ROW
    after = "".join(f", after {_name(tree, cell)}" for cell in tree.first)
    title = escape(f"Opening book of {tree.rules.spec()}: {len(tree.positions)} positions{after}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        f' role="img" aria-label="{title}" font-family="sans-serif" font-size="11"><title>{title}</title>'
        f'<rect width="{width}" height="{height}" fill="#f5e6c8"/>{"".join(parts)}</svg>\n'
    )


def _draw(tree: BookTree, position: BookPosition, ply: int, row: int, parts: list[str]) -> int:
    """Draw the best moves of a position from a row on; return the number of rows they need."""
    used = 0
    fill, edge = ("#222", "#222") if (ply + len(tree.first)) % 2 == 0 else ("#fff", "#222")
    x, from_y = MARGIN + ply * STEP, MARGIN + row * ROW + ROW // 2
    for move, score in tree.ranked(position)[: BRANCHES[ply]]:
        y = MARGIN + (row + used) * ROW + ROW // 2
        if ply:
            parts.append(f'<path d="M{x - 24} {from_y}H{x - 14}V{y}H{x}" fill="none" stroke="#a58" stroke-width="1"/>')
        parts.append(
            f'<circle cx="{x + 6}" cy="{y}" r="5" fill="{fill}" stroke="{edge}"/>'
            f'<text x="{x + 15}" y="{y + 4}" fill="#222">{_name(tree, move.cell)} {score_text(score)}</text>'
        )
        behind = tree.positions.get(move.child) if ply + 1 < len(BRANCHES) else None
        used += max(1, _draw(tree, behind, ply + 1, row + used, parts) if behind else 0)
    return used


def _name(tree: BookTree, cell: Cell) -> str:
    return name_of(cell, tree.rules.width, tree.rules.height)
