"""POS text: concatenated moves, diagrams, Gomocup openings, and errors."""

import pytest

from gomoku.rules import Color, Game, Rules
from gomoku.rules.records import Record, RecordError, pos
from tests.records.games import facts, sample


def test_concatenated_moves():
    game = Game.from_pos(sample("moves.pos"))
    assert game.rules == Rules.preset("freestyle")
    assert game.moves == ((7, 7), (8, 8), (6, 6), (7, 8))
    assert game.to_pos() == sample("moves.pos")


def test_the_direction_of_rows():
    record = pos.loads("h8i9", rows_from="bottom")
    assert record.game.moves == ((7, 7), (8, 6))
    assert pos.dumps(record, rows_from="bottom") == "h8i9\n"
    assert pos.dumps(record) == "h8i7\n"
    assert pos.loads("XO...\n" + ".....\n" * 4, rows_from="bottom").game.rows()[4] == "XO..."


def test_given_rules_set_the_board_size():
    assert pos.loads("t20", Rules.preset("42", size=20)).game.moves == ((19, 19),)
    assert pos.loads("", Rules.preset("42")).game.rules == Rules.preset("42")


@pytest.mark.parametrize("text", ["H8I9", " h8 i9 ", "h8,i9\r\n", "\n\nh8i9\n\n", "\ufeffh8i9"])
def test_tolerated(text: str):
    assert pos.loads(text).game.moves == ((7, 7), (8, 8))


def test_diagram_with_taken_stones_and_moves():
    record = pos.loads(sample("diagram.pos"), Rules.preset("42"))
    game = record.game
    assert game.rules == Rules.preset("42", size=7)
    assert game.setup is not None
    assert (game.setup.to_move, game.setup.taken) == (Color.X, (2, 0))
    assert game.moves == ((5, 2),)
    assert game.stone((5, 2)) is Color.X
    written = pos.dumps(record)
    assert facts(pos.loads(written, game.rules).game) == facts(game)
    assert written.splitlines() == [line.replace(" ", "") for line in sample("diagram.pos").splitlines()[:7]] + [
        "taken 2 0",
        "moves f3",
    ]


def test_diagrams_in_other_signs():
    rows = ["-----", "xX+__", "oO...", ".....", "....."]
    game = Game.from_pos("\r\n".join(rows))
    assert game.rows() == [".....", "XX...", "OO...", ".....", "....."]
    assert game.to_move is Color.X
    assert Game.from_pos("\n".join(["X....", *["....."] * 4])).to_move is Color.O
    assert Game.from_pos("\n".join(["X....", *["....."] * 4, "to_move X"])).to_move is Color.X
    assert Game.from_pos("\n".join(["....."] * 5)).setup is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("h8i", "line 1, column 3, move 2: expected a move such as h8, not 'i'"),
        ("h8 i99", "line 1, column 4, move 2: 8,98 cannot be played"),
        ("h8h8", "line 1, column 3, move 2: H8 cannot be played: there is a stone already"),
        ("h0", "7,-1 cannot be played"),
        ("p1", "freestyle 15 x 15 was taken"),
        ("8h", "expected a move"),
        ("h8\ni9", "line 2, column 1: expected all moves on one line"),
        ("hello", "expected a move"),
        ("X...\n....", "size must be 5 to 52"),
        (".....\n" * 4, "size must be 5 to 52"),
        (".....\n....\n", "line 2, column 1: this row has 4 cells, the first has 5"),
        (".....\n" * 5 + "hello\n", "line 6, column 1: below a diagram expected"),
        (".....\n" * 5 + "taken 1 1\ntaken 1 1\n", "line 7, column 1: below a diagram"),
        (".....\n" * 5 + "taken lots\n", "line 6, column 7: taken must be two numbers"),
        (".....\n" * 5 + "to_move white\n", "line 6, column 9: to_move must be X or O"),
        (".....\n" * 5 + "moves a1a1\n", "line 6, column 9, move 2: A5 cannot be played"),
        ("XXXXX\nOOOOO\n" + ".....\n" * 3, "cannot be set up"),
    ],
)
def test_errors_have_location_and_cause(text: str, message: str):
    with pytest.raises(RecordError) as caught:
        pos.loads(text)
    assert message in str(caught.value)


def test_what_cannot_be_written():
    wide = Game(Rules.preset("freestyle", size=27))
    assert pos.dumps(Record(wide)) == "\n"
    wide.play((0, 0))
    with pytest.raises(RecordError, match="letters for 26 columns"):
        pos.dumps(Record(wide))
    with pytest.raises(RecordError, match="decisions would be lost"):
        pos.dumps(Record(Game(Rules.preset("freestyle"), "pro")))
    assert pos.dumps(Record(Game(Rules.preset("freestyle"), "pro")), lossy=True) == "\n"


def test_unknown_direction():
    for call in (lambda: pos.loads("h8", rows_from="left"), lambda: pos.dumps(Record(Game()), "left")):  # type: ignore[arg-type]
        with pytest.raises(RecordError, match="from the top or the bottom"):
            call()


def test_gomocup_openings():
    rules = Rules.preset("freestyle", size=20)
    assert pos.loads_openings(sample("openings.txt"), rules) == [
        [(18, 7), (16, 6), (15, 6)],
        [(9, 13), (9, 15), (13, 15)],
        [(10, 10)],
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0,0, 1", "line 1, column 6: the last cell has one coordinate only"),
        ("0,0\n0,0, 0,0", "line 2, column 6, move 2: K10 cannot be played"),
        ("0,0, 99,0", "line 1, column 6, move 2"),
        ("0,0; 1,1", "line 1, column 4: expected dx,dy"),
        ("0,0, 1,1234", "expected dx,dy"),
    ],
)
def test_broken_openings(text: str, message: str):
    with pytest.raises(RecordError) as caught:
        pos.loads_openings(text, Rules.preset("freestyle", size=20))
    assert message in str(caught.value)
