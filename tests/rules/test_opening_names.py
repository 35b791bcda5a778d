"""Names of openings against a published list, in every view of the board, and in files."""

import pytest

from gomoku.rules import PRESETS, Game, Rules
from gomoku.rules.opening_names import NAMED_OPENINGS, RENJU_OPENINGS, named_opening, rows_of
from gomoku.rules.records import Record, sgf

PUBLISHED = """
1D Kansei H8 H9 H10     1I Chosei H8 I9 J10
2D Keigetsu H8 H9 I10   2I Kyogetsu H8 I9 J9
3D Sosei H8 H9 J10      3I Kosei H8 I9 J8
4D Kagetsu H8 H9 I9     4I Suigetsu H8 I9 J7
5D Zangetsu H8 H9 J9    5I Ryusei H8 I9 J6
6D Ugetsu H8 H9 I8      6I Ungetsu H8 I9 I8
7D Kinsei H8 H9 J8      7I Hogetsu H8 I9 I7
8D Shogetsu H8 H9 H7    8I Rangetsu H8 I9 I6
9D Kyugetsu H8 H9 I7    9I Gingetsu H8 I9 H7
10D Shingetsu H8 H9 J7  10I Myojo H8 I9 H6
11D Zuisei H8 H9 H6     11I Shagetsu H8 I9 G7
12D Sangetsu H8 H9 I6   12I Meigetsu H8 I9 G6
13D Yusei H8 H9 J6      13I Suisei H8 I9 F6
"""
"""Wikipedia, "Renju opening pattern": numbers and names from its lists; cells as two public lists have them, which agree."""
WORDS = PUBLISHED.split()
LIST = [(f"{code} {name}", cells) for code, name, *cells in (WORDS[i : i + 5] for i in range(0, len(WORDS), 5))]


def game_of(cells, spec: str = "renju", opening: str = "standard") -> Game:
    game = Game(Rules.parse(spec), opening)
    for cell in cells:
        game.play(cell)
    return game


def turned(cell, turn: int, last: int = 14):
    x, y = cell[::-1] if turn & 4 else cell
    return (last - x if turn & 1 else x), (last - y if turn & 2 else y)


@pytest.mark.parametrize(("name", "cells"), LIST)
def test_the_published_list_in_all_eight_symmetries_and_both_orders(name: str, cells: list[str]):
    moves = game_of(cells).moves
    for turn in range(8):
        seen = [turned(cell, turn) for cell in moves]
        assert str(named_opening(game_of(seen))) == name
        assert str(named_opening(game_of(seen[::-1]))) == name


FURTHER = [
    # The opening rules themselves: "direct" and "indirect" by the white stone, as in renju; black's second stone outside the
    # central 5 x 5 (pro) or 7 x 7 (long pro).
    ("Direct pro", "K10 K11 N10"),
    ("Direct pro", "K10 K11 G7"),
    ("Indirect pro", "K10 L9 N12"),
    ("Indirect pro", "K10 L9 K13 A1"),
    ("Direct long pro", "K10 L10 O10"),
    ("Indirect long pro", "K10 L11 A1"),
    # pente.org, Analysis, "Formalization of Pente Opening Theory", 30 May 2006: after K10 L9 N10 "the pawnbroker (J10)", "the wedge (N9)".
    ("Pawnbroker", "K10 L9 N10 J10"),
    ("Wedge", "K10 L9 N10 N9"),
    # The same thread, 18 and 30 May 2006: White's "acceptable" stones M10, M9, N9, O9, N8, O8 and O7 beside those next to the
    # centre; "the N8 opening": "It is time to review Karlw's Opening Theory", 26 Nov 2008.
    ("M10 opening", "K10 M10 N10"),
    ("M9 opening", "K10 M9"),
    ("N9 opening", "K10 N9 K13 A1"),
    ("O9 opening", "K10 O9 L10"),
    ("N8 opening", "K10 N8 K7"),
    ("O8 opening", "K10 O8"),
    ("O7 opening", "K10 O7 N10 M10 L10"),
]
"""Names beyond the 26, with the stones in the order of play on 19 lines."""


@pytest.mark.parametrize(("name", "cells"), FURTHER)
def test_names_of_pro_and_pente_in_all_eight_symmetries(name: str, cells: str):
    moves = game_of(cells.split(), "pente").moves
    for turn in range(8):
        seen = [turned(cell, turn, last=18) for cell in moves]
        game = game_of(seen, "pente")
        assert str(named_opening(game)) == name
        record = sgf.loads(sgf.dumps(Record(game)))
        assert record.tree is not None
        assert record.tree.simple_text("ON") == name


def test_every_name_is_in_one_of_the_tables_and_the_list_of_names_is_without_doubles():
    names = [opening.name for opening in NAMED_OPENINGS]
    assert len(set(names)) == len(names)
    assert set(map(str, NAMED_OPENINGS)) == {name for name, _ in LIST} | {name for name, _ in FURTHER}


