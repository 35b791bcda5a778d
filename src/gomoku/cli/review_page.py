"""`gomoku review --html`: a page with the table of the reviewed games and a graph for each. One file, without scripts."""

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

from gomoku.cli.review import FOLDED, HEADINGS, PLAYER_HEADINGS, Players, Reviewed, row
from gomoku.server.wire.analysis.study_messages import Review

WIDTH, HEIGHT = 240, 56
"""Pixels of a graph."""
FIGURES: Final = (*(heading for heading in HEADINGS if heading not in FOLDED), "Turning points")
"""Headings that a cell shows if there is no room for a row of headings."""
_STYLE: Final = """
:root { color-scheme: light dark; --ink: #2a231c; --paper: #fffdf8; --line: #e3d8c4; --rule: #8d7c5f; --black: #2b2622; --white: #fbf7ee;
  --half: #a39683; --turn: #d4432a }
@media (prefers-color-scheme: dark) {
  :root { --ink: #f2e9da; --paper: #17130f; --line: #3a322a; --rule: #8d7c5f; --black: #0b0907; --white: #d9cfbf; --turn: #c23a22 }
}
body { font: 15px/1.4 system-ui, sans-serif; margin: 24px; color: var(--ink); background: var(--paper) }
table { border-collapse: collapse }
th, td { padding: 6px 10px; text-align: left; border-bottom: 1px solid var(--line); vertical-align: middle }
th { font-weight: 600; border-bottom: 2px solid var(--rule) }
td { overflow-wrap: anywhere }
.players td + td { text-align: right }
.players th + th { text-align: right }
svg { display: block; background: var(--white); border: 1px solid var(--rule) }
.area { fill: var(--black) } .half { stroke: var(--half); stroke-dasharray: 3 3 } .turn { fill: var(--turn) }
@media (max-width: 900px) {
  body { margin: 16px }
  .games, .games tbody { display: block }
  .games thead { display: none }
  .games tr { display: flex; flex-wrap: wrap; gap: 2px 16px; padding: 10px 0; border-bottom: 1px solid var(--line) }
  .games td { display: block; border: 0; padding: 0 }
  .games td[data-of]::before { content: attr(data-of) " "; opacity: .7; font-size: 13px }
  .games td:first-child, .games td:last-child { width: 100% }
  .games td:first-child { font-weight: 600 }
  .games td:empty { display: none }
  .games svg { width: 100%; height: auto }
}
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
    """The page: a row for every game that has a review, the players, then the games that could not be read."""
    done, refused, players = [], [], Players()
    for reviewed in reviews:
        players.add(reviewed)
        if reviewed.review is None:
            refused.append(f"<li>{escape(reviewed.source)}, game {reviewed.number}: {escape(reviewed.why)}</li>")
        else:
            done.append(_line((*map(escape, row(reviewed)[:-1]), graph(reviewed.review)), HEADINGS))
    failed = f"<h2>Not reviewed</h2><ul>{''.join(refused)}</ul>" if refused else ""
    by_player = [_line(tuple(map(escape, cells))) for cells in players.rows()] if len(done) > 1 else []
    summary = f"<h2>Players</h2>{_table('players', PLAYER_HEADINGS, by_player)}" if by_player else ""
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>Reviewed games</title><style>{_STYLE}</style><h1>Reviewed games</h1>"
        f"<p>Figures are those of Black, then those of White. In the graphs, dark is Black's chance.</p>"
        f"{_table('games', HEADINGS, done)}{summary}{failed}</html>\n"
    )


def _table(name: str, headings: Sequence[str], lines: Sequence[str]) -> str:
    head = "".join(f"<th>{escape(heading)}</th>" for heading in headings)
    return f'<table class="{name}"><thead><tr>{head}</tr></thead><tbody>{"".join(lines)}</tbody></table>'


def _line(cells: Sequence[str], headings: Sequence[str] = ()) -> str:
    """A row; on a narrow screen each cell shows its heading."""
    named = [f' data-of="{escape(heading)}"' if heading in FIGURES else "" for heading in headings] or [""] * len(cells)
    return "<tr>" + "".join(f"<td{of}>{cell}</td>" for of, cell in zip(named, cells, strict=True)) + "</tr>"
