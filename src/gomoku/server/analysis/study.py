"""Studies: set-up positions and trees of moves, converted from and to game records. Checked by the rules, without a search.

A study starts from any position and ignores the opening protocol: its decisions were made when the game was played, and
its stones alternate like any others.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import structs

from gomoku.rules import Color, Game, IllegalMove, Rules, RulesError
from gomoku.rules.diagram import draw
from gomoku.rules.figure import MAX_LETTER, FigureError, figure_of, lettered
from gomoku.rules.opening_names import named_opening
from gomoku.rules.records import Record, RecordError, read_all, sgf
from gomoku.rules.records.errors import Source
from gomoku.rules.records.pos import RowsFrom
from gomoku.rules.records.record import setup_of
from gomoku.rules.records.sgf_values import COLORS, IDENTS, cell_at, cells_in, point
from gomoku.rules.records.tree import Node, escape, parse, unescape
from gomoku.rules.scan import Scan
from gomoku.rules.variant import Color as Side
from gomoku.server.analysis.positions import game_from
from gomoku.server.wire.analysis.analysis_messages import Position
from gomoku.server.wire.analysis.study_messages import (
    MAX_COMMENT_LENGTH,
    MAX_LETTERS,
    MAX_STUDY_NODES,
    Letter,
    Study,
    StudyFigure,
    StudyList,
    StudyNode,
    StudyPlay,
    StudyPosition,
    StudyView,
)
from gomoku.server.wire.messages import Reason
from gomoku.server.wire.refusal import Refusal
from gomoku.server.wire.values import MAX_AI_BOARD_SIZE, MAX_SOURCE_LENGTH, Cell, captures_in, forbidden_in

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


def figure(request: StudyFigure) -> str:
    """A line as an SVG picture. Raises Refusal for an illegal line, and for letters without a place."""
    game = game_at(request.start, request.moves)
    try:
        letters = lettered({letter.cell: letter.text for letter in request.letters})
        return draw(figure_of(game, first=request.first, letters=letters, caption=request.caption, at=request.at))
    except FigureError as error:
        raise Refusal(Reason.BAD_OPTIONS, str(error)) from None


def game_to_play(request: StudyPlay) -> Game:
    """The game to continue. Raises Refusal if it is over, or its board is too large for the engine."""
    game = game_at(request.start, request.moves)
    if game.is_over:
        raise Refusal(Reason.GAME_OVER, "the game is over here")
    if request.level is not None and max(game.rules.width, game.rules.height) > MAX_AI_BOARD_SIZE:
        why = f"the engine thinks about boards up to {MAX_AI_BOARD_SIZE} x {MAX_AI_BOARD_SIZE}"
        raise Refusal(Reason.BAD_OPTIONS, why)
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
        opening_name=str(named_opening(game) or ""),
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
    source = sgf.dumps(record)
    if len(source) > MAX_SOURCE_LENGTH:
        why = f"a game of {len(source)} characters; at most {MAX_SOURCE_LENGTH} are kept with a study"
        raise Refusal(Reason.UNREADABLE, why)
    root = parse(Source(source))[0]
    builder = _builder(record.game, root)
    return Study(
        builder.start,
        tuple(builder.nodes),
        _line(record.black),
        _line(record.white),
        _title_of(record),
        record.outcome[:40],
        builder.dropped,
        record.date[:40],
        source,
    )


def open_file(data: bytes, format: str | None, rules: str | None, rows_from: RowsFrom) -> StudyList:
    """The games of a file or link. Raises Refusal if it holds none. CPU-bound: run it in a thread."""
    try:
        found = read_all(data, format, Rules.parse(rules) if rules else None, rows_from)
    except (RecordError, RulesError) as error:
        raise Refusal(Reason.UNREADABLE, str(error)) from None
    return StudyList(tuple(map(study_of, found[:MAX_STUDIES])), len(found))


def _line(text: str) -> str:
    return " ".join(text.split())[:40]


def _title_ident(record: Record) -> str:
    """The property that holds a study's title: EV, the event; or GN, the name of the game, where a file has that alone."""
    return "GN" if record.tree and not record.event and record.tree.simple_text("GN") else "EV"


def _title_of(record: Record) -> str:
    named = record.tree.simple_text("GN") if record.tree else ""
    return _line(record.event or named)


def _builder(game: Game, root: Node) -> "_TreeBuilder":
    """The nodes of a study from the tree of a game."""
    start = start_of(game)
    try:
        game_at(start, game.moves)
        skipped = 0
    except Refusal:  # moves that are legal only in the opening: start after it
        skipped = _opening_stones(game)
        start = position_of(game.at(skipped))
    builder = _TreeBuilder(start, list(root.walk()))
    builder.graft(_after(root, skipped), game.rules)
    return builder


