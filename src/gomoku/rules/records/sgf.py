"""SGF, game 4: a tree in a file, of which the main line is a game.

Reading replays the main line through `Game`; variations, comments and properties unknown here stay in `Record.tree` as
they are and are not checked. Writing puts the record's game back as the main line of that tree.

Besides the properties of FF[4] we write, if needed:

    RU[42;three=flank]  root: preset and changed parameters; the size is in SZ
    OPENING[swap2]      root: the opening protocol; absent is `standard`
    TAKEN[2:4]          root: stones taken so far by black and by white in a set-up position
    ANSWER[two]         a separate node: a word or number by which a player answered the opening
    OFFER[hh][hi]       a separate node: the cells offered for the fifth stone
    MS[1520]            a move's thinking time in milliseconds
    PISKVORK[11:0,1,0]  root: levels, who began, and result code of a Piskvork file; further values are the lines after its code

`ON` is the name of the opening, if it has one, such as `7I Hogetsu`.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from gomoku.rules.board import Cell
from gomoku.rules.game import Action, Game, Played
from gomoku.rules.opening_names import NAMED_OPENINGS, named_opening
from gomoku.rules.records.errors import MAX_MOVES_IN_FILE, RecordError, Source, shown
from gomoku.rules.records.record import Record, setup_of
from gomoku.rules.records.replay import Replay, new_game, set_up_game
from gomoku.rules.records.sgf_values import (
    COLORS,
    IDENTS,
    SETUP_IDENTS,
    SetupReader,
    cell_at,
    point,
    points,
    read_piskvork,
    read_player,
    read_rules,
    write_piskvork,
    write_rules,
    write_setup,
)
from gomoku.rules.records.tree import Node, parse, print_games
from gomoku.rules.variant import Color, Rules

GOMOKU: Final = "4"
"""Game type `GM` of Gomoku."""
_ACTIONS: Final = ("B", "W", "ANSWER", "OFFER")
"""Properties that are actions: at most one per node."""
_STONES: Final = tuple(ident for ident in SETUP_IDENTS if ident != "PL")
"""Setup properties, not allowed after the first move."""
_SETUP: Final = frozenset(SETUP_IDENTS)
_ROOT_ORDER: Final = ("FF", "GM", "CA", "SZ", "RU", "OPENING", "PB", "PW", "EV", "DT", "RE", "ON", *SETUP_IDENTS, "C")
_OPENING_NAMES: Final = frozenset(map(str, NAMED_OPENINGS))
_MILLISECONDS: Final = re.compile(r"[0-9]{1,12}")
_LINE_BREAKS: Final = re.compile(r"\r\n|\n\r|\r")


def loads(text: str, rules: Rules | None = None, any_game: bool = False) -> Record:
    """Read the first game of an SGF file.

    Given rules override `RU`. With `any_game` the number in `GM` does not matter.
    """
    source = Source(text)
    return _read(source, parse(source)[0], rules, any_game)


def loads_collection(text: str, rules: Rules | None = None, any_game: bool = False) -> list[Record]:
    """Read all games of an SGF file."""
    source = Source(text)
    records = []
    moves = 0
    for number, root in enumerate(parse(source), start=1):
        try:
            record = _read(source, root, rules, any_game)
        except RecordError as error:
            raise RecordError(f"game {number}: {error.why}", error.line, error.column, error.move) from None
        moves += len(record.game.actions)
        if moves > MAX_MOVES_IN_FILE:
            raise source.error(root.offset, f"more than {MAX_MOVES_IN_FILE} moves in one file")
        records.append(record)
    return records


def dumps(record: Record) -> str:
    """The record as an SGF file. Its tree is kept: if the game has left the main line, the old one becomes a variation."""
    return dumps_collection([record])


def dumps_collection(records: Iterable[Record]) -> str:
    """Several records in one SGF file."""
    roots = [_write(record) for record in records]
    if not roots:
        raise RecordError("an SGF file holds at least one game")
    return print_trees(roots)


def print_trees(roots: Sequence[Node]) -> str:
    """Trees as an SGF file; text beyond ASCII is declared as UTF-8."""
    text = print_games(roots)
    if not text.isascii():
        for root in roots:
            root.properties["CA"] = ["UTF-8"]
            _sort(root)
        text = print_games(roots)
    return text


# --- reading ---


def _read(source: Source, root: Node, rules: Rules | None, any_game: bool) -> Record:
    game_number = root.simple_text("GM") or GOMOKU
    if game_number != GOMOKU and not any_game:
        why = f"this is game {shown(game_number)}, not Gomoku: GM[{GOMOKU}] is expected"
        raise source.error(root.offset, why)
    _split_root(root)
    game = _start(source, root, read_rules(source, root, rules))
    record = Record(
        game,
        black=root.simple_text("PB"),
        white=root.simple_text("PW"),
        result=root.simple_text("RE"),
        date=root.simple_text("DT"),
        event=root.simple_text("EV"),
        tree=root,
        piskvork=read_piskvork(root),
    )
    _note(record, 0, root)
    replay = Replay(source, game)
    for node in root.main_line():
        if _do(source, replay, node):
            _note(record, replay.actions, node)
    return record


def _split_root(root: Node) -> None:
    """Move an action in the root, which FF[4] discourages, to a separate node."""
    moved = {ident: values for ident, values in root.properties.items() if ident in (*_ACTIONS, "MS")}
    if any(ident in moved for ident in _ACTIONS):
        child = Node(moved, root.offset)
        child.children = root.children
        root.children = [child]
        for ident in moved:
            del root.properties[ident]


def _start(source: Source, root: Node, rules: Rules) -> Game:
    """The game before its first move: with its opening, or its setup position."""
    setup = SetupReader(source, rules)
    first_color = None
    for node in root.main_line():
        setup.read(node)
        first_color = next((color for ident, color in COLORS.items() if ident in node.properties), None)
        if any(ident in node.properties for ident in _ACTIONS):
            break
    opening = root.simple_text("OPENING") or "standard"
    black = sum(color is Color.X for color in setup.stones.values())
    by_count = Color.X if 2 * black <= len(setup.stones) else Color.O
    to_move = setup.to_move or first_color or by_count
    if not setup.is_used and (to_move is Color.X or opening != "standard"):
        return new_game(source, root.offset, rules, opening)
    game = set_up_game(source, root.offset, rules, setup.rows(), to_move, setup.taken)
    if opening == "standard":
        return game
    if game.setup is not None:
        raise source.error(root.offset, f"a set-up position cannot start with the {shown(opening)} opening")
    return new_game(source, root.offset, rules, opening)


def _do(source: Source, replay: Replay, node: Node) -> bool:
    """Replay the action of a main-line node; False if it has none."""
    properties = node.properties
    present = [ident for ident in _ACTIONS if ident in properties]
    if replay.actions and not _SETUP.isdisjoint(properties):
        _refuse_late_setup(source, replay, node)
    if not present:
        return False
    ident = present[0]
    values = properties[ident]
    if len(present) > 1 or (ident != "OFFER" and len(values) > 1):
        raise source.error(node.offset, f"a node holds one move, not several: {', '.join(present)}")
    if ident == "ANSWER":
        replay.answer(node.offset, node.simple_text(ident))
        return True
    rules = replay.game.rules
    try:
        cells = [cell_at(value, rules) for value in values]
    except ValueError as error:
        raise source.error(node.offset, f"{ident}: {error}", replay.stones + 1) from None
    if ident == "OFFER":
        replay.offer(node.offset, cells)
    else:
        replay.stone(node.offset, cells[0], COLORS[ident])
    return True


def _refuse_late_setup(source: Source, replay: Replay, node: Node) -> None:
    late = [ident for ident in SETUP_IDENTS if ident in node.properties]
    if late == ["PL"] and read_player(source, node) is replay.game.to_move:
        return  # redundant: the game knows the side to move
    if late:
        why = f"{', '.join(late)}: stones cannot be set up once the game has begun"
        raise source.error(node.offset, why, replay.stones)


def _note(record: Record, number: int, node: Node) -> None:
    """Read the annotations of a node for that action."""
    if comment := node.text("C"):
        record.comments[number] = comment
    if number and "MS" in node.properties and (milliseconds := thinking_time(node)) is not None:
        record.times[number] = milliseconds


def thinking_time(node: Node) -> int | None:
    """A move's thinking time in milliseconds."""
    text = node.simple_text("MS")
    return int(text) if _MILLISECONDS.fullmatch(text) else None


