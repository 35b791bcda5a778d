"""Makes the pictures and tables of SEARCH.md and HEURISTIC.md: `python docs/make_engine_pictures.py`.

Everything that is shown is computed by the program: values by the evaluation, trees and cut-offs by a search of these
positions, patterns by the core's tables. The pictures go into docs/images; the tables go into the pages, between lines
`<!-- made: name -->` and `<!-- end -->`. A test compares both with what this script makes.
"""

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any, Final

from gomoku.core import _core
from gomoku.core import constants as c
from gomoku.core.params import PARAMS
from gomoku.core.weights import hand_made, multisets, numbers_for
from gomoku.engine import Engine, Limit, Result
from gomoku.lab.fit import SCALE as CHANCE_SCALE
from gomoku.rules import Cell, Color, Game, Rules, Status
from gomoku.rules.diagram import Diagram, Region, Tone, diagram_of, draw
from gomoku.rules.game import play_all
from gomoku.rules.notation import name_of

DOCS: Final = Path(__file__).parent
RULES: Final = Rules.preset("42")
NUMBERS: Final = numbers_for("42")
CLASS_NAMES: Final = ("dead", "one", "two", "open two", "three", "open three", "four", "open four", "five")
SHORT: Final = ("", "", "2", "o2", "3", "o3", "4", "o4", "5")
FONT: Final = "Figtree,system-ui,-apple-system,'Segoe UI',Roboto,sans-serif"
INK, PALE, RED, BLUE, GREEN = "#3d2408", "#a89f92", "#c0392b", "#0b4f8a", "#2e7d4f"

QUIET: Final = "G7 H11 K13 J8 G13 G10 F9 H9 J12 H11 H13 J13 K11 F13"
"""Black to move, each side has taken a pair, and nobody threatens to win yet: the position that both pages take apart."""
FORCED: Final = "J9 G8 H11 H9 K8 N8 J10 J8 J11 L6 J12 J13 G10 K7 M5 K13 E8 F9 G12 M7"
"""Black to move wins by force, through fives that are broken and filled again."""

PICTURES: Final[dict[str, Callable[[], str]]] = {}
BLOCKS: Final[dict[str, Callable[[], str]]] = {}


def picture(make: Callable[[], str]) -> Callable[[], str]:
    """Enter a picture under the function's name."""
    PICTURES[make.__name__.replace("_", "-") + ".svg"] = make
    return make


def block(make: Callable[[], str]) -> Callable[[], str]:
    """Enter a table or text of the pages under the function's name."""
    BLOCKS[make.__name__.replace("_", "-")] = make
    return make


# --- asking the core ---


@dataclass(frozen=True)
class Sight:
    """What the core knows of an empty cell: classes on the four axes and stones taken, for Black and for White."""

    classes: tuple[tuple[int, ...], tuple[int, ...]]
    takes: tuple[int, int]

    def index(self, side: int) -> int:
        """Where the weights of these classes stand, whatever their order."""
        return INDEX[tuple(sorted(self.classes[side]))]

    def best(self, side: int) -> int:
        return max(self.classes[side])


INDEX: Final = {classes: i for i, classes in enumerate(multisets())}


def game_of(moves: str) -> Game:
    return play_all(Game(RULES), moves.split())


def name(cell: Cell) -> str:
    return name_of(cell, RULES.width, RULES.height)


@cache
def tools() -> tuple[Any, Any, Any]:
    tables = _core.Tables(RULES)
    weights = _core.Weights(tables, NUMBERS, RULES.capture_goal)
    return tables, weights, _core.Board(RULES, tables, weights.by_code())


def load(game: Game) -> Any:
    board = tools()[2]
    taken = game.taken
    board.load(game.rows(), 1 if game.to_move is Color.X else 2, taken[Color.X], taken[Color.O])
    return board


