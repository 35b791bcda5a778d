"""Piskvork files: a small example, tournament files, and errors."""

import pytest

from gomoku.rules import Game, Rules
from gomoku.rules.records import Piskvork, Record, RecordError, psq, sgf
from tests.records.games import sample

EXAMPLE = "Piskvorky 15x15, 0:0, 0\n8,8,0\n9,8,1520\n0\n"


def test_the_example_of_the_specification():
    record = psq.loads(EXAMPLE)
    assert record.game.rules == Rules.preset("freestyle", size=15)
    assert record.game.moves == ((7, 7), (8, 7))
    assert record.times == {2: 1520}
    assert psq.dumps(record) == EXAMPLE
    assert psq.dumps(psq.loads(EXAMPLE.replace("\n", "\r\n"))) == EXAMPLE


def test_rules_are_given_and_board_size_is_read():
    record = psq.loads(EXAMPLE, Rules.preset("42"))
    assert record.game.rules == Rules.preset("42", size=15)
    assert psq.loads("Piskvorky 20x15, 0:0, 0\n").game.rules.size == (20, 15)


def test_a_tournament_file():
    """The second player began: the last number of the header is 1."""
    record = psq.loads(sample("tournament.psq"))
    assert (record.black, record.white) == ("brain-one", "BRAIN-TWO.zip")
    assert record.piskvork == Piskvork((11, 0), 1, -1, ("0,Freestyle20_1",))
    assert record.times == {2: 1520, 3: 31}
    assert psq.dumps(record) == sample("tournament.psq")


def test_gomotur():
    record = psq.loads_rec(sample("gomotur.rec"))
    assert record.game.rules == Rules.preset("freestyle", size=20)
    assert record.game.moves == ((10, 10), (11, 10))
    assert (record.black, record.white, record.times) == ("brain-one", "homo-2", {2: 1520})
    assert psq.dumps_rec(record) == sample("gomotur.rec")


def test_a_name_is_the_words_of_its_line():
    """A carriage return inside it would be a blank in SGF, and the game no longer the same."""
    record = psq.loads_rec(sample("gomotur.rec").replace("brain-one", "brain-\rone  two"))
    assert record.black == "brain- one two"
    assert sgf.loads(sgf.dumps(record)).black == record.black


@pytest.mark.parametrize(
    "text",
    ["Piskvorky 15x15, 0:0, 0\n8,8\n9,8\n", "Piskvorky  15x15,0:0,0\n 8, 8, 0\n9 ,8,0\n-1\n\n\n", "\ufeff" + EXAMPLE],
)
def test_tolerated(text: str):
    assert psq.loads(text).game.moves == ((7, 7), (8, 7))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: expected a header"),
        ("(;GM[4])", "line 1: expected a header"),
        ("Piskvorky 15x15, 0:0, 2\n", "expected a header"),
        ("Piskvorky 15x15, 0:0\n", "expected a header"),
        ("Piskvorky 4x15, 0:0, 0\n", "size must be 5 to 52"),
        ("Piskvorky 99x99, 0:0, 0\n", "size must be 5 to 52"),
        (EXAMPLE.replace("9,8,1520", "8,8,0"), "line 3, move 2: H8 cannot be played: there is a stone already"),
        (EXAMPLE.replace("9,8,1520", "0,8,0"), "line 3, move 2: -1,7 cannot be played"),
        (EXAMPLE.replace("9,8,1520", "9,8,soon"), "line 3, move 2: expected a move x,y,ms, not '9,8,soon'"),
        (EXAMPLE.replace("9,8,1520", "9,8,-5"), "expected a move"),
        (EXAMPLE.replace("9,8,1520", "9,8,99999999999999"), "expected a move"),
        (EXAMPLE + "3,3,0\n", "line 5: a move after the closing code"),
        ("Piskvorky 15x15, 0:0, 0\n8,8,0\nAnn\n", "line 3: expected the names of both players"),
        ("Piskvorky 15x15, 0:0, 0\n8,8,0\nAnn\n0\n", "line 4: expected a player's name, not '0'"),
        ("Piskvorky 15x15, 0:0, 0\n8,8,0\nAnn\nBob\nCleo\n", "line 5: expected the closing code"),
    ],
)
def test_errors_have_location_and_cause(text: str, message: str):
    with pytest.raises(RecordError) as caught:
        psq.loads(text)
    assert message in str(caught.value)


FIVE = "".join(f"{i},1,0\n{i},3,0\n" for i in range(1, 5)) + "5,1,0\n"


def test_a_game_over_too_soon_hints_at_the_rules():
    text = "Piskvorky 15x15, 0:0, 0\n" + FIVE + "9,9,0\n"
    with pytest.raises(RecordError, match=r"line 11, move 10: .* game is over .*freestyle was taken"):
        psq.loads(text)
    with pytest.raises(RecordError, match=r"game is over$"):
        psq.loads(text, Rules.preset("standard"))


@pytest.mark.parametrize("text", ["", "a\nb", "a\nb\nc\n", "1,2,3\nb\n0\n", "a\n5\n0\n", "a\nb\n20,0,0\n"])
def test_broken_gomotur(text: str):
    with pytest.raises(RecordError):
        psq.loads_rec(text)


def test_what_cannot_be_written():
    rules = Rules.preset("freestyle")
    position = Game.from_rows(rules, ["X" + "." * 14] + ["." * 15] * 14, "O")
    with pytest.raises(RecordError, match="a set-up position cannot be written"):
        psq.dumps(Record(position), lossy=True)
    with pytest.raises(RecordError, match="20 x 20 only"):
        psq.dumps_rec(Record(Game(rules)))
    with pytest.raises(RecordError, match="would be read as a number"):
        psq.dumps(Record(Game(rules), black="12"))
    with pytest.raises(RecordError, match="would be read as a number"):
        psq.dumps(Record(Game(rules), white="1,2,x"))


def test_an_opening_is_written_only_if_the_loss_is_allowed():
    game = Game(Rules.preset("freestyle"), "swap")
    for cell in ((7, 7), (8, 8), (9, 9)):
        game.play(cell)
    game.decide("black")
    game.play((1, 1))
    record = Record(game, times={3: 30, 4: 5, 5: 50})
    with pytest.raises(RecordError, match="swap opening's decisions would be lost"):
        psq.dumps(record)
    back = psq.loads(psq.dumps(record, lossy=True))
    assert back.game.moves == game.moves
    assert back.times == {3: 30, 4: 50}


def test_unnamed_players_in_gomotur():
    text = psq.dumps_rec(Record(Game(Rules.preset("freestyle", size=20))))
    assert text == "homo-1\nhomo-2\n0\n"
    assert psq.loads_rec(text).game.moves == ()
