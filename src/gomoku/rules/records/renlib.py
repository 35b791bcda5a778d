"""RenLib's libraries, `.lib`: a tree of renju variations on 15 x 15, read line by line, never as a whole.

After a header of 20 bytes, which the oldest files lack, come the nodes, parents before children:

    position flags      column 1 to 15 in the low half byte, row from the top 0 to 14 in the high one; 0 is no stone
    more flags          two bytes, if flag 01 is set; 0001 is a text on the board
    comment, text       zero-terminated and padded to an even length: the comment if flag 08 or 20 is set, then the board's text

Flag 80: a sibling follows this node's subtree; 40: no child follows; 02: the node is no move.
The program's own documentation and its public sources are the reference; no code of theirs is used.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO, Final

from gomoku.rules.records.errors import MAX_MOVES, RecordError
from gomoku.rules.records.tree import Node, escape

SIZE: Final = 15
_MAGIC: Final = b"\xffRenLib\xff"
_HEADER: Final = 20
_NEWEST: Final = (3, 4)
_CENTRE: Final = 0x78
"""First byte of the oldest files, which begin with the stone in the centre."""
_SIBLING, _LEAF, _OLD_COMMENT, _COMMENT, _NO_MOVE, _MORE = 0x80, 0x40, 0x20, 0x08, 0x02, 0x01
_BOARD_TEXT: Final = 0x01
_MAX_TEXT: Final = 100_000
"""Bytes of one comment, at most."""


@dataclass
class _Step:
    """A node on the way to the current one."""

    cell: str
    """The stone's cell in letters; empty for a node without one."""
    comment: str
    is_pass: bool


def lines(file: BinaryIO) -> Iterator[Node]:
    """Every line from the root to a leaf as an SGF tree. A comment is in the first line that passes it.

    Raises RecordError where the file is damaged; the lines before that have been given.
    """
    reader = _Reader(file)
    first = reader.start()
    path: list[_Step] = []
    siblings: list[int] = []  # depths at which a further node is due
    depth = 0
    while True:
        position, flags = first or reader.pair()
        first = None
        step = reader.step(position, flags, is_root=not path)
        del path[depth:]
        path.append(step)
        if flags & _SIBLING:
            siblings.append(depth)
        if not flags & _LEAF:
            depth += 1
            if depth > MAX_MOVES:
                raise RecordError(f"more than {MAX_MOVES} moves in one line")
            continue
        yield _sgf(path)
        if not siblings:
            return
        depth = siblings.pop()


def _sgf(path: list[_Step]) -> Node:
    """A line as an SGF tree; its comments are taken off the path."""
    root = node = Node({"FF": ["4"], "GM": ["4"], "SZ": [str(SIZE)], "RU": ["renju"]})
    stones = 0
    for step in path:
        if step.cell or step.is_pass:  # a pass has no cell: whoever replays the line refuses it
            child = Node({"W" if stones % 2 else "B": [step.cell]})
            node.children.append(child)
            node = child
            stones += 1
        if step.comment:
            node.properties["C"] = [escape(step.comment)]
            step.comment = ""
    return root


class _Reader:
    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._at = 0

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

    def _bytes(self, count: int) -> bytes:
        found = self._file.read(count)
        if len(found) < count:
            raise RecordError(f"the library ends at byte {self._at + len(found)}, inside a line")
        self._at += count
        return found

    def pair(self) -> tuple[int, int]:
        position, flags = self._bytes(2)
        return position, flags

    def step(self, position: int, flags: int, is_root: bool) -> _Step:
        """The node at hand, with its texts."""
        more = self.pair()[1] if flags & _MORE else 0
        texts = [self._text()] if flags & (_COMMENT | _OLD_COMMENT) else []
        if more & _BOARD_TEXT:
            texts.append(self._text())
        x, y = position % 16 - 1, position // 16
        no_stone = position == 0 or bool(flags & _NO_MOVE)
        if not no_stone and (x < 0 or y >= SIZE):
            raise RecordError(f"byte {self._at}: {position:#04x} is no cell of the board")
        cell = "" if no_stone else "abcdefghijklmno"[x] + "abcdefghijklmno"[y]
        is_pass = position == 0 and not flags & _NO_MOVE and not is_root
        return _Step(cell, "\n".join(filter(None, texts)), is_pass)

    def _text(self) -> str:
        data = bytearray()
        while len(data) <= _MAX_TEXT:
            pair = self._bytes(2)
            data += pair
            if 0 in pair:
                break
        else:
            raise RecordError(f"byte {self._at}: a text of more than {_MAX_TEXT} bytes")
        text = bytes(data).split(b"\0", 1)[0]
        try:
            decoded = text.decode("utf-8")
        except UnicodeDecodeError:
            decoded = text.decode("cp1252", errors="replace")
        # a backspace parts the short comment from the long one
        return decoded.replace("\b", "\n").replace("\r\n", "\n").replace("\r", "\n").strip()
