"""Growing books: drop-out expansion, propagation, resumption, and the command."""

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from gomoku.cli import app
from gomoku.engine.book import FOLDER, read
from gomoku.engine.types import win_score
from gomoku.lab.books import picture
from gomoku.lab.books.growing import PLY_COST, BookTree, grow, tree_of
from gomoku.lab.types import LabError
from gomoku.rules import Cell, Game, Rules
from gomoku.rules.game import play_all
from gomoku.rules.positions import key_of

RULES = Rules.parse("freestyle")
IMAGES = Path(__file__).parents[3] / "docs" / "images"
SHIPPED = sorted(path.stem for path in Path(FOLDER).glob("*.book"))
CENTRE, NEAR, FAR = (7, 7), (8, 7), (9, 9)


def value(tree: BookTree, *line: Cell) -> int:
    game = Game(RULES)
    for cell in line:
        game.play(cell)
    return tree.positions[key_of(game)].value


def next_line(tree: BookTree) -> tuple[Cell, ...]:
    return tree.leaves(1, set())[0][1]


def test_values_are_propagated_to_the_first_move():
    tree = BookTree(RULES)
    tree.add((), [(CENTRE, 30), (NEAR, 20)])
    assert value(tree) == 30
    tree.add((CENTRE,), [(NEAR, 10), (FAR, 5)])
    assert value(tree) == 20  # 30 was -10: the other move is better now
    tree.add((CENTRE, NEAR), [((7, 9), -40)])
    assert (value(tree, CENTRE), value(tree)) == (40, 20)
    tree.add((CENTRE, FAR), [((7, 9), win_score(9))])
    tree.add((NEAR,), [(CENTRE, -win_score(8))])
    assert value(tree) == win_score(9)


def test_the_least_given_away_is_followed():
    tree = BookTree(RULES)
    assert next_line(tree) == ()
    tree.add((), [(CENTRE, 30), (NEAR, 30 - PLY_COST - 1)])
    assert next_line(tree) == (CENTRE,)
    tree.add((CENTRE,), [(NEAR, -30), (FAR, -35)])
    assert next_line(tree) == (CENTRE, NEAR)
    tree.add((CENTRE, NEAR), [((7, 9), 30)])
    assert next_line(tree) == (NEAR,)  # dearer than a ply more, cheaper than two
    assert len(tree.leaves(9, set())) == 3


def test_decided_moves_and_blunders_are_not_followed():
    tree = BookTree(RULES)
    tree.add((), [(CENTRE, win_score(11)), (NEAR, 0), (FAR, -win_score(6))])
    assert tree.leaves(9, set()) == []


def test_mirrored_moves_and_transpositions_are_one():
    tree = BookTree(RULES)
    tree.add((), [(CENTRE, 30), ((6, 6), 10), ((8, 8), 9)])
    assert len(tree.positions[tree.root].moves) == 2
    tree.add((CENTRE,), [((8, 7), -20)])
    tree.add(((7, 7),), [((9, 9), 99)])
    assert len(tree.positions) == 2


def grown(out: Path, size: int) -> BookTree:
    tree = BookTree(RULES)
    for _ in grow(tree, size, 300, out, 1, lines=3):
        pass
    return tree


def test_an_interrupted_run_resumes(tmp_path):
    out = tmp_path / "book.jsonl"
    first = grown(out, 5)
    before = out.read_bytes()
    out.write_bytes(before + b'{"line":[[7,')  # killed while it wrote
    whole = grown(out, 12)
    assert out.read_bytes().startswith(before)
    assert len(whole.positions) == 12
    assert set(first.positions) < set(whole.positions)
    again = grown(out, 0)
    assert {key: each.value for key, each in again.positions.items()} == {
        key: each.value for key, each in whole.positions.items()
    }