def _opening_stones(game: Game) -> int:
    """Number of stones before the last decision of the opening."""
    stones = last = 0
    for action in game.actions:
        if hasattr(action, "cell"):
            stones += 1
        else:
            last = stones
    return last


def _after(root: Node, stones: int) -> Node:
    """The node of the main line's stone of that number; the root is number 0."""
    line = [node for node in root.main_line() if any(ident in node.properties for ident in COLORS)]
    return line[stones - 1] if stones else root


class _TreeBuilder:
    """Builder of a study's nodes from the tree of its source; each move is checked on a board."""

    def __init__(self, start: Position, source: Sequence[Node]) -> None:
        self.start = start
        self.nodes: list[StudyNode] = []
        self.dropped = 0
        self._origins = {id(node): number for number, node in enumerate(source)}
        self._children: dict[tuple[int, Cell], int] = {}
        self._board = game_at(start)
        self._path = [0]

    def graft(self, root: Node, rules: Rules) -> None:
        """Add a node and what follows it, as far as it is legal; count the other moves as dropped."""
        letters = _letters(root, rules)
        self.nodes.append(StudyNode(-1, comment=_comment(root), origin=self._origins[id(root)], letters=letters))
        todo: list[tuple[Node, int]] = [(child, 0) for child in reversed(root.children)]
        while todo:
            node, at = todo.pop()
            cell, color = _stone(node, rules)
            if cell is not None:
                try:
                    if color is not self._turn(at):
                        raise ValueError
                    at = self._add(at, cell, node)
                except (ValueError, OverflowError, IndexError):
                    self.dropped += sum(1 for _ in node.walk())
                    continue
            todo.extend((child, at) for child in reversed(node.children))

    def _add(self, parent: int, cell: Cell, node: Node) -> int:
        """The node of a move, added if missing. Raises IllegalMove, or OverflowError at the size limit."""
        known = self._children.get((parent, cell))
        if known is not None:
            return known
        if len(self.nodes) >= MAX_STUDY_NODES:
            raise OverflowError
        self._go(parent)
        played = self._board.play(cell)
        number = len(self.nodes)
        origin = self._origins[id(node)]
        time = sgf.thinking_time(node)
        letters = _letters(node, self._board.rules)
        self.nodes.append(StudyNode(parent, cell, played.color, played.captured, _comment(node), time, origin, letters))
        self._children[parent, cell] = number
        self._path.append(number)
        return number

    def _go(self, node: int) -> None:
        """Bring the board to the position of a node."""
        line = []
        while node not in self._path:
            line.append(node)
            node = self.nodes[node].parent
        while self._path[-1] != node:
            self._path.pop()
            self._board.undo()
        for later in reversed(line):
            cell = self.nodes[later].cell
            assert cell is not None
            self._board.play(cell)
            self._path.append(later)

    def _turn(self, node: int) -> Side:
        color = self.nodes[node].color
        return self.start.to_move if color is None else color.other


def _comment(node: Node) -> str:
    return node.text("C")[:MAX_COMMENT_LENGTH]


def _letters(node: Node, rules: Rules) -> tuple[Letter, ...]:
    """The labels of a node that a figure can show; others stay in the source."""
    found: dict[Cell, Letter] = {}
    for value in node.properties.get("LB", ()):
        if letter := _letter(value, rules):
            found.setdefault(letter.cell, letter)
    return tuple(found.values())[:MAX_LETTERS]


def _letter(label: str, rules: Rules) -> Letter | None:
    place, _, text = label.partition(":")
    text = unescape(text).strip()
    if not 1 <= len(text) <= MAX_LETTER or not text.isprintable():
        return None
    try:
        [cell] = cells_in([place], rules)
    except ValueError:
        return None
    return Letter(cell, text)


def _put_letters(node: Node, shown: Sequence[Letter], letters: Sequence[Letter], rules: Rules) -> None:
    """Write the letters in the place of those that were shown; labels that a figure has no place for stay."""
    cells = {letter.cell for letter in shown}
    labels = [
        label
        for label in node.properties.pop("LB", ())
        if (letter := _letter(label, rules)) is None or letter.cell not in cells
    ]
    labels += [f"{point(letter.cell)}:{escape(letter.text)}" for letter in letters]
    if labels:
        node.properties["LB"] = labels


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
    """A study as an SGF file: its source with the study's changes. Raises Refusal for an illegal move."""
    children = children_of(study.nodes)
    colors = _colors(study, children)
    source = study.source or sgf.dumps(_record_of(study))
    try:
        record = sgf.loads(source)
    except RecordError as error:
        raise Refusal(Reason.UNREADABLE, str(error)) from None
    root = parse(Source(source))[0]
    before = _builder(record.game, root)
    if before.start != study.start:
        raise Refusal(Reason.MALFORMED, "the study's source starts from another position")
    _put_names(root, record, study)
    _put_moves(root, before.nodes, study.nodes, children, colors, record.game.rules)
    sgf.name_opening(root, _main_line(study, children), is_new=not study.source)
    text = sgf.print_trees([root])
    if record.game.opening != "standard" and not _is_readable(text):
        return to_sgf(structs.replace(study, source=""))  # a changed opening: the decisions no longer fit
    return text


