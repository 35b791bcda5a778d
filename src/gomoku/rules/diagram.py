"""SVG diagrams of positions: a wooden board, shaded stones, and marks that illustrate rules.

`draw` renders a `Diagram`, a plain value; `diagram_of` makes one from a game. Nothing here judges a position. Output is
deterministic, so that pictures can be kept under version control. SVG filters are avoided: the wood grain is a few strokes,
and a picture takes a few kilobytes.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, NamedTuple
from xml.sax.saxutils import escape

from gomoku.rules.board import Cell
from gomoku.rules.game import Game, Played, Status, WinBy
from gomoku.rules.notation import column_names
from gomoku.rules.variant import Color

CELL: Final = 40
"""Distance between lines, in SVG user units; the scale of everything below."""
_MARGIN: Final = 46  # from the outermost line to the edge of the wood, with coordinates in between
_BARE_MARGIN: Final = 28  # the same without coordinates
_OVERRUN: Final = 18  # length of lines beyond a cropped edge, before the coordinates
_EDGE: Final = 7  # the wooden edge below the board
_LINE: Final = 26  # from one line of the text below to the next

_INK: Final = "#3d2408"
_RED: Final = "#d4432a"
_FORBIDDEN: Final = "#b3261e"
_BLUE: Final = "#0b4f8a"
_FONT: Final = "Figtree,system-ui,-apple-system,'Segoe UI',Roboto,sans-serif"


class Tone(StrEnum):
    """Meaning of a shaded area."""

    OPEN = "#0a6c74"  # a stone may go here
    CLOSED = "#b3261e"  # it may not


class Region(NamedTuple):
    """A part of the board, in cells."""

    x: int
    y: int
    width: int
    height: int

    def holds(self, cell: Cell) -> bool:
        return self.x <= cell[0] < self.x + self.width and self.y <= cell[1] < self.y + self.height


@dataclass(frozen=True)
class Diagram:
    """Content of a diagram. Cells are `(x, y)` from 0; marks outside the region are omitted."""

    rows: Sequence[str]
    """The stones: rows of `X O .` from the top."""
    title: str = ""
    """Text alternative for screen readers."""
    region: Region | None = None
    """The part shown; None for the whole board."""
    coordinates: bool = True
    """Names of columns and rows on the four sides."""
    last: Cell | None = None
    """The stone played last: a red dot."""
    labels: Mapping[Cell, str] = field(default_factory=dict)
    """One to three characters on a stone or on an empty cell."""
    captured: Mapping[Cell, Color] = field(default_factory=dict)
    """Stones just captured: a faint stone in a dashed red ring."""
    ghosts: Mapping[Cell, Color] = field(default_factory=dict)
    """Stones that might be played: half transparent."""
    forbidden: Collection[Cell] = ()
    """Cells closed by a ban: a barred red ring."""
    breaks: Collection[Cell] = ()
    """Replies that break a five: a blue cross."""
    fives: Sequence[Sequence[Cell]] = ()
    """Rows on a golden band."""
    won: bool = False
    """The rows win the game: the rest is faded and a line is drawn through them."""
    zones: Sequence[tuple[Tone, Collection[Cell]]] = ()
    """Shaded areas."""
    notes: Sequence[str] = ()
    """Lines of text under the board."""
    scale: float = 1
    """Scale factor; at 1, lines are `CELL` pixels apart."""


def diagram_of(
    game: Game,
    *,
    title: str = "",
    region: Region | None = None,
    coordinates: bool = True,
    numbers: bool = False,
    forbidden: bool = True,
) -> Diagram:
    """Diagram of a game: last move, its captures, five, breaks, forbidden cells, and optional move numbers."""
    last = game.actions[-1] if game.actions else None
    played = last if isinstance(last, Played) else None
    fives = game.fives() if game.status is Status.GRACE or game.win_by is WinBy.LINE else ()
    labels = {p.cell: str(n) for n, p in enumerate(game.played, 1) if game.stone(p.cell)} if numbers else {}
    return Diagram(
        rows=game.rows(),
        title=title or describe(game),
        region=region,
        coordinates=coordinates,
        last=played.cell if played and not numbers else None,
        labels=labels,
        captured=dict.fromkeys(played.captured, played.color.other) if played else {},
        forbidden=game.forbidden_cells() if forbidden else (),
        breaks=game.breaks,
        fives=fives,
        won=game.win_by is WinBy.LINE,
    )


def describe(game: Game) -> str:
    """The state of a game in one sentence."""
    count = len(game.moves)
    after = f"Board after move {count}." if count else "Board before the first move."
    if game.status is Status.DRAW:
        return f"{after} Draw."
    if game.winner is not None:
        return f"{after} {game.winner.stone_name.capitalize()} wins."
    return f"{after} {game.to_move.stone_name.capitalize()} to move."


def draw(diagram: Diagram) -> str:
    """The diagram as a complete SVG document."""
    return _Drawing(diagram).text()


class _Drawing:
    """A diagram being drawn: coordinates, and layers from the wood upwards."""

    def __init__(self, diagram: Diagram) -> None:
        self.diagram = diagram
        self.board = Region(0, 0, len(diagram.rows[0]), len(diagram.rows))
        self.region = _clipped(diagram.region, self.board) if diagram.region else self.board
        self.margin = _MARGIN if diagram.coordinates else _BARE_MARGIN
        self.width = 2 * self.margin + (self.region.width - 1) * CELL
        self.height = 2 * self.margin + (self.region.height - 1) * CELL
        self.stones = {
            (x, y): Color(glyph)
            for y, row in enumerate(diagram.rows)
            for x, glyph in enumerate(row)
            if glyph != "." and self.region.holds((x, y))
        }

    def text(self) -> str:
        title = escape(self.diagram.title, {'"': "&quot;"})
        label = f' aria-label="{title}"' if title else ""
        width, height = self.width, self.height + _EDGE + 1
        if self.diagram.notes:
            height += _LINE * len(self.diagram.notes) + _LINE // 2
        size = f'width="{round(width * self.diagram.scale)}" height="{round(height * self.diagram.scale)}"'
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {width} {height}" '
                f'role="img"{label} font-family="{_FONT}" text-anchor="middle">',
                *([f"<title>{title}</title>"] if title else []),
                _DEFS,
                *self.wood(),
                *self.zones(),
                *self.grid(),
                *self.coordinates(),
                *self.bands(),
                *self.captured(),
                *self.pieces(),
                *self.verdict(),
                *self.marks(),
                *self.labels(),
                *self.notes(),
                "</svg>\n",
            ]
        )

    # --- coordinates ---

    def at(self, cell: Cell) -> tuple[int, int]:
        return (self.margin + (cell[0] - self.region.x) * CELL, self.margin + (cell[1] - self.region.y) * CELL)

    def shown(self, cells: Collection[Cell]) -> list[Cell]:
        return sorted(cell for cell in cells if self.region.holds(cell))

    def span(self, axis: int) -> tuple[int, int]:
        """Ends of the lines along an axis: at the border, or beyond it where the board is cropped."""
        over = _OVERRUN if self.diagram.coordinates else self.margin
        start, count = self.region[axis], self.region[axis + 2]
        first, last = self.margin, self.margin + (count - 1) * CELL
        return (first - over if start > 0 else first, last + over if start + count < self.board[axis + 2] else last)

    # --- layers ---

    def wood(self) -> Iterator[str]:
        width, height = self.width, self.height
        clip = f"wood-{width}-{height}"
        yield f'<clipPath id="{clip}"><rect width="{width}" height="{height}" rx="9"/></clipPath>'
        yield f'<rect y="{_EDGE + 1}" width="{width}" height="{height}" rx="9" fill="#8a5d26"/>'
        yield f'<rect y="{_EDGE}" width="{width}" height="{height}" rx="9" fill="#b07d3c"/>'
        yield f'<g clip-path="url(#{clip})"><rect width="{width}" height="{height}" fill="url(#wood)"/>'
        yield from _grain(width, height)
        yield f'<rect width="{width}" height="{height}" fill="url(#window)"/></g>'

    def zones(self) -> Iterator[str]:
        for tone, cells in self.diagram.zones:
            squares = set(self.shown(cells))
            fill = "".join(f"M{x - 20} {y - 20}h40v40h-40z" for x, y in map(self.at, sorted(squares)))
            yield f'<path d="{fill}" fill="{tone}" opacity=".17" shape-rendering="crispEdges"/>'
            yield (
                f'<path d="{self.outline(squares)}" fill="none" stroke="{tone}" stroke-width="2" '
                'stroke-dasharray="6 5" opacity=".75"/>'
            )

    def outline(self, cells: set[Cell]) -> str:
        """Outline of a set of cells: the edges without a neighbour in the set."""
        sides = []
        for cell in sorted(cells):
            x, y = self.at(cell)
            for dx, dy, path in (
                (0, -1, f"M{x - 20} {y - 20}h40"),
                (0, 1, f"M{x - 20} {y + 20}h40"),
                (-1, 0, f"M{x - 20} {y - 20}v40"),
                (1, 0, f"M{x + 20} {y - 20}v40"),
            ):
                beyond = (cell[0] + dx, cell[1] + dy)
                if beyond not in cells and self.region.holds(beyond):
                    sides.append(path)
        return "".join(sides)

    def grid(self) -> Iterator[str]:
        (left, right), (top, bottom) = self.span(0), self.span(1)
        xs = {x: self.at((x, 0))[0] for x in range(self.region.x, self.region.x + self.region.width)}
        ys = {y: self.at((0, y))[1] for y in range(self.region.y, self.region.y + self.region.height)}
        inner = [f"M{px} {top}V{bottom}" for x, px in xs.items() if 0 < x < self.board.width - 1]
        inner += [f"M{left} {py}H{right}" for y, py in ys.items() if 0 < y < self.board.height - 1]
        border = [f"M{px} {top}V{bottom}" for x, px in xs.items() if x in (0, self.board.width - 1)]
        border += [f"M{left} {py}H{right}" for y, py in ys.items() if y in (0, self.board.height - 1)]
        yield '<g stroke="#4d2e0d" stroke-opacity=".8" fill="none" stroke-linecap="square">'
        yield f'<path d="{"".join(inner)}" stroke-width="1.15"/>'
        if border:
            yield f'<path d="{"".join(border)}" stroke-width="2.2"/>'
        yield "</g>"
        points = self.shown([(x, y) for x in stars(self.board.width) for y in stars(self.board.height)])
        if points:
            dots = "".join(f'<circle cx="{x}" cy="{y}" r="4.3"/>' for x, y in map(self.at, points))
            yield f'<g fill="{_INK}">{dots}</g>'

    def coordinates(self) -> Iterator[str]:
        if not self.diagram.coordinates:
            return
        names = column_names(self.board.width)
        yield '<g font-size="14.5" font-weight="600" fill="#4a2d0e">'
        for x in range(self.region.x, self.region.x + self.region.width):
            px = self.at((x, 0))[0]
            yield f'<text x="{px}" y="26">{names[x]}</text><text x="{px}" y="{self.height - 15}">{names[x]}</text>'
        for y in range(self.region.y, self.region.y + self.region.height):
            py, name = self.at((0, y))[1] + 5, self.board.height - y
            yield f'<text x="21" y="{py}">{name}</text><text x="{self.width - 21}" y="{py}">{name}</text>'
        yield "</g>"

    def bands(self) -> Iterator[str]:
        if not self.diagram.won:
            for five in self.diagram.fives:
                yield self.stroke(five, "#ffe27a", 50, ".62")

    def stroke(self, row: Sequence[Cell], color: str, width: float, opacity: str = "1") -> str:
        (x1, y1), (x2, y2) = self.at(row[0]), self.at(row[-1])
        return (
            f'<path d="M{x1} {y1}L{x2} {y2}" stroke="{color}" stroke-width="{width}" '
            f'stroke-linecap="round" opacity="{opacity}"/>'
        )

    def captured(self) -> Iterator[str]:
        for cell in self.shown(self.diagram.captured.keys()):
            x, y = self.at(cell)
            yield f'{self.stone(cell, self.diagram.captured[cell], ".2")}<use href="#taken" x="{x}" y="{y}"/>'

    def pieces(self) -> Iterator[str]:
        cells = sorted(self.stones)
        if cells:
            shadows = "".join(f'<circle cx="{x + 1.8}" cy="{y + 3.2}" r="21.5"/>' for x, y in map(self.at, cells))
            yield f'<g fill="url(#shadow)">{shadows}</g>'
        yield from (self.stone(cell, self.stones[cell]) for cell in cells)
        for cell in self.shown(self.diagram.ghosts.keys()):
            yield self.stone(cell, self.diagram.ghosts[cell], ".45")

    def stone(self, cell: Cell, color: Color, opacity: str = "1") -> str:
        x, y = self.at(cell)
        name = "black" if color is Color.X else f"white{(cell[0] * 7 + cell[1] * 3) % 3}"
        faint = f' opacity="{opacity}"' if opacity != "1" else ""
        return f'<use href="#{name}" x="{x}" y="{y}"{faint}/>'

    def verdict(self) -> Iterator[str]:
        """White rings on a five that can still be broken; fade and line on one that has won."""
        fives = self.diagram.fives
        if not self.diagram.won:
            for cell in sorted({cell for five in fives for cell in five}):
                if self.region.holds(cell):
                    x, y = self.at(cell)
                    yield f'<use href="#ring" x="{x}" y="{y}"/>'
            return
        yield f'<rect width="{self.width}" height="{self.height}" rx="9" fill="#e6bd80" opacity=".5"/>'
        yield from (self.stroke(five, "#ffe27a", 50, ".62") for five in fives)
        for five in fives:
            yield from (self.stone(cell, self.stones[cell]) for cell in five if cell in self.stones)
        for five in fives:
            yield self.stroke(five, "#fff", 5)
            yield self.stroke(five, _RED, 2.6)

    def marks(self) -> Iterator[str]:
        for name, cells in (("forbidden", self.diagram.forbidden), ("break", self.diagram.breaks)):
            for x, y in map(self.at, self.shown(cells)):
                yield f'<use href="#{name}" x="{x}" y="{y}"/>'
        if self.diagram.last is not None and self.region.holds(self.diagram.last) and not self.diagram.won:
            x, y = self.at(self.diagram.last)
            yield f'<use href="#last" x="{x}" y="{y}"/>'

    def labels(self) -> Iterator[str]:
        ink = {Color.X: "#fff", Color.O: "#241c14"}
        shades = self.stones | dict(self.diagram.ghosts)
        for cell in self.shown(self.diagram.labels.keys()):
            x, y = self.at(cell)
            text = self.diagram.labels[cell]
            size = 17 if len(text) == 1 else 15 if len(text) == 2 else 12.5
            color = shades.get(cell)
            if color is None:  # hide the grid under the letter
                yield f'<circle cx="{x}" cy="{y}" r="12.5" fill="#eac488"/>'
            yield (
                f'<text x="{x}" y="{_number(y + size * 0.35)}" font-size="{size}" font-weight="700" '
                f'fill="{ink[color] if color else _INK}">{escape(text)}</text>'
            )

    def notes(self) -> Iterator[str]:
        top = self.height + _EDGE + 1
        fits = (self.width - 2 * _EDGE) / 8  # characters of about 8 units
        for i, text in enumerate(self.diagram.notes, 1):
            squeezed = (
                f' textLength="{self.width - 2 * _EDGE}" lengthAdjust="spacingAndGlyphs"' if len(text) > fits else ""
            )
            yield (
                f'<text x="{_number(self.width / 2)}" y="{top + i * _LINE}" font-size="16" font-weight="500" '
                f'fill="{_INK}"{squeezed}>{escape(text)}</text>'
            )


def _clipped(region: Region, board: Region) -> Region:
    x, y = max(region.x, 0), max(region.y, 0)
    return Region(x, y, min(region.x + region.width, board.width) - x, min(region.y + region.height, board.height) - y)


def stars(edge: int) -> tuple[int, ...]:
    """Lines with star points: the fourth from each edge on large boards, and the centre."""
    inset = 3 if edge >= 12 else 2
    outer = (inset, edge - 1 - inset) if edge >= 8 else ()
    return tuple(sorted({*outer, *((edge // 2,) if edge % 2 else ())}))


def _grain(width: int, height: int) -> Iterator[str]:
    """Wood grain: soft bands with fine fibres between them."""
    noise = _noise(31)
    for stroke, opacity, gap in ((9, ".07", 34), (3.4, ".08", 19), (1.1, ".13", 13)):
        strokes, x = [], -next(noise) % gap
        while x < width:
            bend, lean = next(noise) % 13 - 6, next(noise) % 9 - 4
            strokes.append(f"M{x} 0q{bend} {height // 2} {lean} {height}")
            x += gap // 2 + next(noise) % gap
        yield f'<path d="{"".join(strokes)}" fill="none" stroke="#8c4f17" stroke-width="{stroke}" opacity="{opacity}"/>'


def _noise(seed: int) -> Iterator[int]:
    """Pseudo-random numbers, equal on every machine."""
    while True:
        seed = (seed * 1103515245 + 12345) % (1 << 31)
        yield seed >> 12


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _gradient(name: str, *stops: str) -> str:
    """A sphere lit from the upper left."""
    inner = "".join(f'<stop offset="{s.split()[0]}" stop-color="{s.split()[1]}"/>' for s in stops)
    return f'<radialGradient id="{name}" cx=".36" cy=".3" r=".78">{inner}</radialGradient>'


def _white(turn: int, angle: int) -> str:
    shell = f'<use href="#shell" transform="rotate({angle})"/>'
    return f'<g id="white{turn}"><use href="#white"/>{shell}<use href="#shine" opacity=".9"/></g>'


_DEFS: Final = f"""<defs>
<linearGradient id="wood" x2="1" y2=".35"><stop stop-color="#f0cb90"/><stop offset=".4" stop-color="#e9c081"/>\
<stop offset=".75" stop-color="#e3b674"/><stop offset="1" stop-color="#d9a965"/></linearGradient>
<radialGradient id="window" cx=".22" cy=".12" r="1.05"><stop stop-color="#fff6df" stop-opacity=".42"/>\
<stop offset=".5" stop-color="#fff6df" stop-opacity=".07"/>\
<stop offset="1" stop-color="#3b2208" stop-opacity=".13"/></radialGradient>
<radialGradient id="shadow"><stop offset=".55" stop-color="#1c0e02" stop-opacity=".62"/>\
<stop offset=".82" stop-color="#1c0e02" stop-opacity=".26"/>\
<stop offset="1" stop-color="#1c0e02" stop-opacity="0"/></radialGradient>
<radialGradient id="glint"><stop stop-color="#fff" stop-opacity=".75"/>\
<stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>
<linearGradient id="rim" x2="1" y2="1"><stop offset=".1" stop-color="#fff" stop-opacity=".26"/>\
<stop offset=".45" stop-color="#fff" stop-opacity="0"/><stop offset=".8" stop-color="#fff" stop-opacity=".04"/>\
<stop offset="1" stop-color="#fff" stop-opacity=".2"/></linearGradient>
{_gradient("ink", "0 #77757a", ".34 #333237", ".78 #141317", "1 #050506")}
{_gradient("clam", "0 #ffffff", ".4 #f8f4ea", ".78 #e0d8c6", "1 #b4a88f")}
<ellipse id="shine" cx="-6.2" cy="-8.4" rx="6.6" ry="4.2" transform="rotate(-36 -6.2 -8.4)" fill="url(#glint)"/>
<path id="shell" d="M-17-6Q0-1 17-6.5M-18-1.5Q0 3.5 18-2M-18.2 3Q0 8 18.2 2.5M-17 7.5Q0 12.5 17 7\
M-14.5 12Q0 16 14.5 11.5M-15.5-10.5Q0-6 15-11" fill="none" stroke="#a58f66" stroke-width=".8" opacity=".11"/>
<g id="black"><circle r="18.9" fill="url(#ink)"/><circle r="18.2" fill="none" stroke="url(#rim)" stroke-width="1.3"/>\
<use href="#shine" opacity=".55"/></g>
<g id="white"><circle r="18.9" fill="url(#clam)"/>\
<circle r="18.6" fill="none" stroke="#000" stroke-opacity=".1" stroke-width=".6"/></g>
{_white(0, 20)}
{_white(1, -35)}
{_white(2, 75)}
<circle id="taken" r="17" fill="none" stroke="{_RED}" stroke-width="2" stroke-dasharray="4.5 4.4"/>
<circle id="last" r="5.6" fill="{_RED}" stroke="#fff" stroke-opacity=".85" stroke-width="1.4"/>
<g id="ring" fill="none"><circle r="18.3" stroke="#fff" stroke-width="3.4"/>\
<circle r="20.3" stroke="#6b4204" stroke-width="1.1"/></g>
<g id="forbidden" stroke="{_FORBIDDEN}" stroke-width="2.6"><circle r="13" fill="#fff6e6" fill-opacity=".82"/>\
<path d="M-9 9L9-9"/></g>
<g id="break" stroke="{_BLUE}">\
<circle r="18" fill="#fff" fill-opacity=".35" stroke-width="3" stroke-dasharray="6.3 5"/>\
<path d="M-6.5-6.5L6.5 6.5M6.5-6.5L-6.5 6.5" stroke-width="3.6" stroke-linecap="round"/></g>
</defs>"""
