"""RenLib libraries as RenLib writes them: trees written in its form, read line by line, exported, and read again."""

import io
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gomoku.library.importing import import_games
from gomoku.library.store import Library, Query
from gomoku.rules.records import RecordError, sgf
from gomoku.rules.records.renlib import lines
from gomoku.rules.records.tree import print_games

HEADER = b"\xffRenLib\xff"
LETTERS = "abcdefghijklmno"


@dataclass
class Move:
    """A node of a library: a stone, or a text on an empty cell of the board before it."""

    cell: tuple[int, int] | None = None
    one_line: str = ""
    several_lines: str = ""
    on_board: str = ""
    is_marked: bool = False
    is_start: bool = False
    is_move: bool = True
    children: list["Move"] = field(default_factory=list)


def nodes_of(move: Move, has_sibling: bool, encoding: str, is_old: bool) -> bytes:
    """The bytes of a node and its subtree, in the order and with the flags of RenLib's `WriteNode`."""
    flags = (0x80 if has_sibling else 0) | (0 if move.children else 0x40)
    comment = move.one_line + ("\b" + move.several_lines if move.several_lines else "")
    flags |= (0x20 if is_old else 0x08) if comment else 0
    flags |= (0x10 if move.is_marked else 0) | (0x04 if move.is_start else 0) | (0 if move.is_move else 0x02)
    flags |= 0x01 if move.on_board else 0
    found = bytes([0 if move.cell is None else move.cell[1] * 16 + move.cell[0] + 1, flags])
    if move.on_board:
        found += bytes([0, 1])
    if comment and is_old:  # seven bits, ended by the eighth
        data = comment.encode("ascii")
        found += even(data[:-1] + bytes([data[-1] | 0x80]))
    elif comment:
        found += even(comment.encode(encoding) + b"\0")
    if move.on_board:
        found += even(move.on_board.encode(encoding) + b"\0")
    for child in move.children:
        found += nodes_of(child, child is not move.children[-1], encoding, is_old)
    return found


def even(data: bytes) -> bytes:
    return data + b"\0" * (len(data) % 2)


def library_of(root: Move, encoding: str = "utf-8") -> bytes:
    """A library of version 3.4: its root holds no stone."""
    return HEADER + bytes([3, 4]) + b"\xff" * 10 + nodes_of(root, False, encoding, is_old=False)


def old_library_of(first: Move, version: tuple[int, int] | None) -> bytes:
    """A library that begins with the stone in the centre: of version 3.0, or of the oldest ones, without a header."""
    header = b"" if version is None else HEADER + bytes(version) + b"\xff" * 10
    return header + nodes_of(first, False, "ascii", is_old=version is None)


def at(name: str) -> tuple[int, int]:
    return "ABCDEFGHIJKLMNO".index(name[0]), 15 - int(name[1:])


def line(*names: str, **last: object) -> Move:
    """A line of stones; the last one has what is given."""
    move = Move(at(names[-1]), **last)  # type: ignore[arg-type]
    for name in reversed(names[:-1]):
        move = Move(at(name), children=[move])
    return move


def read(data: bytes, encoding: str | None = None) -> list[list[dict[str, list[str]]]]:
    """The lines: the properties of their nodes, without those of the root that are always the same."""
    found = [[dict(node.properties) for node in root.main_line()] for root in lines(io.BytesIO(data), encoding)]
    for each in found:
        for name in ("FF", "GM", "SZ", "RU"):
            del each[0][name]
    return found


def test_marks_are_hotspots_in_the_first_line_that_passes_them():
    tree = line("H8", "I9")
    tree.children[0].is_marked = True
    tree.children[0].children = [line("I7", is_start=True), line("G7", "G8", is_marked=True)]
    first, second = read(library_of(Move(children=[tree], is_marked=True)))
    assert first == [{"HO": ["1"]}, {"B": ["hh"]}, {"W": ["ig"], "HO": ["1"]}, {"B": ["ii"]}]
    assert second == [{}, {"B": ["hh"]}, {"W": ["ig"]}, {"B": ["gi"]}, {"W": ["gh"], "HO": ["1"]}]


@pytest.mark.parametrize(
    ("encoding", "text"), [("gb18030", "花月必胜"), ("shift_jis", "浦月の本手"), ("cp1251", "белые")]
)
def test_texts_in_the_encoding_that_is_given(encoding: str, text: str):
    data = library_of(line("H8", "I9", one_line=text, on_board="A"), encoding)
    assert read(data, encoding)[0][2]["C"] == [f"{text}\nA"]
    assert read(data, "cp1252")[0][2]["C"] != [f"{text}\nA"]
    assert read(library_of(line("H8", one_line=text)), encoding)[0][1]["C"] == [text], "UTF-8 is recognised"


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("gb18030", "花月必胜"),
        ("gb18030", "H8: 白2防守，黑3胜"),
        ("cp1252", "Größe für Schüler"),
        ("cp1252", "naïve Übung, höö"),
        ("cp1252", "très fort"),
        ("cp1252", "Größe"),
        ("utf-8", "花月必胜"),
    ],
)
def test_chinese_texts_are_told_from_those_of_europe(encoding: str, text: str):
    assert read(library_of(line("H8", one_line=text), encoding))[0][1]["C"] == [text]


