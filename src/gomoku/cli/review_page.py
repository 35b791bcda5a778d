"""`gomoku review --html`: a page with the table of the reviewed games and a graph for each. One file, without scripts."""

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

from gomoku.cli.review import HEADINGS, Reviewed, row
from gomoku.server.wire.analysis.study_messages import Review

WIDTH, HEIGHT = 240, 56
"""Pixels of a graph."""
_STYLE: Final = """
body { font: 15px/1.4 system-ui, sans-serif; margin: 24px; color: #2a231c; background: #fffdf8 }
table { border-collapse: collapse }
th, td { padding: 6px 10px; text-align: left; border-bottom: 1px solid #e3d8c4; vertical-align: middle }
th { font-weight: 600; border-bottom: 2px solid #8d7c5f }
svg { display: block; background: #fbf7ee; border: 1px solid #cdbfa5 }
.area { fill: #2b2622 } .half { stroke: #a39683; stroke-dasharray: 3 3 } .turn { fill: #d4432a }
"""


def graph(review: Review) -> str:
    """Black's winning chance after every move, dark from below, with a red point at each turning point."""
    chances = [review.start_chance, *(move.chance for move in review.moves)]
    step = WIDTH / max(1, len(chances) - 1)
    points = [(round(number * step, 1), round(HEIGHT * (1 - chance), 1)) for number, chance in enumerate(chances)]
    line = " ".join(f"{x:g},{y:g}" for x, y in points)
    turns = "".join(
        f'<circle class="turn" cx="{points[number][0]:g}" cy="{points[number][1]:g}" r="3.5"/>'
        for number in review.turning_points
    )
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" role="img" aria-label="Black\'s chances">'
        f'<polygon class="area" points="0,{HEIGHT} {line} {points[-1][0]:g},{HEIGHT}"/>'
        f'<line class="half" x2="{WIDTH}" y1="{HEIGHT / 2:g}" y2="{HEIGHT / 2:g}"/>{turns}</svg>'
    )


def page(reviews: Iterable[Reviewed]) -> str:
    """The page: a row for every game that has a review, then the games that could not be read."""
    done, refused = [], []
    for reviewed in reviews:
        if reviewed.review is None:
            refused.append(f"<li>{escape(reviewed.source)}, game {reviewed.number}: {escape(reviewed.why)}</li>")
        else:
            done.append(_line((*map(escape, row(reviewed)[:-1]), graph(reviewed.review))))
    failed = f"<h2>Not reviewed</h2><ul>{''.join(refused)}</ul>" if refused else ""
    head = "".join(f"<th>{escape(heading)}</th>" for heading in HEADINGS)
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Reviewed games</title>'
        f"<style>{_STYLE}</style><h1>Reviewed games</h1>"
        f"<p>Figures are those of Black, then those of White. In the graphs, dark is Black's chance.</p>"
        f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(done)}</tbody></table>{failed}</html>\n"
    )


def _line(cells: Sequence[str]) -> str:
    return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"