def comments_along(root: Node, game: Game) -> dict[int, str]:
    """The comments of a tree, by number of the action, as far as it follows the game's actions."""
    comments = {0: root.text("C")}
    node = root
    for number, action in enumerate(game.actions, start=1):
        found = _find(node, action, game.rules)
        if found is None:
            break
        node = found[1]
        comments[number] = node.text("C")
    return {number: comment for number, comment in comments.items() if comment}


# --- writing ---


def _write(record: Record) -> Node:
    """The record's tree with the game as its main line, or a new tree."""
    root = record.tree.copy() if record.tree else Node()
    is_new = not root.properties
    _split_root(root)
    root.properties |= {"FF": ["4"], "GM": [GOMOKU]}
    if "CA" in root.properties:
        root.properties["CA"] = ["UTF-8"]
    write_rules(root, record.game.rules)
    opening = record.game.opening
    root.put_text("OPENING", "" if opening == "standard" else opening)
    for ident, text in (
        ("PB", record.black),
        ("PW", record.white),
        ("EV", record.event),
        ("DT", record.date),
        ("RE", record.outcome),
    ):
        _put_line(root, ident, text)
    name_opening(root, record.game, is_new)
    write_piskvork(root, record.piskvork)
    _strip_setup(root)
    write_setup(root, setup_of(record.game))
    _annotate(record, 0, root)
    _sort(root)
    node = root
    for number, action in enumerate(record.game.actions, start=1):
        node = _follow(node, action, record.game.rules)
        _annotate(record, number, node)
    end_main_line(node)
    for node in root.children[:1]:
        for later in node.main_line():
            later.properties.pop("PL", None)  # redundant
    return root


