"""Pictures and tables of HEURISTIC.md about lines, cells and captures."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine_pictures.core import CLASS_NAMES, NUMBERS, QUIET, RULES, game_of, name, ordered, sights
from engine_pictures.drawing import BLUE, GREEN, INK, RED, Curve, board_picture, chart, quiet_board, svg, table, text
from engine_pictures.entries import block, picture
from gomoku.lab.learning.fit import SCALE as CHANCE_SCALE
from gomoku.rules import Game
from gomoku.rules.diagram import Tone

SHORT: Final = ("", "", "2", "o2", "3", "o3", "4", "o4", "5")
LINES: Final = (
    "..O.a.O..",
    "....a....",
    "..OXa....",
    "...Xa....",
    "OXXa.....",
    "..XXa....",
    "OXXXa....",
    "..XXXa...",
    "OXXXXa...",
)


def line_class(art: str, axis: int = 0) -> tuple[int, int]:
    """Class of a black stone at the letter, and stones it captures, on an otherwise empty board."""
    rows = ["." * 19] * 19
    x = 5 + art.index("a")
    rows[9] = ("." * 5 + art.replace("a", ".")).ljust(19, ".")
    cells = sights(Game.from_rows(RULES, rows, to_move="X"))
    return cells[x, 9].classes[0][axis], cells[x, 9].takes[0]


@dataclass(frozen=True)
class Row:
    art: str
    found: str
    meaning: str


MEANING: Final = (
    "can never become a five",
    "alone, with room for a five",
    "becomes a three in one move",
    "becomes an open three in one move",
    "becomes a four in one move",
    "becomes an open four in one move",
    "one cell completes the five",
    "two cells complete the five",
    "five in a row",
)


def rows_picture(rows: Sequence[Row], title: str) -> str:
    step, parts = 40, []
    for n, row in enumerate(rows):
        y = 30 + step * n
        width = 30 * len(row.art)
        parts.append(f'<rect x="12" y="{y - 16}" width="{width}" height="32" rx="5" fill="#e9c081"/>')
        parts.append(f'<path d="M12 {y}h{width}" stroke="#4d2e0d" stroke-opacity=".7"/>')
        for i, glyph in enumerate(row.art):
            x = 27 + 30 * i
            if glyph in "XO":
                fill = "#221f1d" if glyph == "X" else "#fdfbf5"
                parts.append(f'<circle cx="{x}" cy="{y}" r="12.5" fill="{fill}" stroke="#4d2e0d" stroke-width=".8"/>')
            elif glyph == "a":
                parts.append(
                    f'<circle cx="{x}" cy="{y}" r="12.5" fill="#fff" fill-opacity=".75" stroke="{BLUE}" stroke-width="2.4"/>'
                )
            else:
                parts.append(f'<path d="M{x} {y - 6}v12" stroke="#4d2e0d" stroke-opacity=".7"/>')
        parts.append(text(300, y + 5, row.found, BLUE, "start", ' font-weight="700"'))
        parts.append(text(392, y + 5, row.meaning, INK, "start"))
    return svg(690, 20 + step * len(rows), title, parts)


@picture
def heuristic_classes() -> str:
    rows = []
    for expected, art in enumerate(LINES):
        found, _ = line_class(art)
        assert found == expected, (art, CLASS_NAMES[found])
        rows.append(Row(art, CLASS_NAMES[found], MEANING[found]))
    return rows_picture(rows, "What a black stone on the ringed cell makes: the nine classes")


@picture
def heuristic_same_class() -> str:
    rows = []
    for art, words in (
        ("...XXa...", "solid"),
        (".X.Xa....", "with a gap"),
        ("O.XXa.O..", "too narrow: only five cells"),
        ("OXX.a....", "blocked on one side"),
        ("aOOXXX...", "captures the pair first"),
        (".XX.XXa..", "only the gap completes five"),
        ("X.XXaX.X.", "either gap completes five"),
    ):
        found, taken = line_class(art)
        rows.append(Row(art, CLASS_NAMES[found], words + (f" ({taken} stones)" if taken else "")))
    return rows_picture(rows, "The same classes in other shapes, as the pattern tables classify them")


@picture
def heuristic_window() -> str:
    game = game_of(QUIET)
    cell = ordered(game)[0][1]
    star = {(cell[0] + i * dx, cell[1] + i * dy) for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)) for i in range(-4, 5)}
    shown = replace(quiet_board({cell: "a"}), zones=[(Tone.OPEN, star)])
    return board_picture(shown, "Four keys of eight neighbours each: all the core needs to classify cell a")


@block
def window() -> str:
    game = game_of(QUIET)
    cell = ordered(game)[0][1]
    sight, rows = sights(game)[cell], []
    grid = game.rows()
    names = ("along the row", "along the column", "down to the right", "up to the right")
    for axis, (dx, dy) in enumerate(((1, 0), (0, 1), (1, 1), (1, -1))):
        line = "".join(
            "a"
            if i == 0
            else grid[y][x]
            if 0 <= (x := cell[0] + i * dx) < 19 and 0 <= (y := cell[1] + i * dy) < 19
            else "#"
            for i in range(-4, 5)
        )
        rows.append((names[axis], f"`{line}`", *(CLASS_NAMES[sight.classes[side][axis]] for side in (0, 1))))
    weights = [NUMBERS["own"][sight.index(0)], NUMBERS["other"][sight.index(1)]]
    rows.append(("all four together", "", *(f"weight {weight}" for weight in weights)))
    return f"Cell a is {name(cell)}.\n\n" + table(("axis", "key", "for Black", "for White"), rows, 4)


@picture
def heuristic_cells_class() -> str:
    game = game_of(QUIET)
    labels = {cell: SHORT[sight.best(0)] for cell, sight in sights(game).items() if SHORT[sight.best(0)]}
    return board_picture(quiet_board(labels), "The best class a black stone would make on each cell")


def weights_picture(side: int, key: str, title: str) -> str:
    game = game_of(QUIET)
    labels = {}
    for cell, sight in sights(game).items():
        weight = NUMBERS[key][sight.index(side)]
        if abs(weight) >= 2:
            labels[cell] = str(weight)
    return board_picture(quiet_board(labels), title)


@picture
def heuristic_cells_own() -> str:
    return weights_picture(0, "own", "What each cell is worth to Black, who is to move")


@picture
def heuristic_cells_other() -> str:
    return weights_picture(1, "other", "What each cell is worth to White, who is not to move")


@picture
def heuristic_pairs() -> str:
    colors = (GREEN, BLUE, INK, "#8e5aa8", RED)
    curves = [
        Curve(
            f"opponent: {theirs} pair{'' if theirs == 1 else 's'}",
            [(mine, NUMBERS["taken"][5 * mine + theirs]) for mine in range(5)],
            colors[theirs],
        )
        for theirs in range(5)
    ]
    return chart(
        "The term for captured pairs, by pairs of both sides",
        curves,
        ("pairs captured by the side to move", "evaluation points"),
        (range(5), range(-400, 401, 100)),
    )


@picture
def heuristic_captures() -> str:
    colors = (GREEN, BLUE, INK, "#8e5aa8", RED)
    curves = [
        Curve(
            f"{pairs} pair{'' if pairs == 1 else 's'} captured",
            [(n, NUMBERS["capture_own"][5 * pairs + n]) for n in range(5)],
            colors[pairs],
            pairs == 4,
        )
        for pairs in range(5)
    ]
    return chart(
        "The term for capturing cells of the side to move",
        curves,
        ("capturing cells of the side to move (4: four or more)", "evaluation points"),
        (range(5), range(-200, 801, 200)),
    )


@picture
def heuristic_chance() -> str:
    points = [(value, 100 / (1 + math.exp(-value / CHANCE_SCALE))) for value in range(-800, 801, 20)]
    return chart(
        "From evaluation points to winning probability",
        [Curve("share of games won", points, GREEN)],
        ("evaluation points", "per cent"),
        (range(-800, 801, 200), range(0, 101, 25)),
    )
