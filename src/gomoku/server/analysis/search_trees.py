"""Search trees, packed into compressed chunks for the page and cached for a while.

A search records its nodes depth-first; the page shows the top first. So nodes are renumbered level by level, and what exceeds
MAX_NODES is cut off at the bottom. The principal variation is always complete.
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
from gomoku.server.analysis.room_jobs import info_message
from gomoku.server.wire.analysis.analysis_messages import TreeChunk, TreeSummary
from gomoku.server.wire.messages import Reason, encode
from gomoku.server.wire.refusal import Refusal

MAX_RECORDED_NODES: Final = 60_000
"""Nodes that a search records, at most."""
MAX_NODES: Final = 20_000
"""Maximum number of nodes kept for the page."""
CHUNK_SIZE: Final = 1_000
"""Nodes per chunk."""
MAX_TREES: Final = 12
"""Trees cached by this process, at most."""
CHUNK_TTL: Final = 600
"""Seconds that chunks stay in the shared cache."""


@dataclass(frozen=True)
class PackedTree:
    """A packed tree."""

    summary: TreeSummary
    chunks: tuple[bytes, ...]
    """Encoded and compressed with gzip."""


class TreeCache:
    """The most recently used trees."""

    def __init__(self, cache: SharedCache, most: int = MAX_TREES) -> None:
        """`cache` shares the chunks with other processes."""
        self._cache = cache
        self._most = most
        self._trees: OrderedDict[str, PackedTree] = OrderedDict()

    async def add(self, tree: PackedTree) -> TreeSummary:
        """Cache a tree."""
        for number, chunk in enumerate(tree.chunks):
            await self._cache.put(_key(tree.summary.id, number * CHUNK_SIZE), chunk, CHUNK_TTL)
        self._trees[tree.summary.id] = tree
        while len(self._trees) > self._most:
            self._trees.popitem(last=False)
        return tree.summary

    async def chunk(self, name: str, start: int) -> bytes:
        """The nodes from `start`, a multiple of CHUNK_SIZE. Raises Refusal if they are not cached."""
        tree = self._trees.get(name)
        if tree is None:
            cached = await self._cache.get(_key(name, start))
            if cached is not None:
                return cached
            raise Refusal(Reason.UNKNOWN_ROOM, "this tree is no longer cached; search again")
        self._trees.move_to_end(name)
        number, rest = divmod(start, CHUNK_SIZE)
        if rest or not number < len(tree.chunks):
            raise Refusal(Reason.MALFORMED, f"chunks start at multiples of {CHUNK_SIZE} below {tree.summary.count}")
        return tree.chunks[number]


def _key(tree: str, start: int) -> str:
    return f"tree:{tree}:{start}"


def pack_tree(game: Game, result: Result) -> PackedTree:
    """Pack the tree of a search of this position. CPU-bound: run it in a thread."""
    assert result.tree is not None
    tree = result.tree
    best = best_line(tree, result.pv)
    order = _by_level(tree.nodes, best)
    number = {node.number: i for i, node in enumerate(order)}
    below = _descendants(tree.nodes)
    taken = _taken(game, tree)
    searched_again = _searched_again(tree.nodes)
    chunks = []
    for start in range(0, len(order), CHUNK_SIZE):
        nodes = order[start : start + CHUNK_SIZE]
        chunk = TreeChunk(
            start=start,
            parent=tuple(-1 if node.parent is None else number[node.parent] for node in nodes),
            move=tuple(node.move for node in nodes),
            depth=tuple(node.depth for node in nodes),
            alpha=tuple(node.alpha for node in nodes),
            beta=tuple(node.beta for node in nodes),
            value=tuple(node.value for node in nodes),
            bound=tuple(node.bound for node in nodes),
            why=tuple(node.why for node in nodes),
            best=tuple(node.best for node in nodes),
            unsearched=tuple(node.unsearched for node in nodes),
            taken=tuple(taken[node.number] for node in nodes),
            below=tuple(below[node.number] for node in nodes),
            flags=tuple(
                "p" * node.passed + "a" * (node.number in searched_again) + "b" * (node.number in best)
                for node in nodes
            ),
        )
        chunks.append(gzip.compress(encode(chunk), 5))
    complete = tree.complete and len(order) == len(tree.nodes)
    summary = TreeSummary(secrets.token_urlsafe(9), len(order), complete, info_message(result.info))
    return PackedTree(summary, tuple(chunks))


def best_line(tree: SearchTree, pv: Sequence[tuple[int, int]]) -> set[int]:
    """The recorded nodes of the principal variation.

    A win that was found as a bound has no variation behind its first move: there the line continues with the move that
    caused the cutoff and the longest resistance against it.
    """
    children = tree.children()
    moves = iter(pv)
    node: TreeNode | None = tree.nodes[0]
    line = set()
    while node is not None:
        line.add(node.number)
        # the last search of a move counts
        tried = {child.move: child for child in children.get(node.number, ()) if not child.passed}
        move = next(moves, node.best)
        node = tried.get(move) if move else max(tried.values(), key=_worth, default=None)
    return line


def _worth(node: TreeNode) -> int:
    """The value for the side that moved to this node."""
    return node.value if node.ply % 2 else -node.value


def _by_level(nodes: Sequence[TreeNode], best: set[int]) -> list[TreeNode]:
    """The first MAX_NODES nodes level by level; the parent of a kept node is always kept."""
    chosen = sorted(nodes, key=lambda node: (node.number not in best, node.ply, node.number))[:MAX_NODES]
    return sorted(chosen, key=lambda node: (node.ply, node.number))


def _descendants(nodes: Sequence[TreeNode]) -> list[int]:
    """Number of descendants of each node."""
    counts = [0] * len(nodes)
    for node in reversed(nodes):
        if node.parent is not None:
            counts[node.parent] += 1 + counts[node.number]
    return counts


def _searched_again(nodes: Sequence[TreeNode]) -> set[int]:
    """Nodes whose move was searched again, as a later sibling."""
    last: dict[tuple[int | None, tuple[int, int] | None], int] = {}
    earlier: set[int] = set()
    for node in nodes:
        key = (node.parent, node.move)
        if key in last:
            earlier.add(last[key])
        last[key] = node.number
    return earlier


def _taken(game: Game, tree: SearchTree) -> list[int]:
    """Number of stones that each move captures, found by playing and undoing all lines on one board."""
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
