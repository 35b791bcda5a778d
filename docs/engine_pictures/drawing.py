"""Drawing of boards and curves as SVG, and of Markdown tables."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine_pictures.core import QUIET, game_of
from gomoku.rules import Cell, Game
from gomoku.rules.diagram import Diagram, Region, diagram_of, draw

FONT: Final = "Figtree,system-ui,-apple-system,'Segoe UI',Roboto,sans-serif"
INK, PALE, RED, BLUE, GREEN = "#3d2408", "#a89f92", "#c0392b", "#0b4f8a", "#2e7d4f"


def svg(width: float, height: float, title: str, parts: Sequence[str], size: int = 13) -> str:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
        f'viewBox="0 0 {width:g} {height:g}" role="img" aria-label="{title}" font-family="{FONT}" font-size="{size}">'
    )
    ground = f'<rect width="{width:g}" height="{height:g}" rx="9" fill="#fbf6ec"/>'
    return "\n".join([head, f"<title>{title}</title>", ground, *parts, "</svg>\n"])


def text(x: float, y: float, words: str, fill: str = INK, anchor: str = "middle", more: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" fill="{fill}" text-anchor="{anchor}"{more}>{words}</text>'


def board_picture(diagram: Diagram, title: str, scale: float = 0.75) -> str:
    return draw(replace(diagram, title=title, scale=scale))


def around(game: Game, margin: int = 2) -> Region:
    """The part of the board with stones, plus a margin."""
    cells = [(x, y) for y, row in enumerate(game.rows()) for x, stone in enumerate(row) if stone != "."]
    xs, ys = [x for x, _ in cells], [y for _, y in cells]
    x, y = min(xs) - margin, min(ys) - margin
    return Region(x, y, max(xs) + margin + 1 - x, max(ys) + margin + 1 - y)


def quiet_board(labels: dict[Cell, str]) -> Diagram:
    game = game_of(QUIET)
    return replace(diagram_of(game, region=around(game), forbidden=False), labels=labels, captured={}, last=None)


@dataclass(frozen=True)
class Curve:
    name: str
    points: Sequence[tuple[float, float]]
    color: str
    dashed: bool = False


def chart(
    title: str,
    curves: Sequence[Curve],
    axes: tuple[str, str],
    ticks: tuple[Sequence[float], Sequence[float]],
    label: Callable[[float], str] = lambda value: f"{value:g}",
) -> str:
    width, height, left, bottom, top, right = 780, 330, 70, 50, 20, 200
    (x0, x1), (y0, y1) = ((min(t), max(t)) for t in ticks)

    def at(x: float, y: float) -> tuple[float, float]:
        px = left + (x - x0) / (x1 - x0) * (width - left - right)
        return px, height - bottom - (y - y0) / (y1 - y0) * (height - bottom - top)

    parts = []
    for y in ticks[1]:
        py = at(x0, y)[1]
        parts.append(f'<path d="M{left} {py:.1f}H{width - right}" stroke="#e4d9c6"/>')
        parts.append(text(left - 8, py + 4, label(y), anchor="end"))
    parts += [text(at(x, y0)[0], height - bottom + 18, f"{x:g}") for x in ticks[0]]
    parts.append(text((left + width - right) / 2, height - 12, axes[0]))
    turn = f' transform="rotate(-90 16 {(height - bottom + top) / 2:.0f})"'
    parts.append(text(16, (height - bottom + top) / 2, axes[1], more=turn))
    for n, curve in enumerate(curves):
        places = [at(x, y) for x, y in curve.points]
        path = "M" + "L".join(f"{px:.1f} {py:.1f}" for px, py in places)
        dash = ' stroke-dasharray="6 5"' if curve.dashed else ""
        parts.append(f'<path d="{path}" fill="none" stroke="{curve.color}" stroke-width="2.4"{dash}/>')
        if len(places) < 20:
            parts += [f'<circle cx="{px:.1f}" cy="{py:.1f}" r="3.4" fill="{curve.color}"/>' for px, py in places]
        lx, ly = width - right + 14, top + 16 + 22 * n
        parts.append(f'<path d="M{lx} {ly - 4}h22" stroke="{curve.color}" stroke-width="2.4"{dash}/>')
        parts.append(text(lx + 28, ly, curve.name, anchor="start"))
    return svg(width, height, title, parts)


def table(heads: Sequence[str], rows: Sequence[Sequence[object]], left: int = 1) -> str:
    """A Markdown table; the first `left` columns are text, the others numbers."""
    lines = [
        "| " + " | ".join(heads) + " |",
        "|" + "|".join("---" if i < left else "---:" for i in range(len(heads))) + "|",
    ]
    lines += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]
    return "\n".join(lines)
