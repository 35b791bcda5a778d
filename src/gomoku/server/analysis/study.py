"""Studies: set-up positions and trees of moves, converted from and to game records. Checked by the rules, without a search.

A study starts from any position and ignores the opening protocol: its decisions were made when the game was played, and
its stones alternate like any others.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from gomoku.rules import Color, Game, IllegalMove, Rules, RulesError
from gomoku.rules.records import Record, RecordError, read_all, sgf
from gomoku.rules.records.pos import RowsFrom
from gomoku.rules.records.record import setup_of
from gomoku.rules.records.sgf_values import COLORS, IDENTS, cell_at, point
from gomoku.rules.records.tree import Node
from gomoku.rules.scan import Scan
from gomoku.rules.variant import Color as Side
from gomoku.server.analysis.positions import game_from
from gomoku.server.wire.analysis_messages import Position
from gomoku.server.wire.messages import Reason
from gomoku.server.wire.refusal import Refusal
from gomoku.server.wire.study_messages import (
    MAX_COMMENT_LENGTH,
    MAX_STUDY_NODES,
    Study,
    StudyList,
    StudyNode,
    StudyPosition,
    StudyView,
)
from gomoku.server.wire.values import MAX_AI_BOARD_SIZE, Cell, captures_in, forbidden_in

MAX_STUDIES: Final = 20
"""Games opened from one file, at most."""


# --- positions ---


def game_at(start: Position, moves: Iterable[Cell] = ()) -> Game:
    """The game after those moves. Raises Refusal for an invalid position or an illegal move."""
    game = game_from(start)
    for cell in moves:
        try:
            game.play(cell)
        except IllegalMove as error:
            raise Refusal(Reason(str(error.reason)), str(error), cell) from None
    return game


def view_after(request: StudyPosition) -> StudyView:
    """The view of a position after some moves."""
    return view_of(game_at(request.start, request.moves))


def view_of(game: Game) -> StudyView:
    """A position as the page shows it."""
    rules = game.rules
    scan = Scan(game)
    played = game.played
    return StudyView(
        width=rules.width,
        height=rules.height,
        rows=tuple(game.rows()),
        to_move=None if game.is_over else game.to_move,
        taken=(game.taken[Color.X], game.taken[Color.O]),
        goal=rules.capture_goal,
        status=game.status,
        winner=game.winner,
        win_by=game.win_by,
        captured=played[-1].captured if played else (),
        fives=game.fives() if game.breaks or game.winner else (),
        breaks=game.breaks,
        forbidden=forbidden_in(scan),
        takes=captures_in(scan),
        can_think=not game.is_over and max(rules.width, rules.height) <= MAX_AI_BOARD_SIZE,
    )


def position_of(game: Game) -> Position:
    """The current position as a message."""
    return Position(game.rules.spec(), tuple(game.rows()), game.to_move, (game.taken[Color.X], game.taken[Color.O]))


def start_of(game: Game) -> Position:
    """The position that a game started from."""
    setup = setup_of(game)
    if setup is None:
        return position_of(Game(game.rules))
    return Position(game.rules.spec(), setup.rows, setup.to_move, setup.taken)


# --- from records ---


def study_of(record: Record) -> Study:
    """A record as a study: its game as the main line, with the legal variations of its tree."""
    game = record.game
    start, skipped = start_of(game), 0
    try:
        board = game_at(start)
        for cell in game.moves:
            board.play(cell)
    except (IllegalMove, Refusal):  # moves that are legal only in the opening: start after it
        skipped = _opening_stones(game)
        start = position_of(game.at(skipped))
    builder = _TreeBuilder(start)
    builder.root_comment = record.comments.get(0, "")
    parent, number = 0, 0
    for stone, action in enumerate(_numbered(game)):
        number, cell = action
        if stone >= skipped:
            parent = builder.add(parent, cell, record.comments.get(number, ""), record.times.get(number))
    if record.tree is not None and not skipped:
        builder.graft(record.tree, game.rules)
    return Study(
        start,
        builder.nodes(),
        _line(record.black),
        _line(record.white),
        _line(record.event),
        record.outcome[:40],
        builder.dropped,
    )


def open_file(data: bytes, format: str | None, rules: str | None, rows_from: RowsFrom) -> StudyList:
    """The games of a file or link. Raises Refusal where it holds none. CPU-bound: run it in a thread."""
    try:
        found = read_all(data, format, Rules.parse(rules) if rules else None, rows_from)
    except (RecordError, RulesError) as error:
        raise Refusal(Reason.UNREADABLE, str(error)) from None
    return StudyList(tuple(map(study_of, found[:MAX_STUDIES])), len(found))


def _numbered(game: Game) -> list[tuple[int, Cell]]:
    """The stones of a game with their action numbers."""
    return [(number, cell) for number, action in enumerate(game.actions, 1) if (cell := getattr(action, "cell", None))]


def _opening_stones(game: Game) -> int:
    """Number of stones before the last decision of the opening."""
    stones = last = 0
    for action in game.actions:
        if hasattr(action, "cell"):
            stones += 1
        else:
            last = stones
    return last


def _line(text: str) -> str:
    return " ".join(text.split())[:40]


class _TreeBuilder:
    """Builder of a tree of moves; each is checked on a board."""

    def __init__(self, start: Position) -> None:
        self._start = start
        self._parents = [-1]
        self._nodes: list[StudyNode] = [StudyNode(-1)]
        self._children: dict[tuple[int, Cell], int] = {}
        self._board = game_at(start)
        self._path = [0]
        self.root_comment = ""
        self.dropped = 0

    def nodes(self) -> tuple[StudyNode, ...]:
        return (StudyNode(-1, comment=self.root_comment[:MAX_COMMENT_LENGTH]), *self._nodes[1:])

    def add(self, parent: int, cell: Cell, comment: str = "", ms: int | None = None) -> int:
        """The node of a move, added where missing. Raises IllegalMove, or OverflowError at the size limit."""
        known = self._children.get((parent, cell))
        if known is not None:
            if comment and not self._nodes[known].comment:
                node = self._nodes[known]
                self._nodes[known] = StudyNode(
                    node.parent, node.cell, node.color, node.captured, comment[:MAX_COMMENT_LENGTH], node.ms
                )
            return known
        if len(self._nodes) >= MAX_STUDY_NODES:
            raise OverflowError
        self._go(parent)
        played = self._board.play(cell)
        number = len(self._nodes)
        self._nodes.append(StudyNode(parent, cell, played.color, played.captured, comment[:MAX_COMMENT_LENGTH], ms))
        self._parents.append(parent)
        self._children[parent, cell] = number
        self._path.append(number)
        return number

    def _go(self, node: int) -> None:
        """Bring the board to the position of a node."""
        line = []
        while node not in self._path:
            line.append(node)
            node = self._parents[node]
        while self._path[-1] != node:
            self._path.pop()
            self._board.undo()
        for later in reversed(line):
            cell = self._nodes[later].cell
            assert cell is not None
            self._board.play(cell)
            self._path.append(later)

    def graft(self, root: Node, rules: Rules) -> None:
        """Add the legal variations of an SGF tree; count the others as dropped."""
        todo: list[tuple[Node, int]] = [(root, 0)]
        while todo:
            node, at = todo.pop()
            cell, color = _stone(node, rules)
            if cell is not None and node is not root:
                try:
                    if color is not self._turn(at):
                        raise ValueError
                    at = self.add(at, cell, node.text("C"))
                except (ValueError, OverflowError, IndexError):
                    self.dropped += sum(1 for _ in node.walk())
                    continue
            todo.extend((child, at) for child in reversed(node.children))

    def _turn(self, node: int) -> Side:
        color = self._nodes[node].color
        return self._start.to_move if color is None else color.other


def _stone(node: Node, rules: Rules) -> tuple[Cell | None, Side | None]:
    for ident, color in COLORS.items():
        if node.properties.get(ident):
            try:
                return cell_at(node.properties[ident][0], rules), color
            except ValueError:
                return (-1, -1), color
    return None, None


# --- to files ---


def to_sgf(study: Study) -> str:
    """A study as an SGF file, with variations and comments. Raises Refusal for an illegal move."""
    game = game_at(study.start)
    start = game.copy()
    children = children_of(study.nodes)
    tree = Node()
    todo: list[tuple[int, Node, Game]] = [(0, tree, start)]
    while todo:
        number, node, board = todo.pop()
        for child in children[number]:
            cell = study.nodes[child].cell
            assert cell is not None
            following = board.copy() if len(children[number]) > 1 else board
            played = _played(following, cell)
            twin = Node({IDENTS[played]: [point(cell)]})
            twin.put_text("C", study.nodes[child].comment)
            node.children.append(twin)
            todo.append((child, twin, following))
    comments, times = {0: study.nodes[0].comment}, {}
    at, number = 0, 0
    while children[at]:
        at = children[at][0]
        number += 1
        cell = study.nodes[at].cell
        assert cell is not None
        game.play(cell)
        comments[number] = study.nodes[at].comment
        milliseconds = study.nodes[at].ms
        if milliseconds is not None:
            times[number] = milliseconds
    record = Record(
        game, study.black, study.white, study.result, event=study.title, comments=comments, times=times, tree=tree
    )
    return sgf.dumps(record)


def _played(game: Game, cell: Cell) -> Color:
    try:
        return game.play(cell).color
    except IllegalMove as error:
        raise Refusal(Reason(str(error.reason)), str(error), cell) from None


def children_of(nodes: Sequence[StudyNode]) -> list[list[int]]:
    """The children of each node, the main line first. Raises Refusal where the nodes form no tree."""
    children: list[list[int]] = [[] for _ in nodes]
    for number, node in enumerate(nodes):
        if number == 0:
            if node.parent != -1:
                raise Refusal(Reason.MALFORMED, "the first node is the root: its parent is -1")
        elif not 0 <= node.parent < number or node.cell is None:
            raise Refusal(Reason.MALFORMED, f"node {number} must be a move and come after its parent")
        else:
            children[node.parent].append(number)
    return children
