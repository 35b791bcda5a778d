"""RenLib's libraries, `.lib`: a tree of renju variations on 15 x 15, read line by line, never as a whole.

After a header of 20 bytes, which the oldest files lack, come the nodes, parents before children:

    position flags      column 1 to 15 in the low half byte, row from the top 0 to 14 in the high one; 0 is no stone
    more flags          two bytes, if flag 01 is set; 0001 is a text on the board
    comment, text       padded to an even length: the comment if flag 08 or 20 is set, then the board's text

Flag 80: a sibling follows this node's subtree; 40: no child follows; 02: the node is not a move, but holds the board's text
for a cell; 10: the user marked the node to find it again, which is SGF's `HO`. Texts end with a zero, but comments with flag 20, of the oldest versions, are in seven bits with Swedish
letters and end with a character whose eighth bit is set. "Save Position As" leaves the flags of the whole library in the
line that leads to the position: siblings that do not follow, and no flag 40 if the position is the last one; the end of the
file ends these. The reference is RenLib's documentation and public source; none of its code is used.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import BinaryIO, Final

from gomoku.rules.records.errors import MAX_MOVES, RecordError
from gomoku.rules.records.tree import Node, escape

SIZE: Final = 15
_MAGIC: Final = b"\xffRenLib\xff"
_HEADER: Final = 20
_NEWEST: Final = (3, 4)
_CENTRE: Final = 0x78
"""First byte of the oldest files, which begin with the stone in the centre."""
_SIBLING, _LEAF, _OLD_COMMENT, _MARK, _COMMENT, _NO_MOVE, _MORE = 0x80, 0x40, 0x20, 0x10, 0x08, 0x02, 0x01
_BOARD_TEXT: Final = 0x01
_MAX_TEXT: Final = 100_000
"""Bytes of text at one node, at most."""
_SWEDISH: Final = str.maketrans("}{|][\\", "åäöÅÄÖ")
_LETTERS: Final = "abcdefghijklmno"


@dataclass
class _Step:
    """A node on the way to the current one."""

    cell: str
    """The stone's cell in letters; empty for a node without one."""
    comment: str
    is_pass: bool
    labels: dict[str, str] = field(default_factory=dict)
    """Texts on the board by cell."""
    is_marked: bool = False
    is_told: bool = False
    """Whether a line passed it since it was read, or since text was added."""


class _Lines:
    """The path to the current node, and the siblings that are due."""

    def __init__(self) -> None:
        self.path: list[_Step] = []
        self.depth = 0
        """Depth of the next node."""
        self.siblings: list[int] = []
        """Depths at which a further node is due."""
        self.announced: int | None = None
        """Number of siblings announced by the first line, once it has ended: "Save Position As" may leave these out."""
        self.may_end = False
        """Whether the file may end here, although a node is due."""
        self.is_whole = False
        """Whether the path ends with a leaf."""

    def left(self) -> Iterator[Node]:
        """The line that ends here, unless all of it was yielded before; then continue at the depth of the next node."""
        if not all(step.is_told for step in self.path[self.depth :]):
            yield _sgf(self.path)
        del self.path[self.depth :]

    def add(self, step: _Step, flags: int) -> bool:
        """Add a node; False if it was the last one."""
        is_leaf = bool(flags & _LEAF)
        if flags & _NO_MOVE and is_leaf and self.path:
            self.path[-1].comment = "\n".join(filter(None, (self.path[-1].comment, step.comment)))
            self.path[-1].labels |= step.labels
            self.path[-1].is_told = False
            if len(self.path[-1].comment) > _MAX_TEXT:
                raise RecordError(f"more than {_MAX_TEXT} bytes of text at one move")
        else:
            self.path.append(step)
        if flags & _SIBLING:
            self.siblings.append(self.depth)
        self.is_whole = is_leaf
        if not is_leaf:
            self.may_end = self.announced is None
            self.depth += 1
            if self.depth > MAX_MOVES:
                raise RecordError(f"more than {MAX_MOVES} moves in one line")
            return True
        if self.announced is None:
            self.announced = len(self.siblings)
        if not self.siblings:
            return False
        self.depth = self.siblings.pop()
        self.may_end = len(self.siblings) < self.announced
        self.announced = min(self.announced, len(self.siblings))
        return True


def lines(file: BinaryIO, encoding: str | None = None) -> Iterator[Node]:
    """Every line from the root to a leaf as an SGF tree. A comment or mark appears in the first line that passes its node.
    `encoding`: of texts that are not UTF-8; by default Windows-1252, or Chinese (GB 18030) if a text looks like that.

    Raises RecordError if the file is damaged, after the lines before the damage.
    """
    reader = _Reader(file, encoding)
    first = reader.start()
    found = _Lines()
    try:
        is_more = True
        while is_more and (first or not (reader.is_at_end() and found.may_end)):
            position, flags = first or reader.pair()
            first = None
            step = reader.step(position, flags, is_root=not found.path)
            yield from found.left()
            is_more = found.add(step, flags)
        if not reader.is_at_end():
            raise RecordError(f"byte {reader.at}: more data after the last line")
    except RecordError:
        if found.is_whole:
            found.depth = 0
            yield from found.left()
        raise
    found.depth = 0
    yield from found.left()


