"""A small game tree with minimax and alpha-beta over static evaluations, and its picture."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache

from engine_pictures.core import QUIET, game_of, name, ordered, static
from engine_pictures.drawing import BLUE, GREEN, INK, PALE, RED, svg, text
from gomoku.core import constants as c
from gomoku.rules import Cell, Color, Game


@dataclass
class Node:
    """A node of the tree, with its value for Black."""

    move: Cell | None
    black: bool
    """Black is to move here."""
    children: list["Node"] = field(default_factory=list)
    value: int = 0
    seen: bool = False
    """Visited by alpha-beta."""
    shown: int = 0
    """Result of alpha-beta: a bound, not the value, at a cutoff."""
    cut: bool = False
    x: float = 0


def grow(game: Game, widths: Sequence[int], move: Cell | None = None) -> Node:
    """Tree of the first moves in search order, with static evaluations at the leaves and minimax values above."""
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
    """Alpha-beta over the tree; records `seen`, `shown` and `cut`. Values are for Black throughout."""
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
    """Sort all moves by their true value for the side that plays them."""
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
