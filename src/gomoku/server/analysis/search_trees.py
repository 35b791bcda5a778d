"""Trees of searches, kept for a while in pieces that are ready to be sent.

A search writes its positions down in the order in which it came to them: deep first. A page wants to see the top first, so
they are numbered level by level here, and what is too much is left out at the bottom. The best line is always whole.
"""

import gzip
import secrets
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from gomoku.engine.search_tree import SearchTree, TreeNode
from gomoku.engine.types import Result
from gomoku.rules import Game
from gomoku.rules.board import STONE, Board
from gomoku.server.analysis.cache import SharedCache
from gomoku.server.analysis.room_jobs import told
from gomoku.server.wire.analysis_messages import TreeChunk, TreeSummary
from gomoku.server.wire.messages import Reason, encode
from gomoku.server.wire.refusal import Refusal

RECORDED: Final = 60_000
"""Positions that a search writes down …"""
KEPT: Final = 20_000
"""… and those that a page can have."""
PIECE: Final = 1_000
"""Positions sent at once."""
MOST_TREES: Final = 12
LASTS: Final = 600
"""Seconds that other processes can give pieces of a tree out."""


@dataclass(frozen=True)
class Tree:
    """A tree ready to be sent."""

    head: TreeSummary
    pieces: tuple[bytes, ...]
    """Compressed."""


class TreeCache:
    """The last trees that were asked for."""

    def __init__(self, cache: SharedCache, most: int = MOST_TREES) -> None:
        """`cache`: where other processes find the trees of this one."""
        self._cache = cache
        self._most = most
        self._trees: OrderedDict[str, Tree] = OrderedDict()

    async def keep(self, tree: Tree) -> TreeSummary:
        for number, piece in enumerate(tree.pieces):
            await self._cache.put(_name(tree.head.id, number * PIECE), piece, LASTS)
        self._trees[tree.head.id] = tree
        while len(self._trees) > self._most:
            self._trees.popitem(last=False)
        return tree.head

    async def piece(self, name: str, start: int) -> bytes:
        """The positions from `start`, a multiple of `PIECE`. Raises Refusal where they are not, or no longer, there."""
        tree = self._trees.get(name)
        if tree is None:
            cached = await self._cache.get(_name(name, start))
            if cached is not None:
                return cached
            raise Refusal(Reason.UNKNOWN_ROOM, "this tree is no longer kept; search again")
        self._trees.move_to_end(name)
        number, rest = divmod(start, PIECE)
        if rest or not number < len(tree.pieces):
            raise Refusal(Reason.MALFORMED, f"pieces begin at multiples of {PIECE} below {tree.head.count}")
        return tree.pieces[number]


def _name(tree: str, start: int) -> str:
    return f"tree:{tree}:{start}"


def plant(game: Game, result: Result) -> Tree:
    """The tree of a search that began at this position. Takes a while."""
    assert result.tree is not None
    tree = result.tree
    best = best_line(tree, result.pv)
    order = _by_level(tree.nodes, best)
    number = {node.number: i for i, node in enumerate(order)}
    below = _below(tree.nodes)
    taken = _taken(game, tree)
    again = _again(tree.nodes)
    pieces = []
    for start in range(0, len(order), PIECE):
        some = order[start : start + PIECE]
        piece = TreeChunk(
            start=start,
            parent=tuple(-1 if node.parent is None else number[node.parent] for node in some),
            move=tuple(node.move for node in some),
            depth=tuple(node.depth for node in some),
            alpha=tuple(node.alpha for node in some),
            beta=tuple(node.beta for node in some),
            value=tuple(node.value for node in some),
            bound=tuple(node.bound for node in some),
            why=tuple(node.why for node in some),
            best=tuple(node.best for node in some),
            unsearched=tuple(node.unsearched for node in some),
            taken=tuple(taken[node.number] for node in some),
            below=tuple(below[node.number] for node in some),
            flags=tuple(
                "p" * node.passed + "a" * (node.number in again) + "b" * (node.number in best) for node in some
            ),
        )
        pieces.append(gzip.compress(encode(piece), 5))
    complete = tree.complete and len(order) == len(tree.nodes)
    head = TreeSummary(secrets.token_urlsafe(9), len(order), complete, told(result.info))
    return Tree(head, tuple(pieces))


def best_line(tree: SearchTree, pv: Sequence[tuple[int, int]]) -> set[int]:
    """The nodes of the line that the engine expects, as far as it was recorded."""
    children = tree.children()
    node = tree.nodes[0]
    line = {node.number}
    for move in pv:
        same = [child for child in children.get(node.number, ()) if child.move == move]
        if not same:
            break
        node = same[-1]  # the last look at a move is the one that counts
        line.add(node.number)
    return line


def _by_level(nodes: Sequence[TreeNode], best: set[int]) -> list[TreeNode]:
    """Level by level from the root, with as many as are kept; a parent is always kept with its child."""
    chosen = sorted(nodes, key=lambda node: (node.number not in best, node.ply, node.number))[:KEPT]
    return sorted(chosen, key=lambda node: (node.ply, node.number))


def _below(nodes: Sequence[TreeNode]) -> list[int]:
    counts = [0] * len(nodes)
    for node in reversed(nodes):
        if node.parent is not None:
            counts[node.parent] += 1 + counts[node.number]
    return counts


def _again(nodes: Sequence[TreeNode]) -> set[int]:
    """Nodes whose move was looked at once more, by a later brother."""
    last: dict[tuple[int | None, tuple[int, int] | None], int] = {}
    earlier: set[int] = set()
    for node in nodes:
        key = (node.parent, node.move)
        if key in last:
            earlier.add(last[key])
        last[key] = node.number
    return earlier


def _taken(game: Game, tree: SearchTree) -> list[int]:
    """How many stones each move takes: all lines are played through on one board, forth and back."""
    counts = [0] * len(tree.nodes)
    sizes = game.rules.capture_sizes
    if not sizes:
        return counts
    board = Board(game.rules.width, game.rules.height)
    for y, row in enumerate(game.rows()):
        for x, glyph in enumerate(row):
            if glyph != ".":
                board.put(board.point((x, y)), 1 if glyph == "X" else 2)
    first = STONE[game.to_move]
    path: list[tuple[int, list[int], int]] = []  # point or -1, stones taken, enemy
    for node in tree.nodes[1:]:
        while len(path) >= node.ply:
            point, victims, enemy = path.pop()
            if point >= 0:
                board.lift(point)
                for victim in victims:
                    board.put(victim, enemy)
        stone = first if node.ply % 2 else 3 - first
        if node.move is None:
            path.append((-1, [], 0))
            continue
        point = board.point(node.move)
        victims = board.captures(point, stone, sizes)
        board.put(point, stone)
        for victim in victims:
            board.lift(victim)
        counts[node.number] = len(victims)
        path.append((point, victims, 3 - stone))
    return counts
