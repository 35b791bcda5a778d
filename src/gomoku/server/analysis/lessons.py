"""Figures for the lessons "How it thinks": the engine computes every one of them, once, when it is first asked for."""

import asyncio
from collections.abc import Callable
from typing import Final

import msgspec

from gomoku.engine.search_tree import SearchTree, StopReason
from gomoku.engine.types import Limit
from gomoku.engine.worker import EngineWorker, WorkerError
from gomoku.rules import Color, Game, Rules
from gomoku.rules.game import play_all
from gomoku.server.analysis import study
from gomoku.server.analysis.room_jobs import told
from gomoku.server.wire.messages import Reason
from gomoku.server.wire.refusal import Refusal
from gomoku.server.wire.study_messages import Lesson, LessonNode
from gomoku.server.wire.values import Cell

WIDTH: Final = 3
"""Moves and replies of the tree that minimax goes through."""
SMALL: Final = (
    "42;size=7",
    (".XX...O", ".O..XX.", ".XXOX.O", "XXXOO.O", "...XOOO", "X..X.X.", "OXO.O.."),
    {Color.X: 2, Color.O: 0},
)
"""A position with few moves: the tree of a short search is small enough to be seen whole."""
SMALL_DEPTH: Final = 3
MOST_SHOWN: Final = 160
MIDDLE: Final = "K10 L11 K9 L9 K11 K12 J10 M8 L10 H10 M11 N12 J11 J12 L12"
"""A game at its middle, by the rules of 42."""
NODES: Final = 300_000
MEMORY: Final = 16
"""Megabytes of the table."""


def _small() -> Game:
    spec, rows, taken = SMALL
    return Game.from_rows(Rules.parse(spec), rows, Color.X, taken)


def _middle() -> Game:
    return play_all(Game(Rules.preset("42")), MIDDLE.split())


def _lesson(game: Game) -> Lesson:
    return Lesson(position=study.position_of(game), view=study.view_of(game))


# --- minimax and alpha-beta ---


def _minimax(worker: EngineWorker) -> Lesson:
    """The best few moves and the best few replies to each; the leaves are what the evaluation says."""
    game = _middle()
    nodes: list[LessonNode] = [_node(-1, None)]
    for move in _best(worker, game):
        after = _after(game, move)
        parent = len(nodes)
        nodes.append(_node(0, move))
        values = []
        for reply in _best(worker, after):
            leaf = _after(after, reply)
            # the side to move is the root's again
            value = 0 if leaf.is_over else worker.evaluate(leaf)
            nodes.append(_node(parent, reply, value, StopReason.LEAF))
            values.append(value)
        nodes[parent] = _node(0, move, min(values))
    nodes[0] = _node(-1, None, max(node.value for node in nodes if node.parent == 0))
    return msgspec.structs.replace(_lesson(game), full=tuple(nodes))


def _best(worker: EngineWorker, game: Game) -> list[Cell]:
    result = worker.search(game, Limit(depth=2), lines=WIDTH)
    return [line.move for line in result.info.lines[:WIDTH]]


def _after(game: Game, move: Cell) -> Game:
    twin = game.copy()
    twin.play(move)
    return twin


def _node(parent: int, move: Cell | None, value: int = 0, why: StopReason = StopReason.SEARCHED) -> LessonNode:
    return LessonNode(parent, move, value, -30_000, 30_000, 0, str(why), 0)


def _alpha_beta(worker: EngineWorker) -> Lesson:
    """A real search of a small position, every position of it."""
    game = _small()
    result = worker.search(game, Limit(depth=SMALL_DEPTH), record=MOST_SHOWN)
    assert result.tree is not None
    return msgspec.structs.replace(_lesson(game), tree=_drawn(result.tree), history=tuple(map(told, result.history)))


def _drawn(tree: SearchTree) -> tuple[LessonNode, ...]:
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


# --- what the others show ---


def _deepening(worker: EngineWorker) -> Lesson:
    """Depth after depth, from nothing."""
    game = _middle()
    result = worker.search(game, Limit(nodes=NODES))
    return msgspec.structs.replace(_lesson(game), history=tuple(map(told, result.history)))


def _table(worker: EngineWorker) -> Lesson:
    """The same search twice: the second one finds most of it in the table."""
    game = _middle()
    first = worker.search(game, Limit(nodes=NODES))
    second = worker.search(game, Limit(depth=first.depth), record=20_000)
    lookups = sum(node.why is StopReason.TABLE for node in second.tree.nodes) if second.tree else 0
    return msgspec.structs.replace(
        _lesson(game),
        history=tuple(map(told, first.history)),
        again=tuple(map(told, second.history)),
        lookups=lookups,
    )


def _position(worker: EngineWorker) -> Lesson:
    return _lesson(_middle())


FIGURES: Final[dict[str, tuple[Callable[[], Game], Callable[[EngineWorker], Lesson]]]] = {
    "minimax": (_middle, _minimax),
    "alpha-beta": (_small, _alpha_beta),
    "patterns": (_middle, _position),
    "threats": (_middle, _position),
    "deepening": (_middle, _deepening),
    "table": (_middle, _table),
}


class LessonFigures:
    """Computes the figures of a lesson once, with an engine of one thread: they are the same every time."""

    def __init__(self) -> None:
        self._lessons: dict[str, Lesson] = {}
        self._turn = asyncio.Lock()

    async def lesson(self, name: str) -> Lesson:
        """Raises Refusal where there is no such lesson, or no engine for it."""
        if name not in FIGURES:
            raise Refusal(Reason.UNKNOWN_ROOM, f"there is no such lesson; known are {', '.join(FIGURES)}")
        async with self._turn:
            if name not in self._lessons:
                try:
                    self._lessons[name] = await asyncio.to_thread(_compute, name)
                except (WorkerError, OSError) as error:
                    raise Refusal(Reason.BUSY, str(error)) from None
            return self._lessons[name]


def _compute(name: str) -> Lesson:
    game, figures = FIGURES[name]
    with EngineWorker(game().rules, threads=1, memory_mb=MEMORY) as worker:
        return figures(worker)
