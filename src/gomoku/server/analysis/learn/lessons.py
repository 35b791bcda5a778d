"""Lessons: positions, search trees and search histories of "How it thinks", computed by the engine on first request."""

import asyncio
from collections.abc import Callable
from typing import Final

import msgspec

from gomoku.engine.search_tree import SearchTree, StopReason
from gomoku.engine.types import WIN, Limit
from gomoku.engine.worker import EngineWorker, WorkerError
from gomoku.rules import Color, Game, Rules
from gomoku.rules.game import play_all
from gomoku.server.analysis import study
from gomoku.server.analysis.room_jobs import info_message
from gomoku.server.wire.analysis.learn_messages import Lesson, LessonNode
from gomoku.server.wire.messages import Reason
from gomoku.server.wire.refusal import Refusal
from gomoku.server.wire.values import Cell

MINIMAX_WIDTH: Final = 3
"""Branching factor of the minimax figure."""
SMALL_POSITION: Final = (
    "42;size=7",
    (".XX...O", ".O..XX.", ".XXOX.O", "XXXOO.O", "...XOOO", "X..X.X.", "OXO.O.."),
    {Color.X: 2, Color.O: 0},
)
"""A position with few moves, whose search tree is small enough to be drawn whole."""
SMALL_DEPTH: Final = 3
"""Search depth of the alpha-beta figure, in plies."""
MAX_SHOWN_NODES: Final = 160
"""Nodes of the alpha-beta figure, at most."""
MIDGAME: Final = "K10 L11 K9 L9 K11 K12 J10 M8 L10 H10 M11 N12 J11 J12 L12"
"""Moves of a game by the rules of 42."""
NODE_LIMIT: Final = 300_000
"""Node limit of the searches shown depth by depth."""
TABLE_MB: Final = 16
"""Megabytes of the transposition table."""


def _small() -> Game:
    spec, rows, taken = SMALL_POSITION
    return Game.from_rows(Rules.parse(spec), rows, Color.X, taken)


def _midgame() -> Game:
    return play_all(Game(Rules.preset("42")), MIDGAME.split())


def _lesson(game: Game) -> Lesson:
    return Lesson(position=study.position_of(game), view=study.view_of(game))


# --- minimax and alpha-beta ---


def _minimax(worker: EngineWorker) -> Lesson:
    """The best moves, the best replies to each, and the static evaluation of the leaves."""
    game = _midgame()
    nodes: list[LessonNode] = [_node(-1, None)]
    for move in _best(worker, game):
        after = _after(game, move)
        parent = len(nodes)
        nodes.append(_node(0, move))
        values = []
        for reply in _best(worker, after):
            leaf = _after(after, reply)
            # two plies later the side to move is the root's
            value = 0 if leaf.is_over else worker.evaluate(leaf)
            nodes.append(_node(parent, reply, value, StopReason.LEAF))
            values.append(value)
        nodes[parent] = _node(0, move, min(values))
    nodes[0] = _node(-1, None, max(node.value for node in nodes if node.parent == 0))
    return msgspec.structs.replace(_lesson(game), full=tuple(nodes))


def _best(worker: EngineWorker, game: Game) -> list[Cell]:
    result = worker.search(game, Limit(depth=2), lines=MINIMAX_WIDTH)
    return [line.move for line in result.info.lines[:MINIMAX_WIDTH]]


def _after(game: Game, move: Cell) -> Game:
    after = game.copy()
    after.play(move)
    return after


def _node(parent: int, move: Cell | None, value: int = 0, why: StopReason = StopReason.SEARCHED) -> LessonNode:
    return LessonNode(parent, move, value, -WIN, WIN, 0, str(why), 0)


def _alpha_beta(worker: EngineWorker) -> Lesson:
    """Every node of a real search of a small position."""
    game = _small()
    result = worker.search(game, Limit(depth=SMALL_DEPTH), record=MAX_SHOWN_NODES)
    assert result.tree is not None
    return msgspec.structs.replace(
        _lesson(game), tree=_lesson_nodes(result.tree), history=tuple(map(info_message, result.history))
    )


def _lesson_nodes(tree: SearchTree) -> tuple[LessonNode, ...]:
    return tuple(
        LessonNode(
            -1 if node.parent is None else node.parent,
            node.move,
            node.value,
            node.alpha,
            node.beta,
            node.depth,
            str(node.why),
            node.unsearched,
        )
        for node in tree.nodes
    )


# --- other figures ---


def _deepening(worker: EngineWorker) -> Lesson:
    """Iterative deepening from an empty transposition table."""
    game = _midgame()
    result = worker.search(game, Limit(nodes=NODE_LIMIT))
    return msgspec.structs.replace(_lesson(game), history=tuple(map(info_message, result.history)))


def _table(worker: EngineWorker) -> Lesson:
    """The same search twice; the second one is mostly table hits."""
    game = _midgame()
    first = worker.search(game, Limit(nodes=NODE_LIMIT))
    second = worker.search(game, Limit(depth=first.depth), record=20_000)
    lookups = sum(node.why is StopReason.TABLE for node in second.tree.nodes) if second.tree else 0
    return msgspec.structs.replace(
        _lesson(game),
        history=tuple(map(info_message, first.history)),
        again=tuple(map(info_message, second.history)),
        lookups=lookups,
    )


def _position(worker: EngineWorker) -> Lesson:
    return _lesson(_midgame())


FIGURES: Final[dict[str, tuple[Callable[[], Game], Callable[[EngineWorker], Lesson]]]] = {
    "minimax": (_midgame, _minimax),
    "alpha-beta": (_small, _alpha_beta),
    "patterns": (_midgame, _position),
    "threats": (_midgame, _position),
    "deepening": (_midgame, _deepening),
    "table": (_midgame, _table),
}


class LessonFigures:
    """Computes and caches the figures of lessons, with one engine thread for reproducible results."""

    def __init__(self) -> None:
        self._lessons: dict[str, Lesson] = {}
        self._lock = asyncio.Lock()

    async def lesson(self, name: str) -> Lesson:
        """The figures of a lesson. Raises Refusal if there is no such lesson, or the engine fails."""
        if name not in FIGURES:
            raise Refusal(Reason.UNKNOWN_ROOM, f"there is no such lesson; known are {', '.join(FIGURES)}")
        async with self._lock:
            if name not in self._lessons:
                try:
                    self._lessons[name] = await asyncio.to_thread(_compute, name)
                except (WorkerError, OSError) as error:
                    raise Refusal(Reason.BUSY, str(error)) from None
            return self._lessons[name]


def _compute(name: str) -> Lesson:
    game, figures = FIGURES[name]
    with EngineWorker(game().rules, threads=1, memory_mb=TABLE_MB) as worker:
        return figures(worker)