def _main_line(study: Study, children: list[list[int]]) -> Game:
    """The game of a study's main line."""
    cells = []
    node = 0
    while children[node]:
        node = children[node][0]
        cell = study.nodes[node].cell
        assert cell is not None
        cells.append(cell)
    return game_at(study.start, cells)


def _is_readable(text: str) -> bool:
    try:
        sgf.loads(text)
    except RecordError:
        return False
    return True


def end_of(study: Study) -> tuple[Game, int]:
    """The game at the end of the main line, and the number of its moves. Raises Refusal for an invalid tree or an illegal move."""
    children = children_of(study.nodes)
    _colors(study, children)
    game, at, moves = game_at(study.start), 0, 0
    while children[at]:
        at = children[at][0]
        cell = study.nodes[at].cell
        assert cell is not None
        game.play(cell)
        moves += 1
    return game, moves


def _record_of(study: Study) -> Record:
    """A study without its moves, as a record."""
    game = game_at(study.start)
    return Record(game, study.black, study.white, study.result, study.date, study.title)


def _colors(study: Study, children: list[list[int]]) -> list[Color | None]:
    """The side that made each move. Raises Refusal for an illegal one."""
    colors: list[Color | None] = [None] * len(study.nodes)
    todo = [(0, game_at(study.start))]
    while todo:
        number, board = todo.pop()
        for child in children[number]:
            cell = study.nodes[child].cell
            assert cell is not None
            following = board.copy() if len(children[number]) > 1 else board
            colors[child] = _played(following, cell)
            todo.append((child, following))
    return colors


def _put_names(root: Node, record: Record, study: Study) -> None:
    """Write the study's game information where it differs from its source."""
    for ident, old, new in (
        ("PB", _line(record.black), study.black),
        ("PW", _line(record.white), study.white),
        (_title_ident(record), _title_of(record), study.title),
        ("RE", record.outcome[:40], study.result),
        ("DT", record.date[:40], study.date),
    ):
        if old != new:
            root.put_text(ident, new)


def _put_moves(
    root: Node,
    before: Sequence[StudyNode],
    after: Sequence[StudyNode],
    children: list[list[int]],
    colors: Sequence[Color | None],
    rules: Rules,
) -> None:
    """Change a tree as its study was changed; nodes that the study does not show stay as they are."""
    source = list(root.walk())
    parents = {id(child): node for node in source for child in node.children}
    shown = {node.origin: node for node in before}
    twins: list[Node] = []

    def twin_of(node: StudyNode) -> Node:
        assert node.origin is not None
        return source[node.origin]

    for number, node in enumerate(after):
        old = shown.get(node.origin) if number else before[0]
        if (
            old is not None
            and number
            and (old.cell != node.cell or twins[node.parent] is not twin_of(before[old.parent]))
        ):
            old = None
        if old is not None:
            twin = twin_of(old)
            del shown[old.origin]
        else:
            color = colors[number]
            assert node.cell is not None
            assert color is not None
            twin = Node({IDENTS[color]: [point(node.cell)]})
            place = _place(twins[node.parent])
            place.children.append(twin)
            parents[id(twin)] = place
            twin.put_text("MS", "" if node.ms is None else str(node.ms))
        old_letters = old.letters if old else ()
        if old_letters != node.letters:
            _put_letters(twin, old_letters, node.letters, rules)
        if old is None or old.comment != node.comment:
            twin.put_text("C", node.comment)
        twins.append(twin)
    for gone in shown.values():
        parents[id(twin_of(gone))].children.remove(twin_of(gone))
    for number, following in enumerate(children):
        place = _place(twins[number])
        if following and place.children[:1] != [first := twins[following[0]]]:
            parents[id(first)].children.remove(first)
            place.children.insert(0, first)
    last = 0
    while children[last]:
        last = children[last][0]
    sgf.end_main_line(twins[last])


def _place(node: Node) -> Node:
    """The node that the next stone of the main line follows: decisions and comments may come between."""
    while node.children and not any(ident in node.children[0].properties for ident in COLORS):
        node = node.children[0]
    return node


def _played(game: Game, cell: Cell) -> Color:
    try:
        return game.play(cell).color
    except IllegalMove as error:
        raise Refusal(Reason(str(error.reason)), str(error), cell) from None


def children_of(nodes: Sequence[StudyNode]) -> list[list[int]]:
    """The children of each node, the main line first. Raises Refusal if the nodes form no tree."""
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
