"""Opening books: files, lookups in every symmetry, and the choice of a move."""

import random
from pathlib import Path

import pytest

from gomoku.engine.book import FOLDER, MARGIN, Book, BookError, book_for, pack, read
from gomoku.engine.types import win_score
from gomoku.rules import Cell, Game, Rules
from gomoku.rules.game import play_all
from gomoku.rules.positions import Walker

RULES = Rules.parse("freestyle")


def after(*moves: Cell) -> Game:
    return play_all(Game(RULES), moves)


def book_of(tmp_path: Path, game: Game, *moves: tuple[Cell, int, bool]) -> Book:
    """A book with one position."""
    walker = Walker.of(game)
    for stone in game.played:
        walker.play(stone)
    rows = [(walker.canonical(walker.cell(cell)), score, is_expanded) for cell, score, is_expanded in moves]
    file = tmp_path / "x.book"
    file.write_bytes(pack({"rules": RULES.spec()}, {walker.key: rows}))
    return read(str(file))


def chosen(book: Book, game: Game) -> set[Cell]:
    found = (book.choose(game, random.Random(seed)) for seed in range(60))
    return {result.move for result in found if result is not None}


def test_moves_are_found_in_every_symmetry(tmp_path):
    book = book_of(tmp_path, after((7, 7), (8, 8)), ((8, 6), 20, True), ((9, 7), -5, False))
    for corner in ((8, 8), (6, 8), (8, 6), (6, 6)):
        game = after((7, 7), corner)
        best, second = book.moves(game)
        assert (best.score, best.is_expanded) == (20, True)
        assert (second.score, second.is_expanded) == (-5, False)
        assert {game.why_illegal(cell) for move in (best, second) for cell in move.cells} == {None}
    assert len(book.moves(after((7, 7), (8, 8)))[0].cells) == 2  # the position is its own mirror image
    assert book.moves(after((7, 7), (8, 7))) == []


def test_a_move_is_drawn_from_the_best_with_lines_behind_them(tmp_path):
    game = after((7, 7), (8, 9))
    moves = [((6, 6), 40, False), ((5, 5), 30, True), ((9, 9), 30 - MARGIN, True), ((3, 3), 29 - MARGIN, True)]
    assert chosen(book_of(tmp_path, game, *moves), game) == {(5, 5), (9, 9)}
    result = book_of(tmp_path, game, *moves).choose(game, random.Random(1))
    assert result is not None
    assert result.pv == (result.move,)
    assert result.nodes == 0


def test_nothing_is_chosen_outside_the_book_or_if_every_move_loses(tmp_path):
    game = after((7, 7), (8, 9))
    assert chosen(book_of(tmp_path, game, ((6, 6), 40, True)), after((7, 7))) == set()
    assert chosen(book_of(tmp_path, game, ((6, 6), -win_score(8), True)), game) == set()


@pytest.mark.parametrize(
    ("change", "word"),
    [
        (lambda content: content[:-9], "damaged"),
        (lambda content: b"", "damaged"),
        (lambda content: content.replace(b'"version": 1', b'"version": 9'), "version 9"),
        (lambda content: content.replace(b'"moves": 1', b'"moves": 3'), "damaged"),
        (lambda content: content.replace(b'"crc32": ', b'"crc32": 1'), "checksum"),
    ],
)
def test_damaged_books_are_refused(tmp_path, change, word):
    file = tmp_path / "x.book"
    file.write_bytes(change(pack({"rules": "42"}, {5: [(1, 2, True)]})))
    with pytest.raises(BookError, match=word):
        read(str(file))


@pytest.mark.parametrize("path", sorted(Path(FOLDER).glob("*.book")), ids=lambda path: path.stem)
def test_shipped_books_hold_legal_moves_from_the_first_on(path):
    book = book_for(Rules.parse(path.stem))
    assert book is not None
    assert path.stat().st_size < 200_000
    rng = random.Random(1)
    for _ in range(20):
        game = play_all(Game(Rules.parse(path.stem)), book.first)
        assert book.choose(game, rng) is not None
        while (result := book.choose(game, rng)) is not None:
            game.play(result.move)
        assert len(game.moves) >= 3


def test_other_rules_have_no_book():
    assert book_for(Rules.parse("42;size=9")) is None


def test_a_damaged_installation_plays_without(tmp_path, monkeypatch):
    (tmp_path / "renju.book").write_bytes(b"nothing")
    monkeypatch.setattr("gomoku.engine.book.FOLDER", str(tmp_path))
    assert book_for(Rules.parse("renju;size=16")) is None  # of a size that is not in the cache