def test_names_of_pente_need_captures_and_the_pattern_of_four_stones():
    cells = ["K10", "L9", "N10", "N9"]
    assert str(named_opening(game_of(cells, "freestyle;size=19"))) == "Indirect pro"
    assert str(named_opening(game_of([*cells, "A1"], "pente"))) == "Wedge"
    assert str(named_opening(game_of(cells[:3], "pente"))) == "Indirect pro"


def test_openings_called_by_a_cell_need_captures_and_nineteen_lines():
    cells = ["K10", "N8", "K7"]
    assert named_opening(game_of(cells, "freestyle;size=19")) is None
    assert named_opening(game_of(["H8", "K6", "H5"], "pente;size=15")) is None
    assert str(named_opening(game_of(cells, "keryo"))) == "N8 opening"
    assert str(named_opening(game_of(["K7", "N8", "K10"], "pente"))) == "N8 opening", (
        "in either order of the black stones"
    )
    assert named_opening(game_of(["K10", "Q10", "K7"], "pente")) is None
    assert [opening.name for opening in NAMED_OPENINGS if opening.is_called("n8")] == ["N8 opening"]


@pytest.mark.parametrize(
    ("opening", "third", "name"), [("pro", "K8", "Direct pro"), ("long_pro", "L8", "Direct long pro")]
)
def test_the_opening_rules_lead_to_the_pattern_that_bears_their_name(opening: str, third: str, name: str):
    assert str(named_opening(game_of(["H8", "H9", third], "freestyle", opening))) == name


def test_the_26_names_are_the_published_ones_and_cover_every_third_stone():
    assert [str(opening) for opening in RENJU_OPENINGS] == sorted(
        (name for name, _ in LIST), key=lambda name: (name.split()[0][-1], int(name.split()[0][:-1]))
    )
    for white in ("H9", "I9", "G8", "G7"):
        for x in range(5, 10):
            for y in range(5, 10):
                game = game_of(["H8", white])
                if game.stone((x, y)) is None:
                    game.play((x, y))
                    assert named_opening(game) is not None


@pytest.mark.parametrize(("name", "cells"), LIST)
def test_the_picture_of_an_opening_is_the_published_pattern(name: str, cells: list[str]):
    rows = game_of(cells).rows()
    assert rows_of(name) == rows_of(name.split()[1]) == tuple(row[4:11] for row in rows[4:11])


def test_names_of_several_patterns_have_no_picture():
    by_rule = ["Direct pro", "Direct long pro", "Indirect pro", "Indirect long pro"]
    by_cell = [f"{cell} opening" for cell in ["M10", "M9", "N9", "O9", "N8", "O8", "O7"]]
    assert [opening.name for opening in NAMED_OPENINGS if not rows_of(str(opening))] == by_rule + by_cell
    assert rows_of("Wedge")[3:5] == ("...X..X", "....O.O")
    assert rows_of("") == rows_of("nothing") == ()


@pytest.mark.parametrize("spec", list(PRESETS))
def test_the_names_hold_under_all_rules_and_as_the_game_goes_on(spec: str):
    game = Game(Rules.parse(spec))
    x, y = game.rules.centre
    for cell in ((x, y), (x + 1, y - 1), (x + 1, y + 1)):
        game.play(cell)
    assert str(named_opening(game)) == "7I Hogetsu"
    game.play((x - 4, y))
    assert str(named_opening(game)) == "7I Hogetsu"


@pytest.mark.parametrize("cells", [[], ["H8", "H9"], ["H8", "H10", "I9"], ["H8", "H10", "K8"], ["I8", "H9", "G7"]])
def test_what_has_no_name(cells: list[str]):
    assert named_opening(game_of(cells)) is None


def test_a_position_that_was_set_up_has_no_name_unless_it_is_the_empty_board():
    rules = Rules.parse("freestyle;size=15")
    empty = ["." * 15] * 15
    for rows, name in ((empty, "7I Hogetsu"), ([*empty[:14], "X" + "." * 14], "None")):
        game = Game.from_rows(rules, rows)
        for cell in ("H8", "I9", "I7"):
            game.play(cell)
        assert str(named_opening(game)) == name


def test_sgf_names_the_opening_and_follows_the_game():
    game = game_of(["H8", "I9", "I7"])
    text = sgf.dumps(Record(game))
    assert "ON[7I Hogetsu]" in text
    record = sgf.loads(text)
    assert sgf.dumps(record) == text
    record.game.undo()
    assert "ON[" not in sgf.dumps(record)
    record.game.play("H7")
    assert "ON[9I Gingetsu]" in sgf.dumps(record)


@pytest.mark.parametrize("said", ["ON[Hougetsu, my favourite]", ""])
def test_sgf_keeps_what_a_file_says_or_leaves_out(said: str):
    text = f"(;FF[4]GM[4]SZ[15]RU[renju]{said};B[hh];W[ig];B[ii])\n"
    assert sgf.dumps(sgf.loads(text)) == text