def _sgf(path: list[_Step]) -> Node:
    """A line as an SGF tree; its texts are taken off the path."""
    root = node = Node({"FF": ["4"], "GM": ["4"], "SZ": [str(SIZE)], "RU": ["renju"]})
    stones = 0
    for step in path:
        if step.cell or step.is_pass:  # a pass has no cell: replaying the line refuses it
            child = Node({"W" if stones % 2 else "B": [step.cell]})
            node.children.append(child)
            node = child
            stones += 1
        if step.comment:
            node.properties["C"] = ["\n".join([*node.properties.get("C", ()), escape(step.comment)])]
        if step.labels:
            labels = [f"{cell}:{escape(text)}" for cell, text in step.labels.items()]
            node.properties["LB"] = [*node.properties.get("LB", ()), *labels]
        if step.is_marked:
            node.properties["HO"] = ["1"]
        step.comment, step.labels, step.is_marked, step.is_told = "", {}, False, True
    return root


class _Reader:
    def __init__(self, file: BinaryIO, encoding: str | None) -> None:
        self._file = file
        self._encoding = encoding
        self._ahead = b""
        self.at = 0
        """Bytes read so far."""

    def start(self) -> tuple[int, int] | None:
        """Check the header; in a file without one, the first node."""
        head = self._bytes(2)
        if head[0] == _CENTRE:
            return head[0], head[1]
        head += self._bytes(_HEADER - 2)
        if not head.startswith(_MAGIC):
            raise RecordError("not a RenLib library: it does not begin with 'RenLib'")
        if (head[8], head[9]) > _NEWEST:
            raise RecordError(f"a library of RenLib's version {head[8]}.{head[9]}; up to 3.4 is known")
        return None

    def is_at_end(self) -> bool:
        if not self._ahead:
            self._ahead = self._file.read(1)
        return not self._ahead

    def _bytes(self, count: int) -> bytes:
        found = self._ahead + self._file.read(count - len(self._ahead))
        self._ahead = b""
        self.at += len(found)
        if len(found) < count:
            raise RecordError(f"the library ends at byte {self.at}, inside a line")
        return found

    def pair(self) -> tuple[int, int]:
        position, flags = self._bytes(2)
        return position, flags

    def step(self, position: int, flags: int, is_root: bool) -> _Step:
        """The current node, with its texts."""
        more = self.pair()[1] if flags & _MORE else 0
        comment = self._old_text() if flags & _OLD_COMMENT else self._text() if flags & _COMMENT else ""
        on_board = self._text() if more & _BOARD_TEXT else ""
        x, y = position % 16 - 1, position // 16
        if position and (x < 0 or y >= SIZE):
            raise RecordError(f"byte {self.at}: {position:#04x} is not a cell of the board")
        cell = _LETTERS[x] + _LETTERS[y] if position else ""
        if flags & _NO_MOVE:
            return _Step("", comment, False, {cell: on_board} if cell and on_board else {})
        is_pass = not cell and not is_root
        is_marked = bool(flags & _MARK)
        return _Step(cell, "\n".join(filter(None, (comment, on_board))), is_pass, is_marked=is_marked)

    def _text(self) -> str:
        data = self._up_to(lambda byte: byte == 0).split(b"\0", 1)[0]
        try:
            decoded = data.decode("utf-8")
        except UnicodeDecodeError:
            encoding = self._encoding or ("gb18030" if _is_chinese(data) else "cp1252")
            decoded = data.decode(encoding, errors="replace")
        return _plain(decoded)

    def _old_text(self) -> str:
        data = self._up_to(lambda byte: byte >= 0x80)
        end = next(at for at, byte in enumerate(data) if byte >= 0x80)
        return _plain(bytes(byte & 0x7F for byte in data[: end + 1]).decode("ascii").translate(_SWEDISH))

    def _up_to(self, is_last: Callable[[int], bool]) -> bytes:
        """The bytes up to the pair that holds the last one of a text."""
        data = bytearray()
        while len(data) <= _MAX_TEXT:
            pair = self._bytes(2)
            data += pair
            if is_last(pair[0]) or is_last(pair[1]):
                return bytes(data)
        raise RecordError(f"byte {self.at}: a text of more than {_MAX_TEXT} bytes")


_HIGH: Final = re.compile(rb"[\x80-\xff]+")
_HANZI: Final = re.compile(rb"(?:[\xa1-\xa3\xb0-\xf7][\xa1-\xfe])+")


def _is_chinese(data: bytes) -> bool:
    """Whether the bytes beyond ASCII are pairs, as those of GB 2312 are: in the words of Europe they mostly stand alone."""
    runs = _HIGH.findall(data)
    return sum(map(len, runs)) >= 4 and all(map(_HANZI.fullmatch, runs))


def _plain(text: str) -> str:
    # a backspace separates the short comment from the long one
    return text.replace("\b", "\n").replace("\r\n", "\n").replace("\r", "\n").strip()