def name_opening(root: Node, game: Game, is_new: bool) -> None:
    """Write the opening's name. A file's own name, or the lack of one, is kept unless it is one of the known names."""
    if is_new or root.simple_text("ON") in _OPENING_NAMES:
        root.put_text("ON", str(named_opening(game) or ""))


def _sort(root: Node) -> None:
    """Order the root's properties: known ones first, then the others as they were."""
    ours = [ident for ident in _ROOT_ORDER if ident in root.properties]
    others = [ident for ident in root.properties if ident not in _ROOT_ORDER]
    root.properties = {ident: root.properties[ident] for ident in ours + others}


def _put_line(node: Node, ident: str, text: str) -> None:
    """Set a SimpleText property."""
    line = " ".join(_with_plain_breaks(text).split("\n")).strip()
    if node.simple_text(ident) != line:
        node.put_text(ident, line)


def _with_plain_breaks(text: str) -> str:
    return _LINE_BREAKS.sub("\n", text)


def _annotate(record: Record, number: int, node: Node) -> None:
    node.put_text("C", _with_plain_breaks(record.comments.get(number, "")))
    milliseconds = record.times.get(number)
    if number:
        node.put_text("MS", "" if milliseconds is None else str(milliseconds))


def _strip_setup(root: Node) -> None:
    """Remove setup properties before the first move: the root states the setup."""
    for node in root.main_line():
        for ident in SETUP_IDENTS:
            node.properties.pop(ident, None)
        if any(ident in node.properties for ident in _ACTIONS):
            break


def _follow(node: Node, action: Action, rules: Rules) -> Node:
    """The following node with this action, made the first of its siblings; a new one if there is none."""
    found = _find(node, action, rules)
    if found is None:
        ident, values, _ = _said(action)
        child = Node({ident: values})
        [node, *_idle_nodes(node)][-1].children.insert(0, child)
        return child
    place, child = found
    if child is not place.children[0]:
        rest = [other for other in place.children if other is not child and not _is_bare(other)]
        place.children = [child, *rest]
    return child


def _find(node: Node, action: Action, rules: Rules) -> tuple[Node, Node] | None:
    """The following node with this action, and its parent."""
    ident, values, cells = _said(action)
    for place in reversed([node, *_idle_nodes(node)]):  # the main line first
        for child in place.children:
            if _says(child, ident, values, cells, rules):
                return place, child
    return None


def _idle_nodes(node: Node) -> list[Node]:
    """Following main-line nodes without an action, such as bare comments."""
    found = []
    while node.children and not any(ident in node.children[0].properties for ident in (*_ACTIONS, *_STONES)):
        node = node.children[0]
        found.append(node)
    return found


def _said(action: Action) -> tuple[str, list[str], list[Cell]]:
    """The property of an action, and its cells."""
    if isinstance(action, Played):
        return IDENTS[action.color], [point(action.cell)], [action.cell]
    answer = action.answer
    if isinstance(answer, tuple):
        cells: list[Cell] = list(answer)  # type: ignore[arg-type]
        return "OFFER", points(cells), cells
    return "ANSWER", [str(answer)], []


def _says(node: Node, ident: str, values: list[str], cells: list[Cell], rules: Rules) -> bool:
    """Is this the action of the node, in any spelling?"""
    found = node.properties.get(ident)
    if found is None or sum(other in node.properties for other in (*_ACTIONS, *_STONES)) != 1:
        return False
    if not cells:
        return [node.simple_text(ident)] == values
    try:
        return [cell_at(value, rules) for value in found] == cells
    except ValueError:
        return False


def _is_bare(node: Node) -> bool:
    return not node.properties and not node.children


def end_main_line(node: Node) -> None:
    """End the main line here. Later moves of the tree become variations, behind an empty node."""
    last = [node, *_idle_nodes(node)][-1]
    if last.children:
        last.children.insert(0, Node())