@pytest.mark.parametrize("version", [None, (3, 0), (2, 5)])
def test_old_versions_begin_with_the_stone_in_the_centre(version: tuple[int, int] | None):
    first = line("H8", "H9", one_line="direct", several_lines="thirteen of them")
    first.children += [line("I9", "I7", one_line="Hogetsu"), line("I9", "G7")]
    found = read(old_library_of(first, version))
    assert [[node.get("B", node.get("W", [""]))[0] for node in each[1:]] for each in found] == [
        ["hh", "hg"],
        ["hh", "ig", "ii"],
        ["hh", "ig", "gi"],
    ]
    assert found[0][2]["C"] == ["direct\nthirteen of them"]
    assert found[1][3]["C"] == ["Hogetsu"]


def test_transpositions_are_one_position_and_two_games(tmp_path: Path):
    root = Move(
        children=[
            line("H8", "I9", "I7", "G9", one_line="one order"),
            line("I7", "I9", "H8", "G9", one_line="the other"),
        ]
    )
    path = tmp_path / "x.lib"
    path.write_bytes(library_of(root))
    with Library(tmp_path / "x.games", create=True) as library:
        report = import_games(library, [path])
        assert (report.added, report.known, report.failed) == (2, 0, 0)
        position = library.record(1).game
        assert len(list(library.search(Query(position=position)))) == 2
        assert [reply.games for reply in library.replies(position.at(3))] == [2]


def test_a_pass_ends_its_line_alone(tmp_path: Path):
    root = Move(
        children=[Move(at("H8"), children=[Move(None, one_line="pass", children=[line("I9")]), line("H9", "H10")])]
    )
    path = tmp_path / "x.lib"
    path.write_bytes(library_of(root))
    with Library(tmp_path / "x.games", create=True) as library:
        report = import_games(library, [path])
        assert (report.added, report.failed) == (1, 1)
        (failure,) = library.failures()
        assert "passing is not part of the rules" in failure.why
        assert "pass" in failure.text, "nothing of the line is lost"


TEXTS = st.text("abc åäö 月.,-", min_size=1, max_size=12).map(str.strip)


@st.composite
def libraries(draw: st.DrawFn) -> Move:
    """Trees of any shape: comments, board texts on moves and on empty cells, marks."""

    def grown(taken: frozenset[tuple[int, int]], depth: int) -> list[Move]:
        moves: list[Move] = []
        for _ in range(draw(st.integers(0, 3 if depth < 3 else 1 if depth < 8 else 0))):
            cell = draw(st.tuples(st.integers(4, 10), st.integers(4, 10)).filter(lambda each: each not in taken))
            if any(move.cell == cell for move in moves):
                continue
            text = draw(st.sampled_from(["", "A", "B", "best"]))
            is_move = not text or draw(st.booleans())
            move = Move(cell, on_board=text, is_move=is_move, is_marked=draw(st.booleans()))
            if is_move:
                move.one_line, move.several_lines = draw(st.just("") | TEXTS), draw(st.just("") | TEXTS)
                move.children = grown(taken | {cell}, depth + 1)
            moves.append(move)
        return moves

    return Move(one_line=draw(st.just("") | TEXTS), children=grown(frozenset(), 0))


def leaves(move: Move) -> int:
    stones = [child for child in move.children if child.is_move]
    return sum(map(leaves, stones)) if stones else 1


def everything(move: Move, parent: Move | None = None) -> list[tuple[str, str]]:
    """Every comment, text on the board and mark of a library, with the stone or cell that it belongs to."""
    place = "" if move.cell is None else LETTERS[move.cell[0]] + LETTERS[move.cell[1]]
    found = []
    if move.is_move:
        comment = "\n".join(filter(None, (move.one_line, move.several_lines, move.on_board)))
        found += [(place, comment)] if comment else []
        found += [(place, "*")] if move.is_marked else []
    elif move.on_board:
        here = "" if parent is None or parent.cell is None else LETTERS[parent.cell[0]] + LETTERS[parent.cell[1]]
        found.append((here, f"{place}:{move.on_board}"))
    for child in move.children:
        found += everything(child, move)
    return found


@given(libraries())
def test_nothing_of_a_library_is_lost_and_its_lines_survive_an_export(root: Move):
    found = list(lines(io.BytesIO(library_of(root))))
    stones = [
        tuple(value for node in each.main_line() for name in "BW" for value in node.properties.get(name, ()))
        for each in found
    ]
    assert len(set(stones)) >= leaves(root), "a line for every leaf, and for texts that stand beside no other stone"
    kept = []
    for each in found:
        for node in each.main_line():
            place = next((node.properties[name][0] for name in "BW" if name in node.properties), "")
            kept += [(place, text) for text in node.properties.get("C", ())]
            kept += [(place, label) for label in node.properties.get("LB", ())]
            kept += [(place, "*") for _ in node.properties.get("HO", ())]
    assert sorted(kept) == sorted(everything(root)), "each once, at its place"
    for each in found:
        try:
            record = sgf.loads(print_games([each]))
        except RecordError:  # forbidden for Black, or beyond the end of the game
            continue
        assert sgf.dumps(sgf.loads(sgf.dumps(record))) == sgf.dumps(record)
        assert record.tree is not None
        assert [dict(node.properties) for node in record.tree.main_line()] == [
            dict(node.properties) for node in each.main_line()
        ]