def sights(game: Game) -> dict[Cell, Sight]:
    """Every empty cell as the core sees it."""
    stones, _, _, states, *_ = load(game).fingerprint()
    empty = [(i % game.rules.width, i // game.rules.width) for i, stone in enumerate(stones) if stone == c.EMPTY]
    found = {}
    for cell, state in zip(empty, states, strict=True):
        codes = (state & 8191, (state >> 13) & 8191)
        classes = tuple(tuple(code // c.CLASSES**axis % c.CLASSES for axis in range(4)) for code in codes)
        found[cell] = Sight((classes[0], classes[1]), ((state >> 26) & 31, (state >> 31) & 31))
    return found


def ordered(game: Game) -> list[tuple[int, Cell]]:
    """The moves in the order in which a search without memory would try them, with their rank."""
    found = []
    for p, made, stopped, takes, saves in _core.candidates(load(game), tools()[0]):
        rank = NUMBERS["make"][made] + NUMBERS["stop"][stopped]
        rank += NUMBERS["take_rank"][0] * takes + NUMBERS["take_rank"][1] * saves
        found.append((rank, (p % c.STRIDE - c.PAD, p // c.STRIDE - c.PAD)))
    return sorted(found, key=lambda entry: (-entry[0], entry[1][1], entry[1][0]))


def static(game: Game) -> int:
    """The evaluation's value for the side to move."""
    return int(tools()[1].value(load(game)))


@cache
def thought(moves: str, depth: int) -> Result:
    with Engine(RULES, memory_mb=16) as engine:
        return engine.search(game_of(moves), Limit(depth=depth))


# --- drawing ---


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
    """The part of the board with stones, and some cells more."""
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
    """A table of a page; the first columns are words, the others numbers."""
    lines = [
        "| " + " | ".join(heads) + " |",
        "|" + "|".join("---" if i < left else "---:" for i in range(len(heads))) + "|",
    ]
    lines += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]
    return "\n".join(lines)


# --- a plain tree ---


@dataclass
class Node:
    """A position of the tree, with its value for Black."""

    move: Cell | None
    black: bool
    """Black is to move here."""
    children: list["Node"] = field(default_factory=list)
    value: int = 0
    seen: bool = False
    """Alpha-beta looked at it."""
    shown: int = 0
    """What alpha-beta found: for a position with a cut-off a bound, not the value."""
    cut: bool = False
    x: float = 0


def grow(game: Game, widths: Sequence[int], move: Cell | None = None) -> Node:
    """The tree of the first few moves in move order, with the evaluation's values at its leaves and their minimax above."""
    black = game.to_move is Color.X
    node = Node(move, black)
    if not widths:
        node.value = static(game) if black else -static(game)
        return node
    for _, cell in ordered(game)[: widths[0]]:
        game.play(cell)
        node.children.append(grow(game, widths[1:], cell))
        game.undo()
    node.value = (max if black else min)(child.value for child in node.children)
    return node


def alphabeta(node: Node, alpha: int = -c.INFINITE, beta: int = c.INFINITE) -> int:
    """The same value with fewer leaves: `seen`, `shown` and `cut` say what happened. Values are Black's throughout."""
    node.seen = True
    if not node.children:
        node.shown = node.value
        return node.value
    best = -c.INFINITE if node.black else c.INFINITE
    for child in node.children:
        if alpha >= beta:
            node.cut = True
            break
        value = alphabeta(child, alpha, beta)
        if node.black:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
    node.shown = best
    return best


def leaves(node: Node) -> Iterator[Node]:
    if not node.children:
        yield node
    for child in node.children:
        yield from leaves(child)


def sort(node: Node, best_first: bool) -> None:
    """Order all moves by their true value, for the side that plays them."""
    node.children.sort(key=lambda child: child.value, reverse=node.black == best_first)
    for child in node.children:
        sort(child, best_first)


def clean(node: Node) -> None:
    node.seen = node.cut = False
    for child in node.children:
        clean(child)


def seen_leaves(node: Node) -> int:
    clean(node)
    assert alphabeta(node) == node.value
    return sum(leaf.seen for leaf in leaves(node))


def tree_picture(root: Node, title: str, pruned: bool) -> str:
    gap, level = (62, 92)
    ends = list(leaves(root))
    for i, leaf in enumerate(ends):
        leaf.x = 212 + gap * i

    def settle(node: Node) -> float:
        if node.children:
            xs = [settle(child) for child in node.children]
            node.x = (xs[0] + xs[-1]) / 2
        return node.x

    settle(root)
    parts: list[str] = []

    def line(parent: Node, child: Node, y: float) -> None:
        alive = child.seen or not pruned
        best = alive and child.value == parent.value and (not pruned or child.shown == parent.shown)
        color = GREEN if best else INK if alive else PALE
        dash = "" if alive else ' stroke-dasharray="4 5"'
        width = 3 if best else 1.4
        parts.append(
            f'<path d="M{parent.x:.1f} {y:.1f}L{child.x:.1f} {y + level:.1f}" stroke="{color}" stroke-width="{width}"{dash}/>'
        )
        mx, my = (0.42 * parent.x + 0.58 * child.x), y + 0.58 * level
        parts.append(f'<rect x="{mx - 15:.1f}" y="{my - 10:.1f}" width="30" height="16" fill="#fbf6ec"/>')
        parts.append(
            text(mx, my + 3, name(child.move) if child.move else "", INK if alive else PALE, more=' font-size="11"')
        )

    def edges(node: Node, y: float) -> None:
        for child in node.children:
            line(node, child, y)
            edges(child, y + level)

    def boxes(node: Node, y: float) -> None:
        alive = node.seen or not pruned
        fill, ink = ("#33302c", "#fff") if node.black else ("#fff", INK)
        if not alive:
            fill, ink = "#efe8da", PALE
        value = node.shown if pruned and node.seen else node.value
        bound = ("≥" if node.black else "≤") if pruned and node.cut else ""
        words = f"{bound}{value}" if alive else "?"
        parts.append(
            f'<rect x="{node.x - 25:.1f}" y="{y - 14:.1f}" width="50" height="28" rx="{14 if node.children else 4}" '
            f'fill="{fill}" stroke="{INK if alive else PALE}"/>'
        )
        parts.append(text(node.x, y + 5, words, ink, more=' font-weight="600"'))
        if pruned and node.cut:
            parts.append(text(node.x + 29, y - 8, "cut", RED, "start", ' font-size="11" font-weight="700"'))
        for child in node.children:
            boxes(child, y + level)

    depth, node = 0, root
    while node.children:
        depth, node = depth + 1, node.children[0]
    edges(root, 44)
    boxes(root, 44)
    sides = [("Black" if root.black == (i % 2 == 0) else "White") for i in range(depth)]
    for i, side in enumerate(sides):
        rule = "takes the highest" if side == "Black" else "takes the lowest"
        parts.append(text(12, 44 + level * i + 4, f"{side} to move {rule}", BLUE, "start", ' font-size="11.5"'))
    parts.append(text(12, 44 + level * depth + 4, "static values, for Black", BLUE, "start", ' font-size="11.5"'))
    return svg(252 + gap * (len(ends) - 1), 44 + level * depth + 34, title, parts)


@cache
def small_tree() -> Node:
    return grow(game_of(QUIET), (3, 3))


@cache
def large_tree() -> Node:
    return grow(game_of(QUIET), (3, 3, 2))


# --- pictures of the search ---


@picture
def search_position() -> str:
    game = game_of(QUIET)
    moves = [cell for _, cell in ordered(game)[:3]]
    labels = dict(zip(moves, "abc", strict=True))
    return board_picture(quiet_board(labels), "Black to move; a, b and c are the three moves of the tree")


@picture
def search_minimax() -> str:
    return tree_picture(
        small_tree(), "Three moves of Black, three answers of White to each, and the minimax values", False
    )


@picture
def search_alphabeta() -> str:
    root = large_tree()
    seen_leaves(root)
    return tree_picture(
        root, "The same position three moves deep, searched by alpha-beta: grey is never looked at", True
    )


@picture
def search_order() -> str:
    game = game_of(QUIET)
    labels = {cell: str(n) for n, (_, cell) in enumerate(ordered(game)[:30], 1)}
    return board_picture(quiet_board(labels), "The first thirty moves of the move order")


ITERATIONS: Final = 10


@picture
def search_deepening() -> str:
    infos = [info for info in thought(QUIET, ITERATIONS).history if info.depth <= ITERATIONS]
    width = len(ordered(game_of(QUIET)))
    ours = [(info.depth, math.log10(max(info.nodes, 1))) for info in infos]
    every = [
        (d, math.log10(float(width) ** d)) for d in range(1, ITERATIONS + 1) if math.log10(float(width) ** d) <= 12
    ]
    best = [(d, math.log10(2 * float(width) ** (d / 2))) for d in range(1, ITERATIONS + 1)]
    return chart(
        "Positions visited by depth, on a logarithmic scale",
        [
            Curve("every line", every, RED, True),
            Curve("alpha-beta at its best", [p for p in best if p[1] <= 12], BLUE, True),
            Curve("this search", ours, GREEN),
        ],
        ("depth in moves", "positions visited"),
        (range(1, ITERATIONS + 1), range(0, 13, 2)),
        lambda power: f"10{''.join('⁰¹²³⁴⁵⁶⁷⁸⁹'[int(d)] for d in str(int(power)))}",
    )


@cache
def forced_line() -> tuple[list[Cell], Game]:
    """The forced win played out: the attacker's proof, and the defence that lasts longest."""
    game = game_of(FORCED)
    start = len(game.moves)
    with Engine(RULES, memory_mb=16) as engine:
        assert engine.search(game, Limit(nodes=60_000)).win_in
        while not game.is_over:
            game.play(engine.search(game, Limit(nodes=60_000)).move)
    assert game.winner is Color.X
    return list(game.moves[start:]), game


def forced_picture(number: int, title: str) -> str:
    """The game of `forced_line` after so many of its moves."""
    game = forced_line()[1]
    start = len(game_of(FORCED).moves)
    shown = game.at(start + number)
    return board_picture(diagram_of(shown, region=around(game_of(FORCED), 1), forbidden=False), title, 0.62)


def graces() -> list[int]:
    """After which moves of the forced line a five stands and can be broken."""
    moves, game = forced_line()
    start = len(game_of(FORCED).moves)
    return [n for n in range(1, len(moves) + 1) if game.at(start + n).status is Status.GRACE]


@picture
def search_vcf_start() -> str:
    return forced_picture(0, "Black to move wins by force")


@picture
def search_vcf_five() -> str:
    return forced_picture(graces()[0], "Black has five in a row, and White can break it")


@picture
def search_vcf_broken() -> str:
    return forced_picture(graces()[0] + 1, "White has taken two stones, one of them out of the five")


@picture
def search_vcf_refilled() -> str:
    return forced_picture(graces()[1], "Black has filled the hole: five again, and one way to break it is left")


@picture
def search_vcf_won() -> str:
    return forced_picture(len(forced_line()[0]), "Filled once more: nothing can be taken, and Black has won")


@block
def vcf_line() -> str:
    moves, game = forced_line()
    start = len(game_of(FORCED).moves)
    words = []
    for n, cell in enumerate(moves, 1):
        played = game.played[start + n - 1]
        note = f" takes {len(played.captured)}" if played.captured else ""
        if game.at(start + n).status is Status.GRACE:
            note += ", five, but breakable"
        words.append(f"{n}. {'Black' if n % 2 else 'White'} {name(cell)}{note}")
    words[-1] += ", five: Black wins"
    with Engine(RULES, memory_mb=16) as engine:
        result = engine.search(game_of(FORCED), Limit(nodes=60_000))
    head = f"Found after {result.nodes:,} positions, as a win in {result.win_in} plies at most. Played out:"
    return head + "\n\n" + "\n".join(words)


def capture_scene() -> Game:
    rows = ["." * 19] * 19
    art = {8: ".......XOO.........", 9: ".......OX.X........", 10: "........OX.........", 7: "........X.O........"}
    for y, row in art.items():
        rows[y] = row
    return Game.from_rows(RULES, rows, to_move="X", taken={"X": 8, "O": 2})


@picture
def search_capture() -> str:
    game = capture_scene()
    with Engine(RULES, memory_mb=1) as engine:
        result = engine.search(game, Limit(nodes=2_000))
    assert result.win_in == 1
    shown = diagram_of(game, region=Region(4, 5, 11, 8), forbidden=False)
    return board_picture(
        replace(shown, labels={result.move: "a"}), "With four pairs taken, the fifth at a wins at once"
    )


@block
def tree_counts() -> str:
    root = large_tree()
    total = sum(1 for _ in leaves(root))
    here = seen_leaves(root)
    rows = [("plain minimax, any order", total), ("alpha-beta, in the engine's move order", here)]
    for best_first, words in (
        (True, "alpha-beta, best move always first"),
        (False, "alpha-beta, best move always last"),
    ):
        other = grow(game_of(QUIET), (3, 3, 2))
        sort(other, best_first)
        rows.append((words, seen_leaves(other)))
    return table(("search of the tree above", "leaves evaluated"), rows)


@block
def iterations() -> str:
    rows, before = [], 0
    for info in thought(QUIET, ITERATIONS).history:
        spent = info.nodes - before
        growth = f"{info.nodes / before:.1f}" if before else ""
        line = " ".join(name(cell) for cell in info.pv[:4])
        rows.append((info.depth, info.selective_depth, f"{spent:,}", f"{info.nodes:,}", growth, info.score, line))
        before = info.nodes
    heads = ("depth", "longest line", "positions", "in all", "times", "value", "the line begins")
    return table(heads, rows, 0).replace("---:|\n", "---|\n", 1)


SWITCHES: Final[tuple[tuple[str, dict[str, int]], ...]] = (
    ("all of it", {}),
    ("without late-move reductions", {"LMR_SLOPE": 100_000, "LMR_BASE": 0}),
    ("without late-move pruning", {"MCP_BASE": 400}),
    ("without futility", {"FUTILITY_DEPTH": 0}),
    ("without reverse futility", {"RFP_DEPTH": 0}),
    ("without razoring", {"RAZOR_DEPTH": 0}),
    ("without extensions", {"EXTENSION_PLIES": 0}),
    ("without killers and counter-moves", {"KILLER_BONUS": 0}),
)
SWITCH_DEPTH: Final = 5


@block
def switches() -> str:
    rows = []
    whole = 0
    for words, changes in SWITCHES:
        nodes = 0
        for moves in (QUIET, *MORE):
            with Engine(RULES, memory_mb=16, search_params=changes) as engine:
                nodes += engine.search(game_of(moves), Limit(depth=SWITCH_DEPTH)).nodes
        whole = whole or nodes
        rows.append((words, f"{nodes:,}", f"{nodes / whole:.2f}"))
    return table((f"to depth {SWITCH_DEPTH}, {1 + len(MORE)} positions", "positions visited", "times"), rows)


MORE: Final = (
    "L11 K13 M9 L9 H7 M11 K7 L12 N10 O11 L8 J6 J7",
    "G9 M8 M13 L12 G7 M11 K13 N10 L13 N13 G8 G10 F8",
)


@block
def params() -> str:
    source = (DOCS.parent / "src" / "gomoku" / "core" / "params.py").read_text("utf-8")
    notes = dict(re.findall(r'^    "(\w+)": -?\d+,  # (.*)$', source, re.M))
    return table(("parameter", "now", "unit"), [(f"`{key}`", value, notes[key]) for key, value in PARAMS.items()])


# --- pictures of the heuristic ---


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
    """Class and captured stones of a black stone at the letter, on a line of its own in the middle of the board."""
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
    "no five can ever come of it",
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
        ("OXX.a....", "shut in on one side"),
        ("aOOXXX...", "takes the pair, then reads the line"),
        (".XX.XXa..", "only the gap completes five"),
        ("X.XXaX.X.", "either gap completes five"),
    ):
        found, taken = line_class(art)
        rows.append(Row(art, CLASS_NAMES[found], words + (f" ({taken} stones)" if taken else "")))
    return rows_picture(rows, "The same classes in other shapes, as the tables judge them")


@picture
def heuristic_window() -> str:
    game = game_of(QUIET)
    cell = ordered(game)[0][1]
    star = {(cell[0] + i * dx, cell[1] + i * dy) for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)) for i in range(-4, 5)}
    shown = replace(quiet_board({cell: "a"}), zones=[(Tone.OPEN, star)])
    return board_picture(shown, "Four keys of eight neighbours each: all that the core looks at to judge cell a")


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
    return board_picture(quiet_board(labels), "The best class that a black stone would make, cell by cell")


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
    return weights_picture(1, "other", "What each cell is worth to White, who has to wait")


@picture
def heuristic_pairs() -> str:
    colors = (GREEN, BLUE, INK, "#8e5aa8", RED)
    curves = [
        Curve(
            f"they have taken {theirs} pair{'' if theirs == 1 else 's'}",
            [(mine, NUMBERS["taken"][5 * mine + theirs]) for mine in range(5)],
            colors[theirs],
        )
        for theirs in range(5)
    ]
    return chart(
        "The term for pairs taken, by pairs of both sides",
        curves,
        ("pairs taken by the side to move", "evaluation points"),
        (range(5), range(-300, 301, 100)),
    )


@picture
def heuristic_captures() -> str:
    colors = (GREEN, BLUE, INK, "#8e5aa8", RED)
    curves = [
        Curve(
            f"{pairs} pair{'' if pairs == 1 else 's'} taken",
            [(n, NUMBERS["capture_own"][5 * pairs + n]) for n in range(5)],
            colors[pairs],
            pairs == 4,
        )
        for pairs in range(5)
    ]
    return chart(
        "The term for cells on which the side to move can capture",
        curves,
        ("cells on which the side to move can take something (4: four or more)", "evaluation points"),
        (range(5), range(-200, 801, 200)),
    )


@picture
def heuristic_chance() -> str:
    points = [(value, 100 / (1 + math.exp(-value / CHANCE_SCALE))) for value in range(-800, 801, 20)]
    return chart(
        "From evaluation points to the chance of winning",
        [Curve("share of games won", points, GREEN)],
        ("evaluation points", "per cent"),
        (range(-800, 801, 200), range(0, 101, 25)),
    )


# --- tables of the heuristic ---


def weight_row(classes: Sequence[int]) -> tuple[int, int, int, int]:
    i = INDEX[tuple(sorted(classes))]
    return NUMBERS["own"][i], NUMBERS["other"][i], hand_made()["own"][i], hand_made()["other"][i]


@block
def class_weights() -> str:
    rows = []
    for kind in range(c.CLASSES):
        classes = (kind, c.ONE, c.ONE, c.ONE)
        rows.append((CLASS_NAMES[kind], *weight_row(classes)))
    return table(("one axis makes; the other three: one", "own", "other", "own, by hand", "other, by hand"), rows)


@block
def crossed_weights() -> str:
    rows = []
    for words, classes in (
        ("two + two", (c.TWO, c.TWO)),
        ("open two + open two", (c.OPEN_TWO, c.OPEN_TWO)),
        ("three + open two", (c.THREE, c.OPEN_TWO)),
        ("three + three", (c.THREE, c.THREE)),
        ("open three + open two", (c.OPEN_THREE, c.OPEN_TWO)),
        ("open three + three", (c.OPEN_THREE, c.THREE)),
        ("open three + open three", (c.OPEN_THREE, c.OPEN_THREE)),
        ("four + open two", (c.FOUR, c.OPEN_TWO)),
        ("four + three", (c.FOUR, c.THREE)),
        ("four + open three", (c.FOUR, c.OPEN_THREE)),
        ("four + four", (c.FOUR, c.FOUR)),
    ):
        own, other, *_ = weight_row((*classes, c.ONE, c.ONE))
        free = numbers_for("freestyle")
        i = INDEX[tuple(sorted((*classes, c.ONE, c.ONE)))]
        rows.append((words, own, other, free["own"][i], free["other"][i]))
    return table(("two axes; the other two: one", "42 own", "42 other", "freestyle own", "freestyle other"), rows)


@block
def adds_up() -> str:
    game = game_of(QUIET)
    cells = sights(game)
    rows: list[tuple[object, ...]] = []
    total = 0
    for kind in reversed(range(c.CLASSES)):
        mine = [NUMBERS["own"][s.index(0)] for s in cells.values() if s.best(0) == kind]
        theirs = [NUMBERS["other"][s.index(1)] for s in cells.values() if s.best(1) == kind]
        if mine or theirs:
            words = f"cells whose best class is {CLASS_NAMES[kind]}"
            rows.append((words, len(mine), f"{sum(mine):+d}", len(theirs), f"{-sum(theirs):+d}"))
            total += sum(mine) - sum(theirs)
    turn, taken, capturing = load(game).ply_facts()
    assert turn == 1
    mine_pairs, their_pairs = taken[0] // 2, taken[1] // 2
    pairs = NUMBERS["taken"][5 * mine_pairs + their_pairs]
    own = NUMBERS["capture_own"][5 * mine_pairs + min(capturing[0], 4)]
    other = NUMBERS["capture_other"][5 * their_pairs + min(capturing[1], 4)]
    rows.append((f"pairs taken: {mine_pairs} against {their_pairs}", "", f"{pairs:+d}", "", ""))
    rows.append(("cells that capture something", capturing[0], f"{own:+d}", capturing[1], f"{-other:+d}"))
    total += pairs + own - other
    assert total == static(game), (total, static(game))
    rows.append(("**value for Black, to move**", "", f"**{total:+d}**", "", ""))
    return table(("term", "Black's cells", "points", "White's cells", "points"), rows)


def standing(art: str) -> tuple[int, int]:
    """What a row of black stones adds to Black's cells on a board without others: Black to move, and White to move."""
    empty = ["." * 19] * 19
    line = ("." * 5 + art).ljust(19, ".")
    sums = []
    for rows in ([*empty[:9], line, *empty[10:]], empty):
        cells = sights(Game.from_rows(RULES, rows, to_move="X")).values()
        sums.append([sum(NUMBERS[key][sight.index(0)] for sight in cells) for key in ("own", "other")])
    return sums[0][0] - sums[1][0], sums[0][1] - sums[1][1]


@block
def standing_rows() -> str:
    rows = []
    for words, art in (
        ("two", "OXX......"),
        ("open two", "...XX...."),
        ("three", "OXXX....."),
        ("open three", "..XXX...."),
        ("split open three", ".X.XX...."),
    ):
        own, other = standing(art)
        rows.append((words, f"`{art}`", own, other))
    return table(("Black stones on the board", "the line", "if Black is to move", "if White is to move"), rows, 2)


@block
def pairs_in_words() -> str:
    own, other, taken = NUMBERS["capture_own"], NUMBERS["capture_other"], NUMBERS["taken"]
    return "\n".join(
        (
            f"- The first pair taken is worth {taken[5] - taken[0]} points, the fourth {taken[20] - taken[15]}, while the "
            f"other side has none. Against four pairs of the other side, the fourth pair of one's own is worth "
            f"{taken[24] - taken[19]}.",
            f"- One cell on which the side to move can capture is worth {own[1] - own[0]} points with no pair taken, and "
            f"{own[16] - own[15]} with three; a second one {own[2] - own[1]} and {own[17] - own[16]} more.",
            f"- The same cell is worth less to the side that has to wait, {other[1] - other[0]} and {other[16] - other[15]}: "
            f"the pair can still run away.",
        )
    )


@block
def capture_matters() -> str:
    """The same stones with other counts of pairs taken."""
    game = game_of(QUIET)
    rows = []
    for black, white in ((0, 0), (2, 0), (4, 0), (6, 0), (8, 0), (0, 2), (0, 4), (0, 6), (0, 8)):
        other = Game.from_rows(RULES, game.rows(), to_move="X", taken={"X": black, "O": white})
        value = static(other)
        chance = 100 / (1 + math.exp(-value / CHANCE_SCALE))
        rows.append((black // 2, white // 2, f"{value:+d}", f"{chance:.0f} %"))
    return table(("pairs of Black", "pairs of White", "value for Black", "chance"), rows, 0)


# --- output ---


def render() -> dict[str, str]:
    """Every picture by file name."""
    return {file: make() for file, make in PICTURES.items()}


def filled(page: str) -> str:
    """A page with its tables made anew."""

    def fill(match: re.Match[str]) -> str:
        return f"<!-- made: {match[1]} -->\n\n{BLOCKS[match[1]]()}\n\n<!-- end -->"

    return re.sub(r"<!-- made: ([\w-]+) -->\n.*?<!-- end -->", fill, page, flags=re.S)


def main() -> None:
    for file, made in render().items():
        (DOCS / "images" / file).write_text(made, encoding="utf-8", newline="\n")
    for page in (DOCS / "SEARCH.md", DOCS / "HEURISTIC.md"):
        if page.exists():
            page.write_text(filled(page.read_text("utf-8")), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