def test_the_command_grows_packs_shows_and_draws(tmp_path):
    log, packed, picture = tmp_path / "b.jsonl", tmp_path / "b.book", tmp_path / "b.svg"
    arguments = ["book", str(log), "--rules", "renju", "-n", "6", "--nodes", "300", "-p", "2"]
    found = CliRunner().invoke(app, [*arguments, "--pack", str(packed), "--svg", str(picture), "--show"])
    assert found.exit_code == 0, found.output
    assert "6 positions of renju" in found.output
    assert "H8" in found.output
    assert len(read(str(packed))) == 6
    assert picture.read_text().startswith("<svg")
    assert "H8" in picture.read_text()
    other = CliRunner().invoke(app, [*arguments[:4], "--nodes", "400"])
    assert other.exit_code == 1
    assert "nodes" in other.output


def test_a_book_begins_after_the_stone_in_the_centre_or_other_moves(tmp_path):
    """Every player of the engine begins in the centre: a book from the empty board would be spent on other first stones."""
    for first, line in (((), ((7, 7),)), (("--first", "H8 I9"), ((7, 7), (8, 6))), (("--first", ""), ())):
        log, packed = tmp_path / f"{len(line)}.jsonl", tmp_path / f"{len(line)}.book"
        arguments = [
            "book",
            str(log),
            "--rules",
            "renju",
            "-n",
            "3",
            "--nodes",
            "200",
            "-p",
            "1",
            "--pack",
            str(packed),
        ]
        assert CliRunner().invoke(app, [*arguments, *first]).exit_code == 0
        book = read(str(packed))
        assert book.first == line
        assert book.moves(play_all(Game(Rules.preset("renju")), line))
        assert bool(book.moves(Game(Rules.preset("renju")))) == (not line)
        assert tree_of(book).first == line
    wrong = CliRunner().invoke(app, ["book", str(tmp_path / "x.jsonl"), "--first", "H8 H8"])
    assert wrong.exit_code == 2
    other = CliRunner().invoke(
        app, ["book", str(tmp_path / "1.jsonl"), "--rules", "renju", "--nodes", "200", "--first", ""]
    )
    assert other.exit_code == 1, "another book's log"


def test_a_packed_book_is_shown_and_drawn_like_its_log(tmp_path):
    log, packed = tmp_path / "b.jsonl", tmp_path / "b.book"
    pictures = [tmp_path / name for name in ("log.svg", "packed.svg")]
    arguments = ["book", str(log), "--rules", "renju", "-n", "8", "--nodes", "300", "-p", "1"]
    made = CliRunner().invoke(app, [*arguments, "--pack", str(packed), "--svg", str(pictures[0]), "--show"])
    shown = CliRunner().invoke(app, ["book", str(packed), "--svg", str(pictures[1]), "--show"])
    assert (made.exit_code, shown.exit_code) == (0, 0), shown.output
    assert "8 positions of renju" in shown.output
    # The packed one shows the same moves, perhaps turned or mirrored.
    scores = [re.findall(r"[+-][0-9]+(?=</text>)", path.read_text()) for path in pictures]
    assert len(scores[0]) > 8
    assert scores[0] == scores[1]
    refused = CliRunner().invoke(app, ["book", str(packed), "--pack", str(tmp_path / "c.book")])
    assert refused.exit_code == 2
    packed.write_bytes(b"no book")
    assert CliRunner().invoke(app, ["book", str(packed)]).exit_code == 1


@pytest.mark.parametrize("name", SHIPPED)
def test_the_pictures_of_shipped_books_are_true(name):
    """Drawn by `gomoku book src/gomoku/engine/books/42.book --svg docs/images/book-42.svg`, and the others likewise."""
    drawn = picture.drawn(tree_of(read(str(Path(FOLDER) / f"{name}.book"))))
    assert (IMAGES / f"book-{name}.svg").read_text(encoding="utf-8") == drawn


def test_a_log_of_something_else_is_refused(tmp_path):
    log = tmp_path / "b.jsonl"
    grown(log, 1)
    with log.open("a") as file:
        file.write('{"line":[[7,7],[7,7]],"moves":[]}\n')
    with pytest.raises(LabError, match="line 3"):
        grown(log, 2)
