"""SGF as a tree of nodes: syntax only, no game (the grammar of FF[4]).

Values are kept raw, with escapes, so that unknown properties survive a round trip unchanged. Explicit stacks replace
recursion: files nested thousands deep can be read and written.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from gomoku.rules.records.errors import MAX_GAMES, RecordError, Source, shown

MAX_NODES: Final = 100_000
MAX_PROPERTIES: Final = 250_000
"""Limits of a file: a node takes about 500 bytes of memory, each further property 200."""

_LINE_WIDTH: Final = 78


class Node:
    """A node: its properties in order, with raw values, and its children, main line first."""

    __slots__ = ("children", "offset", "properties")

    def __init__(self, properties: dict[str, list[str]] | None = None, offset: int = 0) -> None:
        self.properties: dict[str, list[str]] = properties or {}
        self.children: list[Node] = []
        self.offset = offset
        """Offset in the file, for error messages."""

    def __repr__(self) -> str:
        return f"<Node {_printed(self)} with {len(self.children)} children>"

    def text(self, ident: str) -> str:
        """First value of a property as text, unescaped; empty if missing."""
        values = self.properties.get(ident)
        return unescape(values[0]) if values else ""

    def simple_text(self, ident: str) -> str:
        """Read SimpleText: like `text`, with line breaks as spaces."""
        return self.text(ident).replace("\n", " ").strip()

    def put_text(self, ident: str, text: str) -> None:
        """Set a property, or remove it if the text is empty. An equivalent value is kept as it is."""
        if not text:
            self.properties.pop(ident, None)
        elif self.text(ident) != text:
            self.properties[ident] = [escape(text)]

    def main_line(self) -> Iterator["Node"]:
        """The main line from this node."""
        node = self
        yield node
        while node.children:
            node = node.children[0]
            yield node

    def walk(self) -> Iterator["Node"]:
        """Every node of the tree, parents before children, the main line first."""
        todo = [self]
        while todo:
            node = todo.pop()
            yield node
            todo.extend(reversed(node.children))

    def copy(self) -> "Node":
        """An independent copy of the whole tree."""
        top = _without_children(self)
        todo = [(self, top)]
        while todo:
            old, new = todo.pop()
            for child in old.children:
                twin = _without_children(child)
                new.children.append(twin)
                todo.append((child, twin))
        return top


def are_same(a: Node, b: Node) -> bool:
    """Do both trees have the same nodes with the same properties in the same order?"""
    todo = [(a, b)]
    while todo:
        left, right = todo.pop()
        if list(left.properties.items()) != list(right.properties.items()):
            return False
        if len(left.children) != len(right.children):
            return False
        todo.extend(zip(left.children, right.children, strict=True))
    return True


def _without_children(node: Node) -> Node:
    return Node({ident: values[:] for ident, values in node.properties.items()}, node.offset)


# --- text values ---

_LINE_BREAK: Final = re.compile(r"\r\n|\n\r|\r")


def unescape(raw: str) -> str:
    """A raw value as text: `\\]` is `]`, a backslash before a line break joins the lines, breaks are `\\n`."""
    if "\r" in raw:
        raw = _LINE_BREAK.sub("\n", raw)
    if "\\" not in raw:
        return raw
    parts = raw.split("\\\\")  # between escaped backslashes, any other one escapes the next character
    return "\\".join(part.replace("\\\n", "").replace("\\", "") for part in parts)


def escape(text: str) -> str:
    """The inverse of `unescape`."""
    return text.replace("\\", "\\\\").replace("]", "\\]")


# --- reading ---

_START: Final = re.compile(r"\(\s*+;")
_SPACE: Final = re.compile(r"\s*+")
_IDENT: Final = re.compile(r"([A-Za-z]++)\s*+")
_VALUE: Final = re.compile(r"\[([^\]\\]*+(?:\\.[^\]\\]*+)*+)\]\s*+", re.DOTALL)
"""Possessive quantifiers throughout: no backtracking, so that reading takes linear time."""
_LOWER: Final = re.compile(r"[a-z]+")
_PLAIN_NODE: Final = re.compile(r";([A-Z]++)\[([^\]\\]*+)\](?=[;()])")
"""A node of one property with one value, as most are."""


def parse(source: Source) -> list[Node]:
    """Parse a collection into root nodes. Text before the first game is skipped, as FF[4] requires."""
    return _Parser(source).games()


class _Parser:
    def __init__(self, source: Source) -> None:
        self._source = source
        self._nodes = 0
        self._properties = 0

    def games(self) -> list[Node]:
        source, text = self._source, self._source.text
        start = _START.search(text)
        if start is None:
            raise RecordError("no game found: SGF begins with '(;'")
        found: list[Node] = []
        open_trees: list[Node | None] = []  # the parent of each unclosed tree
        last: Node | None = None
        closed = False  # a variation of `last` has ended: no node may follow it
        at = start.start()
        while at < len(text):
            sign = text[at]
            if sign == "(":
                head = _START.match(text, at)
                if head is None:
                    raise source.error(at, "expected a node, ';', after '('")
                open_trees.append(last)
                closed = False
                at = head.end() - 1
            elif sign == ";":
                if not open_trees or closed:
                    why = "a node after a variation" if closed else "a node outside of a game"
                    raise source.error(at, why)
                node = self._new_node(at)
                (found if last is None else last.children).append(node)
                if len(found) > MAX_GAMES:
                    raise source.error(at, f"more than {MAX_GAMES} games in one file")
                last = node
                if plain := _PLAIN_NODE.match(text, at):
                    self._count_property(at)
                    node.properties[plain[1]] = [plain[2]]
                    at = plain.end()
                    continue
                at = self._read_properties(node, at + 1)
            elif sign == ")":
                if not open_trees:
                    raise source.error(at, "')' without '('")
                last = open_trees.pop()
                closed = bool(open_trees)
                at += 1
            else:
                raise source.error(at, f"expected '(', ';' or ')', not {shown(sign)}")
            at = _end(_SPACE, text, at)
        if open_trees:
            raise source.error(len(text), "the file ends inside a game: ')' is missing")
        return found

    def _new_node(self, at: int) -> Node:
        self._nodes += 1
        if self._nodes > MAX_NODES:
            raise self._source.error(at, f"more than {MAX_NODES} nodes in one file")
        return Node(offset=at)

    def _count_property(self, at: int) -> None:
        self._properties += 1
        if self._properties > MAX_PROPERTIES:
            raise self._source.error(at, f"more than {MAX_PROPERTIES} properties in one file")

    def _read_properties(self, node: Node, at: int) -> int:
        """Parse the properties after a semicolon; return the end offset."""
        source, text = self._source, self._source.text
        at = _end(_SPACE, text, at)
        while match := _IDENT.match(text, at):
            ident = _LOWER.sub("", match[1])  # FF[1] to FF[3] allow lower-case letters in between
            if not ident:
                raise source.error(at, f"a property's name has capitals, not {shown(match[1])}")
            self._count_property(at)
            values = node.properties.setdefault(ident, [])
            at = match.end()
            if text[at : at + 1] != "[":
                raise source.error(at, f"property {shown(ident)} has no value: expected '['")
            while value := _VALUE.match(text, at):
                values.append(value[1])
                at = value.end()
            if text[at : at + 1] == "[":
                raise source.error(at, f"the value of {shown(ident)} is not closed: ']' is missing")
        return at


def _end(pattern: re.Pattern[str], text: str, at: int) -> int:
    match = pattern.match(text, at)
    return match.end() if match else at


# --- writing ---


def print_games(roots: Iterable[Node]) -> str:
    """Write a collection, one game after the other."""
    return "".join(_printed_game(root) for root in roots)


def _printed_game(root: Node) -> str:
    out: list[str] = []
    column = 0
    todo: list[Node | str] = [")\n", root, "("]
    while todo:
        item = todo.pop()
        piece = item if isinstance(item, str) else _printed(item)
        if isinstance(item, Node):
            if column and column + len(piece) > _LINE_WIDTH:
                out.append("\n")
                column = 0
            if len(item.children) == 1:
                todo.append(item.children[0])
            else:
                for child in reversed(item.children):
                    todo += (")", child, "\n(")
        out.append(piece)
        column = column + len(piece) if "\n" not in piece else len(piece) - piece.rfind("\n") - 1
    return "".join(out)


def _printed(node: Node) -> str:
    return ";" + "".join(ident + "".join(f"[{value}]" for value in values) for ident, values in node.properties.items())
