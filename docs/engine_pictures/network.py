"""Pictures and tables of HEURISTIC.md about the network."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from engine_pictures.core import QUIET, RULES, game_of, name, static
from engine_pictures.drawing import BLUE, INK, RED, around, board_picture, quiet_board, svg, table, text
from engine_pictures.entries import block, picture
from gomoku.core import _core
from gomoku.core import constants as c
from gomoku.core.learned.networks import network_for
from gomoku.engine.inspector import Inspector
from gomoku.rules import Cell, Game

LINES: Final = (
    "...Xa....",
    "..X.a....",
    "..XXa....",
    "OXXXa....",
    "..XXXa...",
    "...OOa...",
    "..OOOa...",
    "XOOOa....",
    "aOOX.....",
    "OXXa.....",
    ".OXXa....",
)
"""The ringed cell is the letter; Black is to move."""
NAMED: Final = 6
"""Moves in the table of the policy."""
SMALLEST: Final = 4
"""Smallest share that has a number in the picture, in evaluation points."""
STONES: Final = {".": c.EMPTY, "X": c.BLACK, "O": c.WHITE}


def row_of(line: str) -> Sequence[int]:
    """The numbers of a line as its own side sees it, Black's stones being its own."""
    at, key = line.index("a"), 0
    for place, step in enumerate(step for step in range(-c.NET_REACH, c.NET_REACH + 1) if step):
        if 0 <= at + step < len(line):
            key |= STONES[line[at + step]] << (2 * place)
    numbers, _ = _core.line_numbers()
    network = network_for(RULES)
    assert network is not None
    start = c.NET_HALF * numbers[key]
    return list(network["rows"][start : start + c.NET_HALF])


def adds(line: str) -> float:
    """Contribution of a line's stones to the logit of the cell, on an otherwise empty board."""
    rows = ["." * 19] * 19
    rows[9] = ("." * 5 + line.replace("a", ".")).ljust(19, ".")
    glance = Inspector(RULES).glance(Game.from_rows(RULES, rows, to_move="X"), (5 + line.index("a"), 9))
    assert glance is not None
    return glance.axes[0]


@picture
def heuristic_rows() -> str:
    parts = [
        text(150, 22, "the line"),
        text(475, 22, "its 16 numbers, less those of the empty line"),
        text(722, 22, "adds to the logit"),
    ]
    empty = row_of("....a....")
    for n, line in enumerate(LINES):
        y = 52 + 40 * n
        parts.append(f'<rect x="12" y="{y - 16}" width="{30 * len(line)}" height="32" rx="5" fill="#e9c081"/>')
        parts.append(f'<path d="M12 {y}h{30 * len(line)}" stroke="#4d2e0d" stroke-opacity=".7"/>')
        for i, glyph in enumerate(line):
            x, fill = 27 + 30 * i, {"X": "#221f1d", "O": "#fdfbf5"}.get(glyph)
            if fill:
                parts.append(f'<circle cx="{x}" cy="{y}" r="12.5" fill="{fill}" stroke="#4d2e0d" stroke-width=".8"/>')
            elif glyph == "a":
                ring = f'fill="#fff" fill-opacity=".75" stroke="{BLUE}" stroke-width="2.4"'
                parts.append(f'<circle cx="{x}" cy="{y}" r="12.5" {ring}/>')
            else:
                parts.append(f'<path d="M{x} {y - 6}v12" stroke="#4d2e0d" stroke-opacity=".7"/>')
        for i, (number, blank) in enumerate(zip(row_of(line), empty, strict=True)):
            more = number - blank
            shade = min(1.0, abs(more) / 256)
            color = BLUE if more > 0 else RED
            cell = f'<rect x="{310 + 21 * i}" y="{y - 10}" width="20" height="20" rx="3" fill="{color}"'
            parts.append(f'{cell} fill-opacity="{0.04 + 0.96 * shade:.2f}"><title>{more:+}</title></rect>')
        parts.append(text(722, y + 5, f"{adds(line):+.1f}", INK, more=' font-weight="700"'))
    return svg(790, 40 + 40 * len(LINES), "What the network of 42 has learned of single lines, Black to move", parts)


def policy() -> dict[Cell, float]:
    return Inspector(RULES).policy(game_of(QUIET))


@picture
def heuristic_policy() -> str:
    labels = {cell: f"{100 * share:.0f}" for cell, share in policy().items() if share >= 0.005}
    return board_picture(
        quiet_board(labels), "The policy of the network: how likely each move is the best one, in per cent"
    )


@picture
def heuristic_value() -> str:
    shares = Inspector(RULES).shares(game_of(QUIET))
    labels = {cell: f"{points:+d}" for cell, points in shares.items() if abs(points) >= SMALLEST}
    # shares reach as far as lines do
    shown = replace(quiet_board(labels), region=around(game_of(QUIET), c.NET_REACH))
    return board_picture(shown, "What the network adds because of the stones in line with each cell")


@block
def value_adds_up() -> str:
    terms = Inspector(RULES).terms(game_of(QUIET))
    linear = {
        "Black's cells": terms.own_cells,
        "White's cells": terms.other_cells,
        "captured pairs": terms.taken,
        "captures of Black": terms.own_captures,
        "captures of White": terms.other_captures,
    }
    total = sum(linear.values())
    assert total == static(game_of(QUIET))
    assert total + terms.network == terms.total
    sums = {"**the sum of section 3**": total, "what the network adds": terms.network, "**value**": terms.total}
    return table(("term", "points"), [(words, f"{points:+d}") for words, points in (linear | sums).items()])


@block
def value_shares() -> str:
    game, inspector = game_of(QUIET), Inspector(RULES)
    shares = inspector.shares(game)
    most = sorted(shares.items(), key=lambda share: -abs(share[1]))[:NAMED]
    named = ", ".join(f"{name(cell)} {points:+d}" for cell, points in most)
    bare = inspector.terms(Game(RULES)).network
    return (
        f"- The largest shares are {named}.\n"
        f"- All {len(shares)} shares together are {sum(shares.values()):+d}; the network adds {inspector.terms(game).network:+d}.\n"
        f"- On the empty board, where no cell has a share, it adds {bare:+d} for Black, who is to move."
    )


@block
def policy_axes() -> str:
    game, inspector = game_of(QUIET), Inspector(RULES)
    rows = []
    for cell, share in list(inspector.policy(game).items())[:NAMED]:
        glance = inspector.glance(game, cell)
        assert glance is not None
        rows.append((name(cell), f"{100 * share:.1f} %", *(f"{part:+.1f}" for part in glance.axes)))
    return table(("move", "likely", "row", "column", "down to the right", "up to the right"), rows)
